"""Transitions of the time-lapse, and how the workbench shows a recorded moment.

The user's own translation stays where it is, and grows there while it is still being decoded. What
the workbench shows in its place while the replay is open and its tab in front is computed from the
run and the cursor: :func:`looked_at`; :func:`looked_elsewhere` keeps where the user has gone there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from viz_app.panels.training.replay.moments import (
    cursor,
    moment_tree,
    moments_on_show,
    trace_on_show,
)
from viz_app.panels.training.state.replay import MomentPlace, ReplayState
from viz_app.panels.training.state.runs import RunHistory, with_history
from viz_app.panels.training.state.training import TrainingRoom, TrainingState, in_front
from viz_app.workbench.state.branches import BranchTree
from viz_app.workbench.state.selection import Selection, with_head, within
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from model.traces.moment import HeadNumber, Moment

WORKBENCH = "attention"
"""The tab that can show recorded moments; all others compute with the current model."""


def replaying(room: TrainingRoom) -> bool:
    """Whether a recorded moment is on screen in the workbench."""
    replay = room.own.replay
    opened = replay.in_workbench and room.bench.tab == WORKBENCH
    return opened and trace_on_show(room.own) is not None


def looked_at(room: TrainingRoom) -> Workbench:
    """The workbench as it is on screen: with the moment on show in place of the own translation.

    Kind and head are the same in both; step and cursor are the moment's own.
    """
    tree = moment_tree(room.own) if replaying(room) else None
    if tree is None:
        return room.bench
    tree = _chosen_branches(tree, room.own)
    trace = tree.current_branch.trace
    selection = _placed(room.bench.selection, room.own.replay.place, last=len(trace.steps) - 1)
    return dataclasses.replace(
        room.bench,
        trace=trace,
        branches=tree,
        recorded=True,
        selection=within(selection, trace),
        whole=False,
    )


def looked_elsewhere(room: TrainingRoom, bench: Workbench) -> TrainingRoom:
    """What the user has changed in :func:`looked_at`: the own translation stays as it is."""
    before, own = looked_at(room), room.bench
    if before is own or bench.trace is None or bench.branches is None:
        return dataclasses.replace(room, bench=bench)
    picked = _head(bench.selection) != _head(before.selection)
    selection = _followed(own, bench.selection, picked=picked)
    kept = dataclasses.replace(
        bench,
        trace=own.trace,
        branches=own.branches,
        recorded=own.recorded,
        selection=selection,
        whole=own.whole,
        picked=bench.picked - {"step"} | own.picked & {"step"},
    )
    if (bench.selection, bench.branches) != (before.selection, before.branches):
        place = _gone_to(room.own, bench.selection, tree=bench.branches)
        if picked:
            place = dataclasses.replace(
                place, head=_head(bench.selection), own_head=_head(selection)
            )
        room = room.changed(replay=dataclasses.replace(room.own.replay, place=place))
    return dataclasses.replace(room, bench=kept)


def on_screen(change: Callable[..., Workbench]) -> Callable[..., TrainingRoom]:
    """A transition of the workbench, made on what is on screen there."""
    return lambda room, *args: looked_elsewhere(room, change(looked_at(room), *args))


def replay_opened(room: TrainingRoom) -> TrainingRoom:
    """The workbench shows the moment on show as soon as its tab is in front."""
    return _arranged(room, dataclasses.replace(cursor(room.own), in_workbench=True))


def replay_closed(room: TrainingRoom) -> TrainingRoom:
    """The workbench shows the user's own translation again; the cursor stays where it is."""
    if not room.own.replay.in_workbench:
        return room
    replay = dataclasses.replace(
        cursor(room.own), in_workbench=False, playing=False, place=MomentPlace()
    )
    return _arranged(room, replay)


def moment_arrived(room: TrainingRoom, run_id: str, moment: Moment) -> TrainingRoom:
    """A run has recorded a moment; those from this update on, of before it went on, are gone."""
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
    """Look at a moment, as near to the wanted one as there is; who looks at the last follows."""
    return _arranged(room, _at(room.own, cursor(room.own), index))


def moment_passed(room: TrainingRoom, moments: int) -> TrainingRoom:
    """Look at the moment so many later, or earlier."""
    return moment_picked(room, cursor(room.own).index + moments)


def probe_picked(room: TrainingRoom, probe: int) -> TrainingRoom:
    """Look at another sentence."""
    return _arranged(room, dataclasses.replace(cursor(room.own), probe=probe))


def number_picked(room: TrainingRoom, number: HeadNumber) -> TrainingRoom:
    """Show another number of the heads over time."""
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
    """Go on to the next moment; playing ends at the last."""
    replay = cursor(room.own)
    if not replay.playing:
        return _arranged(room, replay)
    replay = _at(room.own, replay, replay.index + 1)
    return _arranged(room, dataclasses.replace(replay, playing=not replay.follows))


def arranged(room: TrainingRoom) -> TrainingRoom:
    """The cursor as it applies to the runs and the tab of now: nothing plays where nobody sees it.

    What is in order already is not touched.
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


def _followed(own: Workbench, selection: Selection, *, picked: bool) -> Selection:
    """The selection in the own translation, with the kind and the head that were picked."""
    layer, head = _head(selection if picked else own.selection)
    kept = dataclasses.replace(own.selection, row_labels=selection.row_labels)
    kept = with_head(kept, selection.kind, layer, head)
    return kept if own.trace is None else within(kept, own.trace)


def _gone_to(training: TrainingState, selection: Selection, *, tree: BranchTree) -> MomentPlace:
    """The place with all but the head, which may only be as near to the picked one as there is."""
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


def _placed(selection: Selection, place: MomentPlace, *, last: int) -> Selection:
    """The own selection as it is in a moment."""
    own = _head(selection)
    layer, head = place.head if place.own_head == own else own
    return dataclasses.replace(
        selection,
        layer=layer,
        head=head,
        step=max(last if place.step is None else place.step, 0),
        cell=place.cell if place.kind == selection.kind else None,
    )


def _chosen_branches(tree: BranchTree, training: TrainingState) -> BranchTree:
    """With the branch on screen and the comparison that the user has chosen for these runs."""
    place = training.replay.place
    if place.runs != _runs(training, tree):
        return tree
    return dataclasses.replace(tree, current=place.branch, compared=place.compared)


def _runs(training: TrainingState, tree: BranchTree) -> tuple[str | None, ...]:
    """The runs that the branches are of: one that is not read yet is not among them."""
    return (training.runs.shown, training.runs.compared)[: len(tree.branches)]


def _head(selection: Selection) -> tuple[int, int]:
    return selection.layer, selection.head
