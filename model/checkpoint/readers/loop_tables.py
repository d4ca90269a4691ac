"""LoopTables that stand outside of the layers, under names of somebody's own: which is what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

import torch
from torch import Tensor

from model.checkpoint.readers.loop_options import loop_options
from model.checkpoint.readers.places import flat_table
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import Sinusoids
from model.network.positional import sinusoidal_table

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
"""Rows by which a table of sinusoids is known."""


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
        """The same, and ``[1, rows, d_model]`` or ``[rows, 1, d_model]``, which no embedding is."""
        return tuple(
            name
            for name in self.names
            if self._is_table(shape := self.file.shapes[name])
            or (len(shape) == 3 and 1 in shape[:2] and shape[2] == self.d_model)
        )

    def bias(self, name: str) -> str | None:
        """That stands beside a matrix and has a number for each of its rows."""
        beside = f"{name.removesuffix('weight')}bias"
        rows = self.file.shapes[name][:1]
        return beside if self.file.shapes.get(beside) == rows else None

    def equal(self, first: str, second: str) -> bool:
        """Whether two names are those of one table, or of a copy."""
        return self.file.same(first, second)

    def agree(self, first: str, second: str) -> bool:
        """Whether two tables of positions are the same as far as both go."""
        one, other = (flat_table(self.file.load(name)) for name in (first, second))
        rows = min(len(one), len(other))
        return torch.equal(one[:rows], other[:rows])

    def _is_table(self, shape: tuple[int, ...]) -> bool:
        return len(shape) == 2 and shape[0] > 0 and shape[1] == self.d_model


def ask_tables(outside: Outside, answers: Answers) -> LoopTables:
    """What names and shapes tell is told; what they leave open is asked.

    Raises:
        ForeignModelError: there is no table for a role.
    """
    positions = ask_positions(outside, answers)
    taken = {positions.source, positions.target, *positions.copies}
    tables = [name for name in outside.tables if name not in taken]
    if not tables:
        raise ForeignModelError(
            "Beside the layers there is no table of {width} columns: none of {names} is an "
            "embedding.",
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
    """Which kind, and from which tables.

    Raises:
        ForeignModelError: they are to be a table, and there is none.
    """
    stored = _stored(outside)
    told = _kind(outside, stored) or loop_options(outside.file).get("positions")
    kind = answers.choice("positions", KINDS, told=told)
    if kind not in {"learned", "given"}:
        layout: Sinusoids = "halves" if kind == "halves" else "interleaved"
        same = [name for name in stored if _is_computed(outside.file.load(name), layout)]
        return _Positions(kind, copies=() if kind == "none" else same)
    if not outside.positions:
        raise ForeignModelError(
            "There is no table of positions: nothing beside the layers is {width} wide.",
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
    """Of a table that may have a dimension of 1 before or after its rows."""
    return max(file.shapes[name][:-1])


def _stored(outside: Outside) -> list[str]:
    """What can be nothing but a table of positions, by its shape or its name."""
    return [
        name
        for name in outside.positions
        if len(outside.file.shapes[name]) == 3 or _POSITIONS.search(name)
    ]


def _kind(outside: Outside, stored: Sequence[str]) -> str | None:
    """A table of sinusoids was computed; any other was trained."""
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
    """By its first rows."""
    first = flat_table(table)[:_COMPARED].float()
    expected = sinusoidal_table(*first.shape, layout=layout, closed=closed)
    return torch.allclose(first, expected, atol=1e-2)


def _output(outside: Outside, tables: Sequence[str]) -> str | None:
    """The one matrix that has a bias, or the name of an output."""
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
    """By names; or, of two tables, the target's has as many rows as the output."""
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
    """The only one, or the one whose name says this side and not the other."""
    if len(names) == 1:
        return names[0]
    plain = {name: _ENCODES.sub("", name) for name in names}
    found = [name for name, text in plain.items() if own.search(text) and not other.search(text)]
    return found[0] if len(found) == 1 else None


def _first(names: Iterable[str], *leading: str) -> tuple[str, ...]:
    """The same names, beginning with what an open question shows."""
    return tuple(dict.fromkeys((*leading, *names)))
