"""CTranslate2's binary file: names, shapes and types first, tensor values on demand.

After the version come the specification's name and revision (from version 2 on), the variables,
and names that stand for other variables (from version 3 on). Numbers are little-endian.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import torch
from torch import Tensor

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import Answers, SpecialIds, Vocabulary, in_our_order
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    TensorFile,
    check_file,
    check_shared,
    checked_shape,
    damaged,
)
from model.checkpoint.readers.toolkits import cut_beside
from model.config import STACKS, Stack
from model.files import open_file
from model.messages import ConfigError
from model.runs.estimates import Sizes
from model.special_tokens import BOS_ID, EOS_ID
from model.text.cut import Cut
from model.text.piece_tokenizer import PieceTokenizer

# -------------------------------------------------------------------------------- ctranslate2 file


NEWEST_VERSION = 6
_MOST_VARIABLES = 100_000
_MOST_DIMENSIONS = 8
_OLD_SCALE = 1000.0
"""Of 16-bit integers that were stored before there were scales."""

_TYPES = ("float32", "int8", "int16", "int32", "float16", "bfloat16")
"""By the number that stands for each, from version 4 on."""
_OLD_TYPES = {4: "float32", 2: "int16", 1: "int8"}
"""By the bytes of a number, before."""
_BYTES = {"float32": 4, "int8": 1, "int16": 2, "int32": 4, "float16": 2, "bfloat16": 2}
_SCALE = "_scale"
_HALF = {"float16": torch.float16, "bfloat16": torch.bfloat16}

_FIRST_NAMES = (
    ("transformer/", ""),
    (":0", ""),
    ("w_embs", "embeddings/weight"),
    ("kernel", "weight"),
    ("LayerNorm", "layer_norm"),
    ("dense", "projection"),
    ("conv1d_", "linear_"),
    ("conv1d", "linear_0"),
)
"""Of revision 1, which had OpenNMT-tf's names; each is replaced once."""


class _Variable(NamedTuple):
    """Location of a variable's data."""

    shape: Sizes
    type: str
    start: int

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * _BYTES[self.type]


class CTranslate2File(TensorFile):
    """A ``model.bin``. Matrices of integers are divided by their scales.

    Attributes:
        spec: the name of the specification that tells what the variables are.
        revision: of the specification.
        attributes: single numbers, by their names: what the network is like.
        flags: those of them that have one byte, as switches and small choices do.
    """

    def __init__(self, path: Path) -> None:
        """Read the table of contents; every size is checked against the file's length.

        Raises:
            ForeignModelError: the file is cut, a size is wrong, or the revision is too new.
        """
        check_file(path)
        self.others = {}
        self._path = path
        try:
            with open_file(path) as file:
                self._read(_Contents(file, path))
        except (OSError, UnicodeDecodeError) as error:
            raise damaged(path, error) from error
        self._scales = {
            name: f"{name}{_SCALE}"
            for name in self._variables
            if f"{name}{_SCALE}" in self._variables and _is_matrix(self._variables[name])
        }
        hidden = {*self._scales.values()}
        hidden |= {f"{alias}{_SCALE}" for alias in self._aliases}
        self.shapes = {
            name: self._variables[self.root(name)].shape
            for name in (*self._variables, *self._aliases)
            if self._variables[self.root(name)].shape and name not in hidden
        }
        aliased = sum(self._variables[self._aliases[name]].bytes for name in self._aliases)
        held = sum(variable.bytes for variable in self._variables.values())
        check_shared(path, shown=aliased + held, held=held)
        kinds = {name: self._variables[self.root(name)].type for name in self.shapes}
        self.kinds = {name: _HALF.get(kind, torch.float32) for name, kind in kinds.items()}
        self.attributes = {
            name: float(self._numbers(variable).item())
            for name, variable in self._variables.items()
            if not variable.shape and name not in hidden
        }
        self.flags = {name for name in self.attributes if self._variables[name].type == "int8"}

    def root(self, name: str) -> str:
        """The variable that an alias refers to."""
        return self._aliases.get(name, name)

    def of_both(self, name: str, default: float) -> float:
        """An attribute shared by encoder and decoder; raises ForeignModelError if they differ."""
        shared = self.attributes.get(name, default)
        return agreed(name, [self.attributes.get(f"{stack}/{name}", shared) for stack in STACKS])

    def of_layers(self, name: str, default: float) -> float:
        """An attribute shared by all layers; raises ForeignModelError if they differ."""
        found = {value for key, value in self.attributes.items() if key.endswith(f"/{name}")}
        if len(found) > 1:
            raise ForeignModelError(
                "The layers have different values of {name}: {values}.",
                name=name,
                values=", ".join(f"{value:g}" for value in sorted(found)),
            )
        return found.pop() if found else default

    def both_have(self, name: str) -> bool:
        """True if a tensor exists; raises ForeignModelError if only one stack has ``{}/…``."""
        found = {name.format(stack) in self.shapes for stack in STACKS}
        if len(found) != 1:
            raise ForeignModelError("Only one of encoder and decoder has {name}.", name=name)
        return found.pop()

    def depth(self, stack: Stack) -> int:
        """Number of layers, counted from the names."""
        name = f"{stack}/layer_{{}}/self_attention/linear_0/weight"
        return next(layer for layer in count() if name.format(layer) not in self.shapes)

    def load(self, name: str) -> Tensor:
        root = self.root(name)
        variable = self._variables[root]
        tensor = self._numbers(variable)
        if tensor.is_floating_point():
            return tensor
        if root in self._scales:
            scale = self._numbers(self._variables[self._scales[root]]).float()
            return tensor.float() / scale.reshape(-1, *(1,) * (tensor.dim() - 1))
        return tensor.float() / _OLD_SCALE if variable.type == "int16" else tensor.float()

    def _numbers(self, variable: _Variable) -> Tensor:
        with open_file(self._path) as file:
            file.seek(variable.start)
            read = bytearray(file.read(variable.bytes))
        if len(read) != variable.bytes:
            raise damaged(self._path, EOFError("it has become shorter"))
        if not read:
            return torch.zeros(variable.shape)
        if variable.type == "bfloat16":
            numbers = torch.from_numpy(np.frombuffer(read, "<i2")).view(torch.bfloat16)
        else:
            numbers = torch.from_numpy(
                np.frombuffer(read, np.dtype(variable.type).newbyteorder("<"))
            )
        return numbers.reshape(variable.shape)

    def _read(self, contents: _Contents) -> None:
        self.spec, self.revision = contents.spec, contents.revision
        known = {"", "TransformerBase", "TransformerBig", "TransformerSpec"}
        old = self.revision == 1 and self.spec in known
        self._variables: dict[str, _Variable] = {}
        for name, variable in contents.variables():
            place = _renamed(name) if old else name
            if place in self._variables:
                raise damaged(self._path, ValueError(f"{name!r} is there twice"))
            self._variables[place] = variable
        self._aliases: dict[str, str] = {}
        for alias, name in contents.aliases():
            if alias in self._variables or name not in self._variables:
                raise damaged(self._path, ValueError(f"{alias!r} stands for {name!r}"))
            self._aliases[alias] = name
        self._check_scales()

    def _check_scales(self) -> None:
        for name, variable in self._variables.items():
            scale = self._variables.get(f"{name}{_SCALE}")
            if scale is not None and _is_matrix(variable):
                if math.prod(scale.shape) not in {1, variable.shape[0]}:
                    raise damaged(self._path, ValueError(f"{name}{_SCALE} has another size"))
            elif variable.type == "int8" and variable.shape and name.endswith("weight"):
                raise damaged(self._path, ValueError(f"{name}{_SCALE} is missing"))


def agreed(name: str, values: Sequence[float]) -> float:
    """The value of both stacks; raises ForeignModelError if there are two."""
    if len({*values}) != 1:
        raise ForeignModelError(
            "Encoder and decoder have different values of {name}: {values}.",
            name=name,
            values=", ".join(f"{value:g}" for value in sorted(values)),
        )
    return values[0]


class _Contents:
    """Reads a file part by part from its beginning."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path = file, path
        self._size = file.seek(0, 2)
        file.seek(0)
        self._version = self._number("I")
        if not 1 <= self._version <= NEWEST_VERSION:
            raise ForeignModelError(
                "{path} is not a CTranslate2 model of version {newest} or earlier: its "
                "version is {version}.",
                path=path,
                newest=NEWEST_VERSION,
                version=self._version,
            )
        self.spec, self.revision = "", 1
        if self._version >= 2:
            self.spec, self.revision = self._name(), self._number("I")

    def variables(self) -> Iterator[tuple[str, _Variable]]:
        for _ in range(self._count()):
            name = self._name()
            variable = self._variable(name)
            self._file.seek(variable.start + variable.bytes)
            yield name, variable

    def aliases(self) -> Iterator[tuple[str, str]]:
        if self._version >= 3:
            for _ in range(self._count()):
                yield self._name(), self._name()
        if self._file.tell() != self._size:
            raise damaged(self._path, ValueError("it goes on after its end"))

    def _variable(self, name: str) -> _Variable:
        dimensions = self._number("B")
        if dimensions > _MOST_DIMENSIONS:
            raise damaged(self._path, ValueError(f"{name!r} has {dimensions} dimensions"))
        shape = tuple(self._number("I") for _ in range(dimensions))
        kind, told = self._number("B"), self._number("I")
        if self._version >= 4:
            type_ = _TYPES[kind] if kind < len(_TYPES) else ""
        else:
            type_, told = _OLD_TYPES.get(kind, ""), told * kind
        if not type_:
            raise damaged(self._path, ValueError(f"{name!r} has an unknown type ({kind})"))
        variable = _Variable(shape, type_, self._file.tell())
        if told != variable.bytes or variable.start + told > self._size:
            raise damaged(self._path, ValueError(f"{name!r} has another size than it says"))
        checked_shape(self._path, name, shape)
        return variable

    def _count(self) -> int:
        count = self._number("I")
        if count > _MOST_VARIABLES:
            raise damaged(self._path, ValueError(f"it says that it has {count} variables"))
        return count

    def _name(self) -> str:
        return self._bytes(self._number("H")).removesuffix(b"\0").decode("utf-8")

    def _number(self, kind: str) -> int:
        form = struct.Struct(f"<{kind}")
        number: int = form.unpack(self._bytes(form.size))[0]
        return number

    def _bytes(self, count: int) -> bytes:
        read = self._file.read(count)
        if len(read) != count:
            raise damaged(self._path, EOFError("it ends too early"))
        return read


def _is_matrix(variable: _Variable) -> bool:
    return bool(variable.shape) and variable.type in {"int8", "int16"}


def _renamed(name: str) -> str:
    for old, new in _FIRST_NAMES:
        name = name.replace(old, new, 1)
    if "encoder" in name:
        return name.replace("multi_head", "self_attention", 1)
    return name.replace("masked_multi_head", "self_attention", 1).replace(
        "multi_head", "attention", 1
    )


# -------------------------------------------------------------------------- ctranslate2 vocabulary
# The vocabularies of a CTranslate2 folder, and how sentences are cut for it.


ENDS = ("end", "nothing", "both")
"""Special tokens around a source: ``</s>`` at its end, none, or ``<s>`` and ``</s>``."""

_SPECIAL_LOOK = re.compile(r"<[^<>]+>|__\w+__|[a-z]{2,3}_\w{2,4}|\[\w+\]")
"""Of special tokens and language codes."""
_LANGUAGE = re.compile(r"__([a-z]{2,3})__|([a-z]{2,3}_[A-Z][A-Za-z]{1,3})")
_MBART = re.compile(r"[a-z]{2}_[A-Z]{2}")
NO_LANGUAGE = "none"
"""Answer for sentences without a language code."""


def vocabulary_pieces(folder: HubFolder, side: str, rows: int) -> list[str]:
    """Subwords of ``source`` or ``target``, one per table row; raises ForeignModelError."""
    pieces = _listed(folder, side)
    unknown = _named(folder, "unk_token")
    if unknown not in pieces and len(pieces) < rows:
        pieces.append(unknown)
    if len(pieces) > rows:
        raise ForeignModelError(
            "{path}: the {side} vocabulary has {count} pieces, but its table has {rows} rows.",
            path=folder.path,
            side=side,
            count=len(pieces),
            rows=rows,
        )
    return [*pieces, *(f"<extra {index}>" for index in range(len(pieces), rows))]


def _listed(folder: HubFolder, side: str) -> list[str]:
    names = [f"{name}_vocabulary" for name in ("shared", side)]
    for name in names:
        if folder.has(f"{name}.json"):
            return _of_json(folder, f"{name}.json")
        if folder.has(f"{name}.txt"):
            lines = folder.text(f"{name}.txt").removesuffix("\n").split("\n")
            returns = all(line.endswith("\r") for line in lines)
            return [line[:-1] for line in lines] if returns else lines
    raise ForeignModelError(
        "{path} has no vocabulary: neither {names}.json nor .txt.",
        path=folder.path,
        names=" nor ".join(names),
    )


def _of_json(folder: HubFolder, name: str) -> list[str]:
    try:
        return list(values.many(values.text())(name, json.loads(folder.text(name))))
    except (ValueError, RecursionError, ConfigError) as error:
        raise damaged(folder.path / name, error) from error


def in_order(
    folder: HubFolder,
    pieces: Sequence[str],
    answers: Answers | None,
    *,
    zero_start: bool = False,
    from_end: bool = False,
) -> Vocabulary:
    """A vocabulary in our order.

    Args:
        folder: whose configuration names the special tokens.
        pieces: in file order.
        answers: only for the target, to ask for the decoder's start token.
        zero_start: the decoder's first input has no token: its embedding is zero.
        from_end: the decoder's first input is ``</s>``.
    """
    end, unknown = _named(folder, "eos_token"), _named(folder, "unk_token")
    start = None if zero_start else _start(folder, pieces, answers, from_end=from_end, end=end)
    ids = {piece: index for index, piece in reversed([*enumerate(pieces)])}
    pad = ids.get("<blank>", ids.get("<pad>"))
    first = None if start is None else ids.get(start)
    special = SpecialIds(pad, first, ids.get(end), ids.get(unknown))
    if special.end is None:
        raise ForeignModelError(
            "{path}: the vocabulary has no token {token!r}.", path=folder.path, token=end
        )
    return in_our_order(pieces, special)


def _start(
    folder: HubFolder,
    pieces: Sequence[str],
    answers: Answers | None,
    *,
    from_end: bool,
    end: str,
) -> str:
    told = end if from_end else folder.config.get("decoder_start_token", "<s>")
    if told in pieces:
        return str(told)
    if answers is None:
        return _named(folder, "bos_token")
    likely = dict.fromkeys([end, *(piece for piece in pieces if _SPECIAL_LOOK.fullmatch(piece))])
    return answers.choice("start-token", tuple(likely))


def source_ends(
    folder: HubFolder, attributes: dict[str, float], pieces: Sequence[str], answers: Answers
) -> str:
    """Special tokens around a source, as far as the files tell."""
    # Converters from OpenNMT, whose vocabularies begin with ``<blank>``, write all of them; others
    # leave them to the caller and write nothing.
    start, end = (
        bool(folder.config.get(f"add_source_{name}") or attributes.get(f"with_source_{name}"))
        for name in ("bos", "eos")
    )
    told = None
    if start or end:
        told = "both" if start else "end"
    elif "<blank>" in pieces:
        told = "nothing"
    return answers.choice("source-ends", ENDS, told=told)


def tokenizers(
    folder: HubFolder, vocabularies: tuple[Vocabulary, Vocabulary], ends: str, answers: Answers
) -> tuple[PieceTokenizer, PieceTokenizer]:
    """Tokenizers of both sides; a target that starts with a language code needs no other."""
    src, tgt = vocabularies
    said = (q.answer for q in answers.questions if q.name == "start-token" and not q.open)
    start = next(filter(_LANGUAGE.fullmatch, said), "")
    name = _named(folder, "bos_token")
    named = (i for i, piece in enumerate(src.pieces) if piece == name and i != BOS_ID)
    first_row = src.rows[next(named, BOS_ID)]
    before: tuple[int, ...] = (src.ours(first_row),) if ends == "both" else ()
    after: tuple[int, ...] = () if ends == "nothing" else (EOS_ID,)
    code = _language(src, "src-lang", answers, fewest=1 if start else 2)
    if code and _code_stands(folder, src, start, answers) == "after":
        after += code
    else:
        before = code + before
    first = () if start else _language(tgt, "tgt-lang", answers)
    cuts = (_cut(folder, side, of, answers) for side, of in (("src", src), ("tgt", tgt)))
    return (
        PieceTokenizer(cut=next(cuts), pieces=src.pieces, prefix=before, suffix=after),
        PieceTokenizer(cut=next(cuts), pieces=tgt.pieces, prefix=first),
    )


def _cut(folder: HubFolder, side: str, vocabulary: Vocabulary, answers: Answers) -> Cut:
    pieces = [piece for piece in vocabulary.pieces[4:] if not _SPECIAL_LOOK.fullmatch(piece)]
    told = "characters" if pieces and all(len(piece) == 1 for piece in pieces) else None
    return cut_beside(folder, answers, side, pieces, told=told)


def _code_stands(folder: HubFolder, vocabulary: Vocabulary, start: str, answers: Answers) -> str:
    """Position of the code: after the source in the first mBART, else before."""
    told: str | None = "before"
    if any(map(_MBART.fullmatch, vocabulary.pieces)) and "decoder_start_token" in folder.config:
        told = "before" if folder.config["decoder_start_token"] else None
    if _MBART.fullmatch(start):
        told = "after"
    return answers.choice("src-code", ("before", "after"), told=told)


def _language(
    vocabulary: Vocabulary, name: str, answers: Answers, *, fewest: int = 2
) -> tuple[int, ...]:
    found = ((_LANGUAGE.fullmatch(piece), i) for i, piece in enumerate(vocabulary.pieces))
    codes = {match[1] or match[2]: i for match, i in found if match}
    if len(codes) < fewest:
        return ()
    answer = answers.choice(name, (*codes, NO_LANGUAGE))
    return (codes[answer],) if answer in codes else ()


def _named(folder: HubFolder, role: str) -> str:
    """A special token's name in the configuration, or its usual one."""
    usual = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    return str(folder.config.get(role) or usual[role])
