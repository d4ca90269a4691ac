"""Cutting as a ``tokenizer.json`` says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from model import values
from model.messages import ConfigError
from model.text.byte_pieces import joined, spelled, unmarked, with_parts_marked
from model.text.cut import BYTE_WORD_START, WORD_END, WORD_START, Cut
from model.text.tokenizer_json import read_tokenizer

if TYPE_CHECKING:
    from tokenizers import Encoding

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
            raise ConfigError("tokenizer.json cuts no text: {error}.", error=error) from error

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
