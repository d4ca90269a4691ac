"""What the user does in the mask tab."""

from __future__ import annotations

import dataclasses

import pytest

from model.lessons.masks.edits import NO_EDITS, MaskCell
from model.messages import Message
from tests.viz_app.panels.masks.answers import FORBIDDEN, KEY, batch_of, edited, masks_state
from viz_app.app.app_state import AppState, failed
from viz_app.panels.masks import changes
from viz_app.panels.masks.questions import others_now
from viz_app.panels.masks.state import MOST, STAGES
from viz_app.workbench.state.selection import Selection

CELL = MaskCell("cross", 3, 2)


def lesson(state):
    return state.mask_lesson


def test_a_view_is_picked():
    assert lesson(changes.view_picked(masks_state(), "steps")).view == "steps"


def test_what_changes_nothing_is_the_same_state():
    state = masks_state()
    assert changes.view_picked(state, "batch") is state
    assert changes.edits_dropped(state) is state
    assert changes.head_picked(state, state.selection.kind, 0, 0) is state


def test_other_sentences_are_stripped_and_empty_ones_do_not_count():
    state = changes.sentences_given(masks_state(), (" 猫 ", "", "  ", "有猫"))
    assert others_now(state) == ("猫", "有猫")


def test_a_batch_has_six_sentences_at_most():
    state = changes.sentences_given(masks_state(), [str(n) for n in range(9)])
    assert len(others_now(state)) == MOST - 1


def test_giving_sentences_takes_the_notice_away():
    state = failed(masks_state(), Message("It cannot be read."))
    assert changes.sentences_given(state, ("猫",)).notice is None


def test_sentences_for_one_task_are_not_those_of_another():
    state = changes.sentences_given(masks_state(), ("猫",))
    other = dataclasses.replace(state.model, task="copy")
    assert others_now(dataclasses.replace(state, model=other)) == ()


def test_another_sentence_has_another_row():
    state = changes.sentence_picked(masks_state(row=2, allowed=frozenset({1})), 2)
    assert (lesson(state).sentence, lesson(state).row, lesson(state).allowed) == (2, None, set())


@pytest.mark.parametrize(("wanted", "stage"), [(-1, 0), (2, 2), (9, len(STAGES) - 1)])
def test_stages_end_where_they_end(wanted, stage):
    assert lesson(changes.stage_picked(masks_state(), wanted)).stage == stage


def test_a_mask_is_built_as_far_as_the_one_before():
    state = changes.mask_picked(masks_state(stage=2), "cross")
    assert (lesson(state).mask, lesson(state).stage) == ("cross", 2)


def test_padded_queries_may_lose_their_keys():
    state = changes.padded_queries_picked(masks_state(), "masked")
    assert lesson(state).padded_queries == "masked"


def test_a_cell_is_flipped_and_back():
    state = changes.cell_flipped(masks_state(), CELL)
    assert changes.edits_now(state) == FORBIDDEN
    assert not changes.edits_now(changes.cell_flipped(state, CELL))


def test_one_transition_leads_back_to_the_real_masks():
    state = edited(CELL, MaskCell("encoder", 0, 1), MaskCell("decoder", 0, 3))
    assert changes.edits_now(changes.edits_dropped(state)) == NO_EDITS


def test_nothing_can_be_flipped_before_there_is_a_batch():
    state = masks_state(batch=None)
    assert changes.cell_flipped(state, CELL) is state


@pytest.mark.parametrize("change", ["model", "sentence"])
def test_flipped_cells_are_those_of_a_model_and_a_sentence(change):
    state = edited(CELL)
    if change == "model":
        state = dataclasses.replace(state, model_key=KEY + 1)
    else:
        batch = batch_of()
        other = dataclasses.replace(batch.original, source_text="猫")
        state = with_batch(state, dataclasses.replace(batch, original=other))
    assert changes.edits_now(state) == NO_EDITS
    again = changes.cell_flipped(state, CELL)
    assert changes.edits_now(again) == FORBIDDEN, "cells of the one before are gone"


def with_batch(state: AppState, batch) -> AppState:
    return dataclasses.replace(state, mask_lesson=dataclasses.replace(lesson(state), batch=batch))


def test_keys_are_given_back_and_taken_again():
    state = changes.key_flipped(changes.key_flipped(masks_state(), 1), 3)
    assert lesson(state).allowed == {1, 3}
    assert lesson(changes.key_flipped(state, 1)).allowed == {3}
    assert lesson(changes.keys_masked(state)).allowed == set()


def test_another_query_begins_without_keys():
    state = changes.row_picked(masks_state(allowed=frozenset({1})), 4)
    assert (lesson(state).row, lesson(state).allowed) == (4, set())


def test_a_head_is_picked_for_the_whole_window():
    state = changes.head_picked(masks_state(row=2), "cross", 1, 1)
    assert state.selection == Selection(kind="cross", layer=1, head=1, step=state.selection.step)
    assert lesson(state).row == 2


def test_another_kind_has_other_queries():
    state = changes.head_picked(masks_state(row=2, allowed=frozenset({1})), "encoder", 0, 0)
    assert (lesson(state).row, lesson(state).allowed) == (None, set())


def test_a_head_that_does_not_exist_is_the_nearest_one():
    state = changes.head_picked(masks_state(), "decoder", 9, 9)
    assert (state.selection.layer, state.selection.head) == (1, 1)


@pytest.mark.parametrize("arrived", ["batch", "padded_head", "changed_head", "altered"])
def test_that_an_answer_is_on_its_way_changes_nothing(arrived):
    state = masks_state()
    assert getattr(changes, f"{arrived}_arrived")(state, None) is state


def test_a_batch_of_the_same_sentence_keeps_the_sentence_in_view():
    state = changes.batch_arrived(masks_state(sentence=2), batch_of())
    assert lesson(state).sentence == 2


def test_a_smaller_batch_has_no_third_sentence():
    smaller = batch_of("猫", rows=(0, 1))
    state = changes.batch_arrived(masks_state(sentence=2, row=1), smaller)
    assert (lesson(state).sentence, lesson(state).row) == (None, None)


def test_the_batch_of_another_sentence_begins_anew():
    batch = batch_of()
    other = dataclasses.replace(batch, question=dataclasses.replace(batch.question, text="another"))
    assert lesson(changes.batch_arrived(masks_state(sentence=1), other)).sentence is None
