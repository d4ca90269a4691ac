"""A widget that scrolls where there is too little room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget


class ScrolledArea(QScrollArea):
    """Measures its content anew in another style only while somebody sees it.

    Else that follows when the content has been laid out, as after every change inside.
    """

    def event(self, event: QEvent) -> bool:
        """Leave out what is dear: all its texts are broken into lines."""
        if event.type() == QEvent.Type.StyleChange and not self.isVisible():
            return QAbstractScrollArea.event(self, event)
        return super().event(event)


def scrolled(content: QWidget) -> ScrolledArea:
    """The content in an area that shows the ground behind it; keys stay with the content."""
    area = ScrolledArea()
    # asked for the one that Qt has made, PySide makes the types of all widgets that there are
    area.setViewport(QWidget())
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    return area
