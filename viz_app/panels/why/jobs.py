"""Taking a logit difference apart in the worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from model.lessons.why import WhyRecord
from model.messages import Message, UserError
from viz_app.panels.why.room import WhyQuestion, why_question
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Answered, WorkerQuestion, sets

_Answer = Answered[WhyQuestion, WhyRecord | Message]

_TOGETHER = 8
"""Measured heads from one report to the next."""


def why_answers(model_cache: ModelCache, question: WhyQuestion) -> Iterator[_Answer | None]:
    """The terms at once, then again with the measured effects; or why there are none."""
    from model.lessons.with_torch.why import target_id, why_steps

    try:
        model = model_cache.intervened(question.model_key, question.interventions)
        token, other = (
            each if isinstance(each, int) else target_id(model, each)
            for each in (question.token, question.other)
        )
        for record in why_steps(
            model,
            question.source_ids,
            question.fed,
            step=len(question.fed) - 1,
            token=token,
            other=other,
        ):
            done, total = record.measured
            news = done % _TOGETHER == 0 or done == total
            yield Answered(question, record) if news else None
    except UserError as error:
        yield Answered(question, error.message)


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    yield WorkerQuestion(why_question, partial(why_answers, model_cache), sets("answer"))
