from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from viz_app.pictures.picture import moved
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
