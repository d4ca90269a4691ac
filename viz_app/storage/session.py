"""What is on the workbench, kept in one ``.headlight`` file. No Qt, no torch.

The file is a zip that NumPy alone can read: ``np.load("cat.headlight")`` has, by these names,

``session.json``
    bytes of JSON in UTF-8, see below; 16 MB at most.
``branch-ID/encoder``, ``branch-ID/decoder``, ``branch-ID/cross``
    the weights of a branch, ``[layers, heads, query, key]``, float32. Queries and keys count from
    0, and so do layers and heads. Rows sum to 1; those of a query without keys are 0.
``model/positions``
    the model's positional encodings ``[max_len, d_model]``, float32, where they are not sinusoids.
``model.safetensors``
    the checkpoint of the model, where the user wanted that: bytes, as they are in its own file.

``session.json`` holds an object:

``format``, ``version``
    ``"headlight session"`` and 1. A reader refuses a larger version; entries that it does not know
    it leaves alone, so new ones need no new version.
``source_text``
    the sentence asked for last.
``branches``
    a list, parents before what left them. Each has ``id``, ``parent`` (an id, or null for the
    original), ``step`` (up to there, exclusive, its tokens are its parent's), ``name``, ``given``
    (its target was given as a whole), ``n_layers``, ``n_heads`` and ``trace``: the source's text,
    tokens and ids, ``steps`` with token, id, log-probability (natural logarithm), entropy (bits)
    and candidates (token, id, log-probability), why it stopped, the translation.
    ``shared_steps``: so many first rows of ``decoder`` and ``cross`` are the parent's, bit for
    bit, and are left out; where it is not 0, ``encoder`` is the parent's, too. The row of step *k*
    is that of the token fed in there, from which ``steps[k]`` was predicted.
``current``, ``compared``
    ids of the branch on screen, and of that beside it or null.
``recorded``
    the branches are moments of trainings, and not of the model.
``model``
    null, or its ``name``, ``task``, ``config``, sizes, training ``record``, and the
    ``checksum`` of its checkpoint, by which it is found again.
``bench``, ``zoom``, ``panels``
    what was chosen in the window. ``zoom`` has factor, row and column of the picture of one head,
    and by kind those of kinds side by side. Whatever is unknown or out of range there has its
    default.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta, to_builtins

from model.arrays import FloatArray, frozen
from model.checkpoint.header import check_record, read_checksum
from model.checkpoint.locations import SUFFIX as CHECKPOINT_SUFFIX
from model.checkpoint.locations import shipped_checksums
from model.config import STACKS, ModelConfig, Stack
from model.files import filled_beside, open_file
from model.lessons.positions import sinusoid_table
from model.messages import CheckpointError, UserError
from model.traces.interventions import Interventions, from_json, to_json
from model.traces.recording import LARGEST_RECORDING
from model.traces.summary import ModelSummary, bias_shape
from model.traces.trace import Kind, Trace
from model.values import (
    LARGEST_WHOLE,
    UTF8,
    Count,
    Few,
    FileName,
    LargeCount,
    ShortText,
    Text,
    fields_named,
    read,
)
from viz_app.storage.files import BROKEN, BROKEN_ZIP, array_in, check_packing, open_zip, unpacked
from viz_app.storage.library import Library
from viz_app.storage.traces import MOST_HEADS, StoredTrace, shares, stored_trace, trace_of

# ----------------------------------------------------------------------------------------- session
# The content of the workbench in a file: values and recorded weights.


SUFFIX = ".headlight"

Values = Mapping[str, Any]
"""Values for JSON, by name."""


class SessionError(UserError):
    """A session that cannot be read, trusted or written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedBranch:
    """One way in which the sentence was decoded; see :class:`Branch` of the workbench."""

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False
    interventions: Interventions = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedModel:
    """The model of a session: enough to find it again, and to show what was recorded without it.

    Attributes:
        checksum: that of its checkpoint; empty for a model that is in no file.
        summary: its description.
        embedded: its checkpoint is in the session's file.
        path: where its file is now; that is not written, as it says nothing on another machine.
    """

    checksum: str
    summary: ModelSummary
    embedded: bool = False
    path: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What is on the workbench.

    What may be left out or of another version of Headlight is plain values, of which everybody
    takes what they know: ``bench`` and ``panels``.

    Attributes:
        source_text: the sentence asked for last.
        branches: the original first, parents before what left them; empty before a translation.
        current: the branch on screen.
        compared: the branch that it is compared with, or None.
        recorded: the branches are moments of trainings, and not of the model.
        model: the current model, or None before one was loaded.
        bench: selection, attention options, speed, tab.
        zoom: factor, row and column of the picture, and by kind those of kinds side by side; None
            where all is in view.
        panels: what each panel keeps of its slice, by the panel's name.
    """

    source_text: str = ""
    branches: tuple[SavedBranch, ...] = ()
    current: int = 0
    compared: int | None = None
    recorded: bool = False
    model: SavedModel | None = None
    bench: Values = field(default_factory=dict)
    zoom: Values | None = None
    panels: Mapping[str, Values] = field(default_factory=dict)


# ---------------------------------------------------------------------------------------- branches
# The branches of a session as values for JSON and arrays, and back. Shared rows are kept once.


MOST_BRANCHES = 500
"""Each may be the child of the one before: the maximal depth of a tree."""

LARGEST = 2 * LARGEST_RECORDING
"""Bytes of the weights of all branches in memory, shared rows counted for each."""

TOLERANCE = 0.01
"""Tolerance of a row's sum: enough for weights recorded in 16 bits."""

_Shape = tuple[int, int, int, int]
ReadArray = Callable[[str, _Shape], FloatArray]
"""Reads the array of a name; its shape is checked before memory is allocated."""


_Layers = Annotated[int, Meta(ge=0, le=MOST_HEADS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBranch:
    """A branch in ``session.json``; ``decoder_layers``: None = as many as the encoder."""

    id: Count
    parent: Count | None
    step: Count
    name: ShortText
    given: bool
    shared_steps: Count
    n_layers: _Layers
    n_heads: Annotated[int, Meta(ge=1, le=MOST_HEADS)]
    trace: StoredTrace
    decoder_layers: _Layers | None = None
    interventions: Few[dict[str, Any]] = ()

    @property
    def decoder_depth(self) -> int:
        return self.n_layers if self.decoder_layers is None else self.decoder_layers

    @property
    def n_source(self) -> int:
        return len(self.trace.source_tokens)

    @property
    def n_steps(self) -> int:
        return len(self.trace.steps)

    @property
    def n_bytes(self) -> int:
        """Of all weights, shared rows included."""
        decoder = self.decoder_depth * self.n_steps * (self.n_steps + self.n_source)
        return 4 * self.n_heads * (self.n_layers * self.n_source**2 + decoder)


_OF_BRANCH = ("id", "parent", "step", "name", "given")
"""Fields that are stored as they are."""


def stored_branches(
    branches: Sequence[SavedBranch],
) -> tuple[list[StoredBranch], dict[str, FloatArray]]:
    """Values, and arrays by name; raises SessionError for too many or too large branches."""
    if len(branches) > MOST_BRANCHES:
        raise SessionError(
            "The session has {count} branches; at most {most} can be saved. Delete some.",
            count=len(branches),
            most=MOST_BRANCHES,
        )
    known = {branch.id: branch.trace for branch in branches}
    told: list[StoredBranch] = []
    arrays: dict[str, FloatArray] = {}
    for branch in branches:
        trace = branch.trace
        shared = _shared_steps(trace, None if branch.parent is None else known[branch.parent])
        told.append(
            StoredBranch(
                **fields_named(branch, _OF_BRANCH),
                shared_steps=shared,
                n_layers=trace.depth("encoder"),
                decoder_layers=trace.depth("decoder"),
                n_heads=trace.n_heads,
                trace=stored_trace(trace),
                interventions=tuple(map(to_json, branch.interventions)),
            )
        )
        if not shared:
            arrays[_name(branch.id, "encoder")] = trace.encoder_weights
        arrays[_name(branch.id, "decoder")] = trace.decoder_weights[:, :, shared:]
        arrays[_name(branch.id, "cross")] = trace.cross_weights[:, :, shared:]
    if sum(branch.n_bytes for branch in told) > LARGEST:
        raise SessionError(
            "The branches of the session take more than {limit} MB. Delete some.",
            limit=LARGEST // 2**20,
        )
    return told, arrays


def branches_of(
    told: Sequence[Mapping[str, Any]], read_array: ReadArray, *, recorded: bool
) -> tuple[SavedBranch, ...]:
    """Branches of a file, checked.

    Raises:
        ValueError: they are invalid or not a tree, or shared steps differ.
    """
    # one by one: each call holds the GIL, and so blocks the window
    stored = [read(StoredBranch, each, "branches") for each in told]
    if sum(branch.n_bytes for branch in stored) > LARGEST:
        raise ValueError(LARGEST)
    known: dict[int, SavedBranch] = {}
    for each in stored:
        # parents precede their branches; only the first has none
        if (each.parent is None) != (not known) or each.id in known:
            raise ValueError(each.id)
        parent = None if each.parent is None else known[each.parent]
        trace = _trace(each, parent.trace if parent else None, read_array)
        interventions = from_json(each.interventions)
        fields = fields_named(each, _OF_BRANCH)
        branch = SavedBranch(**fields, trace=trace, interventions=interventions)
        _check(branch, parent, recorded=recorded)
        known[branch.id] = branch
    return tuple(known.values())


def _shared_steps(trace: Trace, parent: Trace | None) -> int:
    """Steps with the parent's rows; 0 where the encoder's weights differ."""
    if parent is None or trace.looks_ahead or parent.looks_ahead:
        return 0
    if not np.array_equal(trace.encoder_weights, parent.encoder_weights):
        return 0
    pairs = zip(trace.steps, parent.steps, strict=False)
    other = (
        index
        for index, (own, left) in enumerate(pairs)
        if not np.array_equal(own.decoder_rows, left.decoder_rows)
        or not np.array_equal(own.cross_rows, left.cross_rows)
    )
    return next(other, min(len(trace.steps), len(parent.steps)))


def _name(branch: int, kind: Kind) -> str:
    return f"branch-{branch}/{kind}"


def _trace(told: StoredBranch, parent: Trace | None, read_array: ReadArray) -> Trace:
    shared, branch = told.shared_steps, told.id
    heads = told.decoder_depth, told.n_heads
    source, steps = told.n_source, told.n_steps
    unread = not source and "encoder" in told.trace.kinds
    if unread or (shared and (parent is None or not _can_share(told, parent))):
        raise ValueError(shared)
    cross = _rows(read_array(_name(branch, "cross"), (*heads, steps - shared, source)))
    decoder = _rows(read_array(_name(branch, "decoder"), (*heads, steps - shared, steps)))
    if parent is None or not shared:
        shape = told.n_layers, told.n_heads, source, source
        encoder = _rows(read_array(_name(branch, "encoder"), shape))
    else:
        encoder = parent.encoder_weights
        cross = np.concatenate([parent.cross_weights[:, :, :shared], cross], axis=2)
        decoder = np.concatenate([_widened(parent.decoder_weights, shared, steps), decoder], axis=2)
    if not told.trace.looks_ahead and np.triu(decoder, k=1).any():
        raise ValueError("a row attends to later tokens")
    return trace_of(told.trace, encoder, frozen(decoder), frozen(cross))


def _can_share(told: StoredBranch, parent: Trace) -> bool:
    sizes = told.n_layers, told.decoder_depth, told.n_heads, told.n_source
    depths = parent.depth("encoder"), parent.depth("decoder")
    same = sizes == (*depths, parent.n_heads, len(parent.source_tokens))
    return same and told.shared_steps <= min(told.n_steps, len(parent.steps))


def _widened(decoder: FloatArray, rows: int, keys: int) -> FloatArray:
    """The first rows of decoder weights with ``keys`` columns; added ones have weight 0."""
    wide = np.zeros((*decoder.shape[:2], rows, keys), np.float32)
    wide[..., :rows] = decoder[:, :, :rows, :rows]
    return wide


def _rows(weights: FloatArray) -> FloatArray:
    """Raise ValueError unless each row sums to 1, to 0 if fully masked, or is NaN."""
    if not weights.size:
        return weights
    sums = shares(weights).sum(axis=-1)
    if not ((np.abs(sums - 1) <= TOLERANCE) | (sums == 0) | np.isnan(sums)).all():
        raise ValueError("a row does not sum to 1")
    return weights


def _check(branch: SavedBranch, parent: SavedBranch | None, *, recorded: bool) -> None:
    """Raise ValueError unless a branch has its parent's first tokens, and a step of its own.

    Recorded moments need not have tokens in common.
    """
    trace, step = branch.trace, branch.step
    if parent is None:
        if step:
            raise ValueError(step)
        return
    common = min(step, len(parent.trace.steps))
    same = (
        trace.source_ids == parent.trace.source_ids
        and trace.predicted_ids[:step] == parent.trace.predicted_ids[:step]
    )
    if len(trace.steps) <= step or common < step or not (same or recorded):
        raise ValueError(step)


# ------------------------------------------------------------------------------------------ models
# The model of a session, and its file on this machine.


POSITIONS = "model/positions"
"""The array with the positional encodings, where they are not the paper's sinusoids."""

BIASES = "model/biases/{stack}"
"""The arrays with the biases of relative positions."""

LARGEST_TABLE = 2**23
"""Numbers of a table that is computed and not read."""

ReadTable = Callable[[str, tuple[int, int]], FloatArray]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredModel:
    """The model in ``session.json``; ``record`` is checked as far as anybody looks at it."""

    checksum: Annotated[str, Meta(max_length=64, pattern=UTF8)]
    name: FileName
    task: FileName
    config: ModelConfig
    n_parameters: LargeCount
    device: FileName
    src_vocabulary: LargeCount
    tgt_vocabulary: LargeCount
    samples: Few[ShortText]
    scripts: Few[ShortText]
    lengths: tuple[Count, Count] | None
    record: dict[str, Any]
    sinusoidal: bool
    biases: Annotated[tuple[Stack, ...], Meta(max_length=len(STACKS))] = ()


_OF_SUMMARY = (
    *("name", "task", "config", "n_parameters", "device", "src_vocabulary", "tgt_vocabulary"),
    *("samples", "scripts", "record"),
)


def stored_model(model: SavedModel) -> tuple[dict[str, Any], dict[str, FloatArray]]:
    """Values, and arrays by name."""
    summary = model.summary
    told = {
        **fields_named(summary, _OF_SUMMARY),
        "checksum": model.checksum,
        "config": summary.config.to_json(),
        "lengths": [summary.lengths.start, summary.lengths.stop] if summary.lengths else None,
        "record": dict(summary.record),
        "sinusoidal": np.array_equal(summary.positions, _sinusoids(summary.config)),
        "biases": list(summary.biases),
    }
    biases = {BIASES.format(stack=stack): array for stack, array in summary.biases.items()}
    return told, biases if told["sinusoidal"] else {POSITIONS: summary.positions, **biases}


def model_of(told: StoredModel, read_table: ReadTable, *, embedded: bool) -> SavedModel:
    """Model of a file; raises ValueError for its record, positions or biases."""
    check_record(told.record)
    config = told.config
    if told.sinusoidal:
        table = _sinusoids(config)
    else:
        table = read_table(POSITIONS, (config.max_len, config.d_model))
    if not table.size or not np.isfinite(table).all():
        raise ValueError(POSITIONS)
    biases: dict[Stack, FloatArray] = {
        stack: frozen(read_table(BIASES.format(stack=stack), bias_shape(config, stack)))
        for stack in told.biases
    }
    if not all(np.isfinite(array).all() for array in biases.values()):
        raise ValueError(BIASES)
    summary = ModelSummary(
        **fields_named(told, _OF_SUMMARY),
        lengths=range(*told.lengths) if told.lengths else None,
        positions=frozen(table),
        biases=biases,
    )
    return SavedModel(checksum=told.checksum, summary=summary, embedded=embedded)


def find_model(
    model: SavedModel, *, beside: Path, library: Library, recent: Sequence[str] = ()
) -> Path | None:
    """A file with the same checksum: in the library, or in a folder.

    Only listed checksums are compared; loading verifies them.

    Args:
        model: to be found.
        beside: the folder of the session, for a file of the model's name.
        library: models by name.
        recent: files that the user has opened.
    """
    if not model.checksum:
        return None
    by_name = sorted(library.entries(), key=lambda entry: entry.name != model.summary.name)
    places = [entry.path for entry in by_name] + [Path(known) for known in recent]
    places.append(beside / f"{Path(model.summary.name).name}{CHECKPOINT_SUFFIX}")
    return next((path for path in dict.fromkeys(places) if _checksum(path) == model.checksum), None)


def _checksum(path: Path) -> str:
    """Empty if there is no checkpoint."""
    try:
        return read_checksum(path)
    except CheckpointError:  # whatever is there now, it is not the model
        return ""


def _sinusoids(config: ModelConfig) -> FloatArray:
    """Sinusoidal encodings of the model's size; empty if that is implausibly large."""
    if config.max_len * config.d_model > LARGEST_TABLE:
        return np.empty((0, 0), np.float32)
    return sinusoid_table(config.max_len, config.d_model)


# ------------------------------------------------------------------------------------------- files
# A session as a file, and back: see the package for the format.


FORMAT, VERSION = "headlight session", 1
CONTENT, CHECKPOINT = "session.json", "model.safetensors"

LARGEST_CHECKPOINT = 2**31
"""Bytes of an included model: a zip file above 4 GB is another format."""

LARGEST_CONTENT = 2**23
"""Bytes of the texts of a session."""

_HEADER = 128
"""Bytes that NumPy writes before the numbers of an array."""


@dataclass(frozen=True, slots=True)
class _Head:
    format: Literal["headlight session"]
    version: Annotated[int, Meta(ge=1, le=LARGEST_WHOLE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Content:
    source_text: Text
    branches: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_BRANCHES)]
    current: Count
    compared: Count | None
    recorded: bool
    model: StoredModel | None
    bench: dict[str, Any]
    zoom: dict[str, Any] | None
    panels: dict[str, Any]


_OF_SESSION = ("source_text", "current", "compared", "recorded", "bench", "zoom", "panels")


def save_session(path: Path, session: Session, *, model: bytes | None = None) -> None:
    """Write a session to ``path``, which ends on :data:`SUFFIX`; replaced in one step.

    ``model``: the checkpoint that is included.

    Raises:
        SessionError: it is too large.
        WriteError: the file cannot be written there.
    """
    content, arrays = _stored(session)
    if model is not None and len(model) > LARGEST_CHECKPOINT:
        raise SessionError(
            "A model of {size} MB is too large for a session file; the limit is {limit} MB. "
            "Save the session without it.",
            size=len(model) // 2**20,
            limit=LARGEST_CHECKPOINT // 2**20,
        )
    # not made in the memory first: a large one would take it twice
    with filled_beside(path) as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(CONTENT, content, zipfile.ZIP_DEFLATED)
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", _npy(array))
        if model is not None:
            archive.writestr(CHECKPOINT, model)


def load_session(path: Path) -> Session:
    """Nothing in the file is executed; sizes are checked before memory is allocated.

    Raises:
        SessionError: the file is missing, damaged, foreign or of a newer version.
    """
    with _opened(path) as archive:
        size = archive.getinfo(CONTENT).file_size
        if size > LARGEST_CONTENT:
            raise SessionError(
                "{path} is too large: its {name} has {size:,} bytes; the limit is {most:,}.",
                path=path,
                name=CONTENT,
                size=size,
                most=LARGEST_CONTENT,
            )
        content = unpacked(archive, CONTENT, most=LARGEST_CONTENT)
        told = json.loads(content, object_hook=_as_it_is)
        version = read(_Head, told).version
        if version > VERSION:
            raise SessionError(
                "{path} was written by a newer Headlight (format {version}; this one reads up to "
                "{known}). Update Headlight to open it.",
                path=path,
                version=version,
                known=VERSION,
            )
        return _session(archive, read(_Content, told))


def embedded_checkpoint(path: Path) -> bytes:
    """The checkpoint in a session's file, not checked; raises SessionError without one."""
    with _opened(path) as archive:
        return unpacked(archive, CHECKPOINT, most=LARGEST_CHECKPOINT)


def _stored(session: Session) -> tuple[bytes, Mapping[str, FloatArray]]:
    branches, arrays = stored_branches(session.branches)
    model, positions = (None, {}) if session.model is None else stored_model(session.model)
    head = {"format": FORMAT, "version": VERSION}
    content = {**head, **fields_named(session, _OF_SESSION), "model": model}
    # branch by branch: each call holds the GIL, and so blocks the window
    rest = json.dumps(content, ensure_ascii=False)
    parts = ", ".join(json.dumps(to_builtins(branch), ensure_ascii=False) for branch in branches)
    # half a surrogate pair can be typed, and stands for no letter
    data = f'{rest[:-1]}, "branches": [{parts}]}}'.encode("utf-8", "replace")
    if len(data) > LARGEST_CONTENT:
        raise SessionError(
            "The texts of the session take more than {limit} MB. Delete some branches.",
            limit=LARGEST_CONTENT // 2**20,
        )
    return data, {**arrays, **positions}


def _as_it_is(entries: dict[str, Any]) -> dict[str, Any]:
    # Called for each step: without a Python call, reading would hold the GIL for long.
    return entries


def _npy(array: FloatArray) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return file.getvalue()


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    # All errors of the archive become one SessionError.
    try:
        with open_file(path) as file, open_zip(file) as archive:
            yield archive
    except SessionError:
        raise
    except OSError as error:
        raise SessionError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except (*BROKEN, *BROKEN_ZIP) as error:
        raise SessionError(
            "{path} is not a Headlight session, or it is damaged.", path=path
        ) from error


def _session(archive: zipfile.ZipFile, told: _Content) -> Session:
    embedded = CHECKPOINT in archive.namelist()
    if embedded:
        check_packing(archive.getinfo(CHECKPOINT))
        if archive.getinfo(CHECKPOINT).file_size > LARGEST_CHECKPOINT:
            raise ValueError(CHECKPOINT)

    def read_array(name: str, shape: tuple[int, ...]) -> FloatArray:
        return _array(archive, f"{name}.npy", shape)

    branches = branches_of(told.branches, read_array, recorded=told.recorded)
    model = None if told.model is None else model_of(told.model, read_array, embedded=embedded)
    ids = {branch.id for branch in branches}
    if branches and told.current not in ids:
        raise ValueError(told.current)
    if told.compared is not None and told.compared not in ids - {told.current}:
        raise ValueError(told.compared)
    return Session(branches=branches, model=model, **fields_named(told, _OF_SESSION))


def _array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...]) -> FloatArray:
    """An array of that shape; raises ValueError unless the size of the entry matches."""
    entry = archive.getinfo(name)
    size = 4 * int(np.prod(shape, dtype=object))
    if not size <= entry.file_size <= size + 2 * _HEADER:
        raise ValueError(name)
    check_packing(entry)
    array = array_in(unpacked(archive, name, most=entry.file_size))
    if array.dtype != np.float32 or array.shape != shape:
        raise ValueError(name)
    return array


# ------------------------------------------------------------------------------------ first traces
# Recorded traces of the shipped models' first sample sentences, shown until torch is imported. Each
# lies beside its checkpoint as a session; ``.ci/update-first-traces`` writes them.


def first_trace_path(checkpoint: Path) -> Path:
    return checkpoint.with_suffix(SUFFIX)


def first_trace(checkpoint: Path) -> Session | None:
    """The trace of a shipped checkpoint, or None if there is none for it.

    Only the listed checksum is compared, which is fast: loading the checkpoint verifies it.
    """
    path = first_trace_path(checkpoint)
    if not path.exists():
        return None
    try:
        session, listed = load_session(path), shipped_checksums(checkpoint.parent)
    except UserError:  # nothing is lost: the model itself translates the sentence soon
        return None
    own = session.model is not None and session.model.checksum == listed.get(checkpoint.name)
    return session if own and session.branches else None
