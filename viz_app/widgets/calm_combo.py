"""A chooser that the mouse wheel cannot change by accident."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

from viz_app.texts.isolates import safe

_BESIDE = 2
"""Px of its field that Qt leaves free beside the text."""


class CalmCombo(QComboBox):
    """A combo box that leaves the wheel to what it stands in, and keeps a steady width."""

    def __init__(self, parent: QWidget | None = None, *, characters: int = 8) -> None:
        """Wide enough for so many characters; longer entries are elided while closed."""
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(characters)

    def show_entries(self, texts: Sequence[str], current: int) -> None:
        """Show these entries, one chosen, without a signal; a list stays open if they stay."""
        shown = [*map(safe, texts)]
        with QSignalBlocker(self):
            if [self.itemText(index) for index in range(self.count())] != shown:
                self.clear()
                self.addItems(shown)
            self.setCurrentIndex(current)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Style sheets would cut a letter where it has no room."""
        super().initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, room.width() - _BESIDE
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what is around."""
        event.ignore()
