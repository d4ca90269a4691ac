"""Bars at the margins of a heatmap: a measure of each row and each column.

A row's bar is its entropy in bits, of a difference the share of its unit that moved; behind it is
how long it could be. A column's bar is the mean weight that its key gets from the rows that may
attend to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from model.arrays import BoolArray, FloatArray
from viz_app.design.theme import Theme, mixed
from viz_app.pictures.cell_image import CellGrid
from viz_app.workbench.snapshots.attention import FocusSnapshot

translate = QCoreApplication.translate

ProfileAxis = Literal["row", "column"]

SINGLE = 2.0
"""Rows and columns of fewer px share bars: the longest is drawn."""

APART = 6.0
"""Cells of at least this many px have a gap between their bars."""

ROOM = 0.07
"""Share of the text's colour in the ground behind a bar, as far as the bar could reach."""

_EASY = (1.0, 2.0, 5.0, 10.0)
_SMALLEST = np.finfo(np.float32).tiny  # keeps 0·log 0 at 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One number for each row or column.

    Attributes:
        values: ``[row]`` or ``[column]``; NaN where there is none.
        level: where the bars' axis ends.
        is_signed: the axis begins at −level instead of 0.
        most: upper bound of each entropy, ``[row]``; None for other measures.
    """

    axis: ProfileAxis
    level: float
    is_signed: bool
    values: FloatArray = field(compare=False, repr=False)
    most: FloatArray | None = field(default=None, compare=False, repr=False)


def row_profile(focus: FocusSnapshot) -> Profile:
    """Entropy in bits of every decoded row, of a difference the share that moved."""
    decoded = focus.decoded_rows
    values = np.full(len(focus.rows), np.nan, dtype=np.float32)
    weights = np.where(focus.mask[:decoded], focus.weights[:decoded], np.float32(0))
    if focus.compared is not None:
        values[:decoded] = np.abs(weights).sum(axis=1) / 2
        return Profile(axis="row", level=1.0, is_signed=False, values=values)
    values[:decoded] = entropies(weights)
    # of as many keys as the row may attend to
    most = np.log2(np.maximum(focus.mask.sum(axis=1), 1)).astype(np.float32)
    level = float(most.max(initial=0.0))
    return Profile(axis="row", level=level, is_signed=False, values=values, most=most)


def column_profile(focus: FocusSnapshot) -> Profile:
    """Mean weight of every key over the decoded rows that may attend to it."""
    decoded = focus.decoded_rows
    values = mean_weights(focus.weights[:decoded], focus.mask[:decoded])
    largest = float(np.nanmax(np.abs(values), initial=0.0, where=~np.isnan(values)))
    signed = focus.compared is not None
    return Profile(axis="column", level=easy_level(largest), is_signed=signed, values=values)


def entropies(weights: FloatArray) -> FloatArray:
    """−Σₖ p·log₂ p, p = weights / row sum; NaN for a sum of 0. ``[row, column]`` → ``[row]``."""
    sums = weights.sum(axis=1, keepdims=True)
    shares = weights / np.where(sums > 0, sums, np.nan)
    bits = -(shares * np.log2(np.maximum(shares, _SMALLEST))).sum(axis=1)
    return np.maximum(bits, 0.0).astype(np.float32)


def mean_weights(weights: FloatArray, mask: BoolArray) -> FloatArray:
    """Mean over the rows that may attend; NaN where none may. ``[row, column]`` → ``[column]``."""
    sums = np.where(mask, weights, np.float32(0)).sum(axis=0, dtype=np.float64)
    counts = mask.sum(axis=0)
    means = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means.astype(np.float32)


def easy_level(largest: float) -> float:
    """Next value of 1, 2, 5 times a power of ten, at most 1; 1 for ``largest`` ≤ 0."""
    if largest <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(largest))
    level = next(easy * power for easy in _EASY if largest <= easy * power * 1.0001)
    return min(float(f"{level:.1g}"), 1.0)


def profile_name(profile: Profile) -> str:
    if profile.axis == "column":
        return mean_name()
    moved, entropy = translate("attention", "moved"), translate("attention", "entropy")
    return moved if profile.most is None else entropy


def level_text(profile: Profile) -> str:
    """Range of the bars' axis: ``0–0.5``, ``0–3.81 bits``."""
    level = f"{profile.level:.3g}"
    if profile.most is not None:
        return translate("attention", "0–{level} bits").format(level=level)
    return f"±{level}" if profile.is_signed else f"0–{level}"


def mean_name() -> str:
    return translate("attention", "mean")


def paint_profile(
    painter: QPainter,
    place: QRectF,
    grid: CellGrid,
    profile: Profile,
    theme: Theme,
    *,
    colour: str,
    strong: int | None = None,
) -> None:
    """Bars outwards from the matrix: to the right of rows, down from columns. Signed: both ways.

    ``place`` is the strip along the cells in view. The bar of row or column ``strong`` is not
    softened. Bars of a difference have the ends of the diverging map in place of ``colour``.
    """
    more = theme.positive if profile.is_signed else colour
    ends = {True: QColor(more), False: QColor(theme.negative)}
    soft = {side: QColor(mixed(theme.panel, end.name(), share=0.5)) for side, end in ends.items()}
    if profile.most is not None:
        room = QColor(mixed(theme.panel, theme.text, share=ROOM))
        for bar, _, _ in bars(place, grid, replace(profile, values=profile.most)):
            painter.fillRect(bar & place, room)
    for bar, value, index in bars(place, grid, profile):
        colours = soft if index is None or index != strong else ends
        painter.fillRect(bar & place, colours[value >= 0])


def bars(place: QRectF, grid: CellGrid, profile: Profile) -> list[tuple[QRectF, float, int | None]]:
    """Bars with their values and their row or column, None for a bar of several."""
    if profile.axis == "row":
        seen, start, cell = grid.rows_in(place), grid.top, grid.cell_height
    else:
        seen, start, cell = grid.columns_in(place), grid.left, grid.cell_width
    values = profile.values[seen.start : seen.stop]
    starts = start + cell * np.arange(seen.start, seen.stop)
    indices: list[int | None] = list(seen)
    if cell < SINGLE and len(values):
        values, starts, cell = _pooled(values, starts, cell)
        indices = [None] * len(values)
    gap = 1.0 if cell >= APART else 0.0
    firsts, lengths = _spans(place, profile, values)
    along = (starts + gap, np.full(len(values), cell - 2 * gap))
    rects = (firsts, along[0], lengths, along[1])
    if profile.axis == "column":
        rects = (along[0], firsts, along[1], lengths)
    return [
        (QRectF(*rect), value, index)
        for rect, value, index in zip(
            np.stack(rects, axis=1).tolist(), values.tolist(), indices, strict=True
        )
        if not math.isnan(value)
    ]


def _pooled(
    values: FloatArray, starts: FloatArray, cell: float
) -> tuple[FloatArray, FloatArray, float]:
    """Bars of 1 px; of several values in one the farthest from 0."""
    count = max(1, int(len(values) * cell))
    first = np.arange(count) * len(values) // count
    high, low = np.fmax.reduceat(values, first), np.fmin.reduceat(values, first)
    size = len(values) * cell / count
    return np.where(high >= -low, high, low), starts[0] + size * np.arange(count), size


def _spans(place: QRectF, profile: Profile, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Start of each bar, outwards from the matrix, and its length, in px.

    From 0 to the value, clipped to the axis; at least 1 px, so that 0 is visible.
    """
    row = profile.axis == "row"
    length = place.width() if row else place.height()
    near = place.left() if row else place.top()
    zero = near + length / 2 if profile.is_signed else near
    reach = length / 2 if profile.is_signed else length
    if profile.is_signed and not row:
        reach = -reach  # more is higher
    shares = values.astype(np.float64) / (profile.level or math.inf)
    ends = zero + np.clip(shares, -1.0, 1.0) * reach
    return np.minimum(zero, ends), np.maximum(np.abs(ends - zero), 1.0)
