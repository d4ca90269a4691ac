"""What every tokenizer can do, whoever made it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from model.special_tokens import BOS_ID, EOS_ID, Ids, Level
from model.text.words import normalise


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text as ids and tokens (same length, no special tokens added), and what was unknown."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    unknown: tuple[str, ...]


class Tokenizer(ABC):
    """Text ↔ ids for one side of a model; the four special tokens have the first ids.

    Attributes:
        vocabulary: tokens in the order of their ids, as they are shown: a piece that continues
            the one before it has the joiner.
        level: words whole, or in pieces.
        lowercase: texts are read in lower case.
        prefix, suffix: ids that stand before and after every sentence of this side.
        mask: id that stands where a token is to be predicted; None: the model knows none.
    """

    vocabulary: tuple[str, ...]
    level: Level = "bpe"
    lowercase: bool = False
    prefix: Ids = ()
    suffix: Ids = (EOS_ID,)
    mask: int | None = None

    def __len__(self) -> int:
        """Size of the vocabulary."""
        return len(self.vocabulary)

    def token(self, token_id: int, after: int | None = None) -> str:
        """The token of an id; ``after`` another one, it may be shown with another mark."""
        return self.vocabulary[token_id]

    def tokens(self, ids: Iterable[int]) -> tuple[str, ...]:
        """The token of each id of a sequence."""
        return tuple(self.token(one, after) for after, one in pairwise((BOS_ID, *ids)))

    def normalised(self, text: str) -> str:
        """A text as it is shown once it is read."""
        return normalise(text)

    @abstractmethod
    def encode(self, text: str) -> EncodedText:
        """Ids and tokens of a text; nothing is added at its ends."""

    def masked(self, text: str, place: int) -> str:
        """A text with the mask in the place of one of its tokens, from 0 without :attr:`prefix`."""
        del place
        return text

    @abstractmethod
    def decode(self, ids: Iterable[int]) -> str:
        """Text of ids; padding, start and end tokens are left out."""

    @abstractmethod
    def to_json(self, *, beside: Tokenizer | None = None) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``.

        What a tokenizer ``beside`` this one has told already may be left out.
        """
