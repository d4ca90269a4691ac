"""A target that the user gives, checked and turned into ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.messages import UserError
from model.special_tokens import EOS_ID, UNK_ID
from model.text.source import opening

if TYPE_CHECKING:
    from model.text.tokenizer import Tokenizer


class TargetError(UserError):
    """A given target, or a part of one, that the model cannot write."""


def whole_target_ids(text: str, tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of a whole target, with what every target begins with, and ``</s>``.

    Raises:
        TargetError: as :func:`target_ids`.
    """
    return (*tokenizer.prefix, *target_ids(text, tokenizer), EOS_ID)


def target_ids(text: str, tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of a target or of its next words; no ``</s>`` is added.

    A source may hold unknown words, a target may not: nobody means the token ``<unk>``.

    Raises:
        TargetError: it is empty, or holds what the model does not know.
    """
    sentence = tokenizer.normalised(text)
    if not sentence:
        raise TargetError("There is no word in “{start}”: type the target.", start=opening(text))
    encoded = tokenizer.encode(sentence)
    if UNK_ID in encoded.ids:
        raise TargetError(
            "The target “{start}” has what this model cannot write: {words}",
            start=opening(sentence),
            words=opening(" ".join(encoded.unknown)),
        )
    return encoded.ids
