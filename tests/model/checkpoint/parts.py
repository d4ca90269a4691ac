"""Checkpoints taken apart and put together without the code under test."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy


def parts(path: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """Metadata and tensors of a file, read without the code under test."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + length])["__metadata__"], safetensors.numpy.load(data)


def digest(content: str, tensors: dict[str, np.ndarray]) -> str:
    """The checksum as the format defines it."""
    digest = hashlib.sha256(content.encode())
    for name, array in sorted(tensors.items()):
        digest.update(f"{name} torch.{array.dtype} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()


def forge(path: Path, content: dict[str, Any], tensors: dict[str, np.ndarray]) -> None:
    """A file with the right checksum, whatever it holds."""
    text = json.dumps(content)
    metadata = {"headlight": text, "sha256": digest(text, tensors)}
    path.write_bytes(safetensors.numpy.save(tensors, metadata))


def forge_run(path: Path, values: object, tensors: dict[str, np.ndarray]) -> None:
    """The same of a saved run."""
    text = json.dumps(values)
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        digest.update(name.encode() + tensors[name].tobytes())
    metadata = {"headlight-run": text, "sha256": digest.hexdigest()}
    path.write_bytes(safetensors.numpy.save(tensors, metadata))


def with_empty_moment(path: Path) -> None:
    """Forge a saved run: an optimizer's moment of length 0, which ends torch's process."""
    metadata, tensors = parts(path)
    name = next(name for name in tensors if name.startswith("exp_avg/"))
    forge_run(path, json.loads(metadata["headlight-run"]), {**tensors, name: np.zeros(0, "f4")})
