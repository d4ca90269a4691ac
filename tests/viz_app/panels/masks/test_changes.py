"""What the user does in the mask tab."""

import dataclasses

import pytest

from model.lessons.masks.edits import NO_EDITS, MaskCell
from model.messages import Message
from tests.viz_app.panels.masks.answers import FORBIDDEN, batch_of, edited, flipped, masks_room
from tests.viz_app.states import on_bench, summary
from viz_app.panels.masks import changes
from viz_app.panels.masks.questions import others_now
from viz_app.panels.masks.state import MOST, STAGES
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.state.selection import Selection

CELL = MaskCell("cross", 3, 2)


def test_what_changes_nothing_is_the_same_state():
    room = on_bench(masks_room(), picked=frozenset({"head"}))
    assert changes.edits_dropped(room) is room
    assert changes.head_picked(room, room.bench.selection.kind, 0, 0) is room


def test_other_sentences_are_stripped_and_empty_ones_do_not_count():
    room = changes.sentences_given(masks_room(), (" 猫 ", "", "  ", "有猫"))
    assert others_now(room) == ("猫", "有猫")


def test_a_batch_has_six_sentences_at_most():
    room = changes.sentences_given(masks_room(), [str(n) for n in range(9)])
    assert len(others_now(room)) == MOST - 1


def test_giving_sentences_takes_the_notice_away():
    room = masks_room().on_bench(failed, Message("It cannot be read."))
    assert changes.sentences_given(room, ("猫",)).bench.notice is None


def test_sentences_for_one_task_are_not_those_of_another():
    room = changes.sentences_given(masks_room(), ("猫",))
    assert others_now(on_bench(room, model=summary("copy"))) == ()


def test_another_sentence_has_another_row():
    room = changes.sentence_picked(masks_room(row=2, allowed=frozenset({1})), 2)
    assert (room.own.sentence, room.own.row, room.own.allowed) == (2, None, set())


@pytest.mark.parametrize(("wanted", "stage"), [(-1, 0), (2, 2), (9, len(STAGES) - 1)])
def test_stages_end_where_they_end(wanted, stage):
    assert changes.stage_picked(masks_room(), wanted).own.stage == stage


def test_a_cell_is_flipped_and_back():
    room = flipped(masks_room(), CELL)
    assert changes.edits_now(room) == FORBIDDEN
    assert not changes.edits_now(flipped(room, CELL))


def test_one_transition_leads_back_to_the_real_masks():
    room = edited(CELL, MaskCell("encoder", 0, 1), MaskCell("decoder", 0, 3))
    assert changes.edits_now(changes.edits_dropped(room)) == NO_EDITS


def test_nothing_can_be_flipped_before_there_is_a_batch():
    room = masks_room(batch=None)
    assert flipped(room, CELL) is room


@pytest.mark.parametrize("change", ["model", "sentence"])
def test_flipped_cells_are_those_of_a_model_and_a_sentence(change):
    room = edited(CELL)
    if change == "model":
        room = on_bench(room, model=summary("other"))
    else:
        batch = batch_of()
        other = dataclasses.replace(batch.original, source_text="猫")
        room = room.changed(batch=dataclasses.replace(batch, original=other))
    assert changes.edits_now(room) == NO_EDITS
    again = flipped(room, CELL)
    assert changes.edits_now(again) == FORBIDDEN, "cells of the one before are gone"


def test_keys_are_given_back_and_taken_again():
    room = changes.key_flipped(changes.key_flipped(masks_room(), 1), 3)
    assert room.own.allowed == {1, 3}
    assert changes.key_flipped(room, 1).own.allowed == {3}
    assert changes.keys_masked(room).own.allowed == set()


def test_another_query_begins_without_keys():
    room = changes.row_picked(masks_room(allowed=frozenset({1})), 4)
    assert (room.own.row, room.own.allowed) == (4, set())


def test_a_head_is_picked_for_the_whole_window():
    before = masks_room(row=2)
    room = changes.head_picked(before, "cross", 1, 1)
    step = before.bench.selection.step
    assert room.bench.selection == Selection(kind="cross", layer=1, head=1, step=step)
    assert room.own.row == 2


def test_another_kind_has_other_queries():
    room = changes.head_picked(masks_room(row=2, allowed=frozenset({1})), "encoder", 0, 0)
    assert (room.own.row, room.own.allowed) == (None, set())


def test_a_head_that_does_not_exist_is_the_nearest_one():
    room = changes.head_picked(masks_room(), "decoder", 9, 9)
    assert (room.bench.selection.layer, room.bench.selection.head) == (1, 1)


def test_a_batch_of_the_same_sentence_keeps_the_sentence_in_view():
    room = changes.batch_arrived(masks_room(sentence=2), batch_of())
    assert room.own.sentence == 2


def test_what_a_session_tells_of_a_batch_is_kept_until_that_batch_is_there():
    told = {"sentence": 1, "row": 2, "allowed": frozenset({1})}
    room = changes.batch_arrived(masks_room(batch=None, **told), batch_of())
    assert {name: getattr(room.own, name) for name in told} == told


def test_a_smaller_batch_has_no_third_sentence():
    smaller = batch_of("猫", rows=(0, 1))
    room = changes.batch_arrived(masks_room(sentence=2, row=1), smaller)
    assert (room.own.sentence, room.own.row) == (None, None)


def test_the_batch_of_another_sentence_begins_anew():
    batch = batch_of()
    question = dataclasses.replace(batch.question, text="another")
    texts = ("another", *batch.texts[1:])
    other = dataclasses.replace(batch, question=question, texts=texts)
    assert changes.batch_arrived(masks_room(sentence=1), other).own.sentence is None
