"""Finding a reference, and scoring the current translation against it."""

from __future__ import annotations

from collections.abc import Iterator

from model.lessons.bleu import explain_bleu
from model.text.examples import right_translation
from viz_app.panels.bleu import room


def reference_steps(question: room.ReferenceQuestion) -> Iterator[room.KnownReference]:
    """Reference of a sentence, if Headlight has one.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    yield room.KnownReference(question, right_translation(question.task, question.source))


def bleu_steps(question: room.BleuQuestion) -> Iterator[room.ExplainedScore]:
    explained = explain_bleu(
        question.translation, question.reference, lowercase=question.ignores_case
    )
    yield room.ExplainedScore(question, explained)
