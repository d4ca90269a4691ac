"""One head of a model of the shelf, for the tabs that are about one head."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from model.traces.trace import stack_of
from viz_app.workbench.jobs.readable import reads, takes
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.room import Answered
from viz_app.workbench.snapshots.chosen_head import HeadQuestion

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.lessons.one_head.anatomy_record import HeadAnatomy


def head_steps(
    shelf: Shelf, question: HeadQuestion
) -> Iterator[Answered[HeadQuestion, HeadAnatomy]]:
    """What a head computed while it read a sentence, in one turn: training may change the model.

    Nothing comes where the sentence and the head are those of another model.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.one_head.with_torch.anatomy import head_anatomy, record_inputs

    model = shelf.take(question.model_key)
    if _is_about(model, question):
        inputs = record_inputs(model, question.src_ids, question.tgt_ids)
        anatomy = head_anatomy(inputs, question.kind, question.layer, question.head)
        yield Answered(question, anatomy)


def _is_about(model: TrainedModel, question: HeadQuestion) -> bool:
    config = model.config
    there = (
        question.layer < config.depth(stack_of(question.kind)) and question.head < config.n_heads
    )
    read = reads(model, question.text, question.src_ids)
    return there and read and takes(model, question.tgt_ids)
