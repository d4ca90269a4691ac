"""Stacked pages, made when they are first shown, and work in turns of the event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from shiboken6 import isValid

from model.messages import Message
from viz_app.design.theme import Theme, catch_up
from viz_app.engine.runtime import PAUSE_MS
from viz_app.texts.labels import message_text
from viz_app.widgets.layout import name_parts, placeholder
from viz_app.widgets.themed import Themed, Translated

# ------------------------------------------------------------------------------------ window turns
# Work of one window, a piece a turn: what is made and painted all at once would hold it up.


_Piece = Callable[[Any], object]
"""What is done to a view: a function that all views of a type share."""


def in_turn(view: QWidget, piece: _Piece) -> None:
    """Call ``piece(view)`` in an event-loop turn of its own, unless the view is gone by then."""
    window = view.window()
    directly = Qt.FindChildOption.FindDirectChildrenOnly
    turns = window.findChild(WindowTurns, options=directly) or WindowTurns(window)
    turns.add(view, piece)


class WindowTurns(QTimer):
    """Runs queued pieces, one per turn of the event loop.

    If the timer fires late, something long, mostly painting, has run in the same turn: skip one.

    Attributes:
        meanwhile: entered while a piece is done.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, interval=PAUSE_MS)
        self.meanwhile: AbstractContextManager[None] = nullcontext()
        self._waiting: list[tuple[QWidget, _Piece]] = []
        self._since, self._stepped_back = QElapsedTimer(), False
        self.timeout.connect(self._do_next)

    def add(self, view: QWidget, piece: _Piece) -> None:
        """Queue a piece; one that is queued already keeps its place."""
        if (view, piece) not in self._waiting:
            self._waiting.append((view, piece))
        if not self.isActive():
            self._rest()
            self.start()

    def _do_next(self) -> None:
        if not self._stepped_back and self._since.elapsed() > 2 * PAUSE_MS:
            self._stepped_back = True
            return
        view, piece = self._waiting.pop(0)
        if not self._waiting:
            self.stop()
        if isValid(view):
            with self.meanwhile:
                piece(view)
        self._rest()

    def _rest(self) -> None:
        self._stepped_back = False
        self._since.start()


# ------------------------------------------------------------------------------------------- pages


class Pages(Themed, QStackedWidget):
    """Stacked pages; a new theme is applied to the front page, to others when they are shown."""

    _measured: QWidget | None = None

    def fill(self, pages: Iterable[QWidget], *, measured: QWidget | None = None) -> None:
        """Add pages, the first in front; ``measured`` is styled at once for its size."""
        self._measured = measured
        for page in pages:
            self.addWidget(page)
        self._spare_hidden()

    def bring(self, page: Any) -> None:
        catch_up(in_front(page))  # a part of it may have caught up already, itself too
        if getattr(page, "theme", self.theme) != self.theme:
            page.set_theme(self.theme)
        self.setCurrentWidget(page)
        self._spare_hidden()

    def behind(self) -> list[QWidget]:
        here = self.currentWidget(), self._measured
        return [page for page in self._all() if page not in here]

    def _spare_hidden(self) -> None:
        behind = self.behind()
        for page in self._all():
            page.spared = page in behind

    def _all(self) -> list[Any]:
        return [self.widget(index) for index in range(self.count())]


def in_front(page: QWidget) -> list[QWidget]:
    inside = [page, *page.findChildren(QWidget)]
    behind = set(all_behind(inside))
    return [widget for widget in inside if widget not in behind]


def all_behind(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    """The hidden pages of those that are :class:`Pages`, and all their descendants."""
    for stack in widgets:
        for page in stack.behind() if isinstance(stack, Pages) else ():
            yield page
            yield from page.findChildren(QWidget)


# --------------------------------------------------------------------------------------- late page
# A tab whose panel is made when somebody looks at it first.


class LatePage(Themed, Translated, QStackedWidget):
    """Stores the latest snapshot and theme, and creates its panel when it is first shown.

    So an unopened tab costs nothing at the start; in an opened one the panel is created, gets its
    snapshot and is laid out, in three separate turns.

    With ``waits``, nothing is created before :meth:`furnish`: its imports are still running in the
    worker. Keyboard focus goes to the panel, even if the page has received it before.

    Attributes:
        panel: None until it is shown.

    Signals:
        made: the panel, once, before it is first shown; the time to connect its intents.
    """

    made = Signal(object)

    def __init__(
        self,
        make: Callable[[Theme, QWidget], QWidget],
        theme: Theme,
        *,
        waits: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``make`` returns the panel, which has ``set_snapshot`` and ``set_theme``."""
        super().__init__(parent)
        self.theme = theme
        self._make, self._waits = make, waits
        self._snapshot: Any = None
        self._absence: Message | None = None
        self._reason = placeholder(wraps=True)
        self.addWidget(self._reason)
        self.setFocusProxy(self._reason)  # from there Qt hands it on to what the panel has first
        self._made: Any = None
        self._is_filled = False
        self.panel: Any = None
        self._retranslate()

    def make(self) -> Any:
        if self.panel is None:
            self._fill_panel()
            self.panel = self._made
            self.addWidget(self.panel)
            self._bring()
            self.setFocusProxy(self.panel)
        return self.panel

    def set_snapshot(self, snapshot: Any) -> None:
        self._snapshot = snapshot
        if self._is_filled:
            self._made.set_snapshot(snapshot)

    def set_absence(self, why: Message | None) -> None:
        self._absence = why
        self._retranslate()
        self._bring()

    def furnish(self) -> None:
        self._waits = False
        self._retranslate()
        self._make_in_turn()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_in_turn()

    def _make_in_turn(self) -> None:
        if self.panel is None and self.isVisible() and not self._waits:
            for piece in _PIECES:
                in_turn(self, piece)

    def _make_panel(self) -> None:
        if self._made is None:
            self._made = self._make(self.theme, self)  # it would cost to move it later
            name = self.objectName()
            self.setObjectName(f"{name}-page")
            name_parts(self._made, name)

    def _fill_panel(self) -> None:
        self._make_panel()
        if not self._is_filled:
            self.made.emit(self._made)
            # only now: what listeners give the page to show is kept until here, and shown once
            self._is_filled = True
            if self._snapshot is not None:
                self._made.set_snapshot(self._snapshot)

    def _bring(self) -> None:
        there = self.panel is not None and self._absence is None
        self.setCurrentWidget(self.panel if there else self._reason)

    def _retranslate(self) -> None:
        waiting = self.tr("This page is still loading.") if self._waits else ""
        self._reason.setText(waiting if self._absence is None else message_text(self._absence))


def _if_seen(do: Callable[[LatePage], object], page: LatePage) -> None:
    if page.isVisible():
        do(page)


_PIECES = tuple(
    partial(_if_seen, do) for do in (LatePage._make_panel, LatePage._fill_panel, LatePage.make)
)
