"""The worker's answers to the Why tab."""

import dataclasses

import pytest

from model.lessons.with_torch.why import why_steps
from model.messages import Message
from model.traces.interventions import Intervention, Site
from viz_app.panels.why.jobs import why_answers
from viz_app.panels.why.room import WhyQuestion


@pytest.fixture
def question(model_cache, tiny_model, tiny_trace):
    step = tiny_trace.steps[1]
    return WhyQuestion(
        model_key=model_cache.put(tiny_model),
        source_ids=tiny_trace.source_ids,
        fed=tiny_trace.fed_ids[:2],
        token=step.candidates[0].token_id,
        other=step.candidates[1].token_id,
        interventions=(),
    )


def test_the_terms_come_first_and_then_every_effect(model_cache, question, tiny_model):
    turns = list(why_answers(model_cache, question))
    answers = [answer for answer in turns if answer is not None]
    heads = answers[-1].result.measured[1]
    assert len(turns) == 1 + heads, "it gives way after every head"
    assert {answer.question for answer in answers} == {question}
    assert answers[0].result.measured[0] == 0
    *_, expected = why_steps(
        tiny_model,
        question.source_ids,
        question.fed,
        step=1,
        token=question.token,
        other=question.other,
    )
    assert answers[-1].result == expected


def test_a_changed_branch_is_explained_under_its_interventions(model_cache, question):
    off = (Intervention(site=Site("z", "cross", 0, 0), how="zero"),)
    changed = WhyQuestion(
        question.model_key, question.source_ids, question.fed, question.token, question.other, off
    )
    *_, last = filter(None, why_answers(model_cache, changed))
    place = ("head", "cross", 0, 0)
    (head,) = (
        term for term in last.result.terms if (term.part, term.kind, term.layer, term.head) == place
    )
    assert head.value == 0


def test_what_cannot_be_taken_apart_is_an_answer_too(model_cache, question):
    for token, sentence in (
        (10**6, "not an id of the target vocabulary"),
        (question.other, "compared with itself"),
        ("zebra", "zebra"),
    ):
        (answer,) = why_answers(model_cache, dataclasses.replace(question, token=token))
        assert isinstance(answer.result, Message)
        assert sentence in str(answer.result)


def test_a_typed_word_is_its_token(model_cache, question, tiny_model):
    typed = dataclasses.replace(question, token=tiny_model.tgt_tokenizer.token(question.token))
    one, other = (next(why_answers(model_cache, each)) for each in (typed, question))
    assert one.result == other.result
