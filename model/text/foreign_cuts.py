"""Subword segmentation as foreign tokenizers do it, ``tokenizer.json`` included."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import tokenizers
from msgspec import Meta
from tokenizers import models

from model import values
from model.messages import ConfigError
from model.text.cut import (
    BYTE_WORD_START,
    GOES_ON,
    WORD_END,
    WORD_START,
    Cut,
    guarded,
    joined,
    spelled,
    unmarked,
    with_parts_marked,
)

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor
    from tokenizers import Encoding

_OPTIONS = (
    "dropout",
    "unk_token",
    "continuing_subword_prefix",
    "end_of_word_suffix",
    "fuse_unk",
    "byte_fallback",
    "ignore_merges",
)
"""Of byte-pair encoding, beside its tables."""

MOST_ADDED = 500_000
"""Characters of all added tokens: the library takes up to 100 times as many bytes to find them."""


LONGEST_WORD = 1_000
"""Characters of a word that word pieces are looked for in; the time grows with their cube."""


def read_tokenizer(text: str) -> tokenizers.Tokenizer:
    """The library's tokenizer for a file's text, without padding and truncation.

    Raises ConfigError if the library cannot read it, two subwords have one id, the added tokens
    exceed :data:`MOST_ADDED`, or texts could grow more than :data:`MOST_GROWTH`.
    """
    with guarded(_unreadable):
        return _tokenizer_of(text, _checked(text).read)


def _unreadable(error: Exception) -> ConfigError:
    return ConfigError("tokenizer.json is not readable: {error}.", error=error)


class _Checked(NamedTuple):
    """The values of a file, and how many times as long it can make a text that it cuts or joins."""

    read: Mapping[str, Any]
    cutting: float
    joining: float


def _checked(text: str) -> _Checked:
    # Checked before the library reads it: some values abort the process.
    read: Mapping[str, Any] = json.loads(text, object_pairs_hook=_once)
    longest = read.get("model", {}).get("max_input_chars_per_word", 0)
    values.read(values.within(0, LONGEST_WORD), longest, "max_input_chars_per_word")
    added = _check_added(read.get("added_tokens") or ())
    cutting = _growth([read.get("normalizer"), read.get("pre_tokenizer")])
    joining = _growth(read.get("decoder"))
    if (growth := max(cutting, joining)) > MOST_GROWTH:
        raise ConfigError(
            "tokenizer.json can make a text {growth:,.0f} times as long; at most {most:,} times "
            "is allowed.",
            growth=growth,
            most=MOST_GROWTH,
        )
    _check_grown(added, cutting)  # the library cuts them when it reads the file
    return _Checked(read, cutting, joining)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # With duplicate names the library could use the value that was not checked.
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("it has two values of the same name")
    return read


def _tokenizer_of(text: str, read: Mapping[str, Any]) -> tokenizers.Tokenizer:
    parts = read.get("model", {}).get("type") == "BPE"
    backend = _of_parts(read) if parts else tokenizers.Tokenizer.from_str(text)
    backend.no_padding()  # it may be to any length
    backend.no_truncation()
    return backend


def check_ids(file: str | Path, ids: Mapping[str, int]) -> None:
    """Raise ConfigError if two subwords have one id: the library would stop inside a text."""
    pieces: dict[int, str] = {}
    for piece, index in ids.items():
        if (other := pieces.setdefault(index, piece)) != piece:
            raise ConfigError(
                "{file}: the pieces {piece!r} and {other!r} have the same id, {id}.",
                file=file,
                piece=other,
                other=piece,
                id=index,
            )


def _check_added(tokens: Sequence[Mapping[str, Any]]) -> int:
    size = sum(len(token["content"]) for token in tokens)
    if size > MOST_ADDED:
        raise ConfigError(
            "tokenizer.json: its added tokens have {size:,} characters; at most {most:,} "
            "are allowed.",
            size=size,
            most=MOST_ADDED,
        )
    return size


def _of_parts(read: Mapping[str, Any]) -> tokenizers.Tokenizer:
    model = read["model"]
    check_ids("tokenizer.json", model["vocab"])
    rest = {**read, "added_tokens": [], "model": {**model, "vocab": {}, "merges": []}}
    backend = tokenizers.Tokenizer.from_str(json.dumps(rest))
    options = {name: getattr(backend.model, name) for name in _OPTIONS}
    written = (merge.split(" ") if isinstance(merge, str) else merge for merge in model["merges"])
    merges = [(left, right) for left, right in written]
    if prefix := options["continuing_subword_prefix"]:
        _check_merges(merges, vocab=model["vocab"], prefix=len(prefix.encode()))
    backend.model = models.BPE(
        vocab=model["vocab"],
        merges=merges,
        cache_capacity=0,  # it would outlive the model, with its thread
        **{name: value for name, value in options.items() if value is not None},
    )
    # a token of the table keeps its number, others come after it: only now
    added = []
    for token in read.get("added_tokens") or ():
        kind = {name: told for name, told in token.items() if name not in {"id", "content"}}
        added.append(tokenizers.AddedToken(token["content"], **kind))
    backend.add_tokens(added)
    return backend


def _check_merges(
    merges: Iterable[tuple[str, str]], *, vocab: Mapping[str, int], prefix: int
) -> None:
    """Raise ConfigError if a merge does not form a subword of the vocabulary."""
    # The library removes ``prefix`` bytes from its right part. Inside a character this aborts the
    # process with SIGABRT: the library's own error message is not UTF-8.
    for left, right in merges:
        data = right.encode()
        whole = left.encode() + data[prefix:]
        try:
            fits = len(data) >= prefix and {left, right, whole.decode()} <= vocab.keys()
        except UnicodeDecodeError:
            fits = False
        if not fits:
            raise ConfigError(
                "The merge of {left!r} and {right!r} is not in the vocabulary.",
                left=left,
                right=right,
            )


MOST_GROWTH = 5_000
"""Of all parts together. Those of Albert and XLNet come to some 1,100, others to less than 200."""
MOST_BYTES = 2**21
"""Of a text when it has grown; the library takes up to 400 times as many, where each is a token."""

_SEQUENCES = ("normalizers", "pretokenizers", "decoders")
_LARGEST_GROWTH = {
    "BPEDecoder": 2.0,
    "BertNormalizer": 3.0,
    "ByteLevel": 2.0,
    "CTC": 2.0,
    "Lowercase": 1.5,
    "NFC": 3.0,
    "NFD": 3.0,
    "NFKC": 11.0,
    "NFKD": 11.0,
}
"""Bytes of UTF-8 after, for one before."""
_LEAST_GROWTH = 1.01
"""What every part counts, so that there are at most some hundreds of them."""


def _growth(part: Any) -> float:
    """Maximum growth in bytes of a text by a part of the file, as a product of factors.

    A part without ``type`` is recognised by its fields, as in the library.
    """
    if isinstance(part, list):
        return math.prod(map(_growth, part))
    if not isinstance(part, Mapping):
        return 1.0
    inside = math.prod(_growth(part[name]) for name in _SEQUENCES if name in part)
    known = _LARGEST_GROWTH.get(str(part.get("type")), _LEAST_GROWTH)
    return inside * max(known, *_written(part))


def _written(part: Mapping[str, Any]) -> Iterator[float]:
    """Factors of the texts that a part inserts for a pattern, any character, or in front."""
    yield 1.0
    if isinstance(content := part.get("content"), str) and "pattern" in part:
        pattern = part["pattern"]
        text = pattern.get("String") if isinstance(pattern, Mapping) else pattern
        replaced = len(text.encode()) if isinstance(text, str) else 0
        size = len(content.encode())
        yield size / replaced if replaced else 1 + size  # a regular expression may match nothing
    if isinstance(before := part.get("prepend"), str):
        yield 1 + len(before.encode())
    if isinstance(table := part.get("precompiled_charsmap"), str):
        data = base64.b64decode(table)
        texts = 4 + int.from_bytes(data[:4], "little")
        if texts > len(data):  # the library would reserve so much
            raise ValueError("its precompiled_charsmap is damaged")
        yield max(map(len, data[texts:].split(b"\0")))


def _check_grown(size: int, growth: float) -> None:
    """Raise ConfigError if a text of ``size`` bytes could exceed :data:`MOST_BYTES`."""
    if size * growth > MOST_BYTES:
        raise ConfigError(
            "The text is too long: tokenizer.json can make its {size:,} bytes {growth:,.0f} times "
            "as long; at most {most:,} bytes are allowed.",
            size=size,
            growth=growth,
            most=MOST_BYTES,
        )


_NO_CHARACTER = "\ufffd"
"""Written by decoders for invalid bytes."""


def _uncut(error: Exception) -> ConfigError:  # it has no token for what is unknown, say
    return ConfigError("tokenizer.json cannot tokenise text: {error}.", error=error)


def _unjoined(error: Exception) -> ConfigError:
    return ConfigError("tokenizer.json cannot convert tokens to text: {error}.", error=error)


class TokenizerJsonCut(Cut):
    """A ``tokenizer.json`` of the ``tokenizers`` library; in ``ids`` are added tokens, too."""

    def __init__(self, text: str) -> None:
        """From the file's text; raises ConfigError if the library cannot read it."""
        with guarded(_unreadable):
            read, self._cutting, self._joining = _checked(text)
            self._backend = _tokenizer_of(text, read)
            self.ids = self._backend.get_vocab(with_added_tokens=True)
        largest = max(self.ids.values(), default=0)
        values.read(values.within(0, values.MOST_ITEMS), largest, "an id of tokenizer.json")

    def split(self, text: str) -> list[str]:
        with guarded(_uncut):
            read = self._read(text)
            spelled = (text[start:end] for start, end in read.offsets)
            return [
                own if token == self._unknown and own not in self.ids else token
                for token, own in zip(read.tokens, spelled, strict=True)
            ]

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        with guarded(_uncut):
            return [*self._read(text).offsets]

    def _read(self, text: str) -> Encoding:
        _check_grown(len(text.encode()), self._cutting)
        return self._backend.encode(text, add_special_tokens=False)

    def join(self, pieces: Sequence[str]) -> str:
        # Incomplete characters are marked; without a decoder subwords are joined with blanks.
        with guarded(_unjoined):
            _check_grown(sum(len(piece.encode()) for piece in pieces), self._joining)
            return self._joined_by_library(pieces)

    def _joined_by_library(self, pieces: Sequence[str]) -> str:
        ids = [self._backend.token_to_id(piece) for piece in pieces]
        text = str(self._backend.decode([i for i in ids if i is not None]))
        if _NO_CHARACTER not in text:
            return text
        kept = [piece for piece in pieces if piece in self.ids and piece not in self._special]
        if self._by_bytes:
            return joined(kept)
        return unmarked(self._backend.decoder.decode([*with_parts_marked(kept)]))

    def body(self, piece: str) -> tuple[str, bool]:
        if self._by_bytes:
            return spelled(piece)
        if self._ended:
            return piece.removesuffix(WORD_END) or piece, True
        if self._joined:
            return piece.removeprefix("##"), not piece.startswith("##")
        return piece.removeprefix(WORD_START) or piece, piece.startswith(WORD_START)

    def goes_on(self, piece: str) -> bool:
        return self._ended and not piece.endswith(WORD_END)

    def cleaned(self, text: str) -> str:
        normalizer = self._backend.normalizer
        if normalizer is None:
            return text
        with guarded(_uncut):
            return str(normalizer.normalize_str(text))

    @cached_property
    def _ended(self) -> bool:
        return any(piece.endswith(WORD_END) for piece in self.ids)

    @cached_property
    def _special(self) -> frozenset[str]:
        added = self._backend.get_added_tokens_decoder().values()
        return frozenset(token.content for token in added if token.special)

    @cached_property
    def _unknown(self) -> str | None:
        return getattr(self._backend.model, "unk_token", None)

    @cached_property
    def _by_bytes(self) -> bool:
        return any(piece.startswith(BYTE_WORD_START) for piece in self.ids)

    @cached_property
    def _joined(self) -> bool:
        return any(piece.startswith("##") for piece in self.ids)

    def to_json(self) -> dict[str, Any]:
        with guarded(_unreadable):
            return {"cut": "tokenizer.json", "text": self._backend.to_str()}


_CODE = re.compile(">>.*?<<", re.DOTALL)
_NO_PROTOBUF = "ParseFromArray"
SHOWN_BLANK = "␣"
LARGEST_MODEL = 2**26
"""Characters of a tokenizer's own file, in base64 if it is no text."""
_ModelText = Annotated[str, Meta(max_length=LARGEST_MODEL, pattern=values.UTF8)]


class SentencePieceCut(Cut):
    """A SentencePiece model (Kudo & Richardson 2018), and its own vocabulary, ``ids``."""

    def __init__(self, model: bytes, *, coded: bool = False) -> None:
        """From the bytes of a ``.model`` or ``.spm`` file.

        ``coded``: a prefix in ``>>`` and ``<<`` is one token, as in Marian's multilingual models.
        Raises ConfigError if it is not a SentencePiece model.
        """
        self._bytes, self._coded = model, coded
        self._processor, pieces = _sentence_pieces(model)
        self.ids = {piece: index for index, piece in enumerate(pieces)}

    def split(self, text: str) -> list[str]:
        code = _CODE.match(text) if self._coded else None
        rest = text[code.end() :] if code else text
        pieces: list[str] = self._processor.encode(rest, out_type=str)
        return [code.group(), *pieces] if code else pieces

    def cleaned(self, text: str) -> str:
        return str(self._processor.normalize(text))

    def join(self, pieces: Sequence[str]) -> str:
        """Bytes are joined to whole characters; the mark of a foreign subword becomes a blank."""
        text = self._processor.decode([*with_parts_marked(pieces)])
        return unmarked(str(text)).replace(WORD_START, " ").strip()

    def body(self, piece: str) -> tuple[str, bool]:
        return piece.removeprefix(WORD_START) or piece, piece.startswith(WORD_START)

    def to_json(self) -> dict[str, Any]:
        model = base64.b64encode(self._bytes).decode("ascii")
        coded = {"coded": True} if self._coded else {}
        return {"cut": "sentencepiece", "model": model, **coded}


class WordCut(Cut):
    """Words between blanks, or single characters."""

    def __init__(self, *, characters: bool = False, blanks: bool = False) -> None:
        """``characters``: every character is a token; blanks are with ``blanks`` only."""
        self._characters, self._blanks = characters, blanks

    def split(self, text: str) -> list[str]:
        words = text.split()
        return list((" " if self._blanks else "").join(words)) if self._characters else words

    def join(self, pieces: Sequence[str]) -> str:
        return ("" if self._characters else " ").join(pieces)

    def body(self, piece: str) -> tuple[str, bool]:
        return SHOWN_BLANK if piece == " " else piece, True

    def to_json(self) -> dict[str, Any]:
        names = {(True, True): "characters and spaces", (True, False): "characters"}
        return {"cut": names.get((self._characters, self._blanks), "words")}


class _Chain:
    """The pieces of one word, linked, and the places where a pair begins that has a rank.

    Takes n log n steps for n characters.
    """

    def __init__(self, pieces: list[str], ranks: Mapping[tuple[str, str], int]) -> None:
        self._pieces, self._ranks = pieces, ranks
        self._after = [*range(1, len(pieces) + 1)]
        self._before = [*range(-1, len(pieces))]
        self._places: dict[int, list[int]] = {}
        self._waiting: list[int] = []

    def merged(self) -> Iterable[str]:
        for place in range(len(self._pieces)):
            self._note(place)
        while self._waiting:
            rank = heappop(self._waiting)
            for place in sorted(self._places.pop(rank)):
                if self._rank(place) == rank:
                    self._merge(place)
        return filter(None, self._pieces)

    def _rank(self, place: int) -> int | None:
        after = self._after[place]
        if after == len(self._pieces):
            return None
        return self._ranks.get((self._pieces[place], self._pieces[after]))

    def _note(self, place: int) -> None:
        if (rank := self._rank(place)) is not None:
            if rank not in self._places:
                heappush(self._waiting, rank)
            self._places.setdefault(rank, []).append(place)

    def _merge(self, place: int) -> None:
        gone = self._after[place]
        self._pieces[place] += self._pieces[gone]
        self._pieces[gone] = ""
        self._after[place] = self._after[gone]
        self._before[self._after[place]] = place
        self._note(place)
        if place:
            self._note(self._before[place])


class SubwordCut(Cut):
    """Byte-pair encoding as subword-nmt writes it (Sennrich et al. 2016)."""

    def __init__(self, merges: Iterable[tuple[str, str]]) -> None:
        """From its merges, most frequent first; a word's last subword ends on ``</w>`` in them."""
        self._ranks = {merge: rank for rank, merge in enumerate(merges)}

    def split(self, text: str) -> list[str]:
        return [piece for word in text.split() for piece in self._word(word)]

    def body(self, piece: str) -> tuple[str, bool]:
        return piece.removesuffix(GOES_ON) or piece, True

    def goes_on(self, piece: str) -> bool:
        return piece.endswith(GOES_ON)

    def _word(self, word: str) -> Iterator[str]:
        chain = _Chain([*word[:-1], word[-1] + WORD_END], self._ranks)
        *first, last = chain.merged()
        yield from (f"{piece}{GOES_ON}" for piece in first)
        yield last.removesuffix(WORD_END)

    def join(self, pieces: Sequence[str]) -> str:
        return " ".join(pieces).replace(f"{GOES_ON} ", "").removesuffix(GOES_ON)

    def to_json(self) -> dict[str, Any]:
        return {"cut": "subwords", "merges": [list(merge) for merge in self._ranks]}


def cut_from_json(told: Mapping[str, Any]) -> Cut:
    """Inverse of :meth:`Cut.to_json`; raises ConfigError for other values."""
    values.check_choice("cut", told.get("cut"), tuple(_CUTS))
    return _CUTS[told["cut"]](values.read(_Stored, dict(told), "tokenizer"))


@dataclass(frozen=True, slots=True)
class _Stored:
    """Of any cut; each has some of it."""

    model: _ModelText = ""
    coded: bool = False
    text: _ModelText = ""
    merges: values.Many[tuple[values.Text, values.Text]] = ()


def _sentencepiece_cut(told: _Stored) -> Cut:
    try:
        model = base64.b64decode(told.model, validate=True)
    except binascii.Error as error:
        raise ConfigError("The SentencePiece model is not readable: {e}.", e=error) from error
    return SentencePieceCut(model, coded=told.coded)


_CUTS: Mapping[str, Callable[[_Stored], Cut]] = {
    "sentencepiece": _sentencepiece_cut,
    "tokenizer.json": lambda told: TokenizerJsonCut(told.text),
    "words": lambda _: WordCut(),
    "characters": lambda _: WordCut(characters=True),
    "characters and spaces": lambda _: WordCut(characters=True, blanks=True),
    "subwords": lambda told: SubwordCut(told.merges),
}


def _sentence_pieces(model: bytes) -> tuple[SentencePieceProcessor, list[str]]:
    from sentencepiece import SentencePieceProcessor  # only imported models need it

    if not model:  # which the library takes for no model at all
        raise ConfigError("The SentencePiece model is not readable: {e}.", e="it is empty")
    try:
        processor = SentencePieceProcessor(model_proto=model)
        return processor, processor.id_to_piece([*range(processor.get_piece_size())])
    except (RuntimeError, TypeError, ValueError) as error:  # a piece may be no UTF-8, too
        told = str(error).removeprefix("INTERNAL: ").rstrip(". ")
        reason = "it is none, or it is cut" if _NO_PROTOBUF in told else told
        raise ConfigError("The SentencePiece model is not readable: {e}.", e=reason) from error
