"""Snapshot for the header: source field and model."""

from __future__ import annotations

from dataclasses import dataclass

from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows.

    Attributes:
        asked: sentences that were asked for in this window, the newest first.
    """

    source_text: str = ""
    asked: tuple[str, ...] = ()
    translating: bool = False
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    model: ModelSummary | None = None

    @property
    def examples(self) -> tuple[str, ...]:
        """Sentences that the model can read."""
        return self.model.samples if self.model else ()

    @property
    def model_name(self) -> str | None:
        """Of the current model, if there is one."""
        return self.model.name if self.model else None


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    """The header."""
    return HeaderSnapshot(
        source_text=bench.source_text,
        asked=bench.asked,
        translating=bench.translating,
        loading=bench.loading,
        models=bench.models,
        model=bench.model,
    )
