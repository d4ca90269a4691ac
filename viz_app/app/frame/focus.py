"""Keeps the keyboard focus near when the focused control disappears."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from viz_app.app.frame.window_modes import has_own_space
from viz_app.widgets.themed import pictures_inside


class FocusKeeper(QObject):
    """Moves the focus to a neighbour when a control is hidden or disabled while it has the focus.

    Qt moves it to the next widget in tab order, which may be at the other end of the window: after
    the last one this is the source field, with all of its text selected.

    It waits until all changes of one turn are made and a page is created. If the focus was set
    explicitly until then, it stays there; a control that is enabled again gets the focus back.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._had: QWidget | None = None
        self._lost: QWidget | None = None
        self._got: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_changed)

    @Slot()
    def forget(self) -> None:
        """Leave the focus where it was set, whatever has lost it before."""
        self._lost = None

    @Slot()
    def _on_changed(self) -> None:
        # The arguments of the signal are not used: the old widget may be half deleted by then.
        old, self._had = self._had, QApplication.focusWidget()
        if old is None or not isValid(old) or not isValid(self._window):
            return
        if not self._window.isVisible() or old.window() is not self._window:
            return
        if _can_be_reached(old):
            self._lost = None
            return
        self._lost, self._got = self._lost or old, self._had
        QTimer.singleShot(1, self, self._settle)  # after what is posted: a page is made by then

    @Slot()
    def _settle(self) -> None:
        lost, self._lost = self._lost, None
        if lost is None or not isValid(lost) or QApplication.focusWidget() is not self._got:
            return
        exporter = lost if _can_be_reached(lost) else neighbour(lost)
        if exporter is not None:
            exporter.setFocus(Qt.FocusReason.OtherFocusReason)


def focus_picture(page: QWidget) -> None:
    """Leave a control in which Space does not reveal, for the largest picture of a page."""
    control = page.window().focusWidget()
    if isinstance(control, QLineEdit) or has_own_space(control):
        views = pictures_inside(page)
        largest = max(views, key=lambda view: view.width() * view.height(), default=None)
        if largest is None:
            control.clearFocus()
        else:
            largest.setFocus(Qt.FocusReason.OtherFocusReason)


def neighbour(lost: QWidget) -> QWidget | None:
    """The nearest focusable widget in the smallest ancestor of ``lost`` that contains one."""
    for part in _parts_around(lost):
        others = [
            other
            for other in part.findChildren(QWidget)
            if other.focusPolicy() & Qt.FocusPolicy.TabFocus
            and _can_be_reached(other)
            and other.window() is lost.window()
        ]
        if others:
            return min(others, key=lambda other: _distance(_place(lost), _place(other)))
    return None


def _parts_around(widget: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None:
        yield above
        above = None if above.isWindow() else above.parentWidget()


def _can_be_reached(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled()


def _place(widget: QWidget) -> QRect:
    """Geometry in its window; the last known one if hidden."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _distance(one: QRect, other: QRect) -> tuple[bool, int, int]:
    """Sort key: the same line first, then the distance of borders, then of centres."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    down = max(one.top() - other.bottom(), other.top() - one.bottom(), 0)
    return down > 0, across + down, (one.center() - other.center()).manhattanLength()
