"""What the parts of the mask tab show."""

import pytest

from model.lessons.masks import MaskCell
from tests.viz_app.panels.masks.answers import (
    FORBIDDEN,
    batch_of,
    edited,
    flipped,
    masks_room,
    with_altered,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.states import on_bench
from viz_app.panels.masks import room as panels_masks_room
from viz_app.panels.masks.snapshot import (
    BatchShown,
    ChangeShown,
    RowsShown,
    StepsShown,
    resolve_masks,
)
from viz_app.workbench.state import Selection

PARTS = {"batch": BatchShown, "steps": StepsShown, "change": ChangeShown, "rows": RowsShown}


def shown(room):
    return resolve_masks(room).shown


def test_before_a_batch_or_a_translation_nothing_is_shown():
    assert resolve_masks(masks_room(batch=None)) is None
    assert resolve_masks(on_bench(masks_room(), trace=None)) is None


@pytest.mark.parametrize("view", PARTS)
def test_each_part_has_its_own(view):
    snapshot = resolve_masks(masks_room(view=view))
    assert snapshot.view == view
    assert isinstance(snapshot.shown, PARTS[view])


@pytest.mark.parametrize("view", PARTS)
def test_the_same_state_gives_an_equal_snapshot(view):
    room = with_padded_head(masks_room(view=view)) if view in {"steps", "rows"} else edited()
    room = room.changed(view=view)
    assert resolve_masks(room) == resolve_masks(on_bench(room, playback=None))


@pytest.mark.parametrize("view", PARTS)
def test_what_is_shown_stays_while_another_tab_is_in_front(view):
    room = with_altered(with_changed_head(edited()), "I")
    room = with_padded_head(room.changed(view="rows"))
    room = room.changed(view=view)
    assert resolve_masks(on_bench(room, tab="attention")) == resolve_masks(room)


# --------------------------------------------------------------------------------- the batch


def test_the_batch_is_the_worker_s_until_the_user_has_one():
    part = shown(masks_room())
    assert part.texts == batch_of().texts
    assert (part.rows, part.sentence, part.waits) == ((0, 1, 2), 1, False)


def test_a_new_sentence_waits_for_its_row_and_the_others_keep_theirs():
    part = shown(panels_masks_room.sentences_given(masks_room(), ("猫", "新")))
    assert part.texts == (batch_of().texts[0], "猫", "新")
    assert (part.rows, part.waits) == ((0, 1, None), True)


def test_a_sentence_that_cannot_be_read_stays_in_the_list():
    batch = batch_of("x", "猫", rows=(0, None, 1), chosen=("x", "猫"))
    room = panels_masks_room.sentences_given(masks_room(batch=batch), ("x", "猫"))
    part = shown(room)
    assert (part.texts[1:], part.rows, part.waits) == (("x", "猫"), (0, None, 1), False)


# --------------------------------------------------------------------------------- the steps


def test_a_head_of_another_sentence_is_not_shown():
    room = with_padded_head(masks_room(view="steps"))
    assert shown(room).anatomy is not None
    assert shown(panels_masks_room.sentence_picked(room, 2)).anatomy is None
    assert shown(room.changed(mask="cross")).anatomy is None


def test_the_place_of_the_head_is_that_of_the_mask():
    room = on_bench(
        masks_room(view="steps", mask="target"), selection=Selection(kind="cross", head=1)
    )
    place = shown(room).place
    assert (place.kind, place.head, place.n_layers, place.n_heads) == ("decoder", 1, 2, 2)


# -------------------------------------------------------------------------------- the change


def test_without_edits_nothing_is_waited_for():
    part = shown(with_changed_head(masks_room(view="change")))
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


def test_another_head_is_not_shown_in_the_place_of_the_chosen_one():
    room = with_changed_head(edited())
    assert shown(panels_masks_room.head_picked(room, "cross", 1, 1)).change is None


def test_back_to_the_real_masks_takes_the_altered_translation_away():
    part = shown(panels_masks_room.edits_dropped(with_altered(edited(), "I")))
    assert (part.altered, part.waits) == (None, False)


def test_flipping_back_and_forth_shows_the_answer_that_is_there():
    room = with_altered(edited(), "I")
    again = panels_masks_room.edits_dropped(room)
    again = flipped(again, next(iter(FORBIDDEN.cells)))
    assert shown(again).altered is shown(room).altered
    assert not shown(again).waits


# ---------------------------------------------------------------------------------- the rows


@pytest.mark.parametrize(("kind", "row"), [("encoder", 2), ("decoder", 2), ("cross", 2)])
def test_the_row_is_the_first_of_padding(kind, row):
    room = on_bench(masks_room(view="rows"), selection=Selection(kind=kind))
    part = shown(room)
    assert part.row == row
    assert part.queries[row] == "<pad>"


def test_without_padding_the_row_is_the_last():
    room = masks_room(view="rows", batch=batch_of("猫", rows=(0, None)), sentence=0)
    assert shown(room).row == len(shown(room).queries) - 1


def test_tokens_are_those_of_the_kind():
    room = on_bench(masks_room(view="rows", sentence=0), selection=Selection(kind="cross"))
    part = shown(room)
    assert part.queries[:2] == ("<s>", "I")
    assert part.keys == ("我", "有", "猫", "</s>")


def test_rows_and_keys_beyond_the_sentence_do_not_count():
    part = shown(masks_room(view="rows", row=99, allowed=frozenset({1, 50})))
    assert part.row == len(part.queries) - 1
    assert part.allowed == {1}
