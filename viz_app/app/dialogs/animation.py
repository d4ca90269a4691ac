"""The dialog that saves an animation, and its progress."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from model.messages import Message, UserError
from viz_app.app.animation import (
    AnimationRequest,
    AnimationSubject,
    decoding_film,
    saving_steps,
    training_film,
)
from viz_app.app.app_state import AppState, Services, field_slot, training_room
from viz_app.app.slices import AnimationState
from viz_app.design.theme import Theme, dark_theme, light_theme
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.replay.room import looked_at, moments_on_show
from viz_app.panels.training.state import in_front
from viz_app.storage.animation_files import FASTEST, FPS, SIZE, SLOWEST, AnimationFile
from viz_app.storage.files import FileProgress
from viz_app.texts.labels import message_text, spoken_time
from viz_app.texts.visible_token import isolated
from viz_app.widgets import file_dialogs
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import name_parts, text_label
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.changes.models import failed, notice_dismissed, told
from viz_app.workbench.covers import sheet


class AnimationController(QObject):
    """Saves one animation at a time: of what was on screen at the request.

    Signals:
        saved: the file is complete.
    """

    saved = Signal()

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._services, self._desk, self._bench = services, services.desk, services.bench
        self._own: StateSlot[AnimationState] = field_slot(services.store, "animation")
        self._token: int | None = None

    def save(self, wanted: AnimationRequest) -> None:
        """Start to save an animation; an unfinished one is cancelled."""
        self.cancel()
        if wanted.subject == "decoding" and (why_not := sheet(self._bench.now)) is not None:
            self._show(problem=why_not)
            return
        try:
            wanted.file.check()
            if wanted.subject == "decoding":
                film = decoding_film(self._services.screen.now)
            else:
                film = training_film(training_room(self._services.whole.now))
        except UserError as error:
            self._show(problem=error.message)
            return
        self._bench.apply(notice_dismissed)
        self._show(progress=FileProgress(0, film.count))
        path = wanted.file.path
        self._token = self._desk.submit(
            lambda: saving_steps(film, wanted.theme, wanted.file),
            on_item=lambda progress: self._show(progress=progress),
            on_failed=self._on_failed,
            on_finished=lambda: self._on_finished(path),
        )

    def cancel(self) -> None:
        """Cancel saving; an existing file stays unchanged."""
        self._desk.drop(self._token)
        self._token = None
        self._show()

    def _on_failed(self, message: Message, details: str) -> None:
        self._token = None
        self._show(problem=message)
        if details:
            self._bench.apply(failed, message, details)

    def _on_finished(self, path: Path) -> None:
        self._token = None
        self._show()
        self._bench.apply(told, Message("The animation was saved as {path}.", {"path": path}))
        self.saved.emit()

    def _show(
        self, *, progress: FileProgress | None = None, problem: Message | None = None
    ) -> None:
        now = AnimationState(progress=progress, problem=problem)
        self._own.apply(lambda state: state if state == now else now)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationSnapshot:
    """The animations that can be saved, and the progress of one.

    Attributes:
        steps, moments: of the translation on screen, and of the run on show; 0 = none.
        sentence, run: their subjects.
        nearest: the one of both that is on screen.
    """

    steps: int = 0
    moments: int = 0
    sentence: str = ""
    run: str = ""
    nearest: AnimationSubject = "decoding"
    state: AnimationState = AnimationState()

    def count(self, subject: AnimationSubject) -> int:
        return self.steps if subject == "decoding" else self.moments


def resolve_animation(state: AppState) -> AnimationSnapshot:
    room = training_room(state)
    bench, moments = looked_at(room), len(moments_on_show(room.own))
    history = room.own.runs.history(room.own.runs.shown)
    trained = bool(moments) and (bench.recorded or in_front(room))
    return AnimationSnapshot(
        steps=bench.trace.n_places if bench.trace else 0,
        moments=moments,
        sentence=bench.trace.source_text if bench.trace else "",
        run=history.card.name if history is not None and moments else "",
        nearest="training" if trained else "decoding",
        state=state.animation,
    )


SUBJECTS: tuple[AnimationSubject, ...] = ("decoding", "training")
SUFFIXES = (".mp4", ".gif")
SIZES = (SIZE, (1920, 1080), (3840, 2160), (960, 720), (720, 720), (640, 480))

CHARACTERS = 22
"""Characters of an entry that are shown."""


class AnimationDialog(Themed, Translated, QDialog):
    """Not modal: the window stays usable while frames are painted; closing it cancels them."""

    def __init__(self, theme: Theme, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller = AnimationController(services, self)
        self._controller.saved.connect(super().reject)
        self._snapshot = AnimationSnapshot()
        self.subject, self.form, self.size_choice, self.colours = (
            CalmCombo(characters=CHARACTERS) for _ in range(4)
        )
        self.speed = QDoubleSpinBox(decimals=1, singleStep=0.5)
        self.summary, self.problem = text_label("soft", wraps=True), text_label(wraps=True)
        self.progress = QProgressBar(textVisible=False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save_button = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.save_button.setProperty("primary", True)
        self._labels = [text_label() for _ in range(5)]
        name_parts(self, "animation-dialog")
        self._arrange()
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)
        for changed in (self.subject.currentIndexChanged, self.speed.valueChanged):
            changed.connect(self._show)
        self.set_theme(theme)
        self._retranslate()
        self.colours.setCurrentIndex(int(theme.is_dark))
        services.presenter.show(services.whole, resolve_animation, self.set_snapshot)

    def open_page(self) -> None:
        if self._snapshot.state.progress is None:
            self.subject.setCurrentIndex(SUBJECTS.index(self._snapshot.nearest))
        self.show()
        self.raise_()
        self.activateWindow()

    def set_snapshot(self, snapshot: AnimationSnapshot) -> None:
        self._snapshot = snapshot
        self._show()

    def wanted_subject(self) -> AnimationSubject:
        return SUBJECTS[max(self.subject.currentIndex(), 0)]

    def reject(self) -> None:
        # Cancel, Esc and the window's close button cancel an unfinished animation first.
        if self._snapshot.state.progress is not None:
            self._controller.cancel()
            return
        super().reject()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._form.setSpacing(2 * unit)
        self._form.setHorizontalSpacing(4 * unit)
        self.speed.lineEdit().setTextMargins(2 * unit, 0, 0, 0)
        self._column.setSpacing(3 * unit)
        self._column.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        self.setMinimumWidth(round(440 * self.theme.scale))

    def _arrange(self) -> None:
        self.setModal(False)
        self._form, self._column = QGridLayout(), QVBoxLayout(self)
        fields = (self.subject, self.form, self.speed, self.size_choice, self.colours)
        for row, (label, field) in enumerate(zip(self._labels, fields, strict=True)):
            label.setBuddy(field)
            self._form.addWidget(label, row, 0)
            self._form.addWidget(field, row, 1)
        self._form.setColumnStretch(1, 1)
        self._column.addLayout(self._form)
        for part in (self.summary, self.problem, self.progress, self.buttons):
            self._column.addWidget(part)
        self.speed.setRange(float(SLOWEST), float(FASTEST))
        self.speed.setValue(float(FPS))
        self.problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.save_button.setDefault(True)

    @Slot()
    def _ask(self) -> None:
        suffix = SUFFIXES[self.form.currentIndex()]
        path = file_dialogs.ask_output_path(self, "animation", self._about(), suffix)
        if path is None:
            return
        width, height = SIZES[self.size_choice.currentIndex()]
        file = AnimationFile(path=path, width=width, height=height, fps=self._fps())
        theme = dark_theme() if self.colours.currentIndex() else light_theme()
        self._controller.save(
            AnimationRequest(subject=self.wanted_subject(), file=file, theme=theme)
        )

    def _fps(self) -> Fraction:
        return Fraction(round(10 * self.speed.value()), 10)

    def _about(self) -> str:
        training = self.wanted_subject() == "training"
        return self._snapshot.run if training else self._snapshot.sentence

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Save animation"))
        self.progress.setAccessibleName(self.windowTitle())
        names = (
            self.tr("&What"),
            self.tr("&Format"),
            self.tr("Frames &per second"),
            self.tr("Si&ze"),
            self.tr("&Colours"),
        )
        for label, name in zip(self._labels, names, strict=True):
            label.setText(name)
        self.save_button.setText(self.tr("&Save as…"))
        entries = (
            (self.subject, (self.tr("Decoding, step by step"), self.tr("Training, over time"))),
            (self.form, (self.tr("Video (MP4)"), self.tr("Animation (GIF)"))),
            (self.size_choice, tuple(f"{width} × {height}" for width, height in SIZES)),
            (self.colours, (self.tr("Light"), self.tr("Dark"))),
        )
        for combo, texts in entries:
            combo.show_entries(texts, max(combo.currentIndex(), 0))
        self._show()

    @Slot()
    def _show(self) -> None:
        state = self._snapshot.state
        saving, count = state.progress is not None, self._snapshot.count(self.wanted_subject())
        for field in (self.subject, self.form, self.speed, self.size_choice, self.colours):
            field.setEnabled(not saving)
        self.save_button.setEnabled(not saving and count > 0)
        self.progress.setVisible(saving)
        if state.progress is not None:
            self.progress.setRange(0, state.progress.total)
            self.progress.setValue(state.progress.done)
        self.problem.setVisible(state.problem is not None)
        self.problem.setText(message_text(state.problem) if state.problem else "")
        self.summary.setText(self._summary(count))

    def _summary(self, count: int) -> str:
        progress = self._snapshot.state.progress
        if progress is not None:
            said = self.tr("Drawing frame {done} of {count}…")
            return said.format(done=min(progress.done + 1, progress.total), count=progress.total)
        training = self.wanted_subject() == "training"
        if not count and training:
            return self.tr("No run with recorded attention is shown. Choose one in Train › Runs.")
        if not count:
            return self.tr("There are no steps to animate: type a sentence first.")
        file = AnimationFile(path=Path(), fps=self._fps())
        seconds = spoken_time(float((count + file.held) / file.fps))
        said = self.tr("{count} frames of “{about}”, {seconds}. The last frame is held briefly.")
        return said.format(count=count, about=isolated(self._about()), seconds=seconds)
