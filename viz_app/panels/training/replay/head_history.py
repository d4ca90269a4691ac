"""State to the heads' numbers over a run's moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from model.arrays import FloatArray, frozen
from model.traces.head_measures import measure_range
from model.traces.moment import HeadNumber, Moment
from model.traces.trace import Kind
from viz_app.panels.training.replay.moments import cursor, moments_on_show
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.workbench.state.selection import within


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadHistorySnapshot:
    """One number of every head of a kind at every moment of the run on show.

    Arrays do not take part in comparisons: they follow from ``moments``, ``kind`` and ``number``.

    Attributes:
        moments: of the run, oldest first.
        updates, epochs: of these.
        index: of the moment on show.
        layer, head: the head in view.
        ends: least and greatest value that the number can have; they do not follow the data.
        run, compared: names; ``compared`` is empty where nothing is beside.
        values: ``[layers, heads, moments]``; NaN where the number has no meaning.
        compared_updates: of the compared run's moments.
        compared_values: ``[moments]`` of the same head of that run; None where it has no such head.
    """

    moments: tuple[Moment, ...] = field(repr=False)
    kind: Kind
    number: HeadNumber
    updates: tuple[int, ...]
    epochs: tuple[int, ...]
    index: int
    layer: int
    head: int
    ends: tuple[float, float]
    run: str
    compared: str = ""
    values: FloatArray = field(compare=False, repr=False)
    compared_updates: tuple[int, ...] = ()
    compared_values: FloatArray | None = field(default=None, compare=False, repr=False)


def resolve_head_history(room: TrainingRoom) -> HeadHistorySnapshot | None:
    """The heads of the kind in view over time, or None while the run on show has no moments."""
    moments, history = moments_on_show(room.own), room.own.runs.history(room.own.runs.shown)
    if history is None or not moments:
        return None
    replay, selection = cursor(room.own), within(room.bench.selection, moments[-1].traces[0])
    kind, number = selection.kind, replay.number
    values = _values(moments, kind, number)
    layer, head = min(selection.layer, len(values) - 1), min(selection.head, values.shape[1] - 1)
    compared, others, other_values = _compared(room, kind, number, layer=layer, head=head)
    return HeadHistorySnapshot(
        moments=moments,
        kind=kind,
        number=number,
        updates=tuple(moment.update for moment in moments),
        epochs=tuple(moment.epoch for moment in moments),
        index=replay.index,
        layer=layer,
        head=head,
        ends=_ends(moments[-1], kind, number),
        run=history.card.name,
        compared=compared,
        values=values,
        compared_updates=others,
        compared_values=other_values,
    )


def _compared(
    room: TrainingRoom, kind: Kind, number: HeadNumber, *, layer: int, head: int
) -> tuple[str, tuple[int, ...], FloatArray | None]:
    """Name, updates and numbers of the same head of the compared run."""
    history = room.own.runs.history(room.own.runs.compared)
    if history is None or not history.moments:
        return "", (), None
    values = _values(history.moments, kind, number)
    if layer >= len(values) or head >= values.shape[1]:
        return "", (), None
    return history.card.name, tuple(m.update for m in history.moments), values[layer, head]


def _ends(moment: Moment, kind: Kind, number: HeadNumber) -> tuple[float, float]:
    """The range of a mean over the probes: the mean of their ranges."""
    every = [measure_range(number, trace.mask(kind), kind=kind) for trace in moment.traces]
    low, high = np.mean(every, axis=0).tolist()
    return low, high if high > low else low + 1.0  # an axis needs a length


@lru_cache(maxsize=2)
def _values(moments: tuple[Moment, ...], kind: Kind, number: HeadNumber) -> FloatArray:
    """``[layers, heads, moments]``, read-only."""
    return frozen(np.stack([moment.numbers[kind, number] for moment in moments], axis=-1))
