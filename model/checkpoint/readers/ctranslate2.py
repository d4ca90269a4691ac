"""Folders of CTranslate2: ``model.bin`` beside vocabularies (Klein et al. 2020).

In the file come after the version the specification's name and revision (from version 2 on), the
variables, and names that stand for other variables (from version 3 on); little-endian.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import torch
from torch import Tensor

from model import values
from model.checkpoint.locations import CTRANSLATE2_MODEL
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TableNames,
    TensorNames,
    Vocabulary,
    first_rows,
    in_our_order,
    part,
    placed,
    scaled,
    within,
)
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    TensorFile,
    check_file,
    check_shared,
    checked_shape,
    damaged,
)
from model.checkpoint.readers.toolkits import cut_beside
from model.config import STACKS, Activation, ModelConfig, Stack
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

        Raises ForeignModelError if the file is cut, a size is wrong, or the revision is too new.
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
        return _agreed(name, [self.attributes.get(f"{stack}/{name}", shared) for stack in STACKS])

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


def _agreed(name: str, values: Sequence[float]) -> float:
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

_ENDS = ("end", "nothing", "both")
"""Special tokens around a source: ``</s>`` at its end, none, or ``<s>`` and ``</s>``."""

_SPECIAL_LOOK = re.compile(r"<[^<>]+>|__\w+__|[a-z]{2,3}_\w{2,4}|\[\w+\]")
"""Of special tokens and language codes."""
_LANGUAGE = re.compile(r"__([a-z]{2,3})__|([a-z]{2,3}_[A-Z][A-Za-z]{1,3})")
_MBART = re.compile(r"[a-z]{2}_[A-Z]{2}")
_NO_LANGUAGE = "none"
"""Answer for sentences without a language code."""


def _vocabulary_pieces(folder: HubFolder, side: str, rows: int) -> list[str]:
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
        return list(values.read(values.Many[values.Text], json.loads(folder.text(name)), name))
    except (ValueError, RecursionError, ConfigError) as error:
        raise damaged(folder.path / name, error) from error


def _in_order(folder: HubFolder, pieces: Sequence[str], start: str | None) -> Vocabulary:
    """A vocabulary in file order in ours; without a ``start`` the decoder's first input is zero."""
    end, unknown = _named(folder, "eos_token"), _named(folder, "unk_token")
    ids = {piece: index for index, piece in reversed([*enumerate(pieces)])}
    if end not in ids:
        raise ForeignModelError(
            "{path}: the vocabulary has no token {token!r}.", path=folder.path, token=end
        )
    pad, first = ids.get("<blank>", ids.get("<pad>")), None if start is None else ids.get(start)
    return in_our_order(pieces, SpecialIds(pad, first, ids[end], ids.get(unknown)))


def _target_start(
    folder: HubFolder, file: CTranslate2File, pieces: Sequence[str], answers: Answers
) -> str | None:
    if file.attributes.get("decoder/start_from_zero_embedding", 0):
        return None
    end, told = _named(folder, "eos_token"), folder.config.get("decoder_start_token", "<s>")
    if not file.attributes.get("with_target_bos", 1):
        told = end
    if told in pieces:
        return str(told)
    likely = dict.fromkeys([end, *(piece for piece in pieces if _SPECIAL_LOOK.fullmatch(piece))])
    return answers.choice("start-token", tuple(likely))


def _source_ends(
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
    return answers.choice("source-ends", _ENDS, told=told)


def _tokenizers(
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
    answer = answers.choice(name, (*codes, _NO_LANGUAGE))
    return (codes[answer],) if answer in codes else ()


def _named(folder: HubFolder, role: str) -> str:
    """A special token's name in the configuration, or its usual one."""
    usual = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    return str(folder.config.get(role) or usual[role])


# ---------------------------------------------------------------------------- ctranslate2 switches

FAMILY = "CTranslate2"
TARGET, OUTPUT = "decoder/embeddings/weight", "decoder/projection"
TABLE = "{}/position_encodings/encodings"
BIAS = "{}/layer_{}/self_attention/relative_attention_bias"

_SELF: TensorNames = {
    **{name: part("linear_0", i, 3) for i, name in enumerate(("w_q", "w_k", "w_v"))},
    "w_o": "linear_1",
}
_CROSS: TensorNames = {
    "w_q": "linear_0",
    "w_k": part("linear_1", 0, 2),
    "w_v": part("linear_1", 1, 2),
    "w_o": "linear_2",
}
_LAYER: TensorNames = {
    **within("attention.", "self_attention/", _SELF),
    "attention_residual.norm": "self_attention/layer_norm",
    **within("cross.", "attention/", _CROSS),
    "cross_residual.norm": "attention/layer_norm",
    "feed_forward.w_1": "ffn/linear_0",
    "feed_forward.w_3": "ffn/linear_0_noact",
    "feed_forward.w_2": "ffn/linear_1",
    "feed_forward_residual.norm": "ffn/layer_norm",
}
_NAMES: TensorNames = {
    **within("{stack}_layers.{layer}.", "{stack}/layer_{layer}/", _LAYER),
    "{stack}_norm": "{stack}/layer_norm",
    "{side}_embedding.norm": "{stack}/layernorm_embedding",
    "{stack}_bias.table": BIAS.format("{stack}", 0),
}
SPECS = {"": 8, "TransformerBase": 8, "TransformerBig": 16, "TransformerSpec": 8}
"""Specifications of encoder with decoder, and how many heads the old ones mean."""
_ACTIVATIONS: dict[int, Activation] = {0: "relu", 1: "gelu_tanh", 2: "silu", 3: "gelu"}
_COMPUTED_LENGTH = 1024
"""Number of positions assumed for computed ones, which have no limit."""
_KNOWN = (
    *("num_heads", "pre_norm", "activation", "scale_embeddings", "multiply_by_sqrt_depth"),
    *("scale_outputs", "start_from_zero_embedding", "queries_scale"),
    *("relative_attention_max_distance", "with_source_bos", "with_source_eos", "with_target_bos"),
)
"""Attributes that are read."""
_HARMLESS = (
    *("alignment_layer", "alignment_heads", "embeddings_merge"),
    *("alibi_use_positive_positions", "scale_alibi"),
)
"""Which attention is an alignment, how several tables are merged, and what ``alibi`` would do."""
_OFF = ("alibi", "multi_query_attention", "layer_norm_use_residual")
"""Attributes of networks that are not known here; they are stored even where they are off."""


def _config(
    folder: HubFolder, file: CTranslate2File, vocabularies: tuple[Vocabulary, Vocabulary]
) -> ModelConfig:
    first, (src, tgt) = "{}/layer_0/self_attention/", vocabularies
    d_model = file.shape(TARGET, family=FAMILY)[1]
    heads = int(file.of_both("num_heads", SPECS[file.spec]))
    d_ff, _ = file.shape("encoder/layer_0/ffn/linear_0/weight", family=FAMILY)
    width = file.shape(f"{first.format('encoder')}linear_0/weight", family=FAMILY)[0] // 3
    d_k = width // max(heads, 1)
    layer_norm = file.both_have(f"{first}layer_norm/beta")
    activation = file.of_both("activation", 0)
    if activation not in _ACTIVATIONS:
        raise ForeignModelError(
            "Unknown activation {value}; supported: {known}.",
            value=f"{activation:g}",
            known=", ".join(f"{number} ({name})" for number, name in _ACTIVATIONS.items()),
        )
    return ModelConfig(
        n_layers=file.depth("encoder"),
        decoder_layers=file.depth("decoder"),
        n_heads=heads,
        d_model=d_model,
        d_kv=None if d_k * heads == d_model else d_k,
        d_ff=d_ff,
        norm="pre" if file.of_both("pre_norm", 1) else "post",
        norm_type="layer" if layer_norm else "rms",
        norm_epsilon=_epsilon(folder, 1e-5 if layer_norm else 1e-6),
        final_norm=file.both_have("{}/layer_norm/gamma"),
        scaled_embedding=_is_scaled(file, math.sqrt(d_model)),
        embedding_norm=file.both_have("{}/layernorm_embedding/gamma"),
        scaled_scores=_is_divided(file, d_k),
        activation=_ACTIVATIONS[int(activation)],
        gated=file.both_have("{}/layer_0/ffn/linear_0_noact/weight"),
        biases=file.both_have(f"{first}linear_0/bias"),
        output_bias=f"{OUTPUT}/bias" in file.shapes,
        tie_embeddings=file.root(f"{OUTPUT}/weight") == file.root(TARGET),
        share_embeddings=file.root(_source_table(file)) == file.root(TARGET) and src is tgt,
        forbidden=tgt.forbidden,
        **_positions(file),
    )


def _epsilon(folder: HubFolder, default: float) -> float:
    told = folder.config.get("layer_norm_epsilon")
    if told is None:
        return default
    if not values.is_number(told):
        raise ForeignModelError(
            "{path}: {name} ({value!r}) must be a number.",
            path=folder.options.place,
            name="layer_norm_epsilon",
            value=told,
        )
    return float(told)


def _positions(file: CTranslate2File) -> dict[str, Any]:
    bias = file.shapes.get(BIAS.format("encoder", 0))
    if bias is not None:
        distance = int(file.of_layers("relative_attention_max_distance", 128))
        relative = {"relative_buckets": bias[0], "relative_distance": distance}
        return {"positions": "relative", "max_len": _COMPUTED_LENGTH, **relative}
    if file.both_have(TABLE):
        lengths = [file.shape(TABLE.format(stack), family=FAMILY)[0] for stack in STACKS]
        return {"positions": "given", "max_len": min(lengths)}
    computed = {"sinusoids": "halves", "closed_sinusoids": True, "position_offset": 1}
    return {"positions": "sinusoidal", "max_len": _COMPUTED_LENGTH, **computed}


def _is_scaled(file: CTranslate2File, root: float) -> bool:
    factor = _agreed("scale_embeddings", [_factor(file, stack, root) for stack in STACKS])
    return factor != 1 and _is_root("scale_embeddings", factor, root)


def _factor(file: CTranslate2File, stack: Stack, root: float) -> float:
    """Of the embeddings: from a switch, or the factor itself; √d_model by default."""
    old = "/multiply_by_sqrt_depth"
    for name in ("scale_embeddings", f"embeddings{old}", f"embeddings_0{old}"):
        found = file.attributes.get(f"{stack}/{name}")
        if found is not None and f"{stack}/{name}" in file.flags:
            return root if found else 1.0
        if found is not None:
            return found
    return root


def _is_divided(file: CTranslate2File, d_k: int) -> bool:
    """True if queries are multiplied by 1/√d_k (the default), False if by 1."""
    found = file.of_layers("queries_scale", 0)
    if found in {0, 1}:
        return not found
    return _is_root("queries_scale", found, 1 / math.sqrt(max(d_k, 1)))


def _is_root(name: str, found: float, expected: float) -> bool:
    if not math.isclose(found, expected, rel_tol=1e-3):  # it may be stored in 16 bits
        raise ForeignModelError(
            "{name} ({found}) must be 1 or {expected}.", name=name, found=found, expected=expected
        )
    return True


def _source_table(file: CTranslate2File) -> str:
    """The first table, if a word has several features; the others are not placed."""
    first = "encoder/embeddings_0/weight"
    return first if first in file.shapes else "encoder/embeddings/weight"


def _check_attributes(file: CTranslate2File) -> None:
    """Raise ForeignModelError for attributes that change the network and are not supported."""
    for name, value in file.attributes.items():
        last = name.rpartition("/")[2]
        if last not in {*_KNOWN, *_HARMLESS} and not (last in _OFF and not value):
            raise ForeignModelError(
                "The {family} model has the attribute {name} ({value}), which is not supported.",
                family=FAMILY,
                name=name,
                value=f"{value:g}",
            )


# ------------------------------------------------------------------------------------- ctranslate2


class CTranslate2Folder(HubFolder):
    """One that may have no configuration: older ones have none."""

    @cached_property
    def config(self) -> dict[str, Any]:
        """``config.json``, empty if missing; raises ForeignModelError if it is not an object."""
        return self.json("config.json")

    @property
    def is_one(self) -> bool:
        return self.has(CTRANSLATE2_MODEL) and not self.family


def read_ctranslate2(folder: CTranslate2Folder, answers: Answers) -> Recognised:
    """Build the network from the stored switches; packed projections are split."""
    file = CTranslate2File(folder.file(CTRANSLATE2_MODEL))
    if file.spec not in SPECS:
        raise ForeignModelError(
            "{path} is a {family} model of the kind {spec!r}; supported: {known}.",
            path=folder.path,
            family=FAMILY,
            spec=file.spec,
            known=", ".join(name for name in SPECS if name),
        )
    _check_attributes(file)
    table = _source_table(file)
    sources = _vocabulary_pieces(folder, "source", file.shape(table, family=FAMILY)[0])
    targets = _vocabulary_pieces(folder, "target", file.shape(TARGET, family=FAMILY)[0])
    src_vocabulary = tgt_vocabulary = _in_order(
        folder, targets, _target_start(folder, file, targets, answers)
    )
    if sources != targets:
        told = folder.config.get("decoder_start_token", "<s>")
        start = told if told in sources else _named(folder, "bos_token")
        src_vocabulary = _in_order(folder, sources, start)
    vocabularies = src_vocabulary, tgt_vocabulary
    config = _config(folder, file, vocabularies)
    ends = _source_ends(folder, file.attributes, sources, answers)
    src, tgt = _tokenizers(folder, vocabularies, ends, answers)
    tables = TableNames(table, TARGET, f"{OUTPUT}/weight", f"{OUTPUT}/bias")
    positions = first_rows(TABLE.format("{stack}"), 0, config.max_len)
    names = {**_NAMES, "{side}_embedding.positions.table": positions}
    kinds = {"kinds": ("/weight", "/bias"), "norm_kinds": ("/gamma", "/beta")}
    places = placed(config, names, tables, vocabularies, **kinds)
    factor = file.attributes.get("decoder/scale_outputs", 1.0)
    if factor != 1:  # the logits are multiplied by it: the last norm can do that
        for name in (name for name in places if name.startswith("decoder_norm.")):
            places[name] = scaled(places[name], factor)
    used = {file.root(name) for place in places.values() for name in place.names}
    return Recognised(
        family=FAMILY,
        file=file,
        config=config,
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        places=places,
        left_out=[name for name in file.shapes if file.root(name) in used],
    )
