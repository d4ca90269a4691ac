import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.arrays import frozen
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, each_theme, painted
from tests.viz_app.panels.embedding.records import SOURCE, side_of
from viz_app.panels.embedding.painting.numbers import (
    layout_numbers,
    numbers_height,
    numbers_of,
    paint_token_numbers,
)
from viz_app.panels.embedding.texts.sentences import (
    number_names,
    number_sentence,
    numbers_title,
)
from viz_app.pictures.axis_labels import text_width
from viz_app.texts.numbers import decimal_number

LIGHT = THEMES["light"]


def drawn(side, theme, *, dimension=0):
    def paint(painter, rect):
        layout = layout_numbers(rect, side, 1, theme, dimension=dimension)
        paint_token_numbers(painter, layout, side, theme, token=1, dimension=dimension)
        return layout

    return painted(paint, width=700, height=190, theme=theme)


def test_the_four_lines_add_up():
    side = side_of(SOURCE)
    row, scaled, position, total = numbers_of(side, 2)
    np.testing.assert_array_equal(row, side.rows[2])
    np.testing.assert_allclose(row * 4, scaled, atol=1e-6)
    np.testing.assert_allclose(scaled + position, total, atol=1e-6)


@pytest.mark.parametrize("dimension", [0, 7, 15, 400, 511])
def test_the_pointed_dimension_is_in_view(qapp, dimension):
    side = side_of(SOURCE, d_model=512)
    layout = layout_numbers(QRectF(0, 0, 700, 180), side, 1, LIGHT, dimension=dimension)
    assert layout.first >= 0
    assert layout.first + layout.grid.columns <= 512
    assert layout.first <= dimension < layout.first + layout.grid.columns
    middle = layout.column_rect(dimension).center()
    assert layout.dimension_at(middle) == dimension
    assert layout.dimension_at(QPointF(1, 100)) is None


def test_a_narrow_model_is_shown_whole(qapp):
    side = side_of(SOURCE, d_model=4)
    layout = layout_numbers(QRectF(0, 0, 900, 180), side, 1, LIGHT, dimension=3)
    assert (layout.first, layout.grid.columns) == (0, 4)


@each_theme
def test_a_number_stands_on_the_colour_of_its_level(qapp, theme):
    embedded = np.zeros((4, 4), dtype=np.float32)
    embedded[1, 2] = 4.0
    side = dataclasses.replace(side_of(SOURCE, d_model=4), embedded=frozen(embedded))
    image, layout = drawn(side, theme, dimension=0)
    high, zero = (layout.grid.cell_rect(3, column).adjusted(2, 2, -2, -2) for column in (2, 1))
    assert theme.positive.lower() in area_colours(image, high)
    assert theme.panel.lower() in area_colours(image, zero)


def test_the_pointed_dimension_is_framed(qapp):
    image, layout = drawn(side_of(SOURCE), LIGHT, dimension=3)
    place = layout.column_rect(3)
    edge = QRectF(place.left() - 1, place.center().y(), 3, 2)
    assert LIGHT.accent.lower() in area_colours(image, edge)


def test_words_have_the_numbers_of_the_token():
    side = side_of(SOURCE)
    assert number_names(side, 2) == (
        "row 9 of the table",
        "× √16 = 4",
        "+ position 2",
        "= into the model",
    )
    assert plain(numbers_title(side, 2)) == "“猫” · id 9 of 1,234 · position 2 · 16 numbers"
    numbers = (decimal_number(line[5], 4) for line in numbers_of(side, 2))
    row, scaled, position, total = numbers
    assert plain(number_sentence(side, 2, 5)) == (
        f"“猫”, dimension 5: {row} × 4 = {scaled}; {scaled} + {position} (position 2) = {total}"
    )


def test_close_lines_need_less_room(qapp):
    assert numbers_height(4, LIGHT, tight=True) < numbers_height(4, LIGHT)


def test_the_bold_name_of_the_sum_is_not_cut_off(qapp):
    side = side_of(SOURCE)
    layout = layout_numbers(QRectF(0, 0, 900, 180), side, 1, LIGHT, dimension=0)
    name = number_names(side, 1)[-1]
    needed = text_width(LIGHT, name, size=LIGHT.small, weight="bold")
    assert needed <= layout.names.width() - 2 * LIGHT.unit
