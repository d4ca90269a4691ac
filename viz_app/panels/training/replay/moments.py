"""Which moments are on show: of the run, and of the one that it is compared with."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from viz_app.panels.training.state.replay import COMPARED, ReplayState
from viz_app.workbench.state.branches import ROOT, Branch, BranchTree

if TYPE_CHECKING:
    from model.traces.moment import Moment
    from model.traces.trace import Trace
    from viz_app.panels.training.state.training import TrainingState


def cursor(training: TrainingState) -> ReplayState:
    """The cursor as it applies to the run on show: within its moments and probes."""
    replay = training.replay
    moments = moments_on_show(training)
    same = replay.run_id == training.runs.shown
    follows = replay.follows or not same
    last = max(len(moments) - 1, 0)
    probes = len(moments[-1].traces) if moments else 1
    return dataclasses.replace(
        replay,
        run_id=training.runs.shown,
        index=last if follows else max(0, min(replay.index, last)),
        follows=follows,
        probe=max(0, min(replay.probe, probes - 1)),
        playing=replay.playing and same and bool(moments),
        in_workbench=replay.in_workbench and training.runs.shown is not None,
    )


def moments_on_show(training: TrainingState) -> tuple[Moment, ...]:
    """Of the run on show, oldest first; none while they are not read."""
    history = training.runs.history(training.runs.shown)
    return history.moments if history is not None else ()


def moment_on_show(training: TrainingState) -> Moment | None:
    """Where the cursor is, or None without moments."""
    moments = moments_on_show(training)
    return moments[cursor(training).index] if moments else None


def trace_on_show(training: TrainingState) -> Trace | None:
    """The chosen probe's trace at the moment on show; None where it was not recorded."""
    moment = moment_on_show(training)
    return None if moment is None else _probe_trace(moment, cursor(training).probe)


def compared_moment(training: TrainingState) -> Moment | None:
    """The compared run's moment with the nearest number of updates; of two the earlier one.

    Updates, not shares of the training: then both cursors stand at the same place of both curves.
    """
    moment, history = moment_on_show(training), training.runs.history(training.runs.compared)
    if moment is None or history is None or not history.moments:
        return None
    return min(history.moments, key=lambda other: abs(other.update - moment.update))


def compared_trace(training: TrainingState) -> Trace | None:
    """Of the same sentence, at the compared run's moment; else of its probe in the same place."""
    trace, other = trace_on_show(training), compared_moment(training)
    if trace is None or other is None:
        return None
    same = (known for known in other.traces if _same_tokens(known, trace))
    return next(same, _probe_trace(other, cursor(training).probe))


def moment_tree(training: TrainingState) -> BranchTree | None:
    """The moment on show as the workbench shows a translation, beside that of the compared run.

    Each branch has its run's name. None without a moment.
    """
    trace, other = trace_on_show(training), compared_trace(training)
    if trace is None:
        return None
    original = _branch(training, ROOT, trace, run_id=training.runs.shown)
    if other is None:
        return BranchTree(branches=(original,))
    beside = _branch(training, COMPARED, other, run_id=training.runs.compared)
    return BranchTree(branches=(original, beside), compared=COMPARED, next_id=COMPARED + 1)


def _branch(training: TrainingState, branch: int, trace: Trace, *, run_id: str | None) -> Branch:
    history = training.runs.history(run_id)
    name = history.card.name if history is not None else ""
    parent = None if branch == ROOT else ROOT
    return Branch(id=branch, parent=parent, step=0, name=name, trace=trace, given=True)


def _probe_trace(moment: Moment, probe: int) -> Trace | None:
    return moment.traces[probe] if probe < len(moment.traces) else None


def _same_tokens(one: Trace, other: Trace) -> bool:
    sources = one.source_tokens == other.source_tokens
    return sources and one.predicted_tokens == other.predicted_tokens
