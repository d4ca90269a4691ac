"""Spots of pictures, and the keys that lead from one to the next."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt

from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.picture import (
    NO_SPOTS,
    CellSpots,
    PlacedSpots,
    in_a_column,
    in_a_row,
    moved,
)
from viz_app.workbench.state import Cell

KEYS = [
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
]


@given(
    rows=st.integers(1, 40),
    columns=st.integers(1, 40),
    keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=30),
)
def test_the_cursor_never_leaves_the_matrix(rows, columns, keys):
    cell = None
    for key in keys:
        cell = moved(cell, key, rows=rows, columns=columns)
        assert 0 <= cell.row < rows
        assert 0 <= cell.column < columns


def test_other_keys_and_empty_matrices_move_nothing():
    assert moved(Cell(0, 0), Qt.Key.Key_A, rows=3, columns=3) is None
    assert moved(None, Qt.Key.Key_Right, rows=0, columns=3) is None


def test_the_first_move_goes_to_the_start():
    assert moved(None, Qt.Key.Key_Right, rows=9, columns=9, start=Cell(4, 0)) == Cell(4, 0)


# -------------------------------------------------------------------------------------- test spots


WIDE, NARROW = QRectF(0, 0, 20, 10), QRectF(0, 10, 10, 10)


def test_parts_in_rows_are_reached_with_mouse_and_keys():
    spots = PlacedSpots(((("a", WIDE), ("b", WIDE.translated(20, 0))), (), (("c", NARROW),)))
    assert spots.rects == (WIDE, WIDE.translated(20, 0), NARROW)
    assert [spots.at(rect.center()) for rect in spots.rects] == ["a", "b", "c"]
    assert (spots.at(QPointF(30, 15)), spots.rect("d"), "d" in spots) == (None, None, False)
    path = [Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End]
    met, spot = [], None
    for key in path:
        spot = spots.moved(spot, key)
        met.append(spot)
    assert met == ["a", "b", "c", "a", "b"]
    assert spots.moved("a", Qt.Key.Key_A) is None
    assert PlacedSpots(()).moved(None, Qt.Key.Key_Down) is None
    assert in_a_row([WIDE, NARROW]).moved(0, Qt.Key.Key_Right) == 1
    assert in_a_column([WIDE, NARROW]).moved(1, Qt.Key.Key_Home) == 1
    assert in_a_column([WIDE, NARROW]).moved(1, Qt.Key.Key_PageUp) == 0


def test_cells_of_a_matrix_are_spots_in_view_or_not():
    grid = CellGrid(left=0, top=0, cell_width=10, cell_height=10, rows=3, columns=4)
    spots = CellSpots(grid, QRectF(0, 0, 20, 30), first=Cell(2, 0))
    assert spots.at(QPointF(15, 25)) == Cell(2, 1)
    assert spots.at(QPointF(25, 25)) is None
    assert spots.rect(Cell(2, 3)) == QRectF(30, 20, 10, 10)
    assert Cell(3, 0) not in spots
    assert spots.moved(None, Qt.Key.Key_Up) == Cell(2, 0)
    assert spots.moved(Cell(2, 0), Qt.Key.Key_End) == Cell(2, 3)


def test_a_picture_without_parts_has_no_spots():
    assert NO_SPOTS.at(QPointF()) is NO_SPOTS.moved(None, Qt.Key.Key_Down) is None
    assert 1 not in NO_SPOTS
