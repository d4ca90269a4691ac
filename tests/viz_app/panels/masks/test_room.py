"""What the user does in the mask tab, what it asks the worker, and what its parts show."""

import dataclasses

import pytest

from model.lessons.masks import NO_EDITS, MaskCell
from model.messages import Message
from model.special_tokens import BOS_ID
from model.traces.interventions import Intervention, Site
from tests.viz_app.panels.masks.answers import (
    FORBIDDEN,
    KEY,
    batch_of,
    edited,
    flipped,
    masks_room,
    original,
    record_of,
    with_altered,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.states import on_bench, summary
from viz_app.panels.masks import room as masks
from viz_app.panels.masks.room import (
    MOST,
    STAGES,
    AlteredQuestion,
    BatchQuestion,
    BatchShown,
    ChangeShown,
    RowsShown,
    StepsShown,
    others_now,
    resolve_masks,
)
from viz_app.workbench.changes.models import failed
from viz_app.workbench.changes.translation import rooted
from viz_app.workbench.state import Selection

# ------------------------------------------------------------------------------------ test changes


CELL = MaskCell("cross", 3, 2)


def test_what_changes_nothing_is_the_same_state():
    room = on_bench(masks_room(), picked=frozenset({"head"}))
    assert masks.edits_dropped(room) is room
    assert masks.head_picked(room, room.bench.selection.kind, 0, 0) is room


def test_other_sentences_are_stripped_at_most_five_and_for_one_task():
    failing = masks_room().on_bench(failed, Message("It cannot be read."))
    room = masks.sentences_given(failing, (" 猫 ", "", "  ", "有猫"))
    assert others_now(room) == ("猫", "有猫")
    assert room.bench.notice is None
    assert others_now(on_bench(room, model=summary("copy"))) == ()
    room = masks.sentences_given(masks_room(), [str(n) for n in range(9)])
    assert len(others_now(room)) == MOST - 1


@pytest.mark.parametrize(("wanted", "stage"), [(-1, 0), (2, 2), (9, len(STAGES) - 1)])
def test_stages_end_where_they_end(wanted, stage):
    assert masks.stage_picked(masks_room(), wanted).own.stage == stage


def test_cells_are_flipped_and_back_and_nothing_before_there_is_a_batch():
    room = flipped(masks_room(), CELL)
    assert masks.edits_now(room) == FORBIDDEN
    assert not masks.edits_now(flipped(room, CELL))
    assert masks.edits_now(masks.edits_dropped(room)) == NO_EDITS
    empty = masks_room(batch=None)
    assert flipped(empty, CELL) is empty


@pytest.mark.parametrize("change", ["model", "sentence"])
def test_flipped_cells_are_those_of_a_model_and_a_sentence(change):
    room = edited(CELL)
    if change == "model":
        room = on_bench(room, model=summary("other"))
    else:
        batch = batch_of()
        other = dataclasses.replace(batch.original, source_text="猫")
        room = room.changed(batch=dataclasses.replace(batch, original=other))
    assert masks.edits_now(room) == NO_EDITS
    again = flipped(room, CELL)
    assert masks.edits_now(again) == FORBIDDEN, "cells of the one before are gone"


def test_keys_are_given_back_and_taken_again():
    room = masks.key_flipped(masks.key_flipped(masks_room(), 1), 3)
    assert room.own.allowed == {1, 3}
    assert masks.key_flipped(room, 1).own.allowed == {3}
    assert masks.keys_masked(room).own.allowed == set()


def test_another_query_or_sentence_begins_without_keys():
    room = masks_room(row=2, allowed=frozenset({1}))
    other = masks.row_picked(room, 4).own
    assert (other.row, other.allowed) == (4, set())
    other = masks.sentence_picked(room, 2).own
    assert (other.sentence, other.row, other.allowed) == (2, None, set())


def test_a_head_is_picked_for_the_whole_window_and_another_kind_has_other_queries():
    before = masks_room(row=2, allowed=frozenset({1}))
    room, step = masks.head_picked(before, "cross", 1, 1), before.bench.selection.step
    assert room.bench.selection == Selection(kind="cross", layer=1, head=1, step=step)
    assert (room.own.row, room.own.allowed) == (2, {1})
    room = masks.head_picked(before, "decoder", 9, 9)
    assert (room.bench.selection.layer, room.bench.selection.head) == (1, 1), "the nearest one"
    assert (room.own.row, room.own.allowed) == (None, set())


def test_what_is_picked_stays_with_its_batch_and_goes_with_another():
    told = {"sentence": 1, "row": 2, "allowed": frozenset({1})}
    for before in (masks_room(**told), masks_room(batch=None, **told)):
        own = masks.batch_arrived(before, batch_of()).own
        assert {name: getattr(own, name) for name in told} == told
    batch = batch_of()
    question = dataclasses.replace(batch.question, text="another")
    texts = ("another", *batch.texts[1:])
    another = dataclasses.replace(batch, question=question, texts=texts)
    for other in (batch_of("猫", rows=(0, 1)), another):
        own = masks.batch_arrived(masks_room(**told), other).own
        assert (own.sentence, own.row, own.allowed) == (None, None, set())


# ---------------------------------------------------------------------------------- test questions
# What the mask tab asks the worker.


EVERY = ("batch", "padded_head", "changed_head", "altered")


def question(room, name):
    return getattr(masks, f"{name}_question")(room)


@pytest.mark.parametrize("name", EVERY)
def test_questions_can_be_compared_and_none_is_asked_while_nobody_looks(name):
    room = edited() if name != "padded_head" else masks_room(view="rows")
    asked = masks.asked(getattr(masks, f"{name}_question"))
    assert asked(room) is not None
    assert len({asked(room), question(room, name)}) == 1
    for absent in ({"tab": "attention"}, {"translating": True}, {"trace": None}):
        assert asked(on_bench(room, **absent)) is None


def test_the_batch_is_that_of_the_sentence_on_screen_and_the_users():
    assert question(masks_room(), "batch") == BatchQuestion(KEY, original().source_text, ())
    room = masks.sentences_given(masks_room(), ("猫",))
    assert question(room, "batch").others == ("猫",)


def test_the_sentence_with_most_padding_shows_what_masks_do():
    for view in ("steps", "rows", "batch"):
        assert masks.sentence_now(masks_room(view=view), batch_of()) == 1
    assert masks.sentence_now(masks_room(view="steps", sentence=2), batch_of()) == 2
    unread = batch_of("x", "猫", rows=(0, None, 1))
    assert masks.sentence_now(masks_room(sentence=1), unread) == 2


@pytest.mark.parametrize(
    ("mask", "kind"),
    [("source", "encoder"), ("causal", "decoder"), ("target", "decoder"), ("cross", "cross")],
)
def test_a_mask_is_applied_to_the_attention_that_uses_it(mask, kind):
    asked = question(masks_room(view="steps", mask=mask), "padded_head")
    assert (asked.kind, asked.layer, asked.head, asked.edits) == (kind, 0, 0, NO_EDITS)


def test_the_padded_sentence_is_read_with_its_padding_for_two_parts():
    record = record_of()
    asked = question(masks_room(view="rows", sentence=2), "padded_head")
    assert (asked.src_ids, asked.tgt_ids) == (record.src_ids[2], record.tgt_ids[2])
    for view in ("batch", "change"):
        assert question(masks_room(view=view), "padded_head") is None


def test_flipped_cells_are_read_with_the_original_translation():
    asked = question(edited(), "changed_head")
    trace = original()
    assert asked.src_ids == trace.source_ids
    assert asked.tgt_ids == (BOS_ID, *(step.token_id for step in trace.steps[:-1]))
    assert (asked.kind, asked.edits) == ("cross", FORBIDDEN)
    unknown = on_bench(edited(), selection=Selection(layer=7, head=7))
    asked = question(unknown, "changed_head")
    assert (asked.layer, asked.head) == (1, 1), "this model does not have that head"
    for name in ("changed_head", "altered"):
        assert question(on_bench(edited(), model_key=KEY + 1), name) is None
    room = masks_room(view="change")
    assert question(room, "changed_head").edits == NO_EDITS
    assert question(room, "altered") is None


def test_the_altered_translation_depends_on_all_edits_and_on_no_head():
    room = edited(MaskCell("encoder", 0, 1))
    asked = question(room, "altered")
    assert asked == AlteredQuestion(KEY, original().source_text, masks.edits_now(room))
    other = on_bench(room, selection=Selection(kind="encoder", layer=1, head=1))
    assert question(other, "altered") == asked
    assert question(other, "changed_head") != question(room, "changed_head")


# ---------------------------------------------------------------------------------- test snapshot


PARTS = {"batch": BatchShown, "steps": StepsShown, "change": ChangeShown, "rows": RowsShown}


def shown(room):
    return resolve_masks(room)


def test_before_a_batch_or_a_translation_nothing_is_shown():
    assert resolve_masks(masks_room(batch=None)) is None
    assert resolve_masks(on_bench(masks_room(), trace=None)) is None


@pytest.mark.parametrize("view", PARTS)
def test_each_part_has_its_own_and_stays_while_another_tab_is_in_front(view):
    room = with_altered(with_changed_head(edited()), "I")
    room = with_padded_head(room.changed(view="rows")).changed(view=view)
    snapshot = resolve_masks(room)
    assert snapshot.view == view
    assert isinstance(snapshot, PARTS[view])
    for other in ({"playback": None}, {"tab": "attention"}):
        assert resolve_masks(on_bench(room, **other)) == snapshot


def test_values_are_the_models_own_and_that_is_known_on_a_changed_branch():
    off = (Intervention(site=Site("z", "cross", 0, 0), how="zero"),)
    for view in PARTS:
        room = masks_room().changed(view=view)
        assert not resolve_masks(room).left_out
        changed = on_bench(room, branches=rooted(original(), off))
        assert resolve_masks(changed).left_out == (view != "batch")
        assert masks.batch_question(changed) == masks.batch_question(room)


def test_the_batch_is_the_worker_s_until_the_user_has_one():
    part = shown(masks_room())
    assert (part.texts, part.rows, part.sentence, part.waits) == (
        batch_of().texts,
        (0, 1, 2),
        1,
        False,
    )
    # a new sentence waits for its row, and the others keep theirs
    part = shown(masks.sentences_given(masks_room(), ("猫", "新")))
    assert (part.texts[1:], part.rows, part.waits) == (("猫", "新"), (0, 1, None), True)
    # one that cannot be read stays in the list
    batch = batch_of("x", "猫", rows=(0, None, 1), chosen=("x", "猫"))
    part = shown(masks.sentences_given(masks_room(batch=batch), ("x", "猫")))
    assert (part.texts[1:], part.rows, part.waits) == (("x", "猫"), (0, None, 1), False)


def test_only_the_head_of_the_sentence_and_of_the_mask_is_shown():
    room = with_padded_head(masks_room(view="steps"))
    assert shown(room).anatomy is not None
    assert shown(masks.sentence_picked(room, 2)).anatomy is None
    assert shown(room.changed(mask="cross")).anatomy is None
    selection = Selection(kind="cross", head=1)
    place = shown(on_bench(masks_room(view="steps", mask="target"), selection=selection)).place
    assert (place.kind, place.head, place.n_layers, place.n_heads) == ("decoder", 1, 2, 2)


def test_without_edits_nothing_is_waited_for():
    for room in (masks_room(view="change"), masks.edits_dropped(with_altered(edited(), "I"))):
        part = shown(with_changed_head(room))
        assert part.change is not None
        assert (part.altered, part.waits, part.head_waits) == (None, False, False)


def test_what_was_there_stays_until_the_worker_has_answered():
    room = with_altered(with_changed_head(edited()), "I", "cat")
    before = shown(room)
    assert (before.waits, before.head_waits) == (False, False)
    part = shown(flipped(room, MaskCell("encoder", 0, 1)))
    assert part.edits != before.edits
    assert (part.change, part.altered) == (before.change, before.altered)
    assert (part.waits, part.head_waits) == (True, True)
    assert shown(masks.head_picked(room, "cross", 1, 1)).change is None, "another head"


def test_flipping_back_and_forth_shows_the_answer_that_is_there():
    room = with_altered(edited(), "I")
    again = masks.edits_dropped(room)
    again = flipped(again, next(iter(FORBIDDEN.cells)))
    assert shown(again).altered is shown(room).altered
    assert not shown(again).waits


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_row_is_the_first_of_padding_or_the_last(kind):
    part = shown(on_bench(masks_room(view="rows"), selection=Selection(kind=kind)))
    assert (part.row, part.queries[2]) == (2, "<pad>")
    alone = {"batch": batch_of("猫", rows=(0, None)), "sentence": 0}
    part = shown(on_bench(masks_room(view="rows", **alone), selection=Selection(kind=kind)))
    assert part.row == len(part.queries) - 1
    beyond = shown(masks_room(view="rows", row=99, allowed=frozenset({1, 50})))
    assert (beyond.row, beyond.allowed) == (len(beyond.queries) - 1, {1})


def test_tokens_are_those_of_the_kind():
    room = on_bench(masks_room(view="rows", sentence=0), selection=Selection(kind="cross"))
    part = shown(room)
    assert part.queries[:2] == ("<s>", "I")
    assert part.keys == ("我", "有", "猫", "</s>")
