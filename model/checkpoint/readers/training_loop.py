"""Models saved by a user's own training loop: known layers, tokens and settings."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args

import torch
from torch import Tensor

from model import values
from model.checkpoint.readers.hub_tokenizers import check_rows, pieces_in_order
from model.checkpoint.readers.options import plain
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TableNames,
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
    **{
        f"{side}{role}": re.compile(rf"({before}_)?({words})(_token)?(_idx|_id|_index)")
        for side, before in (("", "(tgt|trg)"), ("src-", "src"))
        for role, words in (
            *(("pad", "pad"), ("start", "bos|sos|start")),
            *(("end", "eos|end"), ("unknown", "unk")),
        )
    },
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


class _Positions(NamedTuple):
    """Where the positions come from.

    Attributes:
        kind: one of :data:`KINDS`.
        source, target: their tables, where they are some.
        length: positions that both tables have.
        copies: tables that say what is computed, or what another one says.
    """

    kind: str
    source: str | None = None
    target: str | None = None
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

    def bias(self, name: str) -> str:
        """The bias beside a matrix, with one value per row; empty if there is none."""
        beside = f"{name.removesuffix('weight')}bias"
        return beside if self.file.shapes.get(beside) == self.file.shapes[name][:1] else ""

    def _is_table(self, shape: tuple[int, ...]) -> bool:
        return len(shape) == 2 and shape[0] > 0 and shape[1] == self.d_model


def _ask_tables(outside: Outside, answers: Answers) -> tuple[TableNames, _Positions]:
    """Tables by names and shapes, asked for if ambiguous."""
    positions = _ask_positions(outside, answers)
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
    return TableNames(source, target, output, outside.bias(output)), positions


def _ask_positions(outside: Outside, answers: Answers) -> _Positions:
    shapes, load = outside.file.shapes, outside.file.load
    stored = [n for n in outside.positions if len(shapes[n]) == 3 or _POSITIONS.search(n)]
    told = _kind(outside, stored) or loop_options(outside.file).get("positions")
    kind = answers.choice("positions", KINDS, told=told)
    if kind not in {"learned", "given"}:
        layout: Sinusoids = "halves" if kind == "halves" else "interleaved"
        same = [name for name in stored if _is_computed(load(name), layout)]
        return _Positions(kind, copies=() if kind == "none" else same)
    if not outside.positions:
        raise ForeignModelError(
            "No position table found: no tensor outside the layers has width {width}.",
            width=outside.d_model,
        )
    one = stored if all(_agree(load(stored[0]), load(name)) for name in stored) else []
    source, target = (
        answers.choice(
            f"{side}-positions",
            _first(outside.positions, *stored[:1]),
            told=_of_side(stored, *by) or next(iter(one), None),
        )
        for side, by in (("src", (_SOURCE, _TARGET)), ("tgt", (_TARGET, _SOURCE)))
    )
    # a table may have a dimension of size 1 before or after its rows
    length = min(max(shapes[name][:-1]) for name in (source, target))
    copies = [name for name in one if name not in {source, target}]
    return _Positions(kind, source, target, length, copies)


def _agree(first: Tensor, second: Tensor) -> bool:
    """True if two tables of positions are equal in their common rows."""
    one, other = flat_table(first), flat_table(second)
    rows = min(len(one), len(other))
    return torch.equal(one[:rows], other[:rows])


def _kind(outside: Outside, stored: Sequence[str]) -> str | None:
    # A table of sinusoids was computed; any other was trained.
    if not stored:
        return None
    ways = [(layout, closed) for layout in get_args(Sinusoids) for closed in (False, True)]
    tables = map(outside.file.load, stored)
    same = all(any(_is_computed(table, *way) for way in ways) for table in tables)
    return "given" if same else "learned"


def _is_computed(table: Tensor, layout: Sinusoids, closed: bool = False) -> bool:
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

_ENDS = ("both", "end", "none")
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


def ask_tokens(
    answers: Answers, said: Mapping[str, str], *, source: int, target: int, shared: bool
) -> tuple[Tokens, Tokens]:
    """Tokens of source and target for tables of these sizes; ``shared``: one table.

    ``said``: answers from the loop's own options.
    """
    src_path = answers.path("src-vocab")
    tgt_path = answers.path("tgt-vocab", told=src_path if shared else None)
    ends = answers.choice("source-ends", _ENDS)
    tgt = _side(answers, said, "", tgt_path, target, "both")
    same = shared and src_path == tgt_path
    src = tgt if same else _side(answers, said, "src-", src_path, source, ends)
    return _tokens(src, ends), _tokens(tgt, "end")


class _Side(NamedTuple):
    special: SpecialIds
    vocabulary: Vocabulary
    cut: Cut


def _side(
    answers: Answers, said: Mapping[str, str], place: str, path: Path | None, rows: int, ends: str
) -> _Side:
    """``place`` is what the names of this side's questions begin with."""
    pieces, cut = _asked_pieces(answers, "src" if place else "tgt", path, rows)
    last = len(pieces) - 1

    def told(role: str) -> int | None:
        found = {_named(role, pieces), whole_number(said, f"{place}{role}")} - {None}
        return found.pop() if len(found) == 1 else None

    def asked(role: str) -> int:
        usual = min([*_TOKEN_NAMES].index(role), last)
        name = f"{place}{role}"
        return answers.number(name, default=usual, smallest=0, largest=last, told=told(role))

    def asked_unknown() -> int | None:
        known = told("unknown")
        ids = sorted({*range(min(_FIRST, len(pieces))), *([] if known is None else [known])})
        said = None if known is None else str(known)
        answer = answers.choice(f"{place}unknown", ("none", *map(str, ids)), told=said)
        return None if answer == "none" else int(answer)

    special = SpecialIds(  # those that surround no sentence are not asked for
        pad=asked("pad"),
        start=asked("start") if ends == "both" else _named("start", pieces),
        end=_named("end", pieces) if ends == "none" else asked("end"),
        unknown=asked_unknown(),
    )
    return _Side(special, in_our_order(pieces, special), cut)


def _tokens(side: _Side, ends: str) -> Tokens:
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
    pieces, cut = _read(path, rows) if path else (pieces_in_order({}, rows), None)
    if cut is not None:
        return pieces, cut
    told = "characters and spaces" if " " in pieces else None
    return pieces, _CUTS[answers.choice(f"{side}-tokens", tuple(_CUTS), told=told)]


def _named(role: str, pieces: Sequence[str]) -> int | None:
    found = [index for index, piece in enumerate(pieces) if piece.lower() in _TOKEN_NAMES[role]]
    return found[0] if len(found) == 1 else None


def _read(path: Path, rows: int) -> tuple[Sequence[str], Cut | None]:
    """Pieces by foreign id, and how a text is cut into them; None: a list does not say."""
    check_file(path)
    content = read_file(path, most=LARGEST_MODEL)
    if path.suffix in {".model", ".spm"}:
        model = SentencePieceCut(content)
        return _numbered(path, model.ids, rows), model
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ForeignModelError("{path} is not UTF-8.", path=path) from error
    if path.suffix == ".json":
        return _from_json(path, text, rows)
    tokens = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    check_rows(path, len(tokens), rows)
    return tokens, None


def _from_json(path: Path, text: str, rows: int) -> tuple[Sequence[str], Cut | None]:
    try:
        read = values.read(dict[str, Any], json.loads(text), path.name)
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if "model" in read and not isinstance(read["model"], int):
        fast = TokenizerJsonCut(text)
        return _numbered(path, fast.ids, rows), fast
    ids = values.read(dict[str, values.Count], read, path.name)
    for index, times in Counter(ids.values()).items():
        if times > 1:
            raise ForeignModelError("{path} gives the id {id} to two tokens.", path=path, id=index)
    return _numbered(path, ids, rows), None


def _numbered(path: Path, ids: Mapping[str, int], rows: int) -> list[str]:
    last = max(ids.values(), default=-1)
    if last < 0 or last >= rows:  # a table may have spare rows without a token
        check_rows(path, last + 1, rows)
    return pieces_in_order(ids, rows)


# -------------------------------------------------------------------------------------- loop model

_NUMBERS = re.compile(r"(^|[._])(position_ids|positions)$")
_MASK = re.compile(r"(^|[._])\w*mask$")
_OPEN = re.compile(r"(^|[._])(src|enc|mem)")
"""Of masks: which of them are to hide nothing, as the others hide the future."""


def loop_model(
    outside: Outside, answers: Answers, *, family: str, places: TensorPlaces, **switches: Any
) -> Recognised:
    """The whole model; ``places`` and ``switches`` are those of the layers."""
    file = outside.file
    tables, positions = _ask_tables(outside, answers)
    shared = file.same(tables.source, tables.target)
    source, target, output = (file.shapes[name][0] for name in tables[:3])
    if output != target:
        raise ForeignModelError(
            "{output} has {rows} rows, but {table}, the target embedding, has {others}.",
            output=tables.output,
            rows=output,
            table=tables.target,
            others=target,
        )
    said = loop_options(file)
    src, tgt = ask_tokens(answers, said, source=source, target=target, shared=shared)
    vocabularies = (src.vocabulary, tgt.vocabulary)
    kind: dict[str, Any] = {"positions": positions.kind}
    if positions.kind in {"sinusoidal", "halves"}:
        layout = "halves" if positions.kind == "halves" else "interleaved"
        kind = {"positions": "sinusoidal", "sinusoids": layout}
    config = ModelConfig(
        max_len=positions.length,
        output_bias=bool(tables.bias),
        tie_embeddings=file.same(tables.target, tables.output),
        share_embeddings=shared and src.vocabulary == tgt.vocabulary,
        forbidden=tgt.vocabulary.forbidden,
        **kind,
        **switches,
    )
    places |= placed(config, {}, tables, vocabularies)
    for side, name in (("src", positions.source), ("tgt", positions.target)):
        if name is not None:
            places[f"{side}_embedding.positions.table"] = position_rows(name, config.max_len)
    return Recognised(
        family=family,
        file=file,
        config=config,
        src_tokenizer=src.tokenizer,
        tgt_tokenizer=tgt.tokenizer,
        places=places,
        left_out=(  # tables that are copies, where they are not used
            *(tables.source, tables.output, *positions.copies),
            *(name for name in file.shapes if _is_implied(file, name)),
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
    answers: Answers, d_model: int, told: Mapping[str, str], *, epsilons: Sequence[str]
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
