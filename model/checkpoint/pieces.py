"""A ``.safetensors`` file tensor by tensor: no second copy of the weights, no pause of the window.

The library puts all of it together in one call, in which no other thread of Python goes on; large
models would hold the window up for seconds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import torch
from torch import Tensor

_DTYPES = {
    torch.float64: "F64",
    torch.float32: "F32",
    torch.float16: "F16",
    torch.bfloat16: "BF16",
}
_KINDS = {name: dtype for dtype, name in _DTYPES.items()}
HALF = (torch.float16, torch.bfloat16)
"""Numbers of 16 bits."""
_ALIGNED = 8
"""Bytes: the header is filled up with blanks, so that the numbers can be mapped."""


def file_pieces(
    tensors: Mapping[str, Tensor],
    metadata: Mapping[str, str],
    *,
    likes: Mapping[str, Tensor] | None = None,
) -> Iterator[bytes | memoryview]:
    """What stands in the file, one after the other: its header, then each tensor's bytes.

    The order is the library's: wide numbers first, then by name.

    Args:
        tensors: on the CPU, contiguous, of 64, 32 or 16 bits; not changed while they are written.
        metadata: texts beside them.
        likes: tensors of the same shapes and kinds without numbers, where each of ``tensors`` is
            made when it is asked for.
    """
    likes = tensors if likes is None else likes
    names = sorted(likes, key=lambda name: (-likes[name].element_size(), name))
    yield _header({name: likes[name] for name in names}, metadata)
    for name in names:
        yield bytes_of(tensors[name])


def read_tensors(
    file: BinaryIO, entries: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Tensor]]:
    """The tensors that a header tells, by name, of a file that stands where its numbers begin.

    One of 16 bits is there until the next one, and to be copied: all lie in one place, in turn.
    Places of their own would stay between the copies, and no memory come free.

    Raises:
        ValueError, KeyError: they do not lie one after the other, or are of other kinds.
    """
    begins = file.tell()
    _check_places(entries)
    halves = (entry for entry in entries.values() if _KINDS[entry["dtype"]] in HALF)
    room = torch.empty(max(map(_size, halves), default=0), dtype=torch.uint8)
    for name in sorted(entries):
        entry = entries[name]
        kind, shape = _KINDS[entry["dtype"]], entry["shape"]
        half = kind in HALF
        tensor = room[: _size(entry)].view(kind) if half else torch.empty(shape, dtype=kind)
        file.seek(begins + entry["data_offsets"][0])
        if file.readinto(bytes_of(tensor)) != tensor.nbytes:  # type: ignore[attr-defined]
            raise ValueError(f"the file ends in {name}")
        yield name, tensor.view(shape)


def _check_places(entries: Mapping[str, Mapping[str, Any]]) -> None:
    end = 0
    for name, entry in sorted(entries.items(), key=lambda item: tuple(item[1]["data_offsets"])):
        begin, stop = entry["data_offsets"]
        if begin != end or stop - begin != _size(entry):
            raise ValueError(f"the place of {name} is not where it should be")
        end = stop


def _size(entry: Mapping[str, Any]) -> int:
    """Bytes of a tensor that a header tells."""
    return math.prod(entry["shape"]) * _KINDS[entry["dtype"]].itemsize


def bytes_of(tensor: Tensor) -> memoryview:
    """A contiguous tensor's numbers as they lie in memory; no copy."""
    view: memoryview = tensor.reshape(-1).view(torch.uint8).numpy().data
    return view


def _header(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> bytes:
    entries: dict[str, object] = {"__metadata__": dict(metadata)}
    end = 0
    for name, tensor in tensors.items():
        begin, end = end, end + tensor.nbytes
        shape = list(tensor.shape)
        entries[name] = {
            "dtype": _DTYPES[tensor.dtype],
            "shape": shape,
            "data_offsets": [begin, end],
        }
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    data = text.encode()
    data += b" " * (-len(data) % _ALIGNED)
    return len(data).to_bytes(8, "little") + data
