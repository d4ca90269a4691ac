"""Biases of relative positions: a curve for each head, and one head's as a matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import FloatArray, frozen
from model.config import Stack
from viz_app.panels.positions.painting.curves_painter import CurvesPicture
from viz_app.panels.positions.painting.position_pictures import (
    numbers_apart,
    position_names,
    position_text,
)
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.plot_axes import easy_ticks, tick_text
from viz_app.pictures.value_painter import ValuePicture
from viz_app.texts.numbers import decimal_number
from viz_app.workbench.state.selection import Cell

translate = QCoreApplication.translate


def bias_curves(snapshot: PositionsSnapshot, stack: Stack) -> CurvesPicture:
    """A curve for each head over the distances within the positions that are shown."""
    ahead = _shown_distances(snapshot, stack)
    biases = snapshot.distances[stack][:, _places(snapshot, stack, ahead)]
    level = bias_level(snapshot)
    return CurvesPicture(
        across_name=translate("positions", "position of the key − position of the query"),
        x=frozen(ahead.astype(np.float32)),
        curves=frozen(np.ascontiguousarray(biases)),
        up=(-1.05 * level, 1.05 * level),
        ticks=tuple((value, tick_text(value)) for value in easy_ticks(-level, level, most=4)),
    )


def curves_title(stack: Stack) -> str:
    """Of a stack's curves."""
    title = translate("positions", "{stack}: biases by distance, a line for each head")
    return title.format(stack=stack_name(stack))


def bias_curve_sentence(snapshot: PositionsSnapshot, stack: Stack, cell: Cell) -> str:
    """One point of a curve."""
    ahead = int(_shown_distances(snapshot, stack)[cell.column])
    place = _places(snapshot, stack, np.array([ahead]))[0]
    return translate("positions", "{value} · {stack}, head {head} · {where}").format(
        value=decimal_number(float(snapshot.distances[stack][cell.row, place]), 4),
        stack=stack_name(stack),
        head=cell.row + 1,
        where=_where(ahead),
    )


def bias_matrix(snapshot: PositionsSnapshot) -> ValuePicture:
    """What the chosen head adds to its scores; no number where the decoder may not look."""
    stack, count = snapshot.stack, snapshot.count
    title = translate("positions", "{stack}, head {head}: what is added to its scores (B)")
    return ValuePicture(
        title=title.format(stack=stack_name(stack), head=snapshot.head + 1),
        subtitle=translate("positions", "row: position of the query, column: of the key"),
        rows=position_names(bias_tokens(snapshot), count),
        columns=numbers_apart(range(count)),
        level=bias_level(snapshot),
        square=True,
        values=_matrix(snapshot),
    )


def bias_matrix_sentence(snapshot: PositionsSnapshot, cell: Cell) -> str:
    """One number of the matrix."""
    value, tokens = float(_matrix(snapshot)[cell.row, cell.column]), bias_tokens(snapshot)
    said = translate("positions", "masked") if np.isnan(value) else decimal_number(value, 4)
    return translate("positions", "{value} · query: {query} · key: {key} · {where}").format(
        value=said,
        query=position_text(tokens, cell.row),
        key=position_text(tokens, cell.column),
        where=_where(cell.column - cell.row),
    )


def bias_tokens(snapshot: PositionsSnapshot) -> Sequence[str]:
    """Of the stack that the matrix is of."""
    return snapshot.tokens if snapshot.stack == "encoder" else snapshot.fed


def bias_level(snapshot: PositionsSnapshot) -> float:
    """Where colours and curves end: at the largest bias of any head of any stack."""
    return snapshot.model.largest_bias or 1.0


def stack_name(stack: Stack) -> str:
    """As it stands in titles."""
    return {
        "encoder": translate("positions", "Encoder"),
        "decoder": translate("positions", "Decoder"),
    }[stack]


def _matrix(snapshot: PositionsSnapshot) -> FloatArray:
    """``[query, key]``."""
    stack, places = snapshot.stack, np.arange(snapshot.count)
    ahead = places - places[:, None]  # [query, key]
    matrix = snapshot.distances[stack][snapshot.head][_places(snapshot, stack, ahead)]
    return np.where(ahead > 0, np.float32(np.nan), matrix) if stack == "decoder" else matrix


def _shown_distances(snapshot: PositionsSnapshot, stack: Stack) -> np.ndarray:
    """From the farthest key before a query to the farthest one that it may look at."""
    reach = snapshot.count - 1
    return np.arange(-reach, (reach if stack == "encoder" else 0) + 1)


def _places(snapshot: PositionsSnapshot, stack: Stack, ahead: np.ndarray) -> np.ndarray:
    """Of distances among those that there are biases for: far ones share the last."""
    count = snapshot.distances[stack].shape[1]
    own = count // 2 if stack == "encoder" else count - 1
    return np.clip(ahead + own, 0, count - 1)


def _where(ahead: int) -> str:
    if not ahead:
        return translate("positions", "the query itself")
    if ahead < 0:
        return translate("positions", "key {count} before the query").format(count=-ahead)
    return translate("positions", "key {count} after the query").format(count=ahead)
