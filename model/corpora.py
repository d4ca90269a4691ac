"""Reading sentence pairs: TSV, or a pair of line-aligned files, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from model.messages import CorpusError, Message
from model.words import normalise


class Pair(NamedTuple):
    """A source sentence and its target."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that was left out, and why."""

    line: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs with what was left out while reading them.

    ``heldout`` pairs are never trained on: they are for validation.
    """

    name: str
    pairs: tuple[Pair, ...]
    heldout: tuple[Pair, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    @property
    def report(self) -> Message | None:
        """One sentence on what was left out, or None."""
        if not self.dropped:
            return None
        first = self.dropped[0]
        return Message(
            "{name}: {dropped} of {lines} lines were left out; "
            "the first is line {line} ({reason}).",
            {
                "name": self.name,
                "dropped": len(self.dropped),
                "lines": len(self.pairs) + len(self.heldout) + len(self.dropped),
                "line": first.line,
                "reason": first.reason,
            },
        )


def read_tsv(path: Path) -> Corpus:
    """Pairs from lines of ``source TAB target``; further columns are ignored.

    Raises:
        CorpusError: the file cannot be read, or holds no pair.
    """
    return _collect(path.name, (_columns(line) for line in read_lines(path)))


def read_aligned(source: Path, target: Path) -> Corpus:
    """Pairs from two files in which line *n* of one translates line *n* of the other.

    Raises:
        CorpusError: a file cannot be read, or there is no pair.
    """
    lines = zip_longest(read_lines(source), read_lines(target))
    name = f"{source.name}, {target.name}"
    return _collect(name, (_aligned(left, right) for left, right in lines))


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a UTF-8 text file, plain or ``.gz``, without their ends.

    Raises:
        CorpusError: the file is missing, not readable, not UTF-8 or not gzip.
    """
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        text = data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CorpusError("{path} cannot be read: {reason}.", path=path, reason=reason) from error
    except UnicodeDecodeError as error:
        raise CorpusError(
            "{path} is not UTF-8 text (byte {position}).", path=path, position=error.start
        ) from error
    yield from text.removesuffix("\n").split("\n") if text else ()


def _columns(line: str) -> tuple[str, str] | Message:
    columns = line.rstrip("\r").split("\t")
    if not line.strip():
        return Message("empty")
    if len(columns) < 2:
        return Message("no tab between source and target")
    return columns[0], columns[1]


def _aligned(left: str | None, right: str | None) -> tuple[str, str] | Message:
    if left is None or right is None:
        return Message("the other file has no such line")
    return left, right


def _collect(name: str, lines: Iterable[tuple[str, str] | Message]) -> Corpus:
    pairs: list[Pair] = []
    dropped: list[Dropped] = []
    for number, line in enumerate(lines, start=1):
        pair = line if isinstance(line, Message) else _pair(*line)
        if isinstance(pair, Pair):
            pairs.append(pair)
        else:
            dropped.append(Dropped(number, pair))
    if not pairs:
        raise CorpusError(
            "{name} holds no sentence pair ({reason}). Each line needs a source, a tab, a target.",
            name=name,
            reason=_why_nothing(dropped),
        )
    return Corpus(name, tuple(pairs), dropped=tuple(dropped))


def _pair(source: str, target: str) -> Pair | Message:
    pair = Pair(normalise(source), normalise(target))
    if not pair.source:
        return Message("empty source")
    return pair if pair.target else Message("empty target")


def _why_nothing(dropped: list[Dropped]) -> Message:
    if not dropped:
        return Message("it is empty")
    first = dropped[0]
    return Message("line {line}: {reason}", {"line": first.line, "reason": first.reason})
