"""Transitions of the whole state when branches come, grow, are walked to and go."""

from __future__ import annotations

import dataclasses

from model.traces.trace import Trace
from viz_app.app.app_state import (
    AppState,
    notice_dismissed,
    stopped_playing,
    with_tree,
)
from viz_app.panels.training.replay.changes import on_own, replaying
from viz_app.workbench.changes.tree_changes import (
    branched,
    compared_with,
    deleted,
    grown,
    renamed,
    stopped,
    walked_to,
)
from viz_app.workbench.state.branches import BranchTree
from viz_app.workbench.state.selection import with_step


def branchable(state: AppState) -> BranchTree | None:
    """The tree that can grow; None before the first, and while a new one is about to begin.

    A recorded moment cannot: the weights of then are not there to decode with.
    """
    tree = state.branches
    if tree is None or replaying(state) or (state.translating and not tree.growing):
        return None
    return tree


def branch_asked(state: AppState, *, step: int, parent: int, given: bool = False) -> AppState:
    """A branch begins to be decoded; what is on screen stays until its first own step."""
    tree = state.branches
    if tree is None:
        return state
    state = stopped_playing(notice_dismissed(state))
    return _with(state, branched(tree, step=step, parent=parent, given=given))


def branch_arrived(state: AppState, branch: int, trace: Trace) -> AppState:
    """A branch has grown, whether or not it is on screen.

    What it has in common with its parent is not shown again while it is fed in. It comes on screen
    at the step where it left; a given target is followed to its newest step.
    """
    return on_own(state, lambda own: _branch_arrived(own, branch, trace))


def _branch_arrived(state: AppState, branch: int, trace: Trace) -> AppState:
    tree = state.branches
    if tree is None or branch not in tree:
        return state
    old = tree.branch(branch)
    if len(trace.steps) <= old.step:
        return state
    step, at_end = state.selection.step, state.selection.step >= len(old.trace.steps) - 1
    came, state = not old.begun, _with(state, grown(tree, trace, branch=branch))
    if state.trace is not trace:
        return state
    if old.given:
        step = len(trace.steps) - 1 if came or at_end else step
    elif came:
        step = old.step
    return dataclasses.replace(state, selection=with_step(state.selection, step, trace))


def branch_ended(state: AppState, branch: int) -> AppState:
    """A branch is no longer decoded; without a step of its own it goes away again."""
    return on_own(state, lambda own: _branch_ended(own, branch))


def _branch_ended(state: AppState, branch: int) -> AppState:
    if state.branches is None:
        return state
    return _with(state, stopped(state.branches, frozenset({branch})))


def branch_found(state: AppState, branch: int, known: int) -> AppState:
    """A branch that was asked for is there already: look at that one, unless at another since."""
    return on_own(state, lambda own: _branch_found(own, branch, known))


def _branch_found(state: AppState, branch: int, known: int) -> AppState:
    tree = state.branches
    awaited = tree is not None and tree.awaited == branch
    state = branch_ended(state, branch)
    return branch_walked_to(state, known) if awaited else state


def branch_walked_to(state: AppState, branch: int) -> AppState:
    """Look at another branch, at the same step if it has it."""
    if state.branches is None:
        return state
    return _with(stopped_playing(state), walked_to(state.branches, branch))


def branch_renamed(state: AppState, branch: int, name: str) -> AppState:
    """Call a branch something; a recorded one has the name of its run."""
    if state.branches is None or replaying(state):
        return state
    return _with(state, renamed(state.branches, branch, name.strip()))


def branch_deleted(state: AppState, branch: int) -> AppState:
    """Take a branch away, with those that left it; a recorded one stays."""
    if state.branches is None or replaying(state):
        return state
    return _with(state, deleted(state.branches, branch))


def branch_compared(state: AppState, branch: int | None) -> AppState:
    """Compare the branch on screen with another, or with none."""
    if state.branches is None:
        return state
    return _with(state, compared_with(state.branches, branch))


def _with(state: AppState, tree: BranchTree) -> AppState:
    return state if tree == state.branches else with_tree(state, tree)
