import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.painted import each_theme, lut_colour
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import (
    BLANK,
    MASKED,
    ZERO,
    cell_codes,
    colour_table,
    difference_codes,
    difference_table,
    paint_cells,
    resampled,
    to_image,
)
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.levels import signed_shares
from viz_app.workbench.state.attention_options import SCALES

ALL = np.ones((2, 2), dtype=np.bool_)


def codes_of(*rows, mask=ALL, decoded_rows=2):
    return cell_codes(np.array(rows, dtype=np.float32), mask, decoded_rows=decoded_rows)


def test_codes_of_weights():
    codes = codes_of([0.0, 0.5], [1.0, 0.25])
    assert codes.tolist() == [[ZERO, ZERO + 128], [ZERO + 255, ZERO + 64]]


def test_codes_of_what_has_no_weight():
    mask = np.array([[True, False], [True, True]])
    assert codes_of([0, 0], [0, 0], mask=mask).tolist() == [[ZERO, MASKED], [ZERO, ZERO]]
    assert codes_of([0, 1], [1, 1], decoded_rows=1)[1].tolist() == [BLANK, BLANK]


def test_not_a_number_is_masked():
    assert codes_of([np.nan, 0], [0, 0])[0, 0] == MASKED


def test_codes_of_many_heads_share_the_mask():
    weights = np.ones((3, 4, 2, 2), dtype=np.float32)
    codes = cell_codes(weights, np.tri(2, dtype=np.bool_), decoded_rows=2)
    assert codes.shape == (3, 4, 2, 2)
    assert (codes[..., 0, 1] == MASKED).all()


@pytest.mark.parametrize("scale", SCALES)
def test_codes_leave_the_weights_alone(scale):
    weights = np.full((2, 2), 0.5, dtype=np.float32)
    weights.setflags(write=False)
    cell_codes(weights, ALL, decoded_rows=1, scale=scale)
    assert (weights == 0.5).all()


@pytest.mark.parametrize(
    ("scale", "levels"), [("linear", [0, 3, 128, 255]), ("sqrt", [0, 26, 180, 255])]
)
def test_a_scale_moves_what_lies_between_the_ends(scale, levels):
    weights = np.array([[0.0, 0.01], [0.5, 1.0]], dtype=np.float32)
    codes = cell_codes(weights, ALL, decoded_rows=2, scale=scale)
    assert (codes.ravel() - ZERO).tolist() == levels


def test_the_logarithmic_scale_has_as_many_levels_for_each_power_of_ten():
    weights = np.array([[1e-5, 1e-3], [1e-1, 1.0]], dtype=np.float32)
    codes = cell_codes(weights, ALL, decoded_rows=2, scale="log")
    assert (codes.ravel() - ZERO).tolist() == [0, 64, 191, 255]


@pytest.mark.parametrize("scale", SCALES)
def test_masked_cells_are_masked_on_every_scale(scale):
    weights = np.array([[0.0, np.nan], [0.0, 1.0]], dtype=np.float32)
    mask = np.array([[False, True], [True, True]])
    codes = cell_codes(weights, mask, decoded_rows=2, scale=scale)
    assert codes.tolist() == [[MASKED, MASKED], [ZERO, ZERO + 255]]


def test_no_peak_is_lost_when_made_smaller():
    rng = np.random.default_rng(0)
    for _ in range(20):
        codes = np.full((128, 128), ZERO, dtype=np.uint16)
        row, column = rng.integers(128, size=2)
        codes[row, column] = 200
        small = resampled(codes, height=37, width=23)
        assert small.shape == (37, 23)
        assert (small == 200).sum() == 1


def test_the_mean_is_kept_where_there_are_two_sides():
    codes = np.tile(np.array([100, 200], dtype=np.uint16), (4, 64))
    assert (resampled(codes, height=4, width=64, peaks=False) == 150).all()


@pytest.mark.parametrize("width", [65, 90, 100, 127])
def test_a_table_of_alternating_values_gets_no_stripes_of_its_own(width):
    codes = np.tile(np.array([100, 200], dtype=np.uint16), (4, 64))
    assert (resampled(codes, height=4, width=width, peaks=False) == 150).all()


def test_the_mean_of_a_width_that_does_not_divide():
    codes = np.array([[10, 20, 60, 80, 90]], dtype=np.uint16)
    small = resampled(codes, height=1, width=3, peaks=False)
    assert small.tolist() == [[15, 70, 90]]


def test_made_larger_every_cell_has_its_share():
    codes = np.array([[2, 3], [4, 5]], dtype=np.uint16)
    large = resampled(codes, height=4, width=6)
    assert large.tolist() == [[2, 2, 2, 3, 3, 3]] * 2 + [[4, 4, 4, 5, 5, 5]] * 2


def test_colour_table():
    theme = light_theme()
    table = colour_table(kind_lut(theme, "cross"), theme)
    assert table.shape == (258,)
    assert table[BLANK] == 0
    assert QColor.fromRgba(int(table[MASKED])).name() == theme.masked.lower()
    assert QColor.fromRgba(int(table[ZERO + 255])).name() == theme.cross.lower()


def test_image_outlives_its_array():
    image = to_image(np.full((2, 3), 0xFF102030, dtype=np.uint32))
    assert (image.width(), image.height()) == (3, 2)
    assert image.pixelColor(2, 1).name() == "#102030"


def canvas():
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image


def test_painted_cells(qapp):
    theme, image = light_theme(), canvas()
    grid = CellGrid(left=0, top=0, cell_width=10, cell_height=10, rows=2, columns=2)
    codes = codes_of([1.0, 0.0], [0.0, 0.5])
    with QPainter(image) as painter:
        paint_cells(painter, grid, codes, colour_table(kind_lut(theme, "cross"), theme))
    assert image.pixelColor(0, 0).name() == theme.cross.lower()
    assert image.pixelColor(9, 9).name() == theme.cross.lower()
    assert image.pixelColor(10, 0).name() == "#ffffff"


def difference_of(values, mask=None, *, decoded_rows=99, scale="linear"):
    array = np.array(values, dtype=np.float32)
    allowed = np.ones(array.shape, dtype=bool) if mask is None else np.array(mask)
    return difference_codes(array, allowed, decoded_rows=decoded_rows, scale=scale)


def colour_of(code, theme):
    return QColor.fromRgba(int(difference_table(theme)[code])).name()


@each_theme
@pytest.mark.parametrize("scale", SCALES)
def test_colours_are_those_of_the_diverging_map(theme, scale):
    values = np.array([[-1, -0.6, -0.1, 0, 0.003, 0.1, 0.6, 1]], dtype=np.float32)
    places = np.rint(signed_shares(values, scale)[0] * 254).astype(int)
    lut = diverging_lut(theme)
    found = [colour_of(code, theme) for code in difference_of(values, scale=scale)[0]]
    assert found == [lut_colour(lut, place) for place in places]


@each_theme
def test_zero_is_the_panel_s_colour(theme):
    assert colour_of(difference_of([[0.0]])[0, 0], theme) == theme.panel.lower()


def test_what_has_no_difference():
    codes = difference_of(
        [[0.5, np.nan], [0.5, 0.5], [0.5, 0.5]],
        [[True, True], [False, True], [True, True]],
        decoded_rows=2,
    )
    assert codes[0, 1] == MASKED
    assert codes[1, 0] == MASKED
    assert codes[2].tolist() == [BLANK, BLANK]


@each_theme
def test_the_largest_difference_survives_on_both_sides(theme):
    """Where cells share a pixel, neither side hides the other's larger one."""
    rng = np.random.default_rng(0)
    values = rng.uniform(-0.2, 0.2, (60, 60)).astype(np.float32)
    values[13, 20], values[41, 7] = -0.9, 0.8
    small = resampled(difference_of(values), height=9, width=9)
    seen = {colour_of(code, theme) for code in small.ravel()}
    lut = diverging_lut(theme)
    assert {lut_colour(lut, 127 - 114), lut_colour(lut, 127 + 102)} <= seen
