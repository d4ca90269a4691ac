"""The worker's answers for the BLEU tab."""

import pytest

from model.lessons.bleu import explain_bleu
from tests.viz_app.states import summary
from viz_app.panels.bleu.jobs import bleu_steps, reference_steps
from viz_app.panels.bleu.panel import BLEU
from viz_app.panels.bleu.room import BleuQuestion, ReferenceQuestion, reference_typed


def test_a_reference_comes_with_its_question():
    question = ReferenceQuestion("zh-en", "我有一只猫。")
    (found,) = reference_steps(question)
    assert (found.question, found.result) == (question, "I have a cat.")


def test_no_reference_is_an_answer_too():
    (found,) = reference_steps(ReferenceQuestion("mine.tsv", "我有一只猫。"))
    assert found.result == ""


def test_a_score_comes_with_its_question():
    question = BleuQuestion("A cat", "a cat", ignores_case=True)
    (scored,) = bleu_steps(question)
    assert scored.question == question
    assert scored.result == explain_bleu("A cat", "a cat", lowercase=True)


# ------------------------------------------------------------------ in the background, in a room


def test_the_known_reference_and_what_is_typed_are_scored(qtbot, faceless, tiny_trace):
    panel = faceless(BLEU).translated(tiny_trace, model=summary("reverse")).opened()
    qtbot.waitUntil(lambda: panel.shown.bleu is not None)
    assert (panel.shown.reference, panel.shown.origin) == ("e d c b a", "known")
    assert panel.shown.bleu == explain_bleu(tiny_trace.translation, "e d c b a")
    panel.do(reference_typed, tiny_trace.translation)
    qtbot.waitUntil(lambda: panel.shown.bleu.score == pytest.approx(100))
