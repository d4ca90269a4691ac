"""Snapshot for the header: source field and model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows.

    Attributes:
        source_text: the user's own sentence.
        recorded_run: the name of the run whose moment is on screen, or empty.
        probe: the sentence of that moment.
    """

    source_text: str = ""
    translating: bool = False
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    model: ModelSummary | None = None
    recorded_run: str = ""
    probe: str = ""

    @property
    def shown_text(self) -> str:
        """The sentence on screen: a recorded moment has its run's own."""
        return self.probe if self.recorded_run else self.source_text

    @property
    def model_name(self) -> str | None:
        """Of the current model, if there is one."""
        return self.model.name if self.model else None


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    """The header, of the workbench as it is on screen."""
    shown = HeaderSnapshot(
        source_text=bench.source_text,
        translating=bench.translating,
        loading=bench.loading,
        models=bench.models,
        model=bench.model,
    )
    if not bench.recorded or bench.trace is None or bench.branches is None:
        return shown
    run = bench.branches.current_branch.name
    return replace(shown, recorded_run=run, probe=bench.trace.source_text)
