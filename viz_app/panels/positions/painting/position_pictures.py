"""The positional encodings as matrices with words: the table, and the similarity of positions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import ModelConfig, Positions
from viz_app.panels.positions.snapshot import PositionsSnapshot, unusual_sinusoids
from viz_app.pictures.value_painter import ValuePicture
from viz_app.texts.token_text import quoted
from viz_app.texts.visible_token import visible
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate


def first_positions(snapshot: PositionsSnapshot) -> int:
    """How many positions are shown."""
    return snapshot.count


def kind_line(snapshot: PositionsSnapshot) -> str:
    """Where the numbers come from, in words; empty where a formula says it."""
    if snapshot.kind == "learned":
        return translate("positions", "Learned table: every number was trained.")
    if snapshot.kind == "given":
        return translate("positions", "Stored table: it came with the model and is not trained.")
    if not snapshot.has_table:
        return without_table(snapshot.kind)
    if snapshot.choices.any_size or not unusual_sinusoids(snapshot.model.config):
        return ""
    return " ".join(_sinusoid_sentences(snapshot.model.config))


def without_table(kind: Positions) -> str:
    """Why there is no table."""
    if kind == "none":
        return translate(
            "positions",
            "This model adds no positions: only the decoder's causal mask tells it about order.",
        )
    return translate(
        "positions",
        "This model adds no positions: every head has learned biases for distances instead, which "
        "self-attention adds to its scores. They stand in One head, at the third stage.",
    )


def _sinusoid_sentences(config: ModelConfig) -> Iterator[str]:
    """What is not as in the paper."""
    if config.sinusoids == "halves":
        yield translate(
            "positions",
            "Computed: all sines in the first half of a row, all cosines in the second.",
        )
    else:
        yield translate("positions", "Computed: sines and cosines by turns.")
    if config.closed_sinusoids:
        yield translate(
            "positions", "The exponent divides by d_model − 2: the slowest wave is 10000 · 2π long."
        )
    if config.position_offset:
        yield translate("positions", "The first token has position {offset}.").format(
            offset=config.position_offset
        )


def table_picture(snapshot: PositionsSnapshot, count: int) -> ValuePicture:
    """The first ``count`` rows of the table, position × dimension."""
    values = snapshot.table[:count]
    titles = {
        "sinusoidal": translate("positions", "Positional encodings"),
        "learned": translate("positions", "Learned positions"),
        "given": translate("positions", "Stored positions"),
        "relative": translate("positions", "No positions are added"),
        "none": translate("positions", "No positions are added"),
    }
    return ValuePicture(
        title=titles[snapshot.kind],
        subtitle=translate(
            "positions", "row: position, column: dimension ({d_model} in all)"
        ).format(d_model=snapshot.table.shape[1]),
        rows=position_names(snapshot, count),
        columns=numbers_apart(values.shape[1]),
        level=table_level(snapshot),
        square=False,
        values=values,
    )


def similarity_picture(snapshot: PositionsSnapshot, count: int) -> ValuePicture:
    """Every two of the first ``count`` positions, as the user measures how alike they are."""
    dot = snapshot.choices.measure == "dot"
    level = _dot_level(snapshot) if dot else 1.0
    subtitle = (
        translate("positions", "dot product of two rows of the table, −{level} … {level}")
        if dot
        else translate("positions", "cosine of two rows of the table, −1 … 1")
    )
    return ValuePicture(
        title=translate("positions", "Similarity of positions"),
        subtitle=subtitle.format(level=f"{level:.3g}"),
        rows=position_names(snapshot, count),
        columns=numbers_apart(count),
        level=level,
        square=True,
        values=snapshot.similarity[:count, :count],
    )


def position_names(snapshot: PositionsSnapshot, count: int) -> tuple[str, ...]:
    """``0 我`` …: numbers, and the sentence's tokens as far as they go."""
    tokens = snapshot.tokens[:count]
    named = tuple(f"{visible(token)}  {number}" for number, token in enumerate(tokens))
    return named + tuple(str(number) for number in range(len(named), count))


def table_sentence(snapshot: PositionsSnapshot, cell: Cell) -> str:
    """One number of the table."""
    return translate("positions", "{value} · {position}, dimension {dimension}").format(
        value=f"{snapshot.table[cell.row, cell.column]:.4f}",
        position=_position(snapshot, cell.row),
        dimension=cell.column,
    )


def similarity_sentence(snapshot: PositionsSnapshot, cell: Cell) -> str:
    """How alike two positions are."""
    texts = {
        "cosine": translate("positions", "cosine {value} · {one} and {other}"),
        "dot": translate("positions", "dot product {value} · {one} and {other}"),
    }
    return texts[snapshot.choices.measure].format(
        value=f"{snapshot.similarity[cell.row, cell.column]:.4f}",
        one=_position(snapshot, cell.row),
        other=_position(snapshot, cell.column),
    )


def _dot_level(snapshot: PositionsSnapshot) -> float:
    """The largest dot product: of a row with itself, half of d_model for sinusoids."""
    if snapshot.kind == "sinusoidal":
        return snapshot.table.shape[1] / 2
    return float(np.square(snapshot.table).sum(axis=1).max(initial=0.0)) or 1.0


def table_level(snapshot: PositionsSnapshot) -> float:
    """Where the map of the table's numbers ends: sinusoids reach 1."""
    largest = float(np.abs(snapshot.table).max(initial=0.0)) or 1.0
    return 1.0 if snapshot.kind == "sinusoidal" else largest


def numbers_apart(count: int) -> tuple[str, ...]:
    """Column labels, with room around them: digits would run into those beside them."""
    return tuple(f"\u2009{number}\u2009" for number in range(count))


def _position(snapshot: PositionsSnapshot, number: int) -> str:
    if number < len(snapshot.tokens):
        text = translate("positions", "position {number} {token}")
        return text.format(number=number, token=quoted(snapshot.tokens[number]))
    return translate("positions", "position {number}").format(number=number)
