"""A mask in the making: what each stage shows, against numpy and torch."""

import numpy as np
import pytest
import torch

from tests.viz_app.listening import plain
from tests.viz_app.panels.masks.answers import masks_room, record_of, with_padded_head
from viz_app.panels.masks.painting.stage_pictures import (
    position_rows,
    score_level,
    stage_pictures,
    stage_sentence,
    token_sentence,
)
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.state import STAGES
from viz_app.workbench.state.selection import Cell

VALID_SRC = np.array(record_of().source_padding)
VALID_TGT = np.array(record_of().target_padding)
SHORT = 1


def shown(stage, mask="source", padded="kept", **fields):
    room = masks_room(
        view="steps", mask=mask, stage=STAGES.index(stage), padded_queries=padded, **fields
    )
    return resolve_masks(with_padded_head(room)).shown


def said(part, picture, row, column):
    return plain(stage_sentence(part, stage_pictures(part)[picture], Cell(row, column)))


# ----------------------------------------------------------------------------- the positions


def test_valid_positions_are_1_at_tokens_and_0_at_padding():
    ((_, rows),) = position_rows(shown("positions"))
    assert rows.tokens == record_of().src_tokens
    assert [[note == "1" for note in row] for row in rows.notes] == VALID_SRC.tolist()
    assert rows.marked == SHORT
    assert plain(token_sentence(rows, 1, 2)) == "“<pad>”: 0"


def test_the_target_has_its_own_positions():
    ((_, rows),) = position_rows(shown("positions", "target"))
    assert rows.tokens == record_of().tgt_tokens
    assert [[note == "1" for note in row] for row in rows.notes] == VALID_TGT.tolist()


def test_cross_has_two_sides_only_where_both_count():
    assert len(position_rows(shown("positions", "cross"))) == 1
    (_, queries), (_, keys) = position_rows(shown("positions", "cross", "masked"))
    assert (queries.tokens, keys.tokens) == (record_of().tgt_tokens, record_of().src_tokens)


def test_the_causal_mask_begins_with_the_places():
    ((_, rows),) = position_rows(shown("positions", "causal"))
    assert rows.tokens == (record_of().tgt_tokens[SHORT],)
    assert rows.notes == (("1", "2", "3", "4", "5", "6"),)


# ----------------------------------------------------------------------- matrix and inverted


@pytest.mark.parametrize("padded", ["kept", "masked"])
def test_the_matrix_is_the_product_of_the_valid_positions(padded):
    (picture,) = stage_pictures(shown("matrix", padded=padded))
    keys = VALID_SRC[SHORT].astype(int)
    queries = keys if padded == "masked" else np.ones_like(keys)
    np.testing.assert_array_equal(picture.mask.astype(int), np.outer(queries, keys))
    assert picture.form == "ones"
    assert (picture.rows, picture.columns) == (record_of().src_tokens[SHORT],) * 2


def test_the_target_mask_is_padding_times_causal():
    padding, causal, both = (picture.mask for picture in stage_pictures(shown("matrix", "target")))
    np.testing.assert_array_equal(padding, np.tile(VALID_TGT[SHORT], (6, 1)))
    np.testing.assert_array_equal(causal, np.tri(6, dtype=bool))
    np.testing.assert_array_equal(both, padding & causal)
    np.testing.assert_array_equal(both, record_of().target[SHORT])


def test_the_causal_mask_has_one_matrix():
    (picture,) = stage_pictures(shown("matrix", "causal"))
    np.testing.assert_array_equal(picture.mask, np.tri(6, dtype=bool))


@pytest.mark.parametrize("mask", ["source", "causal", "target", "cross"])
def test_one_mask_is_written_in_three_forms(mask):
    pictures = stage_pictures(shown("inverted", mask))
    assert [picture.form for picture in pictures] == ["allowed", "masked", "additive"]
    for picture in pictures:
        np.testing.assert_array_equal(picture.mask, pictures[0].mask)


# ------------------------------------------------------------------------------- the scores


@pytest.mark.parametrize("mask", ["source", "causal", "target", "cross"])
def test_applied_is_the_softmax_of_scores_plus_mask(mask):
    part = shown("applied", mask)
    scores, masked, weights = stage_pictures(part)
    allowed = stage_pictures(shown("matrix", mask))[-1].mask
    added = torch.tensor(scores.values) + torch.where(torch.tensor(allowed), 0.0, -torch.inf)
    np.testing.assert_array_equal(scores.values, part.anatomy.scores)
    np.testing.assert_array_equal(masked.values, added.numpy())
    np.testing.assert_allclose(weights.values, added.softmax(-1).numpy(), atol=1e-6)
    np.testing.assert_array_equal(masked.mask, allowed)
    assert scores.mask.all()
    assert scores.level == masked.level >= np.abs(scores.values).max()


@pytest.mark.parametrize("mask", ["source", "target", "cross"])
def test_the_notes_way_gives_rows_that_are_not_a_number(mask):
    *_, weights = stage_pictures(shown("applied", mask, "masked"))
    padded = ~(VALID_SRC if mask == "source" else VALID_TGT)[SHORT]
    np.testing.assert_array_equal(np.isnan(weights.values).all(-1), padded)
    assert weights.mask[padded].all(), "they are shown, and not as masked"
    assert np.allclose(weights.values[~padded].sum(-1), 1)


def test_nothing_is_shown_before_the_head_is_computed():
    part = resolve_masks(masks_room(view="steps", stage=3)).shown
    assert stage_pictures(part) == ()


# ------------------------------------------------------------------------------ in sentences


def test_cells_say_why_they_are_masked():
    assert (
        said(shown("matrix", sentence=0), 0, 1, 2)
        == "Valid pairs · “有” (have) may attend to “猫” (cat)."
    )
    padding = said(shown("matrix"), 0, 0, 3)
    assert padding.endswith("“<pad>” is masked: no query may attend to padding.")
    query = said(shown("inverted", padded="masked"), 1, 2, 0)
    assert query == "Inverted · “<pad>” is padding: as a query it is masked, too."
    later = said(shown("matrix", "target", sentence=0), 1, 0, 2)
    assert later.endswith("masked: “<s>” may not attend to “have”, which comes later.")


def test_numbers_are_said_exactly():
    part = shown("applied")
    score = part.anatomy.scores[0, 1]
    expected = f"{score:.4f}".replace("-", "−")
    assert said(part, 0, 0, 1) == f"Scores · {expected} · “猫” (cat) → “</s>”"
    assert said(part, 1, 0, 3) == "Masked scores · −∞ · “猫” (cat) → “<pad>”"
    assert said(part, 2, 0, 3) == "Weights · 0.0000 · “猫” (cat) → “<pad>”"
    assert said(shown("applied", padded="masked"), 2, 2, 0).startswith("Weights · NaN")


@pytest.mark.parametrize(
    ("largest", "level"), [(0.0, 1), (0.9, 1), (1.1, 2), (7, 10), (3000, 3000)]
)
def test_the_scale_of_scores_ends_at_a_round_number(largest, level):
    scores = np.array([[-largest, largest / 2, -np.inf]], dtype=np.float32)
    assert score_level(scores) == level
