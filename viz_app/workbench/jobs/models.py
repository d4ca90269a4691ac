"""Loading, moving and saving models."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from model.checkpoint.header import OtherProgramError, read_checksum
from model.messages import CheckpointError, Message, joined
from model.traces.summary import ModelSummary
from viz_app.engine.memory import give_memory_back
from viz_app.engine.torch_import import import_torch
from viz_app.storage.library import Library, ModelEntry, ModelFile, name_of
from viz_app.workbench.jobs.shelf import Shelf


@dataclass(frozen=True, slots=True)
class ModelReady:
    """A model is on the shelf.

    Attributes:
        notice: its device is not the one asked for, or its file not the one that was shipped.
        said: what its name does not tell.
        file: where it was loaded from, if it was.
        models: what can be opened by name now, where somebody has looked.
    """

    key: int
    summary: ModelSummary
    notice: Message | None = None
    file: ModelFile | None = None
    models: tuple[ModelEntry, ...] | None = None
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file that was to be loaded, but another program has made: it can be imported perhaps."""

    path: Path


@dataclass(frozen=True, slots=True)
class ModelSaved:
    """A model was written: its path, as it is listed, and what can be opened by name now."""

    path: Path
    models: tuple[ModelEntry, ...]


@dataclass(frozen=True, slots=True)
class FileRead:
    """The checksum of a checkpoint as it is on the disk now; empty when there is none."""

    path: Path
    checksum: str


def load_steps(
    shelf: Shelf, path: Path, device: str, *, library: Library
) -> Iterator[ModelReady | ForeignFile]:
    """Load a checkpoint and put it on the shelf; the model of a run has the name of its run.

    Raises:
        CheckpointError: it cannot be loaded.
        DeviceError: there is no device of that name.
    """
    import_torch()
    from model.checkpoint.file import load_with_checksum
    from model.decoding.summary import summary_of
    from model.network.device_choice import choose_device

    leave_a_core_free()
    chosen = choose_device(device)
    path = library.listed(path)
    try:
        loaded, checksum = load_with_checksum(path, device=chosen.device)
    except OtherProgramError:
        yield ForeignFile(path)
        return
    model = loaded.named(name_of(path))
    altered = library.altered(path, checksum)
    notices = [notice for notice in (chosen.notice, altered) if notice is not None]
    yield ModelReady(
        key=shelf.put_loaded(model, checksum),
        summary=summary_of(model),
        notice=joined(notices) if notices else None,
        file=ModelFile(path=path, checksum=checksum, altered=altered is not None),
        models=library.entries(),
    )


def file_steps(path: Path) -> Iterator[FileRead]:
    """Look what is in a checkpoint now."""
    try:
        yield FileRead(path, read_checksum(path))
    except CheckpointError:  # it went, or something else is there: no model to compare with
        yield FileRead(path, "")


def gone_steps(path: Path) -> Iterator[Path]:
    """The path, if nothing is there."""
    if not path.exists():
        yield path


def move_steps(
    shelf: Shelf, key: int | None, device: str, *, name: str, file: ModelFile | None = None
) -> Iterator[ModelReady]:
    """Put a copy of a model on another device; jobs with the old one go on undisturbed.

    ``name`` is its name now: a run, and its model with it, can have been renamed; ``file`` where
    it was loaded from.

    Raises:
        UserError: there is no such model.
        DeviceError: there is no device of that name.
    """
    from model.decoding.summary import summary_of
    from model.network.device_choice import choose_device

    chosen = choose_device(device)
    model = shelf.take(key).copied_to(chosen.device).named(name)
    yield ModelReady(shelf.put(model), summary_of(model), chosen.notice, file)


def snapshot_steps(shelf: Shelf, run_id: str, *, name: str) -> Iterator[ModelReady]:
    """Put a copy of a model that is being trained on the shelf, with its weights of now.

    It is called ``name@update``.

    Raises:
        UserError: the run has no model to use now.
    """
    from model.decoding.summary import summary_of

    run = shelf.in_training(run_id)
    update = run.clock.update
    copied = run.model.copied_to(run.model.device).named(f"{name}@{update}")
    copied.network.eval()
    said = Message(
        "{model} is now the model: {run} as it was after update {update}. It stays as it is while "
        "{run} goes on learning.",
        {"model": copied.name, "run": name, "update": update},
    )
    yield ModelReady(shelf.put(copied), summary_of(copied), said=said)


def save_steps(
    shelf: Shelf, key: int | None, path: Path, *, library: Library
) -> Iterator[ModelSaved]:
    """Write a model, but not over one that came with Headlight.

    Raises:
        UserError: there is no such model.
        WriteError: it cannot be written there.
    """
    from model.checkpoint.file import save_checkpoint

    library.check_not_shipped(path)
    save_checkpoint(shelf.take(key), path)
    yield ModelSaved(library.listed(path), library.entries())


def keep_steps(shelf: Shelf, keys: frozenset[int], *, heard: int) -> Iterator[None]:
    """Let go of the models that nothing leads back to, and of their memory: see the shelf's."""
    if shelf.keep(keys, heard=heard):
        give_memory_back()
    yield


def leave_a_core_free() -> None:
    """Let torch use all cores but one in this thread: the window needs one to stay alive."""
    import torch

    torch.set_num_threads(max(1, (os.cpu_count() or 2) - 1))
