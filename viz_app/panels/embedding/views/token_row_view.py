"""A row of tokens to choose one from, with mouse or keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.embedding.painting import token_row
from viz_app.panels.embedding.texts.tables import token_row_table
from viz_app.storage.value_tables import Tables
from viz_app.texts.token_text import quoted
from viz_app.widgets.cell_keys import ACROSS
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView


class TokenRowView(LaidOut[token_row.TokenRowLayout], PictureView):
    """Tokens, one of them chosen.

    Signals:
        token_picked: a token, from 0.
    """

    natural, smallest = (400, token_row.BOX + 6), (200, token_row.BOX + 6)

    token_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = ""
        self._tokens: tuple[str, ...] = ()
        self._chosen = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_title(self, title: str) -> None:
        """Say what the tokens are."""
        self._title = title
        self.setAccessibleName(title)
        self.redraw()

    def set_tokens(self, tokens: tuple[str, ...], chosen: int) -> None:
        """Show tokens, one of them chosen; shows, never modifies state."""
        if (tokens, chosen) == (self._tokens, self._chosen):
            return
        self._tokens, self._chosen = tokens, chosen
        self.describe(quoted(tokens[chosen]) if tokens else "")
        self.redraw()

    def shown_values(self) -> Tables:
        """Where each token stands, and which is chosen."""
        row = token_row_table(self._tokens, self._chosen, name=self._title)
        return (row,) if self._tokens else ()

    def cursor_rect(self) -> QRectF | None:
        """The chosen token."""
        if self._layout is None or not self._tokens:
            return None
        return self._layout.boxes[self._chosen].adjusted(-1, -1, 1, 1)

    def picture_rect(self) -> QRectF:
        """All of it, but for a hair at the ends."""
        return QRectF(self.rect()).adjusted(self.theme.unit, 2, -self.theme.unit, -2)

    def still(self, theme: Theme) -> Laying[token_row.TokenRowLayout]:
        """The row."""
        title, tokens, chosen = self._title, self._tokens, self._chosen
        rect = self.picture_rect()

        def paint(painter: QPainter) -> token_row.TokenRowLayout:
            """With one of the tokens chosen."""
            layout = token_row.layout_token_row(rect, title, tokens, theme, chosen=chosen)
            token_row.paint_token_row(painter, layout, title, tokens, theme, chosen=chosen)
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End choose a token."""
        move = ACROSS.get(event.key())
        if move is None or not self._tokens:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(max(0, min(self._chosen + move, len(self._tokens) - 1)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the token under the mouse."""
        token = self._token_at(event.position())
        if token is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(token)

    def hover(self, point: QPointF) -> None:
        """Say the token under the mouse, which may be elided."""
        token = self._token_at(point)
        if token is None or self._layout is None:
            self.hide_sentence()
            return
        text = self.tr("position {position}: {token}").format(
            position=token, token=quoted(self._tokens[token])
        )
        self.show_sentence(text, point.toPoint(), self._layout.boxes[token])

    def _token_at(self, point: QPointF) -> int | None:
        return self._layout.token_at(point) if self._layout else None

    def _pick(self, token: int) -> None:
        if token != self._chosen:
            self.token_picked.emit(token)
