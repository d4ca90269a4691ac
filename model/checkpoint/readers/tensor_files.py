"""The tensors of a foreign model, read one by one: names and shapes first, numbers when asked."""

from __future__ import annotations

import json
import zipfile
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from model import values
from model.foreign_files import LARGEST_WEIGHTS, open_file, read_text
from model.messages import CheckpointError, UserError
from model.runs.parameter_shapes import Sizes

LFS_START = b"version https://git-lfs.github.com/spec/"
"""What a pointer begins with that Git LFS leaves where a large file has not been fetched."""

_STATE_KEYS = ("state_dict", "model_state_dict", "model_state", "model", "net", "module")
"""Under which of these names training loops put the tensors, among other things."""

_MOST_MAPPED = 2**26
"""Bytes that are read of a mapped file before it is mapped anew."""


class ForeignModelError(CheckpointError):
    """A foreign model that cannot be imported."""


class TensorFile(ABC):
    """Tensors by name.

    Attributes:
        shapes: of all of them, in their order.
        half: they are numbers of 16 bits.
        others: what else the file holds beside tensors.
    """

    shapes: Mapping[str, Sizes]
    half: bool = False
    others: Mapping[str, Any]

    @abstractmethod
    def load(self, name: str) -> Tensor:
        """One of them, in its own precision, on the CPU."""


class SafetensorsFiles(TensorFile):
    """One or several ``.safetensors`` files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read their headers.

        Raises:
            ForeignModelError: one is missing, cut, or none.
        """
        self.others = {}
        self._place: dict[str, Path] = {}
        shapes: dict[str, Sizes] = {}
        kinds = set()
        for path in paths:
            check_file(path)
            try:
                with safe_open(path, framework="pt") as file:
                    for name in file.keys():  # noqa: SIM118 - it is no mapping
                        part = file.get_slice(name)
                        shapes[name] = tuple(part.get_shape())
                        kinds.add(part.get_dtype())
                        self._place[name] = path
            except (SafetensorError, OSError, ValueError) as error:
                raise damaged(path, error) from error
        self.shapes, self.half = shapes, kinds <= {"F16", "BF16"}

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


class TorchFiles(TensorFile):
    """State dicts that ``torch.save`` wrote, mapped into memory; nothing else is unpickled."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Find the tensors in them, and what else they tell.

        Raises:
            ForeignModelError: one is missing, damaged, a whole module, or would run code.
        """
        self._paths, self._loaded = paths, 0
        self._tensors: dict[str, Tensor] = {}
        self._map()
        self.shapes = {name: tuple(tensor.shape) for name, tensor in self._tensors.items()}
        kinds = {tensor.dtype for tensor in self._tensors.values() if tensor.is_floating_point()}
        self.half = bool(kinds) and kinds <= {torch.float16, torch.bfloat16}

    def load(self, name: str) -> Tensor:
        """The mapped tensor; now and then all is mapped anew: what was read leaves the memory.

        Raises:
            ForeignModelError: the file is not any more what it was.
        """
        if self._loaded > _MOST_MAPPED:
            self._map()
        if name not in self._tensors:
            raise damaged(self._paths[0], KeyError(name))
        tensor = self._tensors[name]
        self._loaded += tensor.nbytes
        return tensor

    def _map(self) -> None:
        self._tensors.clear()
        self.others, self._loaded = {}, 0
        for path in self._paths:
            read = _unpickled(path)
            tensors = dict(_tensors(read))
            if not tensors:
                raise ForeignModelError("{path} holds no tensors.", path=path)
            self._tensors |= tensors
            if isinstance(read, Mapping):
                self.others |= {
                    str(key): value for key, value in read.items() if not _holds_tensors(value)
                }


def check_file(path: Path) -> None:
    """Raise ForeignModelError unless it is a regular file with a beginning of its own."""
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
    if size > LARGEST_WEIGHTS:
        raise ForeignModelError("{path} is too large ({size} bytes).", path=path, size=size)


def read_json(path: Path) -> dict[str, Any]:
    """An object of a JSON file.

    Raises:
        ForeignModelError: the file is missing, or no such thing.
    """
    check_file(path)
    try:
        return values.mapping(path.name, json.loads(read_text(path, most=values.LARGEST_WHOLE)))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, UserError):
            raise ForeignModelError("{path}: {error}", path=path, error=error) from error
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> ForeignModelError:
    """A file that its own library does not read."""
    return ForeignModelError("{path} is damaged: {error}.", path=path, error=error)


def _unpickled(path: Path) -> Any:
    check_file(path)
    _check_zip(path)
    try:
        # a namespace of options is plain values: fairseq and OpenNMT-py store one
        with torch.serialization.safe_globals([Namespace]):
            return torch.load(  # noqa: TID251 - the one place; nothing but tensors and plain values
                path, map_location="cpu", weights_only=True, mmap=True
            )
    except (RuntimeError, ValueError, LookupError, TypeError, EOFError, OSError) as error:
        raise damaged(path, error) from error
    except Exception as error:
        if type(error).__name__ != "UnpicklingError":
            raise
        raise ForeignModelError(
            "{path} holds more than tensors, and reading it would run code of its author: save a "
            "state dict instead, with torch.save(model.state_dict(), {name!r}).",
            path=path,
            name="model.pt",
        ) from error


def _check_zip(path: Path) -> None:
    """Only the format of torch 1.6 and later can be mapped, and read without copying."""
    if not zipfile.is_zipfile(path):
        raise ForeignModelError(
            "{path} is not in the format that torch.save has written since 2020: load it where it "
            "was made and save its state dict once more.",
            path=path,
        )


def _tensors(read: Any) -> Iterator[tuple[str, Tensor]]:
    """Of a state dict, wherever in the file it is; nested parts by their names."""
    if not isinstance(read, Mapping):
        return
    if any(isinstance(value, Tensor) for value in read.values()):
        yield from _flat(read, "")
        return
    for key in _STATE_KEYS:
        if _holds_tensors(read.get(key)):
            yield from _flat(read[key], "")
    if _holds_tensors(read.get("generator")):  # OpenNMT-py keeps the output projection apart
        yield from _flat(read["generator"], "generator.")


def _flat(read: Mapping[Any, Any], place: str) -> Iterator[tuple[str, Tensor]]:
    for key, value in read.items():
        if isinstance(value, Tensor):
            yield f"{place}{key}", value
        elif isinstance(value, Mapping):
            yield from _flat(value, f"{place}{key}.")


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, Mapping) and any(
        isinstance(part, Tensor) or _holds_tensors(part) for part in value.values()
    )
