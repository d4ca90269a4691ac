"""The system fails once: at the n-th open, read, write, fsync, rename or new folder of a job."""

import errno
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

COUNT = os.environ.get("FAULTS", "6")
"""How many of a job's calls fail in turn, spread over all of them; or ``all``."""


class Faults:
    """Counts the calls of a job that reach files of a folder, and lets one of them fail.

    Attributes:
        met: what was called, one after the other.
    """

    def __init__(self, folder: Path, *, at: int | None = None) -> None:
        """``at``: the number of the call that fails, from 0; None: none does."""
        self._folder, self._at = str(folder), at
        self.met: list[str] = []

    def call(self, what: str, path: object = None) -> None:
        if isinstance(path, str | os.PathLike) and not os.fspath(path).startswith(self._folder):
            return
        self.met.append(what)
        if len(self.met) - 1 == self._at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class _File(io.FileIO):
    """A file whose reads and writes are counted."""

    def __init__(self, faults: Faults, file: Any, mode: str) -> None:
        super().__init__(file, mode)
        self._faults = faults

    def readinto(self, buffer: Any) -> int | None:
        self._faults.call("read")
        return super().readinto(buffer)

    def readall(self) -> bytes | None:
        self._faults.call("read")
        return super().readall()

    def write(self, data: Any) -> int | None:
        self._faults.call("write")
        return super().write(data)


@contextmanager
def failing(faults: Faults) -> Iterator[None]:

    def counted(what: str, call: Callable[..., Any], *, named: bool = True) -> Callable[..., Any]:
        def run(path: Any, *arguments: Any, **values: Any) -> Any:
            faults.call(what, path if named else None)
            return call(path, *arguments, **values)

        return run

    def opened(path: Path, mode: str = "r", *arguments: Any, **values: Any) -> Any:
        if mode != "xb":
            return plain(path, mode, *arguments, **values)
        faults.call("new file", path)
        return io.BufferedWriter(_File(faults, str(path), "xb"))

    plain = Path.open
    with pytest.MonkeyPatch.context() as patch:
        for name, named in (("open", True), ("replace", True), ("mkdir", True), ("fsync", False)):
            patch.setattr(os, name, counted(name, getattr(os, name), named=named))
        patch.setattr(Path, "open", opened)
        patch.setattr(os, "fdopen", lambda file, mode: io.BufferedReader(_File(faults, file, mode)))
        yield


def sampled(calls: Sequence[str]) -> list[int]:
    """The numbers of the calls that fail: the first and the last of each sort, and some between."""
    every = range(len(calls))
    if COUNT == "all":
        return [*every]
    ends = {calls.index(what) for what in calls}
    ends |= {len(calls) - 1 - calls[::-1].index(what) for what in calls}
    between = every[:: max(1, len(calls) // int(COUNT))]
    return sorted({*sorted(ends)[-int(COUNT) :], *between})
