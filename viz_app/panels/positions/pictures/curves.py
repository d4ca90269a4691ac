"""Curves of the positions tab: chosen dimensions over positions, and wavelengths."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.arrays import DoubleArray, frozen
from model.lessons.positions import pair_dimensions, wavelengths
from viz_app.panels.positions.pictures.matrices import table_sentence
from viz_app.panels.positions.pictures.texts import wavelength_sentence
from viz_app.panels.positions.room import PositionsSnapshot
from viz_app.pictures.plot import Plot, easy_ticks, tick_text
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

LOWEST, HIGHEST = 1.0, 100_000.0
"""Ends of the axis of wavelengths: these lie between 2π and 10000 · 2π, whatever the size."""


def dimensions_picture(snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> Plot:
    table = snapshot.table[: snapshot.count]
    largest = float(np.abs(snapshot.table).max(initial=0.0)) or 1.0
    level = 1.0 if snapshot.kind == "sinusoidal" else largest
    chosen = tuple(dimensions)
    names = ", ".join(map(str, chosen))
    return Plot(
        title=translate("PositionCurves", "Curves of the chosen dimensions"),
        note=translate("PositionCurves", "Dimensions {numbers}").format(numbers=names),
        across_name=translate("positions", "position"),
        x=frozen(np.arange(len(table), dtype=np.float32)),
        curves=frozen(np.ascontiguousarray(table[:, list(dimensions)].T)),
        up=(-1.05 * level, 1.05 * level),
        ticks=tuple((value, tick_text(value)) for value in easy_ticks(-level, level, most=4)),
        sentence=lambda cell: table_sentence(snapshot, Cell(cell.column, chosen[cell.row])),
    )


def wavelengths_picture(snapshot: PositionsSnapshot) -> Plot:
    lengths = pair_wavelengths(snapshot)
    halves = snapshot.waves.sinusoids == "halves"
    step = 1 if halves else 2  # from one pair's sine to the next one's
    powers = range(round(math.log10(LOWEST)), round(math.log10(HIGHEST)) + 1)
    text = translate("positions", "{count} positions shown").format(count=snapshot.count)

    def say(cell: Cell) -> str:
        length = float(lengths[cell.column])
        pair = sine_and_cosine(snapshot, cell.column)
        return wavelength_sentence(pair, length, snapshot.count / length)

    return Plot(
        title=translate("WavelengthsPage", "Wavelength of each pair of dimensions"),
        note=wavelengths_note(snapshot),
        across_name=translate("positions", "dimension of the sine")
        if halves
        else translate("positions", "dimension"),
        x=frozen(step * np.arange(len(lengths), dtype=np.float32)),
        curves=frozen(lengths[None].astype(np.float32)),
        up=(LOWEST, HIGHEST),
        ticks=tuple((10.0**power, f"{10**power:,}") for power in powers),
        marks=((float(max(snapshot.count, 1)), text),),
        logarithmic=True,
        sentence=say,
    )


def wavelengths_note(snapshot: PositionsSnapshot) -> str:
    if snapshot.kind == "learned":
        return translate(
            "WavelengthsPage",
            "This model's table is learned and has no wavelengths; shown are those of a "
            "sinusoidal table of the same size.",
        )
    if snapshot.kind != "sinusoidal":
        return translate(
            "WavelengthsPage",
            "This model's positions have no wavelengths; shown are those of a "
            "sinusoidal table of the same size.",
        )
    scale = translate("WavelengthsPage", "positions, on a logarithmic scale")
    if snapshot.waves.sinusoids == "halves":
        half = (snapshot.table.shape[1] + 1) // 2
        pairs = translate("WavelengthsPage", "a pair: dimensions i and i + {half}")
        return f"{scale} · {pairs.format(half=half)}"
    return scale


def pair_wavelengths(snapshot: PositionsSnapshot) -> DoubleArray:
    """Wavelength of each pair of dimensions, ``[pairs]``."""
    return wavelengths(snapshot.table.shape[1], snapshot.waves)


def sine_and_cosine(snapshot: PositionsSnapshot, pair: int) -> tuple[int, int]:
    """Dimensions of a pair; for odd d_model the last sine is returned twice."""
    waves, d_model = snapshot.waves, snapshot.table.shape[1]
    if pair < d_model // 2:
        sine, cosine = pair_dimensions(d_model, waves)[pair].tolist()
        return sine, cosine
    alone = pair if waves.sinusoids == "halves" else 2 * pair
    return alone, alone
