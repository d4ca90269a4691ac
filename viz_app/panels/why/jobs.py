"""Taking a logit difference apart in the worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from model.lessons.why import WhyRecord
from model.messages import Message, UserError
from viz_app.panels.why import room
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Answered, WorkerQuestion

_Answer = Answered[room.WhyQuestion, WhyRecord | Message]


def why_answers(model_cache: ModelCache, question: room.WhyQuestion) -> Iterator[_Answer]:
    """The terms at once, then again with every measured effect; or why there are none."""
    from model.lessons.with_torch.why import why_steps

    model = model_cache.intervened(question.model_key, question.interventions)
    records = why_steps(
        model,
        question.source_ids,
        question.fed,
        step=len(question.fed) - 1,
        token=question.token,
        other=question.other,
    )
    try:
        for record in records:
            done, total = record.measured
            if done % _TOGETHER == 0 or done == total:
                yield Answered(question, record)
    except UserError as error:
        yield Answered(question, error.message)


_TOGETHER = 8
"""Measured heads from one report to the next."""


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    yield WorkerQuestion(room.why_question, partial(why_answers, model_cache), room.why_arrived)
