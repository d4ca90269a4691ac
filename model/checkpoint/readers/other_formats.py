"""Files that hold a model in a format that is not read here: one sentence for each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from model.checkpoint.readers.tensor_files import ForeignModelError, check_file

_FORMATS: Mapping[str, str] = {
    ".ggml": "llama.cpp",
    ".gguf": "llama.cpp",
    ".h5": "Keras",
    ".hdf5": "Keras",
    ".keras": "Keras",
    ".mlmodel": "Core ML",
    ".mlpackage": "Core ML",
    ".msgpack": "Flax",
    ".npz": "NumPy",
    ".onnx": "ONNX",
    ".pb": "TensorFlow",
    ".tflite": "TensorFlow Lite",
}
"""By how a file's name ends."""

_WEIGHTS = frozenset({".safetensors", ".pt", ".pth", ".bin", ".ckpt"})
_TOKENIZERS = (
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.json",
    "vocab.txt",
    "spiece.model",
    "tokenizer.model",
    "source.spm",
)
_ADAPTER = "adapter_config.json"


def check_format(path: Path) -> None:
    """Raise ForeignModelError for the format of another program, which is told by its ending."""
    program = _FORMATS.get(path.suffix.lower())
    if program is None:
        return
    check_file(path)
    raise ForeignModelError(
        "{path} is in the format of {program}, which is not read here: take the model as "
        ".safetensors, or save its state dict with PyTorch.",
        path=path,
        program=program,
    )


def no_weights(folder: Path) -> ForeignModelError:
    """Why a hub folder has none that are read: it may have others.

    Raises:
        ForeignModelError: it has.
    """
    for path in sorted(folder.iterdir()):
        check_format(path)
    return ForeignModelError(
        "{path} holds no weights: neither model.safetensors nor pytorch_model.bin.", path=folder
    )


def no_model(folder: Path) -> ForeignModelError:
    """Why a folder without a configuration is none of the hub's, by what lies in it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    weights = [name for name in names if Path(name).suffix in _WEIGHTS]
    if _ADAPTER in names:
        return ForeignModelError(
            "{path} is an adapter alone, which changes another model: merge it into that one, "
            "with merge_and_unload() in PEFT, and save the whole.",
            path=folder,
        )
    if weights:
        return ForeignModelError(
            "{path} has no config.json, by which a model of the Hugging Face hub is known; a model "
            "of a training loop is named by its file: {names}.",
            path=folder,
            names=", ".join(weights[:5]),
        )
    for name in names:
        check_format(folder / name)
    if any(name in names for name in _TOKENIZERS):
        return ForeignModelError(
            "{path} holds a tokenizer without a model: neither config.json nor weights.",
            path=folder,
        )
    return ForeignModelError(
        "{path} holds no model: neither config.json nor a file with weights.", path=folder
    )
