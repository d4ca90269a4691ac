"""A user's sentence, checked and turned into ids."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from model.messages import Message, SourceError
from model.special_tokens import UNK_ID
from model.text.words import control_characters

if TYPE_CHECKING:
    from model.text.tokenizer import Tokenizer

SHOWN = 24
"""A sentence in an error quotes at most this many characters of what the user typed."""


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence that the model can read.

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
    Message("The prompt is empty: type a text for the model to go on with."),
    Message("The prompt “{start}” has {tokens} tokens; this model reads at most {largest}."),
)


def prepare_source(text: str, tokenizer: Tokenizer, *, max_len: int) -> Source:
    """Normalise, encode and check a sentence.

    Raises:
        SourceError: it is empty, too long, or holds nothing that the model knows.
    """
    words = _SOURCE if tokenizer.mask is None else _MASKED
    return _prepared(text, tokenizer, max_len=max_len, words=words)


def _prepared(text: str, tokenizer: Tokenizer, *, max_len: int, words: _Words) -> Source:
    controls = control_characters(text)
    sentence = tokenizer.normalised(text)
    if not sentence:
        raise SourceError(words.empty.template)
    encoded = tokenizer.encode(sentence)
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
            "This model knows nothing in “{start}”: it was trained on other characters.",
            start=opening(sentence),
        )
    notices = (*_control_notice(controls), *_unknown_notice(encoded.unknown))
    ids = (*tokenizer.prefix, *encoded.ids, *tokenizer.suffix)
    return Source(sentence, ids, tokenizer.tokens(ids), encoded.unknown, notices)


def prepare_prompt(text: str, tokenizer: Tokenizer, *, max_len: int) -> Source:
    """The beginning of a target as the user typed it; what would end it is left out.

    Raises:
        SourceError: it is empty, too long, or holds nothing that the model knows.
    """
    read = _prepared(text, tokenizer, max_len=max_len, words=_PROMPT)
    prompt = read.ids[: len(read.ids) - len(tokenizer.suffix)]
    return dataclasses.replace(read, ids=(), tokens=(), prompt=prompt)


def opening(sentence: str) -> str:
    """As much of a sentence as an error quotes."""
    return sentence if len(sentence) <= SHOWN else f"{sentence[:SHOWN]}…"


def _control_notice(controls: tuple[str, ...]) -> tuple[Message, ...]:
    if not controls:
        return ()
    values = {"characters": ", ".join(controls)}
    return (Message("Control characters were removed: {characters}.", values),)


def _unknown_notice(unknown: tuple[str, ...]) -> tuple[Message, ...]:
    if not unknown:
        return ()
    values = {"words": " ".join(unknown)}
    return (Message("Unknown to this model, read as <unk>: {words}", values),)
