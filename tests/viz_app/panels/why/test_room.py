"""What the Why tab asks of the worker, and what it shows."""

from model.lessons.why import WhyRecord
from model.messages import Message
from tests.viz_app.states import room, trace_of
from viz_app.panels.why.room import (
    WhyState,
    other_chosen,
    resolve_why,
    token_chosen,
    why_arrived,
    why_question,
)
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.room import Answered


def opened(**fields):
    state = room(WhyState(), tab="why", model_key=3, **fields)
    return state.on_bench(trace_arrived, trace_of()).on_bench(step_chosen, 1)


def record(**changes):
    told = {"step": 1, "token": "a", "other": "b", "difference": 1.0, "terms": (), "lens": ()}
    return WhyRecord(**told, measured=(0, 4), **changes)


def test_it_asks_about_the_two_best_candidates_of_the_step():
    shown = opened()
    question, step = why_question(shown), shown.bench.trace.steps[1]
    assert question.fed == shown.bench.trace.fed_ids[:2]
    assert (question.token, question.other) == tuple(each.token_id for each in step.candidates[:2])
    assert why_question(room(WhyState(), tab="masks")) is None


def test_two_equal_choices_give_way():
    shown = token_chosen(opened(), 1)
    candidates = shown.bench.trace.steps[1].candidates
    question = why_question(shown)
    assert (question.token, question.other) == (candidates[1].token_id, candidates[0].token_id)
    far = other_chosen(opened(), 99)
    assert why_question(far).other == candidates[-1].token_id


def test_an_answer_is_shown_until_something_else_is_asked():
    shown = opened()
    answered = why_arrived(shown, Answered(why_question(shown), record()))
    assert resolve_why(answered).record == record()
    assert resolve_why(answered.on_bench(step_chosen, 0)).record is None
    refused = why_arrived(shown, Answered(why_question(shown), Message("no sum")))
    assert str(resolve_why(refused).refused) == "no sum"
    assert resolve_why(shown).steps[1] == (
        shown.bench.trace.steps[1].fed,
        shown.bench.trace.steps[1].token,
    )


def test_nothing_is_shown_elsewhere_or_before_a_translation():
    assert resolve_why(room(WhyState(), tab="masks")) is None
    assert resolve_why(room(WhyState(), tab="why", trace=None, branches=None)) is None
