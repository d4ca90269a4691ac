"""A view on the screen, as large as a test wants it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

View = TypeVar("View", bound=QWidget)


def on_screen(qtbot: QtBot, view: View, width: int, height: int) -> View:
    """The view, shown, until the test ends."""
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    return view
