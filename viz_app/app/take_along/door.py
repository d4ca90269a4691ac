"""The way to copying and saving: menu entries and the menu under the right mouse button."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget

from viz_app.app.app_state import AppState
from viz_app.app.menus.edit_menu import TAKE_ALONG
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.app.take_along.taker import Taker


class TakeAlong(QObject):
    """Makes what copies and saves when somebody asks for it: few do, and never at the start."""

    def __init__(self, window: MainWindow, desk: JobDesk, *, store: Store[AppState]) -> None:
        """Listen to the window's menu, and to context menus that no view has for itself."""
        super().__init__(window)
        self._window, self._desk, self._store = window, desk, store
        self._made: Taker | None = None
        for name in TAKE_ALONG:
            window.menus.edit.action(name).triggered.connect(partial(self._take, name))
        window.installEventFilter(self)

    def join(self, page: QWidget) -> None:
        """A page that lies over the window has pictures, too: keys and menu are the same there."""
        for name in TAKE_ALONG:
            page.addAction(self._window.menus.edit.action(name))
        page.installEventFilter(self)

    @property
    def taker(self) -> Taker:
        """What copies and saves."""
        from viz_app.app.take_along.taker import Taker

        if self._made is None:
            self._made = Taker(self._window, self._desk, store=self._store)
        return self._made

    def _take(self, name: str) -> None:
        """What an entry of the menu is called, so is what does it."""
        getattr(self.taker, name)()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A view that has no menu of its own lets the event come up to the window."""
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget):
            by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
            meant = watched.focusWidget() if by_keys else watched.childAt(event.pos())
            return self.taker.offer(meant, event.globalPos())
        return super().eventFilter(watched, event)
