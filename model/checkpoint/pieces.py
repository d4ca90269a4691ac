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

_DTYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16"}
_KINDS = {name: dtype for dtype, name in _DTYPES.items()}
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


def read_tensors(file: BinaryIO, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Tensor]:
    """The tensors that a header tells, from where its file's numbers begin to its end.

    Raises:
        ValueError, KeyError: they do not lie one after the other, or are of other kinds.
    """
    begins = file.tell()
    end = 0
    tensors = {}
    for name in sorted(entries, key=lambda name: tuple(entries[name]["data_offsets"])):
        entry = entries[name]
        kind, shape, (begin, stop) = _KINDS[entry["dtype"]], entry["shape"], entry["data_offsets"]
        if begin != end or stop - begin != math.prod(shape) * kind.itemsize:
            raise ValueError(f"the place of {name} is not where it should be")
        tensors[name] = torch.empty(shape, dtype=kind)
        if file.readinto(bytes_of(tensors[name])) != stop - begin:  # type: ignore[attr-defined]
            raise ValueError(f"the file ends at {begins + begin}")
        end = stop
    return tensors


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
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNED)
    return len(text).to_bytes(8, "little") + text
