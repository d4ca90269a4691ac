"""Spoiled files of Headlight's own are read: as they should be, or one sentence, at once."""

import random
import shutil
import sys
from functools import partial
from pathlib import Path

from model.messages import Message, UserError
from model.text.corpora import MOST_PACKED
from tests.mutated.costs import measured
from tests.mutated.processes import outcomes, tell
from tests.mutated.spoiled_bytes import something_else
from tests.viz_app.storage.mutated.forged import damaged, forged
from tests.viz_app.storage.mutated.kinds import KINDS

_IMPORTED = ("torch", "sacrebleu", "viz_app.storage.run_folder", __name__)


def own_outcomes(kind: str, folder: Path, numbers: range) -> dict[str, str]:
    """What came of each spoiled file of a kind."""
    return outcomes(partial(OwnTrial, kind), folder, numbers, imported=_IMPORTED)


class OwnTrial:
    """The files of one kind, made anew for each number."""

    def __init__(self, kind: str, root: Path) -> None:
        """Make good ones, and read them."""
        self._kind, self._folder, self._good = kind, root / "a" / "files", root / "good"
        self._good.mkdir()
        KINDS[kind].make(self._good)
        self._again()
        for _ in range(2):  # what is read first is imported
            if (how := self.outcome(0)) != "read":
                raise AssertionError(f"the good {kind}: {how}")

    def _again(self) -> None:
        shutil.rmtree(self._folder.parent, ignore_errors=True)
        self._folder.parent.mkdir()
        shutil.copytree(self._good, self._folder)

    def spoil(self, number: int) -> str:
        """Change one file: by turns so that it is whole, and anyhow."""
        self._again()
        source = random.Random(f"{self._kind} {number}")
        path = source.choice(self.files())
        if source.random() < 0.06:
            return f"{path.name} {something_else(path, source)}"
        change = damaged if number % 2 else partial(whole_or_damaged, path.name)
        path.write_bytes(change(path.read_bytes(), source))
        return f"{path.name} {'damaged' if number % 2 else 'forged'}"

    def files(self) -> list[Path]:
        """Those that lie there, in the same order each time."""
        return sorted(path for path in self._folder.rglob("*") if path.is_file())

    def put(self, path: Path, data: bytes) -> None:
        """Good ones, and one of them with that content."""
        self._again()
        path.write_bytes(data)

    def outcome(self, _number: int) -> str:
        """How it was read, what that cost, and whether what is told is one sentence."""
        size = sum(map(_size, self._folder.rglob("*")))
        told, cost = measured(partial(_told, self._kind, self._folder))
        return cost.beyond(size) or _judged(told)


def whole_or_damaged(name: str, data: bytes, source: random.Random) -> bytes:
    """Forged, if there can be such a file."""
    try:
        return forged(name, data, source)
    except BaseException as error:  # what a library in Rust raises is no Exception
        known = isinstance(error, RuntimeError | ValueError | TypeError | NotImplementedError)
        if not known and type(error).__name__ != "PanicException":
            raise
        return damaged(data, source)  # no library writes it


def _size(path: Path) -> int:
    """Bytes of a file; of one that is packed as a whole, what it may unpack to."""
    size = path.lstat().st_size
    return max(size, min(MOST_PACKED * size, 2**24)) if path.suffix == ".gz" else size


def _told(kind: str, folder: Path) -> object | None:
    try:
        return KINDS[kind].read(folder)
    except UserError as error:
        return error
    except BaseException as error:  # what a library in Rust raises is no Exception
        return [repr(error)]


def _judged(told: object | None) -> str:
    if told is None:
        return "read"
    whole = isinstance(told, str | UserError | Message)
    sentence = str(told)
    if not whole or "\n" in sentence or len(sentence) > 900 or "Not enough memory" in sentence:
        return f"said {sentence!r}"
    return "refused"


if __name__ == "__main__":
    counted = range(int(sys.argv[2]), int(sys.argv[3]))
    tell(sys.argv[1], own_outcomes(sys.argv[1], Path(sys.argv[4]), counted))
