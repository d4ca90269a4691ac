"""The header of a checkpoint: describes a model without reading its weights. No torch.

A ``.safetensors`` file begins with the length of a JSON header (8 bytes, little-endian); the
header names each tensor with its shape and place, and holds our metadata as text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple

from msgspec import Meta

from model.config import ModelConfig
from model.files import open_file
from model.messages import CheckpointError, ConfigError, UserError
from model.values import LARGEST_WHOLE, FileText, LargeCount, Text, read

FORMAT_VERSION = 1
CONTENT, DIGEST = "headlight", "sha256"

ATTRIBUTION, CONTRIBUTORS = "attribution", "contributors"
"""Entries of a record with the authors of the training sentences."""

IMPORTED = "imported"
"""The task of a model that was not trained here."""

FAMILY, SOURCE = "family", "source"
"""Entries of its record: whose format it was, and the name of its folder or file."""

BASE = "base"
"""The entry of a record with the model whose training was continued."""

BROKEN = (ValueError, LookupError, TypeError, OverflowError, RecursionError)
"""Errors raised while reading a damaged header."""

_LENGTH_BYTES = 8
_METADATA = "__metadata__"
LONGEST_HEADER = 2**25
"""Bytes that stand before the numbers; where there are more numbers, so many as those take."""


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor in the header of a ``.safetensors`` file; offsets in bytes after the header."""

    data_offsets: tuple[LargeCount, LargeCount]
    dtype: Text
    shape: Annotated[tuple[LargeCount, ...], Meta(max_length=8)]


@dataclass(frozen=True, slots=True)
class _KnownRecord:
    attribution: Text = ""
    training: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Versioned:
    version: Annotated[int, Meta(ge=1, le=LARGEST_WHOLE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointContent:
    """The description of a model in a checkpoint's header; the tokenizers are not checked."""

    task: FileText
    config: ModelConfig
    src_tokenizer: dict[str, Any]
    tgt_tokenizer: dict[str, Any]
    record: dict[str, Any]


def check_record(record: object) -> None:
    """Raise ConfigError unless what anybody looks at of a training record has its type."""
    read(_KnownRecord, record, "record")


class SizeError(ConfigError):
    """A file of the wrong size, or with a header that is too large."""


class OtherProgramError(CheckpointError):
    """A file with the tensors of another program: perhaps they can be imported."""


class ForeignOrigin(NamedTuple):
    """Whose format an imported model had, and the name of its folder or file."""

    family: str
    source: str


def origin_of(task: str, record: Mapping[str, Any]) -> ForeignOrigin | None:
    """The origin of an imported model; None for a model trained here."""
    family, source = (str(record.get(name, "")) for name in (FAMILY, SOURCE))
    return ForeignOrigin(family, source) if task == IMPORTED and family else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointHeader:
    """Contents of a checkpoint's header; its checksum is not verified.

    Attributes:
        n_parameters: trained numbers; a shared table counts once.
        record: how the model was trained, plain values.
    """

    task: str
    config: ModelConfig
    n_parameters: int
    n_bytes: int
    record: Mapping[str, Any]


def read_header(path: Path) -> CheckpointHeader:
    """Contents of a checkpoint's header; raises CheckpointError."""
    header, n_bytes = _read(path)
    content = parse_content(path, metadata_of(header))
    return CheckpointHeader(
        task=content.task,
        config=content.config,
        n_parameters=sum(math.prod(tensor.shape) for tensor in tensors_of(header).values()),
        n_bytes=n_bytes,
        record=content.record,
    )


def read_checksum(path: Path) -> str:
    """The stored checksum, not verified; raises CheckpointError if the file is not a checkpoint."""
    header, _ = _read(path)
    metadata = metadata_of(header)
    parse_content(path, metadata)
    return str(metadata.get(DIGEST, ""))


def open_header(path: Path) -> tuple[dict[str, Any], int]:
    """The header and the size of the file, which must match the header.

    Raises OSError if the file cannot be read, one of :data:`BROKEN` if it is damaged.
    """
    with open_file(path) as file:
        return header_of(file)


def header_of(file: BinaryIO) -> tuple[dict[str, Any], int]:
    """As :func:`open_header` for an open file, which is left at the start of the data."""
    start = file.read(_LENGTH_BYTES)
    n_bytes = file.seek(0, 2)
    length = int.from_bytes(start, "little")
    _check_length(length, most=max(LONGEST_HEADER, n_bytes // 2))
    file.seek(_LENGTH_BYTES)
    header = parse_header(start + file.read(length))
    ends = (tensor.data_offsets[1] for tensor in tensors_of(header).values())
    told = _LENGTH_BYTES + length + max(ends, default=0)
    if n_bytes != told:
        raise SizeError("it has {size:,} bytes but declares {told:,}.", size=n_bytes, told=told)
    file.seek(_LENGTH_BYTES + length)
    return header, n_bytes


_NO_LENGTH = 1 << 48
"""Bytes that no file has: a file of another kind begins so."""


def _check_length(length: int, *, most: int) -> None:
    """Raise SizeError for a header length that is too large, or is text instead."""
    if length >= _NO_LENGTH:
        raise SizeError("it does not begin like a .safetensors file.")
    if length > most:
        raise SizeError(
            "its header has {size:,} bytes; the limit is {most:,}.", size=length, most=most
        )


def parse_header(data: bytes) -> dict[str, Any]:
    """The JSON header at the start of ``data``, followed by blanks only; raises ValueError."""
    length = int.from_bytes(data[:_LENGTH_BYTES], "little")
    text = data[_LENGTH_BYTES : _LENGTH_BYTES + length].rstrip(b" ")
    header = json.loads(text)
    if not text.endswith(b"}") or not isinstance(header, dict):
        raise ValueError("the header is not a JSON object")
    return header


def metadata_of(header: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = header.get(_METADATA)
    return metadata if isinstance(metadata, dict) else {}


def parse_content(path: Path, metadata: Mapping[str, Any]) -> CheckpointContent:
    """The checked description of a model: task, config, record and both tokenizers.

    Raises CheckpointError if it is missing, cut, of a newer version, or does not describe a model.
    """
    if CONTENT not in metadata:
        raise OtherProgramError(
            "{path} contains tensors, but not a Headlight model: it was made by another program.",
            path=path,
        )
    try:
        content = json.loads(metadata[CONTENT])
        version = read(_Versioned, content).version
    except (ValueError, TypeError, RecursionError) as error:
        raise CheckpointError(
            "{path} is damaged: its description is truncated.", path=path
        ) from error
    if version > FORMAT_VERSION:
        raise CheckpointError(
            "{path} was written by a newer Headlight (format {version}; this one reads up to "
            "{known}). Update Headlight to open it.",
            path=path,
            version=version,
            known=FORMAT_VERSION,
        )
    try:
        known = read(CheckpointContent, content)
        check_record(known.record)
    except UserError as error:
        raise not_buildable(path, error) from error
    return known


def not_buildable(path: Path, error: UserError) -> CheckpointError:
    return CheckpointError(
        "{path} does not describe a model that can be built: {error}", path=path, error=error
    )


def unreadable(path: Path, error: OSError) -> CheckpointError:
    if isinstance(error, FileNotFoundError):
        return CheckpointError("Checkpoint not found: {path}.", path=path)
    if isinstance(error, IsADirectoryError):
        return CheckpointError(
            "{path} is a folder, not a checkpoint. Import models of other programs first.",
            path=path,
        )
    return CheckpointError("{path} cannot be read: {reason}.", path=path, reason=error)


def damaged(path: Path, error: Exception) -> CheckpointError:
    if isinstance(error, SizeError):
        return CheckpointError(
            "{path} is not a Headlight checkpoint, or it is damaged: {error}",
            path=path,
            error=error,
        )
    return CheckpointError("{path} is not a Headlight checkpoint, or it is damaged.", path=path)


def _read(path: Path) -> tuple[dict[str, Any], int]:
    try:
        return open_header(path)
    except OSError as error:
        raise unreadable(path, error) from error
    except BROKEN as error:
        raise damaged(path, error) from error


def tensors_of(header: Mapping[str, Any]) -> dict[str, StoredTensor]:
    """Type, shape and offsets of each tensor; raises ConfigError for a value of another type."""
    return {
        name: read(StoredTensor, entry, name) for name, entry in header.items() if name != _METADATA
    }
