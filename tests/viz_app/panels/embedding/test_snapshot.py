"""What the embedding tab asks of the worker, and what it shows."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.panels.embedding.records import forcing_of, reading_of
from tests.viz_app.states import shown, trace_of
from viz_app.app.app_state import step_chosen
from viz_app.panels.embedding.snapshot import (
    embedding_question,
    forced_arrived,
    forcing_question,
    padding_counted,
    part_picked,
    reading_arrived,
    resolve_embedding,
    side_picked,
    source_token_picked,
    target_given,
)
from viz_app.panels.embedding.state import EmbeddingQuestion, ForcedTarget, ForcingQuestion

IDS = (100, 101, 102, 103, 104, 105)


def state(**fields):
    return shown(**{"tab": "embedding", "model_key": 7, **fields})


def test_the_question_names_all_that_the_answer_depends_on():
    asked = EmbeddingQuestion(7, "我有猫", (0, 1, 2, 3), (1, *IDS))
    assert embedding_question(state()) == asked
    assert embedding_question(part_picked(state(), "out")) == asked
    assert forcing_question(state()) is None


def test_teacher_forcing_asks_for_the_losses_only():
    forcing = part_picked(state(), "forcing")
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
    waiting = part_picked(state(**fields), part)
    assert embedding_question(waiting) is None
    assert forcing_question(waiting) is None


def test_a_target_counts_for_the_sentence_that_it_was_given_for():
    given = target_given(part_picked(state(), "forcing"), "  I own a cat. ")
    assert forcing_question(given).given == "I own a cat."
    assert resolve_embedding(given).given == "I own a cat."
    other = dataclasses.replace(given, trace=trace_of(source=("好", "</s>")))
    assert forcing_question(other).given == ""
    assert resolve_embedding(other).given == ""


def test_answers_are_shown_once_they_are_there():
    reading, forced = reading_of(), ForcedTarget(forcing_of(), "reference")
    before = resolve_embedding(state())
    assert (before.reading, before.forced) == (None, None)
    after = resolve_embedding(forced_arrived(reading_arrived(state(), reading), forced))
    assert after.reading is reading
    assert after.forced is forced


def test_the_token_of_the_source_is_the_tabs_own():
    read = reading_arrived(state(), reading_of())
    assert resolve_embedding(source_token_picked(read, 2)).token == 2
    assert resolve_embedding(source_token_picked(read, 99)).token == 3
    assert resolve_embedding(source_token_picked(read, -5)).token == 0


def test_the_token_of_the_target_is_the_step_of_the_window():
    read = side_picked(reading_arrived(state(), reading_of()), "target")
    for step in (0, 4):
        snapshot = resolve_embedding(step_chosen(read, step))
        assert (snapshot.token, snapshot.step) == (step, step)


def test_an_older_answer_is_not_left_behind():
    """A longer translation is on screen, its own answer is still to come."""
    long = state(trace=trace_of(("a",) * 20), step=15)
    read = side_picked(reading_arrived(long, reading_of()), "target")
    assert resolve_embedding(read).step == 5


def test_choices_are_shown():
    chosen = padding_counted(side_picked(part_picked(state(), "forcing"), "target"), True)
    snapshot = resolve_embedding(chosen)
    assert (snapshot.part, snapshot.side, snapshot.with_padding) == ("forcing", "target", True)
    assert snapshot.tied is False


def test_the_same_choice_is_no_change():
    before = state()
    assert part_picked(before, "into") is before
    assert side_picked(before, "source") is before


@pytest.mark.parametrize("fields", [{"tab": "bleu"}, {"trace": None}])
def test_there_is_nothing_to_show_elsewhere_or_before_a_translation(fields):
    assert resolve_embedding(state(**fields)) is None


def test_snapshots_of_the_same_state_are_equal():
    read = forced_arrived(
        reading_arrived(state(), reading_of()), ForcedTarget(forcing_of(), "given")
    )
    assert resolve_embedding(read) == resolve_embedding(read)
