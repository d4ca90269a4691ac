"""The worker's answers for the BLEU tab."""

from model.lessons.bleu import explain_bleu
from viz_app.panels.bleu.jobs import bleu_steps, reference_steps
from viz_app.panels.bleu.room import BleuQuestion, ReferenceQuestion


def test_a_reference_comes_with_its_question():
    question = ReferenceQuestion("zh-en", "我有一只猫。")
    (found,) = reference_steps(question)
    assert (found.question, found.reference) == (question, "I have a cat.")


def test_no_reference_is_an_answer_too():
    (found,) = reference_steps(ReferenceQuestion("mine.tsv", "我有一只猫。"))
    assert found.reference == ""


def test_a_score_comes_with_its_question():
    question = BleuQuestion("A cat", "a cat", ignores_case=True)
    (scored,) = bleu_steps(question)
    assert scored.question == question
    assert scored.bleu == explain_bleu("A cat", "a cat", lowercase=True)
