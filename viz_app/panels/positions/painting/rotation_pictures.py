"""A rotation of positions as matrices with words, and as dials."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.panels.positions.painting.dials_painter import Dial
from viz_app.panels.positions.painting.position_pictures import numbers_apart, table_level
from viz_app.panels.positions.rotation_study import RotationStudy
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.texts.pages import turn_angle, turn_name
from viz_app.pictures.value_painter import ValuePicture
from viz_app.texts.numbers import decimal_number
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

MOST = 32
"""Rows of the matrix that are shown: of more, the blocks could not be seen."""


def rotation_picture(study: RotationStudy) -> ValuePicture:
    """The first rows and columns of R."""
    shown = min(len(study.matrix), MOST)
    names = numbers_apart(shown)
    text = translate("positions", "the first {shown} of {all} dimensions, −1 … 1")
    return ValuePicture(
        title=translate("positions", "R for k = {offset}").format(offset=study.offset),
        subtitle=text.format(shown=shown, all=len(study.matrix)),
        rows=names,
        columns=names,
        level=1.0,
        square=True,
        values=study.matrix[:shown, :shown],
    )


def rotation_sentence(study: RotationStudy, cell: Cell) -> str:
    """One number of R."""
    text = translate("positions", "{value} · R, row {row}, column {column}")
    value = decimal_number(float(study.matrix[cell.row, cell.column]), 4)
    return text.format(value=value, row=cell.row, column=cell.column)


def rotated_rows_picture(study: RotationStudy, snapshot: PositionsSnapshot) -> ValuePicture:
    """PE(pos), R·PE(pos) and PE(pos + k), one below the other."""
    return ValuePicture(
        title=translate("positions", "Rows of the table"),
        subtitle=translate("positions", "column: dimension"),
        rows=row_names(study),
        columns=numbers_apart(study.rows.shape[1]),
        level=table_level(snapshot),
        square=False,
        stretch=32.0,
        values=study.rows,
    )


def row_names(study: RotationStudy) -> tuple[str, str, str]:
    """``PE(2)``, ``R·PE(2)``, ``PE(5)``."""
    later = study.position + study.offset
    return f"PE({study.position})", f"R·PE({study.position})", f"PE({later})"


def rotated_row_sentence(study: RotationStudy, cell: Cell) -> str:
    """One number of the three rows."""
    text = translate("positions", "{value} · {row}, dimension {dimension}")
    value = decimal_number(float(study.rows[cell.row, cell.column]), 4)
    return text.format(value=value, row=row_names(study)[cell.row], dimension=cell.column)


def dials_of(study: RotationStudy) -> tuple[Dial, ...]:
    """The pairs that are shown one by one; all dials are to the same scale."""
    lengths = [
        np.linalg.norm(vector) for turn in study.turns for vector in (turn.before, turn.after)
    ]
    reach = float(max(lengths, default=1.0)) or 1.0
    return tuple(
        Dial(
            name=turn_name(turn),
            angle_text=turn_angle(turn),
            block=turn.block,
            before=turn.before,
            turned=turn.turned,
            after=turn.after,
            reach=reach,
        )
        for turn in study.turns
    )
