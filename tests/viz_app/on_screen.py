"""A view as a test finds it: in a window of its own, painted with what it shows."""

from typing import TypeVar

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

Shown = TypeVar("Shown", bound=QWidget)


def on_screen(
    qtbot: QtBot, view: Shown, snapshot: object = None, *, size: tuple[int, int] | None = None
) -> Shown:
    """The same view, shown in a size; painted if a snapshot is given."""
    qtbot.addWidget(view)
    if size is not None:
        view.resize(*size)
    view.show()
    if snapshot is not None:
        view.set_snapshot(snapshot)
        grabbed(view)
    return view


def grabbed(view: QWidget) -> QPixmap:
    """How it looks; painted with what it shows."""
    return view.grab()
