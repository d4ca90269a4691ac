"""What the BLEU tab asks of the worker, and what it shows."""

import pytest

from model.lessons.bleu import explain_bleu
from tests.viz_app.branch_traces import ORIGINAL, decoded
from tests.viz_app.states import on_bench, room, summary, trace_of
from viz_app.panels.bleu.room import (
    BleuQuestion,
    BleuState,
    ReferenceQuestion,
    bleu_question,
    order_picked,
    reference_question,
    reference_typed,
    resolve_bleu,
)
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_walked_to,
    trace_arrived,
)
from viz_app.workbench.room import Answered, Room
from viz_app.workbench.state import BranchRequest

TRANSLATION = "I have a cat ."


def opened(own=None, **fields):
    """The tab in front; ``fields`` are the workbench's."""
    return room(own or BleuState(), **{"tab": "bleu", **fields})


def found(**fields):
    """The same with a known reference; ``fields`` are the slice's."""
    return opened(BleuState(known=known(), **fields))


def known(reference="I have a cat.", source="我有猫"):
    return Answered(ReferenceQuestion("zh-en", source), reference)


def explained(reference, translation=TRANSLATION):
    question = BleuQuestion(translation, reference, ignores_case=False)
    return Answered(question, explain_bleu(translation, reference))


def test_first_it_asks_for_a_reference():
    assert reference_question(opened()) == ReferenceQuestion("zh-en", "我有猫")
    assert bleu_question(opened()) is None
    assert resolve_bleu(opened()).origin == "none"


def test_a_known_reference_is_scored():
    question = BleuQuestion(TRANSLATION, "I have a cat.", ignores_case=False)
    assert bleu_question(found()) == question
    snapshot = resolve_bleu(found())
    assert (snapshot.reference, snapshot.origin) == ("I have a cat.", "known")


def test_what_is_typed_is_scored_in_its_place():
    typed = reference_typed(found(), "I own a cat. ")
    assert bleu_question(typed).reference == "I own a cat. "
    assert resolve_bleu(typed).origin == "typed"


def with_own_target(state, target="the big cat ."):
    """A workbench on which the user has given a whole target; that branch is on screen."""
    request = BranchRequest(whole=True, typed=target)
    state = branch_asked(state, step=0, parent=0, given=True, request=request)
    return branch_arrived(state, state.branches.awaited, decoded(f"{target} </s>", given=5))


def test_an_own_target_is_the_reference_of_the_translation_that_it_left():
    state = with_own_target(trace_arrived(found().bench, decoded(ORIGINAL)))
    assert state.branches.current_branch.given
    for current in (state, branch_walked_to(state, 0)):
        tab = Room(found().own, current)
        assert resolve_bleu(tab).origin == "own target"
        assert bleu_question(tab) == BleuQuestion(TRANSLATION, "the big cat .", ignores_case=False)
        assert resolve_bleu(reference_typed(tab, "A cat.")).reference == "A cat."
    newer = Room(found().own, with_own_target(state, "a big dog . ."))
    assert resolve_bleu(newer).reference == "a big dog . ."


def test_an_emptied_field_stays_empty():
    typed = reference_typed(found(), " ")
    assert bleu_question(typed) is None
    snapshot = resolve_bleu(typed)
    assert (snapshot.reference, snapshot.origin, snapshot.bleu) == (" ", "typed", None)


def test_another_sentence_has_its_own_reference():
    typed = reference_typed(found(), "I own a cat.")
    other = on_bench(typed, trace=trace_of(source=("好", "</s>")))
    assert resolve_bleu(other).reference == ""
    assert resolve_bleu(other.changed(known=known("Good.", "好"))).reference == "Good."


def test_a_reference_of_another_model_does_not_count():
    other = on_bench(found(), model=summary("reverse"))
    assert resolve_bleu(other).reference == ""


def test_ignoring_case_is_part_of_the_question():
    ignoring = found(ignores_case=True)
    assert bleu_question(ignoring).ignores_case
    assert resolve_bleu(ignoring).ignores_case


def test_the_score_of_the_translation_on_screen_is_shown():
    scored = found(explained=explained("I have a cat."))
    assert resolve_bleu(scored).bleu.score == pytest.approx(100)
    other = on_bench(scored, trace=trace_of(("a", "dog", "</s>")))
    assert resolve_bleu(other).bleu is None


def test_while_typing_the_last_score_stays_until_the_next_is_there():
    scored = found(explained=explained("I have a cat."))
    typing = reference_typed(scored, "I have a c")
    assert resolve_bleu(typing).bleu is scored.own.explained.result
    assert resolve_bleu(reference_typed(scored, "")).bleu is None


@pytest.mark.parametrize(("order", "kept"), [(0, 1), (1, 1), (4, 4), (9, 4)])
def test_an_order_is_one_to_four(order, kept):
    assert resolve_bleu(order_picked(opened(), order)).order == kept


@pytest.mark.parametrize("fields", [{"tab": "masks"}, {"trace": None}])
def test_nothing_is_asked_or_shown_elsewhere_or_before_a_translation(fields):
    elsewhere = on_bench(found(), **fields)
    assert reference_question(elsewhere) is None
    assert bleu_question(elsewhere) is None
    assert resolve_bleu(elsewhere) is None


def test_a_translation_that_is_still_coming_is_not_scored():
    assert bleu_question(on_bench(found(), translating=True)) is None
