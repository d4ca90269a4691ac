"""One ``.safetensors`` file that holds weights, configuration, tokenizers, task and record.

Its metadata has two entries: ``headlight`` (JSON) and ``sha256`` over that JSON and every tensor.
Nothing is ever unpickled, and a file is read as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from model.checkpoint import header
from model.checkpoint.locations import shipped_or_file
from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.files import LARGEST_WEIGHTS, open_file, shown_name, write_atomically
from model.messages import CheckpointError, ConfigError, UserError
from model.network.transformer import Transformer
from model.runs.estimates import check_table, parameter_count, parameter_shapes
from model.text.piece_tokenizer import PieceTokenizer
from model.text.tokenizer import Tokenizer
from model.text.word_tokenizer import WordTokenizer

Shapes = Mapping[str, Sequence[int]]


def check_tensors(tensors: Mapping[str, Tensor], expected: Shapes) -> None:
    """Check names, shapes, 32-bit precision and finite values; raises ConfigError."""
    for name in sorted(tensors.keys() ^ expected.keys()):
        if name in expected:
            raise ConfigError("the tensor {name} is missing.", name=name)
        raise ConfigError("the tensor {name} does not belong to this model.", name=name)
    for name, shape in expected.items():
        if tuple(tensors[name].shape) != tuple(shape):
            raise ConfigError(
                "the tensor {name} has shape {found}, not {expected}.",
                name=name,
                found=written_shape(tensors[name].shape),
                expected=written_shape(shape),
            )
        if tensors[name].dtype != torch.float32:
            raise ConfigError(
                "the tensor {name} is {found}, not float32.",
                name=name,
                found=str(tensors[name].dtype).removeprefix("torch."),
            )
        check_finite(name, tensors[name])


def check_finite(name: str, tensor: Tensor) -> None:
    """Raise ConfigError if a value is NaN or infinite."""
    if not tensor.numel():
        return
    low, high = tensor.aminmax()  # both are NaN if any value is; one pass, no copy
    if not math.isfinite(low.item()) or not math.isfinite(high.item()):
        raise ConfigError("the tensor {name} contains infinite or NaN values.", name=name)


def written_shape(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape)) or "one number"


_DTYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}
_KINDS = {name: dtype for dtype, name in _DTYPES.items()}
HALF = (torch.float16, torch.bfloat16)
"""16-bit types."""
_ALIGNED = 8
"""Alignment in bytes: the header is padded with blanks, so that the data can be mapped."""


def file_pieces(
    tensors: Mapping[str, Tensor],
    metadata: Mapping[str, str],
    load: Callable[[str], Tensor] | None = None,
) -> Iterator[bytes | memoryview]:
    """The parts of the file in order: its header, then each tensor's bytes.

    The order is that of safetensors: wide types first, then by name. The tensors are on the CPU,
    contiguous, of 64, 32 or 16 bits, and unchanged while they are written; ``load`` gives each when
    its bytes are due: then they need no data. The header contains ``metadata``.
    """
    names = sorted(tensors, key=lambda name: (-tensors[name].element_size(), name))
    yield _header({name: tensors[name] for name in names}, metadata)
    yield from (bytes_of(tensor) for tensor in map(load or tensors.__getitem__, names))


def read_tensors(
    file: BinaryIO, entries: Mapping[str, header.StoredTensor]
) -> Iterator[tuple[str, Tensor]]:
    """The tensors of a header, by name, from a file positioned at the start of its data.

    Raises ValueError or KeyError if they are not adjacent, or have other types.
    """
    # A 16-bit tensor is valid only until the next one and must be copied: all share one buffer.
    # Separate buffers between the copies would fragment the memory.
    begins = file.tell()
    _check_places(entries)
    halves = (entry for entry in entries.values() if _KINDS[entry.dtype] in HALF)
    room = torch.empty(max(map(_size, halves), default=0), dtype=torch.uint8)
    for name in sorted(entries):
        entry = entries[name]
        kind, shape = _KINDS[entry.dtype], entry.shape
        half = kind in HALF
        tensor = room[: _size(entry)].view(kind) if half else torch.empty(shape, dtype=kind)
        file.seek(begins + entry.data_offsets[0])
        if file.readinto(bytes_of(tensor)) != tensor.nbytes:  # type: ignore[attr-defined]
            raise ValueError(f"the file ends in {name}")
        yield name, tensor.view(shape)


def _check_places(entries: Mapping[str, header.StoredTensor]) -> None:
    end = 0
    for name, entry in sorted(entries.items(), key=lambda item: item[1].data_offsets):
        begin, stop = entry.data_offsets
        if begin != end or stop - begin != _size(entry):
            raise ValueError(f"the place of {name} is not where it should be")
        end = stop


def _size(entry: header.StoredTensor) -> int:
    """Bytes of a tensor described by a header entry."""
    return math.prod(entry.shape) * _KINDS[entry.dtype].itemsize


def bytes_of(tensor: Tensor) -> memoryview:
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


_DRAWS = ("normal_", "uniform_")
"""Suffixes of functions that fill a tensor with random values, in torch.nn.init or elsewhere."""


def check_checkpoint(path: Path, data: bytes) -> str:
    """The checksum of a checkpoint's bytes, after comparing it; ``path`` is used in errors.

    Raises CheckpointError if they are damaged, foreign or of a newer version.
    """
    _, _, checksum = _verified(path, io.BytesIO(data))
    return checksum


def save_checkpoint(model: TrainedModel, path: Path, *, half: bool = False) -> None:
    """Write a model as :func:`model.files.write_atomically` does, which raises WriteError.

    With ``half`` it has 16-bit weights: half the size, about three digits.
    """
    write_atomically(path, _pieces(model, half=half))


def checkpoint_bytes(model: TrainedModel) -> bytes:
    return b"".join(_pieces(model, half=False))


def load(name_or_path: str | Path, *, device: torch.device | None = None) -> TrainedModel:
    """A shipped model by its name, or any checkpoint by its path; raises CheckpointError."""
    return load_checkpoint(shipped_or_file(name_or_path), device=device)


def load_checkpoint(path: Path, *, device: torch.device | None = None) -> TrainedModel:
    """Read a model; its name is the file's; raises CheckpointError."""
    return load_with_checksum(path, device=device)[0]


def load_with_checksum(
    path: Path, *, device: torch.device | None = None
) -> tuple[TrainedModel, str]:
    """Read a model and its checksum; raises CheckpointError as :func:`load_checkpoint`."""
    try:
        with open_file(path, most=LARGEST_WEIGHTS) as file:
            content, tensors, checksum = _verified(path, file)
        model = _assembled(shown_name(path.stem), content, tensors)
        return model.on(device or torch.device("cpu")), checksum
    except OSError as error:
        raise header.unreadable(path, error) from error
    except CheckpointError:
        raise
    except UserError as error:
        raise header.not_buildable(path, error) from error
    except (MemoryError, RuntimeError) as error:  # there is no room for it
        raise CheckpointError("{path} cannot be loaded: {error}", path=path, error=error) from error


def _pieces(model: TrainedModel, *, half: bool) -> Iterable[bytes | memoryview]:
    tensors = _tensors(model.network, half=half)
    content = content_text(
        task=model.task,
        config=model.config,
        src=model.src_tokenizer,
        tgt=model.tgt_tokenizer,
        record=model.record,
    )
    return file_pieces(tensors, {header.CONTENT: content, header.DIGEST: _digest(content, tensors)})


def content_text(
    *, task: str, config: ModelConfig, src: Tokenizer, tgt: Tokenizer, record: Mapping[str, Any]
) -> str:
    content = {
        "version": header.FORMAT_VERSION,
        "task": task,
        "config": config.to_json(),
        "src_tokenizer": src.to_json(),
        "tgt_tokenizer": tgt.to_json(beside=src),
        "record": dict(record),
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    # the half of a character, as names of files may hold it, can only be spelled out
    return text if shown_name(text) == text else json.dumps(content, sort_keys=True)


def _tensors(network: Transformer, *, half: bool) -> dict[str, Tensor]:
    dtype = torch.float16 if half else torch.float32
    state = network.state_dict()
    return {
        name: state[name].detach().to("cpu", dtype).contiguous()
        for name in parameter_shapes(
            network.config,
            src_vocabulary=network.vocabularies.source,
            tgt_vocabulary=network.vocabularies.target,
        )
    }


def _verified(
    path: Path, file: BinaryIO
) -> tuple[header.CheckpointContent, dict[str, Tensor], str]:
    tensors = {}
    try:
        read, _ = header.header_of(file)
        metadata = header.metadata_of(read)
        content = header.parse_content(path, metadata)
        digest = Digest(metadata[header.CONTENT])
        for name, tensor in read_tensors(file, header.tensors_of(read)):
            digest.add(name, tensor)
            tensors[name] = tensor.float() if tensor.dtype in HALF else tensor
    except CheckpointError:
        raise
    except header.BROKEN as error:
        raise header.damaged(path, error) from error
    if metadata.get(header.DIGEST) != digest.text:
        raise CheckpointError(
            "{path} is damaged: its content does not match its checksum.", path=path
        )
    return content, tensors, digest.text


class Digest:
    """The checksum of a description and of tensors, added in the order of their names."""

    def __init__(self, content: str) -> None:
        self._sha256 = hashlib.sha256(content.encode())

    def add(self, name: str, tensor: Tensor) -> None:
        self._sha256.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        self._sha256.update(bytes_of(tensor.contiguous()))

    @property
    def text(self) -> str:
        return self._sha256.hexdigest()


def _digest(content: str, tensors: dict[str, Tensor]) -> str:
    digest = Digest(content)
    for name in sorted(tensors):
        digest.add(name, tensors[name])
    return digest.text


def _assembled(
    name: str, content: header.CheckpointContent, tensors: dict[str, Tensor]
) -> TrainedModel:
    config: ModelConfig = content.config
    src = tokenizer_from(content.src_tokenizer)
    tgt = tokenizer_from(content.tgt_tokenizer, beside=src)
    sizes = {"src_vocabulary": len(src), "tgt_vocabulary": len(tgt)}
    found, expected = sum(map(Tensor.numel, tensors.values())), parameter_count(config, **sizes)
    if found != expected:  # before their names are listed
        raise ConfigError(
            "it describes {expected:,} values but contains {found:,}.",
            expected=expected,
            found=found,
        )
    check_table(config, most=found)
    check_tensors(tensors, parameter_shapes(config, **sizes))
    return TrainedModel(
        name=name,
        task=content.task,
        network=network_of(config, tensors, src_vocab=len(src), tgt_vocab=len(tgt)),
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        record=content.record,
    )


def network_of(
    config: ModelConfig, tensors: Mapping[str, Tensor], *, src_vocab: int, tgt_vocab: int
) -> Transformer:
    with _Unfilled():
        network = Transformer(config, src_vocab=src_vocab, tgt_vocab=tgt_vocab)
    # a shared table has one name
    network.load_state_dict(tensors, strict=False, assign=True)
    network.share()
    return network.eval()


class _Unfilled(TorchFunctionMode):
    """Skips random initialisation, which takes seconds and is overwritten.

    It also keeps the random state of a training in the same process.
    """

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        given = kwargs or {}
        if getattr(func, "__name__", "").endswith(_DRAWS):
            return args[0] if args else given["tensor"]
        return func(*args, **given)


def tokenizer_from(read: Mapping[str, Any], *, beside: Tokenizer | None = None) -> Tokenizer:
    """Inverse of ``to_json`` of either kind, ``beside`` the other side's; raises ConfigError."""
    if "prefix" in read:
        return PieceTokenizer.from_json(read, beside=beside)
    return WordTokenizer.from_json(read)
