"""The snapshot of the timeline: tokens, step, candidates, branches, playback."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from model.traces.trace import Candidate, DecodeStep, PlaceCandidates, StopReason, Trace
from viz_app.workbench.changes.models import awaits_model
from viz_app.workbench.changes.selection import step_chosen, stepped
from viz_app.workbench.room import StateHandle, starts_nothing
from viz_app.workbench.snapshots.token_axes import (
    BranchRow,
    ComparisonSnapshot,
    TokenLine,
    branch_line,
    branch_rows,
    comparison_of,
    token_line,
)
from viz_app.workbench.state import ROOT, BranchTree, Cover, Workbench, common_steps

WrittenAs = Literal["translation", "text", "places"]
"""What a model writes: a translation, a continued prompt, or predictions at each position."""


first_step_chosen = partial(step_chosen, step=0)
stepped_back = partial(stepped, by=-1)
stepped_forward = partial(stepped, by=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineHandle(StateHandle[Workbench]):
    """What the timeline's views are handed: what is on screen, and what starts a job.

    Attributes:
        branch: continues with another token at a step, given its id.
        type_token: continues with a text at a step.
        give_target: decodes a whole target.
        delete_branch: also ends its decoding.
        mask: predicts the token at a place of an encoder's sentence.
        fold: whether only the line of the steps is wanted.
    """

    branch: Callable[[int, int], None] = starts_nothing
    type_token: Callable[[int, str], None] = starts_nothing
    give_target: Callable[[str], None] = starts_nothing
    delete_branch: Callable[[int], None] = starts_nothing
    mask: Callable[[int], None] = starts_nothing
    fold: Callable[[bool], None] = starts_nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineSnapshot:
    """The steps of the translation on screen, and the other ways in which it was decoded.

    Attributes:
        line: the tokens decoded so far, one a step.
        whole: whether later steps are in view, too.
        step: the step in view, from 0; ``tokens[step]`` was predicted there.
        candidates: of that step, best first; the token taken is the last if it is not among them.
        chosen_id: id of the token taken at that step.
        others: the candidates of the compared branch at the same step; none without one.
        other_id: id of the token that it took there.
        entropy: of that step's distribution, in bits.
        written: what the model writes; the steps of an encoder alone are positions.
        left_at: the step where the branch on screen has another token than its parent, or None.
        branches: all of them, depth first; empty before the first step.
        branch: the one on screen.
        comparison: the branch on screen beside another, or None.
        given: whether the target was given as a whole, not translated.
        refused_target: the user's target that the model cannot represent, or empty.
        recorded: whether it is a moment of a training run, from which decoding cannot continue.
        absent: whether its model is not available: decoding cannot continue.
        loading: whether the model is being loaded.
        hidden: what is covered; then ``candidates`` may be empty.
        more: steps after the last one shown are covered: going on is possible.
        glossed: whether tool tips of Chinese candidates include their meaning.
    """

    line: TokenLine = TokenLine()
    whole: bool = False
    step: int = 0
    candidates: tuple[Candidate, ...] = ()
    chosen_id: int | None = None
    others: tuple[Candidate, ...] = ()
    other_id: int | None = None
    entropy: float = 0.0
    written: WrittenAs = "translation"
    translation: str = ""
    stop: StopReason = "running"
    translating: bool = False
    playing: bool = False
    speed: float = 1.0
    left_at: int | None = None
    branches: tuple[BranchRow, ...] = ()
    branch: int = ROOT
    comparison: ComparisonSnapshot | None = None
    given: bool = False
    refused_target: str = ""
    recorded: bool = False
    absent: bool = False
    loading: bool = False
    hidden: tuple[Cover, ...] = ()
    more: bool = False
    glossed: bool = True

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.line.tokens

    @property
    def as_log(self) -> bool:
        """Whether the tokens' numbers are logarithms, as those of the compared line."""
        two = self.comparison
        lines = (self.line,) if two is None else (two.current_line, two.compared_line)
        return any(line.as_log for line in lines)

    @property
    def can_branch(self) -> bool:
        """Whether another continuation can be decoded."""
        return bool(self.tokens) and not (self.recorded or self.absent or self.line.as_places)

    @property
    def can_mask(self) -> bool:
        """Whether the token in view can be replaced by a mask."""
        return self.line.as_places and not (self.recorded or self.absent)

    @property
    def n_steps(self) -> int:
        return len(self.tokens)

    @property
    def last_step(self) -> int:
        """The last one that can be gone to, from 0; a covered one among them."""
        return max(0, self.n_steps - 1 + self.more)

    @property
    def current_row(self) -> BranchRow | None:
        return next((row for row in self.branches if row.id == self.branch), None)

    @property
    def next_candidate(self) -> Candidate | None:
        """Best candidate after the chosen token; after the last one the first."""
        ids = [candidate.token_id for candidate in self.candidates]
        if not self.can_branch or self.chosen_id not in ids or len(ids) < 2:
            return None
        return self.candidates[(ids.index(self.chosen_id) + 1) % len(ids)]


def resolve_timeline(bench: Workbench) -> TimelineSnapshot:
    """The steps of a decoder; for an encoder alone its predictions at each position."""
    trace, playback, tree = bench.trace, bench.playback, bench.branches
    if trace is None or not trace.n_places:
        return TimelineSnapshot(translating=bench.translating, speed=playback.speed)
    index = bench.selection.step
    step = trace.places[index] if trace.places else trace.steps[index]
    tokens = trace.source_tokens if trace.places else trace.predicted_tokens
    shown = TimelineSnapshot(
        line=token_line(trace),
        whole=bench.whole or bool(trace.places),  # no position comes after another
        step=index,
        candidates=() if _hides_candidates(bench) else _with_taken(step, tokens[index]),
        chosen_id=step.token_id,
        entropy=step.entropy,
        written=_written(trace),
        translation=trace.translation,
        stop=trace.stop,
        translating=bench.translating and not trace.finished,
        playing=playback.playing,
        speed=playback.speed,
        recorded=bench.recorded,
        absent=bench.absent is not None,
        loading=awaits_model(bench),
        hidden=bench.covers,
        more=bench.unseen > 0,
        glossed=bench.attention.glosses,
    )
    if tree is None or trace.places:
        return shown
    other = _compared_step(tree, index)
    return dataclasses.replace(
        shown,
        line=branch_line(tree, tree.current),
        others=_with_taken(other, other.token) if other and shown.candidates else (),
        other_id=other.token_id if other is not None else None,
        left_at=_left_at(tree),
        branches=branch_rows(tree),
        branch=tree.current,
        comparison=comparison_of(tree),
        given=tree.current_branch.given,
        refused_target=bench.refused_target,
    )


def _hides_candidates(bench: Workbench) -> bool:
    return not {"prediction", "candidates", "translation"}.isdisjoint(bench.covers)


def _written(trace: Trace) -> WrittenAs:
    if "cross" in trace.kinds:
        return "translation"
    return "places" if "encoder" in trace.kinds else "text"


def _with_taken(step: DecodeStep | PlaceCandidates, token: str) -> tuple[Candidate, ...]:
    """Candidates of a step, and the token taken if it is none of them."""
    if any(candidate.token_id == step.token_id for candidate in step.candidates):
        return step.candidates
    return (*step.candidates, Candidate(token, step.token_id, step.log_probability))


def _compared_step(tree: BranchTree, step: int) -> DecodeStep | None:
    """Step of the compared branch; None without one, and after its end."""
    steps = tree.branch(tree.compared).trace.steps if tree.compared is not None else ()
    return steps[step] if step < len(steps) else None


def _left_at(tree: BranchTree) -> int | None:
    branch = tree.current_branch
    if branch.parent is None:
        return None
    common = common_steps(branch.trace, tree.branch(branch.parent).trace)
    return common if common < len(branch.trace.steps) else None
