"""Looking up a reference, and scoring the translation on screen against it."""

from __future__ import annotations

from collections.abc import Iterator

from model.lessons.bleu import explain_bleu
from model.text.examples import right_translation
from viz_app.panels.bleu import room


def reference_steps(question: room.ReferenceQuestion) -> Iterator[room.KnownReference]:
    """The right translation of a sentence, where Headlight knows it.

    Raises:
        CorpusError: the task's phrases cannot be read.
    """
    yield room.KnownReference(question, right_translation(question.task, question.source))


def bleu_steps(question: room.BleuQuestion) -> Iterator[room.ExplainedScore]:
    """The score with all that it is made of."""
    explained = explain_bleu(
        question.translation, question.reference, lowercase=question.ignores_case
    )
    yield room.ExplainedScore(question, explained)
