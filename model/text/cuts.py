"""How other people's tokenizers cut a text into pieces, and put pieces together again."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from model import values
from model.messages import ConfigError
from model.text.byte_pieces import unmarked, with_parts_marked
from model.text.cut import GOES_ON, WORD_END, WORD_START, Cut
from model.text.tokenizer_json_cut import TokenizerJsonCut

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

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
        names = {(True, True): "characters and blanks", (True, False): "characters"}
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
    "characters and blanks": lambda read: WordCut(characters=True, blanks=True),
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
