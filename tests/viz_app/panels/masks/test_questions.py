"""What the mask tab asks the worker."""

import pytest

from model.lessons.masks.edits import NO_EDITS, MaskCell
from model.special_tokens import BOS_ID
from tests.viz_app.panels.masks.answers import (
    FORBIDDEN,
    KEY,
    batch_of,
    edited,
    masks_room,
    original,
    record_of,
)
from tests.viz_app.states import on_bench
from viz_app.panels.masks import changes, questions
from viz_app.panels.masks.state import AlteredQuestion, BatchQuestion
from viz_app.workbench.state.selection import Selection

EVERY = ("batch", "padded_head", "changed_head", "altered")


def question(room, name):
    return getattr(questions, f"{name}_question")(room)


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
    asked = questions.asked(getattr(questions, f"{name}_question"))
    assert asked(room) == question(room, name)
    assert asked(on_bench(room, tab="attention")) is None
    assert asked(on_bench(room, translating=True)) is None
    assert asked(on_bench(room, trace=None)) is None


def test_the_batch_is_that_of_the_sentence_on_screen_and_the_users():
    assert question(masks_room(), "batch") == BatchQuestion(KEY, original().source_text, ())
    room = changes.sentences_given(masks_room(), ("猫",))
    assert question(room, "batch").others == ("猫",)


def test_the_sentence_with_most_padding_shows_what_masks_do():
    batch = batch_of()
    assert questions.sentence_now(masks_room(view="steps"), batch) == 1
    assert questions.sentence_now(masks_room(view="rows"), batch) == 1
    assert questions.sentence_now(masks_room(view="batch"), batch) == 1
    assert questions.sentence_now(masks_room(view="steps", sentence=2), batch) == 2


def test_a_sentence_that_cannot_be_read_is_never_in_view():
    batch = batch_of("x", "猫", rows=(0, None, 1))
    assert questions.sentence_now(masks_room(sentence=1), batch) == 2
    assert questions.sentence_now(masks_room(view="rows", sentence=1), batch) == 2


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
    assert asked == AlteredQuestion(KEY, original().source_text, changes.edits_now(room))
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
