"""A matrix of numbers: on one side of 0, with numbers in its cells, with what is marked framed."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from tests.viz_app.painted import (
    area_colours,
    colour_at,
    each_theme,
    lut_colour,
    painted,
    svg_texts,
)
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import light_theme
from viz_app.pictures.matrix import SQUARE, MatrixPicture, number_in_cell
from viz_app.workbench.state import Cell

PICTURE = MatrixPicture(
    title="title",
    note="",
    rows=("a", "b"),
    columns=("c", "d", "e"),
    level=2.0,
    stretch=SQUARE,
    signed=False,
    numbered=True,
    largest=80,
    values=np.array([[0, 0.5, 1], [2, 12.25, np.nan]], np.float32),
)


def paint(picture, theme):
    return painted(lambda painter, rect: picture.paint(painter, rect, theme), theme=theme)


def texts(picture, *, width=640):
    theme = light_theme()
    return svg_texts(
        lambda painter, rect: picture.paint(painter, rect, theme),
        width=width,
        height=400,
    )


@each_theme
def test_nothing_has_the_panel_s_colour_and_the_level_the_end_of_the_map(theme):
    image, layout = paint(dataclasses.replace(PICTURE, numbered=False), theme)
    nothing, most = (layout.grid.cell_rect(row, 0).center() for row in (0, 1))
    assert colour_at(image, nothing) == theme.panel.lower()
    assert colour_at(image, most) == lut_colour(diverging_lut(theme), -1)


@each_theme
def test_an_area_of_marked_cells_has_one_frame(theme):
    marked = frozenset({Cell(0, 1), Cell(0, 2)})
    picture = dataclasses.replace(PICTURE, numbered=False, marked=marked)
    image, layout = paint(picture, theme)
    left, right = (layout.grid.cell_rect(0, column) for column in (1, 2))
    edge, danger = QSizeF(4, 4), theme.danger.lower()
    inside = QPointF(2, 2)
    for middle in (
        QPointF(left.left(), left.center().y()),
        QPointF(right.center().x(), right.bottom()),
    ):
        assert danger in area_colours(image, QRectF(middle - inside, edge))
    between = QPointF(left.right(), left.center().y())
    assert danger not in area_colours(image, QRectF(between - inside, edge))
    unmarked, _ = paint(dataclasses.replace(picture, marked=frozenset()), theme)
    assert danger not in area_colours(unmarked, QRectF(0, 0, 640, 480))


def test_numbers_stand_in_the_cells_where_all_have_room():
    assert {"0", "0.5", "1", "2", "12.2"} <= set(texts(PICTURE))
    assert "12.2" not in texts(dataclasses.replace(PICTURE, largest=20))
    assert "12.2" not in texts(dataclasses.replace(PICTURE, numbered=False))


def test_the_scale_says_that_there_is_more_beyond_its_end():
    assert "≥ 2" in texts(PICTURE)
    within = dataclasses.replace(PICTURE, values=np.zeros((2, 3), np.float32))
    assert "≥ 2" not in texts(within)
    assert "2" in texts(within)


@pytest.mark.parametrize(
    ("value", "level", "text"),
    [
        (0, 1, "0"),
        (1, 1, "1"),
        (0.004, 1, "0.00"),
        (0.976, 1, "0.98"),
        (0.004, 2, "0.004"),
        (1.26e-6, 0.001, "1.3e-06"),
        (7, 1, "7"),
        (1234.5, 1, "1.23e+03"),
    ],
)
def test_a_number_in_a_cell_is_short(value, level, text):
    assert number_in_cell(value, level) == text
