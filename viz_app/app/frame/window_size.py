"""How small the window may be made, when it is low, and where it was the last time."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.storage.window_place import WindowPlace
from viz_app.widgets.screen_room import room_on_screen

SMALLEST = (900, 600)
"""In px at normal size."""

PROJECTOR = QSize(1280, 800)
"""A window of this size is large enough, at presentation size too."""

LOW = 700
"""A window lower than this, in px at normal size, shows its pictures and less around them."""

ROOMY = 900
"""One that is not lower than this has room for more than one picture above another."""


def is_roomy(window: QWidget, theme: Theme) -> bool:
    """Whether there is height to spare at the theme's size."""
    return window.height() >= round(ROOMY * theme.scale)


def is_low(window: QWidget, theme: Theme) -> bool:
    """Whether there is little room for the pictures at the theme's size."""
    return window.height() < round(LOW * theme.scale)


def smallest_size(window: QWidget, theme: Theme) -> QSize:
    """As large as everything needs at the theme's size, but never larger than the screen."""
    wanted = QSize(*(round(side * theme.scale) for side in SMALLEST))
    return wanted.boundedTo(PROJECTOR).boundedTo(room_on_screen(window))


def place_of(window: QWidget) -> WindowPlace:
    """Where a window is; of one that has the whole screen, where it was before."""
    whole = window.isMaximized() or window.isFullScreen()
    rect = window.normalGeometry() if whole else QRect(window.pos(), window.size())
    return WindowPlace(
        x=rect.x(),
        y=rect.y(),
        width=rect.width(),
        height=rect.height(),
        maximised=window.isMaximized(),
    )


def put_back(window: QWidget, place: WindowPlace) -> None:
    """Put a window where it was, as far as there are screens for it today."""
    rect = QRect(place.x, place.y, place.width, place.height)
    top = QPoint(rect.center().x(), rect.top())
    screen = QGuiApplication.screenAt(top)
    largest = (screen or window.screen()).availableSize().expandedTo(PROJECTOR)
    window.resize(rect.size().boundedTo(largest))
    if screen is not None:
        window.move(rect.topLeft())
    if place.maximised:
        window.setWindowState(Qt.WindowState.WindowMaximized)
