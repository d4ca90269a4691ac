"""Which picture is meant: the one with the keyboard or the mouse, else the main one in front."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QLabel,
    QWidget,
)

from viz_app.app.frame.centre import pictures_of
from viz_app.design.theme import Theme
from viz_app.texts.isolates import without_isolates
from viz_app.widgets.pictured import Pictured, pictures_inside

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class Taken:
    """A widget to take along, and what has given it its colours."""

    view: QWidget
    owner: Any

    @property
    def theme(self) -> Theme:
        """The one on the screen."""
        theme: Theme = self.owner.theme
        return theme


def meant_picture(window: MainWindow) -> Taken | None:
    """The picture that has the keyboard, else the one under the mouse, else the main one.

    In a page of its own that lies over the window, those of that page. A button that was clicked
    in a picture means none: it has changed what the others show.
    """
    under, active = QApplication.widgetAt(QCursor.pos()), QApplication.activeWindow()
    if active is not None and active is not window and active.parentWidget() is window:
        found = max(pictures_inside(active), key=_area, default=None)
        if found is not None:
            return Taken(found, active)
    for widget in (window.focusWidget(), under):
        around = picture_around(window, widget)
        is_control = isinstance(widget, QAbstractButton | QAbstractSlider)
        if around is not None and (around.view is widget or not is_control):
            return around
    return main_picture(window)


def picture_around(window: MainWindow, widget: QWidget | None) -> Taken | None:
    """The nearest picture that a widget is in, or is."""
    view = widget
    while view is not None and not isinstance(view, Pictured):
        view = view.parentWidget()
    owners: tuple[QWidget, ...] = (window.tabs.page(), window.timeline, window.replay)
    if view is not None and view.window() is not window:
        owners = (view.window(),)
    for owner in owners:
        if view is not None and (view is owner or owner.isAncestorOf(view)):
            return Taken(view, owner)
    return None


def main_picture(window: MainWindow) -> Taken | None:
    """The largest picture of the page in front; of equal ones, the first."""
    page = window.tabs.page()
    area = pictures_of(page)
    found = [area] if isinstance(area, Pictured) else list(pictures_inside(area))
    largest = max(found, key=_area, default=None)
    return None if largest is None else Taken(largest, page)


def whole_view(window: MainWindow) -> Taken:
    """All pictures of the page in front, as they stand beside each other."""
    page = window.tabs.page()
    return Taken(pictures_of(page), page)


def chosen_text(view: QWidget | None) -> str:
    """Of a label, a table or a list what Qt would copy of it, whose keys the window has taken."""
    if isinstance(view, QLabel):
        return without_isolates(view.selectedText())
    index = view.currentIndex() if isinstance(view, QAbstractItemView) else QModelIndex()
    return str(index.data() or "") if index.isValid() else ""


def _area(view: QWidget) -> int:
    return view.width() * view.height()
