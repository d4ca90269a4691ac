"""One line after a run was deleted, with a button that brings it back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.texts.message_text import isolated
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class UndoLine(Themed, Translated, QWidget):
    """Hidden while nothing can be brought back."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """Nothing was deleted."""
        super().__init__()
        self._name: str | None = None
        self.sentence, self.button = QLabel(self), QPushButton(self)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self.sentence, 1)
        self._line.addWidget(self.button)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button.setProperty("compact", True)
        self.button.clicked.connect(intents.undo_requested)
        self.set_theme(theme)
        self._retranslate()
        self.hide()

    def set_name(self, name: str | None) -> None:
        """The run that was deleted last, or None; it is said when it is another one."""
        if name == self._name:
            return
        self._name = name
        self._show()
        self.setVisible(name is not None)
        if name is not None:
            event = QAccessibleAnnouncementEvent(self, self.sentence.text())
            QAccessible.updateAccessibility(event)

    def _dress(self) -> None:
        self._line.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self.button.setText(self.tr("Undo"))
        self.button.setAccessibleName(self.tr("Undo"))
        self.button.setToolTip(self.tr("Bring the deleted run back (Ctrl+Z in the list)"))
        self._show()

    def _show(self) -> None:
        text = self.tr("{name} was deleted.")
        self.sentence.setText("" if self._name is None else text.format(name=isolated(self._name)))
