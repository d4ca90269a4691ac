"""A widget that scrolls where there is too little room for all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def scrolled(content: QWidget) -> QScrollArea:
    """The content in an area that shows the ground behind it; keys stay with the content."""
    area = QScrollArea()
    # asked for the one that Qt has made, PySide makes the types of all widgets that there are
    area.setViewport(QWidget())
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    return area
