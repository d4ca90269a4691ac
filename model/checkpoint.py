"""One ``.safetensors`` file that holds weights, configuration, tokenizers, task and record.

Its metadata has two entries: ``headlight`` (JSON) and ``sha256`` over that JSON and every tensor.
Nothing is ever unpickled, and a file is read as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import SafetensorError
from torch import Tensor

from model.config import ModelConfig
from model.messages import CheckpointError, UserError
from model.tokenizer import Tokenizer
from model.trained import TrainedModel
from model.transformer import Transformer

FORMAT_VERSION = 1
SUFFIX = ".safetensors"

_CONTENT, _DIGEST = "headlight", "sha256"
_HEADER_START = 8


def save_checkpoint(model: TrainedModel, path: Path, *, half: bool = False) -> None:
    """Write a model beside ``path``, flush it to the disk, then put it in place at once.

    Args:
        model: what to write.
        path: the file; an existing one is replaced only when the new one is complete.
        half: store 16-bit weights: half the size, about three digits.

    Raises:
        CheckpointError: the folder is missing or read-only, or the disk is full.
    """
    tensors = _tensors(model.network, half=half)
    content = json.dumps(_content(model), ensure_ascii=False, sort_keys=True)
    metadata = {_CONTENT: content, _DIGEST: _digest(content, tensors)}
    write_atomically(path, safetensors.torch.save(tensors, metadata))


def load_checkpoint(path: Path, *, device: torch.device | None = None) -> TrainedModel:
    """Read a model; its name is the file's.

    Raises:
        CheckpointError: the file is missing, damaged, foreign or of a newer version.
    """
    data = _read(path)
    content, tensors = _verified(path, data)
    try:
        return _assembled(path.stem, content, tensors).on(device or torch.device("cpu"))
    except (UserError, KeyError, TypeError, AttributeError, RuntimeError) as error:
        raise CheckpointError(
            "{path} does not describe a model that can be built: {error}", path=path, error=error
        ) from error


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside, fsync, replace: a reader sees the old file or the new one, never a part.

    Raises:
        CheckpointError: the folder is missing or read-only, or the disk is full.
    """
    beside = None
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            beside = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o644)
        os.replace(beside, path)
    except OSError as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        raise CheckpointError(
            "{path} cannot be written: {reason}. Choose another folder.",
            path=path,
            reason=error.strerror or error,
        ) from error


def _content(model: TrainedModel) -> dict[str, Any]:
    return {
        "version": FORMAT_VERSION,
        "task": model.task,
        "config": model.config.to_json(),
        "src_tokenizer": model.src_tokenizer.to_json(),
        "tgt_tokenizer": model.tgt_tokenizer.to_json(),
        "record": dict(model.record),
    }


def _tensors(network: Transformer, *, half: bool) -> dict[str, Tensor]:
    """Own copies on the CPU; a tied table is stored once."""
    state = network.state_dict()
    if network.config.tie_embeddings:
        del state["output.weight"]
    dtype = torch.float16 if half else torch.float32
    return {name: tensor.detach().to("cpu", dtype).contiguous() for name, tensor in state.items()}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise CheckpointError("There is no checkpoint {path}.", path=path) from error
    except OSError as error:
        raise CheckpointError(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror or error
        ) from error


def _verified(path: Path, data: bytes) -> tuple[dict[str, Any], dict[str, Tensor]]:
    try:
        tensors = safetensors.torch.load(data)
        header = _header(data)
        metadata = header.get("__metadata__") or {}
    except (SafetensorError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise CheckpointError(
            "{path} is not a Headlight checkpoint, or it is damaged.", path=path
        ) from error
    if _CONTENT not in metadata:
        raise CheckpointError(
            "{path} holds tensors, but not a Headlight model: it was made by another program.",
            path=path,
        )
    content = _parsed(path, metadata[_CONTENT])
    if metadata.get(_DIGEST) != _digest(metadata[_CONTENT], tensors):
        raise CheckpointError(
            "{path} is damaged: its content does not match its checksum.", path=path
        )
    return content, tensors


def _header(data: bytes) -> dict[str, Any]:
    """The JSON header; only blanks may follow it, as its writer leaves them."""
    length = int.from_bytes(data[:_HEADER_START], "little")
    text = data[_HEADER_START : _HEADER_START + length].rstrip(b" ")
    header = json.loads(text)
    if not text.endswith(b"}") or not isinstance(header, dict):
        raise ValueError("the header is not a JSON object")
    return header


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
        version = int(content["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise CheckpointError("{path} is damaged: its description is cut.", path=path) from error
    if version > FORMAT_VERSION:
        raise CheckpointError(
            "{path} was written by a newer Headlight (format {version}; this one reads up to "
            "{known}). Update Headlight to open it.",
            path=path,
            version=version,
            known=FORMAT_VERSION,
        )
    return dict(content)


def _digest(content: str, tensors: dict[str, Tensor]) -> str:
    digest = hashlib.sha256(content.encode())
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        digest.update(tensor.contiguous().view(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()


def _assembled(name: str, content: dict[str, Any], tensors: dict[str, Tensor]) -> TrainedModel:
    config = ModelConfig.from_json(content["config"])
    src = Tokenizer.from_json(content["src_tokenizer"])
    tgt = Tokenizer.from_json(content["tgt_tokenizer"])
    network = Transformer(config, src_vocab=len(src), tgt_vocab=len(tgt))
    state = {key: tensor.float() for key, tensor in tensors.items()}
    if config.tie_embeddings:
        state["output.weight"] = state["tgt_embedding.tokens.weight"]
    network.load_state_dict(state, strict=True)
    network.eval()
    return TrainedModel(
        name=name,
        task=str(content["task"]),
        network=network,
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        record=dict(content["record"]),
    )
