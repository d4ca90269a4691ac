"""Reading sentence pairs: TSV, or a pair of line-aligned files, plain or gzipped."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, zip_longest
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from model.config import LARGEST_SIZE
from model.files import LARGEST_CORPUS, read_file, shown_name
from model.messages import CorpusError, Message
from model.steps import PIECE, run_through
from model.text.words import normalise

MOST_PACKED = 100
"""Maximum compression ratio of a corpus: that of real text is three to five."""

LONGEST_LINE = 4 * LARGEST_SIZE
"""Characters of a line: a source or a target has at most ``LARGEST_SIZE``, and may have columns
beside it."""

_LONGEST_BYTES = 4 * (LONGEST_LINE + 1)
_PART = 2**20
_FEW_BYTES = 2**20
"""That may always be unpacked."""
_BLOCK = 2**14
_ZEROS = bytes(2**20)
_PACKED, _FILLING = b"\x1f\x8b", re.compile(b"\0*")


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a UTF-8 text file, plain or ``.gz``, without line ends.

    Lines end with newlines; in a file without any, with carriage returns. A line longer than
    ``LONGEST_LINE`` is cut after one character more. Raises CorpusError if the file is missing, not
    readable, not UTF-8 or not gzip.
    """
    try:
        packed = path.suffix.lower() == ".gz"
        # text becomes half as large at least: what is larger would be too large anyway
        data = read_file(path, most=LARGEST_CORPUS // 2 if packed else LARGEST_CORPUS)
        data = _unpacked(path, data) if packed else data
        _check_text(data)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except UnicodeDecodeError as error:
        raise CorpusError(
            "{path} is not UTF-8 text (byte {position}).", path=path, position=error.start
        ) from error
    yield from _split(data)


def _check_text(data: bytes) -> None:
    """Raise UnicodeDecodeError for invalid UTF-8."""
    # In parts: one wide character makes a whole str two or four times as large.
    start = 0
    while start < len(data):
        part = data[start : start + _PART]
        try:
            start += codecs.utf_8_decode(part, "strict", start + _PART >= len(data))[1]
        except UnicodeDecodeError as error:
            error.start += start
            raise


def _split(data: bytes) -> Iterator[str]:
    # One by one: the decoded text would take a multiple of the memory.
    end = b"\n" if b"\n" in data else b"\r"
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    while start < len(data):
        stop = data.find(end, start)
        stop = len(data) if stop < 0 else stop
        # cut between the bytes of a character, perhaps: of one too many, then
        line = data[start : min(stop, start + _LONGEST_BYTES)].decode("utf-8", "ignore")
        yield line[: LONGEST_LINE + 1]
        start = stop + len(end)


def _unpacked(path: Path, data: bytes) -> bytes:
    # The size is counted first: the contents might fill the memory.
    most = min(LARGEST_CORPUS, max(_FEW_BYTES, MOST_PACKED * len(data)))
    size = 0
    for block in _blocks(data):
        size += len(block)
        if size > most:
            raise CorpusError(
                "{path} is too large: its {packed:,} bytes unpack to more than {most:,}.",
                path=path,
                packed=len(data),
                most=most,
            )
    return b"".join(_blocks(data))


def _blocks(data: bytes) -> Iterator[bytes]:
    """The decompressed blocks of one or several concatenated gzip members."""
    # Zeros may follow each member, and gzip's own reader examines them one by one.
    start = 0
    while start < len(data):
        if data[start : start + 2] != _PACKED:
            raise gzip.BadGzipFile("Not a gzipped file")
        unpacker = zlib.decompressobj(wbits=31)
        while not unpacker.eof:
            if start >= len(data):
                raise EOFError("it ends too early")
            yield unpacker.decompress(data[start : start + _BLOCK])
            start += _BLOCK
        start = min(start, len(data)) - len(unpacker.unused_data)
        while data.startswith(_ZEROS, start):
            start += len(_ZEROS)
        filled = _FILLING.match(data, start)
        start = filled.end() if filled else start


LONGEST_SENTENCE = LARGEST_SIZE
"""Characters of a source or a target: no model has places for more."""

QUOTED = 40
"""Characters of a bad line that an error quotes."""

_DIGITS = 16
_PIECE = 1000
"""Pairs that become JSON at once: some milliseconds."""

_CREDIT = re.compile(r"#\d+ \(([^()]*)\)")
"""One credit of a Tatoeba attribution: ``#3378092 (name)``."""


class Pair(NamedTuple):
    """A source sentence and its target."""

    source: str
    target: str


class _Row(NamedTuple):
    """A line as it stands in its file, or normalised."""

    source: str
    target: str
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that was left out, and why."""

    line: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs with what was left out while reading them.

    Attributes:
        heldout: pairs that are never trained on: they are for validation.
        dropped: lines that were left out, in their order.
        attributions: whose sentences each of ``pairs`` holds, as the file says it; empty where
            no line says it.
    """

    name: str
    pairs: tuple[Pair, ...]
    heldout: tuple[Pair, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    attributions: tuple[str, ...] = ()

    @property
    def contributors(self) -> tuple[str, ...]:
        found = {name for text in set(self.attributions) for name in _CREDIT.findall(text)}
        return tuple(sorted({normalise(name) for name in found} - {""}))

    @property
    def report(self) -> Message | None:
        if not self.dropped:
            return None
        return Message(
            "{name}: {dropped:,} of {lines:,} lines were skipped: {reasons}; the first is "
            "line {line}.",
            {
                "name": self.name,
                "dropped": len(self.dropped),
                "lines": len(self.pairs) + len(self.heldout) + len(self.dropped),
                "reasons": counted(self.dropped),
                "line": self.dropped[0].line,
            },
        )

    @property
    def fingerprint(self) -> str:
        """Identifies a corpus: 16 hexadecimal digits of a SHA-256 over all pairs, in order.

        It is computed of the ASCII-only JSON text ``[[["source", "target"], …], [["source",
        "target"], …]]``, training and held-out pairs, so that any program can compute it and no two
        corpora share a text. Name, attributions and left-out lines do not count.
        """
        read = hashlib.sha256()
        for text in ("[[", *_as_json(self.pairs), "], [", *_as_json(self.heldout), "]]"):
            read.update(text.encode("ascii"))
        return read.hexdigest()[:_DIGITS]

    def without(self, reasons: Mapping[int, Message], *, heldout: Sequence[int] = ()) -> Corpus:
        """Drop the pairs that have a reason, hold out others; pairs are given by index.

        Line numbers are right while no pair is held out: every line is a pair or dropped.
        """
        gone = {line.line for line in self.dropped}
        numbers = range(1, len(self.pairs) + len(gone) + 1)
        lines = [number for number in numbers if number not in gone]
        out = {*reasons, *heldout}
        kept = [index for index in range(len(self.pairs)) if index not in out]
        left_out = [Dropped(lines[index], reason) for index, reason in reasons.items()]
        return replace(
            self,
            pairs=tuple(self.pairs[index] for index in kept),
            heldout=(*self.heldout, *(self.pairs[index] for index in heldout)),
            dropped=tuple(sorted((*self.dropped, *left_out), key=attrgetter("line"))),
            attributions=tuple(self.attributions[index] for index in kept if self.attributions),
        )


def _as_json(pairs: Sequence[Pair]) -> Iterator[str]:
    for start in range(0, len(pairs), _PIECE):
        text = json.dumps(pairs[start : start + _PIECE], ensure_ascii=True)
        yield (", " if start else "") + text[1:-1]


def counted(dropped: Iterable[Dropped]) -> Message:
    """Lines left out per reason, the most frequent first; raises ValueError without any."""
    reasons = {str(line.reason): line.reason for line in dropped}
    counts = Counter(str(line.reason) for line in dropped).most_common()
    if not counts:
        raise ValueError("no line was left out")
    parts = [
        Message("{count:,} × {reason}", {"count": count, "reason": reasons[text]})
        for text, count in counts
    ]
    return reduce(
        lambda one, more: Message("{first}, {second}", {"first": one, "second": more}), parts
    )


def combined(corpora: Sequence[Corpus]) -> Corpus:
    """Several corpora as one, without left-out lines, whose numbers would be ambiguous."""
    credited = any(corpus.attributions for corpus in corpora)
    attributions = [corpus.attributions or ("",) * len(corpus.pairs) for corpus in corpora]
    return Corpus(
        ", ".join(corpus.name for corpus in corpora),
        tuple(chain.from_iterable(corpus.pairs for corpus in corpora)),
        heldout=tuple(chain.from_iterable(corpus.heldout for corpus in corpora)),
        attributions=tuple(chain.from_iterable(attributions)) if credited else (),
    )


def read_tsv(path: Path) -> Corpus:
    """Pairs from lines of ``source TAB target TAB attribution``; further columns are ignored.

    Raises CorpusError if the file cannot be read, or holds no pair.
    """
    return run_through(read_steps(path))


def read_aligned(source: Path, target: Path) -> Corpus:
    """Pairs from two files in which line *n* of one translates line *n* of the other.

    Raises CorpusError if a file cannot be read, or there is no pair.
    """
    return run_through(read_steps(source, target))


def read_steps(*files: Path) -> Generator[None, None, Corpus]:
    """:func:`read_tsv` of one file or :func:`read_aligned` of two; can be stopped at ``yield``."""
    name = shown_name(", ".join(path.name for path in files))
    lines = [*map(read_lines, files)]
    if len(files) == 1:
        return _collect_steps(name, map(_columns, *lines))
    unpaired = Message("the other file has no matching line")
    rows = (unpaired if None in both else _Row(*both) for both in zip_longest(*lines))
    return _collect_steps(name, rows)


def _columns(line: str) -> _Row | Message:
    if len(line) > LONGEST_LINE:
        return _too_long(LONGEST_LINE)
    columns = line.rstrip("\r").split("\t")
    if not line.strip():
        return Message("empty")
    if len(columns) < 2:
        return Message("no tab between source and target", {"text": line[:QUOTED]})
    return _Row(*columns[:3])


def _collect_steps(name: str, rows: Iterable[_Row | Message]) -> Generator[None, None, Corpus]:
    pairs: list[Pair] = []
    attributions: list[str] = []
    dropped: list[Dropped] = []
    for number, row in enumerate(rows, start=1):
        clean = row if isinstance(row, Message) else _clean(row)
        if isinstance(clean, Message):
            dropped.append(Dropped(number, clean))
        else:
            pairs.append(Pair(clean.source, clean.target))
            attributions.append(clean.attribution)
        if not number % PIECE:
            yield
    if not pairs:
        reason = Message("it is empty")
        if dropped:
            why, first = dropped[0].reason, {"line": dropped[0].line, "reason": dropped[0].reason}
            reason = Message("line {line}: {reason}", first)
            if "text" in why.values:
                reason = Message("line {line}: {reason}: “{text}”", {**first, **why.values})
        raise CorpusError(
            "{name} contains no sentence pair ({reason}). Each line needs a source, a tab, "
            "a target.",
            name=name,
            reason=reason,
        )
    credits_of = tuple(attributions) if any(attributions) else ()
    return Corpus(name, tuple(pairs), dropped=tuple(dropped), attributions=credits_of)


def _clean(row: _Row) -> _Row | Message:
    if max(len(row.source), len(row.target)) > LONGEST_SENTENCE:
        return _too_long(LONGEST_SENTENCE)
    clean = _Row(normalise(row.source), normalise(row.target), row.attribution)
    if not clean.source:
        return Message("empty source")
    return clean if clean.target else Message("empty target")


def _too_long(most: int) -> Message:
    return Message("longer than {most:,} characters", {"most": most})
