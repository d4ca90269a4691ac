"""The folder of one run: everything that it has told, and what is needed to go on with it."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model import values
from model.atomic import WriteError, is_leftover, make_folder, sweep, write_atomically
from model.foreign_files import LARGEST_TABLE, read_text, utf8
from model.runs.card import RunCard
from model.traces.probe import SampleTranslations
from viz_app.storage.card_files import CARD, card_bytes
from viz_app.storage.run_errors import being_trained, damaged, reading
from viz_app.storage.run_lock import LOCK, RunLock

if TYPE_CHECKING:
    from model.runs.curve import CurvePoint
    from model.traces.moment import Moment

STATE, MODEL = "state.safetensors", "model.safetensors"
CURVE, SAMPLES, MOMENTS = "curve.npz", "samples.json", "moments"
_OWN = frozenset({CARD, STATE, MODEL, CURVE, SAMPLES})


class RunFolder:
    """Reads and writes one run. Every file is replaced at once, never changed in part.

    What knows the files of curves and moments is imported when it is needed: to list the models,
    at the start of the application, the cards are enough.

    A folder that was removed is made again by the next write, with the card and the lock in it.
    """

    def __init__(self, path: Path, card: RunCard) -> None:
        """Nothing is read or written yet."""
        self.path, self.state_path, self.model_path = path, path / STATE, path / MODEL
        self.card = card  # as it was read or written last
        self._lock = RunLock(path)

    def write_card(self, card: RunCard) -> None:
        """What the run is, and where.

        Raises:
            WriteError: the disk is full, or the folder cannot be made.
        """
        self.card = card
        self._write(self.path / CARD, card_bytes(card))

    def write_curve(self, points: Sequence[CurvePoint]) -> None:
        """The whole curve so far, oldest first.

        Raises:
            WriteError: as :meth:`write_card`.
        """
        from viz_app.storage.curve_files import curve_bytes

        self._write(self.path / CURVE, curve_bytes(points))

    def read_curve(self) -> tuple[CurvePoint, ...]:
        """Empty when there is none yet.

        Raises:
            RunError: the file is damaged.
        """
        from viz_app.storage.curve_files import read_curve

        path = self.path / CURVE
        return read_curve(path) if path.exists() else ()

    def write_samples(self, samples: Sequence[SampleTranslations]) -> None:
        """All translations of the probes so far, oldest first.

        Raises:
            WriteError: as :meth:`write_card`.
        """
        self._write(self.path / SAMPLES, _samples_bytes(samples))

    def read_samples(self) -> tuple[SampleTranslations, ...]:
        """Empty when there are none yet.

        Raises:
            RunError: the file is damaged.
        """
        path = self.path / SAMPLES
        return _read_samples(path) if path.exists() else ()

    def write_moment(self, moment: Moment) -> None:
        """One moment more, or again.

        Raises:
            WriteError: as :meth:`write_card`.
        """
        from viz_app.storage.moment_files import moment_bytes

        self._write(self.moment_path(moment.update), moment_bytes(moment))

    def moment_updates(self) -> tuple[int, ...]:
        """The updates of its moments, in order."""
        names = (file.name for file in own_files(self.path) if file.parent.name == MOMENTS)
        return tuple(sorted(int(name.removesuffix(".npz")) for name in names if name[0] != "."))

    def moment_path(self, update: int) -> Path:
        """Where the moment of an update is."""
        return self.path / MOMENTS / _moment_name(update)

    def read_moment(self, update: int) -> Moment:
        """The moment of an update, of as many heads as the run's model has.

        Raises:
            RunError: there is none, it is damaged, or of another run.
        """
        from viz_app.storage.moment_files import read_moment

        path, config = self.moment_path(update), self.card.model
        moment = read_moment(path)
        heads = {trace.encoder_weights.shape[:2] for trace in moment.traces}
        if moment.update != update or heads != {(config.depth("encoder"), config.n_heads)}:
            raise damaged(path)
        return moment

    def forget_after(self, update: int) -> None:
        """Let go of translations and moments after an update: a run that goes on there has others.

        Raises:
            RunError: the translations are damaged.
            WriteError: as :meth:`write_card`.
        """
        samples = self.read_samples()
        self.write_samples([sample for sample in samples if sample.update <= update])
        for later in (known for known in self.moment_updates() if known > update):
            _remove(self.moment_path(later))

    def forget_state(self) -> None:
        """Let go of what is needed to go on: the run is finished.

        Raises:
            WriteError: the file cannot be removed.
        """
        _remove(self.state_path)

    def take_lock(self) -> None:
        """Keep others from training, renaming and deleting this run.

        Raises:
            RunError: somebody holds the lock already.
            WriteError: the folder takes no lock.
        """
        self.make()
        if not self._lock.take():
            raise being_trained(self.card.name)
        for folder in (self.path, self.path / MOMENTS):
            sweep(folder)

    def release_lock(self) -> None:
        """Let others have it; does nothing when it is not held."""
        self._lock.release()

    def make(self) -> None:
        """Make the folder unless it is there.

        Raises:
            WriteError: it cannot be made.
        """
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
    """What Headlight wrote into a run's folder; whatever else lies there is none of its business.

    The lock is the last one.
    """
    for beside, is_own in ((folder / MOMENTS, is_moment), (folder, _OWN.__contains__)):
        for entry in _entries(beside):
            if is_own(entry.name) or is_leftover(entry.name):
                yield entry
    if not folder.is_symlink() and (folder / LOCK).is_file():
        yield folder / LOCK


def remove_own(folder: Path) -> None:
    """Remove what Headlight wrote of a run, and its folders if nothing else is in them.

    What cannot be removed now stays.
    """
    for file in own_files(folder):
        with suppress(OSError):
            file.unlink()
    for emptied in (folder / MOMENTS, folder):
        with suppress(OSError):
            emptied.rmdir()


def _entries(folder: Path) -> list[Path]:
    """The regular files in a folder itself; links are not followed."""
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
    """Whether a file among a run's moments has the name of one."""
    stem = name.removesuffix(".npz")
    return stem.isascii() and stem.isdecimal() and name == _moment_name(int(stem))


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError("{path} cannot be removed: {reason}.", path=path, reason=error) from error


def _samples_bytes(samples: Sequence[SampleTranslations]) -> bytes:
    """A list, oldest first."""
    told = [dataclasses.asdict(sample) for sample in samples]
    return utf8(json.dumps(told, ensure_ascii=False, indent=1) + "\n")


def _read_samples(path: Path) -> tuple[SampleTranslations, ...]:
    """Inverse of :func:`_samples_bytes`.

    Raises:
        RunError: the file is missing, damaged or holds something else.
    """
    with reading(path):
        return _SAMPLES("samples", json.loads(read_text(path, most=LARGEST_TABLE)))


def _sample(read: dict[str, Any]) -> SampleTranslations:
    return SampleTranslations(**{name: read[name] for name in _SAMPLE})


_SAMPLE = {
    "update": values.whole(),
    "epoch": values.whole(),
    "translations": values.many(values.text(), most=values.MOST_SHOWN),
}
_SAMPLES = values.many(values.made(_sample, values.fields(_SAMPLE)))
