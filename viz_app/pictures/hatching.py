"""Diagonal lines over cells; neighbours share them, so that many small cells cost few lines."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray
from viz_app.pictures.grid import CellGrid

Floats = npt.NDArray[np.float64]


def paint_hatching(
    painter: QPainter, grid: CellGrid, hidden: BoolArray, *, colour: str, gap: float
) -> None:
    """Lines ``gap`` px apart over the cells that are set. ``hidden`` is ``[row, column]``."""
    if not hidden.any():
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(colour), 1.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines(hatching(grid, hidden, gap=gap))
    painter.restore()


def hatching(grid: CellGrid, hidden: BoolArray, *, gap: float) -> list[QLineF]:
    """The parts of the lines x + y = n · gap that lie in cells that are set."""
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


def _crossings(grid: CellGrid, sums: Floats) -> Floats:
    """Where each line crosses an edge of a row or column, from left to right."""
    across = grid.left + grid.cell_width * np.arange(grid.columns + 1)
    down = grid.top + grid.cell_height * np.arange(grid.rows + 1)
    both = np.concatenate(
        [np.broadcast_to(across, (len(sums), len(across))), sums[:, None] - down], axis=1
    )
    return np.sort(both, axis=1)
