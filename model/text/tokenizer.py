"""The interface of all tokenizers, and their use on source and target."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from model.messages import Message, SourceError, UserError
from model.special_tokens import BOS_ID, EOS_ID, SPECIAL_TOKENS, UNK_ID, Ids, Level
from model.text.words import control_characters, normalise


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
        return len(self.vocabulary)

    def token(self, token_id: int, after: int | None = None) -> str:
        return self.vocabulary[token_id]

    def tokens(self, ids: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.token(one, after) for after, one in pairwise((BOS_ID, *ids)))

    def normalised(self, text: str) -> str:
        return normalise(text)

    def removed(self, text: str) -> tuple[str, ...]:
        """Control characters of a text that are ignored, as ``U+0000``, each once."""
        return control_characters(text)

    @abstractmethod
    def encode(self, text: str) -> EncodedText: ...

    def masked(self, text: str, place: int) -> str:
        """A text with the token at index ``place``, counted without :attr:`prefix`, masked."""
        del place
        return text

    @abstractmethod
    def decode(self, ids: Iterable[int]) -> str: ...

    @abstractmethod
    def to_json(self, *, beside: Tokenizer | None = None) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``; those equal to ``beside``'s may be left out."""


MOST_CHARACTERS = 20_000
"""Maximum length of a text to tokenize; limits of a model are checked afterwards."""

SHOWN = 24
"""A sentence in an error quotes at most this many characters of what the user typed."""


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence in the form that the model reads.

    Attributes:
        text: normalised.
        ids, tokens: with what the model reads around a sentence, ``</s>`` at least.
        unknown: characters or words read as ``<unk>``.
        notices: sentences on what was changed or not understood.
        prompt: ids that the target begins with, for a model that has no source.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    unknown: tuple[str, ...]
    notices: tuple[Message, ...]
    prompt: tuple[int, ...] = ()


class _Words(NamedTuple):
    """What is said of a sentence that cannot be read."""

    empty: Message
    too_long: Message


_SOURCE = _Words(
    Message("The source is empty: type a sentence to translate."),
    Message("The source “{start}” has {tokens} tokens; this model reads at most {largest}."),
)
_MASKED = _Words(
    Message("The sentence is empty: type one for the model to read."),
    Message("The sentence “{start}” has {tokens} tokens; this model reads at most {largest}."),
)
_PROMPT = _Words(
    Message("The prompt is empty: type a text for the model to continue."),
    Message("The prompt “{start}” has {tokens} tokens; this model reads at most {largest}."),
)


def prepare_source(text: str, tokenizer: Tokenizer, *, max_len: int) -> Source:
    """Normalise, encode and check a sentence.

    Raises SourceError if it is empty, too long, or contains nothing that the model knows.
    """
    words = _SOURCE if tokenizer.mask is None else _MASKED
    return _prepared(text, tokenizer, max_len=max_len, words=words)


def _prepared(text: str, tokenizer: Tokenizer, *, max_len: int, words: _Words) -> Source:
    _check_length(text, SourceError)
    sentence = tokenizer.normalised(text)
    spelled, encoded = _encoded(sentence, tokenizer)
    if not encoded.ids or not sentence.strip():
        raise SourceError(words.empty.template)
    around = len(tokenizer.prefix) + len(tokenizer.suffix)
    if len(encoded.ids) + around > max_len:
        raise SourceError(
            words.too_long.template,
            start=opening(sentence),
            tokens=len(encoded.ids),
            largest=max_len - around,
        )
    if all(token_id == UNK_ID for token_id in encoded.ids):
        raise SourceError(
            "This model knows no token in “{start}”: it was trained on other characters.",
            start=opening(sentence),
        )
    notices: list[Message] = []
    if controls := tokenizer.removed(text):
        values = {"characters": ", ".join(controls)}
        notices.append(Message("Control characters were removed: {characters}.", values))
    if spelled != sentence:
        notices.append(Message("Read as single characters: {text}", {"text": opening(spelled)}))
    if encoded.unknown:
        values = {"words": " ".join(encoded.unknown)}
        notices.append(Message("Unknown to this model, read as <unk>: {words}", values))
    ids = (*tokenizer.prefix, *encoded.ids, *tokenizer.suffix)
    return Source(spelled, ids, tokenizer.tokens(ids), encoded.unknown, tuple(notices))


def prepare_prompt(text: str, tokenizer: Tokenizer, *, max_len: int) -> Source:
    """The beginning of a target as typed, without the end token.

    Raises SourceError if it is empty, too long, or contains nothing that the model knows.
    """
    read = _prepared(text, tokenizer, max_len=max_len, words=_PROMPT)
    prompt = read.ids[: len(read.ids) - len(tokenizer.suffix)]
    return dataclasses.replace(read, ids=(), tokens=(), prompt=prompt)


_LONG = Message("The text “{start}” has {characters:,} characters; at most {most:,} are read.")


def _check_length(text: str, failure: type[UserError]) -> None:
    # Checked before it is tokenized: millions of characters take gigabytes.
    if len(text) > MOST_CHARACTERS:
        values = {"start": opening(text), "characters": len(text), "most": MOST_CHARACTERS}
        raise failure(_LONG.template, **values)


def _encoded(sentence: str, tokenizer: Tokenizer) -> tuple[str, EncodedText]:
    """A normalised sentence as it is read, and its ids."""
    # If every token is a single character, unknown words are spelled with known characters.
    encoded = tokenizer.encode(sentence)
    words = [word for word in encoded.unknown if len(word) > 1]
    known = {*tokenizer.vocabulary[len(SPECIAL_TOKENS) :]} if words else {""}
    if any(len(token) != 1 for token in known) or known.isdisjoint("".join(words)):
        return sentence, encoded
    spelled = " ".join("".join(sentence.split()))
    return spelled, tokenizer.encode(spelled)


def opening(sentence: str) -> str:
    return sentence if len(sentence) <= SHOWN else f"{sentence[:SHOWN]}…"


class TargetError(UserError):
    """A given target, or part of one, that the model cannot produce."""


def whole_target_ids(text: str, tokenizer: Tokenizer) -> tuple[int, ...]:
    """Ids of a whole target, with forced first tokens and ``</s>``; raises TargetError."""
    return (*tokenizer.prefix, *target_ids(text, tokenizer), EOS_ID)


def target_ids(text: str, tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of a target or of its next words; ``</s>`` is not added.

    A source may contain unknown words, a target may not: ``<unk>`` is never intended. Raises
    TargetError if it is empty, too long, or contains what the model does not know.
    """
    _check_length(text, TargetError)
    sentence = tokenizer.normalised(text)
    if not sentence.strip():
        raise TargetError("There is no word in “{start}”: type the target.", start=opening(text))
    _, encoded = _encoded(sentence, tokenizer)
    if UNK_ID in encoded.ids:
        raise TargetError(
            "The target “{start}” contains words this model cannot write: {words}",
            start=opening(sentence),
            words=opening(" ".join(encoded.unknown)),
        )
    return encoded.ids
