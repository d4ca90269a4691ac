"""Teacher forcing as a widget: every position said with mouse or keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from model.teacher_forcing_record import TeacherForcingRecord
from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.embedding_forcing import ForcingLayout, layout_forcing, smallest_size
from viz_app.ui.painting.embedding_forcing_painter import paint_forcing
from viz_app.ui.painting.embedding_forcing_words import (
    mean_sentence,
    padding_sentence,
    position_sentence,
)
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView


class ForcingView(PictureView):
    """What the decoder reads, what is expected, what each position costs.

    Signals:
        reached: where the arrow keys have gone, for whoever scrolls.
    """

    reached = Signal(QRectF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: TeacherForcingRecord | None = None
        self._with_padding = False
        self._cursor: Cell | None = None
        self._layout: ForcingLayout | None = None
        self.retranslate()

    def set_record(self, record: TeacherForcingRecord | None, *, with_padding: bool) -> None:
        """Show a batch, with the losses of padding or without; shows, never modifies state."""
        if record is self._record and with_padding == self._with_padding:
            return
        if record is not self._record:
            self._cursor = None
        self._record, self._with_padding = record, with_padding
        if record is not None:
            self.describe(f"{mean_sentence(record)} {padding_sentence(record)}")
        self.updateGeometry()
        self.redraw()

    def layout_now(self) -> ForcingLayout | None:
        """Where everything was painted last."""
        return self._layout

    def retranslate(self) -> None:
        """The name in the current language."""
        self.setAccessibleName(self.tr("Teacher forcing"))

    def cursor_rect(self) -> QRectF | None:
        """The position that the arrow keys have reached."""
        if self._layout is None or self._cursor is None:
            return None
        return self._layout.column_rect(self._cursor.row, self._cursor.column)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the batch."""
        record = self._record
        if record is None:
            self._layout = None
            return
        padding = self._with_padding
        self._layout = layout_forcing(rect, record, self.theme, with_padding=padding)
        paint_forcing(painter, self._layout, record, self.theme, with_padding=padding)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End go from position to position and say each."""
        record = self._record
        rows, columns = (len(record.fed), len(record.fed[0])) if record else (0, 0)
        cell = moved(self._cursor, event.key(), rows=rows, columns=columns)
        if record is None or cell is None:
            super().keyPressEvent(event)
            return
        self._cursor = cell
        self.show_ring()
        self.say(position_sentence(record, cell.row, cell.column))
        place = self.cursor_rect()
        if place is not None:
            self.reached.emit(place)

    def hover(self, point: QPointF) -> None:
        """Say the position under the mouse."""
        cell = self._layout.cell_at(point) if self._layout else None
        if self._layout is None or self._record is None or cell is None:
            self.hide_sentence()
            return
        text = position_sentence(self._record, cell.row, cell.column)
        area = self._layout.column_rect(cell.row, cell.column)
        self.show_sentence(text, point.toPoint(), area)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What stands beside each other needs less height."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for two short sentences."""
        return self.scaled(800, 420)

    def minimumSizeHint(self) -> QSize:
        """Every position at its narrowest; what is around it scrolls."""
        if self._record is None:
            return self.scaled(300, 200)
        margins = 8 * self.theme.unit
        width, height = smallest_size(self._record, self.theme, width=self.width() - margins)
        return QSize(math.ceil(width) + margins, math.ceil(height) + margins)
