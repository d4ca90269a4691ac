"""The cells of masks, read back."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, lut_colour, painted
from tests.viz_app.panels.masks.painting.test_mask_pictures import picture_of
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.panels.masks.painting.mask_cells import (
    SMALLER,
    fitting_text,
    nan_ground,
    paint_mask_cells,
)
from viz_app.pictures.grid import CellGrid
from viz_app.workbench.state.selection import Cell


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
    image, grid = image_of(picture_of(form, [[True, False]]), theme)
    allowed, masked = (area_colours(image, inside(grid, 0, key)) for key in range(2))
    tint = lut_colour(kind_lut(theme, "cross"), 40)
    assert tint in allowed
    assert theme.masked.lower() in masked
    assert theme.masked.lower() not in allowed
    assert tint not in masked


@each_theme
def test_a_dot_says_that_a_query_may_attend(qapp, theme):
    image, grid = image_of(picture_of("dots", [[True, False]]), theme)
    assert colour_at(image, grid.middle(0, 0)) == theme.cross.lower()
    assert theme.cross.lower() not in area_colours(image, inside(grid, 0, 1))


@each_theme
def test_scores_have_the_diverging_map_with_fixed_ends(qapp, theme):
    values = [[-4.0, 0.0, 4.0, 9.0]]
    picture = picture_of("scores", [[True] * 4], values, level=4.0)
    image, grid = image_of(picture, theme, width=8, height=8)  # no room for texts
    lut = diverging_lut(theme)
    expected = [lut_colour(lut, index) for index in (0, 127, 254, 254)]
    assert [colour_at(image, grid.middle(0, key)) for key in range(4)] == expected


@each_theme
def test_weights_have_the_map_of_their_kind_from_0_to_1(qapp, theme):
    picture = picture_of("weights", [[True] * 3], [[0.0, 0.5, 1.0]])
    image, grid = image_of(picture, theme, width=8, height=8)
    lut = kind_lut(theme, "cross")
    expected = [lut_colour(lut, index) for index in (0, 128, 255)]
    assert [colour_at(image, grid.middle(0, key)) for key in range(3)] == expected


@each_theme
def test_what_is_not_a_number_looks_like_no_weight_and_like_no_masked_cell(qapp, theme):
    picture = picture_of("weights", [[True, True, False]], [[np.nan, 0.0, 0.0]])
    image, grid = image_of(picture, theme)
    lost, zero, masked = (area_colours(image, inside(grid, 0, key)) for key in range(3))
    ground = QColor(nan_ground(theme)).name()
    assert ground in lost
    assert ground not in zero | masked
    assert theme.masked.lower() not in lost


@each_theme
def test_a_flipped_cell_is_framed(qapp, theme):
    mask = np.ones((3, 3), dtype=bool)
    image, grid = image_of(picture_of("dots", mask, flipped=frozenset({Cell(1, 2)})), theme)
    framed = {
        (row, column)
        for row, column in np.ndindex(3, 3)
        if theme.text.lower() in area_colours(image, grid.cell_rect(row, column))
    }
    assert framed == {(1, 2)}


def test_numbers_lose_a_digit_before_they_go(qapp):
    theme = THEMES["light"]
    picture = picture_of("scores", [[True]], [[-1.0]], level=5.0)
    found = [
        fitting_text(grid_of(picture, width=width, height=20), picture, theme)
        for width in (60, 36, 10)
    ]
    assert [fitting and fitting[0] for fitting in found] == [2, 1, None]
    assert fitting_text(grid_of(picture, height=8), picture, theme) is None


def test_ones_need_little_room(qapp):
    picture = picture_of("ones", [[True]])
    grid = grid_of(picture, width=16, height=16)
    assert fitting_text(grid, picture, THEMES["light"]) is not None


@pytest.mark.parametrize(("width", "size"), [(40, 1.0), (21, SMALLER), (9, None)])
def test_minus_infinity_is_smaller_before_it_goes(qapp, width, size):
    theme, picture = THEMES["light"], picture_of("additive", [[True]])
    fitting = fitting_text(grid_of(picture, width=width, height=20), picture, theme)
    assert (fitting and fitting[1]) == (size and round(size * theme.small))


def test_ones_are_not_made_smaller(qapp):
    theme, picture = THEMES["light"], picture_of("ones", [[True]])
    sizes = {
        fitting[1]
        for width in range(6, 30)
        if (fitting := fitting_text(grid_of(picture, width=width, height=20), picture, theme))
    }
    assert sizes == {theme.small}
