"""The measurements of a check as pictures with words."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.lessons.checks import AxisName, CheckedLayer, ColumnWord, Measured, MeasuredThing
from model.traces.trace import Kind
from viz_app.pictures.matrix import MatrixPicture
from viz_app.texts.check_texts import head_place
from viz_app.texts.labels import NO_NUMBER
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import visible
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

WIDE, STRETCH = 72, 3.0
WORD_WIDE, WORD_STRETCH = 130, 10.0
"""Side of a cell in px at 100 %, and how much wider than high it may be: numbers stand in it, or
words above it.
"""

PARTS_SHARE = 0.4
"""Share of the width that names of the network's parts may take."""


class MeasuredWords(NamedTuple):
    """Texts on the picture, its rows and columns, and its values."""

    title: str
    axes: str
    numbers: str


_WORDS: Mapping[MeasuredThing, MeasuredWords] = {
    "bad numbers": MeasuredWords(
        "NaN and ∞ in the weights",
        "row: part of the network, column: its layer",
        "Each cell: number of weights in a part that are NaN or ∞.",
    ),
    "bad outputs": MeasuredWords(
        "NaN and ∞ from each part",
        "row: part of the network, column: its layer",
        "Each cell: number of NaN or ∞ outputs of a part, over all sentences.",
    ),
    "moved by change": MeasuredWords(
        "Effect of changing a token",
        "row: position of the logits, column: changed token",
        "Each cell: how much the logits of its row change when the token of its column "
        "is changed. Above the diagonal the changed token comes later, so all cells "
        "must be 0.",
    ),
    "moved by padding": MeasuredWords(
        "Effect of padding",
        "row: sentence, column: position in it",
        "Each cell: how much the logits of a position change when padding is added. The "
        "colour scale ends at the limit.",
    ),
    "moved by cache": MeasuredWords(
        "Effect of the cache",
        "row: sentence, column: step",
        "Each cell: how much the logits of a step differ from those of all tokens at "
        "once. The colour scale ends at the limit.",
    ),
    "copies": MeasuredWords(
        "Next-token probabilities after each input token",
        "row: input token, column: possible next token",
        "Each cell: probability of its column's token after its row's token. On the "
        "diagonal the input token is repeated: a strong diagonal means copying.",
    ),
    "predictions": MeasuredWords(
        "The same target with two sources",
        "row: best token of a step with its own source",
        "Probability of that token with its own and with another source, and the share "
        "of the probability that moves; for the sentence where it is smallest.",
    ),
    "reordered": MeasuredWords(
        "The same tokens in two orders",
        "row: best token of a position in its own order",
        "Probability of that token in its own and in another order, and the share of "
        "the probability that moves; for the sentence where it is smallest.",
    ),
    "row sums": MeasuredWords(
        "Weights and their sums, {head}",
        "row attends to column; the last column is the sum",
        "The head and the sentence in which a sum is farthest from 1.",
    ),
    "uneven": MeasuredWords(
        "How far each head is from uniform",
        "row: layer, column: head",
        "Largest relative difference of a weight from the mean of its row: 0 = all keys "
        "get the same weight in every row of every sentence.",
    ),
    "fixed": MeasuredWords(
        "Least weight each head gives to one key",
        "row: layer, column: head",
        "Smallest weight of the first (or last) key over all rows of all sentences: "
        "near 1 = the head never attends elsewhere.",
    ),
    "beside": MeasuredWords(
        "Weight each head leaves to other keys",
        "row: layer, column: head",
        "Total weight of all keys except the largest, which only one row in five exceeds: 0 "
        "= nearly every row is on a single key.",
    ),
    "outputs": MeasuredWords(
        "Output of each head",
        "row: layer, column: head",
        "Each cell: largest output after W_O over all sentences, as a share of the largest in "
        "its layer: 0 = the head adds nothing.",
    ),
    "tables": MeasuredWords(
        "How the two tables differ",
        "row: ids of tokens, column: dimensions",
        "Each cell: largest difference between embedding and output projection in its "
        "block: 0 everywhere = identical values.",
    ),
    "right tokens": MeasuredWords(
        "Probability of each right token",
        "row: source, column: position in the target",
        "Each cell: probability of the right target token after the right tokens before it.",
    ),
}

_COLUMNS: Mapping[ColumnWord, str] = {
    "outside": QT_TRANSLATE_NOOP("checks", "none"),
    "own source": QT_TRANSLATE_NOOP("checks", "own source"),
    "another source": QT_TRANSLATE_NOOP("checks", "another source"),
    "own order": QT_TRANSLATE_NOOP("checks", "own order"),
    "another order": QT_TRANSLATE_NOOP("checks", "another order"),
    "moved": QT_TRANSLATE_NOOP("checks", "moves"),
    "sum": QT_TRANSLATE_NOOP("checks", "sum"),
}

_PARTS = {
    "src_embedding": QT_TRANSLATE_NOOP("checks", "source embedding"),
    "tgt_embedding": QT_TRANSLATE_NOOP("checks", "target embedding"),
    "attention": QT_TRANSLATE_NOOP("checks", "self-attention"),
    "attention_residual": QT_TRANSLATE_NOOP("checks", "self: sum, norm"),
    "cross": QT_TRANSLATE_NOOP("checks", "cross-attention"),
    "cross_residual": QT_TRANSLATE_NOOP("checks", "cross: sum, norm"),
    "feed_forward": QT_TRANSLATE_NOOP("checks", "feed-forward"),
    "feed_forward_residual": QT_TRANSLATE_NOOP("checks", "feed: sum, norm"),
    "layer": QT_TRANSLATE_NOOP("checks", "whole layer"),
    "encoder_bias": QT_TRANSLATE_NOOP("checks", "encoder distances"),
    "decoder_bias": QT_TRANSLATE_NOOP("checks", "decoder distances"),
    "encoder_norm": QT_TRANSLATE_NOOP("checks", "encoder's norm"),
    "decoder_norm": QT_TRANSLATE_NOOP("checks", "decoder's norm"),
    "output_transform": QT_TRANSLATE_NOOP("checks", "before the output"),
    "output": QT_TRANSLATE_NOOP("checks", "output projection"),
}
"""Readable names for parts of the network; names in the code are too short."""

_LAYERS: Mapping[Kind, str] = {
    "encoder": QT_TRANSLATE_NOOP("checks", "encoder {layer}"),
    "decoder": QT_TRANSLATE_NOOP("checks", "decoder {layer}"),
    "cross": QT_TRANSLATE_NOOP("checks", "cross {layer}"),
}

_COLUMN_LAYERS: Mapping[Kind, str] = {
    "encoder": QT_TRANSLATE_NOOP("checks", "enc {layer}"),
    "decoder": QT_TRANSLATE_NOOP("checks", "dec {layer}"),
    "cross": QT_TRANSLATE_NOOP("checks", "cross {layer}"),
}
"""Short names, which fit above 6 + 6 columns."""


def check_picture(measured: Measured, *, model: str = "") -> MatrixPicture:
    """The measurements in the current language; the cells behind the verdict are framed."""
    words = _WORDS[measured.thing]
    head = head_place(measured.head) if measured.head is not None else ""
    counts_parts = measured.thing in ("bad numbers", "bad outputs")
    has_words = counts_parts or not measured.columns
    columns = (
        *(_axis_name(name, _COLUMN_LAYERS) for name in measured.columns),
        *(translate("checks", _COLUMNS[word]) for word in measured.words),
    )
    picture = MatrixPicture(
        title=translate("checks", words.title).format(head=head),
        note=translate("checks", words.axes),
        rows=tuple(map(_part_name if counts_parts else _axis_name, measured.rows)),
        columns=tuple(f"\u2009{name}\u2009" for name in columns),
        level=measured.level,
        stretch=WORD_STRETCH if has_words else STRETCH,
        signed=False,
        marked=frozenset(Cell(row, column) for row, column in measured.marked),
        numbered=True,
        largest=WORD_WIDE if has_words else WIDE,
        row_share=PARTS_SHARE,
        values=measured.values,
        extra_caption=(model,) if model else (),
        of_translation=False,
    )
    return replace(picture, sentence=cell_sentences(picture))


def what_numbers_are(measured: Measured) -> str:
    said = [translate("checks", _WORDS[measured.thing].numbers)]
    if measured.marked:
        said.append(translate("checks", "Problem cells are framed."))
    if np.isnan(measured.values).any():
        said.append(translate("checks", "Hatched cells have no measurement."))
    return " ".join(said)


def cell_sentences(picture: MatrixPicture) -> Callable[[Cell], str]:
    (table,) = picture.tables()

    def say(cell: Cell) -> str:
        value = float(picture.values[cell.row, cell.column])
        return translate("checks", "{value} · row {row}, column {column}").format(
            value=NO_NUMBER if math.isnan(value) else f"{value:.6g}",
            row=table.rows[cell.row],
            column=table.columns[cell.column],
        )

    return say


def _part_name(name: AxisName) -> str:
    known = _PARTS.get(name) if isinstance(name, str) else None
    return _axis_name(name) if known is None else translate("checks", known)


def _axis_name(name: AxisName, layers: Mapping[Kind, str] = _LAYERS) -> str:
    if isinstance(name, CheckedLayer):
        return translate("checks", layers[name.kind]).format(layer=name.layer + 1)
    return visible(name)
