"""Curves of the positions tab: chosen dimensions over positions, and wavelengths."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import DoubleArray, frozen
from model.lessons.positions.sinusoid import pair_dimensions, wavelengths
from viz_app.panels.positions.painting.curves_painter import CurvesPicture
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.levels import Ticks
from viz_app.pictures.plot_axes import easy_ticks, tick_text

translate = QCoreApplication.translate

LOWEST, HIGHEST = 1.0, 100_000.0
"""Ends of the axis of wavelengths: these lie between 2π and 10000 · 2π, whatever the size."""


def dimensions_picture(snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> CurvesPicture:
    """Columns of the table over the positions that are shown."""
    table = snapshot.table[: snapshot.count]
    largest = float(np.abs(snapshot.table).max(initial=0.0)) or 1.0
    level = 1.0 if snapshot.kind == "sinusoidal" else largest
    return CurvesPicture(
        across_name=translate("positions", "position"),
        x=frozen(np.arange(len(table), dtype=np.float32)),
        curves=frozen(np.ascontiguousarray(table[:, list(dimensions)].T)),
        up=(-1.05 * level, 1.05 * level),
        ticks=tuple((value, tick_text(value)) for value in easy_ticks(-level, level, most=4)),
    )


def wavelengths_picture(snapshot: PositionsSnapshot) -> CurvesPicture:
    """The wavelength of each pair, and what is shown of the positions to compare with."""
    lengths = pair_wavelengths(snapshot)
    halves = snapshot.waves.sinusoids == "halves"
    step = 1 if halves else 2  # from one pair's sine to the next one's
    text = translate("positions", "{count} positions shown").format(count=snapshot.count)
    return CurvesPicture(
        across_name=translate("positions", "dimension of the sine")
        if halves
        else translate("positions", "dimension"),
        x=frozen(step * np.arange(len(lengths), dtype=np.float32)),
        curves=frozen(lengths[None].astype(np.float32)),
        up=(LOWEST, HIGHEST),
        ticks=_decades(),
        marks=((float(max(snapshot.count, 1)), text),),
        logarithmic=True,
    )


def pair_wavelengths(snapshot: PositionsSnapshot) -> DoubleArray:
    """Of each pair of a table as wide as the one that is shown, ``[pairs]``."""
    return wavelengths(snapshot.table.shape[1], snapshot.waves)


def sine_and_cosine(snapshot: PositionsSnapshot, pair: int) -> tuple[int, int]:
    """The dimensions of a pair; a last sine of an odd width has no cosine: its own, twice."""
    waves, d_model = snapshot.waves, snapshot.table.shape[1]
    if pair < d_model // 2:
        sine, cosine = pair_dimensions(d_model, waves)[pair].tolist()
        return sine, cosine
    alone = pair if waves.sinusoids == "halves" else 2 * pair
    return alone, alone


def _decades() -> Ticks:
    powers = range(round(math.log10(LOWEST)), round(math.log10(HIGHEST)) + 1)
    return tuple((10.0**power, f"{10**power:,}") for power in powers)
