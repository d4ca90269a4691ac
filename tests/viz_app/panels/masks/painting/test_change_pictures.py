"""An edited mask beside scores and weights."""

import dataclasses

import numpy as np
import pytest

from model.lessons.masks.edits import MaskCell
from tests.viz_app.listening import plain
from tests.viz_app.panels.masks.answers import edited, masks_room, with_changed_head
from tests.viz_app.states import on_bench
from viz_app.panels.masks.painting.change_pictures import change_pictures, change_sentence
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.workbench.state.selection import Cell, Selection

CELLS = (MaskCell("cross", 3, 2), MaskCell("encoder", 0, 1), MaskCell("decoder", 0, 2))


def shown(kind="cross", *cells):
    room = edited(*(cells or CELLS))
    room = on_bench(room, selection=Selection(kind=kind))
    return resolve_masks(with_changed_head(room)).shown


def said(part, picture, row, column):
    return plain(change_sentence(part, change_pictures(part)[picture], Cell(row, column)))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_mask_is_the_edited_one_and_flipped_cells_are_marked(kind):
    mask, scores, weights = change_pictures(shown(kind))
    n_queries, n_keys = {"encoder": (4, 4), "decoder": (6, 6), "cross": (6, 4)}[kind]
    usual = np.tri(6, dtype=bool) if kind == "decoder" else np.ones((n_queries, n_keys), bool)
    (cell,) = [cell for cell in CELLS if cell.kind == kind]
    usual[cell.query, cell.key] ^= True
    np.testing.assert_array_equal(mask.mask, usual)
    for picture in (mask, scores, weights):
        assert picture.flipped == {Cell(cell.query, cell.key)}
        np.testing.assert_array_equal(picture.mask, usual)


def test_scores_and_weights_are_those_of_the_head_under_the_edited_masks():
    part = shown()
    _, scores, weights = change_pictures(part)
    after = part.change.after
    np.testing.assert_array_equal(scores.values, after.masked_scores)
    np.testing.assert_array_equal(weights.values, after.weights)
    assert scores.level >= max(np.abs(part.change.before.scores).max(), np.abs(after.scores).max())


def test_rows_say_the_token_fed_in_and_the_one_predicted():
    mask, *_ = change_pictures(shown())
    assert mask.rows[:2] == ("<s> → I", "I → have")
    assert mask.columns == ("我", "有", "猫", "</s>")
    assert change_pictures(shown("encoder"))[0].rows == mask.columns


def test_the_mask_is_there_before_the_head_is():
    part = resolve_masks(masks_room(view="change")).shown
    (mask,) = change_pictures(part)
    assert mask.form == "dots"
    assert not mask.flipped


def test_cells_of_the_mask_say_what_a_click_does():
    part = shown()
    assert said(part, 0, 0, 0) == "“<s>” → “I” may attend to “我” (I, me) · click or Enter masks it"
    assert said(part, 0, 3, 2) == (
        "masked: “a” → “cat” may not attend to “猫” (cat) · click or Enter allows it · flipped"
    )


def test_numbers_are_said_now_and_with_the_real_masks():
    part = shown()
    before, after = part.change.before.weights[0, 1], part.change.after.weights[0, 1]
    assert said(part, 2, 0, 1) == (
        f"Weights · {after:.4f}, with the real masks {before:.4f} · “<s>” → “I” → “有” (have)"
    )
    assert "Scores · −∞, with the real masks " in said(part, 1, 3, 2)


def test_numbers_that_stay_are_said_once():
    room = with_changed_head(masks_room(view="change"))
    part = resolve_masks(room).shown
    same = dataclasses.replace(
        part, change=dataclasses.replace(part.change, after=part.change.before)
    )
    assert "real masks" not in said(same, 2, 0, 0)
