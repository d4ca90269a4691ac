"""Whether a model reads what is on screen.

For a moment after a model has come, the translation on screen is still that of the model before:
its sentence may be unknown to the new model, and its ids stand for other tokens or for none. A job
that is asked about them gives no answer; the new model's own translation follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from model.messages import SourceError
from model.text.source import prepare_source

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel


def unreadable(model: TrainedModel, text: str) -> SourceError | None:
    """Why a model cannot read a sentence, or None."""
    try:
        prepare_source(text, model.src_tokenizer, max_len=model.config.max_len)
    except SourceError as error:
        return error
    return None


def reads(model: TrainedModel, text: str, ids: Sequence[int]) -> bool:
    """Whether a model reads a sentence, and as these ids; ``</s>`` is one of them."""
    try:
        source = prepare_source(text, model.src_tokenizer, max_len=model.config.max_len)
    except SourceError:
        return False
    return source.ids == tuple(ids)


def takes(model: TrainedModel, target: Sequence[int]) -> bool:
    """Whether a model's decoder knows all of these ids, and has a position for each."""
    known = max(target, default=0) < len(model.tgt_tokenizer)
    return known and len(target) <= model.config.max_len
