"""What views get in place of the state while something is hidden. Pure; no Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from model.arrays import FloatArray, frozen
from model.messages import Message
from model.traces.trace import Candidate, DecodeStep, Kind, PlaceCandidates, Trace
from viz_app.workbench.state import (
    Branch,
    BranchTree,
    Cover,
    Workbench,
    target_text,
    within,
)

HIDDEN_TOKEN, HIDDEN_ID = "?", -1
"""In place of a hidden token."""

_NAMES: dict[Cover, Message] = {
    "prediction": Message("prediction"),
    "candidates": Message("candidates"),
    "translation": Message("output"),
    "later": Message("later steps"),
    "row": Message("row"),
    "picture": Message("picture"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What is taken out of a trace.

    Attributes:
        step: the step on screen, where a hidden part depends on it; else 0.
        row: kind and query whose weights become NaN, in all heads.
        head: kind, layer and head whose weights become NaN.
    """

    covers: frozenset[Cover]
    step: int = 0
    row: tuple[Kind, int] | None = None
    head: tuple[Kind, int, int] | None = None


def covered(bench: Workbench) -> Workbench:
    """The workbench without what is hidden; the same one if nothing is.

    Hidden tokens are ``?``, hidden probabilities and weights NaN; later steps are cut off.
    """
    trace, tree = bench.trace, bench.branches
    if not bench.covers or trace is None:
        return bench
    covers = frozenset(bench.covers)
    plan = _Plan(
        covers=covers,
        step=bench.selection.step if {"prediction", "later"} & covers else 0,
        row=bench.covered_row,
        head=bench.covered_head,
    )
    seen = _covered_trace(trace, plan)
    if tree is not None and trace is tree.current_branch.trace:
        tree = _covered_tree(tree, plan)
        seen = tree.current_branch.trace
    options = bench.attention
    if bench.hides_weights and options.tint not in {None, "effect", "name"}:
        options = replace(options, tint=None)
    if options.alignment is not None and covers != {"candidates"}:
        options = replace(options, alignment=None)
    return replace(
        bench,
        trace=seen,
        branches=tree,
        unseen=bench.unseen + len(trace.steps) - len(seen.steps),
        selection=within(bench.selection, seen),
        attention=options,
    )


def cover_names(bench: Workbench) -> Message | None:
    """``prediction, row``; None if nothing is hidden."""
    if not bench.covers:
        return None
    *before, last = (_NAMES[cover] for cover in bench.covers)
    for name in reversed(before):
        last = Message("{first}, {other}", {"first": name, "other": last})
    return last


def sheet(bench: Workbench) -> Message | None:
    """Why a file is not written; None if nothing is hidden."""
    names = cover_names(bench)
    return names and Message("Covered: {covers}. Press Space to reveal it.", {"covers": names})


def page_sheet(bench: Workbench) -> Message | None:
    """In place of a page; None if nothing is hidden."""
    hidden = Message("This page is hidden: it can show what is covered. Press Space to reveal it.")
    return hidden if bench.covers else None


@lru_cache(maxsize=4)
def _covered_tree(tree: BranchTree, plan: _Plan) -> BranchTree:
    branches = tuple(_covered_branch(branch, plan) for branch in tree.branches)
    return replace(tree, branches=branches)


def _covered_branch(branch: Branch, plan: _Plan) -> Branch:
    trace = _covered_trace(branch.trace, plan)
    # a branch whose own steps are all cut off still has the last one that is left
    step = min(branch.step, max(len(trace.steps) - 1, 0)) if branch.begun else branch.step
    return replace(branch, trace=trace, step=step)


@lru_cache(maxsize=8)
def _covered_trace(trace: Trace, plan: _Plan) -> Trace:
    seen = _without_words(trace, plan) if trace.steps else _without_expected(trace, plan)
    row = plan.row if "row" in plan.covers else None
    head = plan.head if "picture" in plan.covers else None
    if row is not None:
        seen = _without_weights(seen, row[0], row=row[1])
    if head is not None:
        seen = _without_weights(seen, head[0], head=head[1:])
    return seen


def _without_words(trace: Trace, plan: _Plan) -> Trace:
    """Later steps cut off; hidden tokens and candidates replaced."""
    covers, steps = plan.covers, trace.steps
    if {"prediction", "later"} & covers:
        steps = steps[: plan.step + 1]
    hidden = {"prediction": plan.step} if "prediction" in covers else {}
    if "translation" in covers:
        first, *others = steps
        steps = (first, *(replace(step, fed=HIDDEN_TOKEN) for step in others))
        steps = tuple(map(_unknown, steps))
    elif hidden and plan.step < len(steps):
        steps = (*steps[: plan.step], _unknown(steps[plan.step]))
    if "candidates" in covers:
        steps = tuple(replace(step, candidates=(), entropy=math.nan) for step in steps)
    if steps == trace.steps:
        return trace
    if not {"prediction", "translation", "later"} & covers:
        return replace(trace, steps=steps)
    ended = trace.stop if len(steps) == len(trace.steps) and covers <= {"later"} else "running"
    seen = replace(trace, steps=steps, stop=ended)
    return replace(seen, translation=target_text(seen))


def _unknown(step: DecodeStep) -> DecodeStep:
    return replace(
        step,
        token=HIDDEN_TOKEN,
        token_id=HIDDEN_ID,
        log_probability=math.nan,
        candidates=(),
        entropy=math.nan,
    )


def _without_expected(trace: Trace, plan: _Plan) -> Trace:
    """Without what an encoder alone expects: at the place on screen, or at all of them."""
    covers = plan.covers
    every = {"translation", "candidates"} & covers

    def without(place: PlaceCandidates) -> PlaceCandidates:
        none = Candidate(HIDDEN_TOKEN, HIDDEN_ID, math.nan)
        return replace(
            place,
            token_id=HIDDEN_ID,
            candidates=(none,),
            log_probability=math.nan,
            entropy=math.nan,
        )

    if not trace.places or not (every or "prediction" in covers):
        return trace
    places = tuple(
        without(place) if every or at == plan.step else place
        for at, place in enumerate(trace.places)
    )
    return replace(trace, places=places, translation="")


def _without_weights(
    trace: Trace, kind: Kind, *, row: int | None = None, head: tuple[int, int] | None = None
) -> Trace:
    """NaN in place of the weights of one row in all heads, or of one head."""
    where = (slice(None), slice(None)) if head is None else head
    if kind == "encoder":
        weights = trace.encoder_weights.copy()
        weights[where if row is None else (*where, slice(row, row + 1))] = np.nan
        return replace(trace, encoder_weights=frozen(weights))

    def without(rows: FloatArray) -> FloatArray:
        rows = rows.copy()
        rows[where] = np.nan
        return frozen(rows)

    def hidden(step: DecodeStep) -> DecodeStep:
        if row is not None and step.index != row:
            return step
        if kind == "decoder":
            return replace(step, decoder_rows=without(step.decoder_rows))
        return replace(step, cross_rows=without(step.cross_rows))

    # the recording has the weights, too: without it they are put together from the steps
    return replace(trace, steps=tuple(map(hidden, trace.steps)), recording=None)
