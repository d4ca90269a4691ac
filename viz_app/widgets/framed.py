"""A view on a panel of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget


def framed(view: QWidget) -> QFrame:
    """The view in a frame with a hairline and round corners."""
    frame = QFrame()
    frame.setProperty("panel", True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(1, 1, 1, 1)
    column.addWidget(view)
    return frame
