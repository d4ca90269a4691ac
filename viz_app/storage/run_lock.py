"""The lock on a folder, of a run that is trained or of a window: gone with whoever holds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK = "run.lock"
PATIENCE = 0.5
"""Seconds to wait for somebody who only looks whether the lock is free."""


class RunLock:
    """A lock of the system: it ends with the process that holds it, however that ends."""

    def __init__(self, folder: Path) -> None:
        """Not held yet."""
        self._folder = folder
        self._lock: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        """Whether it is held through this very object."""
        return self._lock is not None

    def take(self, *, patience: float = PATIENCE) -> bool:
        """Hold the lock; False when somebody else does, and for so many seconds.

        Raises:
            WriteError: the folder takes no lock.
        """
        if self._lock is None:
            self._lock = _acquired(self._folder / LOCK, patience=patience)
        return self.held

    def take_again(self) -> bool:
        """Hold a lock in the folder that stands where an older one was; False as in :meth:`take`.

        Raises:
            WriteError: the folder takes no lock.
        """
        self.release()
        return self.take()

    def release(self) -> None:
        """Let others have it."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


def is_locked(folder: Path) -> bool:
    """Whether anybody, this process too, holds the lock of a folder.

    Raises:
        WriteError: it cannot be told.
    """
    path = folder / LOCK
    if not path.exists():
        return False
    lock = _acquired(path, patience=0)
    if lock is None:
        return True
    lock.release()
    return False


def _acquired(path: Path, *, patience: float) -> BaseFileLock | None:
    """A lock that any thread of this process may release, or None when it is held."""
    from filelock import FileLock, Timeout  # takes 15 ms; a start without a run needs it not

    lock = FileLock(path, timeout=patience, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise WriteError("{path} cannot be locked: {reason}.", path=path, reason=error) from error
    return lock
