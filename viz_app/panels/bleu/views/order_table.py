"""The four orders as a widget: one is chosen with mouse or keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

from model.lessons.bleu.explained import MAX_ORDER, BleuExplained
from viz_app.design.theme import Theme
from viz_app.panels.bleu.intents import BleuIntents
from viz_app.panels.bleu.painting import ngram_table
from viz_app.panels.bleu.tables import order_table
from viz_app.panels.bleu.texts import order_sentence
from viz_app.storage.value_tables import Tables
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView

_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class OrderTable(LaidOut[ngram_table.TableLayout], PictureView):
    """Matches, totals and precisions."""

    def __init__(self, theme: Theme, intents: BleuIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._bleu: BleuExplained | None = None
        self._n = 1
        self._retranslate()

    def set_bleu(self, bleu: BleuExplained | None, n: int) -> None:
        """Show the orders, one of them chosen; shows, never modifies state."""
        if bleu == self._bleu and n == self._n:
            return
        self._bleu, self._n = bleu, n
        self.describe(order_sentence(bleu, n) if bleu else "")
        self.redraw()

    def cursor_rect(self) -> QRectF | None:
        """The chosen order."""
        return self._layout.row_rect(self._n - 1) if self._layout else None

    def shown_values(self) -> Tables:
        """The four orders."""
        name = self.accessibleName()
        return (order_table(self._bleu, name=name),) if self._bleu else ()

    def still(self, theme: Theme) -> Laying[ngram_table.TableLayout] | None:
        """The lines."""
        bleu, n, rect = self._bleu, self._n, self.picture_rect()
        if bleu is None:
            return None

        def paint(painter: QPainter) -> ngram_table.TableLayout:
            """One of them is chosen."""
            layout = ngram_table.layout_table(rect, bleu, theme)
            ngram_table.paint_table(painter, layout, bleu, theme, chosen=n)
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose an order and say it."""
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or self._bleu is None:
            super().keyPressEvent(event)
            return
        order = max(1, min(self._n + move, MAX_ORDER))
        self.show_ring()
        if order != self._n:
            self.intents.order_picked.emit(order)
        self.say(order_sentence(self._bleu, order))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the order under the mouse."""
        row = self._row_at(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.intents.order_picked.emit(row + 1)

    def hover(self, point: QPointF) -> None:
        """Say the order under the mouse."""
        row = self._row_at(point)
        if row is None or self._bleu is None or self._layout is None:
            self.hide_sentence()
            return
        text = order_sentence(self._bleu, row + 1)
        self.show_sentence(text, point.toPoint(), self._layout.row_rect(row))

    def sizeHint(self) -> QSize:
        """Four lines."""
        return self._size(420, tight=False)

    def minimumSizeHint(self) -> QSize:
        """Four lines, close to each other."""
        return self._size(330, tight=True)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Precision of each order"))

    def _row_at(self, point: QPointF) -> int | None:
        return self._layout.row_at(point) if self._layout else None

    def _size(self, width: int, *, tight: bool) -> QSize:
        margins = 4 * self.theme.unit
        height = round(ngram_table.table_height(self.theme, tight=tight)) + margins
        return QSize(self.scaled(width, 0).width(), height)
