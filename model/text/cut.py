"""What every way to cut a text into pieces can do, and the marks of pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

WORD_START = "▁"
"""SentencePiece's mark: a blank stands before the piece."""
BYTE_WORD_START = "Ġ"
"""The same among byte-level pieces, where it is what a blank's byte is written as."""
WORD_END = "</w>"
"""The mark of a word's last piece, of byte-pair encoding as it was first written."""
GOES_ON = "@@"
"""Subword-nmt's mark: the piece after this one continues it."""


class Cut(ABC):
    """One way to cut. Pieces are those of the vocabulary that the model was trained with."""

    @abstractmethod
    def split(self, text: str) -> list[str]:
        """The pieces of a text; a piece may be in no vocabulary."""

    @abstractmethod
    def join(self, pieces: Sequence[str]) -> str:
        """The text of pieces."""

    @abstractmethod
    def body(self, piece: str) -> tuple[str, bool]:
        """A piece without its marks, and whether it begins a word, as far as it says so itself."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain values; ``"cut"`` is its name."""

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Where each piece of :meth:`split` stands: first character, and the one after the last.

        Nothing where that is not known.
        """
        return ()

    def goes_on(self, piece: str) -> bool:
        """Whether a piece says that the one after it continues the same word."""
        return False
