"""The ways in which one sentence was decoded, as a tree: the original and what left it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.trace import Trace
from model.words import join_words
from viz_app.state.token_axes import HIDDEN_TOKENS

ROOT = 0
"""The id of the original."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One way to decode the sentence.

    Attributes:
        id: never used again for another branch of the same tree.
        parent: the branch that it left; None for the original.
        step: up to there (exclusive) its tokens are its parent's.
        name: as the user calls it, or empty.
        trace: as far as it has come.
        given: its target was given as a whole, which is teacher forcing.
    """

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False

    @property
    def begun(self) -> bool:
        """Whether it has a step of its own."""
        return self.parent is None or len(self.trace.steps) > self.step

    @property
    def token_ids(self) -> tuple[int, ...]:
        """The target so far."""
        return tuple(step.token_id for step in self.trace.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchTree:
    """All branches of one source sentence; a new translation begins a new tree.

    Attributes:
        branches: the original first, then in the order in which they were asked for.
        current: the branch on screen.
        compared: the branch that the current one is compared with, or None.
        growing: branches that are being decoded.
        awaited: the branch that comes on screen with its first own step, or None.
        next_id: of the next branch.
    """

    branches: tuple[Branch, ...]
    current: int = ROOT
    compared: int | None = None
    growing: frozenset[int] = frozenset()
    awaited: int | None = None
    next_id: int = ROOT + 1

    def __contains__(self, branch: int) -> bool:
        """Whether there is a branch of that id."""
        return any(known.id == branch for known in self.branches)

    def branch(self, branch: int) -> Branch:
        """The branch of an id.

        Raises:
            KeyError: there is none.
        """
        for known in self.branches:
            if known.id == branch:
                return known
        raise KeyError(branch)

    @property
    def current_branch(self) -> Branch:
        """The branch on screen."""
        return self.branch(self.current)

    @property
    def original(self) -> Branch:
        """What the model said without being told."""
        return self.branches[0]


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
    tree: BranchTree, *, step: int, parent: int | None = None, given: bool = False
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


def descendants(tree: BranchTree, branch: int) -> Iterator[Branch]:
    """All that left a branch, and what left those: depth first, in the order of asking."""
    for child in tree.branches:
        if child.parent == branch:
            yield child
            yield from descendants(tree, child.id)


def parent_at(tree: BranchTree, step: int) -> Branch:
    """Which branch a new one leaves when the user goes another way at ``step`` of the current.

    Not the current one where that has itself left its parent at that step or later: the new one
    is its sibling.
    """
    branch = tree.current_branch
    while branch.parent is not None and step <= branch.step:
        branch = tree.branch(branch.parent)
    return branch


def continuation_of(tree: BranchTree, token_ids: Sequence[int]) -> Branch | None:
    """The branch that begins with these tokens and goes on as the model likes, or None.

    One that was stopped on its way does not count; the original does also while it grows.
    """
    count = len(token_ids)
    for branch in tree.branches:
        free = not any(step.given for step in branch.trace.steps[count:])
        ends = branch.trace.finished or (branch.id == ROOT and ROOT in tree.growing)
        if ends and free and branch.token_ids[:count] == tuple(token_ids):
            return branch
    return None


def given_steps(tree: BranchTree, branch: int) -> tuple[bool, ...]:
    """For each step of a branch, whether the user gave its token, here or before it left."""
    own = tree.branch(branch)
    before = () if own.parent is None else given_steps(tree, own.parent)[: own.step]
    after = own.trace.steps[len(before) :]
    return (*before, *(step.given for step in after))


def common_steps(one: Trace, other: Trace) -> int:
    """How many tokens two targets have in common from the beginning."""
    pairs = zip(one.steps, other.steps, strict=False)
    differing = (index for index, (a, b) in enumerate(pairs) if a.token_id != b.token_id)
    return next(differing, min(len(one.steps), len(other.steps)))


def target_text(trace: Trace, *, start: int = 0) -> str:
    """The target from a step on, as text."""
    tokens = (step.token for step in trace.steps[start:])
    return join_words(token for token in tokens if token not in HIDDEN_TOKENS)


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
