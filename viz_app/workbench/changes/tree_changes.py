"""How a tree of branches changes: one is asked for, grows, is walked to, named, compared, goes."""

from __future__ import annotations

import dataclasses

from model.traces.trace import Trace
from viz_app.workbench.state.branches import (
    AS_THE_MODEL_LIKES,
    ROOT,
    Branch,
    BranchRequest,
    BranchTree,
    descendants,
    target_text,
)


def rooted(trace: Trace) -> BranchTree:
    """A tree of the original alone."""
    original = Branch(id=ROOT, parent=None, step=0, name="", trace=trace)
    growing = frozenset[int]() if trace.finished else frozenset({ROOT})
    return BranchTree(branches=(original,), growing=growing)


def grown(tree: BranchTree, trace: Trace, *, branch: int | None = None) -> BranchTree:
    """The trace of a branch, by default the current one, has grown.

    An awaited branch comes on screen with its first own step.
    """
    branch = tree.current if branch is None else branch
    growing = tree.growing - {branch} if trace.finished else tree.growing | {branch}
    tree = dataclasses.replace(_changed(tree, branch, trace=trace), growing=growing)
    if tree.awaited == branch and tree.branch(branch).begun:
        return walked_to(tree, branch)
    return tree


def branched(
    tree: BranchTree,
    *,
    step: int,
    parent: int | None = None,
    given: bool = False,
    request: BranchRequest = AS_THE_MODEL_LIKES,
) -> BranchTree:
    """A new branch, to be decoded, that leaves ``parent`` (by default the current) at ``step``.

    Until its first own step it has the steps of its parent, and is not on screen.
    """
    left = tree.current_branch if parent is None else tree.branch(parent)
    branch = Branch(
        id=tree.next_id,
        parent=left.id,
        step=step,
        name="",
        trace=_cut(left.trace, step),
        given=given,
        request=request,
    )
    return dataclasses.replace(
        tree,
        branches=(*tree.branches, branch),
        growing=tree.growing | {branch.id},
        awaited=branch.id,
        next_id=branch.id + 1,
    )


def walked_to(tree: BranchTree, branch: int) -> BranchTree:
    """Another branch is on screen; one without a step of its own will be, with its first.

    Who walks to the compared branch goes on comparing, the other way round.
    """
    if branch not in tree or branch == tree.current:
        return dataclasses.replace(tree, awaited=None)
    if not tree.branch(branch).begun:
        return dataclasses.replace(tree, awaited=branch)
    compared = tree.current if tree.compared == branch else tree.compared
    return dataclasses.replace(tree, current=branch, compared=compared, awaited=None)


def renamed(tree: BranchTree, branch: int, name: str) -> BranchTree:
    """A branch has another name; an empty one takes its name away."""
    return _changed(tree, branch, name=name) if branch in tree else tree


def deleted(tree: BranchTree, branch: int) -> BranchTree:
    """A branch has gone, and all that left it; the original cannot go."""
    if branch not in tree or tree.branch(branch).parent is None:
        return tree
    return _without(tree, {branch, *(below.id for below in descendants(tree, branch))})


def compared_with(tree: BranchTree, branch: int | None) -> BranchTree:
    """The current branch is compared with another; with None or itself, with none."""
    others = {other.id for other in tree.branches if other.begun} - {tree.current}
    return dataclasses.replace(tree, compared=branch if branch in others else None)


def stopped(tree: BranchTree, branches: frozenset[int] | None = None) -> BranchTree:
    """Branches, by default all, are no longer decoded; those without an own step go away."""
    stopping = tree.growing if branches is None else branches & tree.growing
    tree = dataclasses.replace(tree, growing=tree.growing - stopping)
    empty = {branch.id for branch in tree.branches if branch.id in stopping and not branch.begun}
    below = {child.id for branch in empty for child in descendants(tree, branch)}
    return _without(tree, empty | below)


def _cut(trace: Trace, step: int) -> Trace:
    cut = dataclasses.replace(trace, steps=trace.steps[:step], stop="running")
    return dataclasses.replace(cut, translation=target_text(cut))


def _changed(
    tree: BranchTree, branch: int, *, trace: Trace | None = None, name: str | None = None
) -> BranchTree:
    """The tree with another trace or name of a branch."""
    old = tree.branch(branch)
    new = dataclasses.replace(
        old,
        trace=old.trace if trace is None else trace,
        name=old.name if name is None else name,
    )
    branches = tuple(new if known.id == branch else known for known in tree.branches)
    return dataclasses.replace(tree, branches=branches)


def _without(tree: BranchTree, gone: set[int]) -> BranchTree:
    """The tree without some branches; who looked at one of them looks at its parent."""
    current = tree.current_branch
    while current.id in gone and current.parent is not None:
        current = tree.branch(current.parent)
    lost = gone | {current.id}
    return dataclasses.replace(
        tree,
        branches=tuple(branch for branch in tree.branches if branch.id not in gone),
        current=current.id,
        compared=None if tree.compared in lost else tree.compared,
        growing=tree.growing - gone,
        awaited=None if tree.awaited in gone else tree.awaited,
    )
