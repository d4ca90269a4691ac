"""Window sizes, full screen, and the picture without its controls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QMainWindow,
    QWidget,
)

from viz_app.app.frame.places import CentreArea
from viz_app.app.menus.menu_bar import Menus
from viz_app.design.theme import Theme
from viz_app.storage.settings import WindowPlace
from viz_app.widgets.layout import room_on_screen

SMALLEST = (900, 600)
"""In px at normal size."""

PROJECTOR = QSize(1280, 800)
"""A window of this size is large enough, at presentation size too."""

SPACE_USERS = (QAbstractButton, QAbstractItemView, QComboBox)
"""Widgets that Space presses, opens, or makes a choice in."""

LOW = 700
"""A window lower than this, in px at normal size, shows its pictures and less around them."""

TITLE_BAR = 40
"""Px reserved for the title bar while its height is unknown: before the window is shown."""

ROOMY = 900
"""In px at normal size: a window at least this high has room for pictures above each other."""


def is_roomy(window: QWidget, theme: Theme) -> bool:
    return window.height() >= round(ROOMY * theme.scale)


def is_low(window: QWidget, theme: Theme) -> bool:
    return window.height() < round(LOW * theme.scale)


def smallest_size(window: QWidget, theme: Theme, *, beside: int = 0) -> QSize:
    """Smallest size for all content at the theme's text size, at most that of the screen.

    ``beside`` are px in the width for what is beside the pages.
    """
    wanted = QSize(*(round(side * theme.scale) for side in SMALLEST)) + QSize(beside, 0)
    return wanted.boundedTo(PROJECTOR).boundedTo(largest_size(window))


def largest_size(window: QWidget) -> QSize:
    """Largest size, without the frame, in the available area of the screen."""
    title_bar = TITLE_BAR if window.frameSize() == window.size() else 0
    return room_on_screen(window) - QSize(0, title_bar)


def fit_to_screen(window: QWidget, place: QRect | None = None) -> None:
    """Limit a window to its screen; at ``place``, if given, moved until it is visible.

    On a screen smaller than ``SMALLEST`` the limit is ``PROJECTOR``, and the position is kept.
    """
    if window.isMaximized() or window.isFullScreen():
        return
    largest = largest_size(window)
    fits = largest.expandedTo(QSize(*SMALLEST)) == largest
    wanted = place.size() if place is not None else window.size()
    size = wanted.boundedTo(largest if fits else PROJECTOR)
    window.resize(size)
    if place is None:
        return
    free, corner = window.screen().availableGeometry(), place.topLeft()
    if fits:
        room = QRect(free.topLeft(), largest - size)
        corner.setX(max(room.left(), min(corner.x(), room.left() + room.width())))
        corner.setY(max(room.top(), min(corner.y(), room.top() + room.height())))
    window.move(corner)


def limit_to_screen(window: QWidget, theme: Theme, *, beside: int = 0) -> None:
    window.setMinimumSize(smallest_size(window, theme, beside=beside))
    fit_to_screen(window)


def place_of(window: QWidget) -> WindowPlace:
    """Geometry of a window; if maximised or full screen, the one before that."""
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
    """Restore a window's geometry, as far as the screens are still there."""
    rect = QRect(place.x, place.y, place.width, place.height)
    top = QPoint(rect.center().x(), rect.top())
    screen = QGuiApplication.screenAt(top)
    if screen is None:
        window.resize(rect.size())
        fit_to_screen(window)
    else:
        window.setScreen(screen)
        fit_to_screen(window, rect)
    if place.maximised:
        window.setWindowState(Qt.WindowState.WindowMaximized)


def keeps_space(window: QMainWindow, event: QEvent) -> bool:
    """Whether the widget with the focus has a use for Space, which else reveals what is hidden."""
    space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
    return space and has_own_space(window.focusWidget())


def has_own_space(widget: QWidget | None) -> bool:
    return isinstance(widget, SPACE_USERS) and not widget.property("reveals")


class ScreenModes(QObject):
    """Full screen, and the picture only; Esc leaves them unless a notice or a view handles it."""

    def __init__(self, window: QMainWindow, menus: Menus, area: CentreArea) -> None:
        super().__init__(window)
        self._window, self._menus, self._area = window, menus, area
        self._full_screen = menus.action("full_screen")
        self._picture_only = menus.action("picture_only")
        self._is_only, self._was_full = False, False
        window.installEventFilter(self)
        self._full_screen.triggered.connect(self.show_full_screen)
        self._picture_only.triggered.connect(self.show_picture_only)
        self.follow()

    @Slot(bool)
    def show_full_screen(self, wanted: bool) -> None:
        state, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if wanted else state & ~full)
        self.follow()

    @Slot(bool)
    def show_picture_only(self, wanted: bool) -> None:
        if wanted == self._is_only:
            return
        if wanted:
            self._was_full = self._window.isFullScreen()
        self._strip(wanted=wanted)
        self.show_full_screen(wanted or self._was_full)

    def follow(self) -> None:
        # The mode with the picture only requires full screen.
        full = self._window.isFullScreen()
        if self._is_only and not full:
            self._strip(wanted=False)
        self._full_screen.setChecked(full)
        self._picture_only.setChecked(self._is_only)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Only an Esc that no widget has accepted arrives at the window.
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        pressed = escape and event.type() == QEvent.Type.KeyPress
        if pressed and self._window.isFullScreen():
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _leave(self) -> None:
        if self._is_only:
            self.show_picture_only(False)
        else:
            self.show_full_screen(False)

    def _strip(self, *, wanted: bool) -> None:
        self._is_only = wanted
        self._window.addActions(self._menus.all_actions())  # keys of a hidden menu bar are dead
        self._window.menuBar().setHidden(wanted)
        self._area.show_picture_only(only=wanted)
