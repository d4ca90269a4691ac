"""The legend of cells without a weight: swatches with words; and how masked cells are hatched."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray, DoubleArray
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.text_line import paint_line
from viz_app.texts.sentences import Swatch

LegendEntry = tuple[Swatch, str]


def paint_legend(
    painter: QPainter, place: QPointF, entries: Sequence[LegendEntry], theme: Theme
) -> None:
    """Swatches with words, from ``place`` (left top) on. An entry is a swatch and what it means."""
    side = float(theme.small)
    left = place.x()
    for swatch, words in entries:
        paint_swatch(painter, QRectF(left, place.y(), side, side), swatch, theme)
        left += side + theme.unit * 2
        width = text_width(theme, words, size=theme.small) + 2
        paint_line(painter, QRectF(left, place.y() - 4, width, side + 8), words, theme, whole=True)
        left += width + theme.unit * 5


def legend_width(entries: Sequence[LegendEntry], theme: Theme) -> float:
    """Room that a legend needs, in px."""
    words = sum(text_width(theme, words, size=theme.small) + 2 for _, words in entries)
    return words + len(entries) * (theme.small + theme.unit * 7) - theme.unit * 5


def fitting(entries: Sequence[LegendEntry], width: float, theme: Theme) -> Sequence[LegendEntry]:
    """The first entries, as many as have room in so many px."""
    while entries and legend_width(entries, theme) > width:
        entries = entries[:-1]
    return entries


def paint_swatch(painter: QPainter, rect: QRectF, swatch: Swatch, theme: Theme) -> None:
    """One cell as it looks when it may be attended to, when masked, or when not there yet."""
    style = Qt.PenStyle.DotLine if swatch == "blank" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(theme.masked_line), 1, style))
    painter.setBrush(QColor(theme.masked if swatch == "masked" else theme.panel))
    painter.drawRect(rect)
    if swatch == "masked":
        paint_hatched(painter, rect, theme)
    elif swatch == "allowed":
        _paint_dot(painter, rect, theme)


def paint_hatched(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The hatching of one masked cell."""
    grid = CellGrid(
        left=rect.left(),
        top=rect.top(),
        cell_width=rect.width(),
        cell_height=rect.height(),
        rows=1,
        columns=1,
    )
    paint_masked(painter, grid, np.ones((1, 1), dtype=np.bool_), theme)


def paint_masked(painter: QPainter, grid: CellGrid, hidden: BoolArray, theme: Theme) -> None:
    """The hatching of masked cells ``[row, column]``; their ground is in the image already."""
    if not hidden.any():
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(theme.masked_line), 1.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines(hatching(grid, hidden, gap=theme.unit * 1.5))
    painter.restore()


def hatching(grid: CellGrid, hidden: BoolArray, *, gap: float) -> list[QLineF]:
    """The parts of the lines x + y = n · gap that lie in cells that are set.

    Neighbours share them, so that many small cells cost few lines.
    """
    area = grid.rect
    first = np.ceil((area.left() + area.top()) / gap)
    sums = gap * np.arange(first, (area.right() + area.bottom()) / gap)  # [line]
    crossings = _crossings(grid, sums)  # [line, edge]
    middles = (crossings[:, 1:] + crossings[:, :-1]) / 2
    columns = np.floor((middles - grid.left) / grid.cell_width).astype(np.intp)
    rows = np.floor((sums[:, None] - middles - grid.top) / grid.cell_height).astype(np.intp)
    inside = (columns >= 0) & (columns < grid.columns) & (rows >= 0) & (rows < grid.rows)
    inked = np.zeros((len(sums), middles.shape[1] + 2), dtype=np.int8)
    inked[:, 1:-1][inside] = hidden[rows[inside], columns[inside]]
    steps = np.diff(inked, axis=1)
    lines, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    left, right, total = crossings[lines, starts], crossings[lines, ends], sums[lines]
    return [
        QLineF(x, y, to_x, to_y)
        for x, y, to_x, to_y in np.stack([left, total - left, right, total - right], 1).tolist()
    ]


def _paint_dot(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.soft_text))
    painter.drawEllipse(rect.center(), rect.width() * 0.2, rect.width() * 0.2)
    painter.restore()


def _crossings(grid: CellGrid, sums: DoubleArray) -> DoubleArray:
    """Where each line crosses an edge of a row or column, from left to right."""
    across = grid.left + grid.cell_width * np.arange(grid.columns + 1)
    down = grid.top + grid.cell_height * np.arange(grid.rows + 1)
    both = np.concatenate(
        [np.broadcast_to(across, (len(sums), len(across))), sums[:, None] - down], axis=1
    )
    return np.sort(both, axis=1)
