"""One head of a model of the shelf, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator

from viz_app.jobs.shelf import Shelf
from viz_app.state.one_head import HeadAnswer, HeadQuestion


def one_head_steps(shelf: Shelf, question: HeadQuestion) -> Iterator[HeadAnswer]:
    """What a head computed while it read a sentence, in one turn: training may change the model.

    Raises:
        UserError: there is no such model.
    """
    from model.anatomy import head_anatomy, record_inputs

    model = shelf.take(question.model_key)
    inputs = record_inputs(model, question.src_ids, question.tgt_ids)
    anatomy = head_anatomy(inputs, question.kind, question.layer, question.head)
    yield HeadAnswer(question=question, anatomy=anatomy)
