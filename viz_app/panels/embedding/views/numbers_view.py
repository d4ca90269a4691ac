"""One token's numbers as a widget: dimension by dimension, with mouse or keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.lessons.embedding.record import EmbeddedTokens
from viz_app.design.theme import Theme
from viz_app.panels.embedding.painting import numbers
from viz_app.panels.embedding.texts.sentences import number_sentence, numbers_title
from viz_app.panels.embedding.texts.tables import token_tables
from viz_app.storage.value_tables import Tables
from viz_app.texts.visible_token import visible
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state.selection import Cell

USUAL_LINES = 4
"""Row of the table, scaled, position, sum: so much room is kept before any is there."""


class NumbersView(LaidOut[numbers.NumbersLayout], PictureView):
    """The sum of a token, number by number.

    Signals:
        dimension_reached: one of the numbers (from 0), with mouse or arrow keys.
    """

    dimension_reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._side: EmbeddedTokens | None = None
        self._token = 0
        self._dimension = 0
        self._lines = USUAL_LINES
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._retranslate()

    def set_token(self, side: EmbeddedTokens | None, token: int) -> None:
        """Show a token's numbers; shows, never modifies state."""
        if side is self._side and token == self._token:
            return
        self._side, self._token = side, token
        if side is not None:
            if len(side.stages) != self._lines:
                self._lines = len(side.stages)
                self.updateGeometry()
            self._dimension = min(self._dimension, side.d_model - 1)
            self.describe(numbers_title(side, token))
        self.redraw()

    def set_dimension(self, dimension: int) -> None:
        """Bring one of the numbers into view."""
        if dimension != self._dimension:
            self._dimension = dimension
            self.redraw()

    def shown_values(self) -> Tables:
        """The four lines, whole."""
        return token_tables(self._side, self._token) if self._side else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Which token's they are."""
        if self._side is None:
            return super().caption_parts()
        token = visible(self._side.tokens[self._token])
        place = self.tr("position {number}: {token}").format(number=self._token, token=token)
        return (*super().caption_parts(), place)

    def still(self, theme: Theme) -> Laying[numbers.NumbersLayout] | None:
        """The numbers in view."""
        side, token, dimension = self._side, self._token, self._dimension
        rect = self.picture_rect()
        if side is None:
            return None

        def paint(painter: QPainter) -> numbers.NumbersLayout:
            """From the first to the last that has room."""
            layout = numbers.layout_numbers(rect, side, token, theme, dimension=dimension)
            numbers.paint_token_numbers(
                painter, layout, side, theme, token=token, dimension=dimension
            )
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, right, Home and End go from number to number and say each."""
        side = self._side
        columns = side.d_model if side else 0
        cell = moved(Cell(0, self._dimension), event.key(), rows=1, columns=columns)
        vertical = event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}
        if side is None or cell is None or vertical:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._reach(cell.column)
        self.say(number_sentence(side, self._token, cell.column))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Point out the dimension under the mouse."""
        dimension = self._layout.dimension_at(event.position()) if self._layout else None
        if dimension is not None and event.button() == Qt.MouseButton.LeftButton:
            self._reach(dimension)

    def hover(self, point: QPointF) -> None:
        """Say the sum under the mouse."""
        dimension = self._layout.dimension_at(point) if self._layout else None
        if self._layout is None or self._side is None or dimension is None:
            self.hide_sentence()
            return
        text = number_sentence(self._side, self._token, dimension)
        self.show_sentence(text, point.toPoint(), self._layout.column_rect(dimension))

    def sizeHint(self) -> QSize:
        """Four lines with a title."""
        return self._size(800, tight=False)

    def minimumSizeHint(self) -> QSize:
        """Four lines with a title, close to each other."""
        return self._size(460, tight=True)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Numbers of the chosen token"))

    def _size(self, width: int, *, tight: bool) -> QSize:
        margins = (4 if tight else 8) * self.theme.unit
        height = round(numbers.numbers_height(self._lines, self.theme, tight=tight)) + margins
        return QSize(self.scaled(width, 0).width(), height)

    def _reach(self, dimension: int) -> None:
        self.set_dimension(dimension)
        self.dimension_reached.emit(dimension)
