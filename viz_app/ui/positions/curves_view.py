"""Curves as a widget that says what is under the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.curves_painter import CurvesLayout, CurvesPicture, paint_curves
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.curve_legend import curve_pen
from viz_app.ui.widgets.picture_view import PictureView

Sentence = Callable[[Cell], str]


class CurvesView(PictureView):
    """Shows a :class:`CurvesPicture`; its cells are curve and sample."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: CurvesPicture | None = None
        self._layout: CurvesLayout | None = None
        self._say: Sentence = _nothing
        self._cursor: Cell | None = None

    def set_picture(self, picture: CurvesPicture, say: Sentence) -> None:
        """Show curves, and how to say one of their points; does not modify state."""
        self._shown, self._layout, self._say = picture, None, say
        self._cursor = None
        self.redraw()

    def layout_now(self) -> CurvesLayout | None:
        """Where everything was painted last."""
        return self._layout

    def point_sentence(self, curve: int, sample: int) -> str:
        """A point's exact numbers."""
        return self._say(Cell(curve, sample))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the curves."""
        if self._shown is not None:
            pens = [curve_pen(self.theme, index) for index in range(len(self._shown.curves))]
            self._layout = paint_curves(painter, rect, self._shown, self.theme, pens=pens)

    def sizeHint(self) -> QSize:
        """Enough to follow a curve."""
        return self.scaled(420, 180)

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return self.scaled(230, 96)

    def cursor_rect(self) -> QRectF | None:
        """Around the point that the arrow keys have reached."""
        return self._around(self._cursor) if self._cursor is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right move along a curve, Up and Down from curve to curve."""
        curves, samples = self._shown.curves.shape if self._shown else (0, 0)
        cell = moved(self._cursor, event.key(), rows=curves, columns=samples)
        if cell is None:
            super().keyPressEvent(event)
            return
        self._cursor = cell
        self.show_ring()
        self.say(self._say(cell))

    def hover(self, point: QPointF) -> None:
        """Say which point of a curve is nearest."""
        cell = self._layout.nearest(point) if self._layout else None
        if cell is None:
            self.hide_sentence()
            return
        self.show_sentence(self._say(cell), point.toPoint(), QRectF(point.x(), point.y(), 1, 1))

    def _around(self, cell: Cell) -> QRectF | None:
        if self._layout is None:
            return None
        place, side = self._layout.points[cell.row][cell.column], 2.0 * self.theme.unit
        return QRectF(place.x() - side, place.y() - side, 2 * side, 2 * side)


def _nothing(cell: Cell) -> str:
    return ""
