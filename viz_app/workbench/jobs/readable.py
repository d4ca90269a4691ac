"""Whether a model reads what is on screen.

For a moment after a model has come, the translation on screen is still that of the model before:
its sentence may be unknown to the new model, and its ids stand for other tokens or for none. A job
that is asked about them gives no answer; the new model's own translation follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from model.messages import SourceError

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel


def unreadable(model: TrainedModel, text: str) -> SourceError | None:
    """Why a model cannot read a sentence, or None."""
    try:
        model.prepared(text)
    except SourceError as error:
        return error
    return None


def reads(model: TrainedModel, text: str, ids: Sequence[int]) -> bool:
    """Whether a model reads a sentence, and as these ids; a prompt is none of the source's."""
    try:
        source = model.prepared(text)
    except SourceError:
        return False
    return source.ids == tuple(ids)


def takes(model: TrainedModel, target: Sequence[int]) -> bool:
    """Whether a model's decoder knows all of these ids, and has a position for each."""
    known = max(target, default=0) < len(model.tgt_tokenizer)
    return known and len(target) <= model.config.max_len
