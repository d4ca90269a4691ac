"""Snapshot for the header: source field and model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from model.config import STACKS, Stack
from model.foreign_files import shown_name
from model.messages import Message
from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.run_folder import MODEL
from viz_app.texts.isolates import safe
from viz_app.workbench.changes.models import absence
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows.

    Attributes:
        source_text: the user's own sentence.
        doubted: the sentence that was not translated, as the model hardly reads it, or empty.
        asked: sentences that were asked for in this window, the newest first.
        recorded_run: the name of the run whose moment is on screen, or empty.
        probe: the sentence of that moment.
        waiting: a translation was asked for, and nothing of it is there yet.
        models: those that can be opened by name, and the files that were opened before.
        file: of the current model.
        absent: what to say of a model that is not here, or None.
    """

    source_text: str = ""
    doubted: str = ""
    asked: tuple[str, ...] = ()
    translating: bool = False
    waiting: bool = False
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    model: ModelSummary | None = None
    file: ModelFile | None = None
    absent: Message | None = None
    recorded_run: str = ""
    probe: str = ""

    @property
    def shown_text(self) -> str:
        """The sentence on screen: a recorded moment has its run's own."""
        return self.probe if self.recorded_run else self.source_text

    @property
    def examples(self) -> tuple[str, ...]:
        """Sentences that the model can read."""
        return self.model.samples if self.model else ()

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """Those of the current model; without one, both."""
        return self.model.config.stacks if self.model else STACKS

    @property
    def model_name(self) -> str | None:
        """Of the current model, if there is one."""
        return self.model.name if self.model else None

    @property
    def sized_model(self) -> ModelSummary | None:
        """The current model, unless the header speaks of a run, or of one that is not here yet."""
        here = self.loading is None and self.absent is None
        return self.model if here and not self.recorded_run else None


def resolve_translated(bench: Workbench) -> str:
    """The sentence and what became of it so far, in one line; empty before the first."""
    trace = bench.trace
    if trace is None:
        return ""
    return f"{safe(trace.source_text)} → {safe(trace.translation)}"


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    """The header, of the workbench as it is on screen."""
    shown = HeaderSnapshot(
        source_text=bench.source_text,
        doubted=bench.doubted,
        asked=bench.asked,
        translating=bench.translating,
        waiting=bench.translating and not (bench.branches and bench.branches.growing),
        loading=bench.loading,
        models=(*bench.models, *_opened(bench)),
        model=bench.model,
        file=bench.model_file,
        absent=absence(bench),
    )
    if not bench.recorded or bench.trace is None or bench.branches is None:
        return shown
    run = bench.branches.current_branch.name
    return replace(shown, recorded_run=run, probe=bench.trace.source_text)


def _opened(bench: Workbench) -> Iterator[ModelEntry]:
    """Files that the user has opened from anywhere else; that of a run is called as its folder."""
    listed = {entry.path for entry in bench.models}
    for path in map(Path, bench.settings.recent_models):
        if path not in listed:
            name = path.parent.name if path.name == MODEL else path.stem
            yield ModelEntry(shown_name(name), path, shipped=False, opened=True)
