import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.every import every
from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, lut_colour
from tests.viz_app.painted import painted as painted_image
from viz_app.design.colour_map import lut_for
from viz_app.design.theme import mixed
from viz_app.pictures.cell_image import CellGrid, signed_ticks, ticks
from viz_app.pictures.legend import (
    BoxStyle,
    bar_width,
    box_width,
    hatching,
    paint_bar,
    paint_box,
    paint_masked,
    tick_middles,
)
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.state import SCALES

# --------------------------------------------------------------------------------- test colour bar


THEME = THEMES["light"]


@pytest.mark.parametrize("name", COLOUR_MAPS)
@each_theme
def test_the_bar_is_the_whole_map_with_1_at_the_top(qapp, theme, name):
    lut = lut_for(theme, "cross", name)
    rect = QRectF(20, 20, 60, 256)
    image, _ = painted_image(lambda p, _: paint_bar(p, rect, lut, theme), theme=theme)
    middle = rect.left() + 6
    for index in (1, 60, 128, 200, 254):
        y = rect.bottom() - index - 0.5
        near = {lut_colour(lut, index + step) for step in (-1, 0, 1)}
        assert colour_at(image, QRectF(middle, y, 1, 1).topLeft()) in near


@every("scale", SCALES)
@every("marks", [ticks, signed_ticks])
@every("height", [4, 20, 40, 90, 400])
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


# ------------------------------------------------------------------------------------- test legend


def grid_of(rows, columns, *, width=10.0, height=10.0, left=10.0, top=10.0):
    return CellGrid(
        left=left, top=top, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


def painted(grid, hidden, size=40):
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    with QPainter(image) as painter:
        paint_masked(painter, grid, hidden, THEMES["light"])
    return {
        (x, y)
        for x in range(size)
        for y in range(size)
        if image.pixelColor(x, y).name() != "#ffffff"
    }


def test_hatching_stays_inside_its_cells(qapp):
    dark = painted(grid_of(1, 2), np.array([[False, True]]))
    assert dark
    assert all(19 <= x <= 30 and 9 <= y <= 20 for x, y in dark)


def test_nothing_to_hatch(qapp):
    assert not painted(grid_of(2, 2), np.zeros((2, 2), dtype=bool))


def length(lines):
    return sum(line.length() for line in lines)


@pytest.mark.parametrize("seed", range(6))
def test_each_cell_has_the_lines_that_it_would_have_alone(seed):
    rng = np.random.default_rng(seed)
    grid = grid_of(7, 9, width=7.3, height=5.1, left=3.2, top=8.7)
    hidden = rng.random((7, 9)) < 0.4
    alone = [
        hatching(grid.part(range(row, row + 1), range(column, column + 1)), ONE, gap=6)
        for row, column in np.argwhere(hidden).tolist()
    ]
    together = hatching(grid, hidden, gap=6)
    assert length(together) == pytest.approx(sum(map(length, alone)), rel=1e-6)
    for line in together:
        sums = (line.x1() + line.y1(), line.x2() + line.y2())
        assert sums == pytest.approx([6 * round(total / 6) for total in sums])
        cell = grid.cell_at(line.center())
        assert hidden[cell.row, cell.column]


ONE = np.ones((1, 1), dtype=bool)


def test_neighbours_share_their_lines():
    """A triangle of 200 × 200 cells costs as many lines as one cell of that size."""
    grid = grid_of(200, 200, width=2.0, height=2.0)
    assert len(hatching(grid, ~np.tri(200, dtype=bool), gap=6)) < 2 * 400 / 6


# ---------------------------------------------------------------------------------- test token box


RECT = QRectF(100, 50, 120, 30)
CORNER = QPointF(112, 55)
"""Inside the box, beside its text."""


def box(theme, style):
    image, _ = painted_image(lambda p, rect: paint_box(p, RECT, "cat", theme, style), theme=theme)
    return image


@each_theme
def test_a_box_has_the_ground_of_its_tint(qapp, theme):
    assert colour_at(box(theme, BoxStyle()), CORNER) == theme.panel.lower()
    tinted = colour_at(box(theme, BoxStyle(tint=theme.decoder)), CORNER)
    assert tinted == mixed(theme.panel, theme.decoder, share=0.16)


def test_what_does_not_count_is_hatched(qapp):
    theme = THEMES["light"]
    colours = area_colours(box(theme, BoxStyle(hatched=True)), RECT.adjusted(4, 4, -4, -4))
    assert theme.masked.lower() in colours
    assert theme.masked_line.lower() in colours


def test_a_box_is_wide_enough_for_its_token(qapp):
    theme = THEMES["light"]
    widths = [box_width(token, theme) for token in ("", "a", "extraordinarily")]
    assert widths == sorted(widths)
    assert widths[0] >= 7 * theme.unit
    assert box_width("cat", theme, size=theme.large) > box_width("cat", theme)
