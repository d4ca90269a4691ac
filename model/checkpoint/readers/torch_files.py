"""State dicts as ``torch.save`` writes them: pickles, of which nothing is run."""

from __future__ import annotations

import re
import warnings
import zipfile
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import torch
from torch import Tensor

from model.checkpoint.foreign_paths import BROKEN_ZIP
from model.checkpoint.readers.pickle_size import check_pickle
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    TensorFile,
    check_file,
    check_shared,
    checked_shape,
    damaged,
)
from model.foreign_files import open_file

_STATE_KEYS = ("state_dict", "model_state_dict", "model_state", "model", "net", "module")
"""Under which of these names training loops put the tensors, among other things."""

_BESIDE = re.compile(r"optim|sched|scaler|ema([._]|$)|rng", re.IGNORECASE)
"""What else they put there that holds tensors, where the model has no name of its own."""

_MOST_MAPPED = 2**26
"""Bytes that are read of a mapped file before it is mapped anew."""

_MOST_PARTS = 10_000
"""Mappings in mappings of a file."""

_RUNS = re.compile(
    "unsupported global|unrecognized function|can only (build|create)|must be imported", re.I
)
"""What torch says of a pickle that is whole, and asks for more than tensors and plain values."""


class TorchFiles(TensorFile):
    """State dicts that ``torch.save`` wrote, mapped into memory; nothing else is unpickled."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Find the tensors in them, and what else they tell.

        Raises:
            ForeignModelError: one is missing, damaged, a whole module, or would run code.
        """
        self._paths, self._loaded = paths, 0
        self._tensors: dict[str, Tensor] = {}
        for path in paths:
            check_file(path)
            _check_zip(path)  # before torch opens it, which unpacks a part at once
            check_pickle(path)
        self._map()
        self.shapes = {name: tuple(tensor.shape) for name, tensor in self._tensors.items()}
        self.kinds = {
            name: tensor.dtype
            for name, tensor in self._tensors.items()
            if tensor.is_floating_point()
        }

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
            for name, tensor in tensors.items():
                _check_plain(path, name, tensor)
            _check_shared(path, tensors.values())
            self._tensors |= tensors
            self.others |= {
                str(key): value for key, value in read.items() if not _holds_tensors(value)
            }


def _unpickled(path: Path) -> Any:
    check_file(path)
    _check_zip(path)
    try:
        # a namespace of options is plain values: fairseq and OpenNMT-py store one
        with torch.serialization.safe_globals([Namespace]), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is refused a line later
            return torch.load(  # noqa: TID251 - the one place; nothing but tensors and plain values
                path, map_location="cpu", weights_only=True, mmap=True
            )
    except MemoryError:
        raise
    except Exception as error:  # a damaged pickle can come to anything
        if not _RUNS.search(str(error)):
            raise damaged(path, error) from error
        raise ForeignModelError(
            "{path} holds more than tensors, and reading it would run code of its author: save a "
            "state dict instead, with torch.save(model.state_dict(), {name!r}).",
            path=path,
            name="model.pt",
        ) from error


def _check_zip(path: Path) -> None:
    """Only the format of torch 1.6 and later can be mapped, and read without copying."""
    with open_file(path) as file:
        start = file.read(4)
        try:
            if zipfile.is_zipfile(file):
                _check_unpacked(path, file)
                return
        except (*BROKEN_ZIP, ValueError, OSError) as error:
            raise damaged(path, error) from error
    if start.startswith(b"PK"):
        raise damaged(path, EOFError("it ends too early"))
    if not start.startswith(b"\x80"):
        raise ForeignModelError("{path} is no file that torch.save has written.", path=path)
    raise ForeignModelError(
        "{path} is not in the format that torch.save has written since 2020: load it where it "
        "was made and save its state dict once more.",
        path=path,
    )


def _check_unpacked(path: Path, file: BinaryIO) -> None:
    """Raise ForeignModelError where a part would be larger in memory than in the file."""
    with zipfile.ZipFile(file) as archive:
        packed = [part.filename for part in archive.infolist() if part.compress_type]
        names = archive.namelist()
    if any(name.endswith("/constants.pkl") for name in names):
        raise ForeignModelError(
            "{path} is a program (TorchScript), and reading it would run it: save a state dict "
            "instead, with torch.save(model.state_dict(), {name!r}).",
            path=path,
            name="model.pt",
        )
    if packed:
        raise damaged(path, ValueError(f"{packed[0]} in it is compressed"))


def _check_plain(path: Path, name: str, tensor: Tensor) -> None:
    """Raise ForeignModelError unless all of a tensor's numbers lie in the file, one by one."""
    checked_shape(path, name, tensor.shape)
    of: dict[str, object] = {"path": path, "name": name}
    if tensor.is_quantized:
        raise ForeignModelError(
            "{path}: the tensor {name} holds quantized numbers: save it with .dequantize().", **of
        )
    if tensor.layout != torch.strided:
        raise ForeignModelError(
            "{path}: the tensor {name} is a sparse matrix: save it with .to_dense().", **of
        )
    if tensor.device.type != "cpu":
        raise ForeignModelError("{path}: the tensor {name} is a shape without numbers.", **of)
    if tensor.is_complex():
        raise ForeignModelError("{path}: the tensor {name} holds complex numbers.", **of)
    if tensor.nbytes > tensor.untyped_storage().nbytes():
        raise ForeignModelError(
            "{path}: the tensor {name} is a view of fewer numbers than it shows: save it with "
            ".contiguous().",
            **of,
        )


def _check_shared(path: Path, tensors: Collection[Tensor]) -> None:
    storages = (tensor.untyped_storage() for tensor in tensors)
    held = {storage.data_ptr(): storage.nbytes() for storage in storages}
    shown = sum(tensor.nbytes for tensor in tensors)
    check_shared(path, shown=shown, held=sum(held.values()))


def _tensors(read: Any) -> Iterator[tuple[str, Tensor]]:
    """Of a state dict, wherever in the file it is; nested parts by their names.

    Beside one, an optimizer has tensors too, and a loss may be one.
    """
    if not isinstance(read, Mapping):
        return
    parts = {str(key): value for key, value in read.items() if _holds_tensors(value)}
    named = [key for key in _STATE_KEYS if key in parts]
    for key in named:
        yield from _flat(parts[key], "", set())
    if named and "generator" in parts:  # OpenNMT-py keeps the output projection apart
        yield from _flat(parts["generator"], "generator.", set())
    if not named:
        kept = {key: value for key, value in read.items() if not parts or _is_part(key, value)}
        yield from _flat(kept, "", set())


def _is_part(name: object, value: Any) -> bool:
    """Of a model that was saved module by module: not its optimizer, nor the loss."""
    if isinstance(value, Mapping):
        return "param_groups" not in value and not _BESIDE.match(str(name))
    return isinstance(value, Tensor) and value.dim() > 0


def _flat(read: Mapping[Any, Any], place: str, seen: set[int]) -> Iterator[tuple[str, Tensor]]:
    """Each mapping once, ``seen`` by its id: a pickle's may hold themselves, or each other."""
    seen.add(id(read))
    for key, value in read.items():
        if isinstance(value, Tensor):
            yield f"{place}{key}", value
        elif isinstance(value, Mapping) and id(value) not in seen and len(seen) < _MOST_PARTS:
            yield from _flat(value, f"{place}{key}.", seen)


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, Mapping) and any(True for _ in _flat(value, "", set()))
