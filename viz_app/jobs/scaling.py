"""One head of the sentence on screen, for the scaling tab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from model.anatomy_record import HeadAnatomy
from viz_app.jobs.shelf import Shelf
from viz_app.state.scaling import HeadQuestion

if TYPE_CHECKING:
    from model.trained import TrainedModel


def scaling_steps(shelf: Shelf, question: HeadQuestion) -> Iterator[HeadAnatomy]:
    """Compute a head.

    Nothing comes where the sentence was not read by this model: it is still the one that the model
    before has translated, and is being translated anew.

    Raises:
        UserError: there is no such model.
    """
    from model.anatomy import head_anatomy, record_inputs

    model = shelf.take(question.model_key)
    if _was_read_by(model, question):
        inputs = record_inputs(model, question.source_ids, question.target_ids)
        yield head_anatomy(inputs, question.kind, question.layer, question.head)


def _was_read_by(model: TrainedModel, question: HeadQuestion) -> bool:
    read = model.src_tokenizer.encode(question.text).ids
    known = max(question.target_ids) < len(model.tgt_tokenizer)
    config = model.config
    there = question.layer < config.n_layers and question.head < config.n_heads
    return question.source_ids[:-1] == tuple(read) and known and there
