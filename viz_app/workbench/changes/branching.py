"""Branches come, grow, are walked to and go."""

from __future__ import annotations

import dataclasses

from model.traces.trace import Trace
from viz_app.workbench.changes import tree_changes
from viz_app.workbench.changes.notices import notice_dismissed
from viz_app.workbench.changes.playback import step_kept, stopped_playing
from viz_app.workbench.changes.translation import repetition_told, with_tree
from viz_app.workbench.state.branches import BranchTree
from viz_app.workbench.state.selection import with_step
from viz_app.workbench.state.workbench import Workbench


def branchable(bench: Workbench) -> BranchTree | None:
    """The tree that can grow; None before the first, and while a new one is about to begin.

    A recorded moment cannot: the weights of then are not there to decode with.
    """
    tree = bench.branches
    if tree is None or bench.recorded or (bench.translating and not tree.growing):
        return None
    return tree


def branch_asked(bench: Workbench, *, step: int, parent: int, given: bool = False) -> Workbench:
    """A branch begins to be decoded; what is on screen stays until its first own step."""
    tree = bench.branches
    if tree is None:
        return bench
    bench = step_kept(stopped_playing(notice_dismissed(bench)))
    bench = dataclasses.replace(bench, refused_target="")
    return _with(bench, tree_changes.branched(tree, step=step, parent=parent, given=given))


def branch_arrived(bench: Workbench, branch: int, trace: Trace) -> Workbench:
    """A branch has grown, whether or not it is on screen.

    What it has in common with its parent is not shown again while it is fed in. It comes on screen
    at the step where it left; a given target is followed to its newest step.
    """
    tree = bench.branches
    if tree is None or branch not in tree:
        return bench
    old = tree.branch(branch)
    if len(trace.steps) <= old.step:
        return bench
    if not old.given:  # what the user gave is the user's own
        bench = repetition_told(bench, trace)
    step, at_end = bench.selection.step, bench.selection.step >= len(old.trace.steps) - 1
    came, bench = not old.begun, _with(bench, tree_changes.grown(tree, trace, branch=branch))
    if bench.trace is not trace:
        return bench
    if old.given:
        step = len(trace.steps) - 1 if came or at_end else step
    elif came:
        step = old.step
    return dataclasses.replace(bench, selection=with_step(bench.selection, step, trace))


def branch_ended(bench: Workbench, branch: int) -> Workbench:
    """A branch is no longer decoded; without a step of its own it goes away again."""
    if bench.branches is None:
        return bench
    return _with(bench, tree_changes.stopped(bench.branches, frozenset({branch})))


def target_refused(bench: Workbench, written: str) -> Workbench:
    """The model cannot write a given target; it is the user's to mend."""
    return dataclasses.replace(bench, refused_target=written)


def branch_found(bench: Workbench, branch: int, known: int) -> Workbench:
    """A branch that was asked for is there already: look at that one, unless at another since."""
    tree = bench.branches
    awaited = tree is not None and tree.awaited == branch
    bench = branch_ended(bench, branch)
    return branch_walked_to(bench, known) if awaited else bench


def branch_walked_to(bench: Workbench, branch: int) -> Workbench:
    """Look at another branch, at the same step if it has it."""
    if bench.branches is None:
        return bench
    return _with(stopped_playing(bench), tree_changes.walked_to(bench.branches, branch))


def branch_renamed(bench: Workbench, branch: int, name: str) -> Workbench:
    """Call a branch something; a recorded one has the name of its run."""
    if bench.branches is None or bench.recorded:
        return bench
    return _with(bench, tree_changes.renamed(bench.branches, branch, name.strip()))


def branch_deleted(bench: Workbench, branch: int) -> Workbench:
    """Take a branch away, with those that left it; a recorded one stays."""
    if bench.branches is None or bench.recorded:
        return bench
    return _with(bench, tree_changes.deleted(bench.branches, branch))


def branch_compared(bench: Workbench, branch: int | None) -> Workbench:
    """Compare the branch on screen with another, or with none."""
    if bench.branches is None:
        return bench
    return _with(bench, tree_changes.compared_with(bench.branches, branch))


def _with(bench: Workbench, tree: BranchTree) -> Workbench:
    return bench if tree == bench.branches else with_tree(bench, tree)
