"""The translation as text, with a way to copy it, and why decoding stopped."""

from __future__ import annotations

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from model.trace import StopReason
from viz_app.ui.design.icons import icon_size, themed_icon
from viz_app.ui.design.theme import Theme
from viz_app.ui.frame.step_keys import StepKeys


class TranslationLine(QWidget):
    """Text that can be selected and copied; says when the length limit ended it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No translation."""
        super().__init__(parent)
        self.caption, self.stop_label = QLabel(self), QLabel(self)
        self.text = QLineEdit(self, readOnly=True)
        self.copy = QPushButton(self)
        StepKeys(self.text)
        self._arrange()
        self.copy.clicked.connect(self.copy_translation)
        self.set_translation("", "running")
        self.retranslate()

    def set_translation(self, translation: str, stop: StopReason) -> None:
        """Show the target text so far; shows, never modifies state."""
        if translation != self.text.text():
            self.text.setText(translation)
            self.text.setCursorPosition(0)
        self.copy.setEnabled(bool(translation))
        self.stop_label.setVisible(stop == "length limit")

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._row.setSpacing(2 * theme.unit)
        self.copy.setIcon(themed_icon("copy", theme))
        self.copy.setIconSize(QSize(icon_size(theme), icon_size(theme)))

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        self.caption.setText(self.tr("Translation"))
        self.text.setAccessibleName(self.tr("Translation"))
        self.text.setToolTip(self.tr("The target as text"))
        self.text.setPlaceholderText(self.tr("The translation appears here"))
        self.copy.setAccessibleName(self.tr("Copy the translation"))
        self.copy.setToolTip(self.tr("Copy the translation"))
        self.stop_label.setText(self.tr("Stopped at the length limit"))
        self.stop_label.setToolTip(
            self.tr("The model did not end the sentence before its longest length")
        )

    def _arrange(self) -> None:
        self.caption.setProperty("role", "small")
        self.stop_label.setProperty("role", "warning")
        self.text.setProperty("compact", True)
        self.text.setProperty("role", "sentence")
        self.copy.setProperty("compact", True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.caption)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.copy)
        self._row.addWidget(self.stop_label)

    @Slot()
    def copy_translation(self) -> None:
        """Put the translation on the clipboard."""
        QGuiApplication.clipboard().setText(self.text.text())
