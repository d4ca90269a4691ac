"""The folder of one run: lock, card, curve, moments, and the state needed to resume it."""

from __future__ import annotations

import dataclasses
import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from msgspec import Meta, to_builtins

from model.arrays import FloatArray, frozen
from model.files import (
    LARGEST_TABLE,
    WriteError,
    is_leftover,
    make_folder,
    read_text,
    shown_name,
    sweep,
    utf8,
    write_atomically,
)
from model.messages import UserError
from model.runs.progress import COLUMNS, CurveColumns, CurvePoint, RunCard, check_table, points_of
from model.traces.head_measures import Moment, SampleTranslations, head_numbers
from model.traces.trace import KINDS, Kind
from model.values import MOST_SHOWN, Count, Many, read
from viz_app.storage.files import (
    RunError,
    being_trained,
    csv_bytes,
    damaged,
    missing,
    npz_bytes,
    read_npz,
    reading,
)
from viz_app.storage.traces import StoredTrace, shares, stored_trace, trace_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

# ---------------------------------------------------------------------------------------- run lock
# The lock on the folder of a run or a window, released with the process that holds it.


LOCK = "run.lock"
PATIENCE = 0.5
"""Seconds to wait for a process that only tests the lock."""


class RunLock:
    """A lock of the operating system: it is released when its process ends, however that ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        return self._lock is not None

    def take(self, *, patience: float = PATIENCE) -> bool:
        """False if another process holds the lock for ``patience`` seconds; raises WriteError."""
        if self._lock is None:
            self._lock = _acquired(self._folder / LOCK, patience=patience)
        return self.held

    def take_again(self) -> bool:
        """Lock a folder that replaced an older one; result and error as in :meth:`take`."""
        self.release()
        return self.take()

    def release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


def is_locked(folder: Path) -> bool:
    """Whether any process, this one included, holds the lock; raises WriteError."""
    path = folder / LOCK
    if not path.exists():
        return False
    lock = _acquired(path, patience=0)
    if lock is None:
        return True
    lock.release()
    return False


def _acquired(path: Path, *, patience: float) -> BaseFileLock | None:
    """A lock that any thread of this process may release; None if it is held."""
    from filelock import FileLock, Timeout  # takes 15 ms; a start without a run needs it not

    lock = FileLock(path, timeout=patience, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise WriteError("{path} cannot be locked: {reason}.", path=path, reason=error) from error
    return lock


# -------------------------------------------------------------------------------------- card files
# The card of a run as ``run.json``.


CARD = "run.json"


def card_bytes(card: RunCard) -> bytes:
    """Standard JSON: NaN is ``null``."""
    values = {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in card.to_json().items()
    }
    return utf8(json.dumps(values, ensure_ascii=False, indent=1) + "\n")


def read_card(folder: Path) -> RunCard:
    """The card of a folder; its id is the folder's name, also of a copy. Raises RunError."""
    path = folder / CARD
    with reading(path):
        try:
            text = read_text(path)
        except FileNotFoundError as error:
            raise missing(folder.name) from error
    return card_of(text, path, folder=folder.name)


def card_of(text: str, path: Path, *, folder: str) -> RunCard:
    """The card written in a file, for a folder of that name; raises RunError."""
    with reading(path):
        try:
            card = RunCard.from_json(json.loads(text))
        except UserError as error:
            raise RunError("{path} cannot be read: {error}", path=path, error=error) from error
    return dataclasses.replace(card, run_id=folder, name=shown_name(card.name))


# ------------------------------------------------------------------------------------- curve files
# The curve of a run: as a ``.npz`` with a column for each number, and as CSV to look at.


WHOLE = ("update", "epoch")
MOST_POINTS = 100_000
"""A run's folder has a thinned curve, with all measurements at ends of epochs."""


def curve_bytes(points: Sequence[CurvePoint]) -> bytes:
    """One array per field, as long as the curve; NaN if not measured."""
    curve = CurveColumns(tuple(points))
    kinds = {name: np.int64 if name in WHOLE else np.float64 for name in COLUMNS}
    return npz_bytes({name: curve.column(name).astype(kind) for name, kind in kinds.items()})


def read_curve(path: Path) -> tuple[CurvePoint, ...]:
    """The points, oldest first; raises RunError for a missing or damaged file."""
    arrays = read_npz(path)
    with reading(path):
        columns = [arrays[name].astype(np.float64, casting="same_kind") for name in COLUMNS]
        table = np.stack(columns, axis=-1)
        if len(table) > MOST_POINTS:
            raise ValueError(len(table))
        check_table(table)
        return tuple(points_of(table.tolist(), CurvePoint))


def curve_csv(points: Sequence[CurvePoint]) -> bytes:
    """One line per point; empty cells if not measured."""
    return csv_bytes(COLUMNS, ([getattr(point, name) for name in COLUMNS] for point in points))


# ------------------------------------------------------------------------------------ moment files
# A moment of a run as one ``.npz``, which NumPy alone can read. No Qt, no torch.


VERSION = 1
ABOUT = "about"


def moment_bytes(moment: Moment) -> bytes:
    """Without the head measures, which are computed again by :func:`read_moment`."""
    arrays: dict[str, Any] = {
        f"{kind}_{number}": trace.weights(kind)
        for number, trace in enumerate(moment.traces)
        for kind in KINDS
    }
    about = _About(
        version=VERSION,
        update=moment.update,
        epoch=moment.epoch,
        probes=tuple(map(stored_trace, moment.traces)),
    )
    text = json.dumps(to_builtins(about), ensure_ascii=False)
    return npz_bytes({**arrays, ABOUT: np.array(text)})


def read_moment(path: Path) -> Moment:
    """A moment exactly as written, head measures computed anew; raises RunError."""
    arrays = read_npz(path)
    with reading(path):
        about = read(_About, json.loads(str(arrays[ABOUT])))
        traces = tuple(
            trace_of(told, *(_weights(told, arrays[f"{kind}_{number}"], kind) for kind in KINDS))
            for number, told in enumerate(about.probes)
        )
        return Moment(
            update=about.update, epoch=about.epoch, traces=traces, numbers=head_numbers(traces)
        )


def _weights(told: StoredTrace, array: FloatArray, kind: Kind) -> FloatArray:
    # Missing for a kind that the model does not have.
    none = kind not in told.kinds and not array.size
    if none and array.dtype == np.float32 and array.ndim == 4:
        return frozen(array)
    return shares(array)


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    update: Count
    epoch: Count
    probes: Annotated[tuple[StoredTrace, ...], Meta(min_length=1, max_length=MOST_SHOWN)]


# -------------------------------------------------------------------------------------- run folder


STATE, MODEL = "state.safetensors", "model.safetensors"
CURVE, SAMPLES, MOMENTS = "curve.npz", "samples.json", "moments"
_OWN = frozenset({CARD, STATE, MODEL, CURVE, SAMPLES})


class RunFolder:
    """Reads and writes one run. Every file is replaced at once, never changed in part.

    A folder that was removed is made again by the next write, with the card and the lock in it.
    """

    def __init__(self, path: Path, card: RunCard) -> None:
        self.path, self.state_path, self.model_path = path, path / STATE, path / MODEL
        self.card = card  # as it was read or written last
        self._lock = RunLock(path)

    def write_card(self, card: RunCard) -> None:
        """Raises WriteError if the disk is full, or the folder cannot be made."""
        self.card = card
        self._write(self.path / CARD, card_bytes(card))

    def write_curve(self, points: Sequence[CurvePoint]) -> None:
        """The whole curve so far, oldest first; raises WriteError."""
        self._write(self.path / CURVE, curve_bytes(points))

    def read_curve(self) -> tuple[CurvePoint, ...]:
        """Empty if there is none yet; raises RunError for a damaged file."""
        path = self.path / CURVE
        return read_curve(path) if path.exists() else ()

    def write_samples(self, samples: Sequence[SampleTranslations]) -> None:
        """All translations of the probes so far, oldest first; raises WriteError."""
        told = [dataclasses.asdict(sample) for sample in samples]
        text = json.dumps(told, ensure_ascii=False, indent=1)
        self._write(self.path / SAMPLES, utf8(text + "\n"))

    def read_samples(self) -> tuple[SampleTranslations, ...]:
        """Empty if there are none yet; raises RunError for a damaged file."""
        path = self.path / SAMPLES
        if not path.exists():
            return ()
        with reading(path):
            told = json.loads(read_text(path, most=LARGEST_TABLE))
            return read(Many[SampleTranslations], told, "samples")

    def write_moment(self, moment: Moment) -> None:
        """Adds or replaces a moment; raises WriteError."""
        self._write(self.moment_path(moment.update), moment_bytes(moment))

    def moment_updates(self) -> tuple[int, ...]:
        """In ascending order."""
        names = (file.name for file in own_files(self.path) if file.parent.name == MOMENTS)
        return tuple(sorted(int(name.removesuffix(".npz")) for name in names if name[0] != "."))

    def moment_path(self, update: int) -> Path:
        return self.path / MOMENTS / _moment_name(update)

    def read_moment(self, update: int) -> Moment:
        """Raises RunError if it is missing, damaged, or has other heads than the run's model."""
        path, config = self.moment_path(update), self.card.model
        moment = read_moment(path)
        heads = {trace.encoder_weights.shape[:2] for trace in moment.traces}
        if moment.update != update or heads != {(config.depth("encoder"), config.n_heads)}:
            raise damaged(path)
        return moment

    def forget_after(self, update: int) -> None:
        """Remove translations and moments after an update, from which the run resumes.

        Raises:
            RunError: the translations are damaged.
            WriteError: as :meth:`write_card`.
        """
        samples = self.read_samples()
        self.write_samples([sample for sample in samples if sample.update <= update])
        for later in (known for known in self.moment_updates() if known > update):
            _remove(self.moment_path(later))

    def forget_state(self) -> None:
        """Remove the state to resume from: the run is finished. Raises WriteError."""
        _remove(self.state_path)

    def take_lock(self) -> None:
        """Keep others from training, renaming and deleting this run.

        Raises:
            RunError: the lock is held already.
            WriteError: the folder takes no lock.
        """
        self.make()
        if not self._lock.take():
            raise being_trained(self.card.name)
        for folder in (self.path, self.path / MOMENTS):
            sweep(folder)

    def release_lock(self) -> None:
        """Does nothing if the lock is not held."""
        self._lock.release()

    def make(self) -> None:
        """Make the folder if it is missing; raises WriteError."""
        if self.path.is_dir():
            return
        make_folder(self.path)
        if self._lock.held and not self._lock.take_again():
            raise being_trained(self.card.name)
        write_atomically(self.path / CARD, card_bytes(self.card))

    def _write(self, path: Path, data: bytes) -> None:
        self.make()
        make_folder(path.parent)
        write_atomically(path, data)


def own_files(folder: Path) -> Iterator[Path]:
    """Files written by Headlight, the lock last; other files are left alone."""
    for beside, is_own in ((folder / MOMENTS, is_moment), (folder, _OWN.__contains__)):
        for entry in _regular_files(beside):
            if is_own(entry.name) or is_leftover(entry.name):
                yield entry
    if not folder.is_symlink() and (folder / LOCK).is_file():
        yield folder / LOCK


def remove_own(folder: Path) -> None:
    """Remove Headlight's files and folders that are then empty; errors are ignored."""
    for file in own_files(folder):
        with suppress(OSError):
            file.unlink()
    for emptied in (folder / MOMENTS, folder):
        with suppress(OSError):
            emptied.rmdir()


def _regular_files(folder: Path) -> list[Path]:
    # Links are not followed.
    try:
        if folder.is_symlink():
            return []
        with os.scandir(folder) as found:
            files = [Path(entry) for entry in found if entry.is_file(follow_symlinks=False)]
    except OSError:  # there is none
        return []
    return sorted(files)


def _moment_name(update: int) -> str:
    return f"{update:06d}.npz"


def is_moment(name: str) -> bool:
    stem = name.removesuffix(".npz")
    return stem.isascii() and stem.isdecimal() and name == _moment_name(int(stem))


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError("{path} cannot be removed: {reason}.", path=path, reason=error) from error
