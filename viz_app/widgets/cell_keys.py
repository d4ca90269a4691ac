"""Which keys move a cell cursor, and where to."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viz_app.workbench.state.selection import Cell

PAGE = 10
"""Rows that Page Up and Page Down move by."""

_FAR = 10**9

ACROSS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""How far each key leads in a row of things."""

DOWN: dict[int, int] = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""And in a column of them."""

_MOVES: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-PAGE, 0),
    Qt.Key.Key_PageDown: (PAGE, 0),
    Qt.Key.Key_Home: (0, -_FAR),
    Qt.Key.Key_End: (0, _FAR),
}


def moved(
    cell: Cell | None, key: int, *, rows: int, columns: int, start: Cell | None = None
) -> Cell | None:
    """The cell that a key leads to, first ``start`` or the first one; None without a move."""
    move = _MOVES.get(key)
    if move is None or not rows or not columns:
        return None
    if cell is None:
        return start or Cell(0, 0)
    return Cell(
        max(0, min(cell.row + move[0], rows - 1)),
        max(0, min(cell.column + move[1], columns - 1)),
    )
