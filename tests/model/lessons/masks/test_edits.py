"""Flipped mask cells."""

import numpy as np
import pytest

from model.lessons.masks.edits import NO_EDITS, MaskCell, MaskEdits
from model.network.masks import causal_mask

FUTURE, PAST, WORD = MaskCell("decoder", 0, 2), MaskCell("decoder", 3, 1), MaskCell("cross", 1, 0)


def edits(*cells: MaskCell) -> MaskEdits:
    return MaskEdits(frozenset(cells))


def test_a_flipped_cell_is_the_opposite_and_no_other_is():
    mask = np.tri(4, dtype=np.bool_)
    changed = edits(FUTURE, PAST).edited(mask, "decoder")
    assert changed[0, 2]
    assert not changed[3, 1]
    assert np.argwhere(changed != mask).tolist() == [[0, 2], [3, 1]]


def test_the_mask_that_was_given_stays_and_the_edited_one_is_read_only():
    mask = np.ones((4, 4), dtype=np.bool_)
    changed = edits(PAST).edited(mask, "decoder")
    assert mask.all()
    with pytest.raises(ValueError, match="read-only"):
        changed[0, 0] = False


def test_cells_of_another_kind_change_nothing():
    mask = np.ones((4, 5), dtype=np.bool_)
    np.testing.assert_array_equal(edits(FUTURE, PAST).edited(mask, "cross"), mask)


@pytest.mark.parametrize("length", [1, 2])
def test_cells_beyond_the_mask_wait(length: int):
    mask = np.tri(length, dtype=np.bool_)
    np.testing.assert_array_equal(edits(FUTURE, PAST).edited(mask, "decoder"), mask)


def test_flipping_twice_is_no_edit():
    once = NO_EDITS.flipped(WORD)
    assert once
    assert once.of("cross") == (WORD,)
    assert once.flipped(WORD) == NO_EDITS
    assert not once.flipped(WORD)


def test_equal_edits_are_equal_questions_in_whatever_order_they_were_made():
    assert NO_EDITS.flipped(WORD).flipped(PAST) == NO_EDITS.flipped(PAST).flipped(WORD)
    assert len({edits(WORD, PAST), edits(PAST, WORD)}) == 1


def test_without_edits_the_masks_are_those_that_the_model_uses():
    masks = NO_EDITS.masks(n_source=3, n_target=4)
    np.testing.assert_array_equal(masks["decoder"], causal_mask(4)[0, 0].numpy())
    assert masks["encoder"].shape == (3, 3)
    assert masks["cross"].shape == (4, 3)
    assert masks["encoder"].all()
    assert masks["cross"].all()


def test_cells_within_a_size_are_those_that_a_mask_of_it_has():
    both = edits(FUTURE, PAST, WORD)
    assert both.within("decoder", queries=3, keys=3) == edits(FUTURE)
    assert both.within("decoder", queries=4, keys=4) == edits(FUTURE, PAST)
