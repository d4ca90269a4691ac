import itertools

import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import THEMES, colour_at, each_theme, lut_colour, painted
from viz_app.design.colour_map import lut_for
from viz_app.pictures.colour_bar import bar_width, paint_bar, tick_middles
from viz_app.pictures.levels import signed_ticks, ticks
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.state.attention_options import SCALES

THEME = THEMES["light"]


@pytest.mark.parametrize("name", COLOUR_MAPS)
@each_theme
def test_the_bar_is_the_whole_map_with_1_at_the_top(qapp, theme, name):
    lut = lut_for(theme, "cross", name)
    rect = QRectF(20, 20, 60, 256)
    image, _ = painted(lambda p, _: paint_bar(p, rect, lut, theme), theme=theme)
    middle = rect.left() + 6
    for index in (1, 60, 128, 200, 254):
        y = rect.bottom() - index - 0.5
        near = {lut_colour(lut, index + step) for step in (-1, 0, 1)}
        assert colour_at(image, QRectF(middle, y, 1, 1).topLeft()) in near


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("marks", [ticks, signed_ticks])
@pytest.mark.parametrize("height", [4, 20, 40, 90, 400])
def test_ticks_never_overlap(qapp, scale, marks, height):
    rect = QRectF(0, 10, 40, height)
    placed = sorted(tick_middles(rect, marks(scale), THEME))
    assert all(
        lower - upper >= THEME.small for (upper, _), (lower, _) in itertools.pairwise(placed)
    )
    assert "1" in [text for _, text in placed]
    if height >= 40:
        ends = {marks(scale)[0][1], marks(scale)[-1][1]}
        assert ends <= {text for _, text in placed}
    if height == 400:
        assert len(placed) == len(marks(scale))


def test_ticks_stand_at_their_shares(qapp):
    rect = QRectF(0, 100, 40, 200)
    placed = {text: middle for middle, text in tick_middles(rect, ticks("log"), THEME)}
    assert placed["0.01"] == 200
    assert placed["0.1"] == 150


def test_longer_ticks_need_more_room(qapp):
    assert bar_width(THEME, ticks("log")) > bar_width(THEME)
