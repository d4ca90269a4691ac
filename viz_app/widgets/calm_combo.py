"""A chooser that the mouse wheel cannot change by accident."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from viz_app.texts.isolates import safe


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

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what is around."""
        event.ignore()
