"""Models saved by a user's own training loop: known layers, tokens and settings."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import torch
from torch import Tensor

from model import values
from model.checkpoint.readers.hub_tokenizers import pieces_in_order
from model.checkpoint.readers.options import plain
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    Tables,
    TensorPlaces,
    Vocabulary,
    flat_table,
    in_our_order,
    placed,
    position_rows,
)
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile, check_file, damaged
from model.config import Activation, ModelConfig, Norm, Sinusoids
from model.files import read_file
from model.network.layers import sinusoidal_table
from model.special_tokens import EOS_ID
from model.text.cut import Cut
from model.text.foreign_cuts import LARGEST_MODEL, SentencePieceCut, TokenizerJsonCut, WordCut
from model.text.piece_tokenizer import PieceTokenizer

# ------------------------------------------------------------------------------------ loop options
# What somebody's training loop kept of its own options, beside the tensors.


_HELD = re.compile(
    r"(model_?)?(config|cfg|args|arg|opts?|options|hparams|params|kwargs|settings|hyper_?parameters)"
    r"|hyper_?params|model|transformer|network|architecture",
    re.IGNORECASE,
)
"""Names under which options are stored; else they are beside the tensors."""

_NAMES: Mapping[str, re.Pattern[str]] = {
    "heads": re.compile(r"n_?heads?|num_(attention_)?heads|(attention_)?heads"),
    "norm": re.compile(r"norm_first|pre_?(layer_?)?norm|pre_ln|normalize_before|norm"),
    "activation": re.compile(r"(hidden_)?act(ivation)?(_fn|_function)?"),
    "epsilon": re.compile(r"(layer_?)?norm_eps(ilon)?|ln_eps"),
    "scaled": re.compile(r"scaled?_emb(edding)?s?|emb(edding)?_scale"),
    "positions": re.compile(r"pos(itional|ition)?_?(encodings?|embeddings?|type)?"),
    "pad": re.compile(r"((tgt|trg)_)?pad(_token)?(_idx|_id|_index)"),
    "src-pad": re.compile(r"(src_)?pad(_token)?(_idx|_id|_index)"),
    "start": re.compile(r"((tgt|trg)_)?(bos|sos|start)(_token)?(_idx|_id|_index)"),
    "src-start": re.compile(r"(src_)?(bos|sos|start)(_token)?(_idx|_id|_index)"),
    "end": re.compile(r"((tgt|trg)_)?(eos|end)(_token)?(_idx|_id|_index)"),
    "src-end": re.compile(r"(src_)?(eos|end)(_token)?(_idx|_id|_index)"),
    "unknown": re.compile(r"((tgt|trg)_)?unk(_token)?(_idx|_id|_index)"),
    "src-unknown": re.compile(r"(src_)?unk(_token)?(_idx|_id|_index)"),
}
"""By the question that they answer, in lower case."""

_NUMBER = re.compile(r"\d*\.?\d+(e-?\d{1,2})?")
_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")
_WORDS: Mapping[str, tuple[str, str]] = {"norm": ("pre", "post"), "scaled": ("yes", "no")}
"""What a yes or no means."""
_DEEPEST, _DIGITS = 3, 9


def loop_options(file: TensorFile) -> dict[str, str]:
    """Answers from a file's own options, by question; contradictory ones are dropped."""
    found: dict[str, set[str]] = {}
    for name, value in _plain_values(file.others, 0):
        for question, pattern in _NAMES.items():
            answer = _answer(question, name, value) if pattern.fullmatch(name.lower()) else None
            if answer is not None:
                found.setdefault(question, set()).add(answer)
    return {question: told.pop() for question, told in found.items() if len(told) == 1}


def whole_number(told: Mapping[str, str], name: str) -> int | None:
    text = told.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else None


def _plain_values(kept: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in kept.items():
        if isinstance(value, str | int | float):
            yield name, value
        elif _HELD.fullmatch(name) and depth < _DEEPEST:
            yield from _plain_values(plain(value), depth + 1)


def _answer(question: str, name: str, value: str | float) -> str | None:
    text = str(value).lower()
    if question in _WORDS:
        yes, no = _WORDS[question]
        flags = {**dict.fromkeys(_TRUE, yes), **dict.fromkeys(_FALSE, no)}
        return ({} if name == "norm" else flags).get(text, text if text in {yes, no} else None)
    if question == "epsilon":
        return f"{float(text):g}" if _NUMBER.fullmatch(text) else None
    if question == "positions":
        return text if text in {"sinusoidal", "learned"} else None
    return {"swish": "silu", "gelu_new": "gelu_tanh"}.get(text, text)


# ------------------------------------------------------------------------------------- loop tables
# LoopTables that stand outside of the layers, under names of somebody's own: which is what.


KINDS = ("sinusoidal", "halves", "learned", "given", "none")
"""Of positions: computed in two ways, a table that is trained or is not, or nothing."""

_SOURCE = re.compile(r"src|source|enc", re.IGNORECASE)
_TARGET = re.compile(r"tgt|trg|target|dec", re.IGNORECASE)
_POSITIONS = re.compile(r"pos|(^|[._])w?pe($|[._])", re.IGNORECASE)
_ENCODES = re.compile(r"pos\w*?[._]?enc\w*", re.IGNORECASE)
"""A positional encoding says nothing of the encoder."""
_OUTPUT = re.compile(
    r"generator|out|head|logit|classif|(^|[._])(fc|proj|linear|lin)", re.IGNORECASE
)
_COMPARED = 16
"""Number of rows compared with sinusoids."""


class LoopTables(NamedTuple):
    """By their roles; one tensor may have several.

    Attributes:
        bias: of the output, if it has one.
        positions: one of :data:`KINDS`.
        src_positions, tgt_positions: where positions are a table.
        length: positions that both tables have.
        copies: tables of positions that say what is computed, or what another one says.
    """

    source: str
    target: str
    output: str
    bias: str | None
    positions: str
    src_positions: str | None = None
    tgt_positions: str | None = None
    length: int = 1024
    copies: Sequence[str] = ()


@dataclass(frozen=True)
class Outside:
    """Tensors outside of the layers, those that are ``d_model`` wide."""

    file: TensorFile
    d_model: int
    names: Sequence[str]

    @property
    def tables(self) -> tuple[str, ...]:
        """Matrices ``[rows, d_model]``."""
        return tuple(name for name in self.names if self._is_table(self.file.shapes[name]))

    @property
    def positions(self) -> tuple[str, ...]:
        """As :attr:`tables`, and ``[1, rows, d_model]`` or ``[rows, 1, d_model]``."""
        return tuple(
            name
            for name in self.names
            if self._is_table(shape := self.file.shapes[name])
            or (len(shape) == 3 and 1 in shape[:2] and shape[2] == self.d_model)
        )

    def bias(self, name: str) -> str | None:
        """The bias beside a matrix, with one value per row."""
        beside = f"{name.removesuffix('weight')}bias"
        rows = self.file.shapes[name][:1]
        return beside if self.file.shapes.get(beside) == rows else None

    def equal(self, first: str, second: str) -> bool:
        return self.file.same(first, second)

    def agree(self, first: str, second: str) -> bool:
        """True if two tables of positions are equal in their common rows."""
        one, other = (flat_table(self.file.load(name)) for name in (first, second))
        rows = min(len(one), len(other))
        return torch.equal(one[:rows], other[:rows])

    def _is_table(self, shape: tuple[int, ...]) -> bool:
        return len(shape) == 2 and shape[0] > 0 and shape[1] == self.d_model


def ask_tables(outside: Outside, answers: Answers) -> LoopTables:
    """Tables by names and shapes, asked for if ambiguous; raises ForeignModelError."""
    positions = ask_positions(outside, answers)
    taken = {positions.source, positions.target, *positions.copies}
    tables = [name for name in outside.tables if name not in taken]
    if not tables:
        raise ForeignModelError(
            "Outside the layers there is no table with {width} columns: none of {names} is "
            "an embedding.",
            width=outside.d_model,
            names=", ".join(outside.names[:8]) or "–",
        )
    told = _output(outside, tables)
    tokens = [name for name in tables if name != told] or tables
    src_told, tgt_told = _sides(outside, tokens, told)
    source = answers.choice("src-table", tables, told=src_told)
    known = not answers.questions[-1].open
    rest = [name for name in tokens if name != source] or [source]
    if known and len(rest) == 1:
        tgt_told = rest[0]
    target = answers.choice("tgt-table", _first(tables, rest[0]), told=tgt_told)
    if told is None and not answers.questions[-1].open and len({source, target, *tables}) < 3:
        told = target
    output = answers.choice("output-table", _first(tables, target), told=told)
    bias = outside.bias(output)
    return LoopTables(source, target, output, bias, *positions)


class _Positions(NamedTuple):
    kind: str
    source: str | None = None
    target: str | None = None
    length: int = 1024
    copies: Sequence[str] = ()


def ask_positions(outside: Outside, answers: Answers) -> _Positions:
    """Kind and tables of the positions; raises ForeignModelError if a table is missing."""
    stored = _stored(outside)
    told = _kind(outside, stored) or loop_options(outside.file).get("positions")
    kind = answers.choice("positions", KINDS, told=told)
    if kind not in {"learned", "given"}:
        layout: Sinusoids = "halves" if kind == "halves" else "interleaved"
        same = [name for name in stored if _is_computed(outside.file.load(name), layout)]
        return _Positions(kind, copies=() if kind == "none" else same)
    if not outside.positions:
        raise ForeignModelError(
            "No position table found: no tensor outside the layers has width {width}.",
            width=outside.d_model,
        )
    one = stored if all(outside.agree(stored[0], name) for name in stored) else []
    source, target = (
        answers.choice(
            f"{side}-positions",
            _first(outside.positions, *stored[:1]),
            told=_of_side(stored, *by) or next(iter(one), None),
        )
        for side, by in (("src", (_SOURCE, _TARGET)), ("tgt", (_TARGET, _SOURCE)))
    )
    length = min(rows_of(outside.file, name) for name in (source, target))
    copies = [name for name in one if name not in {source, target}]
    return _Positions(kind, source, target, length, copies)


def rows_of(file: TensorFile, name: str) -> int:
    """Rows of a table, which may have a dimension of size 1 before or after them."""
    return max(file.shapes[name][:-1])


def _stored(outside: Outside) -> list[str]:
    return [
        name
        for name in outside.positions
        if len(outside.file.shapes[name]) == 3 or _POSITIONS.search(name)
    ]


def _kind(outside: Outside, stored: Sequence[str]) -> str | None:
    # A table of sinusoids was computed; any other was trained.
    if not stored:
        return None
    same = all(_is_sinusoidal(outside.file.load(name)) for name in stored)
    return "given" if same else "learned"


def _is_sinusoidal(table: Tensor) -> bool:
    return any(
        _is_computed(table, layout, closed=closed)
        for layout in get_args(Sinusoids)
        for closed in (False, True)
    )


def _is_computed(table: Tensor, layout: Sinusoids, *, closed: bool = False) -> bool:
    first = flat_table(table)[:_COMPARED].float()
    expected = sinusoidal_table(*first.shape, layout=layout, closed=closed)
    return torch.allclose(first, expected, atol=1e-2)


def _output(outside: Outside, tables: Sequence[str]) -> str | None:
    for found in (
        [name for name in tables if outside.bias(name)],
        [name for name in tables if _OUTPUT.search(name) and not _POSITIONS.search(name)],
    ):
        if len(found) == 1:
            return found[0]
    return None


def _sides(
    outside: Outside, tokens: Sequence[str], output: str | None
) -> tuple[str | None, str | None]:
    source, target = _of_side(tokens, _SOURCE, _TARGET), _of_side(tokens, _TARGET, _SOURCE)
    if source is None and target is None and output and len(tokens) == 2:
        rows = outside.file.shapes[output]
        first, second = (outside.file.shapes[name] == rows for name in tokens)
        if first != second:
            target, source = tokens if first else reversed(tokens)
    if source is None and target and output and len(tokens) == 2:
        source = next(name for name in tokens if name != target)
    return source, target


def _of_side(names: Sequence[str], own: re.Pattern[str], other: re.Pattern[str]) -> str | None:
    if len(names) == 1:
        return names[0]
    plain = {name: _ENCODES.sub("", name) for name in names}
    found = [name for name, text in plain.items() if own.search(text) and not other.search(text)]
    return found[0] if len(found) == 1 else None


def _first(names: Iterable[str], *leading: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*leading, *names)))


# ------------------------------------------------------------------------------------- loop tokens
# The tokens of a model that only its own training loop knew: asked for, side by side.


Ends = Literal["both", "end", "none"]
"""What stands around a sentence of the source: start and end, the end, or nothing."""

_CUTS: Mapping[str, Cut] = {
    "words": WordCut(),
    "characters": WordCut(characters=True),
    "characters and spaces": WordCut(characters=True, blanks=True),
}
_TOKEN_NAMES: Mapping[str, frozenset[str]] = {
    "pad": frozenset(("<pad>", "[pad]", "<blank>")),
    "start": frozenset(("<s>", "<bos>", "<sos>", "<start>", "<go>", "[bos]", "[sos]", "[start]")),
    "end": frozenset(("</s>", "<eos>", "<end>", "[eos]", "[end]")),
    "unknown": frozenset(("<unk>", "[unk]", "<oov>", "<unknown>")),
}
"""What people call them, in lower case."""

_FIRST = 10
"""Ids among which an unknown token is offered: they stand at the beginning."""


class Tokens(NamedTuple):
    """Of one side."""

    vocabulary: Vocabulary
    tokenizer: PieceTokenizer


class _Pieces(NamedTuple):
    """Pieces by foreign id, and how a text is cut into them; None: a list does not say."""

    names: Sequence[str]
    cut: Cut | None


def ask_tokens(
    answers: Answers, said: Mapping[str, str], *, source: int, target: int, shared: bool
) -> tuple[Tokens, Tokens]:
    """Tokens of source and target for tables of these sizes; ``shared``: one table.

    ``said``: answers from the loop's own options.

    Raises:
        ForeignModelError: an answer cannot be used, or a vocabulary does not fit its table.
    """
    src_path = answers.path("src-vocab")
    tgt_path = answers.path("tgt-vocab", told=src_path if shared else None)
    ends: Ends = answers.choice("source-ends", get_args(Ends))  # type: ignore[assignment]
    tgt = _side(_Asking(answers, said, ""), tgt_path, target, "both")
    same = shared and src_path == tgt_path
    src = tgt if same else _side(_Asking(answers, said, "src-"), src_path, source, ends)
    return _tokens(src, ends), _tokens(tgt, "end")


class _Asking(NamedTuple):
    """For the special tokens of one side, whose questions begin with ``place``."""

    answers: Answers
    said: Mapping[str, str]
    place: str

    def id(self, role: str, pieces: Sequence[str]) -> int:
        last = len(pieces) - 1
        default = min([*_TOKEN_NAMES].index(role), last)
        told = self._told(role, pieces)
        name = f"{self.place}{role}"
        return self.answers.number(name, default=default, smallest=0, largest=last, told=told)

    def unknown(self, pieces: Sequence[str]) -> int | None:
        told = self._told("unknown", pieces)
        ids = sorted({*range(min(_FIRST, len(pieces))), *([] if told is None else [told])})
        answer = self.answers.choice(
            f"{self.place}unknown",
            ("none", *map(str, ids)),
            told=None if told is None else str(told),
        )
        return None if answer == "none" else int(answer)

    def _told(self, role: str, pieces: Sequence[str]) -> int | None:
        told = {_named(role, pieces), whole_number(self.said, f"{self.place}{role}")} - {None}
        return told.pop() if len(told) == 1 else None


class _Side(NamedTuple):
    special: SpecialIds
    vocabulary: Vocabulary
    cut: Cut


def _side(asking: _Asking, path: Path | None, rows: int, ends: Ends) -> _Side:
    # Special tokens that surround no sentence are not asked for.
    pieces, cut = _asked_pieces(asking.answers, "src" if asking.place else "tgt", path, rows)
    special = SpecialIds(
        pad=asking.id("pad", pieces),
        start=asking.id("start", pieces) if ends == "both" else _named("start", pieces),
        end=_named("end", pieces) if ends == "none" else asking.id("end", pieces),
        unknown=asking.unknown(pieces),
    )
    return _Side(special, in_our_order(pieces, special), cut)


def _tokens(side: _Side, ends: Ends) -> Tokens:
    special, vocabulary, cut = side
    start = special.start if ends == "both" else None
    tokenizer = PieceTokenizer(
        cut=cut,
        pieces=vocabulary.pieces,
        prefix=() if start is None else (vocabulary.ours(start),),
        suffix=() if ends == "none" else (EOS_ID,),
    )
    return Tokens(vocabulary, tokenizer)


def _asked_pieces(
    answers: Answers, side: str, path: Path | None, rows: int
) -> tuple[Sequence[str], Cut]:
    # Placeholders until a file is named: the question stays open and nothing is written.
    pieces = _read(path, rows) if path else _Pieces(pieces_in_order({}, rows), None)
    if pieces.cut is not None:
        return pieces.names, pieces.cut
    told = "characters and spaces" if " " in pieces.names else None
    return pieces.names, _CUTS[answers.choice(f"{side}-tokens", tuple(_CUTS), told=told)]


def _named(role: str, pieces: Sequence[str]) -> int | None:
    found = [index for index, piece in enumerate(pieces) if piece.lower() in _TOKEN_NAMES[role]]
    return found[0] if len(found) == 1 else None


def _read(path: Path, rows: int) -> _Pieces:
    check_file(path)
    content = read_file(path, most=LARGEST_MODEL)
    if path.suffix in {".model", ".spm"}:
        model = SentencePieceCut(content)
        return _Pieces(_fitting(path, model.ids, rows), model)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ForeignModelError("{path} is not UTF-8.", path=path) from error
    if path.suffix == ".json":
        return _from_json(path, text, rows)
    tokens = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if len(tokens) != rows:
        raise _unfitting(path, len(tokens), rows)
    return _Pieces(tokens, None)


def _from_json(path: Path, text: str, rows: int) -> _Pieces:
    try:
        read = values.mapping(path.name, json.loads(text))
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if "model" in read and not isinstance(read["model"], int):
        fast = TokenizerJsonCut(text)
        return _Pieces(_fitting(path, fast.ids, rows), fast)
    ids = {piece: values.whole()(path.name, index) for piece, index in read.items()}
    for index, times in Counter(ids.values()).items():
        if times > 1:
            raise ForeignModelError("{path} gives the id {id} to two tokens.", path=path, id=index)
    return _Pieces(_fitting(path, ids, rows), None)


def _fitting(path: Path, ids: Mapping[str, int], rows: int) -> list[str]:
    # A table may have spare rows without a token.
    if not ids or max(ids.values()) >= rows:
        raise _unfitting(path, max(ids.values(), default=-1) + 1, rows)
    return pieces_in_order(ids, rows)


def _unfitting(path: Path, tokens: int, rows: int) -> ForeignModelError:
    return ForeignModelError(
        "{path} has {tokens} tokens, but the model's table has {rows} rows.",
        path=path,
        tokens=tokens,
        rows=rows,
    )


# -------------------------------------------------------------------------------------- loop model
# A model of somebody's own training loop: known layers, and all around them that is asked.


EPSILONS = ("1e-05", "1e-06", "1e-08", "1e-12")
"""What norms add to the variance; the first is what torch's own add."""

_NUMBERS = re.compile(r"(^|[._])(position_ids|positions)$")
_MASK = re.compile(r"(^|[._])\w*mask$")
_OPEN = re.compile(r"(^|[._])(src|enc|mem)")
"""Of masks: which of them are to hide nothing, as the others hide the future."""


def loop_model(
    outside: Outside, answers: Answers, *, family: str, places: TensorPlaces, **switches: Any
) -> Recognised:
    """The whole model; ``places`` and ``switches`` are those of the layers.

    Raises:
        ForeignModelError: a table is missing, or an answer cannot be used.
        ConfigError: two sizes are inconsistent.
    """
    tables = ask_tables(outside, answers)
    shared = outside.equal(tables.source, tables.target)
    source, target, output = (outside.file.shapes[name][0] for name in tables[:3])
    if output != target:
        raise ForeignModelError(
            "{output} has {rows} rows, but {table}, the target embedding, has {others}.",
            output=tables.output,
            rows=output,
            table=tables.target,
            others=target,
        )
    said = loop_options(outside.file)
    src, tgt = ask_tokens(answers, said, source=source, target=target, shared=shared)
    config = ModelConfig(
        max_len=tables.length,
        output_bias=tables.bias is not None,
        tie_embeddings=outside.equal(tables.target, tables.output),
        share_embeddings=shared and src.vocabulary == tgt.vocabulary,
        forbidden=tgt.vocabulary.forbidden,
        **_positions(tables),
        **switches,
    )
    used = Tables(tables.source, tables.target, tables.output, tables.bias or "")
    around = placed(config, {}, used, (src.vocabulary, tgt.vocabulary))
    for side, name in (("src", tables.src_positions), ("tgt", tables.tgt_positions)):
        if name is not None:
            around[f"{side}_embedding.positions.table"] = position_rows(name, config.max_len)
    return Recognised(
        family=family,
        file=outside.file,
        config=config,
        src_tokenizer=src.tokenizer,
        tgt_tokenizer=tgt.tokenizer,
        places=places | around,
        left_out=(  # tables that are copies, where they are not used
            *(tables.source, tables.output, *tables.copies),
            *(name for name in outside.file.shapes if _is_implied(outside.file, name)),
        ),
    )


def _is_implied(file: TensorFile, name: str) -> bool:
    shape = [size for size in file.shapes[name] if size != 1]
    if _NUMBERS.search(name) and len(shape) <= 1:
        numbers = file.load(name).flatten()
        return bool((numbers == torch.arange(len(numbers))).all())
    if not _MASK.search(name) or len(shape) != 2 or shape[0] != shape[1]:
        return False
    marked = file.load(name).reshape(shape).bool()
    if _OPEN.search(name):
        return bool(marked.all() or not marked.any())
    future = torch.ones_like(marked).triu(1)
    return torch.equal(marked, future) or torch.equal(~marked, future)


def ask_switches(
    answers: Answers, d_model: int, told: Mapping[str, str], *, epsilons: Sequence[str] = EPSILONS
) -> dict[str, Any]:
    """Settings that shapes do not show: ``told`` answers by question, the rest is asked."""

    def choice(name: str, choices: Iterable[str]) -> str:
        also = [told[name]] if name == "epsilon" and name in told else []
        return answers.choice(name, tuple(dict.fromkeys((*choices, *also))), told=told.get(name))

    default = next(heads for heads in (8, 4, 2, 1) if d_model % heads == 0)
    return {
        "n_heads": answers.number(
            "heads", default=default, smallest=1, largest=d_model, told=whole_number(told, "heads")
        ),
        "norm": choice("norm", get_args(Norm)),
        "activation": choice("activation", get_args(Activation)),
        "norm_epsilon": float(choice("epsilon", epsilons)),
        "scaled_embedding": choice("scaled", ("yes", "no")) == "yes",
    }


def matrix(file: TensorFile, name: str) -> tuple[int, int]:
    """Rows and columns of a matrix; raises ForeignModelError if it is missing, or not a matrix."""
    shape = file.shapes.get(name, ())
    if len(shape) != 2:
        raise ForeignModelError("There is no matrix {name}.", name=name)
    return shape[0], shape[1]


def _positions(tables: LoopTables) -> dict[str, Any]:
    if tables.positions in {"sinusoidal", "halves"}:
        halves = tables.positions == "halves"
        return {"positions": "sinusoidal", "sinusoids": "halves" if halves else "interleaved"}
    return {"positions": tables.positions}
