"""Branches come, grow, are walked to and go."""

from __future__ import annotations

import dataclasses

from model.messages import Message
from model.traces.trace import Trace
from viz_app.engine.step import quoted, undoable
from viz_app.workbench.changes import tree_changes
from viz_app.workbench.changes.notices import notice_dismissed
from viz_app.workbench.changes.playback import step_kept, stopped_playing
from viz_app.workbench.changes.translation import repetition_told, trace_arrived, with_tree
from viz_app.workbench.state.branches import (
    AS_THE_MODEL_LIKES,
    ROOT,
    BranchRequest,
    BranchTree,
    target_text,
)
from viz_app.workbench.state.selection import with_step
from viz_app.workbench.state.workbench import Workbench


def branchable(bench: Workbench) -> BranchTree | None:
    """The tree that can grow; None before the first, and while a new one is about to begin.

    A recorded moment cannot, nor what a model has made that is not here: there are no weights to
    decode with.
    """
    tree = bench.branches
    if tree is None or bench.read_only or (bench.translating and not tree.growing):
        return None
    return tree


def _wish(
    bench: Workbench, *, step: int, request: BranchRequest = AS_THE_MODEL_LIKES, **_: object
) -> Message:
    """What a new branch is to say, and in place of what."""
    if request.whole:
        return Message("own target “{target}”", {"target": quoted(request.typed)})
    trace = bench.branches.current_branch.trace if bench.branches is not None else None
    before = trace.steps[step] if trace is not None and step < len(trace.steps) else None
    names = {known.token_id: known.token for known in before.candidates} if before else {}
    token = request.written or names.get(request.prefix[-1] if request.prefix else -1, "")
    if before is None or not token:
        return Message("branch made")
    values = {"token": quoted(token), "before": quoted(before.token)}
    return Message("“{token}” in place of “{before}”", values)


@undoable("branches", _wish)
def branch_asked(
    bench: Workbench,
    *,
    step: int,
    parent: int,
    given: bool = False,
    request: BranchRequest = AS_THE_MODEL_LIKES,
) -> Workbench:
    """A branch begins to be decoded; what is on screen stays until its first own step."""
    tree = bench.branches
    if tree is None:
        return bench
    bench = step_kept(stopped_playing(notice_dismissed(bench)))
    bench = dataclasses.replace(bench, refused_target="")
    tree = tree_changes.branched(tree, step=step, parent=parent, given=given, request=request)
    return _with(bench, tree)


def branch_arrived(bench: Workbench, branch: int, trace: Trace) -> Workbench:
    """A branch has grown, whether or not it is on screen.

    What it has in common with its parent is not shown again while it is fed in, nor what was there
    when it was decoded before. It comes on screen at the step where it left; a given target is
    followed to its newest step.
    """
    tree = bench.branches
    if tree is None or branch not in tree:
        return bench
    old = tree.branch(branch)
    if len(trace.steps) <= len(old.trace.steps):
        return bench
    if branch == ROOT:
        return trace_arrived(bench, trace)
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


def _renaming(bench: Workbench, branch: int, name: str) -> Message:
    values = {"branch": _called(bench, branch), "name": quoted(name)}
    if not values["name"]:
        return Message("name of the branch “{branch}” removed", values)
    return Message("branch “{branch}” renamed to “{name}”", values)


@undoable("branches", _renaming)
def branch_renamed(bench: Workbench, branch: int, name: str) -> Workbench:
    """Call a branch something; a recorded one has the name of its run."""
    if bench.branches is None or bench.recorded:
        return bench
    return _with(bench, tree_changes.renamed(bench.branches, branch, name.strip()))


def _deleting(bench: Workbench, branch: int) -> Message:
    return Message("branch “{branch}” deleted", {"branch": _called(bench, branch)})


@undoable("branches", _deleting)
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


def _called(bench: Workbench, branch: int) -> str:
    """A branch as its user knows it: by its name, or what it says from where it left."""
    if bench.branches is None or branch not in bench.branches:
        return ""
    known = bench.branches.branch(branch)
    start = 0 if known.given else known.step
    return quoted(known.name or target_text(known.trace, start=start))


def _with(bench: Workbench, tree: BranchTree) -> Workbench:
    return bench if tree == bench.branches else with_tree(bench, tree)
