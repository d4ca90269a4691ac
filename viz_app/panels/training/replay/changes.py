"""Transitions of the time-lapse, and how it and the user's own picture share the workbench.

The workbench shows ``state.trace`` and ``state.branches``. While the replay is open and its tab in
front, these are a recorded moment's; the user's own are put aside, grow there when they are still
being decoded, and come back when the replay is closed, or another tab computes with them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from viz_app.app.tabs import Tab
from viz_app.panels.training.replay.moments import cursor, moment_tree, moments_on_show
from viz_app.panels.training.replay.state import OwnPicture, ReplayState
from viz_app.panels.training.runs.state import RunHistory, with_history
from viz_app.workbench.state.branches import ROOT, BranchTree
from viz_app.workbench.state.selection import Selection, within

if TYPE_CHECKING:
    from model.traces.moment import HeadNumber, Moment
    from viz_app.app.app_state import AppState

WORKBENCH: Tab = "attention"
"""The tab that can show recorded moments; all others compute with the current model."""


def replaying(state: AppState) -> bool:
    """Whether a recorded moment is on screen in the workbench."""
    return state.replay is not None and state.replay.own is not None


def replay_opened(state: AppState) -> AppState:
    """The workbench shows the moment on show as soon as its tab is in front."""
    return _arranged(state, dataclasses.replace(cursor(state), in_workbench=True))


def replay_closed(state: AppState) -> AppState:
    """The workbench shows the user's own picture again; the cursor stays where it is."""
    replay = state.replay
    if replay is None or not (replay.in_workbench or replay.own):
        return state
    state = _arranged(state, dataclasses.replace(replay, in_workbench=False, playing=False))
    return _with_replay(state, dataclasses.replace(cursor(state), place=None))


def moment_arrived(state: AppState, run_id: str, moment: Moment) -> AppState:
    """A run has recorded a moment; those from this update on, of before it went on, are gone."""
    history, card = state.runs.history(run_id), state.runs.card(run_id)
    if history is None:
        if card is None:
            return state
        history = RunHistory(card=card)
    kept = tuple(known for known in history.moments if known.update < moment.update)
    history = dataclasses.replace(history, moments=(*kept, moment))
    return arranged(dataclasses.replace(state, runs=with_history(state.runs, history)))


def moment_picked(state: AppState, index: int) -> AppState:
    """Look at a moment, as near to the wanted one as there is; who looks at the last follows."""
    return _arranged(state, _at(state, cursor(state), index))


def probe_picked(state: AppState, probe: int) -> AppState:
    """Look at another sentence."""
    return _arranged(state, dataclasses.replace(cursor(state), probe=probe))


def number_picked(state: AppState, number: HeadNumber) -> AppState:
    """Show another number of the heads over time."""
    return _arranged(state, dataclasses.replace(cursor(state), number=number))


def replay_toggled(state: AppState) -> AppState:
    """Start or stop playing; from the last moment it starts at the first."""
    replay, count = cursor(state), len(moments_on_show(state))
    if count < 2:
        return state
    playing = not replay.playing
    if playing and replay.index == count - 1:
        replay = _at(state, replay, 0)
    return _arranged(state, dataclasses.replace(replay, playing=playing))


def replay_advanced(state: AppState) -> AppState:
    """Go on to the next moment; playing ends at the last."""
    replay = cursor(state)
    if not replay.playing:
        return _arranged(state, replay)
    replay = _at(state, replay, replay.index + 1)
    return _arranged(state, dataclasses.replace(replay, playing=not replay.follows))


def arranged(state: AppState) -> AppState:
    """The same with what belongs into the workbench there; after every change of runs or tab.

    Nothing plays where nobody sees it. What is in order already is not touched.
    """
    return _arranged(state, cursor(state))


def on_own(state: AppState, change: Callable[[AppState], AppState]) -> AppState:
    """A change of the user's own picture, which may be put aside; the one on screen stays."""
    replay = state.replay
    if replay is None or replay.own is None:
        return change(state)
    own = replay.own
    changed = change(
        dataclasses.replace(
            state,
            trace=own.trace,
            branches=own.branches,
            selection=own.selection,
            replay=dataclasses.replace(replay, own=None),
        )
    )
    own = OwnPicture(trace=changed.trace, branches=changed.branches, selection=changed.selection)
    return dataclasses.replace(
        changed,
        trace=state.trace,
        branches=state.branches,
        selection=state.selection,
        replay=dataclasses.replace(replay, own=own),
    )


def own_branches(state: AppState) -> BranchTree | None:
    """The user's own tree, on screen or put aside."""
    if state.replay is None or state.replay.own is None:
        return state.branches
    return state.replay.own.branches


def _at(state: AppState, replay: ReplayState, index: int) -> ReplayState:
    last = len(moments_on_show(state)) - 1
    return dataclasses.replace(replay, index=max(0, min(index, last)), follows=index >= last)


def _arranged(state: AppState, replay: ReplayState) -> AppState:
    state = _with_replay(state, replay)
    replay = cursor(state)
    seen = state.tab == "training" or (state.tab == WORKBENCH and replay.in_workbench)
    replay = dataclasses.replace(replay, playing=replay.playing and seen)
    state = _with_replay(state, replay)
    wanted = replay.in_workbench and state.tab == WORKBENCH
    tree = moment_tree(state) if wanted else None
    return _own_back(state, replay) if tree is None else _in_front(state, replay, tree)


def _with_replay(state: AppState, replay: ReplayState) -> AppState:
    """Without a change the very same state: nobody is told."""
    if replay == (state.replay or ReplayState()):
        return state
    return dataclasses.replace(state, replay=replay)


def _in_front(state: AppState, replay: ReplayState, tree: BranchTree) -> AppState:
    """A moment on screen, in place of the own picture or of another moment."""
    if replay.own is not None:
        return _moved_on(state, tree)
    own = OwnPicture(trace=state.trace, branches=state.branches, selection=state.selection)
    trace = tree.current_branch.trace
    last = dataclasses.replace(state.selection, step=len(trace.steps) - 1, cell=None)
    place = last if replay.place is None else _returned(state, replay.place)
    return dataclasses.replace(
        state,
        trace=trace,
        branches=tree,
        selection=within(place, trace),
        playback=dataclasses.replace(state.playback, playing=False),
        replay=dataclasses.replace(replay, own=own),
    )


def _moved_on(state: AppState, tree: BranchTree) -> AppState:
    """From moment to moment the selection stays; who is at the end of a sentence stays there."""
    tree = _looked_at_alike(tree, state.branches)
    trace, selection = tree.current_branch.trace, state.selection
    if state.trace is not None and selection.step >= len(state.trace.steps) - 1:
        end = max(selection.step, len(trace.steps) - 1)
        selection = dataclasses.replace(selection, step=end)
    selection = within(selection, trace)
    if (tree, trace, selection) == (state.branches, state.trace, state.selection):
        return state
    return dataclasses.replace(state, trace=trace, branches=tree, selection=selection)


def _own_back(state: AppState, replay: ReplayState) -> AppState:
    own = replay.own
    if own is None:
        return state
    selection = _returned(state, own.selection)
    return dataclasses.replace(
        state,
        trace=own.trace,
        branches=own.branches,
        selection=selection if own.trace is None else within(selection, own.trace),
        playback=dataclasses.replace(state.playback, playing=False),
        replay=dataclasses.replace(replay, own=None, place=state.selection),
    )


def _returned(state: AppState, place: Selection) -> Selection:
    """Back at a place in the other picture, with the kind and the head of now.

    The head of then, where that of now is only as near to it as the picture in between has.
    """
    now, between = state.selection, state.trace
    seen = place if between is None else within(place, between)
    picked = (seen.layer, seen.head) != (now.layer, now.head)
    return dataclasses.replace(
        now,
        layer=now.layer if picked else place.layer,
        head=now.head if picked else place.head,
        step=place.step,
        cell=place.cell if place.kind == now.kind else None,
    )


def _looked_at_alike(tree: BranchTree, before: BranchTree | None) -> BranchTree:
    """The tree of another moment, with the branch on screen and the comparison of before."""
    if before is None or _names(tree) != _names(before):
        return tree
    current = before.current if before.current in tree else ROOT
    return dataclasses.replace(tree, current=current, compared=before.compared)


def _names(tree: BranchTree) -> list[str]:
    return [branch.name for branch in tree.branches]
