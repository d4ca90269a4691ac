"""The four masks of a sentence in a batch, with their words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import BoolArray, FloatArray
from model.lessons.masks.record import MaskRecord
from model.traces.trace import Kind
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.label_text import glossed_name
from viz_app.texts.numbers import decimal_number
from viz_app.texts.sentences import Swatch
from viz_app.texts.visible_token import visible
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate

MINUS_INFINITY, MINUS_BILLION = "−∞", "−10⁹"

_TEXTS: dict[str, tuple[str, str]] = {
    "dots": ("", ""),
    "ones": ("1", "0"),
    "allowed": ("T", "F"),
    "masked": ("F", "T"),
    "additive": ("0", MINUS_INFINITY),
}
"""Of cells that may be attended to, and of the others."""


Form = Literal["dots", "ones", "allowed", "masked", "additive", "scores", "weights"]
"""What stands in a cell: a dot, 1 or 0, T or F (for may attend, or for masked), 0 or −∞, a number.
"""

NUMBERS = frozenset({"scores", "weights"})
"""Forms whose cells have the colour of a number."""

NO_NUMBER = "NaN"

EXACT = 4
"""Digits of a number that is said."""


Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaskPicture:
    """One mask ``[query, key]`` with the tokens of both sides, and in what form it is shown.

    Attributes:
        kind: the attention that uses it, for its colour.
        rows, columns: their names, as they are shown.
        mask: True = may attend; all other cells are hatched.
        values: scores or weights, ``[query, key]``.
        level: where the map of numbers ends; that of scores begins at −level.
        flipped: cells that the user has changed.
        padded: cells that only padding masks, in a mask that is causal too.
        axes: what rows and columns are.
        glosses: what the columns mean, where they are source tokens.
    """

    title: str
    explanation: str
    kind: Kind
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    mask: BoolArray = field(repr=False)
    form: Form = "dots"
    values: FloatArray | None = field(default=None, repr=False)
    level: float = 1.0
    flipped: frozenset[Cell] = frozenset()
    padded: frozenset[Cell] = frozenset()
    axes: str = ""
    glosses: tuple[str, ...] = ()

    def table(self) -> ValueTable:
        """The numbers; without any, 1 where a query may attend, and 0 where not."""
        numbers = self.values is not None
        return ValueTable(
            name=self.title,
            rows=self.rows,
            columns=self.columns,
            values=self.mask.astype(np.float32) if self.values is None else self.values,
            mask=self.mask if numbers else None,
        )

    def row_name(self, row: int) -> str:
        """A query in a sentence; the encoder's are its keys, too."""
        glosses = self.glosses if self.kind == "encoder" else ()
        return glossed_name(self.rows[row], glosses[row] if glosses else "")

    def key_name(self, column: int) -> str:
        """A key in a sentence."""
        return glossed_name(self.columns[column], self.glosses[column] if self.glosses else "")


def shown_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """Names of rows or columns that stand for one token each."""
    return tuple(map(visible, tokens))


def cell_text(picture: MaskPicture, row: int, column: int, *, digits: int = 2) -> str:
    """What stands in a cell that is large enough."""
    may = bool(picture.mask[row, column])
    if picture.form in NUMBERS and picture.values is not None:
        value = float(picture.values[row, column])
        return number_text(value, may=may, form=picture.form, digits=digits)
    return _TEXTS[picture.form][0 if may else 1]


def number_text(value: float, *, may: bool, form: Form, digits: int = 2) -> str:
    """A score or weight; a masked score is −∞ or −10⁹, a masked weight 0 or not a number."""
    if form == "scores" and not may:
        return MINUS_INFINITY if math.isinf(value) else MINUS_BILLION
    if math.isnan(value):
        return NO_NUMBER
    return decimal_number(value, digits)


def widest_text(picture: MaskPicture, *, digits: int = 2) -> str:
    """The widest of the cells' texts, about."""
    if picture.form not in NUMBERS:
        return max(_TEXTS[picture.form], key=len)
    sign = "−" if picture.form == "scores" else ""
    return f"{sign}{picture.level:.{digits}f}"


def mask_pictures(
    record: MaskRecord, sentence: int, glosses: tuple[str, ...] = ()
) -> tuple[MaskPicture, ...]:
    """Source padding, causal, both, and cross, of a sentence (from 0). Each ``[query, key]``.

    ``glosses`` are what its source tokens mean.
    """
    source = shown_tokens(record.src_tokens[sentence])
    target = shown_tokens(record.tgt_tokens[sentence])
    padding = np.broadcast_to(record.source_padding[sentence], (len(source), len(source)))
    combined = record.target[sentence]
    padded = only_padding(record.causal, combined)
    every: tuple[tuple[str, str, tuple[Kind, Names, Names, BoolArray]], ...] = (
        (
            translate("masks", "Encoder: source padding"),
            translate("masks", "No token attends to padding."),
            ("encoder", source, source, padding),
        ),
        (
            translate("masks", "Causal"),
            translate("masks", "No token attends to one that comes after it."),
            ("decoder", target, target, record.causal),
        ),
        (
            translate("masks", "Decoder: causal and padding"),
            translate("masks", "What the decoder uses. Framed: masked only because it is padding.")
            if padded
            else translate("masks", "Both at once: this is what the decoder uses."),
            ("decoder", target, target, combined),
        ),
        (
            translate("masks", "Cross: source padding"),
            translate("masks", "Target tokens attend to no source padding."),
            ("cross", target, source, record.cross[sentence]),
        ),
    )
    return tuple(
        MaskPicture(
            title=title,
            explanation=words,
            kind=kind,
            rows=rows,
            columns=columns,
            mask=mask,
            padded=padded if mask is combined else frozenset(),
            glosses=glosses if kind != "decoder" else (),
        )
        for title, words, (kind, rows, columns, mask) in every
    )


def only_padding(causal: BoolArray, combined: BoolArray) -> frozenset[Cell]:
    """Where one mask ``[query, key]`` forbids what the other allows."""
    return frozenset(Cell(row, key) for row, key in np.argwhere(causal & ~combined).tolist())


def mask_legend() -> list[tuple[Swatch, str]]:
    """Swatches and what they mean."""
    return [("allowed", translate("masks", "may attend")), ("masked", translate("masks", "masked"))]


def mask_sentence(picture: MaskPicture, cell: Cell) -> str:
    """Whether one token may attend to another, and why not."""
    row, key = picture.row_name(cell.row), picture.key_name(cell.column)
    padding = not picture.mask[:, cell.column].any()
    if picture.mask[cell.row, cell.column]:
        sentence = translate("masks", "{row} may attend to {key}.")
    elif padding:
        sentence = translate("masks", "{key} is masked: no query may attend to padding.")
    else:
        sentence = translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return f"{picture.title} · {sentence.format(row=row, key=key)}"


def place_sentence(record: MaskRecord, *, sentence: int, place: int, gloss: str = "") -> str:
    """What one place of the batch holds."""
    token = glossed_name(record.src_tokens[sentence][place], gloss)
    if record.source_padding[sentence, place]:
        text = translate("masks", "{token} is a token: queries may attend to it.")
    else:
        text = translate("masks", "{token} is masked: no query may attend to padding.")
    return text.format(token=token)
