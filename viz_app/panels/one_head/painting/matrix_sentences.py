"""A cell of a head's matrix in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.one_head.matrices import SHAPES
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.panels.one_head.texts.exact_numbers import exact_number
from viz_app.panels.one_head.texts.matrix_names import axis_word, matrix_name
from viz_app.texts.sentences import kind_name
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate


def cell_sentence(picture: MatrixPicture, cell: Cell) -> str:
    """``products: 38.522 · query “a → cat”, key “猫” · cross, layer 2, head 3``."""
    return translate("one_head", "{name}: {value} · {row}, {column} · {head}").format(
        name=matrix_name(picture.anatomy, picture.matrix),
        value=cell_value(picture, cell),
        row=row_words(picture, cell.row),
        column=column_words(picture, cell.column),
        head=head_words(picture),
    )


def cell_value(picture: MatrixPicture, cell: Cell) -> str:
    """The exact number; for a mask, and for what it hides, a word."""
    hidden = bool(picture.hidden[cell.row, cell.column])
    if picture.matrix == "mask":
        allowed = translate("one_head", "1 (may attend)")
        return translate("one_head", "0 (masked)") if hidden else allowed
    value = exact_number(float(picture.values[cell.row, cell.column]))
    return translate("one_head", "{value} (masked)").format(value=value) if hidden else value


def row_words(picture: MatrixPicture, row: int) -> str:
    """``query “a → cat”``, ``feature 7``."""
    return f"{axis_word(SHAPES[picture.matrix].rows)} {picture.spoken_rows[row]}"


def column_words(picture: MatrixPicture, column: int) -> str:
    """``key “猫”``, ``dimension 7``."""
    return f"{axis_word(SHAPES[picture.matrix].columns)} {picture.spoken_columns[column]}"


def head_words(picture: MatrixPicture) -> str:
    """``cross, layer 2, head 3``."""
    anatomy = picture.anatomy
    return translate("one_head", "{kind}, layer {layer}, head {head}").format(
        kind=kind_name(anatomy.kind).lower(), layer=anatomy.layer + 1, head=anatomy.head + 1
    )
