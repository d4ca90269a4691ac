"""Snapshot for the header: source field and model."""

from __future__ import annotations

from dataclasses import dataclass

from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows."""

    source_text: str = ""
    translating: bool = False
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    model: ModelSummary | None = None

    @property
    def model_name(self) -> str | None:
        """Of the current model, if there is one."""
        return self.model.name if self.model else None


def resolve_translated(bench: Workbench) -> str:
    """The sentence and what became of it so far, in one line; empty before the first."""
    trace = bench.trace
    return "" if trace is None else f"{trace.source_text} → {trace.translation}"


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    """The header."""
    return HeaderSnapshot(
        source_text=bench.source_text,
        translating=bench.translating,
        loading=bench.loading,
        models=bench.models,
        model=bench.model,
    )
