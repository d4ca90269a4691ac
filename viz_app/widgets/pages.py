"""Pages of which one is in front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from viz_app.design.theme import catch_up
from viz_app.widgets.themed import Themed


class Pages(Themed, QStackedWidget):
    """One above the other: another theme dresses that in front; the others when they come there."""

    _measured: QWidget | None = None

    def fill(self, pages: Iterable[QWidget], *, measured: QWidget | None = None) -> None:
        """Add pages; the first of all is in front.

        Args:
            pages: in the order of their indices.
            measured: one of them that is dressed at once: it is asked for its size.
        """
        self._measured = measured
        for page in pages:
            self.addWidget(page)
        self._spare_hidden()

    def bring(self, page: Any) -> None:
        """Bring a page to the front, dressed as what is around it."""
        catch_up(in_front(page))  # a part of it may have caught up already, itself too
        if getattr(page, "theme", self.theme) != self.theme:
            page.set_theme(self.theme)
        self.setCurrentWidget(page)
        self._spare_hidden()

    def behind(self) -> list[QWidget]:
        """The pages that nobody sees or measures."""
        here = self.currentWidget(), self._measured
        return [page for page in self._all() if page not in here]

    def _spare_hidden(self) -> None:
        behind = self.behind()
        for page in self._all():
            page.spared = page in behind

    def _all(self) -> list[Any]:
        return [self.widget(index) for index in range(self.count())]


def in_front(page: QWidget) -> list[QWidget]:
    """A page and all that is inside it, but what is behind a page there."""
    inside = [page, *page.findChildren(QWidget)]
    behind = set(all_behind(inside))
    return [widget for widget in inside if widget not in behind]


def all_behind(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    """The pages behind of those that are :class:`Pages`, and all that is inside them."""
    for stack in widgets:
        for page in stack.behind() if isinstance(stack, Pages) else ():
            yield page
            yield from page.findChildren(QWidget)
