"""The cells of a matrix: coloured and hatched, apart from each other, with texts, dots and frames.

Every picture of a matrix is made of these parts, whatever its numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray, FloatArray
from viz_app.design.colour_map import readable_on
from viz_app.design.oklab import Rgba, to_index
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import MASKED, ZERO, Argb, Codes, colour_table, paint_cells
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.legend import paint_masked

ALLOWED = ZERO + 40
"""How strong the tint of cells is that may be attended to, of 255."""

LINED_CELL = 8
"""Cells of at least this many px are set apart by a hairline."""

CellText = tuple[int, int, str, str]
"""Row, column, text and its colour; no colour = what can be read on the cell's."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColouredCells:
    """What each cell ``[row, column]`` shows, and the colour of each code.

    Where several cells share a pixel, the greatest code is there, or without ``peaks`` their mean.
    """

    codes: Codes
    table: Argb
    peaks: bool = True

    def ink(self, row: int, column: int, theme: Theme) -> str:
        """The colour of a text that can be read on a cell."""
        colour = QColor.fromRgb(int(self.table[self.codes[row, column]]))
        rgb = np.array([colour.red(), colour.green(), colour.blue()], dtype=np.uint8)
        return readable_on(rgb, theme)


def number_cells(
    values: FloatArray,
    lut: Rgba,
    theme: Theme,
    *,
    levels: tuple[float, float],
    hidden: BoolArray | None = None,
    peaks: bool = False,
) -> ColouredCells:
    """Numbers ``[row, column]`` on a map; one beyond the levels has the end's colour.

    Those that are ``hidden`` are masked; as long as nothing is said of it, those that are none.
    """
    known = np.nan_to_num(values, posinf=np.inf, neginf=-np.inf)
    codes = to_index(known, levels=levels, size=len(lut)) + ZERO
    masked = ~np.isfinite(values) if hidden is None else hidden
    return ColouredCells(
        codes=np.where(masked, MASKED, codes).astype(np.uint16),
        table=colour_table(lut, theme),
        peaks=peaks,
    )


def paint_ground(
    painter: QPainter,
    grid: CellGrid,
    cells: ColouredCells,
    theme: Theme,
    *,
    rows: int | None = None,
) -> None:
    """Colours, hatching where masked, and lines between the first rows, or between all."""
    paint_cells(painter, grid, cells.codes, cells.table, peaks=cells.peaks)
    paint_masked(painter, grid, cells.codes == MASKED, theme)
    if rows != 0:
        paint_cell_lines(painter, grid, theme, rows=rows or grid.rows)


def paint_cell_lines(painter: QPainter, grid: CellGrid, theme: Theme, *, rows: int) -> None:
    """Hairlines between the cells of the first rows, if these are large enough, and around."""
    area = grid.rows_rect(0, rows)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if min(grid.cell_width, grid.cell_height) >= LINED_CELL:
        painter.setPen(QPen(QColor(theme.panel), 1))
        lefts = [area.left() + column * grid.cell_width for column in range(1, grid.columns)]
        tops = [area.top() + row * grid.cell_height for row in range(1, rows)]
        painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in lefts])
        painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in tops])
    paint_outline(painter, area, theme.line)


def paint_texts(
    painter: QPainter,
    grid: CellGrid,
    cells: ColouredCells,
    texts: Iterable[CellText],
    theme: Theme,
    *,
    size: int = 0,
) -> None:
    """A text in the middle of each cell that has one, small unless a size in px is said."""
    painter.setFont(theme.font(size or theme.small))
    for row, column, text, colour in texts:
        painter.setPen(QColor(colour or cells.ink(row, column, theme)))
        painter.drawText(grid.cell_rect(row, column), int(Qt.AlignmentFlag.AlignCenter), text)


def paint_dots(
    painter: QPainter, grid: CellGrid, where: BoolArray, colour: str, *, largest: float
) -> None:
    """A dot in each cell ``[row, column]`` that is set, of a radius in px at most."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    radius = min(min(grid.cell_width, grid.cell_height) * 0.2, largest)
    for row, column in np.argwhere(where).tolist():
        painter.drawEllipse(grid.middle(row, column), radius, radius)
    painter.restore()


def paint_outline(painter: QPainter, area: QRectF, colour: str) -> None:
    """A line of 1 px around an area; it covers no pixel of it."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1))
    painter.drawRect(area.adjusted(-1, -1, 0, 0))


def paint_undecoded(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """A dotted outline around rows that are not there yet; open where those above end."""
    painter.setPen(QPen(QColor(theme.masked_line), 1, Qt.PenStyle.DotLine))
    rect = area.adjusted(-1, -1, 0, 0)
    corners = (rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight())
    painter.drawPolyline(list(corners))


def paint_frame(
    painter: QPainter,
    rect: QRectF,
    colour: str,
    theme: Theme,
    *,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    width: float | None = None,
) -> None:
    """A strong round frame around a cell, a row or a tile; what is inside stays visible."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 2 * theme.scale if width is None else width
    painter.setPen(QPen(QColor(colour), width, style))
    painter.drawRoundedRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2), 3, 3)
    painter.restore()


def frame_width(grid: CellGrid, theme: Theme) -> float:
    """Thinner around small cells: it covers no more than a quarter of the neighbours."""
    return min(2 * theme.scale, max(1.0, min(grid.cell_width, grid.cell_height) // 4))
