"""Finding a reference, and scoring the current translation against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.lessons.bleu import BleuExplained, explain_bleu
from model.text.examples import right_translation
from viz_app.panels.bleu import room
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Answered, WorkerQuestion, sets


def reference_steps(
    question: room.ReferenceQuestion,
) -> Iterator[Answered[room.ReferenceQuestion, str]]:
    """Reference of a sentence, if Headlight has one.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    yield Answered(question, right_translation(question.task, question.source))


def bleu_steps(
    question: room.BleuQuestion,
) -> Iterator[Answered[room.BleuQuestion, BleuExplained]]:
    explained = explain_bleu(
        question.translation, question.reference, lowercase=question.ignores_case
    )
    yield Answered(question, explained)


def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    del model_cache
    yield WorkerQuestion(room.reference_question, reference_steps, sets("known"))
    yield WorkerQuestion(room.bleu_question, bleu_steps, sets("explained"))
