"""Folders in the layout of the Hugging Face hub: ``config.json``, weights, tokenizer files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from model.checkpoint.locations import CONFIG, is_inside
from model.checkpoint.readers.options import Options
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
    check_file,
    damaged,
    no_model,
    no_weights,
    read_json,
)
from model.config import Activation
from model.files import LARGEST_TABLE, read_file
from model.messages import ConfigError
from model.text.foreign_cuts import SentencePieceCut, check_ids
from model.values import MOST_ITEMS

_WEIGHTS = (("model.safetensors", SafetensorsFiles), ("pytorch_model.bin", TorchFiles))
_GENERATION = "generation_config.json"
_FEW_ROWS = 10_000
"""So many cost nothing: that the table has others is told by its name."""
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
    """Reads files of a folder on demand, and none outside it."""

    path: Path

    @cached_property
    def config(self) -> dict[str, Any]:
        """``config.json``; raises ForeignModelError if it is missing, or not an object."""
        if not self.has(CONFIG):
            raise no_model(self.path)
        return read_json(self.file(CONFIG))

    @cached_property
    def options(self) -> Options:
        return Options(self.config, self.path / CONFIG)

    @property
    def family(self) -> str:
        """The architecture named by the configuration, or an empty string."""
        return str(self.config.get("model_type", ""))

    @cached_property
    def tensors(self) -> TensorFile:
        """All weights, from any number of files; raises ForeignModelError without readable ones."""
        for name, kind in _WEIGHTS:
            if self.has(f"{name}.index.json"):
                return kind([self.file(part) for part in self._parts(f"{name}.index.json")])
        for name, kind in _WEIGHTS:
            if self.has(name):
                return kind([self.file(name)])
        raise no_weights(self.path)

    @cached_property
    def generation(self) -> dict[str, Any]:
        """Settings for generation, which old folders lack; raises ForeignModelError."""
        return self.json(_GENERATION) if self.has(_GENERATION) else self.config

    def _parts(self, index: str) -> list[str]:
        named = self.json(index).get("weight_map")
        names = [*named.values()] if isinstance(named, dict) else []
        if not names or not all(isinstance(name, str) for name in names):
            raise ForeignModelError("{path} lists no weight files.", path=self.path / index)
        return sorted({*names})

    def has(self, name: str) -> bool:
        return (self.path / name).exists()

    def file(self, name: str) -> Path:
        """The path of a file; raises ForeignModelError if it is outside the folder."""
        path = self.path / name
        try:
            target = Path(os.path.realpath(path))
        except ValueError as error:  # a name that no file can have
            raise damaged(path, error) from error
        if not is_inside(self.path, target):
            raise ForeignModelError(
                "{path} points outside the folder, to {target}.", path=path, target=target
            )
        return path

    def json(self, name: str) -> dict[str, Any]:
        """The JSON object in a file, empty if the file does not exist."""
        return read_json(self.file(name)) if self.has(name) else {}

    def ids(self, name: str) -> dict[str, int]:
        """Subwords and their ids, empty if the file does not exist.

        Raises ForeignModelError if an id is not a whole number, ConfigError if two subwords have
        the same id.
        """
        read = self.json(name)
        for piece, index in read.items():
            if type(index) is not int or not 0 <= index < MOST_ITEMS:
                raise ForeignModelError(
                    "{path}: the id of {piece!r} ({id!r}) must be a whole number below {most}.",
                    path=self.path / name,
                    piece=piece,
                    id=index,
                    most=MOST_ITEMS,
                )
        try:
            "".join(read).encode()
        except UnicodeEncodeError as error:  # half a character, which JSON can spell
            raise damaged(self.path / name, error) from error
        check_ids(self.path / name, read)
        return read

    def pieces(self, name: str, *, coded: bool = False) -> SentencePieceCut:
        """A SentencePiece model of the folder; raises ForeignModelError if there is none."""
        data = self.bytes(name)
        try:
            return SentencePieceCut(data, coded=coded)
        except ConfigError as error:
            raise ForeignModelError(
                "{path}: {error}", path=self.path / name, error=error
            ) from error

    def bytes(self, name: str) -> bytes:
        """Bytes of a tokenizer's file; raises ForeignModelError if it cannot be read."""
        path = self.file(name)
        check_file(path, most=LARGEST_TABLE)
        return read_file(path, most=LARGEST_TABLE)

    def text(self, name: str) -> str:
        """UTF-8 text of a tokenizer's file; raises ForeignModelError if it cannot be read."""
        try:
            return self.bytes(name).decode()
        except UnicodeDecodeError as error:
            raise ForeignModelError("{path} is not UTF-8.", path=self.path / name) from error

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number of the configuration; of layers at most as many as there are tensors."""
        value = self.options.number(name, default)
        if "layer" in name and value > len(self.tensors.shapes):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) exceeds the number of tensors in the model ({count}).",
                path=self.options.place,
                name=name,
                value=value,
                count=len(self.tensors.shapes),
            )
        return value

    def token(self, name: str, default: int | None = None) -> int:
        """The id of a token with a role in generation."""
        if self.generation.get(name) is None:
            return self.number(name, default)
        return Options(self.generation, self.path / _GENERATION).number(name)

    def rows(self, name: str = "vocab_size") -> int:
        """Rows of the embedding tables by the configuration; at most as many as a tensor has."""
        said, most = self.number(name), _FEW_ROWS
        if said > most:
            most = max((most, *(shape[0] for shape in self.tensors.shapes.values() if shape)))
        if not 1 <= said <= most:
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be from 1 to {most}: no tensor has more rows.",
                path=self.options.place,
                name=name,
                value=said,
                most=most,
            )
        return said

    def activation(self, name: str, default: str) -> Activation:
        return self.options.activation(str(self.config.get(name, default)), _ACTIVATIONS)


def tables_used(folder: HubFolder, shared: str, *others: str, output: str = "") -> tuple[str, ...]:
    """The tensor names of ``others`` and then of the ``output``.

    A table that is not stored is the ``shared`` one, or whichever is stored; an output only if the
    configuration ties it. A table stored with other values is used whatever the configuration says.
    """
    known = folder.tensors.shapes
    roles = (*others, output) if output else others
    first = next((name for name in (shared, *roles) if name in known), shared)
    tied = folder.options.flag("tie_word_embeddings", default=True)
    same = folder.tensors.same
    return tuple(
        name if (not same(name, first) if name in known else name == output and not tied) else first
        for name in roles
    )
