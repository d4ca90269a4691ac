"""The ways in which one sentence was decoded, as a tree: the original and what left it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter

from model.special_tokens import HIDDEN_TOKENS
from model.text.words import join_words
from model.traces.trace import Trace

ROOT = 0
"""The id of the original."""


@dataclass(frozen=True, slots=True)
class BranchRequest:
    """What to decode: on from target ids, or a whole target.

    What was ``written`` is not yet among the ids: which it has is known to the model alone. A
    whole target is kept as it was ``typed``, for the user to mend.
    """

    step: int = field(default=0, compare=False)
    prefix: tuple[int, ...] = ()
    written: str = ""
    whole: bool = False
    typed: str = field(default="", compare=False)

    def with_ids(self, ids: tuple[int, ...]) -> BranchRequest:
        """The same with the ids of what was written."""
        return replace(self, prefix=(*self.prefix, *ids), written="")


AS_THE_MODEL_LIKES = BranchRequest()
"""From the first token on: the original."""


@dataclass(frozen=True, kw_only=True)
class Branch:
    """One way to decode the sentence.

    Attributes:
        id: never used again for another branch of the same tree.
        parent: the branch that it left; None for the original.
        step: up to there (exclusive) its tokens are its parent's.
        name: as the user calls it, or empty.
        trace: as far as it has come.
        given: its target was given as a whole, which is teacher forcing.
        request: what was asked for, so that it can be decoded once more.
    """

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False
    request: BranchRequest = AS_THE_MODEL_LIKES

    @property
    def begun(self) -> bool:
        """Whether it has a step of its own."""
        return self.parent is None or len(self.trace.steps) > self.step

    @cached_property
    def text(self) -> str:
        """Its target from where it left its parent; the whole one if that was given."""
        whole = self.parent is None or self.given
        return self.trace.translation if whole else target_text(self.trace, start=self.step)

    @property
    def token_ids(self) -> tuple[int, ...]:
        """The target so far."""
        return self.trace.predicted_ids

    def begins_with(self, token_ids: Sequence[int]) -> bool:
        """Whether these tokens are the first of its target."""
        return self.token_ids[: len(token_ids)] == tuple(token_ids)


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


def work_out(tree: BranchTree) -> None:
    """What a row of each branch says is worked out now, and not when it is shown."""
    for branch in tree.branches:
        _TOLD_OF(branch)


def descendants(tree: BranchTree, branch: int) -> Iterator[Branch]:
    """All that left a branch, and what left those: depth first, in the order of asking."""
    children = defaultdict(list)
    for known in reversed(tree.branches):
        children[known.parent].append(known)
    waiting = children[branch]
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(children[child.id])


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

    One that was stopped on its way does not count; one that grows does when all that was given
    has been fed in.
    """
    for branch in tree.branches:
        free = not any(step.given for step in branch.trace.steps[len(token_ids) :])
        if branch.begins_with(token_ids) and free and _ends_freely(tree, branch):
            return branch
    return None


def reading_of(tree: BranchTree, token_ids: Sequence[int]) -> Branch | None:
    """The branch whose whole target was given as these tokens and a ``</s>``, or None."""
    for branch in tree.branches:
        if branch.given and branch.trace.finished and branch.token_ids[:-1] == tuple(token_ids):
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


def _ends_freely(tree: BranchTree, branch: Branch) -> bool:
    """Whether a branch has come to its end, or is on its way there without being told."""
    if branch.id not in tree.growing:
        return branch.trace.finished
    return bool(branch.trace.steps) and not branch.trace.steps[-1].given


_TOLD_OF = attrgetter("text", "trace.log_probability")
