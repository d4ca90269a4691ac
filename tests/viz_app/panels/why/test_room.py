"""What the Why tab asks of the worker, and what it shows."""

import dataclasses

from model.lessons.why import WhyRecord
from model.messages import Message
from tests.viz_app.states import room, trace_of
from viz_app.panels.why.room import (
    WhyState,
    other_chosen,
    resolve_why,
    token_chosen,
    why_question,
)
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.room import Answered


def opened(**fields):
    state = room(WhyState(), tab="why", model_key=3, **fields)
    return state.on_bench(trace_arrived, trace_of()).on_bench(step_chosen, 1)


def candidates(state):
    return state.bench.trace.steps[1].candidates


def record(**changes):
    told = {"step": 1, "token": "a", "other": "b", "difference": 1.0, "terms": (), "lens": ()}
    return WhyRecord(**told, measured=(0, 4), **changes)


def test_it_asks_about_the_token_taken_and_the_best_other_candidate():
    shown = opened()
    question, step = why_question(shown), shown.bench.trace.steps[1]
    assert question.fed == shown.bench.trace.fed_ids[:2]
    others = [each.token_id for each in step.candidates if each.token_id != step.token_id]
    assert (question.token, question.other) == (step.token_id, others[0])
    assert why_question(opened(translating=True)) == question, "also while it is decoded further"
    for elsewhere in (
        {"tab": "masks"},
        {"model_key": None},
        {"outdated": True},
        {"recorded": True},
    ):
        bench = dataclasses.replace(shown.bench, **elsewhere)
        assert why_question(dataclasses.replace(shown, bench=bench)) is None


def test_candidates_are_asked_for_by_id_and_typed_words_as_they_are():
    last = candidates(opened())[-1]
    assert why_question(other_chosen(opened(), last.token)).other == last.token_id
    assert why_question(other_chosen(opened(), " zebra ")).other == "zebra"
    assert resolve_why(other_chosen(opened(), "zebra")).other == "zebra"
    both = token_chosen(other_chosen(opened(), last.token), last.token)
    question = why_question(both)
    assert question.token == last.token_id
    assert question.other == candidates(both)[0].token_id, "no token is compared with itself"


def test_a_choice_is_for_its_step_and_an_empty_one_is_the_default():
    chosen = other_chosen(opened(), "zebra")
    away = chosen.on_bench(step_chosen, 0)
    assert why_question(away).other != "zebra"
    assert why_question(away.on_bench(step_chosen, 1)).other == "zebra"
    assert why_question(other_chosen(chosen, "")) == why_question(opened())


def test_an_answer_is_shown_until_the_next_one_comes():
    shown = opened()
    assert resolve_why(shown).record is None
    answered = shown.changed(answer=Answered(why_question(shown), record()))
    assert resolve_why(answered).record == record()
    assert resolve_why(answered.on_bench(step_chosen, 0)).record == record()
    refused = shown.changed(answer=Answered(why_question(shown), Message("no sum")))
    assert str(resolve_why(refused).refused) == "no sum"
    step = shown.bench.trace.steps[1]
    assert resolve_why(shown).steps[1] == (step.fed, step.token)


def test_nothing_is_shown_elsewhere_or_before_a_translation():
    assert resolve_why(room(WhyState(), tab="masks")) is None
    assert resolve_why(room(WhyState(), tab="why", trace=None, branches=None)) is None


def test_an_encoder_alone_has_one_sentence():
    shown = opened()
    trace = dataclasses.replace(shown.bench.trace, kinds=("encoder",))
    bench = dataclasses.replace(shown.bench, trace=trace)
    assert "has only an encoder" in str(resolve_why(dataclasses.replace(shown, bench=bench)))
