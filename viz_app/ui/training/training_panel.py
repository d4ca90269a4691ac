"""The training tab: what to train, how far it is, its loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viz_app.state.training import TrainingState
from viz_app.state.training_view import TrainingSnapshot
from viz_app.ui.design.theme import Theme, light_theme
from viz_app.ui.frame.file_dialogs import CHECKPOINT_SUFFIX, ask_save_path
from viz_app.ui.texts.message_text import message_text
from viz_app.ui.training.training_form import TrainingForm
from viz_app.ui.training.training_readout import TrainingReadout
from viz_app.ui.training.training_texts import run_sentence

if TYPE_CHECKING:
    from viz_app.ui.training.loss_curve import LossCurve

LOW = 400
"""A panel lower than this, in px at normal size, leaves out the heading of its form."""


class TrainingPanel(QWidget):
    """Asks for runs, shows one; the curve of its loss comes with :meth:`furnish`."""

    training_requested = Signal(object)
    pause_requested = Signal()
    resume_requested = Signal()
    training_cancelled = Signal()
    save_requested = Signal(object)
    open_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """No run yet."""
        super().__init__(parent)
        self._low = LOW
        self._theme = light_theme()
        self._snapshot = TrainingSnapshot(training=TrainingState(), tasks=(), presets=())
        self._form_frame, self._run_frame = QFrame(self), QFrame(self)
        self._title, self.status, self.problem = QLabel(self), QLabel(self), QLabel(self)
        self.form = TrainingForm(self)
        self.start, self.pause, self.cancel = (QPushButton(self) for _ in range(3))
        self.open, self.save = QPushButton(self), QPushButton(self)
        self.readout = TrainingReadout(self)
        self.curve: LossCurve | None = None
        self._dress()
        self._arrange()
        self._connect()
        self.retranslate()

    def set_snapshot(self, snapshot: TrainingSnapshot) -> None:
        """Show choices and the run; shows, never modifies state."""
        old, self._snapshot = self._snapshot, snapshot
        if snapshot == old:
            return
        if (snapshot.tasks, snapshot.presets) != (old.tasks, old.presets):
            self.form.set_choices(snapshot.tasks, snapshot.presets)
        if snapshot.training.request != old.training.request:
            self.form.set_request(snapshot.training.request)
        held = self._focused()
        self._show_run()
        if held is not None:
            self._move_focus(held)

    def furnish(self) -> None:
        """Add the curve, for which pyqtgraph is imported: too slow before the window is there."""
        from viz_app.ui.training.loss_curve import LossCurve

        self.curve = LossCurve(self)
        self.curve.set_theme(self._theme)
        self.curve.set_curve(self._snapshot.training.curve)
        self._run_rows.insertWidget(self._run_rows.count() - 1, self.curve, 1)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._theme = theme
        unit, self._low = theme.unit, round(LOW * theme.scale)
        self._columns.setSpacing(3 * unit)
        for rows in (self._form_rows, self._run_rows):
            rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
            rows.setSpacing(3 * unit)
        self._buttons.setSpacing(2 * unit)
        self._form_frame.setFixedWidth(84 * unit)
        for view in (self.form, self.readout):
            view.set_theme(theme)
        if self.curve is not None:
            self.curve.set_theme(theme)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self._title.setText(self.tr("Train a model"))
        for button, text, tip in (
            (self.start, self.tr("Start"), self.tr("Start training")),
            (self.cancel, self.tr("Cancel"), self.tr("End the run; the current model stays")),
            (self.save, self.tr("Save model…"), self.tr("Save the current model to a file")),
            (self.open, self.tr("Open model…"), self.tr("Open a model from a file")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
        self.readout.retranslate()
        self._show_run()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the form its room in a low window."""
        super().resizeEvent(event)
        self._title.setHidden(self.height() < self._low)

    def ask_and_save(self) -> None:
        """Ask where to save the current model, then ask for it to be saved."""
        path = ask_save_path(self, self._suggestion())
        if path is not None:
            self.save_requested.emit(path)

    def _dress(self) -> None:
        self._title.setProperty("role", "title")
        self.problem.setProperty("role", "danger")
        self.problem.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setWordWrap(True)
        self.start.setProperty("primary", True)
        for frame in (self._form_frame, self._run_frame):
            frame.setProperty("panel", True)

    def _arrange(self) -> None:
        self._columns = QHBoxLayout(self)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.addWidget(self._form_frame)
        self._columns.addWidget(self._run_frame, 1)
        self._form_rows, self._run_rows = (
            QVBoxLayout(self._form_frame),
            QVBoxLayout(self._run_frame),
        )
        self._buttons = QGridLayout()
        for place, button in enumerate((self.start, self.pause, self.cancel)):
            self._buttons.addWidget(button, 0, place)
        files = QHBoxLayout()
        files.addWidget(self.open)
        files.addWidget(self.save)
        for item in (self._title, self.form, self.problem):
            self._form_rows.addWidget(item)
        self._form_rows.addLayout(self._buttons)
        self._form_rows.addStretch(1)
        self._form_rows.addLayout(files)
        self._run_rows.addWidget(self.status)
        self._run_rows.addWidget(self.readout)
        self._run_rows.addStretch()

    def _connect(self) -> None:
        self.form.edited.connect(self._show_form)
        self.start.clicked.connect(self._on_start)
        self.pause.clicked.connect(self._on_pause)
        self.cancel.clicked.connect(self.training_cancelled)
        self.save.clicked.connect(self.ask_and_save)
        self.open.clicked.connect(self.open_requested)

    def _show_run(self) -> None:
        training = self._snapshot.training
        paused = training.status == "paused"
        text = self.tr("Resume") if paused else self.tr("Pause")
        self.pause.setText(text)
        self.pause.setAccessibleName(text)
        self.pause.setToolTip(
            self.tr("Go on where it paused") if paused else self.tr("Let the run wait")
        )
        saving = training.progress is not None and training.progress.done
        self.pause.setEnabled(paused or (training.status == "running" and not saving))
        self.cancel.setEnabled(training.active and not saving)
        self.save.setEnabled(self._snapshot.can_save)
        self.readout.set_progress(training.progress, _validation(training))
        if self.curve is not None:
            self.curve.set_curve(training.curve)
        self.status.setText(run_sentence(training))
        self._show_form()

    @Slot()
    def _show_form(self) -> None:
        problem = self.form.problem()
        active = self._snapshot.training.active
        self.problem.setText(message_text(problem) if problem else "")
        self.problem.setVisible(problem is not None)
        self.form.setEnabled(not active)
        self.start.setEnabled(not active and problem is None)

    def _focused(self) -> QWidget | None:
        """The button of a run, or its sentence, that has the focus."""
        held = (self.start, self.pause, self.cancel, self.status)
        return next((widget for widget in held if widget.hasFocus()), None)

    def _move_focus(self, held: QWidget) -> None:
        """Off what cannot be pressed any more; never on to Cancel, where it would be pressed."""
        if held.isEnabled() and held is not self.status:
            return
        active = self._snapshot.training.active
        wanted = (self.pause, self.status) if active else (self.start, self.form.task)
        place = next(widget for widget in wanted if widget.isEnabled())
        place.setFocus(Qt.FocusReason.OtherFocusReason)

    def _suggestion(self) -> str:
        name = self._snapshot.model_name or self.tr("model")
        return f"{name}{CHECKPOINT_SUFFIX}"

    @Slot()
    def _on_start(self) -> None:
        self.training_requested.emit(self.form.request())

    @Slot()
    def _on_pause(self) -> None:
        if self._snapshot.training.status == "paused":
            self.resume_requested.emit()
        else:
            self.pause_requested.emit()


def _validation(training: TrainingState) -> float | None:
    """The last validation loss of a run."""
    losses = (point.validation_loss for point in reversed(training.curve))
    return next((loss for loss in losses if loss is not None), None)
