"""The positional encodings as matrices with words: the table, and the similarity of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import Positions
from model.lessons.positions.sinusoid import Waves
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.value_painter import ValuePicture
from viz_app.texts.isolates import safe
from viz_app.texts.sentences import one_after_another
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
    return one_after_another(_sinusoid_sentences(snapshot))


def table_formula(snapshot: PositionsSnapshot) -> str:
    """The name of the formula that the table is computed by; empty where there is none."""
    if snapshot.kind != "sinusoidal":
        return ""
    return f"positions_table{waves_suffix(snapshot.waves)}"


def waves_suffix(waves: Waves) -> str:
    """Of the names of formulas."""
    halves = "_halves" if waves.sinusoids == "halves" else ""
    return halves + ("_closed" if waves.closed_sinusoids else "")


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


def _sinusoid_sentences(snapshot: PositionsSnapshot) -> Iterator[str]:
    """What is not as in the paper."""
    if snapshot.waves.sinusoids == "halves":
        yield translate(
            "positions",
            "Computed: all sines in the first half of a row, all cosines in the second.",
        )
    if snapshot.waves.closed_sinusoids:
        yield translate(
            "positions", "The exponent divides by d_model − 2: the slowest wave is 10000 · 2π long."
        )
    if snapshot.first:
        yield translate(
            "positions", "Rows are counted from 0; in the formula the first has position {offset}."
        ).format(offset=snapshot.first)


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
        rows=position_names(snapshot.tokens, count),
        columns=numbers_apart(range(values.shape[1])),
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
        rows=position_names(snapshot.tokens, count),
        columns=numbers_apart(range(count)),
        level=level,
        square=True,
        values=snapshot.similarity[:count, :count],
    )


def position_names(tokens: Sequence[str], count: int) -> tuple[str, ...]:
    """``0 我`` …: numbers, and the sentence's tokens as far as they go."""
    tokens = tokens[:count]
    named = tuple(f"{safe(visible(token))}  {number}" for number, token in enumerate(tokens))
    return named + tuple(str(number) for number in range(len(named), count))


def table_sentence(snapshot: PositionsSnapshot, cell: Cell) -> str:
    """One number of the table."""
    return translate("positions", "{value} · {position}, dimension {dimension}").format(
        value=f"{snapshot.table[cell.row, cell.column]:.4f}",
        position=position_text(snapshot.tokens, cell.row),
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
        one=position_text(snapshot.tokens, cell.row),
        other=position_text(snapshot.tokens, cell.column),
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


def numbers_apart(numbers: Iterable[int]) -> tuple[str, ...]:
    """Column labels, with room around them: digits would run into those beside them."""
    return tuple(f"\u2009{number}\u2009" for number in numbers)


def position_text(tokens: Sequence[str], number: int) -> str:
    """``position 3 “cat”``, as far as there are tokens."""
    if number < len(tokens):
        text = translate("positions", "position {number} {token}")
        return text.format(number=number, token=quoted(tokens[number]))
    return translate("positions", "position {number}").format(number=number)
