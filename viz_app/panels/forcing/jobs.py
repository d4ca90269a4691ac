"""Losses of the current sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from model.messages import UserError
from model.special_tokens import EOS_ID
from model.text.tokenizer import opening
from viz_app.panels.forcing.room import (
    ForcedTarget,
    ForcingQuestion,
    Origin,
    forcing_question,
)
from viz_app.workbench.jobs import ModelCache, takes, unreadable
from viz_app.workbench.room import WorkerQuestion, sets

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel


def forcing_steps(
    model_cache: ModelCache, question: ForcingQuestion
) -> Iterator[ForcedTarget | None]:
    """Losses of the sentence and of a shorter companion, as a batch with padding.

    Raises:
        UserError: the model is unknown, its vocabulary lacks the given target, or the target is
            too long.
    """
    from model.lessons.with_torch.embedding import teacher_forcing_steps

    model = model_cache.take(question.model_key)
    target, origin = _expected(model, question)
    if unreadable(model, question.text) is not None or not takes(model, target):
        return
    for record in teacher_forcing_steps(model, question.text, target=target):
        yield None if record is None else ForcedTarget(record, origin)


def _expected(model: TrainedModel, question: ForcingQuestion) -> tuple[tuple[int, ...], Origin]:
    """Ids of the target: the given one, the known reference, or the translation."""
    from model.text.examples import right_translation
    from model.text.tokenizer import whole_target_ids

    longest = model.config.max_len
    if question.given:
        ids = whole_target_ids(question.given, model.tgt_tokenizer)
        if len(ids) > longest:
            raise UserError(
                "The target “{start}” has {tokens} tokens; this model reads at most {largest}.",
                start=opening(question.given),
                tokens=len(ids) - 1,
                largest=longest - 1,
            )
        return ids, "given"
    known = right_translation(model.task, question.text)
    ids = (*model.tgt_tokenizer.encode(known).ids, EOS_ID) if known else ()
    if ids and len(ids) <= longest:
        return ids, "reference"
    return question.target_ids, "translation"


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    yield WorkerQuestion(forcing_question, partial(forcing_steps, model_cache), sets("forced"))
