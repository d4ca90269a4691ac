"""What the user does in the mask tab."""

import dataclasses

import pytest

from model.lessons.masks import NO_EDITS, MaskCell
from model.messages import Message
from model.special_tokens import BOS_ID
from tests.viz_app.panels.masks.answers import (
    FORBIDDEN,
    KEY,
    batch_of,
    edited,
    flipped,
    masks_room,
    original,
    record_of,
)
from tests.viz_app.states import on_bench, summary
from viz_app.panels.masks import room as panels_masks_room
from viz_app.panels.masks.room import MOST, STAGES, AlteredQuestion, BatchQuestion, others_now
from viz_app.workbench.changes.models import failed
from viz_app.workbench.state import Selection

# ------------------------------------------------------------------------------------ test changes


CELL = MaskCell("cross", 3, 2)


def test_what_changes_nothing_is_the_same_state():
    room = on_bench(masks_room(), picked=frozenset({"head"}))
    assert panels_masks_room.edits_dropped(room) is room
    assert panels_masks_room.head_picked(room, room.bench.selection.kind, 0, 0) is room


def test_other_sentences_are_stripped_and_empty_ones_do_not_count():
    room = panels_masks_room.sentences_given(masks_room(), (" 猫 ", "", "  ", "有猫"))
    assert others_now(room) == ("猫", "有猫")


def test_a_batch_has_six_sentences_at_most():
    room = panels_masks_room.sentences_given(masks_room(), [str(n) for n in range(9)])
    assert len(others_now(room)) == MOST - 1


def test_giving_sentences_takes_the_notice_away():
    room = masks_room().on_bench(failed, Message("It cannot be read."))
    assert panels_masks_room.sentences_given(room, ("猫",)).bench.notice is None


def test_sentences_for_one_task_are_not_those_of_another():
    room = panels_masks_room.sentences_given(masks_room(), ("猫",))
    assert others_now(on_bench(room, model=summary("copy"))) == ()


def test_another_sentence_has_another_row():
    room = panels_masks_room.sentence_picked(masks_room(row=2, allowed=frozenset({1})), 2)
    assert (room.own.sentence, room.own.row, room.own.allowed) == (2, None, set())


@pytest.mark.parametrize(("wanted", "stage"), [(-1, 0), (2, 2), (9, len(STAGES) - 1)])
def test_stages_end_where_they_end(wanted, stage):
    assert panels_masks_room.stage_picked(masks_room(), wanted).own.stage == stage


def test_a_cell_is_flipped_and_back():
    room = flipped(masks_room(), CELL)
    assert panels_masks_room.edits_now(room) == FORBIDDEN
    assert not panels_masks_room.edits_now(flipped(room, CELL))


def test_one_transition_leads_back_to_the_real_masks():
    room = edited(CELL, MaskCell("encoder", 0, 1), MaskCell("decoder", 0, 3))
    assert panels_masks_room.edits_now(panels_masks_room.edits_dropped(room)) == NO_EDITS


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
    assert panels_masks_room.edits_now(room) == NO_EDITS
    again = flipped(room, CELL)
    assert panels_masks_room.edits_now(again) == FORBIDDEN, "cells of the one before are gone"


def test_keys_are_given_back_and_taken_again():
    room = panels_masks_room.key_flipped(panels_masks_room.key_flipped(masks_room(), 1), 3)
    assert room.own.allowed == {1, 3}
    assert panels_masks_room.key_flipped(room, 1).own.allowed == {3}
    assert panels_masks_room.keys_masked(room).own.allowed == set()


def test_another_query_begins_without_keys():
    room = panels_masks_room.row_picked(masks_room(allowed=frozenset({1})), 4)
    assert (room.own.row, room.own.allowed) == (4, set())


def test_a_head_is_picked_for_the_whole_window():
    before = masks_room(row=2)
    room = panels_masks_room.head_picked(before, "cross", 1, 1)
    step = before.bench.selection.step
    assert room.bench.selection == Selection(kind="cross", layer=1, head=1, step=step)
    assert room.own.row == 2


def test_another_kind_has_other_queries():
    room = panels_masks_room.head_picked(masks_room(row=2, allowed=frozenset({1})), "encoder", 0, 0)
    assert (room.own.row, room.own.allowed) == (None, set())


def test_a_head_that_does_not_exist_is_the_nearest_one():
    room = panels_masks_room.head_picked(masks_room(), "decoder", 9, 9)
    assert (room.bench.selection.layer, room.bench.selection.head) == (1, 1)


def test_a_batch_of_the_same_sentence_keeps_the_sentence_in_view():
    room = panels_masks_room.batch_arrived(masks_room(sentence=2), batch_of())
    assert room.own.sentence == 2


def test_what_a_session_tells_of_a_batch_is_kept_until_that_batch_is_there():
    told = {"sentence": 1, "row": 2, "allowed": frozenset({1})}
    room = panels_masks_room.batch_arrived(masks_room(batch=None, **told), batch_of())
    assert {name: getattr(room.own, name) for name in told} == told


def test_a_smaller_batch_has_no_third_sentence():
    smaller = batch_of("猫", rows=(0, 1))
    room = panels_masks_room.batch_arrived(masks_room(sentence=2, row=1), smaller)
    assert (room.own.sentence, room.own.row) == (None, None)


def test_the_batch_of_another_sentence_begins_anew():
    batch = batch_of()
    question = dataclasses.replace(batch.question, text="another")
    texts = ("another", *batch.texts[1:])
    other = dataclasses.replace(batch, question=question, texts=texts)
    assert panels_masks_room.batch_arrived(masks_room(sentence=1), other).own.sentence is None


# ---------------------------------------------------------------------------------- test questions
# What the mask tab asks the worker.


EVERY = ("batch", "padded_head", "changed_head", "altered")


def question(room, name):
    return getattr(panels_masks_room, f"{name}_question")(room)


@pytest.mark.parametrize("name", EVERY)
def test_questions_can_be_compared_and_kept(name):
    room = masks_room(view="steps") if name == "padded_head" else edited()
    asked = question(room, name)
    assert asked is not None
    assert asked == question(room, name)
    assert len({asked, question(room, name)}) == 1


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_asked_while_nobody_looks(name):
    room = edited() if name != "padded_head" else masks_room(view="rows")
    asked = panels_masks_room.asked(getattr(panels_masks_room, f"{name}_question"))
    assert asked(room) == question(room, name)
    assert asked(on_bench(room, tab="attention")) is None
    assert asked(on_bench(room, translating=True)) is None
    assert asked(on_bench(room, trace=None)) is None


def test_the_batch_is_that_of_the_sentence_on_screen_and_the_users():
    assert question(masks_room(), "batch") == BatchQuestion(KEY, original().source_text, ())
    room = panels_masks_room.sentences_given(masks_room(), ("猫",))
    assert question(room, "batch").others == ("猫",)


def test_the_sentence_with_most_padding_shows_what_masks_do():
    batch = batch_of()
    assert panels_masks_room.sentence_now(masks_room(view="steps"), batch) == 1
    assert panels_masks_room.sentence_now(masks_room(view="rows"), batch) == 1
    assert panels_masks_room.sentence_now(masks_room(view="batch"), batch) == 1
    assert panels_masks_room.sentence_now(masks_room(view="steps", sentence=2), batch) == 2


def test_a_sentence_that_cannot_be_read_is_never_in_view():
    batch = batch_of("x", "猫", rows=(0, None, 1))
    assert panels_masks_room.sentence_now(masks_room(sentence=1), batch) == 2
    assert panels_masks_room.sentence_now(masks_room(view="rows", sentence=1), batch) == 2


@pytest.mark.parametrize(
    ("mask", "kind"),
    [("source", "encoder"), ("causal", "decoder"), ("target", "decoder"), ("cross", "cross")],
)
def test_a_mask_is_applied_to_the_attention_that_uses_it(mask, kind):
    asked = question(masks_room(view="steps", mask=mask), "padded_head")
    assert (asked.kind, asked.layer, asked.head, asked.edits) == (kind, 0, 0, NO_EDITS)


def test_the_padded_sentence_is_read_with_its_padding():
    record = record_of()
    asked = question(masks_room(view="rows", sentence=2), "padded_head")
    assert (asked.src_ids, asked.tgt_ids) == (record.src_ids[2], record.tgt_ids[2])


@pytest.mark.parametrize("view", ["batch", "change"])
def test_only_two_parts_read_padded_sentences(view):
    assert question(masks_room(view=view), "padded_head") is None


def test_flipped_cells_are_read_with_the_original_translation():
    asked = question(edited(), "changed_head")
    trace = original()
    assert asked.src_ids == trace.source_ids
    assert asked.tgt_ids == (BOS_ID, *(step.token_id for step in trace.steps[:-1]))
    assert (asked.kind, asked.edits) == ("cross", FORBIDDEN)


def test_without_edits_there_is_nothing_to_translate_again():
    room = masks_room(view="change")
    assert question(room, "altered") is None
    assert question(room, "changed_head").edits == NO_EDITS


def test_the_altered_translation_depends_on_all_edits_and_on_no_head():
    room = edited(MaskCell("encoder", 0, 1))
    asked = question(room, "altered")
    assert asked == AlteredQuestion(KEY, original().source_text, panels_masks_room.edits_now(room))
    other = on_bench(room, selection=Selection(kind="encoder", layer=1, head=1))
    assert question(other, "altered") == asked
    assert question(other, "changed_head") != question(room, "changed_head")


def test_a_model_that_has_not_read_the_batch_is_not_asked_about_it():
    room = on_bench(edited(), model_key=KEY + 1)
    assert question(room, "changed_head") is None
    assert question(room, "altered") is None


def test_a_head_that_this_model_does_not_have_is_not_asked_for():
    room = on_bench(edited(), selection=Selection(layer=7, head=7))
    asked = question(room, "changed_head")
    assert (asked.layer, asked.head) == (1, 1)
