"""The matrices of a head as pictures with words."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import BoolArray, FloatArray, frozen
from model.lessons.one_head import (
    SHAPES,
    HeadAnatomy,
    Matrix,
    MatrixAxis,
    MatrixCell,
    Parts,
    Traced,
    axis_size,
    matrix_values,
    traced_parts,
)
from model.traces.trace import Kind
from viz_app.panels.one_head.pictures.terms import exact_number
from viz_app.panels.one_head.pictures.texts import (
    Symbol,
    axis_word,
    matrix_name,
    norm_name,
    plain,
    row_shape_text,
    shape_text,
    spread_name,
    symbol,
)
from viz_app.panels.one_head.room import OneHeadSnapshot, matrix_level
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import glossed_name, listed_name, listed_row, shown_name
from viz_app.texts.sentences import head_title, kind_name, row_text
from viz_app.workbench.state import Cell

# ---------------------------------------------------------------------------------- matrix picture


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMatrix:
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        operator: text between the previous matrix and this one.
        symbol, name, shape: its title.
        row_shape: that of the query's row; empty where rows are something else.
        rows, columns: labels.
        keys: names of the keys, even if neither axis shows them.
        glosses: meanings of the columns, if they are source tokens.
        spoken_rows, spoken_columns: the same for the middle of a sentence.
        level: colours run from −level to +level; for attention weights from 0 to 1.
        marked_row: the query's.
        own_columns: those of this head among all heads' columns, first and end.
        traced: its entries that contribute to the cell that is taken apart.
        cell: the cell that is taken apart.
        hidden: cells that are masked, ``[row, column]``.
    """

    matrix: Matrix
    kind: Kind
    operator: str
    symbol: Symbol
    name: str
    shape: str
    row_shape: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    glosses: tuple[str, ...]
    keys: tuple[str, ...] = field(compare=False, repr=False)
    spoken_rows: tuple[str, ...] = field(compare=False, repr=False)
    spoken_columns: tuple[str, ...] = field(compare=False, repr=False)
    level: float
    marked_row: int | None
    own_columns: tuple[int, int] | None
    traced: Traced | None
    cell: Cell | None
    values: FloatArray = field(compare=False, repr=False)
    hidden: BoolArray = field(compare=False, repr=False)
    anatomy: HeadAnatomy = field(repr=False)

    @property
    def numbered(self) -> bool:
        """Whether columns are numbered, not named after tokens."""
        return SHAPES[self.matrix].columns != "key"

    def caption_parts(self) -> tuple[str, ...]:
        anatomy = self.anatomy
        head = head_title(anatomy.kind, layer=anatomy.layer, head=anatomy.head)
        return head, f"{plain(self.symbol)}: {self.name}"

    def table(self) -> ValueTable:
        return ValueTable(
            name=f"{plain(self.symbol)}: {self.name}",
            rows=self.rows,
            columns=self.columns,
            values=self.values,
            mask=~self.hidden if self.hidden.any() else None,
        )

    @property
    def signed(self) -> bool:
        """Whether the colour map is centred at 0; False for weights and masks."""
        return self.matrix not in {"weights", "mask"}


_OPERATORS: Mapping[str, tuple[str, ...]] = {
    "product": ("", "·", "="),
    "mask": ("", "", "="),
    "softmax": ("", "softmax ="),
    "values": ("", "·", "="),
    "concatenate": ("", "→"),
}


def matrix_pictures(snapshot: OneHeadSnapshot) -> tuple[HeadMatrix, ...]:
    """Inputs of the stage in view and, last, its output."""
    anatomy = snapshot.anatomy
    if anatomy is None:
        return ()
    zoomed, cell = snapshot.choices.zoomed, snapshot.cell
    parts: Parts = {}
    if zoomed is not None and cell is not None:
        parts = traced_parts(anatomy, zoomed, MatrixCell(cell.row, cell.column))
    pictures = tuple(
        matrix_picture(snapshot, anatomy, matrix, operator=operator, traced=parts.get(matrix))
        for matrix, operator in zip(snapshot.matrices, _operators(snapshot, anatomy), strict=False)
    )
    return _before_and_after(pictures) if snapshot.choices.stage == "scale" else pictures


def _before_and_after(pictures: tuple[HeadMatrix, ...]) -> tuple[HeadMatrix, ...]:
    # One level for both shows how the scores shrink.
    level = max(picture.level for picture in pictures)
    return tuple(
        picture
        if picture.matrix == "position_bias"
        else dataclasses.replace(
            picture, level=level, name=spread_name(picture.name, float(picture.values.std()))
        )
        for picture in pictures
    )


def axis_names(
    snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, axis: MatrixAxis
) -> tuple[str, ...]:
    """Labels in a list: tokens with their glosses, or numbers.

    Heads count from 1, dimensions from 0.
    """
    if axis == "query":
        return tuple(listed_row(label, snapshot.row_labels) for label in snapshot.queries)
    if axis == "key":
        return tuple(map(listed_name, anatomy.key_tokens, _glosses(snapshot, anatomy)))
    first = 1 if axis == "head" else 0
    return tuple(str(first + n) for n in range(axis_size(anatomy, axis)))


def number_row(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, matrix: Matrix) -> HeadMatrix:
    """The query's row of a matrix without texts; the key's, where rows are keys."""
    whole = matrix_picture(snapshot, anatomy, matrix)
    row = snapshot.key if SHAPES[matrix].rows == "key" else snapshot.query
    part = slice(row, row + 1)
    return dataclasses.replace(
        whole, rows=("",), marked_row=None, values=whole.values[part], hidden=whole.hidden[part]
    )


def matrix_picture(
    snapshot: OneHeadSnapshot,
    anatomy: HeadAnatomy,
    matrix: Matrix,
    *,
    operator: str = "",
    traced: Traced | None = None,
) -> HeadMatrix:
    shape = SHAPES[matrix]
    values = matrix_values(anatomy, matrix, query=snapshot.query)
    own = (anatomy.head * anatomy.d_k, (anatomy.head + 1) * anatomy.d_k)
    columns = axis_names(snapshot, anatomy, shape.columns)
    if shape.columns == "key":
        columns = tuple(map(shown_name, anatomy.key_tokens))
    return HeadMatrix(
        matrix=matrix,
        kind=anatomy.kind,
        operator=operator,
        symbol=symbol(anatomy, matrix),
        name=matrix_name(anatomy, matrix),
        shape=shape_text(anatomy, matrix),
        row_shape=row_shape_text(anatomy, matrix) if shape.rows == "query" else "",
        rows=axis_names(snapshot, anatomy, shape.rows),
        columns=columns,
        keys=axis_names(snapshot, anatomy, "key"),
        glosses=snapshot.key_glosses if shape.columns == "key" else (),
        spoken_rows=_spoken(snapshot, anatomy, shape.rows),
        spoken_columns=_spoken(snapshot, anatomy, shape.columns),
        level=(matrix == "position_bias" and snapshot.bias_level) or matrix_level(anatomy, matrix),
        marked_row={"query": snapshot.query, "head": anatomy.head}.get(shape.rows),
        own_columns=own if matrix == "concatenation" else None,
        traced=traced,
        cell=_zoomed_in(snapshot, matrix),
        values=values.astype(np.float32),
        hidden=_hidden(anatomy, matrix, values),
        anatomy=anatomy,
    )


def _spoken(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, axis: MatrixAxis) -> tuple[str, ...]:
    """Names within a sentence: tokens in quotation marks, numbers as they are."""
    if axis == "query":
        return tuple(row_text(label, snapshot.row_labels) for label in snapshot.queries)
    if axis == "key":
        return tuple(map(glossed_name, anatomy.key_tokens, _glosses(snapshot, anatomy)))
    return axis_names(snapshot, anatomy, axis)


def _glosses(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy) -> tuple[str, ...]:
    return snapshot.key_glosses or ("",) * len(anatomy.key_tokens)


def _zoomed_in(snapshot: OneHeadSnapshot, matrix: Matrix) -> Cell | None:
    zoomed, cell = snapshot.choices.zoomed, snapshot.cell
    if cell is not None and (zoomed, matrix) == ("k", "k_transposed"):
        return Cell(cell.column, cell.row)
    return cell if zoomed == matrix else None


def _hidden(anatomy: HeadAnatomy, matrix: Matrix, values: FloatArray | BoolArray) -> BoolArray:
    """Masked cells; none in the products and scores, which are computed before masking."""
    if matrix in {"mask", "masked_scores", "weights"}:
        return frozen(~anatomy.mask)
    return frozen(np.zeros(values.shape, dtype=np.bool_))


def _operators(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy) -> tuple[str, ...]:
    """Text before each matrix; not every head has a scale or biases."""
    stage = snapshot.choices.stage
    equals = "+ b =" if anatomy.biased else "="
    if stage == "output":
        return ("", "·", "=") if snapshot.choices.share == "head" else ("Σ", equals)
    if stage == "project":
        return "", "·", equals
    if stage == "scale":
        divided = f"÷ √{anatomy.d_k} " if anatomy.scaled else ""
        return ("", f"{divided}=") if anatomy.position_bias is None else ("", f"{divided}+", "=")
    if stage == "add":
        return "", "+", "=", norm_name(anatomy.norm_type) + " ="
    return _OPERATORS[stage]


# -------------------------------------------------------------------------------- matrix sentences
# A cell of a head's matrix in words.


translate = QCoreApplication.translate


def cell_sentence(picture: HeadMatrix, cell: Cell) -> str:
    """``products: 38.522 · query “a → cat”, key “猫” · cross, layer 2, head 3``."""
    return translate("one_head", "{name}: {value} · {row}, {column} · {head}").format(
        name=matrix_name(picture.anatomy, picture.matrix),
        value=cell_value(picture, cell),
        row=row_words(picture, cell.row),
        column=column_words(picture, cell.column),
        head=head_words(picture),
    )


def cell_value(picture: HeadMatrix, cell: Cell) -> str:
    """Exact value, or a word for a mask and for masked cells."""
    hidden = bool(picture.hidden[cell.row, cell.column])
    if picture.matrix == "mask":
        allowed = translate("one_head", "1 (may attend)")
        return translate("one_head", "0 (masked)") if hidden else allowed
    value = exact_number(float(picture.values[cell.row, cell.column]))
    return translate("one_head", "{value} (masked)").format(value=value) if hidden else value


def row_words(picture: HeadMatrix, row: int) -> str:
    """``query “a → cat”``, ``feature 7``."""
    return f"{axis_word(SHAPES[picture.matrix].rows)} {picture.spoken_rows[row]}"


def column_words(picture: HeadMatrix, column: int) -> str:
    """``key “猫”``, ``dimension 7``."""
    return f"{axis_word(SHAPES[picture.matrix].columns)} {picture.spoken_columns[column]}"


def head_words(picture: HeadMatrix) -> str:
    """``cross, layer 2, head 3``."""
    anatomy = picture.anatomy
    return translate("one_head", "{kind}, layer {layer}, head {head}").format(
        kind=kind_name(anatomy.kind).lower(), layer=anatomy.layer + 1, head=anatomy.head + 1
    )
