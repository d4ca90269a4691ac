"""Folders in the layout of the Hugging Face hub: ``config.json``, weights, tokenizer files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from model.checkpoint.locations import CONFIG, is_inside
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
from model.files import LARGEST_TABLE, read_file, read_text
from model.messages import ConfigError
from model.text.foreign_cuts import SentencePieceCut, check_ids
from model.values import MOST_ITEMS, is_number

# -------------------------------------------------------------------------------------- hub folder


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

    @property
    def family(self) -> str:
        """The architecture named by the configuration, or an empty string."""
        return str(self.config.get("model_type", ""))

    @cached_property
    def tensors(self) -> TensorFile:
        """All weights, from any number of files; raises ForeignModelError without readable ones."""
        for index, kind in (
            ("model.safetensors.index.json", SafetensorsFiles),
            ("pytorch_model.bin.index.json", TorchFiles),
        ):
            if self.has(index):
                return kind([self.file(name) for name in self._parts(index)])
        for single, kind in (
            ("model.safetensors", SafetensorsFiles),
            ("pytorch_model.bin", TorchFiles),
        ):
            if self.has(single):
                return kind([self.file(single)])
        raise no_weights(self.path)

    @cached_property
    def generation(self) -> dict[str, Any]:
        """Settings for generation, which old folders lack; raises ForeignModelError."""
        name = "generation_config.json"
        return self.json(name) if self.has(name) else self.config

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

        Raises:
            ForeignModelError: an id is not a whole number.
            ConfigError: two subwords have the same id.
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
        path = self.file(name)
        check_file(path, most=LARGEST_TABLE)
        try:
            return read_text(path, most=LARGEST_TABLE)
        except UnicodeDecodeError as error:
            raise ForeignModelError("{path} is not UTF-8.", path=path) from error

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number of the configuration; raises ForeignModelError if it is not one."""
        value = self._whole("config.json", name, self.config.get(name, default))
        if "layer" in name and value > len(self.tensors.shapes):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) exceeds the number of tensors in the model ({count}).",
                path=self.path / "config.json",
                name=name,
                value=value,
                count=len(self.tensors.shapes),
            )
        return value

    def token(self, name: str, default: int | None = None) -> int:
        """The id of a token with a role in generation; raises ForeignModelError if not one."""
        said = self.generation.get(name)
        if said is None:
            return self.number(name, default)
        return self._whole("generation_config.json", name, said)

    def _whole(self, file: str, name: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be a whole number.",
                path=self.path / file,
                name=name,
                value=value,
            )
        return value

    def rows(self, name: str = "vocab_size") -> int:
        """Rows of the embedding tables by the configuration; at most as many as a tensor has.

        Raises:
            ForeignModelError: it is missing, or no tensor has so many rows.
        """
        said, most = self.number(name), _FEW_ROWS
        if said > most:
            most = max((most, *(shape[0] for shape in self.tensors.shapes.values() if shape)))
        if not 1 <= said <= most:
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be from 1 to {most}: no tensor has more rows.",
                path=self.path / "config.json",
                name=name,
                value=said,
                most=most,
            )
        return said

    def fraction(self, name: str, default: float) -> float:
        """A number of the configuration, 0 ≤ value < 1; raises ForeignModelError if it is not."""
        value = self.config.get(name, default)
        if not is_number(value) or not 0 <= value < 1:
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be at least 0 and below 1.",
                path=self.path / "config.json",
                name=name,
                value=value,
            )
        return float(value)

    def flag(self, name: str, *, default: bool) -> bool:
        return bool(self.config.get(name, default))

    def expect(self, **known: bool) -> None:
        """Raise ForeignModelError if the configuration differs from ``known``."""
        # These switches are constant in a family, and no tensor shows them.
        for name, value in known.items():
            if self.flag(name, default=value) != value:
                raise ForeignModelError(
                    "{path}: {name} is {value!r}; only {known!r} is supported in this family.",
                    path=self.path / "config.json",
                    name=name,
                    value=self.config[name],
                    known=value,
                )

    def activation(self, name: str, default: str) -> Activation:
        """The configuration's activation; raises ForeignModelError if it is not supported."""
        value = str(self.config.get(name, default))
        if value not in _ACTIVATIONS:
            raise ForeignModelError(
                "{path}: unknown activation {value!r}; supported: {known}.",
                path=self.path / "config.json",
                value=value,
                known=", ".join(_ACTIVATIONS),
            )
        return _ACTIVATIONS[value]


# -------------------------------------------------------------------------------------- hub tables
# Which tables of tokens a model of the Hugging Face hub uses: some are said to be shared.


def tables_used(folder: HubFolder, shared: str, *others: str, output: str = "") -> tuple[str, ...]:
    """The tensor names of ``others`` and then of the ``output``.

    A table that is not stored is the ``shared`` one, or whichever is stored; an output only if the
    configuration ties it. A table stored with other values is used whatever the configuration says.
    """
    known = folder.tensors.shapes
    roles = (*others, output) if output else others
    first = next((name for name in (shared, *roles) if name in known), shared)
    tied = folder.flag("tie_word_embeddings", default=True)
    return tuple(
        name
        if (name in known or (name == output and not tied)) and not _same(folder, name, first)
        else first
        for name in roles
    )


def _same(folder: HubFolder, name: str, other: str) -> bool:
    return name in folder.tensors.shapes and folder.tensors.same(name, other)
