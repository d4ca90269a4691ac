"""Which cell a token stands for where only one of its two was picked; which one a key leads to."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viz_app.texts.key_sentences import best_keys
from viz_app.widgets.cell_keys import moved
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import Cell


def cell_at_row(focus: FocusSnapshot, row: int) -> Cell | None:
    """The row's cell in the cursor's column if allowed, else at the heaviest key, if any."""
    if not focus.columns:
        return None
    if focus.cell is not None and focus.mask[row, focus.cell.column]:
        return Cell(row, focus.cell.column)
    return Cell(row, best_keys(focus, row, count=1)[0])


def cell_at_key(focus: FocusSnapshot, column: int) -> Cell | None:
    """The column's cell in the row in view; None without rows."""
    row = focus.query_row
    return None if row is None else Cell(row, column)


def token_along(at: int, key: int, *, count: int) -> int | None:
    """The token of a side that a key leads to: up and down, by pages, to both ends."""
    ends: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: count - 1}
    if key in ends:
        return ends[key]
    cell = moved(Cell(at, 0), key, rows=count, columns=1)
    return None if cell is None else cell.row
