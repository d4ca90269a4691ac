"""Transitions of the time-lapse, and how the workbench shows a recorded moment.

The user's own translation is not changed, and continues to grow while it is decoded. What the
workbench shows instead, while the replay is open and its tab in front, is computed from the run
and the cursor by :func:`looked_at`; :func:`looked_elsewhere` stores where the user navigates there.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from operator import attrgetter
from typing import Any

import numpy as np

from model.arrays import FloatArray, frozen
from model.runs.progress import CurvePoint
from model.traces.head_measures import HeadNumber, Moment, measure_range
from model.traces.trace import Kind, Trace
from viz_app.panels.training.state import (
    COMPARED,
    MomentPlace,
    ReplayState,
    RunHistory,
    TrainingRoom,
    TrainingState,
    in_front,
    with_history,
)
from viz_app.storage.settings import ColourMap
from viz_app.workbench.snapshots.attention import (
    FocusSnapshot,
    MosaicSnapshot,
    resolve_focus,
    resolve_mosaic,
)
from viz_app.workbench.state import (
    ROOT,
    AttentionOptions,
    Branch,
    BranchTree,
    Scale,
    Selection,
    Workbench,
    with_head,
    within,
)

# ----------------------------------------------------------------------------------------- moments


def cursor(training: TrainingState) -> ReplayState:
    """The cursor clamped to the moments and probes of the shown run."""
    replay = training.replay
    moments = moments_on_show(training)
    same = replay.run_id == training.runs.shown
    follows = replay.follows or not same
    last = max(len(moments) - 1, 0)
    probes = len(moments[-1].traces) if moments else 0
    return dataclasses.replace(
        replay,
        run_id=training.runs.shown,
        index=last if follows else max(0, min(replay.index, last)),
        follows=follows,
        probe=max(0, min(replay.probe, probes - 1)) if moments else replay.probe,
        playing=replay.playing and same and bool(moments),
        in_workbench=replay.in_workbench and training.runs.shown is not None,
    )


def moments_on_show(training: TrainingState) -> tuple[Moment, ...]:
    """Moments of the shown run, oldest first; empty until they are read."""
    history = training.runs.history(training.runs.shown)
    return history.moments if history is not None else ()


def moment_on_show(training: TrainingState) -> Moment | None:
    moments = moments_on_show(training)
    return moments[cursor(training).index] if moments else None


def trace_on_show(training: TrainingState) -> Trace | None:
    """Trace of the chosen probe at the shown moment; None if it was not recorded."""
    moment = moment_on_show(training)
    return None if moment is None else _probe_trace(moment, cursor(training).probe)


def compared_moment(training: TrainingState) -> Moment | None:
    """Moment of the compared run with the nearest number of updates; on a tie the earlier.

    Updates, not fractions of the training, so that both cursors are at the same x of both curves.
    """
    moment, history = moment_on_show(training), training.runs.history(training.runs.compared)
    if moment is None or history is None or not history.moments:
        return None
    return min(history.moments, key=lambda other: abs(other.update - moment.update))


def compared_trace(training: TrainingState) -> Trace | None:
    """Trace of the same sentence at the compared moment; else of the probe with the same index."""
    trace, other = trace_on_show(training), compared_moment(training)
    if trace is None or other is None:
        return None
    same = (
        known
        for known in other.traces
        if known.source_tokens == trace.source_tokens
        and known.predicted_tokens == trace.predicted_tokens
    )
    return next(same, _probe_trace(other, cursor(training).probe))


def moment_tree(training: TrainingState) -> BranchTree | None:
    """The shown moment as a branch tree, with the compared run as second branch.

    Each branch has the name of its run. None without a moment.
    """
    trace, other = trace_on_show(training), compared_trace(training)
    if trace is None:
        return None

    def branch(number: int, trace: Trace, run_id: str | None) -> Branch:
        history = training.runs.history(run_id)
        name = history.card.name if history is not None else ""
        parent = None if number == ROOT else ROOT
        return Branch(id=number, parent=parent, step=0, name=name, trace=trace, given=True)

    original = branch(ROOT, trace, training.runs.shown)
    if other is None:
        return BranchTree(branches=(original,))
    beside = branch(COMPARED, other, training.runs.compared)
    return BranchTree(branches=(original, beside), compared=COMPARED, next_id=COMPARED + 1)


def _probe_trace(moment: Moment, probe: int) -> Trace | None:
    return moment.traces[probe] if probe < len(moment.traces) else None


# ----------------------------------------------------------------------------------------- changes


WORKBENCH = "attention"
"""The tab that can show recorded moments; all others compute with the current model."""


def replaying(room: TrainingRoom) -> bool:
    replay = room.own.replay
    opened = replay.in_workbench and room.bench.tab == WORKBENCH
    return opened and trace_on_show(room.own) is not None


def looked_at(room: TrainingRoom) -> Workbench:
    """The workbench with the shown moment in place of the own translation.

    Kind and head are common to both; step and cursor are those of the moment.
    """
    tree = moment_tree(room.own) if replaying(room) else None
    if tree is None:
        return room.bench
    place = room.own.replay.place
    if place.runs == _runs(room.own, tree):
        tree = dataclasses.replace(tree, current=place.branch, compared=place.compared)
    trace, selection = tree.current_branch.trace, room.bench.selection
    layer, head = place.head if place.own_head == _head(selection) else _head(selection)
    selection = dataclasses.replace(
        selection,
        layer=layer,
        head=head,
        step=max(len(trace.steps) - 1 if place.step is None else place.step, 0),
        cell=place.cell if place.kind == selection.kind else None,
    )
    return dataclasses.replace(
        room.bench,
        trace=trace,
        branches=tree,
        recorded=True,
        selection=within(selection, trace),
        whole=False,
    )


def looked_elsewhere(room: TrainingRoom, bench: Workbench) -> TrainingRoom:
    """Store what the user has changed in :func:`looked_at`; the own translation is unchanged."""
    before, own = looked_at(room), room.bench
    if before is own or bench.trace is None or bench.branches is None:
        return dataclasses.replace(room, bench=bench)
    there = bench.selection
    picked = _head(there) != _head(before.selection)
    layer, head = _head(there if picked else own.selection)
    selection = dataclasses.replace(own.selection, row_labels=there.row_labels)
    selection = with_head(selection, there.kind, layer, head)
    if own.trace is not None:
        selection = within(selection, own.trace)
    kept = dataclasses.replace(
        bench,
        trace=own.trace,
        branches=own.branches,
        recorded=own.recorded,
        selection=selection,
        whole=own.whole,
        picked=bench.picked - {"step"} | own.picked & {"step"},
    )
    if (there, bench.branches) != (before.selection, before.branches):
        place = _gone_to(room.own, there, tree=bench.branches)
        if picked:
            place = dataclasses.replace(place, head=_head(there), own_head=_head(selection))
        room = room.changed(replay=dataclasses.replace(room.own.replay, place=place))
    return dataclasses.replace(room, bench=kept)


def on_screen(change: Callable[..., Workbench]) -> Callable[..., TrainingRoom]:
    """Turn a transition of the workbench into one of what is shown there."""

    @wraps(change, updated=())  # it is no step of its own
    def changed(room: TrainingRoom, *args: Any) -> TrainingRoom:
        return looked_elsewhere(room, change(looked_at(room), *args))

    return changed


def replay_opened(room: TrainingRoom) -> TrainingRoom:
    """Let the workbench show the moment whenever its tab is in front."""
    return _arranged(room, dataclasses.replace(cursor(room.own), in_workbench=True))


def replay_closed(room: TrainingRoom) -> TrainingRoom:
    """Show the own translation again; the cursor keeps its place."""
    if not room.own.replay.in_workbench:
        return room
    replay = dataclasses.replace(
        cursor(room.own), in_workbench=False, playing=False, place=MomentPlace()
    )
    return _arranged(room, replay)


def moment_arrived(room: TrainingRoom, run_id: str, moment: Moment) -> TrainingRoom:
    """Add a moment; after a resume, moments from its update on are replaced."""
    runs = room.own.runs
    history, card = runs.history(run_id), runs.card(run_id)
    if history is None:
        if card is None:
            return room
        history = RunHistory(card=card)
    kept = tuple(known for known in history.moments if known.update < moment.update)
    history = dataclasses.replace(history, moments=(*kept, moment))
    return arranged(room.changed(runs=with_history(runs, history)))


def moment_picked(room: TrainingRoom, index: int) -> TrainingRoom:
    """Select the moment ``index``, clamped; at the last one, new moments are followed."""
    return _arranged(room, _at(room.own, cursor(room.own), index))


def moment_passed(room: TrainingRoom, moments: int) -> TrainingRoom:
    """Move by ``moments``, which may be negative."""
    return moment_picked(room, cursor(room.own).index + moments)


def probe_picked(room: TrainingRoom, probe: int) -> TrainingRoom:
    return _arranged(room, dataclasses.replace(cursor(room.own), probe=probe))


def number_picked(room: TrainingRoom, number: HeadNumber) -> TrainingRoom:
    return _arranged(room, dataclasses.replace(cursor(room.own), number=number))


def replay_toggled(room: TrainingRoom) -> TrainingRoom:
    """Start or stop playing; from the last moment it starts at the first."""
    replay, count = cursor(room.own), len(moments_on_show(room.own))
    if count < 2:
        return room
    playing = not replay.playing
    if playing and replay.index == count - 1:
        replay = _at(room.own, replay, 0)
    return _arranged(room, dataclasses.replace(replay, playing=playing))


def replay_advanced(room: TrainingRoom) -> TrainingRoom:
    """Show the next moment; playing ends at the last."""
    replay = cursor(room.own)
    if not replay.playing:
        return _arranged(room, replay)
    replay = _at(room.own, replay, replay.index + 1)
    return _arranged(room, dataclasses.replace(replay, playing=not replay.follows))


def arranged(room: TrainingRoom) -> TrainingRoom:
    """The room with a valid cursor; playing stops while no tab shows it.

    A valid room is returned unchanged.
    """
    return _arranged(room, cursor(room.own))


def _at(training: TrainingState, replay: ReplayState, index: int) -> ReplayState:
    last = len(moments_on_show(training)) - 1
    return dataclasses.replace(replay, index=max(0, min(index, last)), follows=index >= last)


def _arranged(room: TrainingRoom, replay: ReplayState) -> TrainingRoom:
    room = room.changed(replay=replay)
    replay, tab = cursor(room.own), room.bench.tab
    seen = in_front(room) or (tab == WORKBENCH and replay.in_workbench)
    return room.changed(replay=dataclasses.replace(replay, playing=replay.playing and seen))


def _gone_to(training: TrainingState, selection: Selection, *, tree: BranchTree) -> MomentPlace:
    """The place without the head, which may be clamped in this model."""
    at_end = selection.step >= len(tree.current_branch.trace.steps) - 1
    return dataclasses.replace(
        training.replay.place,
        step=None if at_end else selection.step,
        cell=selection.cell,
        kind=selection.kind,
        runs=_runs(training, tree),
        branch=tree.current,
        compared=tree.compared,
    )


def _runs(training: TrainingState, tree: BranchTree) -> tuple[str | None, ...]:
    """Ids of the runs of the branches; a run that is not read yet has no branch."""
    return (training.runs.shown, training.runs.compared)[: len(tree.branches)]


def _head(selection: Selection) -> tuple[int, int]:
    return selection.layer, selection.head


# ------------------------------------------------------------------------------------ head history


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadHistorySnapshot:
    """One measure of every head of a kind at every moment of the shown run.

    Arrays are not compared: they follow from ``moments``, ``kind`` and ``number``.

    Attributes:
        moments: of the run, oldest first.
        updates, epochs: of these.
        index: of the shown moment.
        layer, head: the selected head.
        ends: least and greatest possible value of the measure, independent of the data.
        run, compared: names; ``compared`` is empty without a comparison.
        values: ``[layers, heads, moments]``; NaN where the measure is undefined.
        compared_updates: of the compared run's moments.
        compared_values: ``[moments]`` of the same head of that run; None if it does not exist.
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
    """Heads of the selected kind over time; None while the shown run has no moments."""
    moments, history = moments_on_show(room.own), room.own.runs.history(room.own.runs.shown)
    if history is None or not moments:
        return None
    replay, selection = cursor(room.own), within(room.bench.selection, moments[-1].traces[0])
    kind, number = selection.kind, replay.number
    values = _values(moments, kind, number)
    layer, head = min(selection.layer, len(values) - 1), min(selection.head, values.shape[1] - 1)
    updates, epochs = _places(moments)
    compared, others, other_values = _compared(room, kind, number, layer=layer, head=head)
    return HeadHistorySnapshot(
        moments=moments,
        kind=kind,
        number=number,
        updates=updates,
        epochs=epochs,
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
    history = room.own.runs.history(room.own.runs.compared)
    if history is None or not history.moments:
        return "", (), None
    values = _values(history.moments, kind, number)
    if layer >= len(values) or head >= values.shape[1]:
        return "", (), None
    return history.card.name, _places(history.moments)[0], values[layer, head]


def _ends(moment: Moment, kind: Kind, number: HeadNumber) -> tuple[float, float]:
    """Range of a mean over the probes: the mean of their ranges."""
    every = [measure_range(number, trace.mask(kind), kind=kind) for trace in moment.traces]
    low, high = np.mean(every, axis=0).tolist()
    return low, high if high > low else low + 1.0  # an axis needs a length


@lru_cache(maxsize=2)
def _values(moments: tuple[Moment, ...], kind: Kind, number: HeadNumber) -> FloatArray:
    """``[layers, heads, moments]``, read-only."""
    return frozen(np.stack([moment.numbers[kind, number] for moment in moments], axis=-1))


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySnapshot:
    """Time-lapse of a run.

    Attributes:
        run: name of the shown run.
        updates, epochs: of its moments, oldest first; epochs are 0 if not recorded.
        planned: planned updates of the run; 0 if unknown.
        index: of the shown moment.
        sources: of the probes.
        probe: index of the shown one.
        playing, live: whether it plays; whether the run is live.
        follows: whether new moments are followed.
        curve: loss of the run, thinned.
        compared: name of the compared run; empty without one.
        compared_update: of that run's moment; None without one.
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
        """Last point of the curve up to a moment; None before the first."""
        return point_at(self.curve, self.updates[index])


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentMosaicSnapshot:
    """All heads of a kind at the shown moment; ``kinds`` are those of the model."""

    mosaic: MosaicSnapshot
    kinds: tuple[Kind, ...]
    update: int
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentCrossSnapshot:
    """Mean cross-attention of the last layer at the shown moment."""

    focus: FocusSnapshot
    update: int
    epoch: int


def resolve_replay(room: TrainingRoom) -> ReplaySnapshot | None:
    """The time-lapse of the shown run; None while it has no moments."""
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
    """The bar above the timeline; None unless the workbench shows a recorded moment."""
    opened = room.own.replay.in_workbench
    return resolve_replay(room) if opened and room.bench.tab == WORKBENCH else None


def resolve_moment_mosaic(room: TrainingRoom) -> MomentMosaicSnapshot | None:
    """All heads at the shown moment; None without moments.

    Tokens are never merged or hidden here, as there is no control that would show it. Kind, head,
    scale and colours are those of the workbench.
    """
    trace, moment = trace_on_show(room.own), moment_on_show(room.own)
    if trace is None or moment is None:
        return None
    attention = room.bench.attention
    options = AttentionOptions(scale=attention.scale, colour_map=attention.colour_map)
    return MomentMosaicSnapshot(
        mosaic=_mosaic(trace, room.bench.selection, options),
        kinds=trace.kinds,
        update=moment.update,
        epoch=moment.epoch,
    )


def resolve_moment_cross(room: TrainingRoom) -> MomentCrossSnapshot | None:
    """Picture beside the curves; None without moments or without cross-attention."""
    trace, moment = trace_on_show(room.own), moment_on_show(room.own)
    if trace is None or moment is None or "cross" not in trace.kinds:
        return None
    attention = room.bench.attention
    focus = _cross(trace, attention.scale, attention.colour_map)
    return MomentCrossSnapshot(focus=focus, update=moment.update, epoch=moment.epoch)


def point_at(curve: Sequence[CurvePoint], update: int) -> CurvePoint | None:
    """Last point up to an update; None before the first."""
    found = bisect_right(curve, update, key=attrgetter("update"))
    return curve[found - 1] if found else None


@lru_cache(maxsize=2)
def _mosaic(trace: Trace, selection: Selection, options: AttentionOptions) -> MosaicSnapshot:
    # As in the workbench after the last step, without a mark for the step.
    selection = dataclasses.replace(selection, step=max(len(trace.steps) - 1, 0), cell=None)
    shown = Workbench(trace=trace, selection=within(selection, trace), attention=options)
    mosaic = resolve_mosaic(shown)
    if mosaic is None:
        raise ValueError("a trace without a mosaic")
    return dataclasses.replace(mosaic, marked_row=None)


@lru_cache(maxsize=2)
def _cross(trace: Trace, scale: Scale, colour_map: ColourMap) -> FocusSnapshot:
    options = AttentionOptions(scale=scale, colour_map=colour_map, combination="mean")
    layer = len(trace.weights("cross")) - 1
    selection = Selection(kind="cross", layer=layer, step=max(len(trace.steps) - 1, 0))
    focus = resolve_focus(Workbench(trace=trace, selection=selection, attention=options))
    if focus is None:
        raise ValueError("a trace without cross-attention")
    return dataclasses.replace(focus, marked_row=None)


@lru_cache(maxsize=2)
def _places(moments: tuple[Moment, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(m.update for m in moments), tuple(m.epoch for m in moments)


@lru_cache(maxsize=2)
def _sources(moments: tuple[Moment, ...]) -> tuple[str, ...]:
    return tuple(trace.source_text for trace in moments[-1].traces)
