"""Jobs of the mask tab: a batch, one head, a translation with edited masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from model.messages import UserError
from viz_app.panels.masks import room
from viz_app.panels.masks.room import AlteredQuestion, BatchAnswer, BatchQuestion, MaskedHead
from viz_app.workbench.jobs import ModelCache, unreadable
from viz_app.workbench.room import Answered, WorkerQuestion, sets

if TYPE_CHECKING:
    from model.lessons.masks import MaskChange
    from model.traces.trace import Trace


def batch_masks_steps(
    model_cache: ModelCache, question: BatchQuestion
) -> Iterator[BatchAnswer | None]:
    """Masks of a batch; a built-in sentence is added if no other one can be read.

    Yields None while it translates (a place to cancel), and the answer at the end. There is none
    where the sentence on screen cannot be read: its translation reports that error.

    Raises:
        UserError: there is no such model, or it has no encoder or no decoder; or, after the
            answer, another sentence cannot be read.
    """
    from model.lessons.with_torch.masks import batch_steps, companion_steps

    model = model_cache.take(question.model_key)
    if len(model.config.stacks) == 1:
        raise UserError(
            "This page shows encoder and decoder masks; {model} has only one of the two.",
            model=model.name,
        )
    if unreadable(model, question.text) is not None:
        return
    errors = [unreadable(model, text) for text in question.others]
    others = question.others
    if all(error is not None for error in errors):
        ours = yield from companion_steps(model, question.text)
        errors, others = [*errors, None], (*others, ours)
    read = [text for text, error in zip(others, errors, strict=True) if error is None]
    record, original = yield from batch_steps(model, (question.text, *read))
    number = count()
    yield BatchAnswer(
        question=question,
        texts=(question.text, *others),
        rows=(next(number), *(next(number) if error is None else None for error in errors)),
        record=record,
        original=original,
    )
    for error in errors:
        if error is not None:
            raise error


def masked_head_steps(
    model_cache: ModelCache, question: MaskedHead
) -> Iterator[Answered[MaskedHead, MaskChange] | None]:
    """One head under the model's own masks and under edited ones.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.with_torch.masks import change_steps

    model = model_cache.take(question.model_key)
    for change in change_steps(
        model,
        question.src_ids,
        question.tgt_ids,
        edits=question.edits,
        kind=question.kind,
        layer=question.layer,
        head=question.head,
    ):
        yield Answered(question, change) if change is not None else None


def altered_translation_steps(
    model_cache: ModelCache, question: AlteredQuestion
) -> Iterator[Answered[AlteredQuestion, Trace] | None]:
    """The translation under edited masks; yields None while it decodes.

    Raises:
        UserError: there is no such model, or the sentence cannot be translated.
    """
    from model.lessons.with_torch.masks import altered_steps

    for trace in altered_steps(model_cache.take(question.model_key), question.text, question.edits):
        yield Answered(question, trace) if trace.finished else None


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    heads = partial(masked_head_steps, model_cache)
    for question, steps, arrived in (
        (room.batch_question, partial(batch_masks_steps, model_cache), room.batch_arrived),
        (room.padded_head_question, heads, sets("padded_head")),
        (room.changed_head_question, heads, sets("changed_head")),
        (room.altered_question, partial(altered_translation_steps, model_cache), sets("altered")),
    ):
        yield WorkerQuestion(room.asked(question), steps, arrived)
