"""What the embedding tab asks of the worker, and what it shows."""

import pytest

from tests.viz_app.panels.embedding.records import forcing_of, reading_of
from tests.viz_app.states import on_bench, room, trace_of
from viz_app.panels.embedding.room import (
    EmbeddingQuestion,
    EmbeddingState,
    ForcedTarget,
    ForcingQuestion,
    embedding_question,
    forcing_question,
    resolve_embedding,
    source_token_picked,
    target_given,
)
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.state import Selection

IDS = (100, 101, 102, 103, 104, 105)


def opened(**own):
    """The tab in front; ``own`` are fields of its slice."""
    return room(EmbeddingState(**own), tab="embedding", model_key=7)


def test_the_question_names_all_that_the_answer_depends_on():
    asked = EmbeddingQuestion(7, "我有猫", (0, 1, 2, 3), (1, *IDS))
    assert embedding_question(opened()) == asked
    assert embedding_question(opened(part="out")) == asked
    assert forcing_question(opened()) is None


def test_teacher_forcing_asks_for_the_losses_only():
    forcing = opened(part="forcing")
    assert forcing_question(forcing) == ForcingQuestion(7, "我有猫", IDS, "")
    assert embedding_question(forcing) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"tab": "masks"},
        {"trace": None},
        {"translating": True},
        {"model_key": None},
        {"trace": trace_of(())},
    ],
)
@pytest.mark.parametrize("part", ["into", "forcing"])
def test_nothing_is_asked_while_nobody_looks_or_the_translation_is_coming(fields, part):
    waiting = on_bench(opened(part=part), **fields)
    assert embedding_question(waiting) is None
    assert forcing_question(waiting) is None


def test_a_target_counts_for_the_sentence_that_it_was_given_for():
    given = target_given(opened(part="forcing"), "  I own a cat. ")
    assert forcing_question(given).given == "I own a cat."
    assert resolve_embedding(given).given == "I own a cat."
    other = on_bench(given, trace=trace_of(source=("好", "</s>")))
    assert forcing_question(other).given == ""
    assert resolve_embedding(other).given == ""


def test_answers_are_shown_once_they_are_there():
    reading, forced = reading_of(), ForcedTarget(forcing_of(), "reference")
    before = resolve_embedding(opened())
    assert (before.own.reading, before.own.forced) == (None, None)
    after = resolve_embedding(opened(reading=reading, forced=forced))
    assert after.own.reading is reading
    assert after.own.forced is forced


def test_the_token_of_the_source_is_the_tabs_own():
    read = opened(reading=reading_of())
    assert resolve_embedding(source_token_picked(read, 2)).token == 2
    assert resolve_embedding(source_token_picked(read, 99)).token == 3
    assert resolve_embedding(source_token_picked(read, -5)).token == 0
    assert source_token_picked(read, -5).own.token == 0
    assert resolve_embedding(opened(reading=reading_of(), token=-5)).token == 0


def test_the_token_of_the_target_is_the_step_of_the_window():
    read = opened(reading=reading_of(), side="target")
    for step in (0, 4):
        snapshot = resolve_embedding(read.on_bench(step_chosen, step))
        assert (snapshot.token, snapshot.step) == (step, step)


def test_an_older_answer_is_not_left_behind():
    """A longer translation is on screen, its own answer is still to come."""
    read = opened(reading=reading_of(), side="target")
    long = on_bench(read, trace=trace_of(("a",) * 20), selection=Selection(step=15))
    assert resolve_embedding(long).step == 5


def test_choices_are_shown():
    chosen = opened(part="forcing", side="target", with_padding=True)
    snapshot = resolve_embedding(chosen)
    assert snapshot.own == chosen.own
    assert snapshot.tied is False


@pytest.mark.parametrize("fields", [{"tab": "bleu"}, {"trace": None}])
def test_there_is_nothing_to_show_elsewhere_or_before_a_translation(fields):
    assert resolve_embedding(on_bench(opened(), **fields)) is None


def test_snapshots_of_the_same_state_are_equal():
    read = opened(reading=reading_of(), forced=ForcedTarget(forcing_of(), "given"))
    assert resolve_embedding(read) == resolve_embedding(read)
