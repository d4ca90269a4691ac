"""A model is asked for, arrives, or does not; and what the user chooses for good."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from model.traces.summary import ModelSummary
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.run_folder import MODEL
from viz_app.storage.settings import MOST_RECENT
from viz_app.workbench.state.workbench import Workbench


def loading_asked(bench: Workbench, path: Path) -> Workbench:
    """A model is being loaded; it is called as it is listed, or as its file."""
    names = (entry.name for entry in bench.models if entry.path == path)
    return dataclasses.replace(bench, loading=next(names, path.stem))


def loading_ended(bench: Workbench) -> Workbench:
    """No model is being loaded any more."""
    return dataclasses.replace(bench, loading=None)


def model_arrived(
    bench: Workbench,
    key: int,
    summary: ModelSummary,
    *,
    models: Sequence[ModelEntry] | None = None,
    file: ModelFile | None = None,
) -> Workbench:
    """A model is ready; the trace of the one before stays until a new one comes.

    A model of another task reads other sentences: then its samples take the place of the user's.
    ``models`` can be opened by name now; None: as before.
    """
    bench = dataclasses.replace(bench, loading=None, model_file=file)
    if models is not None:
        bench = models_listed(bench, models)
    if file is not None:
        bench = file_used(bench, file.path)
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


def model_kept(bench: Workbench, entry: ModelEntry) -> Workbench:
    """One more can be opened by name; the next listing puts it in its place."""
    known = entry.path in {other.path for other in bench.models}
    return bench if known else models_listed(bench, (*bench.models, entry))


def file_used(bench: Workbench, path: Path) -> Workbench:
    """A file was opened or written; one that is not listed by itself is listed from now on."""
    if path in {entry.path for entry in bench.models}:
        return bench
    others = (known for known in bench.settings.recent_models if known != str(path))
    return settings_changed(bench, recent_models=(str(path), *others)[:MOST_RECENT])


def file_gone(bench: Workbench, path: Path) -> Workbench:
    """A file that was opened once is not there any more."""
    kept = tuple(known for known in bench.settings.recent_models if known != str(path))
    return settings_changed(bench, recent_models=kept)


def file_read(bench: Workbench, path: Path, checksum: str) -> Workbench:
    """What is in a file now; if the current model came from there, it may be another one."""
    file = bench.model_file
    if file is None or file.path != path:
        return bench
    file = dataclasses.replace(file, replaced=checksum != file.checksum)
    return bench if file == bench.model_file else dataclasses.replace(bench, model_file=file)


def run_model_renamed(bench: Workbench, run_id: str, name: str) -> Workbench:
    """A run has another name; if the current model is its own, so has that."""
    file, model = bench.model_file, bench.model
    if file is None or model is None or (file.path.parent.name, file.path.name) != (run_id, MODEL):
        return bench
    return dataclasses.replace(bench, model=dataclasses.replace(model, name=name))


def settings_changed(bench: Workbench, /, **values: Any) -> Workbench:
    """Other values of fields of :class:`Settings`."""
    return dataclasses.replace(bench, settings=dataclasses.replace(bench.settings, **values))
