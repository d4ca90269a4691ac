"""A folder as the Hugging Face hub has it: ``config.json``, weights, tokenizer files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
    check_file,
    read_json,
)
from model.config import Activation
from model.foreign_files import read_file, read_text

_LARGEST_TOKENIZER = 2**26
_ACTIVATIONS: Mapping[str, Activation] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "silu": "silu",
    "swish": "silu",
}


@dataclass(frozen=True)
class HubFolder:
    """What lies in it, read when asked for; nothing outside of it is."""

    path: Path

    @cached_property
    def config(self) -> dict[str, Any]:
        """Of ``config.json``.

        Raises:
            ForeignModelError: there is none, or it is no object.
        """
        return read_json(self.file("config.json"))

    @property
    def family(self) -> str:
        """The architecture that the configuration names, or nothing."""
        return str(self.config.get("model_type", ""))

    @cached_property
    def tensors(self) -> TensorFile:
        """All weights, from however many files.

        Raises:
            ForeignModelError: there are none, or one is damaged.
        """
        for index, kind in (
            ("model.safetensors.index.json", SafetensorsFiles),
            ("pytorch_model.bin.index.json", TorchFiles),
        ):
            if self.has(index):
                names = read_json(self.file(index)).get("weight_map", {})
                if not isinstance(names, dict):
                    raise ForeignModelError("{path} names no files.", path=self.file(index))
                return kind([self.file(str(name)) for name in sorted({*names.values()})])
        for single, kind in (
            ("model.safetensors", SafetensorsFiles),
            ("pytorch_model.bin", TorchFiles),
        ):
            if self.has(single):
                return kind([self.file(single)])
        raise ForeignModelError(
            "{path} holds no weights: neither model.safetensors nor pytorch_model.bin.",
            path=self.path,
        )

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return (self.path / name).exists()

    def file(self, name: str) -> Path:
        """The path of a file in the folder.

        Raises:
            ForeignModelError: it leads out of the folder.
        """
        path = self.path / name
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise ForeignModelError(
                "{path} leads out of the folder, to {target}.", path=path, target=path.resolve()
            )
        return path

    def json(self, name: str) -> dict[str, Any]:
        """An object of one of its files, empty where there is no such file."""
        return read_json(self.file(name)) if self.has(name) else {}

    def bytes(self, name: str) -> bytes:
        """Of a tokenizer's file.

        Raises:
            ForeignModelError: it is missing or cannot be read.
        """
        path = self.file(name)
        check_file(path)
        return read_file(path, most=_LARGEST_TOKENIZER)

    def text(self, name: str) -> str:
        """Of a tokenizer's file.

        Raises:
            ForeignModelError: it is missing, cannot be read, or is no UTF-8.
        """
        path = self.file(name)
        check_file(path)
        try:
            return read_text(path, most=_LARGEST_TOKENIZER)
        except UnicodeDecodeError as error:
            raise ForeignModelError("{path} is no UTF-8.", path=path) from error

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number of the configuration.

        Raises:
            ForeignModelError: it is missing, or none.
        """
        value = self.config.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be a whole number.",
                path=self.path / "config.json",
                name=name,
                value=value,
            )
        if "layers" in name and value > len(self.tensors.shapes):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) are more than the model has tensors ({count}).",
                path=self.path / "config.json",
                name=name,
                value=value,
                count=len(self.tensors.shapes),
            )
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """Whether the configuration says so."""
        return bool(self.config.get(name, default))

    def activation(self, name: str, default: str) -> Activation:
        """The activation that the configuration names.

        Raises:
            ForeignModelError: the network has none of that name.
        """
        return self.named_activation(str(self.config.get(name, default)))

    def named_activation(self, value: str) -> Activation:
        """Ours, by the hub's name.

        Raises:
            ForeignModelError: the network has none of that name.
        """
        if value not in _ACTIVATIONS:
            raise ForeignModelError(
                "{path}: the activation {value!r} is none of {known}.",
                path=self.path / "config.json",
                value=value,
                known=", ".join(_ACTIVATIONS),
            )
        return _ACTIVATIONS[value]
