import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.painted import THEMES
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.legend import hatching, paint_masked


def grid_of(rows, columns, *, width=10.0, height=10.0, left=10.0, top=10.0):
    return CellGrid(
        left=left, top=top, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


def painted(grid, hidden, size=40):
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    with QPainter(image) as painter:
        paint_masked(painter, grid, hidden, THEMES["light"])
    return {
        (x, y)
        for x in range(size)
        for y in range(size)
        if image.pixelColor(x, y).name() != "#ffffff"
    }


def test_hatching_stays_inside_its_cells(qapp):
    dark = painted(grid_of(1, 2), np.array([[False, True]]))
    assert dark
    assert all(19 <= x <= 30 and 9 <= y <= 20 for x, y in dark)


def test_nothing_to_hatch(qapp):
    assert not painted(grid_of(2, 2), np.zeros((2, 2), dtype=bool))


def length(lines):
    return sum(line.length() for line in lines)


@pytest.mark.parametrize("seed", range(6))
def test_each_cell_has_the_lines_that_it_would_have_alone(seed):
    rng = np.random.default_rng(seed)
    grid = grid_of(7, 9, width=7.3, height=5.1, left=3.2, top=8.7)
    hidden = rng.random((7, 9)) < 0.4
    alone = [
        hatching(grid.part(range(row, row + 1), range(column, column + 1)), ONE, gap=6)
        for row, column in np.argwhere(hidden).tolist()
    ]
    together = hatching(grid, hidden, gap=6)
    assert length(together) == pytest.approx(sum(map(length, alone)), rel=1e-6)
    for line in together:
        sums = (line.x1() + line.y1(), line.x2() + line.y2())
        assert sums == pytest.approx([6 * round(total / 6) for total in sums])
        cell = grid.cell_at(line.center())
        assert hidden[cell.row, cell.column]


ONE = np.ones((1, 1), dtype=bool)


def test_neighbours_share_their_lines():
    """A triangle of 200 × 200 cells costs as many lines as one cell of that size."""
    grid = grid_of(200, 200, width=2.0, height=2.0)
    assert len(hatching(grid, ~np.tri(200, dtype=bool), gap=6)) < 2 * 400 / 6
