"""Jobs on models and translations; torch is imported inside functions only."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from model.checkpoint.header import IMPORTED, OtherProgramError, read_checksum
from model.files import LARGEST_WEIGHTS, read_file, write_atomically
from model.messages import CheckpointError, Message, SourceError, UserError, joined
from model.text.examples import EXAMPLES
from model.text.tasks import PASSIVE
from model.text.words import split_words
from model.traces.interventions import Interventions, every_head
from model.traces.summary import ModelSummary
from model.traces.trace import Trace, stack_of
from viz_app.engine.collection import many_lasting_objects, many_passing_objects
from viz_app.engine.jobs import import_torch
from viz_app.engine.runtime import give_memory_back
from viz_app.storage.library import Library, ModelEntry, ModelFile, name_of
from viz_app.storage.session import SavedModel, Session, SessionError
from viz_app.workbench.changes.sessions import tree_of
from viz_app.workbench.room import Answered
from viz_app.workbench.snapshots.attention import HeadQuestion
from viz_app.workbench.state import BranchTree, Removable, RemovableQuestion, RunKey, work_out

if TYPE_CHECKING:
    from model.decoding.sweep import Means
    from model.decoding.trained import TrainedModel
    from model.lessons.one_head import HeadAnatomy
    from model.training.run import TrainingRun

# ---------------------------------------------------------------------------------------- readable
# Whether a model can read the trace on screen.


def unreadable(model: TrainedModel, text: str) -> SourceError | None:
    """The error if a model cannot read a sentence, or None."""
    try:
        model.prepared(text)
    except SourceError as error:
        return error
    return None


def reads(model: TrainedModel, text: str, ids: Sequence[int]) -> bool:
    """Whether a model reads a sentence as these ids; a prompt is not part of the source."""
    try:
        source = model.prepared(text)
    except SourceError:
        return False
    return source.ids == tuple(ids)


def takes(model: TrainedModel, target: Sequence[int]) -> bool:
    """Whether the decoder knows all of these ids, and has a position for each."""
    known = max(target, default=0) < len(model.tgt_tokenizer)
    return known and len(target) <= model.config.max_len


# ------------------------------------------------------------------------------------------- cache
# The models that the worker thread holds. No other thread touches it.


class ModelCache:
    """Models by key. The state knows only the key.

    A job puts a new model here before the state has accepted it; jobs for the model on screen go
    on with their own key. A model stays until the state says which keys it refers to: keys grow,
    so a model newer than the newest known key has yet to be accepted.
    """

    def __init__(self) -> None:
        self._models: dict[int, TrainedModel] = {}
        self._loaded: WeakValueDictionary[tuple[str, str], TrainedModel] = WeakValueDictionary()
        self._next_key = 1
        self._means: dict[int, Means] = {}
        self._training: dict[str, TrainingRun] = {}

    def put(self, model: TrainedModel) -> int:
        """Add a model; returns its key."""
        key = self._next_key
        self._next_key += 1
        self._models[key] = model
        return key

    def put_loaded(self, model: TrainedModel, checksum: str) -> int:
        """Add a model read from a file; weights of one checksum are in memory only once.

        The weights of stored models are not changed: training continues on a copy.
        """
        known = self._loaded.get((checksum, str(model.device)))
        if known is None:
            self._loaded[checksum, str(model.device)] = model
            return self.put(model)
        return self.put(known.named(model.name))

    def take(self, key: int | RunKey | None) -> TrainedModel:
        """The model of a key; raises UserError if there is none."""
        if isinstance(key, RunKey):
            return self.intervened(*key)
        if key is None or key not in self._models:
            raise UserError("No model is loaded yet: open or train one first.")
        return self._models[key]

    def intervened(self, key: int | None, interventions: Interventions) -> TrainedModel:
        """The model of a key under interventions, their means filled in; raises UserError."""
        model = self.take(key)
        if not interventions or key is None:
            return model
        if not all(each.filled for each in interventions):
            interventions = self.means(key).filled(interventions)
        return model.under(interventions)

    def means(self, key: int) -> Means:
        """Means over the sample of the model of a key; raises UserError if there is none."""
        from model.decoding.sweep import means_of

        model = self.take(key)
        if key not in self._means:
            self._means[key] = means_of(model)
        return self._means[key]

    def keep(self, keys: frozenset[int], *, heard: int) -> bool:
        """Remove models except ``keys``, up to the newest that the state has ``heard`` of.

        Returns whether any was removed.
        """
        before = len(self._models)
        self._models = {
            key: model for key, model in self._models.items() if key in keys or key > heard
        }
        self._means = {key: means for key, means in self._means.items() if key in self._models}
        return len(self._models) < before

    def begin_training(self, run_id: str, run: TrainingRun) -> None:
        # Its weights change from turn to turn.
        self._training[run_id] = run

    def end_training(self, run_id: str) -> None:
        self._training.pop(run_id, None)

    def in_training(self, run_id: str) -> TrainingRun:
        """The run under way, whose model must be copied to be kept; raises UserError."""
        if run_id not in self._training:
            raise UserError("The run {run!r} has no usable model at present.", run=run_id)
        return self._training[run_id]


# ------------------------------------------------------------------------------------------- heads
# One head of a model of the cache, for the tabs that are about one head.


def head_steps(
    model_cache: ModelCache, question: HeadQuestion
) -> Iterator[Answered[HeadQuestion, HeadAnatomy]]:
    """Recompute one head on a sentence in one turn: training may change the model later.

    Yields nothing if sentence and head belong to another model; raises UserError without one.
    """
    from model.lessons.with_torch.one_head import head_anatomy, record_inputs

    model = model_cache.take(question.model_key)
    if _is_about(model, question):
        inputs = record_inputs(model, question.src_ids, question.tgt_ids)
        anatomy = head_anatomy(inputs, question.kind, question.layer, question.head)
        yield Answered(question, anatomy)


def _is_about(model: TrainedModel, question: HeadQuestion) -> bool:
    config = model.config
    there = (
        question.layer < config.depth(stack_of(question.kind)) and question.head < config.n_heads
    )
    read = reads(model, question.text, question.src_ids)
    return there and read and takes(model, question.tgt_ids)


# ------------------------------------------------------------------------------------------ models
# Loading, moving and saving models.


@dataclass(frozen=True, slots=True)
class ModelReady:
    """A model is in the cache.

    Attributes:
        notice: its device is not the requested one, or its file not the shipped one.
        said: a message on a detail that its name does not show.
        file: where it was loaded from, if it was.
        models: models that can be opened by name now, if the library was read.
    """

    key: int
    summary: ModelSummary
    notice: Message | None = None
    file: ModelFile | None = None
    models: tuple[ModelEntry, ...] | None = None
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file of another program that was to be loaded: it may be importable."""

    path: Path


@dataclass(frozen=True, slots=True)
class ModelSaved:
    """A model was written: its path as listed, and the models that can be opened by name now."""

    path: Path
    models: tuple[ModelEntry, ...]


@dataclass(frozen=True, slots=True)
class FileRead:
    """The checksum of a checkpoint as it is on the disk now; empty when there is none."""

    path: Path
    checksum: str


def load_steps(
    model_cache: ModelCache, path: Path, device: str, *, library: Library
) -> Iterator[ModelReady | ForeignFile]:
    """Load a checkpoint; the model of a run has the name of its run.

    Raises:
        CheckpointError: it cannot be loaded.
        DeviceError: the device is unknown.
    """
    import_torch()
    from model.checkpoint.file import load_with_checksum
    from model.decoding.samples import summary_of
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
        key=model_cache.put_loaded(model, checksum),
        summary=summary_of(model),
        notice=joined(notices) if notices else None,
        file=ModelFile(path=path, checksum=checksum, altered=altered is not None),
        models=library.entries(),
    )


def file_steps(path: Path) -> Iterator[FileRead]:
    try:
        yield FileRead(path, read_checksum(path))
    except CheckpointError:  # it went, or something else is there: no model to compare with
        yield FileRead(path, "")


def gone_steps(path: Path) -> Iterator[Path]:
    """Yields the path if no file is there."""
    if not path.exists():
        yield path


def move_steps(
    model_cache: ModelCache,
    key: int | None,
    device: str,
    *,
    name: str,
    file: ModelFile | None = None,
) -> Iterator[ModelReady]:
    """Copy a model to another device; jobs on the old one continue.

    ``name`` is its current name, as a run may have been renamed; ``file`` where it came from.

    Raises:
        UserError: there is no such model.
        DeviceError: the device is unknown.
    """
    from model.decoding.samples import summary_of
    from model.network.device_choice import choose_device

    chosen = choose_device(device)
    model = model_cache.take(key).copied_to(chosen.device).named(name)
    yield ModelReady(model_cache.put(model), summary_of(model), chosen.notice, file)


def snapshot_steps(model_cache: ModelCache, run_id: str, *, name: str) -> Iterator[ModelReady]:
    """Copy a model in training with its current weights, named ``name@update``.

    Raises:
        UserError: the run has no model to use now.
    """
    from model.decoding.samples import summary_of

    run = model_cache.in_training(run_id)
    update = run.clock.update
    copied = run.model.copied_to(run.model.device).named(f"{name}@{update}")
    copied.network.eval()
    said = Message(
        "{model} is now the current model: {run} after update {update}. It does not change "
        "while {run} continues training.",
        {"model": copied.name, "run": name, "update": update},
    )
    yield ModelReady(model_cache.put(copied), summary_of(copied), said=said)


def save_steps(
    model_cache: ModelCache, key: int | None, path: Path, *, library: Library
) -> Iterator[ModelSaved]:
    """Write a model, but not over a shipped one.

    Raises:
        UserError: there is no such model.
        WriteError: it cannot be written there.
    """
    from model.checkpoint.file import save_checkpoint

    library.check_not_shipped(path)
    save_checkpoint(model_cache.take(key), path)
    yield ModelSaved(library.listed(path), library.entries())


def keep_steps(model_cache: ModelCache, keys: frozenset[int], *, heard: int) -> Iterator[None]:
    """Remove models and release their memory; see :meth:`ModelCache.keep`."""
    if model_cache.keep(keys, heard=heard):
        give_memory_back()
    yield


def leave_a_core_free() -> None:
    # The window needs a core of its own.
    import torch

    torch.set_num_threads(max(1, (os.cpu_count() or 2) - 1))


# ---------------------------------------------------------------------------------------- sessions
# Sessions are read and written in the worker.


@dataclass(frozen=True, slots=True, eq=False)
class SessionRead:
    """A session, and the file of its model where one of the same checksum is on this machine.

    The file is to be opened as any other model; None: the session is read-only, perhaps for the
    ``problem`` with the model in it. Its branches are the ``tree``, made where the window need not
    wait for it.
    """

    path: Path
    session: Session
    tree: BranchTree | None
    model: Path | None
    problem: Message | None = None


def read_session_steps(
    path: Path, *, library: Library, recent: Sequence[str] = ()
) -> Iterator[SessionRead]:
    """Read a session and find its model: in the library, ``recent`` files, or beside it.

    A model that is only in the session's file is written to the library under a free name; if it is
    damaged, or there is no room, the session is read without it. Raises SessionError.
    """
    from viz_app.storage.session import (
        find_model,
        load_session,  # 20 ms, which no start needs
    )

    with many_lasting_objects(or_few=True):
        session = load_session(path)
        tree = tree_of(session)
        if tree is not None:
            work_out(tree)
    saved, found, problem = session.model, None, None
    if saved is not None:
        found = find_model(saved, beside=path.parent, library=library, recent=recent)
        if found is None and saved.embedded:
            try:
                found = _unpacked(path, saved, library)
            except UserError as error:
                problem = _unusable(path, error.message)
    yield SessionRead(path=path, session=session, tree=tree, model=found, problem=problem)


def write_session_steps(
    path: Path,
    session: Session,
    *,
    model_cache: ModelCache,
    key: int | None = None,
    embed: bool = False,
) -> Iterator[Path]:
    """Write a session; ``embed``: with its model, from its file or from memory (``key``).

    Raises:
        SessionError: it is too large, or the model's file is unreadable or was replaced.
        UserError: there is no such model.
        WriteError: the file cannot be written there.
    """
    from viz_app.storage.session import save_session

    checkpoint = None
    if embed and session.model is not None:
        checkpoint, checksum = _checkpoint(session.model, model_cache, key)
        model = dataclasses.replace(session.model, checksum=checksum)
        session = dataclasses.replace(session, model=model)
    with many_passing_objects():
        save_session(path, session, model=checkpoint)
    yield path


def _unpacked(path: Path, model: SavedModel, library: Library) -> Path:
    """Write the model in a session's file to the library; nothing is overwritten."""
    from model.checkpoint.file import check_checkpoint
    from viz_app.storage.session import embedded_checkpoint

    data = embedded_checkpoint(path)
    if check_checkpoint(path, data) != model.checksum:
        raise SessionError("The model in {path} is not the one of its session.", path=path)
    imported = model.summary.task == IMPORTED
    place = library.new_path(model.summary.name, imported=imported)
    write_atomically(place, data)
    return place


def _unusable(path: Path, reason: Message) -> Message:
    return Message("The model in {path} cannot be used: {error}", {"path": path, "error": reason})


def _checkpoint(model: SavedModel, model_cache: ModelCache, key: int | None) -> tuple[bytes, str]:
    """Bytes and checksum of a model's checkpoint, from its file or made from memory."""
    from model.checkpoint.file import check_checkpoint, checkpoint_bytes

    if model.path is None:
        data = checkpoint_bytes(model_cache.take(key))
        return data, check_checkpoint(Path(model.summary.name), data)
    try:
        data = read_file(model.path, most=LARGEST_WEIGHTS)
        same = check_checkpoint(model.path, data) == model.checksum
    except (OSError, CheckpointError):  # whatever is there now, it is not the model
        same = False
    if not same:
        raise SessionError(
            "{path} no longer contains the model of this session. Save the model as a file "
            "first, or the session without it.",
            path=model.path,
        )
    return data, model.checksum


# ------------------------------------------------------------------------------------- translation
# Translating with a model of the cache, freely or with a given target.


@dataclass(frozen=True, slots=True)
class WrittenIds:
    """The target ids of the user's text, without ``</s>``."""

    ids: tuple[int, ...]


def translation_steps(model_cache: ModelCache, key: int | None, text: str) -> Iterator[Trace]:
    """The trace as it grows; raises UserError if model or sentence cannot be used."""
    from model.decoding.greedy import translate_steps

    yield from translate_steps(model_cache.take(key), text)


@dataclass(frozen=True, slots=True)
class Remark:
    """A message on a translated sentence, and an example to try instead, or empty."""

    message: Message
    example: str = ""


def remarked_steps(model_cache: ModelCache, key: int | None, text: str) -> Iterator[Trace | Remark]:
    """The trace, then remarks of the grammar of ``passive`` for such a model; raises UserError."""
    model, trace = model_cache.take(key), None
    for trace in translation_steps(model_cache, key, text):
        yield trace
    if model.task == PASSIVE and trace is not None:
        yield from remarks(model.name, trace)


def remarks(name: str, trace: Trace) -> Iterator[Remark]:
    """A sentence has no passive, or unknown words were copied."""
    from model.text.passive import fault_of, unknown_words

    fault = fault_of(trace.source_text)
    if fault is not None:
        reads = Message(
            "{model} has learned statements whose verb has an object: expect mistakes, or try "
            "the example.",
            {"model": name},
        )
        yield Remark(joined((fault, reads)), EXAMPLES[PASSIVE][0].text)
        return
    written = set(split_words(trace.translation.lower()))
    copied = [word for word in unknown_words(trace.source_text) if word.lower() in written]
    if len(copied) == 1:
        yield Remark(
            Message(
                "“{word}” is not in the word list; the model copies its subwords.",
                {"word": copied[0]},
            )
        )
    elif copied:
        words = ", ".join(f"“{word}”" for word in copied)
        yield Remark(
            Message(
                "{words} are not in the word list; the model copies their subwords.",
                {"words": words},
            )
        )


def whole_translation_steps(
    model_cache: ModelCache, key: int | None, text: str
) -> Iterator[Trace | None]:
    """The finished trace only; raises UserError if model or sentence cannot be used."""
    for trace in translation_steps(model_cache, key, text):
        yield trace if trace.finished else None


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A sentence with the mask in one more place."""

    text: str


def masked_steps(
    model_cache: ModelCache, key: int | None, text: str, *, place: int
) -> Iterator[MaskedText | Trace]:
    """The sentence with the token at ``place`` masked, then its trace.

    Raises:
        UserError: there is no such model, or no mask can be put there.
    """
    from model.decoding.greedy import masked_text, translate_steps

    model = model_cache.take(key)
    masked = masked_text(model, text, place)
    yield MaskedText(masked)
    yield from translate_steps(model, masked)


def branch_steps(
    model_cache: ModelCache,
    key: int | None,
    text: str,
    *,
    prefix: tuple[int, ...],
    typed: str = "",
    interventions: Interventions = (),
) -> Iterator[Trace]:
    """The trace of a target that begins with ``prefix``, then the ``typed`` words.

    Raises:
        UserError: the model is missing, the sentence cannot be translated, the words cannot be
            encoded, or the target is too long.
    """
    from model.decoding.greedy import translate_steps
    from model.text.tokenizer import target_ids

    model = model_cache.intervened(key, interventions)
    given = (*prefix, *target_ids(typed, model.tgt_tokenizer)) if typed else prefix
    yield from translate_steps(model, text, prefix=given)


def removable_steps(
    model_cache: ModelCache, asked: RemovableQuestion
) -> Iterator[Removable | None]:
    """How many heads can each be removed without a change of the translation; None between steps.

    Raises UserError if the model is missing.
    """
    from model.decoding.batches import translation_steps
    from model.decoding.sweep import switched_off

    model = model_cache.take(asked.model_key)
    every = switched_off(every_head(model.config, (asked.kind,)), asked.how)
    before = yield from translation_steps(model, [asked.text])
    alone = 0
    for each in every:
        without = model_cache.intervened(asked.model_key, (each,))
        alone += (yield from translation_steps(without, [asked.text])) == before
    yield Removable(asked, alone, len(every))


def target_steps(
    model_cache: ModelCache,
    key: int | None,
    text: str,
    *,
    target: str,
    interventions: Interventions = (),
) -> Iterator[Trace]:
    """The trace of a whole given target (teacher forcing).

    Raises:
        UserError: the model is missing, the sentence cannot be translated, the target cannot be
            encoded, or is too long.
    """
    from model.decoding.greedy import translate_steps
    from model.text.tokenizer import whole_target_ids

    model = model_cache.intervened(key, interventions)
    given = whole_target_ids(target, model.tgt_tokenizer)
    # a target may be longer than a translation would get
    yield from translate_steps(model, text, prefix=given, max_steps=len(given))


def announced_steps(
    model_cache: ModelCache,
    key: int | None,
    written: str,
    steps: Iterator[Trace],
    *,
    whole: bool = False,
) -> Iterator[WrittenIds | Trace]:
    """The ids of the typed text, so that an existing branch is found; then the steps.

    Decoding starts after the ids. A ``whole`` target also has the model's start tokens. Raises
    UserError if the text cannot be encoded, and the errors of ``steps``.
    """
    from model.text.tokenizer import target_ids

    tokenizer = model_cache.take(key).tgt_tokenizer
    before = tokenizer.prefix if whole else ()
    yield WrittenIds((*before, *target_ids(written, tokenizer)))
    yield from steps
