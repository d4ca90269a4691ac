"""A disk that has no room, or no room for large files, while it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be written meanwhile: the system says so, as it would of a full disk."""

    def refuse(*_args: object, **_values: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("model.files.os.fsync", refuse)
        yield


@contextmanager
def small_files(most: int = 8192) -> Iterator[None]:
    """The system itself refuses whatever would be longer, in the middle of writing it."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
