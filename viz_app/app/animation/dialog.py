"""The window in which an animation is asked for, and is waited for."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from viz_app.app.animation.saving import AnimationRequest, AnimationSubject
from viz_app.app.animation.snapshot import AnimationSnapshot
from viz_app.design.theme import Theme, dark_theme, light_theme
from viz_app.storage.animation_files import FASTEST, FPS, SIZE, SLOWEST, AnimationFile
from viz_app.texts.isolates import isolated
from viz_app.texts.message_text import message_text
from viz_app.texts.numbers import spoken_time
from viz_app.widgets import file_dialogs
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

SUBJECTS: tuple[AnimationSubject, ...] = ("decoding", "training")
SUFFIXES = (".mp4", ".gif")
SIZES = (SIZE, (1920, 1080), (3840, 2160), (960, 720), (720, 720), (640, 480))

CHARACTERS = 22
"""Of an entry that have room."""


class AnimationDialog(Themed, Translated, QDialog):
    """Not modal: one can go on working while pictures are drawn; closing it gives them up.

    Signals:
        save_requested: with an :class:`AnimationRequest`.
        cancelled: what is being saved is not wanted any more.
    """

    save_requested = Signal(object)
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing to save until :meth:`set_snapshot`."""
        super().__init__(parent)
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
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()
        self.colours.setCurrentIndex(int(theme.is_dark))

    def open_on(self, snapshot: AnimationSnapshot) -> None:
        """Come up with what is on screen chosen, unless one is being saved."""
        if snapshot.state.progress is None:
            self.subject.setCurrentIndex(SUBJECTS.index(snapshot.nearest))
        self.set_snapshot(snapshot)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_snapshot(self, snapshot: AnimationSnapshot) -> None:
        """Show what can be saved, or how far it is; does not modify state."""
        self._snapshot = snapshot
        self._show()

    def wanted_subject(self) -> AnimationSubject:
        """What the user has chosen."""
        return SUBJECTS[max(self.subject.currentIndex(), 0)]

    @Slot()
    def finish(self) -> None:
        """It is done: nothing is left to do here."""
        super().reject()

    def reject(self) -> None:
        """Cancel, Esc or the window's own button: what is being saved is given up."""
        if self._snapshot.state.progress is not None:
            self.cancelled.emit()
            return
        super().reject()

    def _dress(self) -> None:
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

    def _connect(self) -> None:
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)
        self.subject.currentIndexChanged.connect(self._show)
        self.speed.valueChanged.connect(self._show)

    @Slot()
    def _ask(self) -> None:
        """Ask where to, then for the animation."""
        suffix = SUFFIXES[self.form.currentIndex()]
        path = file_dialogs.ask_output_path(self, "animation", self._about(), suffix)
        if path is None:
            return
        width, height = SIZES[self.size_choice.currentIndex()]
        file = AnimationFile(path=path, width=width, height=height, fps=self._fps())
        theme = dark_theme() if self.colours.currentIndex() else light_theme()
        self.save_requested.emit(
            AnimationRequest(subject=self.wanted_subject(), file=file, theme=theme)
        )

    def _fps(self) -> Fraction:
        return Fraction(round(10 * self.speed.value()), 10)

    def _about(self) -> str:
        """What is animated: the run, or the sentence."""
        training = self.wanted_subject() == "training"
        return self._snapshot.run if training else self._snapshot.sentence

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Save animation"))
        self.progress.setAccessibleName(self.windowTitle())
        names = (
            self.tr("&What"),
            self.tr("&Format"),
            self.tr("&Pictures a second"),
            self.tr("Si&ze"),
            self.tr("&Colours"),
        )
        for label, name in zip(self._labels, names, strict=True):
            label.setText(name)
        self.save_button.setText(self.tr("&Save as…"))
        entries = (
            (self.subject, (self.tr("Decoding, step by step"), self.tr("Training, over time"))),
            (self.form, (self.tr("Video (MP4)"), self.tr("Moving picture (GIF)"))),
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
        """How many pictures of what, and how long they take; or how far it is."""
        progress = self._snapshot.state.progress
        if progress is not None:
            said = self.tr("Drawing picture {done} of {count} …")
            return said.format(done=min(progress.done + 1, progress.total), count=progress.total)
        training = self.wanted_subject() == "training"
        if not count and training:
            return self.tr("No run with recorded moments is on show. Choose one in Train › Runs.")
        if not count:
            return self.tr("There are no steps to animate: type a sentence first.")
        file = AnimationFile(path=Path(), fps=self._fps())
        seconds = spoken_time(float((count + file.held) / file.fps))
        said = self.tr("{count} pictures of “{about}”, {seconds}. The last one stays for a moment.")
        return said.format(count=count, about=isolated(self._about()), seconds=seconds)
