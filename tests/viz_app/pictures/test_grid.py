import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from viz_app.pictures.grid import LONG_STRETCH, MOST_STRETCH, CellGrid, cell_size
from viz_app.workbench.state.selection import Cell

sizes = st.integers(1, 200)
lengths = st.floats(1, 3000, allow_nan=False)


@given(rows=sizes, columns=sizes, width=lengths, height=lengths, data=st.data())
def test_cell_at_is_the_inverse_of_cell_rect(rows, columns, width, height, data):
    across, down = cell_size(width=width, height=height, rows=rows, columns=columns, largest=48)
    grid = CellGrid(left=13, top=7, cell_width=across, cell_height=down, rows=rows, columns=columns)
    cell = Cell(data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    assert grid.cell_at(grid.cell_rect(cell.row, cell.column).center()) == cell


@given(rows=sizes, columns=sizes, width=lengths, height=lengths)
def test_cells_fit_and_stay_as_square_as_their_matrix_lets_them(rows, columns, width, height):
    across, down = cell_size(width=width, height=height, rows=rows, columns=columns, largest=48)
    if across > 0.01 and down > 0.01:
        assert across * columns <= width * 1.001
        assert down * rows <= height * 1.001
        stretch = min(LONG_STRETCH, MOST_STRETCH * max(rows / columns, columns / rows))
        assert max(across, down) <= (min(across, down) + 1) * stretch
    assert max(across, down) <= 48


def test_nothing_is_outside():
    grid = CellGrid(left=10, top=10, cell_width=5, cell_height=5, rows=2, columns=2)
    assert grid.cell_at(QPointF(9, 12)) is None
    assert grid.cell_at(QPointF(12, 21)) is None
    assert grid.cell_at(QPointF(20, 20)) == Cell(1, 1)


def test_rows_rect():
    grid = CellGrid(left=10, top=10, cell_width=5, cell_height=4, rows=6, columns=2)
    rect = grid.rows_rect(2, 5)
    assert (rect.top(), rect.height(), rect.width()) == (18, 12, 10)


def test_a_few_long_rows_use_the_height_that_there_is():
    """15 rows of 57 tokens each are no thin strip."""
    across, down = cell_size(width=240, height=450, rows=15, columns=57, largest=48)
    assert across * 57 == pytest.approx(240)
    assert down == int(6 * 240 / 57)
