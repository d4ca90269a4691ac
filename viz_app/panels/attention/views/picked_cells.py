"""Which cell a token stands for where only one of its two tokens was picked."""

from __future__ import annotations

from viz_app.texts.key_sentences import best_keys
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
