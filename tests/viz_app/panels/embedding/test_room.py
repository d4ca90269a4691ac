"""What the embedding tab asks of the worker, and what it shows."""

import pytest

from tests.viz_app.panels.embedding.records import reading_of, side_of
from tests.viz_app.states import on_bench, room, trace_of
from viz_app.panels.embedding.room import (
    EmbeddingQuestion,
    EmbeddingState,
    embedding_question,
    resolve_embedding,
    source_token_picked,
)
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.state import RunKey, Selection

IDS = (100, 101, 102, 103, 104, 105)


def opened(**own):
    """The tab in front; ``own`` are fields of its slice."""
    return room(EmbeddingState(**own), tab="embedding", model_key=7)


def test_the_question_names_all_that_the_answer_depends_on():
    asked = EmbeddingQuestion(RunKey(7), "我有猫", (0, 1, 2, 3), (1, *IDS))
    assert embedding_question(opened()) == asked
    assert embedding_question(opened(part="out")) == asked


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
def test_nothing_is_asked_while_nobody_looks_or_the_translation_is_coming(fields):
    assert embedding_question(on_bench(opened(), **fields)) is None


def test_answers_are_shown_once_they_are_there():
    reading = reading_of()
    assert resolve_embedding(opened()).own.reading is None
    assert resolve_embedding(opened(reading=reading)).own.reading is reading


def test_the_token_of_the_source_is_the_tabs_own():
    read = opened(reading=reading_of())
    assert resolve_embedding(source_token_picked(read, 2)).token == 2
    assert resolve_embedding(source_token_picked(read, 99)).token == 3
    assert resolve_embedding(source_token_picked(read, -5)).token == 0
    assert source_token_picked(read, -5).own.token == 0
    assert resolve_embedding(opened(reading=reading_of(), token=-5)).token == 0


def test_the_first_token_shown_is_a_content_word():
    reading = reading_of(source=side_of(("The", "small", "dog", "</s>")))
    shown = resolve_embedding(opened(reading=reading))
    assert shown.token == shown.source_token == 1
    assert resolve_embedding(source_token_picked(opened(reading=reading), 0)).token == 0


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
    chosen = opened(part="out", side="target")
    snapshot = resolve_embedding(chosen)
    assert snapshot.own == chosen.own
    assert snapshot.tied is False


@pytest.mark.parametrize("fields", [{"tab": "bleu"}, {"trace": None}])
def test_there_is_nothing_to_show_elsewhere_or_before_a_translation(fields):
    assert resolve_embedding(on_bench(opened(), **fields)) is None


def test_snapshots_of_the_same_state_are_equal():
    read = opened(reading=reading_of())
    assert resolve_embedding(read) == resolve_embedding(read)
