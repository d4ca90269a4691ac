"""The tensors of a foreign model, read one by one: names and shapes first, numbers when asked."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from model import values
from model.foreign_files import LARGEST_TABLE, LARGEST_WEIGHTS, open_file, read_text
from model.messages import CheckpointError, UserError
from model.runs.parameter_shapes import Sizes

LFS_START = b"version https://git-lfs.github.com/spec/"
"""What a pointer begins with that Git LFS leaves where a large file has not been fetched."""

MOST_SHARED = 64
"""How often tensors may show the same numbers: all layers may be one, and tables tied."""
FEW_BYTES = 2**26
"""That may always be shown."""

_KINDS: Mapping[str, torch.dtype] = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "F8_E5M2": torch.float8_e5m2,
    "F8_E4M3FNUZ": torch.float8_e4m3fnuz,
    "F8_E5M2FNUZ": torch.float8_e5m2fnuz,
    "F8_E8M0": torch.float8_e8m0fnu,
}
"""Floating point, as ``.safetensors`` names it."""


class ForeignModelError(CheckpointError):
    """A foreign model that cannot be imported."""


class TensorFile(ABC):
    """Tensors by name.

    Attributes:
        shapes: of all of them, in their order.
        kinds: precision of those that are in floating point.
        others: what else the file holds beside tensors.
    """

    shapes: Mapping[str, Sizes]
    kinds: Mapping[str, torch.dtype]
    others: Mapping[str, Any]

    @abstractmethod
    def load(self, name: str) -> Tensor:
        """One of them, in its own precision, on the CPU."""

    def same(self, first: str, second: str) -> bool:
        """Whether two names stand for the same numbers; in one precision, or they are not.

        Raises:
            ForeignModelError: the file is not any more what it was.
        """
        if first == second:
            return True
        if not {first, second} <= self.shapes.keys() or self.shapes[first] != self.shapes[second]:
            return False
        one, other = self.load(first), self.load(second)
        if one.dtype != other.dtype:
            return False
        # torch.save keeps what is shared once
        return one.data_ptr() == other.data_ptr() or torch.equal(one, other)


class SafetensorsFiles(TensorFile):
    """One or several ``.safetensors`` files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read their headers.

        Raises:
            ForeignModelError: one is missing, cut, or none.
        """
        self.others: dict[str, Any] = {}
        self._place: dict[str, Path] = {}
        shapes: dict[str, Sizes] = {}
        kinds: dict[str, torch.dtype] = {}
        for path in paths:
            check_file(path)
            try:
                with safe_open(path, framework="pt") as file:
                    self.others |= file.metadata() or {}
                    for name in file.keys():  # noqa: SIM118 - it is no mapping
                        part = file.get_slice(name)
                        shapes[name] = checked_shape(path, name, part.get_shape())
                        if part.get_dtype() in _KINDS:
                            kinds[name] = _KINDS[part.get_dtype()]
                        self._place[name] = path
            except (SafetensorError, OSError, ValueError) as error:
                raise damaged(path, error) from error
        self.shapes, self.kinds = shapes, kinds

    def load(self, name: str) -> Tensor:
        """From the file that it lies in, which is mapped anew: what was read leaves the memory.

        Raises:
            ForeignModelError: the file is not any more what it was.
        """
        path = self._place[name]
        try:
            with safe_open(path, framework="pt") as file:
                tensor: Tensor = file.get_tensor(name)
        except (SafetensorError, OSError, ValueError) as error:
            raise damaged(path, error) from error
        return tensor


def check_file(path: Path, *, most: int = LARGEST_WEIGHTS) -> None:
    """Raise ForeignModelError unless it is a regular file of ``most`` bytes, and no pointer."""
    try:
        with open_file(path) as file:
            start = file.read(len(LFS_START))
            size = file.seek(0, 2)
    except OSError as error:
        raise ForeignModelError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error
    if start == LFS_START:
        raise ForeignModelError(
            "{path} is a Git LFS pointer, not the file itself: fetch it with “git lfs pull”.",
            path=path,
        )
    if size > most:
        raise ForeignModelError(
            "{path} is too large: it has {size} bytes, and at most {most} are read.",
            path=path,
            size=size,
            most=most,
        )


def checked_shape(path: Path, name: str, shape: Sequence[int]) -> Sizes:
    """The shape, unless it is that of a table without numbers: its rows would be counted."""
    if len(shape) > 1 and 0 in shape:
        raise ForeignModelError(
            "{path}: the tensor {name} holds no numbers: it is {shape}.",
            path=path,
            name=name,
            shape=" × ".join(map(str, shape)),
        )
    return tuple(shape)


def check_shared(path: Path, *, shown: int, held: int) -> None:
    """Raise ForeignModelError where names stand for the same bytes more often than in a model.

    Each becomes a parameter of its own: a small file could fill a disk.
    """
    if shown > MOST_SHARED * held + FEW_BYTES:
        raise ForeignModelError(
            "{path} has {held} bytes of numbers, and its tensors show them {times} times: save it "
            "with .clone() of each.",
            path=path,
            held=held,
            times=round(shown / max(1, held)),
        )


def read_json(path: Path) -> dict[str, Any]:
    """An object of a JSON file.

    Raises:
        ForeignModelError: the file is missing, or no such thing.
    """
    check_file(path, most=LARGEST_TABLE)
    try:
        return values.mapping("its content", json.loads(read_text(path, most=LARGEST_TABLE)))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, UserError):
            raise ForeignModelError("{path}: {error}", path=path, error=error) from error
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> ForeignModelError:
    """A file that its own library does not read."""
    return ForeignModelError(
        "{path} is damaged: {error}. Fetch it once more.", path=path, error=_reason(error)
    )


def _reason(error: Exception) -> Exception:
    """What is wrong, without torch's advice around it and without a full stop."""
    if isinstance(error, OSError):
        return error
    told = str(error).rpartition("WeightsUnpickler error:")[2].strip()
    return ValueError(told.split("\n\n")[0].rstrip(". ") or type(error).__name__)
