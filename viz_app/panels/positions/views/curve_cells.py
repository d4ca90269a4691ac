"""Curves as a widget that says what is under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.painting import curves_painter
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.value_view import CellSentence, nothing
from viz_app.workbench.state.selection import Cell


class CurveCells(LaidOut[curves_painter.CurvesLayout], CellsView):
    """Shows a :class:`CurvesPicture`; its cells are curve and sample."""

    natural, smallest = (420, 180), (230, 96)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: curves_painter.CurvesPicture | None = None
        self._say: CellSentence = nothing

    def set_picture(self, picture: curves_painter.CurvesPicture, say: CellSentence) -> None:
        """Show curves, and how to say one of their points."""
        self._shown, self._layout, self._say = picture, None, say
        self._cursor = None
        self.redraw()

    def cell_sentence(self, row: int, column: int) -> str:
        """A point's exact numbers."""
        return self._say(Cell(row, column))

    def shown_values(self) -> Tables:
        """The curves."""
        return (self._shown.table(name=self.accessibleName()),) if self._shown else ()

    def extent(self) -> tuple[int, int]:
        """Curves and samples of each."""
        curves, samples = self._shown.curves.shape if self._shown else (0, 0)
        return curves, samples

    def cell_at(self, point: QPointF) -> Cell | None:
        """Which point of a curve is nearest."""
        return self._layout.nearest(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Around a point."""
        if self._layout is None:
            return None
        place, side = self._layout.points[cell.row][cell.column], 2.0 * self.theme.unit
        return QRectF(place.x() - side, place.y() - side, 2 * side, 2 * side)

    def still(self, theme: Theme) -> Laying[curves_painter.CurvesLayout] | None:
        """The curves."""
        shown, rect = self._shown, self.picture_rect()
        if shown is None:
            return None
        pens = [curves_painter.curve_pen(theme, index) for index in range(len(shown.curves))]
        return lambda painter: curves_painter.paint_curves(painter, rect, shown, theme, pens=pens)

    def hover(self, point: QPointF) -> None:
        """Say which point of a curve is nearest; that changes with every pixel."""
        cell = self.cell_at(point)
        if cell is None:
            self.hide_sentence()
            return
        here = QRectF(point.x(), point.y(), 1, 1)
        self.show_sentence(self.cell_sentence(cell.row, cell.column), point.toPoint(), here)
