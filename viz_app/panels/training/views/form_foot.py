"""The end of the form: what is left out, how long it will take, what is wrong; the start."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.snapshot.panel import FormSnapshot
from viz_app.panels.training.texts.form import estimate_sentence
from viz_app.texts.message_text import message_text
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class FormFoot(Themed, Translated, QWidget):
    """A sentence and a button.

    Signals:
        start_requested: the button was pressed.
    """

    start_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is measured."""
        super().__init__(parent)
        self._snapshot, self._wrong = FormSnapshot(), ""
        self.sentence, self.left_out, self.problem = (text_label(parent=self) for _ in range(3))
        self.start = QPushButton(self)
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.start.clicked.connect(self.start_requested)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: FormSnapshot, wrong: str) -> None:
        """Show the estimate, or what is wrong in the form; shows, never modifies state."""
        self._snapshot, self._wrong = snapshot, wrong
        problem = wrong or (message_text(snapshot.problem) if snapshot.problem else "")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.sentence.setText("" if problem else estimate_sentence(snapshot))
        self.sentence.setVisible(not problem)
        self.left_out.setText(message_text(snapshot.left_out) if snapshot.left_out else "")
        self.left_out.setVisible(snapshot.left_out is not None)
        self.start.setEnabled(not wrong and not snapshot.active and not snapshot.too_large)
        self.start.setToolTip(
            self.tr("A model is being trained: stop it first, or wait")
            if snapshot.active
            else self.tr("Start training")
        )

    def _dress(self) -> None:
        self._rows.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        self.start.setText(self.tr("Start"))
        self.start.setAccessibleName(self.tr("Start"))
        self.set_snapshot(self._snapshot, self._wrong)

    def _arrange(self) -> None:
        self.problem.setProperty("role", "danger")
        self.left_out.setProperty("role", "warning")
        self.start.setProperty("primary", True)
        self._rows.setContentsMargins(0, 0, 0, 0)
        for label in (self.left_out, self.sentence, self.problem):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            self._rows.addWidget(label)
        self._rows.addWidget(self.start)
