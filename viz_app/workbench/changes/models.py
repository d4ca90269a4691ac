"""Transitions of models: requested, loaded, failed; notices; and the user's settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from model.messages import MOST_SENTENCES, Message, joined, sentences_in
from model.traces.summary import ModelSummary
from model.traces.trace import stack_of
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.run_folder import MODEL
from viz_app.storage.settings import MOST_RECENT
from viz_app.workbench.state import LEVELS, Notice, NoticeLevel, Workbench

# ----------------------------------------------------------------------------------------- notices
# Notices: shown, extended, dismissed.


def told(bench: Workbench, message: Message, level: NoticeLevel = "info") -> Workbench:
    return dataclasses.replace(bench, notice=Notice(level, message))


def also_told(bench: Workbench, message: Message, level: NoticeLevel = "info") -> Workbench:
    """Add a message to the notice; each keeps its level.

    Above the limit, the new one replaces them.
    """
    notice = bench.notice
    if notice is None or sentences_in(notice.message) >= MOST_SENTENCES:
        return told(bench, message, level)
    *others, (last, said) = notice.parts or ((notice.level, notice.message),)
    new = ((level, joined((said, message))),) if last == level else ((last, said), (level, message))
    notice = dataclasses.replace(
        notice,
        level=max(level, notice.level, key=LEVELS.index),
        message=joined((notice.message, message)),
        parts=(*others, *new),
    )
    return dataclasses.replace(bench, notice=notice)


def failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    # The session on screen stays.
    return dataclasses.replace(bench, notice=Notice("error", message, details))


def notice_dismissed(bench: Workbench) -> Workbench:
    return dataclasses.replace(bench, notice=None)


def note_passed(bench: Workbench) -> Workbench:
    # Switching tabs removes informational notices only, without an offer.
    notice = bench.notice
    mere = notice is not None and notice.level == "info" and not (notice.go_on or notice.use)
    return notice_dismissed(bench) if mere else bench


# ------------------------------------------------------------------------------------------ models


def loading_asked(bench: Workbench, path: Path) -> Workbench:
    # Named as in the list, else as its file.
    names = (entry.name for entry in bench.models if entry.path == path)
    return dataclasses.replace(bench, loading=next(names, path.stem))


def loading_ended(bench: Workbench) -> Workbench:
    # Without a model, a waiting translation cannot start.
    waits = bench.translating and bench.model_key is not None
    return dataclasses.replace(bench, loading=None, translating=waits)


def model_arrived(
    bench: Workbench,
    key: int,
    summary: ModelSummary,
    *,
    models: Sequence[ModelEntry] | None = None,
    file: ModelFile | None = None,
) -> Workbench:
    """A model was loaded; the previous trace stays until a new one arrives.

    A model of another task reads other sentences: its samples replace the user's. If the model made
    what is on screen, that stays and is no longer read-only. ``models`` None: as before.
    """
    awaited = is_awaited(bench, summary, file)
    bench = dataclasses.replace(bench, loading=None, model_file=file, absent=None)
    if models is not None:
        bench = models_listed(bench, models)
    if file is not None:
        bench = file_used(bench, file.path)
    if awaited:
        return dataclasses.replace(bench, model=summary, model_key=key)
    keeps = bench.model is not None and bench.model.task == summary.task
    samples = summary.samples or ("",)
    source = (
        bench.source_text if keeps or (bench.model is None and bench.source_text) else samples[0]
    )
    same = bench.model is not None and bench.model.name == summary.name
    outdated = bench.trace is not None and not _is_copy(bench.model, summary)
    return dataclasses.replace(
        bench,
        model=summary,
        model_key=key,
        source_text=source,
        outdated=bench.outdated or outdated,
        doubted="",
        picked=bench.picked if same else frozenset(),
    )


def _is_copy(old: ModelSummary | None, new: ModelSummary) -> bool:
    if old is None:
        return False
    return (old.name, old.config, old.record) == (new.name, new.config, new.record)


def is_awaited(bench: Workbench, summary: ModelSummary, file: ModelFile | None) -> bool:
    checksum = "" if file is None else file.checksum
    return bool(checksum) and checksum == bench.absent and has_made(summary, bench)


def has_made(summary: ModelSummary, bench: Workbench) -> bool:
    """Whether a model can have made what is on screen: number of heads and tokens fit.

    Not for recorded moments: these are of another model than the one that translates.
    """
    config, tree = summary.config, bench.branches
    traces = () if tree is None or bench.recorded else (branch.trace for branch in tree.branches)
    return all(
        all(trace.depth(kind) == config.depth(stack_of(kind)) for kind in trace.kinds)
        and trace.n_heads == config.n_heads
        and max(trace.source_ids, default=0) < summary.src_vocabulary
        and max(trace.predicted_ids, default=0) < summary.tgt_vocabulary
        for trace in traces
    )


def absence(bench: Workbench) -> Message | None:
    """A message if the model is missing where it must compute; None if present or loading."""
    if bench.absent is None or bench.loading is not None:
        return None
    if bench.model is None:
        return Message(
            "This session was saved without a model: recorded results can be viewed. Open a "
            "model to translate."
        )
    return Message(
        "The model {name} of this session is not on this computer: recorded results can be "
        "viewed, but nothing new can be computed. Open its file, or another model.",
        {"name": bench.model.name},
    )


def uncomputable(bench: Workbench) -> Message | None:
    """A message if the model behind the screen is missing, or None."""
    if bench.recorded:
        return Message(
            "This was recorded during training. The weights of that moment are not "
            "available: type a sentence to see more."
        )
    return not_here(bench)


def not_here(bench: Workbench) -> Message | None:
    """A message if the model is not loaded, or None."""
    if awaits_model(bench):
        return Message(
            "{name} is still loading: views that need the model follow shortly.",
            {"name": bench.loading},
        )
    return absence(bench)


def awaits_model(bench: Workbench) -> bool:
    """Whether the requested translation starts once the model is loaded."""
    return bench.model_key is None and bench.loading is not None


def models_listed(bench: Workbench, models: Sequence[ModelEntry]) -> Workbench:
    return dataclasses.replace(bench, models=tuple(models))


def model_kept(bench: Workbench, entry: ModelEntry) -> Workbench:
    # The next listing sorts it.
    known = entry.path in {other.path for other in bench.models}
    return bench if known else models_listed(bench, (*bench.models, entry))


def file_used(bench: Workbench, path: Path) -> Workbench:
    # A file outside the library is listed from now on.
    if path in {entry.path for entry in bench.models}:
        return bench
    others = (known for known in bench.settings.recent_models if known != str(path))
    return settings_changed(bench, recent_models=(str(path), *others)[:MOST_RECENT])


def file_gone(bench: Workbench, path: Path) -> Workbench:
    kept = tuple(known for known in bench.settings.recent_models if known != str(path))
    return settings_changed(bench, recent_models=kept)


def file_read(bench: Workbench, path: Path, checksum: str) -> Workbench:
    """The checksum of a file changed; the current model may have been replaced there."""
    file = bench.model_file
    if file is None or file.path != path:
        return bench
    file = dataclasses.replace(file, replaced=checksum != file.checksum)
    return bench if file == bench.model_file else dataclasses.replace(bench, model_file=file)


def run_model_renamed(bench: Workbench, run_id: str, name: str) -> Workbench:
    # The current model may be that of the run.
    file, model = bench.model_file, bench.model
    if file is None or model is None or (file.path.parent.name, file.path.name) != (run_id, MODEL):
        return bench
    return dataclasses.replace(bench, model=dataclasses.replace(model, name=name))


def settings_changed(bench: Workbench, /, **values: Any) -> Workbench:
    return dataclasses.replace(bench, settings=dataclasses.replace(bench.settings, **values))
