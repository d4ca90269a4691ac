"""Subword segmentation as foreign tokenizers do it, ``tokenizer.json`` included."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tokenizers
from tokenizers import models

from model import values
from model.messages import ConfigError
from model.text.cut import (
    BYTE_WORD_START,
    GOES_ON,
    WORD_END,
    WORD_START,
    Cut,
    joined,
    spelled,
    unmarked,
    with_parts_marked,
)

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor
    from tokenizers import Encoding

# ---------------------------------------------------------------------------------- tokenizer json
# A ``tokenizer.json`` is read in parts: no other thread goes on while the library reads a part.


_BYTE_PAIRS = re.compile(r'"type"\s*:\s*"BPE"')
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


def read_tokenizer(text: str) -> tokenizers.Tokenizer:
    """What the library makes of the file's text; texts are neither padded nor cut off.

    Raises:
        ConfigError: the library does not read it, two pieces have one id, or the added tokens are
            longer than :data:`MOST_ADDED`.
    """
    try:
        parsed = len(text) > MOST_ADDED or _BYTE_PAIRS.search(text)
        read = json.loads(text) if parsed else {}
        _check_added(read.get("added_tokens") or ())
        parts = read.get("model", {}).get("type") == "BPE"
        backend = _of_parts(read) if parts else tokenizers.Tokenizer.from_str(text)
    except ConfigError:
        raise
    except Exception as error:  # the library raises nothing narrower
        raise ConfigError("tokenizer.json is not readable: {error}.", error=error) from error
    backend.no_padding()  # it may be to any length
    backend.no_truncation()
    return backend


def check_ids(file: str | Path, ids: Mapping[str, int]) -> None:
    """Raise ConfigError where two pieces have one id: the library ends in the middle of a text."""
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


def _check_added(tokens: Sequence[Mapping[str, Any]]) -> None:
    size = sum(len(token["content"]) for token in tokens)
    if size > MOST_ADDED:
        raise ConfigError(
            "tokenizer.json: its added tokens have {size:,} characters; at most {most:,} "
            "are allowed.",
            size=size,
            most=MOST_ADDED,
        )


def _of_parts(read: Mapping[str, Any]) -> tokenizers.Tokenizer:
    """The library reads all but the tables, which it is then given."""
    model = read["model"]
    check_ids("tokenizer.json", model["vocab"])
    rest = {**read, "added_tokens": [], "model": {**model, "vocab": {}, "merges": []}}
    backend = tokenizers.Tokenizer.from_str(json.dumps(rest))
    options = {name: getattr(backend.model, name) for name in _OPTIONS}
    backend.model = models.BPE(
        vocab=model["vocab"],
        merges=[_pair(merge) for merge in model["merges"]],
        cache_capacity=0,  # it would outlive the model, with its thread
        **{name: value for name, value in options.items() if value is not None},
    )
    # a token of the table keeps its number, others come after it: only now
    backend.add_tokens([_added(token) for token in read.get("added_tokens") or ()])
    return backend


def _pair(merge: Any) -> tuple[str, str]:
    """Two pieces; old files have a blank between them."""
    left, right = merge.split(" ") if isinstance(merge, str) else merge
    return left, right


def _added(token: Mapping[str, Any]) -> tokenizers.AddedToken:
    kind = {name: told for name, told in token.items() if name not in {"id", "content"}}
    return tokenizers.AddedToken(token["content"], **kind)


# ------------------------------------------------------------------------------ tokenizer json cut
# Cutting as a ``tokenizer.json`` says.


_NO_CHARACTER = "\ufffd"
"""What decoders write for bytes that are none."""


class TokenizerJsonCut(Cut):
    """A ``tokenizer.json`` of the ``tokenizers`` library; in ``ids`` are added tokens, too."""

    def __init__(self, text: str) -> None:
        """From the file's text.

        Raises:
            ConfigError: the library does not read it.
        """
        self._backend = read_tokenizer(text)
        self.ids = self._backend.get_vocab(with_added_tokens=True)
        largest = max(self.ids.values(), default=0)
        values.whole(0, values.MOST_ITEMS)("an id of tokenizer.json", largest)

    def split(self, text: str) -> list[str]:
        """Without special tokens at the ends; what is in no vocabulary, as the text spells it."""
        read = self._read(text)
        spelled = (text[start:end] for start, end in read.offsets)
        return [
            own if token == self._unknown and own not in self.ids else token
            for token, own in zip(read.tokens, spelled, strict=True)
        ]

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """By the library."""
        return [*self._read(text).offsets]

    def _read(self, text: str) -> Encoding:
        try:
            return self._backend.encode(text, add_special_tokens=False)
        except Exception as error:  # it has no token for what is unknown, say
            raise ConfigError(
                "tokenizer.json cannot tokenise text: {error}.", error=error
            ) from error

    def join(self, pieces: Sequence[str]) -> str:
        """By the library's decoder, which knows no parts of characters; without it with blanks."""
        ids = [self._backend.token_to_id(piece) for piece in pieces]
        text = str(self._backend.decode([i for i in ids if i is not None]))
        if _NO_CHARACTER not in text:
            return text
        kept = [piece for piece in pieces if piece in self.ids and piece not in self._special]
        if self._by_bytes:
            return joined(kept)
        return unmarked(self._backend.decoder.decode([*with_parts_marked(kept)]))

    def body(self, piece: str) -> tuple[str, bool]:
        """Byte-level pieces as the characters that they are, where they are whole characters."""
        if self._by_bytes:
            return spelled(piece)
        if self._ended:
            return piece.removesuffix(WORD_END) or piece, True
        if self._joined:
            return piece.removeprefix("##"), not piece.startswith("##")
        return piece.removeprefix(WORD_START) or piece, piece.startswith(WORD_START)

    def goes_on(self, piece: str) -> bool:
        """Without the mark of a word's end, where there is one."""
        return self._ended and not piece.endswith(WORD_END)

    def cleaned(self, text: str) -> str:
        """By the file's normalizer, if it has one."""
        normalizer = self._backend.normalizer
        return text if normalizer is None else str(normalizer.normalize_str(text))

    @cached_property
    def _ended(self) -> bool:
        return any(piece.endswith(WORD_END) for piece in self.ids)

    @cached_property
    def _special(self) -> frozenset[str]:
        """What is no part of a text."""
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
        """All that the file says, without the blanks that lay it out."""
        return {"cut": "tokenizer.json", "text": self._backend.to_str()}


# -------------------------------------------------------------------------------------------- cuts


_CODE = re.compile(">>.*?<<", re.DOTALL)
_NO_PROTOBUF = "ParseFromArray"
SHOWN_BLANK = "␣"
LARGEST_MODEL = 2**26
"""Characters of a tokenizer's own file, in base64 if it is no text."""


class SentencePieceCut(Cut):
    """A SentencePiece model (Kudo & Richardson 2018), and its own vocabulary, ``ids``."""

    def __init__(self, model: bytes, *, coded: bool = False) -> None:
        """From the bytes of a ``.model`` or ``.spm`` file.

        ``coded``: what a text begins with between ``>>`` and ``<<`` is one piece, as Marian's
        models of several languages have it.

        Raises:
            ConfigError: they are none.
        """
        self._bytes, self._coded = model, coded
        self._processor, pieces = _sentence_pieces(model)
        self.ids = {piece: index for index, piece in enumerate(pieces)}

    def split(self, text: str) -> list[str]:
        """With the model's own normalisation."""
        code = _CODE.match(text) if self._coded else None
        rest = text[code.end() :] if code else text
        pieces: list[str] = self._processor.encode(rest, out_type=str)
        return [code.group(), *pieces] if code else pieces

    def cleaned(self, text: str) -> str:
        """By the rules in the model."""
        return str(self._processor.normalize(text))

    def join(self, pieces: Sequence[str]) -> str:
        """Bytes that were cut apart become characters again, as far as they are whole ones.

        Of a piece that is not its own, of the other side of a model say, the mark becomes a blank.
        """
        text = self._processor.decode([*with_parts_marked(pieces)])
        return unmarked(str(text)).replace(WORD_START, " ").strip()

    def body(self, piece: str) -> tuple[str, bool]:
        """Without the blank's mark; the mark alone stays."""
        return piece.removeprefix(WORD_START) or piece, piece.startswith(WORD_START)

    def to_json(self) -> dict[str, Any]:
        """The model in base64."""
        model = base64.b64encode(self._bytes).decode("ascii")
        coded = {"coded": True} if self._coded else {}
        return {"cut": "sentencepiece", "model": model, **coded}


class WordCut(Cut):
    """Words between blanks, or single characters."""

    def __init__(self, *, characters: bool = False, blanks: bool = False) -> None:
        """``characters``: every character is a piece; blanks are with ``blanks`` only."""
        self._characters, self._blanks = characters, blanks

    def split(self, text: str) -> list[str]:
        """Several blanks are one, and none at the ends."""
        words = text.split()
        return list((" " if self._blanks else "").join(words)) if self._characters else words

    def join(self, pieces: Sequence[str]) -> str:
        """Words with blanks between them, characters without."""
        return ("" if self._characters else " ").join(pieces)

    def body(self, piece: str) -> tuple[str, bool]:
        """Every word begins one; characters are shown as they are, a blank as it can be seen."""
        return SHOWN_BLANK if piece == " " else piece, True

    def to_json(self) -> dict[str, Any]:
        """Which of the three."""
        names = {(True, True): "characters and spaces", (True, False): "characters"}
        return {"cut": names.get((self._characters, self._blanks), "words")}


class SubwordCut(Cut):
    """Byte-pair encoding as subword-nmt writes it (Sennrich et al. 2016)."""

    def __init__(self, merges: Iterable[tuple[str, str]]) -> None:
        """From its codes, most frequent first; a word's last piece ends on ``</w>`` in them."""
        self._ranks = {merge: rank for rank, merge in enumerate(merges)}

    def split(self, text: str) -> list[str]:
        """Of each word; all but its last piece are marked."""
        return [piece for word in text.split() for piece in self._word(word)]

    def body(self, piece: str) -> tuple[str, bool]:
        """Without the mark, which says how the next one begins."""
        return piece.removesuffix(GOES_ON) or piece, True

    def goes_on(self, piece: str) -> bool:
        """With the mark."""
        return piece.endswith(GOES_ON)

    def _word(self, word: str) -> Iterator[str]:
        pieces = [*word[:-1], word[-1] + WORD_END]
        while best := min(
            (pair for pair in pairwise(pieces) if pair in self._ranks),
            key=self._ranks.__getitem__,
            default=None,
        ):
            pieces = list(_merged(pieces, best))
        *first, last = pieces
        yield from (f"{piece}{GOES_ON}" for piece in first)
        yield last.removesuffix(WORD_END)

    def join(self, pieces: Sequence[str]) -> str:
        """Marked pieces with the one after them."""
        return " ".join(pieces).replace(f"{GOES_ON} ", "").removesuffix(GOES_ON)

    def to_json(self) -> dict[str, Any]:
        """Its codes."""
        return {"cut": "subwords", "merges": [list(merge) for merge in self._ranks]}


def cut_from_json(read: Mapping[str, Any]) -> Cut:
    """Inverse of :meth:`Cut.to_json`.

    Raises:
        ConfigError: the values are not those of a cut.
    """
    name = values.choice(tuple(_PLANS))("cut", read.get("cut"))
    return _PLANS[name](values.fields({})("tokenizer", dict(read)))


def _sentencepiece_cut(read: Mapping[str, Any]) -> Cut:
    text = values.text(LARGEST_MODEL)("tokenizer.model", read.get("model"))
    coded = values.flag("tokenizer.coded", read.get("coded", False))
    try:
        return SentencePieceCut(base64.b64decode(text, validate=True), coded=coded)
    except binascii.Error as error:
        raise ConfigError("The SentencePiece model is not readable: {e}.", e=error) from error


def _subword_cut(read: Mapping[str, Any]) -> Cut:
    merge = values.many(values.text(), fewest=2, most=2)
    merges = values.many(merge)("tokenizer.merges", read.get("merges"))
    return SubwordCut((left, right) for left, right in merges)


_PLANS: Mapping[str, Callable[[Mapping[str, Any]], Cut]] = {
    "sentencepiece": _sentencepiece_cut,
    "tokenizer.json": lambda read: TokenizerJsonCut(
        values.text(LARGEST_MODEL)("tokenizer.text", read.get("text"))
    ),
    "words": lambda read: WordCut(),
    "characters": lambda read: WordCut(characters=True),
    "characters and spaces": lambda read: WordCut(characters=True, blanks=True),
    "subwords": _subword_cut,
}


def _sentence_pieces(model: bytes) -> tuple[SentencePieceProcessor, list[str]]:
    """What cuts, and its vocabulary."""
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


def _merged(pieces: Sequence[str], pair: tuple[str, str]) -> Iterator[str]:
    """The same pieces, each such pair made one, from left to right."""
    rest = iter(range(len(pieces)))
    for place in rest:
        if tuple(pieces[place : place + 2]) == pair:
            yield "".join(pair)
            next(rest)
        else:
            yield pieces[place]
