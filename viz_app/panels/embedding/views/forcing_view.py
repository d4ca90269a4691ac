"""Teacher forcing as a widget: every position said with mouse or keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from viz_app.design.theme import Theme
from viz_app.panels.embedding.painting.forcing import (
    ForcingLayout,
    layout_forcing,
    smallest_forcing,
)
from viz_app.panels.embedding.painting.forcing_painter import paint_forcing
from viz_app.panels.embedding.texts import forcing
from viz_app.panels.embedding.texts.tables import loss_tables
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.workbench.state.selection import Cell


class ForcingView(LaidOut[ForcingLayout], CellsView):
    """What the decoder reads, what is expected, what each position costs.

    Signals:
        reached: where the arrow keys have gone, for whoever scrolls.
    """

    natural = (800, 420)

    reached = Signal(QRectF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: TeacherForcingRecord | None = None
        self._with_padding = False
        self._retranslate()

    def set_record(self, record: TeacherForcingRecord | None, *, with_padding: bool) -> None:
        """Show a batch, with the losses of padding or without; shows, never modifies state."""
        if record is self._record and with_padding == self._with_padding:
            return
        if record is not self._record:
            self._cursor = None
        self._record, self._with_padding = record, with_padding
        if record is not None:
            self.describe(f"{forcing.mean_sentence(record)} {forcing.padding_sentence(record)}")
        self.updateGeometry()
        self.redraw()

    def still(self, theme: Theme) -> Laying[ForcingLayout] | None:
        """The batch."""
        record, padding, rect = self._record, self._with_padding, self.picture_rect()
        if record is None:
            return None

        def paint(painter: QPainter) -> ForcingLayout:
            """With the places that it has in the view."""
            layout = layout_forcing(rect, record, theme, with_padding=padding)
            paint_forcing(painter, layout, record, theme, with_padding=padding)
            return layout

        return paint

    def shown_values(self) -> Tables:
        """What every position costs, a table a sentence."""
        return loss_tables(self._record) if self._record else ()

    def extent(self) -> tuple[int, int]:
        """Sentences, and positions of each."""
        return (len(self._record.fed), len(self._record.fed[0])) if self._record else (0, 0)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The position under a point."""
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a position was painted last."""
        return self._layout.column_rect(cell.row, cell.column) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        """What is read, expected and predicted at a position, and its loss."""
        return forcing.position_sentence(self._record, row, column) if self._record else ""

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a position, say it and bring it into view."""
        super().go_to(cell)
        place = self.cursor_rect()
        if place is not None:
            self.reached.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What stands beside each other needs less height."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Every position at its narrowest; what is around it scrolls."""
        if self._record is None:
            return self.scaled(300, 200)
        margins = 8 * self.theme.unit
        width, height = smallest_forcing(self._record, self.theme, width=self.width() - margins)
        return QSize(math.ceil(width) + margins, math.ceil(height) + margins)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Teacher forcing"))
