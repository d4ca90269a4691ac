"""A picture that is read cell by cell."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import hover
from viz_app.widgets.cells_view import CellsView
from viz_app.workbench.state.selection import Cell

SIDE = 20


class Board(CellsView):
    """Three rows of four squares."""

    rows = 3

    def extent(self):
        return self.rows, 4

    def cell_at(self, point):
        cell = Cell(int(point.y() // SIDE), int(point.x() // SIDE))
        return cell if cell.row < self.rows and cell.column < 4 else None

    def cell_rect(self, cell):
        return QRectF(cell.column * SIDE, cell.row * SIDE, SIDE, SIDE)

    def cell_sentence(self, row, column):
        return f"row {row}, column {column}"

    def first_cell(self):
        return Cell(1, 0)

    def paint_picture(self, painter, rect):
        painter.fillRect(rect, Qt.GlobalColor.white)


@pytest.fixture
def board(qtbot):
    return on_screen(qtbot, Board(THEMES["light"]), size=(200, 200))


@pytest.fixture
def heard(board):
    return said_by(board)


def test_the_first_key_goes_to_the_first_cell(board, qtbot, heard):
    assert board.cursor_rect() is None
    qtbot.keyClick(board, Qt.Key.Key_Down)
    assert heard == ["row 1, column 0"]
    assert board.cursor_rect() == QRectF(0, SIDE, SIDE, SIDE)


def test_arrows_move_on_and_stop_at_the_edge(board, qtbot, heard):
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(board, key)
    assert heard[-2:] == ["row 2, column 0", "row 2, column 3"]
    assert board.accessibleDescription() == heard[-1]


def test_other_keys_and_those_with_alt_move_nothing(board, qtbot, heard):
    qtbot.keyClick(board, Qt.Key.Key_A)
    qtbot.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert heard == []
    assert board.cursor_rect() is None


def test_a_cursor_beyond_the_picture_begins_anew(board, qtbot, heard):
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(board, key)
    board.rows = 2
    assert board.cursor_rect() is None
    qtbot.keyClick(board, Qt.Key.Key_Right)
    assert heard[-1] == "row 1, column 0"


def test_the_mouse_is_told_the_cell_under_it(board, qtbot, heard):
    hover(qtbot, board, QPoint(2 * SIDE + 5, SIDE + 5))
    assert heard == ["row 1, column 2"]
    hover(qtbot, board, QPoint(150, 150))
    assert heard[-1] == ""
