"""Keeps the keyboard focus near when the focused control disappears."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from viz_app.widgets.pages import in_turn


class FocusKeeper(QObject):
    """Gives the keyboard to a neighbour of a control that is hidden or disabled while it has it.

    Qt gives it to the next one in the order of Tab, which may stand at the other end of the window:
    after the last one that is the source field, with all that stands in it selected.

    It waits until everything that changes together has changed, and a page is made. Whoever gives
    the keyboard to something until then has decided; a control that is there again gets it back.
    """

    def __init__(self, window: QWidget) -> None:
        """Looks after one window."""
        super().__init__(window)
        self._window = window
        self._had: QWidget | None = None
        self._lost: QWidget | None = None
        self._got: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_changed)

    @Slot()
    def _on_changed(self) -> None:
        """It takes neither widget from the signal: the old one may be half deleted by then."""
        old, self._had = self._had, QApplication.focusWidget()
        if old is None or not isValid(old) or not isValid(self._window):
            return
        if not self._window.isVisible() or old.window() is not self._window:
            return
        if _can_be_reached(old):
            self._lost = None
            return
        self._lost, self._got = self._lost or old, self._had
        in_turn(self._window, self._settle)

    def _settle(self, _window: QWidget) -> None:
        lost, self._lost = self._lost, None
        if lost is None or not isValid(lost) or QApplication.focusWidget() is not self._got:
            return
        taker = lost if _can_be_reached(lost) else neighbour(lost)
        if taker is not None:
            taker.setFocus(Qt.FocusReason.OtherFocusReason)


def neighbour(lost: QWidget) -> QWidget | None:
    """The nearest control of the smallest part of the window that has one beside ``lost``."""
    for part in _parts_around(lost):
        others = [other for other in part.findChildren(QWidget) if _takes_keys(other, lost)]
        if others:
            return min(others, key=lambda other: _distance(_place(lost), _place(other)))
    return None


def _parts_around(widget: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None:
        yield above
        above = None if above.isWindow() else above.parentWidget()


def _takes_keys(widget: QWidget, lost: QWidget) -> bool:
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return by_tab and _can_be_reached(widget) and widget.window() is lost.window()


def _can_be_reached(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled()


def _place(widget: QWidget) -> QRect:
    """In its window; where it was, if it is hidden."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _distance(one: QRect, other: QRect) -> tuple[bool, int, int]:
    """What stands on the same line is nearer; else that of their borders, then of their middles."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    down = max(one.top() - other.bottom(), other.top() - one.bottom(), 0)
    return down > 0, across + down, (one.center() - other.center()).manhattanLength()
