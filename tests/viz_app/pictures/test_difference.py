from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from tests.viz_app.painted import THEMES, lut_colour
from viz_app.design.colour_map import diverging_lut
from viz_app.pictures.cell_image import BLANK, MASKED, difference_codes, difference_table, resampled
from viz_app.pictures.levels import signed_shares
from viz_app.workbench.state.attention_options import SCALES

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def codes_of(values, mask=None, *, decoded_rows=99, scale="linear"):
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
    found = [colour_of(code, theme) for code in codes_of(values, scale=scale)[0]]
    assert found == [lut_colour(lut, place) for place in places]


@each_theme
def test_zero_is_the_panel_s_colour(theme):
    assert colour_of(codes_of([[0.0]])[0, 0], theme) == theme.panel.lower()


def test_what_has_no_difference():
    codes = codes_of(
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
    small = resampled(codes_of(values), height=9, width=9)
    seen = {colour_of(code, theme) for code in small.ravel()}
    lut = diverging_lut(theme)
    assert {lut_colour(lut, 127 - 114), lut_colour(lut, 127 + 102)} <= seen
