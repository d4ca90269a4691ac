"""Masks side by side, and the batch."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import (
    THEMES,
    area_colours,
    each_theme,
    mask_record,
    overlaps,
    painted,
    svg_texts,
    words,
)
from tests.viz_app.panels.masks.painting.test_mask_pictures import picture_of
from viz_app.design.theme import light_theme
from viz_app.panels.masks.painting.mask_painter import (
    batch_rows,
    paint_batch,
    paint_masks,
    tiles_across,
)
from viz_app.panels.masks.painting.mask_pictures import MaskPicture, mask_pictures
from viz_app.workbench.state.selection import Cell


def layout_of(pictures, *, width=1300, height=420, **options):
    _, layout = painted(
        lambda p, rect: paint_masks(p, rect, pictures, THEMES["light"], **options),
        width=width,
        height=height,
    )
    return layout


def numbered(form, count=6):
    values = np.linspace(-3, 3, count * count, dtype=np.float32).reshape(count, count)
    return picture_of(form, np.ones((count, count), bool), values, level=5.0)


@each_theme
def test_masked_and_allowed_cells_differ(qapp, theme):
    pictures = mask_pictures(mask_record(), 0)
    image, layout = painted(
        lambda p, rect: paint_masks(p, rect, pictures, theme), width=1300, height=400, theme=theme
    )
    grid = layout.matrices[1].grid
    allowed = area_colours(image, grid.cell_rect(2, 1).adjusted(2, 2, -2, -2))
    masked = area_colours(image, grid.cell_rect(1, 2).adjusted(2, 2, -2, -2))
    assert theme.decoder.lower() in allowed, "a dot"
    assert theme.masked.lower() in masked
    assert theme.masked.lower() not in allowed
    assert theme.decoder.lower() not in masked


@pytest.mark.parametrize("first_large", [False, True])
@pytest.mark.parametrize("count", [3, 12, 60, 128])
@pytest.mark.parametrize(("width", "height"), [(860, 300), (1300, 420)])
def test_labels_never_overlap(qapp, count, width, height, first_large):
    tokens = words(count)
    picture = MaskPicture(
        title="Causal",
        explanation="No token attends to one that comes after it.",
        kind="decoder",
        rows=tokens,
        columns=tokens,
        mask=np.tri(count, dtype=np.bool_),
    )
    layout = layout_of([picture] * 3, width=width, height=height, first_large=first_large)
    labels = [label.rect for matrix in layout.matrices for label in (*matrix.rows, *matrix.columns)]
    assert not overlaps(labels)
    assert not overlaps([matrix.grid.rect for matrix in layout.matrices])


def test_a_point_finds_picture_and_cell(qapp):
    layout = layout_of(mask_pictures(mask_record(), 0))
    for picture, matrix in zip(layout.pictures, layout.matrices, strict=True):
        place = matrix.grid.cell_rect(3, 2)
        assert layout.cell_at(place.center()) == (picture, Cell(3, 2), place)


def test_pictures_stand_beside_each_other_where_there_is_room():
    assert tiles_across(width=1300, height=400, count=4) == 4
    assert tiles_across(width=700, height=900, count=4) == 2
    assert tiles_across(width=300, height=1200, count=4) == 1


def test_pictures_beside_each_other_have_cells_of_one_size_at_one_height(qapp):
    layout = layout_of([numbered("scores"), numbered("ones"), numbered("weights")])
    grids = [matrix.grid for matrix in layout.matrices]
    assert len({(grid.cell_width, grid.cell_height, grid.top) for grid in grids}) == 1


@pytest.mark.parametrize(("height", "below"), [(560, True), (300, False)])
def test_a_large_first_picture_has_the_others_at_its_side(qapp, height, below):
    pictures = [numbered("dots"), numbered("scores"), numbered("weights")]
    mask, scores, weights = layout_of(pictures, width=960, height=height, first_large=True).matrices
    assert mask.grid.cell_width > scores.grid.cell_width or mask.grid.cell_height > (
        scores.grid.cell_height
    )
    assert scores.grid.left > mask.grid.rect.right()
    assert (weights.grid.top > scores.grid.rect.bottom()) == below
    assert (weights.grid.left > scores.grid.rect.right()) == (not below)


def test_a_large_picture_stays_where_it_is_when_the_others_come(qapp):
    pictures = [numbered("dots"), numbered("scores"), numbered("weights")]
    alone = layout_of(pictures[:1], first_large=True).matrices[0]
    beside = layout_of(pictures, first_large=True).matrices[0]
    assert alone.grid == beside.grid


def test_the_batch_is_the_record_s_with_empty_lines_where_asked_for():
    record = mask_record()
    rows = batch_rows(record, lines=(0, None, 1), absent="…")
    assert rows.shown == (0, None, 1)
    assert rows.tokens == record.src_tokens
    assert (rows.valid == record.source_padding).all()


@each_theme
def test_padding_of_the_batch_is_hatched(qapp, theme):
    record = mask_record()
    image, _ = painted(
        lambda p, rect: paint_batch(p, rect, record, theme), width=800, height=90, theme=theme
    )
    lower = QRectF(16 + 300, 16 + 30, 300, 25)
    assert theme.masked.lower() in area_colours(image, lower)
    assert theme.masked.lower() not in area_colours(image, lower.translated(0, -29))


def test_titles_are_whole_in_large_type(qapp):
    pictures, theme = mask_pictures(mask_record(), 0), light_theme("presentation")
    texts = svg_texts(
        lambda painter, rect: paint_masks(painter, rect, pictures, theme), width=1210, height=390
    )
    assert {picture.title for picture in pictures} <= set(texts)


@pytest.mark.parametrize("height", [200, 700], ids=["beside", "under"])
def test_scores_and_weights_have_cells_of_one_size_beside_the_mask(qapp, height):
    scores = dataclasses.replace(numbered("scores", 7), explanation="some words " * 12)
    pictures = [numbered("scores", 7), scores, numbered("weights", 7)]
    layout = layout_of(pictures, width=900, height=height, first_large=True)
    _, one, other = (matrix.grid for matrix in layout.matrices)
    assert (one.cell_width, one.cell_height) == (other.cell_width, other.cell_height)
    assert one.top == other.top or one.left == other.left
