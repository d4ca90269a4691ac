"""A disk that has no room, while it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be written meanwhile: the system says so, as it would of a full disk."""

    def refuse(*_args: object, **_values: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("model.atomic.os.fsync", refuse)
        yield
