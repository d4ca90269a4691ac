"""Transitions of the effects of heads: asked for, measured, pruned, stopped."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from model.messages import Message
from model.traces.interventions import How
from viz_app.workbench.changes.models import failed, told
from viz_app.workbench.snapshots.attention import pruning_question
from viz_app.workbench.state import EffectSource, PairFile, Pruning, Sweep, Workbench

MOST_KEPT = 12
"""Results kept of each sort: of some models and samples."""

_Result = TypeVar("_Result", Sweep, Pruning)


def effect_source_picked(bench: Workbench, source: EffectSource) -> Workbench:
    if source == "file" and bench.importance.file is None:
        return bench
    return _changed(bench, source=source, measuring=True)


def effect_value_picked(bench: Workbench, how: How) -> Workbench:
    return _changed(bench, how=how, measuring=True)


def pairs_read(bench: Workbench, file: PairFile, report: Message | None = None) -> Workbench:
    """Measure over the pairs of a file; ``report``: lines that were left out."""
    bench = _changed(bench, source="file", file=file, measuring=True)
    return bench if report is None else told(bench, report, "warning")


def measuring_begun(bench: Workbench) -> Workbench:
    return _changed(bench, measuring=True)


def measuring_ended(bench: Workbench) -> Workbench:
    """Stop; the effects so far stay."""
    return _changed(bench, measuring=False)


def sweep_arrived(bench: Workbench, sweep: Sweep) -> Workbench:
    return _changed(bench, sweeps=_kept(bench.importance.sweeps, sweep))


def sweep_failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    return failed(measuring_ended(bench), message, details)


def pruning_begun(bench: Workbench) -> Workbench:
    return _changed(bench, pruned=pruning_question(bench))


def pruning_ended(bench: Workbench) -> Workbench:
    """Stop; the scores so far stay."""
    return _changed(bench, pruned=None)


def pruning_arrived(bench: Workbench, pruning: Pruning) -> Workbench:
    return _changed(bench, prunings=_kept(bench.importance.prunings, pruning))


def pruning_failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    return failed(pruning_ended(bench), message, details)


def _kept(known: tuple[_Result, ...], new: _Result) -> tuple[_Result, ...]:
    return (new, *(result for result in known if result.question != new.question))[:MOST_KEPT]


def _changed(bench: Workbench, **values: Any) -> Workbench:
    importance = dataclasses.replace(bench.importance, **values)
    if importance == bench.importance:
        return bench
    return dataclasses.replace(bench, importance=importance)
