"""A row without keys as a table, and the table painted."""

import dataclasses

import numpy as np
import pytest
import torch
from PySide6.QtGui import QColor

from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, each_theme, overlaps, painted, words
from tests.viz_app.panels.masks.answers import masks_room, with_padded_head
from viz_app.panels.masks.painting.mask_cells import nan_ground
from viz_app.panels.masks.painting.rows_painter import paint_rows, row_lines, rows_sentence
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.workbench.state.selection import Cell


def shown(*allowed, **fields):
    room = masks_room(view="rows", allowed=frozenset(allowed), **fields)
    return resolve_masks(with_padded_head(room)).shown


def rules(part):
    """What the softmax reads, the weights, and the sum under each of the three headings."""
    lines = row_lines(part)
    heads = [index for index, line in enumerate(lines) if line.picture is None]
    assert heads == [2, 5, 8]
    return [
        (lines[head + 1].picture, lines[head + 2].picture, lines[head + 2].total) for head in heads
    ]


def test_a_row_without_keys_under_three_rules():
    part = shown()
    scores = torch.tensor(part.anatomy.scores[part.row])
    every = torch.ones_like(scores, dtype=torch.bool)
    (infinite, nan, no_sum), (large, uniform, one), (ours, zeros, nothing) = rules(part)
    assert torch.isnan(scores.masked_fill(every, -torch.inf).softmax(-1)).all()
    assert np.isnan(nan.values).all()
    expected = scores.masked_fill(every, -1e9).softmax(-1)
    np.testing.assert_array_equal(uniform.values[0], expected.numpy())
    np.testing.assert_allclose(uniform.values, 1 / 4)
    assert (zeros.values == 0).all()
    assert (no_sum, one, nothing) == ("sum NaN", "sum 1", "sum 0")
    assert (infinite.values == -np.inf).all()
    assert (large.values == np.float32(-1e9)).all()
    assert (ours.values == -np.inf).all()


def test_weights_that_a_masked_key_gets_are_shown_as_weights():
    (_, nan, _), (_, uniform, _), (_, zeros, _) = rules(shown())
    assert nan.mask.all()
    assert uniform.mask.all()
    assert not zeros.mask.any()


def test_with_a_key_left_the_rules_agree():
    part = shown(1, 3)
    scores = torch.tensor(part.anatomy.scores[part.row])
    hidden = torch.tensor([True, False, True, False])
    expected = scores.masked_fill(hidden, -torch.inf).softmax(-1).numpy()
    for _, weights, total in rules(part):
        np.testing.assert_allclose(weights.values[0], expected, atol=1e-6)
        assert total == "sum 1"
    words = {line.words for line in row_lines(part) if line.picture is None}
    assert len(words) == 1


def test_the_scores_are_those_of_the_chosen_query():
    part = shown(row=1, sentence=0)
    mask, score, *_ = row_lines(part)
    np.testing.assert_array_equal(score.picture.values, part.anatomy.scores[1:2])
    assert not mask.picture.mask.any()
    assert shown(2).allowed == {2}
    assert row_lines(shown(2))[0].picture.mask.tolist() == [[False, False, True, False]]


def test_without_a_head_there_is_no_table():
    assert row_lines(resolve_masks(masks_room(view="rows")).shown) == ()


def test_cells_are_said_exactly():
    part = shown(1)
    mask, score, *_ = row_lines(part)
    assert plain(rows_sentence(part, mask, 0)) == (
        "“猫” (cat) is masked for “<pad>” · click or Enter allows it"
    )
    assert plain(rows_sentence(part, mask, 1)) == (
        "“<pad>” may attend to “</s>” · click or Enter masks it"
    )
    number = f"{part.anatomy.scores[part.row, 0]:.4f}".replace("-", "−")
    assert plain(rows_sentence(part, score, 0)) == f"Score · {number} · “<pad>” → “猫” (cat)"
    reads = row_lines(part)[6]
    assert plain(rows_sentence(part, reads, 0)) == (
        "−10⁹, plain softmax: Softmax reads · −10⁹ · “<pad>” → “猫” (cat)"
    )


# ------------------------------------------------------------------------------- the picture


@each_theme
def test_the_three_rules_look_different(theme):
    part = shown()
    lines = row_lines(part)
    image, layout = painted(
        lambda p, rect: paint_rows(p, rect, lines, part.keys, theme),
        width=900,
        height=460,
        theme=theme,
    )
    nan, uniform, zeros = (
        area_colours(image, layout.grid_of(line).cell_rect(0, 1).adjusted(3, 3, -3, -3))
        for line in (4, 7, 10)
    )
    assert QColor(nan_ground(theme)).name() in nan
    assert theme.masked.lower() in zeros
    for other in (nan, zeros):
        assert not uniform & {QColor(nan_ground(theme)).name(), theme.masked.lower()} & other


def test_points_find_cells_and_headings_have_none():
    part = shown()
    lines = row_lines(part)
    _, layout = painted(
        lambda p, rect: paint_rows(p, rect, lines, part.keys, THEMES["light"]),
        width=900,
        height=460,
    )
    for line, one in enumerate(lines):
        point = layout.matrix.grid.middle(line, 2)
        found = layout.cell_at(point)
        assert found == (Cell(line, 2) if one.picture is not None else None)


@pytest.mark.parametrize("count", [4, 40, 200])
@pytest.mark.parametrize(("width", "height"), [(800, 330), (1300, 500)])
def test_labels_of_the_table_never_overlap(count, width, height):
    part = shown()
    keys = words(count)
    anatomy = dataclasses.replace(
        part.anatomy, scores=np.zeros((len(part.queries), count), np.float32)
    )
    lines = row_lines(dataclasses.replace(part, keys=keys, anatomy=anatomy))
    _, layout = painted(
        lambda p, rect: paint_rows(p, rect, lines, keys, THEMES["light"]),
        width=width,
        height=height,
    )
    assert not overlaps([label.rect for label in layout.matrix.columns])
    assert layout.matrix.grid.rect.right() < width
