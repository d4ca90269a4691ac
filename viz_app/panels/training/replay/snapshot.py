"""State to the time-lapse: its bar, and all heads of the moment on show."""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from model.runs.curve import CurvePoint
from model.traces.moment import Moment
from model.traces.trace import Kind, Trace
from viz_app.panels.training.replay.changes import WORKBENCH
from viz_app.panels.training.replay.moments import (
    compared_moment,
    compared_trace,
    cursor,
    moments_on_show,
    trace_on_show,
)
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.workbench.snapshots.attention import resolve_mosaic
from viz_app.workbench.snapshots.pictures import MosaicSnapshot
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import Selection, within
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySnapshot:
    """The bar of a run's time-lapse.

    Attributes:
        run: name of the run on show.
        updates, epochs: of its moments, oldest first; epochs of 0 were not counted.
        planned: updates that the run was to have; 0 = not known.
        index: of the moment on show.
        sources: of the probes.
        probe: which of them is shown.
        playing, live: whether it plays, and whether the run is under way.
        follows: it stays at the newest moment.
        curve: the run's loss, thinned.
        compared: name of the run that it is compared with; empty = none.
        compared_update: of that run's moment; None where none is beside.
        compared_curve: of that run.
    """

    run: str
    updates: tuple[int, ...]
    epochs: tuple[int, ...]
    planned: int
    index: int
    sources: tuple[str, ...]
    probe: int
    playing: bool = False
    live: bool = False
    follows: bool = False
    curve: tuple[CurvePoint, ...] = ()
    compared: str = ""
    compared_update: int | None = None
    compared_curve: tuple[CurvePoint, ...] = ()

    def loss_at(self, index: int) -> CurvePoint | None:
        """The last point of the curve that was there at a moment; None before the first."""
        return point_at(self.curve, self.updates[index])


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentMosaicSnapshot:
    """All heads of a kind at the moment on show; ``run``, ``update`` and ``epoch`` say which.

    Attributes:
        kinds: those that the model has.
    """

    mosaic: MosaicSnapshot
    kinds: tuple[Kind, ...]
    run: str
    update: int
    epoch: int


def resolve_replay(room: TrainingRoom) -> ReplaySnapshot | None:
    """The bar of the run on show, or None while it has no moments."""
    runs, moments = room.own.runs, moments_on_show(room.own)
    history = runs.history(runs.shown)
    if history is None or not moments:
        return None
    replay, other = cursor(room.own), runs.history(runs.compared)
    beside = compared_moment(room.own) if compared_trace(room.own) is not None else None
    updates, epochs = _places(moments)
    return ReplaySnapshot(
        run=history.card.name,
        updates=updates,
        epochs=epochs,
        planned=history.card.updates,
        index=replay.index,
        sources=_sources(moments),
        probe=replay.probe,
        playing=replay.playing,
        live=room.own.live_run(runs.shown) is not None,
        follows=replay.follows,
        curve=history.curve,
        compared=other.card.name if other is not None else "",
        compared_update=beside.update if beside is not None else None,
        compared_curve=other.curve if other is not None else (),
    )


def resolve_workbench_replay(room: TrainingRoom) -> ReplaySnapshot | None:
    """The bar over the timeline: None unless the workbench shows a recorded moment."""
    opened = room.own.replay.in_workbench
    return resolve_replay(room) if opened and room.bench.tab == WORKBENCH else None


def resolve_moment_mosaic(room: TrainingRoom) -> MomentMosaicSnapshot | None:
    """All heads at the moment on show, or None without moments.

    Tokens are shown one by one, whatever is merged or hidden in the workbench: here is no switch
    to tell. Kind, head, scale and colours are those of the workbench.
    """
    trace, history = trace_on_show(room.own), room.own.runs.history(room.own.runs.shown)
    if trace is None or history is None:
        return None
    options = AttentionOptions(
        scale=room.bench.attention.scale, colour_map=room.bench.attention.colour_map
    )
    mosaic = _mosaic(trace, room.bench.selection, options)
    moment = history.moments[cursor(room.own).index]
    return MomentMosaicSnapshot(
        mosaic=mosaic,
        kinds=trace.kinds,
        run=history.card.name,
        update=moment.update,
        epoch=moment.epoch,
    )


def point_at(curve: Sequence[CurvePoint], update: int) -> CurvePoint | None:
    """The last point up to an update, or None before the first."""
    found = bisect_right(curve, update, key=attrgetter("update"))
    return curve[found - 1] if found else None


@lru_cache(maxsize=2)
def _mosaic(trace: Trace, selection: Selection, options: AttentionOptions) -> MosaicSnapshot:
    """As the workbench would show it after its last step, which is not marked: there is none."""
    selection = dataclasses.replace(selection, step=max(len(trace.steps) - 1, 0), cell=None)
    shown = Workbench(trace=trace, selection=within(selection, trace), attention=options)
    mosaic = resolve_mosaic(shown)
    if mosaic is None:
        raise ValueError("a trace without a mosaic")
    return dataclasses.replace(mosaic, marked_row=None)


@lru_cache(maxsize=2)
def _places(moments: tuple[Moment, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Updates and epochs."""
    return tuple(m.update for m in moments), tuple(m.epoch for m in moments)


@lru_cache(maxsize=2)
def _sources(moments: tuple[Moment, ...]) -> tuple[str, ...]:
    return tuple(trace.source_text for trace in moments[-1].traces)
