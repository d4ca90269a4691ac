"""The strips of all tokens as a widget: a token is chosen with mouse or keys, every number said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from model.lessons.embedding.record import EmbeddedTokens
from viz_app.design.theme import Theme
from viz_app.panels.embedding.painting import strips
from viz_app.panels.embedding.texts.sentences import number_sentence, numbers_title
from viz_app.panels.embedding.texts.tables import strip_tables
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.scrolled_picture import Pane, ScrolledPicture
from viz_app.workbench.state.selection import Cell

FEWEST_ROWS = 4
"""So many rows are in view at least."""


class StripsView(LaidOut[strips.StripsLayout], ScrolledPicture):
    """One side's tokens with what stands for them.

    Signals:
        token_picked: a token (from 0), with mouse or arrow keys.
        dimension_reached: one of a token's numbers (from 0), with mouse or arrow keys.
    """

    natural = (800, 240)

    token_picked = Signal(int)
    dimension_reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._side: EmbeddedTokens | None = None
        self._token = 0
        self._dimension = 0
        self._retranslate()

    def set_side(self, side: EmbeddedTokens | None, token: int) -> None:
        """Show the tokens of a side, one of them chosen; shows, never modifies state."""
        changed = side is not self._side
        if not changed and token == self._token:
            return
        self._side, self._token = side, token
        if side is not None:
            self._dimension = min(self._dimension, side.d_model - 1)
            self.describe(numbers_title(side, token))
        if changed:
            self.arrange()
        self._reveal()
        self.redraw()

    def set_dimension(self, dimension: int) -> None:
        """Point out one of the numbers."""
        if dimension != self._dimension:
            self._dimension = dimension
            self.update()

    def shown_values(self) -> Tables:
        """Of each token, three rows of numbers."""
        return strip_tables(self._side) if self._side else ()

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        """The rows."""
        if self._side is None:
            return ()
        layout = strips.layout_strips(rect, self._side, self.theme)
        return (Pane(layout.viewport, layout.content),)

    def still(self, theme: Theme) -> Laying[strips.StripsLayout] | None:
        """The rows in view."""
        side, token, rect, scrolled = self._side, self._token, self.picture_rect(), self.scroll_of()
        if side is None:
            return None

        def paint(painter: QPainter) -> strips.StripsLayout:
            """They are where they were."""
            layout = strips.layout_strips(rect, side, theme, scrolled=scrolled)
            strips.paint_strips(painter, layout, side, theme, chosen=token)
            return layout

        return paint

    def cursor_rect(self) -> QRectF | None:
        """The number that the arrow keys have reached, in the strip of the sums."""
        if self._layout is None:
            return None
        grid = self._layout.strips[-1]
        cell = grid.cell_rect(self._token, self._dimension)
        width = max(cell.width(), 3.0)
        return QRectF(cell.center().x() - width / 2, cell.top(), width, cell.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down choose a token; left, right, Home and End go through its numbers."""
        side = self._side
        if side is None:
            super().keyPressEvent(event)
            return
        cell = moved(
            Cell(self._token, self._dimension),
            event.key(),
            rows=len(side.tokens),
            columns=side.d_model,
        )
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._reach(cell)
        self.say(number_sentence(side, cell.row, cell.column))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the token under the mouse, and the number if there is one."""
        if self._layout is None or event.button() != Qt.MouseButton.LeftButton:
            return
        token = self._layout.token_at(event.position())
        cell = self._layout.cell_at(event.position())
        if token is not None:
            self._reach(cell or Cell(token, self._dimension))

    def hover(self, point: QPointF) -> None:
        """Say the number under the mouse, or which token it is."""
        layout, side = self._layout, self._side
        token = layout.token_at(point) if layout else None
        if layout is None or side is None or token is None:
            self.hide_sentence()
            return
        cell = layout.cell_at(point)
        area = layout.row_rect(token)
        text = numbers_title(side, token)
        if cell is not None:
            text = number_sentence(side, cell.row, cell.column)
            area = next(
                grid.cell_rect(cell.row, cell.column)
                for grid in layout.strips
                if grid.cell_at(point) is not None
            )
        self.show_sentence(text, point.toPoint(), area)

    def minimumSizeHint(self) -> QSize:
        """A few rows."""
        rows = round(
            FEWEST_ROWS * strips.LOWEST * self.theme.scale + strips.strips_head_height(self.theme)
        )
        return QSize(self.scaled(460, 0).width(), rows + 4 * self.theme.unit)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Tokens on their way into the model"))

    def _reach(self, cell: Cell) -> None:
        """Go to a token's number; who owns the choice says whether the token is chosen."""
        if cell.column != self._dimension:
            self.set_dimension(cell.column)
            self.dimension_reached.emit(cell.column)
        if cell.row != self._token:
            self.token_picked.emit(cell.row)

    def _reveal(self) -> None:
        if self._side is None:
            return
        rect = self.picture_rect()
        height = strips.layout_strips(rect, self._side, self.theme).strips[0].cell_height
        self.reveal(self._token * height, (self._token + 1) * height)
