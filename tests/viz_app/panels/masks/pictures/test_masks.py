"""Masks side by side, and their cells."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from tests.every import every
from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    THEMES,
    area_colours,
    colour_at,
    each_theme,
    lut_colour,
    mask_record,
    overlaps,
    painted,
    svg_texts,
    words,
)
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.theme import light_theme
from viz_app.panels.masks.pictures.masks import (
    SMALLER,
    MaskMatrix,
    Masks,
    MaskSpot,
    batch_masks,
    cell_text,
    fitting_text,
    mask_sentence,
    nan_ground,
    number_text,
    paint_mask_cells,
    tiles_across,
    widest_text,
)
from viz_app.pictures.cell_image import CellGrid
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- mask matrix


def said(sentence, mask, row, column):
    return plain(mask_sentence(batch_masks(mask_record(), sentence)[mask], Cell(row, column)))


def mask_of(form, mask, values=None, **fields):
    mask = np.asarray(mask, dtype=np.bool_)
    rows, columns = (tuple("abcdef"[:size]) for size in mask.shape)
    values = None if values is None else np.asarray(values, dtype=np.float32)
    given = {"title": "T", "explanation": "E", "kind": "cross", "rows": rows, "columns": columns}
    return MaskMatrix(**given, mask=mask, form=form, values=values, **fields)


def test_the_masks_of_a_sentence_are_the_record_s(qapp):
    record = mask_record()
    masks = batch_masks(record, 1)
    padding = np.tile(record.source_padding[1], (6, 1))
    expected = (padding, record.causal, record.target[1], record.cross[1])
    for mask, values in zip(masks, expected, strict=True):
        np.testing.assert_array_equal(mask.mask, values)
    assert [mask.kind for mask in masks] == ["encoder", "decoder", "decoder", "cross"]
    assert (masks[3].rows, masks[3].columns) == (record.tgt_tokens[1], record.src_tokens[1])


def test_what_only_padding_masks_is_framed_and_said(qapp):
    record = mask_record()
    for sentence in range(len(record.src_tokens)):
        _, causal, target, _ = batch_masks(record, sentence)
        more = {Cell(*cell) for cell in np.argwhere(causal.mask & ~target.mask).tolist()}
        assert target.padded == more
        assert ("Framed" in target.explanation) == bool(more)
        assert not causal.padded


def test_sentences_say_why(qapp):
    assert said(0, 0, 0, 4) == "Encoder: source padding · “我” may attend to “猫”."
    assert said(1, 0, 0, 4).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(0, 1, 1, 3).endswith("masked: “I” may not attend to “a”, which comes later.")
    assert said(1, 2, 1, 3).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(1, 3, 1, 1).endswith("“cat” may attend to “</s>”.")


@pytest.mark.parametrize(
    ("form", "texts"),
    [
        ("dots", ["", ""]),
        ("ones", ["1", "0"]),
        ("allowed", ["T", "F"]),
        ("masked", ["F", "T"]),
        ("additive", ["0", "−∞"]),
    ],
)
def test_each_form_writes_the_same_mask_its_own_way(form, texts):
    mask = mask_of(form, [[True, False]])
    assert [cell_text(mask, 0, key) for key in range(2)] == texts
    assert len(widest_text(mask)) == max(map(len, texts))


def test_numbers_have_a_real_minus_and_masked_scores_what_took_their_place(qapp):
    scores = mask_of("scores", [[True, False, False]], [[-1.234, -np.inf, -1e9]], level=10.0)
    assert [cell_text(scores, 0, key) for key in range(3)] == ["−1.23", "−∞", "−10⁹"]
    weights = mask_of("weights", [[True, False, True]], [[0.456, 0.0, np.nan]])
    assert [cell_text(weights, 0, key) for key in range(3)] == ["0.46", "0.00", "NaN"]
    assert cell_text(scores, 0, 0, digits=1) == "−1.2"
    assert number_text(0.123456, may=True, form="weights", digits=4) == "0.1235"
    assert len(widest_text(scores)) >= len(cell_text(scores, 0, 0))


# --------------------------------------------------------------------------------- test mask cells
# The cells of masks, read back.


def grid_of(picture, *, width=60.0, height=40.0):
    rows, columns = picture.mask.shape
    return CellGrid(
        left=20, top=20, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


def image_of(picture, theme, **size):
    grid = grid_of(picture, **size)
    image, _ = painted(lambda p, _: paint_mask_cells(p, grid, picture, theme), theme=theme)
    return image, grid


def inside(grid, row, column):
    return grid.cell_rect(row, column).adjusted(3, 3, -3, -3)


@each_theme
@pytest.mark.parametrize("form", ["dots", "ones", "allowed", "masked", "additive"])
def test_masked_cells_are_hatched_and_allowed_ones_are_tinted(qapp, theme, form):
    image, grid = image_of(mask_of(form, [[True, False]]), theme)
    allowed, masked = (area_colours(image, inside(grid, 0, key)) for key in range(2))
    tint, hatch, dot = lut_colour(kind_lut(theme, "cross"), 40), theme.masked, theme.cross
    assert (tint in allowed, hatch.lower() in allowed) == (True, False)
    assert (tint in masked, hatch.lower() in masked) == (False, True)
    is_dot = colour_at(image, grid.middle(0, 0)) == dot.lower()
    assert is_dot == (form == "dots")
    assert dot.lower() not in masked


@each_theme
def test_scores_have_the_diverging_map_and_weights_that_of_their_kind(qapp, theme):
    for form, values, lut, indices in (
        ("scores", [-4.0, 0.0, 4.0, 9.0], diverging_lut(theme), (0, 127, 254, 254)),
        ("weights", [0.0, 0.5, 1.0], kind_lut(theme, "cross"), (0, 128, 255)),
    ):
        mask = mask_of(form, [[True] * len(values)], [values], level=4.0 if form == "scores" else 1)
        image, grid = image_of(mask, theme, width=8, height=8)  # no room for texts
        found = [colour_at(image, grid.middle(0, key)) for key in range(len(values))]
        assert found == [lut_colour(lut, index) for index in indices]


@each_theme
def test_what_is_not_a_number_looks_like_no_weight_and_like_no_masked_cell(qapp, theme):
    picture = mask_of("weights", [[True, True, False]], [[np.nan, 0.0, 0.0]])
    image, grid = image_of(picture, theme)
    lost, zero, masked = (area_colours(image, inside(grid, 0, key)) for key in range(3))
    ground = QColor(nan_ground(theme)).name()
    assert ground in lost
    assert ground not in zero | masked
    assert theme.masked.lower() not in lost


@each_theme
def test_a_flipped_cell_is_framed(qapp, theme):
    mask = np.ones((3, 3), dtype=bool)
    image, grid = image_of(mask_of("dots", mask, flipped=frozenset({Cell(1, 2)})), theme)
    framed = {
        (row, column)
        for row, column in np.ndindex(3, 3)
        if theme.text.lower() in area_colours(image, grid.cell_rect(row, column))
    }
    assert framed == {(1, 2)}


def test_numbers_lose_a_digit_before_they_go(qapp):
    theme = THEMES["light"]
    picture = mask_of("scores", [[True]], [[-1.0]], level=5.0)
    found = [
        fitting_text(grid_of(picture, width=width, height=20), picture, theme)
        for width in (60, 36, 10)
    ]
    assert [fitting and fitting[0] for fitting in found] == [2, 1, None]
    assert fitting_text(grid_of(picture, height=8), picture, theme) is None


@pytest.mark.parametrize(("width", "size"), [(40, 1.0), (21, SMALLER), (9, None)])
def test_minus_infinity_is_smaller_before_it_goes_and_ones_are_not(qapp, width, size):
    theme, mask = THEMES["light"], mask_of("additive", [[True]])
    fitting = fitting_text(grid_of(mask, width=width, height=20), mask, theme)
    assert (fitting and fitting[1]) == (size and round(size * theme.small))
    ones = mask_of("ones", [[True]])
    fitting = fitting_text(grid_of(ones, width=width, height=20), ones, theme)
    assert fitting in {None, (2, theme.small)}
    assert (fitting is None) == (width == 9)


# ------------------------------------------------------------------------------- test mask painter


def layout_of(masks, *, width=1300, height=420, large=False):
    picture = Masks(masks=tuple(masks), large=large)
    _, layout = painted(
        lambda p, rect: picture.paint(p, rect, THEMES["light"]), width=width, height=height
    )
    return layout


def numbered(form, count=6):
    values = np.linspace(-3, 3, count * count, dtype=np.float32).reshape(count, count)
    return mask_of(form, np.ones((count, count), bool), values, level=5.0)


@every("large", [False, True])
@every("count", [3, 12, 60, 128])
@every(("width", "height"), [(860, 300), (1300, 420)])
def test_labels_never_overlap(qapp, count, width, height, large):
    tokens = words(count)
    picture = MaskMatrix(
        title="Causal",
        explanation="No token attends to later tokens.",
        kind="decoder",
        rows=tokens,
        columns=tokens,
        mask=np.tri(count, dtype=np.bool_),
    )
    layout = layout_of([picture] * 3, width=width, height=height, large=large)
    labels = [label.rect for matrix in layout.matrices for label in (*matrix.rows, *matrix.columns)]
    assert not overlaps(labels)
    assert not overlaps([matrix.grid.rect for matrix in layout.matrices])


def test_points_and_keys_find_mask_and_cell(qapp):
    layout = layout_of(batch_masks(mask_record(), 0))
    for number, matrix in enumerate(layout.matrices):
        spot = MaskSpot(number, Cell(3, 2))
        place = matrix.grid.cell_rect(3, 2)
        assert (layout.at(place.center()), layout.rect(spot)) == (spot, place)
    assert layout.rect(MaskSpot(4, Cell(0, 0))) is None
    down, up, right = Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Right
    assert layout.moved(None, right) == MaskSpot(0, Cell(0, 0))
    assert layout.moved(None, down) == layout.moved(MaskSpot(0, Cell(1, 1)), down)
    assert layout.moved(MaskSpot(0, Cell(1, 1)), up) == MaskSpot(3, Cell(0, 0))
    assert layout.moved(MaskSpot(2, Cell(1, 1)), right) == MaskSpot(2, Cell(1, 2))
    assert layout.moved(None, Qt.Key.Key_A) is None


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
    mask, scores, weights = layout_of(pictures, width=960, height=height, large=True).matrices
    assert mask.grid.cell_width > scores.grid.cell_width or mask.grid.cell_height > (
        scores.grid.cell_height
    )
    assert scores.grid.left > mask.grid.rect.right()
    assert (weights.grid.top > scores.grid.rect.bottom()) == below
    assert (weights.grid.left > scores.grid.rect.right()) == (not below)


def test_a_large_picture_stays_where_it_is_when_the_others_come(qapp):
    pictures = [numbered("dots"), numbered("scores"), numbered("weights")]
    alone = layout_of(pictures[:1], large=True).matrices[0]
    beside = layout_of(pictures, large=True).matrices[0]
    assert alone.grid == beside.grid


def test_titles_are_whole_in_large_type(qapp):
    pictures, theme = batch_masks(mask_record(), 0), light_theme("presentation")
    texts = svg_texts(
        lambda p, rect: Masks(masks=pictures).paint(p, rect, theme), width=1210, height=390
    )
    assert {picture.title for picture in pictures} <= set(texts)


@every("count", [3, 12, 40, 128])
def test_a_picture_says_that_labels_are_omitted(qapp, count):
    pictures, theme = [numbered("scores", count), numbered("weights", 3)], light_theme()
    pictures[0] = dataclasses.replace(pictures[0], rows=words(count), columns=words(count))
    texts = svg_texts(
        lambda p, rect: Masks(masks=pictures).paint(p, rect, theme), width=1400, height=500
    )
    matrix = layout_of(pictures, width=1400, height=500).matrices[0]
    complete = len(matrix.rows) == len(matrix.columns) == count
    assert complete == (count < 40)
    assert " ".join(texts).count("some labels omitted") == (0 if complete else 1)


@pytest.mark.parametrize("height", [200, 700], ids=["beside", "under"])
def test_scores_and_weights_have_cells_of_one_size_beside_the_mask(qapp, height):
    scores = dataclasses.replace(numbered("scores", 7), explanation="some words " * 12)
    pictures = [numbered("scores", 7), scores, numbered("weights", 7)]
    layout = layout_of(pictures, width=900, height=height, large=True)
    _, one, other = (matrix.grid for matrix in layout.matrices)
    assert (one.cell_width, one.cell_height) == (other.cell_width, other.cell_height)
    assert one.top == other.top or one.left == other.left
