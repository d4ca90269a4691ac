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
``scenes``
    a list in order. Each has ``id``, ``title``, ``note`` (Markdown) and all of the above but
    ``format`` and ``version``; its arrays are below ``scene-ID/``. What is in the file already is
    not repeated: a branch with ``same`` has the trace of the branch of that name, for example
    ``"scene-2/branch-0"``, and ``model`` is the name of what has it, ``""`` or ``"scene-2/"``.
"""

from __future__ import annotations

import dataclasses
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
from model.traces.summary import ModelSummary, bias_shape
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
from viz_app.storage.branches import (
    MOST_BRANCHES,
    FileTraces,
    SavedBranch,
    SessionError,
    branches_of,
    stored_branches,
)
from viz_app.storage.files import BROKEN, BROKEN_ZIP, array_in, check_packing, open_zip, unpacked
from viz_app.storage.library import Library

# ----------------------------------------------------------------------------------------- session
# The content of the workbench in a file: values and recorded weights.


SUFFIX = ".headlight"

MOST_SCENES = 500

Values = Mapping[str, Any]
"""Values for JSON, by name."""


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
        scenes: in their order.
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
    scenes: tuple[Scene, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """A bookmark of the workbench; ``note`` is Markdown, ``session`` has no scenes of its own."""

    id: int
    title: str
    note: str = ""
    session: Session


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
    model: StoredModel | ShortText | None
    bench: dict[str, Any]
    zoom: dict[str, Any] | None
    panels: dict[str, Any]
    scenes: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_SCENES)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredScene(_Content):
    id: Count
    title: ShortText
    note: Text


_OF_SCENE = ("id", "title", "note")
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
    if len(session.scenes) > MOST_SCENES:
        raise SessionError(
            "The session has {count} scenes; at most {most} can be saved. Delete some.",
            count=len(session.scenes),
            most=MOST_SCENES,
        )
    traces, models = FileTraces(), dict[str, SavedModel]()
    own, arrays = _packed(session, {"format": FORMAT, "version": VERSION}, traces, models)
    scenes: list[str] = []
    for scene in session.scenes:
        named, prefix = fields_named(scene, _OF_SCENE), f"scene-{scene.id}/"
        text, more = _packed(scene.session, named, traces, models, prefix)
        scenes.append(text)
        arrays |= more
    # half a surrogate pair can be typed, and stands for no letter
    data = f'{own[:-1]}, "scenes": [{", ".join(scenes)}]}}'.encode("utf-8", "replace")
    if len(data) > LARGEST_CONTENT:
        raise SessionError(
            "The texts of the session take more than {limit} MB. Delete some branches or scenes.",
            limit=LARGEST_CONTENT // 2**20,
        )
    return data, arrays


def _packed(
    session: Session,
    head: Values,
    traces: FileTraces,
    models: dict[str, SavedModel],
    prefix: str = "",
) -> tuple[str, dict[str, FloatArray]]:
    """JSON, and arrays by name; of ``traces`` and ``models`` in the file only the names."""
    branches, arrays = stored_branches(session.branches, traces, prefix)
    saved, told = session.model, dict[str, Any]()
    known = [name for name, other in models.items() if _is_same_model(other, saved)]
    if saved is not None and not known:
        told, tables = stored_model(saved)
        models[prefix] = saved
        arrays |= {f"{prefix}{name}": table for name, table in tables.items()}
    model = known[0] if known else told or None
    content = {**head, **fields_named(session, _OF_SESSION), "model": model}
    # branch by branch: each call holds the GIL, and so blocks the window
    rest = json.dumps(content, ensure_ascii=False)
    parts = ", ".join(json.dumps(to_builtins(branch), ensure_ascii=False) for branch in branches)
    return f'{rest[:-1]}, "branches": [{parts}]}}', arrays


def _is_same_model(one: SavedModel, other: SavedModel | None) -> bool:
    if other is None or one.summary is other.summary:
        return other is not None
    named = one.summary.name == other.summary.name
    return bool(one.checksum) and one.checksum == other.checksum and named


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
    traces, models = FileTraces(), dict[str, SavedModel]()

    def unpack(own: _Content, prefix: str = "") -> Session:
        def read_array(name: str, shape: tuple[int, ...]) -> FloatArray:
            return _array(archive, f"{name}.npy", shape)

        def read_table(name: str, shape: tuple[int, ...]) -> FloatArray:
            return read_array(f"{prefix}{name}", shape)

        branches = branches_of(own.branches, read_array, traces, prefix, recorded=own.recorded)
        model = models[own.model] if isinstance(own.model, str) else None
        if isinstance(own.model, StoredModel):
            included = embedded and not prefix
            model = models[prefix] = model_of(own.model, read_table, embedded=included)
        ids = {branch.id for branch in branches}
        if branches and own.current not in ids:
            raise ValueError(own.current)
        if own.compared is not None and own.compared not in ids - {own.current}:
            raise ValueError(own.compared)
        return Session(branches=branches, model=model, **fields_named(own, _OF_SESSION))

    session, scenes = unpack(told), dict[int, Scene]()
    for stored in (read(_StoredScene, each, "scenes") for each in told.scenes):
        if stored.id in scenes:
            raise ValueError(stored.id)
        own = unpack(stored, f"scene-{stored.id}/")
        scenes[stored.id] = Scene(session=own, **fields_named(stored, _OF_SCENE))
    return dataclasses.replace(session, scenes=tuple(scenes.values()))


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
