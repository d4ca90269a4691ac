"""Full screen, and the picture alone on it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMainWindow

from viz_app.app.frame.centre import Centre
from viz_app.app.menus.menus import Menus


class ScreenModes(QObject):
    """What two entries of the menu do; Esc leaves, once no notice and no view has a use for it."""

    def __init__(self, window: QMainWindow, menus: Menus, centre: Centre) -> None:
        """A window among others."""
        super().__init__(window)
        self._window, self._menus, self._centre = window, menus, centre
        self._full_screen = menus.action("full_screen")
        self._picture_only = menus.action("picture_only")
        self._is_only, self._was_full = False, False
        window.installEventFilter(self)
        self._full_screen.triggered.connect(self.show_full_screen)
        self._picture_only.triggered.connect(self.show_picture_only)
        self.follow()

    @Slot(bool)
    def show_full_screen(self, wanted: bool) -> None:
        """Give the window the whole screen, or its own size again."""
        state, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if wanted else state & ~full)
        self.follow()

    @Slot(bool)
    def show_picture_only(self, wanted: bool) -> None:
        """Fill the screen with the picture, or show the window as it was."""
        if wanted == self._is_only:
            return
        if wanted:
            self._was_full = self._window.isFullScreen()
        self._strip(wanted=wanted)
        self.show_full_screen(wanted or self._was_full)

    def follow(self) -> None:
        """Mark how the window is now; nothing but the picture is not without the whole screen."""
        full = self._window.isFullScreen()
        if self._is_only and not full:
            self._strip(wanted=False)
        self._full_screen.setChecked(full)
        self._picture_only.setChecked(self._is_only)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave by an Esc that comes to the window itself: nobody in it has taken it."""
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
        self._centre.show_picture_only(only=wanted)
