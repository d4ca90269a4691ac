"""Widgets in a row that goes on below where there is too little width."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowRow(QLayout):
    """Lays out tools from the left on; each as wide as it wants to be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No tools, no margins."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """One more at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many tools there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """A tool; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take a tool out; None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It needs no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows, in px."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the tools into their places."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """All in one row."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """The widest tool."""
        hints = [item.minimumSize() for item in self._items if not item.isEmpty()]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """Go through the rows of tools; says how high they are."""
        top = rect.top()
        for row in self._rows(rect.width()):
            height = max(item.sizeHint().height() for item in row)
            if place:
                _place(row, QRect(rect.left(), top, rect.width(), height), gap=self.spacing())
            top += height + self.spacing()
        return max(0, top - self.spacing() - rect.top())

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        """As many tools in each as have room."""
        rows: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not rows or used + needed > width:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += needed + self.spacing()
        return rows


def _place(row: list[QLayoutItem], rect: QRect, *, gap: int) -> None:
    """From the left on, each in the middle of the row's height."""
    left = rect.left()
    for item in row:
        hint = item.sizeHint()
        width = min(hint.width(), rect.width())
        top = rect.top() + (rect.height() - hint.height()) // 2
        item.setGeometry(QRect(QPoint(left, top), QSize(width, hint.height())))
        left += width + gap
