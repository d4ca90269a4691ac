import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.painted import each_theme, lut_colour
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import (
    BLANK,
    LONG_STRETCH,
    MASKED,
    MOST_STRETCH,
    ZERO,
    CellGrid,
    cell_codes,
    cell_size,
    colour_table,
    difference_codes,
    difference_table,
    paint_cells,
    resampled,
    shares,
    signed_shares,
    signed_ticks,
    ticks,
    to_image,
)
from viz_app.workbench.state import SCALES, Cell

# --------------------------------------------------------------------------------------- test grid


sizes = st.integers(1, 200)
lengths = st.floats(1, 3000, allow_nan=False)


@given(rows=sizes, columns=sizes, width=lengths, height=lengths, data=st.data())
def test_cell_at_is_the_inverse_of_cell_rect(rows, columns, width, height, data):
    across, down = cell_size(width=width, height=height, rows=rows, columns=columns, largest=48)
    grid = CellGrid(left=13, top=7, cell_width=across, cell_height=down, rows=rows, columns=columns)
    cell = Cell(data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    assert grid.cell_at(grid.cell_rect(cell.row, cell.column).center()) == cell


@given(rows=sizes, columns=sizes, width=lengths, height=lengths)
def test_cells_fit_and_stay_as_square_as_their_matrix_lets_them(rows, columns, width, height):
    across, down = cell_size(width=width, height=height, rows=rows, columns=columns, largest=48)
    if across > 0.01 and down > 0.01:
        assert across * columns <= width * 1.001
        assert down * rows <= height * 1.001
        stretch = min(LONG_STRETCH, MOST_STRETCH * max(rows / columns, columns / rows))
        assert max(across, down) <= (min(across, down) + 1) * stretch
    assert max(across, down) <= 48


def test_nothing_is_outside():
    grid = CellGrid(left=10, top=10, cell_width=5, cell_height=5, rows=2, columns=2)
    assert grid.cell_at(QPointF(9, 12)) is None
    assert grid.cell_at(QPointF(12, 21)) is None
    assert grid.cell_at(QPointF(20, 20)) == Cell(1, 1)


def test_rows_rect():
    grid = CellGrid(left=10, top=10, cell_width=5, cell_height=4, rows=6, columns=2)
    rect = grid.rows_rect(2, 5)
    assert (rect.top(), rect.height(), rect.width()) == (18, 12, 10)


def test_a_few_long_rows_use_the_height_that_there_is():
    """15 rows of 57 tokens each are no thin strip."""
    across, down = cell_size(width=240, height=450, rows=15, columns=57, largest=48)
    assert across * 57 == pytest.approx(240)
    assert down == int(6 * 240 / 57)


# ------------------------------------------------------------------------------------- test levels


each_scale = pytest.mark.parametrize("scale", SCALES)

EXPECTED = {
    "linear": lambda w: w,
    "sqrt": math.sqrt,
    "log": lambda w: 1 + math.log10(max(w, 1e-4)) / 4,
}


def array(*values):
    return np.array(values, dtype=np.float32)


@each_scale
def test_shares_are_the_scale_s_formula(scale):
    weights = array(0, 1e-5, 1e-4, 1e-3, 0.02, 0.25, 0.5, 0.99, 1)
    expected = [EXPECTED[scale](float(weight)) for weight in weights]
    found = shares(weights, scale)
    assert found.dtype == np.float32
    assert np.allclose(found, expected, atol=1e-6)


def test_ticks_of_colours_that_end_early_say_so():
    assert ticks("linear", top=0.2) == ((0.0, "0"), (0.5, "0.1"), (1.0, "≥ 0.2"))
    assert [text for _, text in ticks("sqrt", top=0.1)] == ["0", "0.01", "0.025", "0.05", "≥ 0.1"]
    assert [text for _, text in signed_ticks("linear", top=0.05)] == ["−0.05", "0", "0.05"]


@each_scale
def test_the_ends_never_follow_the_data(scale):
    assert shares(array(0, 1), scale).tolist() == [0, 1]
    assert shares(array(-3, 7), scale).tolist() == [0, 1]
    assert shares(array(0.2, 0.3), scale)[0] == shares(array(0.2), scale)[0]


def test_each_power_of_ten_has_a_quarter_of_the_logarithmic_scale():
    assert np.allclose(shares(array(1e-4, 1e-3, 1e-2, 1e-1, 1), "log"), [0, 0.25, 0.5, 0.75, 1])
    assert shares(array(1e-9), "log")[0] == 0


@each_scale
def test_order_is_kept(scale):
    weights = np.linspace(0, 1, 2001, dtype=np.float32)
    assert (np.diff(shares(weights, scale)) >= 0).all()
    assert (np.diff(signed_shares(weights * 2 - 1, scale)) >= 0).all()


@each_scale
def test_what_is_no_number_stays_none(scale):
    assert np.isnan(shares(array(np.nan), scale)[0])
    assert np.isnan(signed_shares(array(np.nan), scale)[0])


@each_scale
def test_the_weights_are_left_alone(scale):
    weights = array(0.1, 0.9)
    weights.setflags(write=False)
    shares(weights, scale)
    signed_shares(weights, scale)
    assert weights.tolist() == array(0.1, 0.9).tolist()


@each_scale
def test_differences_lie_around_the_middle(scale):
    values = array(-1, -0.3, 0, 0.3, 1)
    found = signed_shares(values, scale)
    assert found[2] == 0.5
    assert np.allclose(found + found[::-1], 1)
    expected = [0.5 + math.copysign(EXPECTED[scale](abs(v)), v) / 2 if v else 0.5 for v in values]
    assert np.allclose(found, expected, atol=1e-6)


@each_scale
def test_ticks_stand_where_their_weights_are(scale):
    for share, text in ticks(scale):
        weight = float(text.removeprefix("≤ "))
        assert share == pytest.approx(float(shares(array(weight), scale)[0]), abs=1e-4)
    for share, text in signed_ticks(scale):
        value = float(text.replace("−", "-"))
        assert share == pytest.approx(float(signed_shares(array(value), scale)[0]), abs=1e-4)


@each_scale
def test_both_ends_have_ticks(scale):
    for marks in (ticks(scale), signed_ticks(scale)):
        places = [share for share, _ in marks]
        assert places == sorted(places)
        assert (places[0], places[-1]) == (0, 1)
    assert "0" in [text for _, text in signed_ticks(scale)]


def test_the_logarithmic_scale_says_that_it_has_an_end():
    assert [text for _, text in ticks("log")] == ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]


def test_the_marks_of_a_difference():
    assert signed_ticks("linear") == ((0.0, "−1"), (0.5, "0"), (1.0, "1"))


# --------------------------------------------------------------------------------- test cell image


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
    assert table.shape == (259,)
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
