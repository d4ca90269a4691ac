"""A mask in the making: what each stage shows, against numpy and torch."""

import dataclasses

import numpy as np
import pytest
import torch
from PySide6.QtGui import QColor

from model.lessons.masks import MaskCell
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, each_theme, overlaps, painted, words
from tests.viz_app.panels.masks.answers import (
    edited,
    masks_room,
    record_of,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.states import on_bench
from viz_app.panels.masks.pictures.masks import MaskSpot, nan_ground
from viz_app.panels.masks.pictures.stages import (
    change_picture,
    position_rows,
    rows_picture,
    score_level,
    stage_picture,
)
from viz_app.panels.masks.room import STAGES, resolve_masks
from viz_app.workbench.state import Cell, Selection

# ---------------------------------------------------------------------------- test change pictures


CELLS = (MaskCell("cross", 3, 2), MaskCell("encoder", 0, 1), MaskCell("decoder", 0, 2))


def shown(kind="cross", *cells):
    room = edited(*(cells or CELLS))
    room = on_bench(room, selection=Selection(kind=kind))
    return resolve_masks(with_changed_head(room))


def said(part, picture, row, column):
    return plain(change_picture(part).say(MaskSpot(picture, Cell(row, column))))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_mask_is_the_edited_one_and_numbers_are_those_under_it(kind):
    part = shown(kind)
    mask, scores, weights = change_picture(part).masks
    n_queries, n_keys = {"encoder": (4, 4), "decoder": (6, 6), "cross": (6, 4)}[kind]
    usual = np.tri(6, dtype=bool) if kind == "decoder" else np.ones((n_queries, n_keys), bool)
    (cell,) = [cell for cell in CELLS if cell.kind == kind]
    usual[cell.query, cell.key] ^= True
    for one in (mask, scores, weights):
        assert one.flipped == {Cell(cell.query, cell.key)}
        np.testing.assert_array_equal(one.mask, usual)
    before, after = part.change.before, part.change.after
    np.testing.assert_array_equal(scores.values, after.masked_scores)
    np.testing.assert_array_equal(weights.values, after.weights)
    assert scores.level >= max(np.abs(before.scores).max(), np.abs(after.scores).max())


def test_rows_say_the_token_fed_in_and_the_one_predicted():
    mask, *_ = change_picture(shown()).masks
    assert mask.rows[:2] == ("<s> → I", "I → have")
    assert mask.columns == ("我", "有", "猫", "</s>")
    assert change_picture(shown("encoder")).masks[0].rows == mask.columns
    waiting = resolve_masks(masks_room(view="change"))
    (mask,) = change_picture(waiting).masks
    assert (mask.form, mask.flipped) == ("dots", frozenset())


def test_cells_of_the_mask_say_what_a_click_does():
    part = shown()
    assert said(part, 0, 0, 0) == "“<s>” → “I” may attend to “我” (I, me) · click or Enter masks it"
    assert said(part, 0, 3, 2) == (
        "masked: “a” → “cat” may not attend to “猫” (cat) · click or Enter allows it · flipped"
    )


def test_numbers_are_said_now_and_with_the_real_masks_where_these_differ():
    part = shown()
    before, after = part.change.before.weights[0, 1], part.change.after.weights[0, 1]
    assert said(part, 2, 0, 1) == (
        f"Weights · {after:.4f}, with the real masks {before:.4f} · “<s>” → “I” → “有” (have)"
    )
    assert "Scores · −∞, with the real masks " in said(part, 1, 3, 2)
    change = dataclasses.replace(part.change, after=part.change.before)
    assert "real masks" not in said(dataclasses.replace(part, change=change), 2, 0, 0)


# ------------------------------------------------------------------------------- test rows painter


def rows_shown(*allowed, **fields):
    room = masks_room(view="rows", allowed=frozenset(allowed), **fields)
    return resolve_masks(with_padded_head(room))


def rules(part):
    """What the softmax reads, the weights, and the sum under each of the three headings."""
    lines = rows_picture(part).lines
    heads = [index for index, line in enumerate(lines) if line.cells is None]
    assert heads == [2, 5, 8]
    return [(lines[head + 1].cells, lines[head + 2].cells, lines[head + 2].total) for head in heads]


def test_a_row_without_keys_under_three_rules():
    part = rows_shown()
    scores = torch.tensor(part.anatomy.scores[part.row])
    (infinite, nan, no_sum), (large, uniform, one), (ours, zeros, nothing) = rules(part)
    assert np.isnan(nan.values).all()
    expected = torch.full_like(scores, -1e9).softmax(-1)
    np.testing.assert_array_equal(uniform.values[0], expected.numpy())
    assert (zeros.values == 0).all()
    assert (no_sum, one, nothing) == ("sum NaN", "sum 1", "sum 0")
    assert (infinite.values == -np.inf).all() and (ours.values == -np.inf).all()
    assert (large.values == np.float32(-1e9)).all()
    # weights that a masked key gets are shown as weights
    assert nan.mask.all() and uniform.mask.all() and not zeros.mask.any()


def test_with_a_key_left_the_rules_agree():
    part = rows_shown(1, 3)
    scores = torch.tensor(part.anatomy.scores[part.row])
    hidden = torch.tensor([True, False, True, False])
    expected = scores.masked_fill(hidden, -torch.inf).softmax(-1).numpy()
    for _, weights, total in rules(part):
        np.testing.assert_allclose(weights.values[0], expected, atol=1e-6)
        assert total == "sum 1"
    words = {line.words for line in rows_picture(part).lines if line.cells is None}
    assert len(words) == 1


def test_the_scores_are_those_of_the_chosen_query():
    part = rows_shown(2, row=1, sentence=0)
    mask, score, *_ = rows_picture(part).lines
    np.testing.assert_array_equal(score.cells.values, part.anatomy.scores[1:2])
    assert mask.cells.mask.tolist() == [[False, False, True, False]]
    assert rows_picture(resolve_masks(masks_room(view="rows"))) is None


def test_cells_are_said_exactly():
    part = rows_shown(1)
    picture = rows_picture(part)
    number = f"{part.anatomy.scores[part.row, 0]:.4f}".replace("-", "−")
    said = {
        Cell(0, 0): "“猫” (cat) is masked for “<pad>” · click or Enter allows it",
        Cell(0, 1): "“<pad>” may attend to “</s>” · click or Enter masks it",
        Cell(1, 0): f"Score · {number} · “<pad>” → “猫” (cat)",
        Cell(6, 0): "−10⁹, plain softmax: Softmax reads · −10⁹ · “<pad>” → “猫” (cat)",
    }
    assert {cell: plain(picture.say(cell)) for cell in said} == said


def rows_layout(picture, *, width=900, height=460, theme=THEMES["light"]):
    return painted(
        lambda p, rect: picture.paint(p, rect, theme), width=width, height=height, theme=theme
    )


@each_theme
def test_the_three_rules_look_different(theme):
    image, layout = rows_layout(rows_picture(rows_shown()), theme=theme)
    nan, uniform, zeros = (
        area_colours(image, layout.rect(Cell(line, 1)).adjusted(3, 3, -3, -3))
        for line in (4, 7, 10)
    )
    assert QColor(nan_ground(theme)).name() in nan
    assert theme.masked.lower() in zeros
    for other in (nan, zeros):
        assert not uniform & {QColor(nan_ground(theme)).name(), theme.masked.lower()} & other


def test_points_find_cells_and_headings_have_none():
    picture = rows_picture(rows_shown())
    _, layout = rows_layout(picture)
    for line, one in enumerate(picture.lines):
        cell = Cell(line, 2) if one.cells is not None else None
        assert layout.at(layout.matrix.grid.middle(line, 2)) == cell
        assert (layout.rect(Cell(line, 2)) is None) == (cell is None)


@pytest.mark.parametrize("count", [4, 40, 200])
@pytest.mark.parametrize(("width", "height"), [(800, 330), (1300, 500)])
def test_labels_of_the_table_never_overlap(count, width, height):
    part = rows_shown()
    scores = np.zeros((len(part.queries), count), np.float32)
    anatomy = dataclasses.replace(part.anatomy, scores=scores)
    record = dataclasses.replace(part.record, src_tokens=(words(count),) * 3)
    part = dataclasses.replace(part, record=record, glosses=(), anatomy=anatomy)
    picture = rows_picture(part)
    _, layout = rows_layout(picture, width=width, height=height)
    assert not overlaps([label.rect for label in layout.matrix.columns])
    assert layout.matrix.grid.rect.right() < width


# ----------------------------------------------------------------------------- test stage pictures


VALID_SRC = np.array(record_of().source_padding)
VALID_TGT = np.array(record_of().target_padding)
SHORT = 1


def steps_shown(stage, mask="source", padded="kept", **fields):
    room = masks_room(
        view="steps", mask=mask, stage=STAGES.index(stage), padded_queries=padded, **fields
    )
    return resolve_masks(with_padded_head(room))


def steps_said(part, picture, row, column):
    return plain(stage_picture(part, "").say(MaskSpot(picture, Cell(row, column))))


@pytest.mark.parametrize("mask", ["source", "target"])
def test_valid_positions_are_1_at_tokens_and_0_at_padding(mask):
    ((_, rows),) = position_rows(steps_shown("positions", mask))
    record = record_of()
    assert rows.tokens == (record.src_tokens if mask == "source" else record.tgt_tokens)
    valid = VALID_SRC if mask == "source" else VALID_TGT
    assert [[note == "1" for note in row] for row in rows.notes] == valid.tolist()
    assert rows.marked == SHORT
    assert plain(rows.say(Cell(1, 2))) == "“<pad>”: 0"


def test_cross_has_two_sides_only_where_both_count_and_causal_has_places():
    assert len(position_rows(steps_shown("positions", "cross"))) == 1
    (_, queries), (_, keys) = position_rows(steps_shown("positions", "cross", "masked"))
    assert (queries.tokens, keys.tokens) == (record_of().tgt_tokens, record_of().src_tokens)
    ((_, rows),) = position_rows(steps_shown("positions", "causal"))
    assert rows.tokens == (record_of().tgt_tokens[SHORT],)
    assert rows.notes == (("1", "2", "3", "4", "5", "6"),)


@pytest.mark.parametrize("padded", ["kept", "masked"])
def test_the_matrix_is_the_product_of_the_valid_positions(padded):
    (picture,) = stage_picture(steps_shown("matrix", padded=padded), "").masks
    keys = VALID_SRC[SHORT].astype(int)
    queries = keys if padded == "masked" else np.ones_like(keys)
    np.testing.assert_array_equal(picture.mask.astype(int), np.outer(queries, keys))
    assert picture.form == "ones"
    assert (picture.rows, picture.columns) == (record_of().src_tokens[SHORT],) * 2


def test_the_target_mask_is_padding_times_causal():
    padding, causal, both = (
        one.mask for one in stage_picture(steps_shown("matrix", "target"), "").masks
    )
    np.testing.assert_array_equal(padding, np.tile(VALID_TGT[SHORT], (6, 1)))
    np.testing.assert_array_equal(causal, np.tri(6, dtype=bool))
    np.testing.assert_array_equal(both, record_of().target[SHORT])
    (alone,) = stage_picture(steps_shown("matrix", "causal"), "").masks
    np.testing.assert_array_equal(alone.mask, causal)


@pytest.mark.parametrize("mask", ["source", "causal", "target", "cross"])
def test_one_mask_has_three_forms_and_applied_is_the_softmax_of_scores_plus_mask(mask):
    allowed = stage_picture(steps_shown("matrix", mask), "").masks[-1].mask
    forms = stage_picture(steps_shown("inverted", mask), "").masks
    assert [one.form for one in forms] == ["allowed", "masked", "additive"]
    assert all((one.mask == allowed).all() for one in forms)
    part = steps_shown("applied", mask)
    scores, masked, weights = stage_picture(part, "").masks
    added = torch.tensor(scores.values) + torch.where(torch.tensor(allowed), 0.0, -torch.inf)
    np.testing.assert_array_equal(scores.values, part.anatomy.scores)
    np.testing.assert_array_equal(masked.values, added.numpy())
    np.testing.assert_allclose(weights.values, added.softmax(-1).numpy(), atol=1e-6)
    np.testing.assert_array_equal(masked.mask, allowed)
    assert scores.mask.all()
    assert scores.level == masked.level >= np.abs(scores.values).max()
    assert stage_picture(dataclasses.replace(part, anatomy=None), "") is None


@pytest.mark.parametrize("mask", ["source", "target", "cross"])
def test_the_notes_way_gives_rows_that_are_not_a_number(mask):
    *_, weights = stage_picture(steps_shown("applied", mask, "masked"), "").masks
    padded = ~(VALID_SRC if mask == "source" else VALID_TGT)[SHORT]
    np.testing.assert_array_equal(np.isnan(weights.values).all(-1), padded)
    assert weights.mask[padded].all(), "they are shown, and not as masked"
    assert np.allclose(weights.values[~padded].sum(-1), 1)


def test_cells_say_why_they_are_masked():
    assert (
        steps_said(steps_shown("matrix", sentence=0), 0, 1, 2)
        == "Valid pairs · “有” (have) may attend to “猫” (cat)."
    )
    padding = steps_said(steps_shown("matrix"), 0, 0, 3)
    assert padding.endswith("“<pad>” is masked: no query may attend to padding.")
    query = steps_said(steps_shown("inverted", padded="masked"), 1, 2, 0)
    assert query == "Inverted · “<pad>” is padding: as a query it is masked, too."
    later = steps_said(steps_shown("matrix", "target", sentence=0), 1, 0, 2)
    assert later.endswith("masked: “<s>” may not attend to “have”, which comes later.")


def test_numbers_are_said_exactly():
    part = steps_shown("applied")
    score = part.anatomy.scores[0, 1]
    expected = f"{score:.4f}".replace("-", "−")
    assert steps_said(part, 0, 0, 1) == f"Scores · {expected} · “猫” (cat) → “</s>”"
    assert steps_said(part, 1, 0, 3) == "Masked scores · −∞ · “猫” (cat) → “<pad>”"
    assert steps_said(part, 2, 0, 3) == "Weights · 0.0000 · “猫” (cat) → “<pad>”"
    assert steps_said(steps_shown("applied", padded="masked"), 2, 2, 0).startswith("Weights · NaN")


@pytest.mark.parametrize(
    ("largest", "level"), [(0.0, 1), (0.9, 1), (1.1, 2), (7, 10), (3000, 3000)]
)
def test_the_scale_of_scores_ends_at_a_round_number(largest, level):
    scores = np.array([[-largest, largest / 2, -np.inf]], dtype=np.float32)
    assert score_level(scores) == level
