"""A model is asked for, arrives, or does not; and what the user chooses for good."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry
from viz_app.workbench.state.workbench import Workbench


def loading_asked(bench: Workbench, name: str) -> Workbench:
    """A model is being loaded."""
    return dataclasses.replace(bench, loading=name)


def loading_ended(bench: Workbench) -> Workbench:
    """No model is being loaded any more."""
    return dataclasses.replace(bench, loading=None)


def model_arrived(
    bench: Workbench, key: int, summary: ModelSummary, *, models: Sequence[ModelEntry]
) -> Workbench:
    """A model is ready; the trace of the one before stays until a new one comes.

    A model of another task reads other sentences: then its samples take the place of the user's.
    """
    bench = dataclasses.replace(bench, loading=None, models=tuple(models))
    keeps = bench.model is not None and bench.model.task == summary.task
    samples = summary.samples or ("",)
    source = (
        bench.source_text if keeps or (bench.model is None and bench.source_text) else samples[0]
    )
    same = bench.model is not None and bench.model.name == summary.name
    return dataclasses.replace(
        bench,
        model=summary,
        model_key=key,
        source_text=source,
        doubted="",
        picked=bench.picked if same else frozenset(),
    )


def models_listed(bench: Workbench, models: Sequence[ModelEntry]) -> Workbench:
    """These can be opened by name."""
    return dataclasses.replace(bench, models=tuple(models))


def model_renamed(bench: Workbench, old: str, new: str) -> Workbench:
    """A model has another name, perhaps the current one."""
    if bench.model is None or bench.model.name != old:
        return bench
    return dataclasses.replace(bench, model=dataclasses.replace(bench.model, name=new))


def settings_changed(bench: Workbench, /, **values: Any) -> Workbench:
    """Other values of fields of :class:`Settings`."""
    return dataclasses.replace(bench, settings=dataclasses.replace(bench.settings, **values))
