"""A tab whose panel is made when somebody looks at it first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from model.messages import Message
from viz_app.design.theme import Theme
from viz_app.texts.message_text import message_text
from viz_app.widgets.labels import placeholder
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.window_turns import in_turn


class LatePage(Themed, Translated, QStackedWidget):
    """Keeps the newest snapshot and theme, and makes its panel of them when it is shown.

    So a tab that nobody opens costs nothing at the start; in one that is opened the panel is made,
    gets its snapshot and is laid out, in three turns of their own. Where ``waits`` is true, nothing
    is made before :meth:`furnish`: what it is built with is still being imported in the worker.
    The keyboard is the panel's, also if the page has got it before.

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
        """``make`` builds the panel in the page: with ``set_snapshot`` and ``set_theme``."""
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
        """The panel, made now if its turn has not come yet."""
        if self.panel is None:
            self._fill_panel()
            self.panel = self._made
            self.addWidget(self.panel)
            self._bring()
            self.setFocusProxy(self.panel)
        return self.panel

    def set_snapshot(self, snapshot: Any) -> None:
        """Show a snapshot now or when there is a panel; does not modify state."""
        self._snapshot = snapshot
        if self._is_filled:
            self._made.set_snapshot(snapshot)

    def set_absence(self, why: Message | None) -> None:
        """Say in the panel's place why it has nothing to show; None: it has."""
        self._absence = why
        self._retranslate()
        self._bring()

    def furnish(self) -> None:
        """From now on the panel can be made."""
        self._waits = False
        self._retranslate()
        self._make_in_turn()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the panel, the first time."""
        super().showEvent(event)
        self._make_in_turn()

    def _make_in_turn(self) -> None:
        if self.panel is None and self.isVisible() and not self._waits:
            for piece in _PIECES:
                in_turn(self, piece)

    def _make_panel(self) -> None:
        if self._made is None:
            self._made = self._make(self.theme, self)  # it would cost to move it later

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
        waiting = self.tr("One moment: this page is still being prepared.") if self._waits else ""
        self._reason.setText(waiting if self._absence is None else message_text(self._absence))


def _if_seen(do: Callable[[LatePage], object], page: LatePage) -> None:
    if page.isVisible():
        do(page)


_PIECES = tuple(
    partial(_if_seen, do) for do in (LatePage._make_panel, LatePage._fill_panel, LatePage.make)
)
