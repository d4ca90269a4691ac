import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.arrays import frozen
from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    THEMES,
    area_colours,
    colour_at,
    each_theme,
    lut_colour,
    overlaps,
    painted,
)
from tests.viz_app.panels.embedding.records import SOURCE, side_of
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import light_theme
from viz_app.panels.embedding.pictures.strips import (
    HIGHEST,
    LEVEL,
    LOWEST,
    layout_numbers,
    layout_strips,
    numbers_height,
    numbers_of,
    paint_strips,
    paint_token_numbers,
    strip_values,
)
from viz_app.panels.embedding.pictures.texts import (
    number_names,
    number_sentence,
    numbers_title,
    strip_titles,
)
from viz_app.pictures.labels import text_width
from viz_app.texts.labels import decimal_number
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- test strips


RECT = QRectF(16, 16, 900, 300)
LIGHT = THEMES["light"]


def made_of(**arrays):
    """Eight dimensions: cells are wide enough to look into."""
    side = side_of(SOURCE, d_model=8)
    return dataclasses.replace(side, **{name: frozen(array) for name, array in arrays.items()})


def drawn(side, theme, *, chosen=0):
    def paint(painter, rect):
        layout = layout_strips(rect, side, theme)
        paint_strips(painter, layout, side, theme, chosen=chosen)
        return layout

    return painted(paint, width=932, height=332, theme=theme)


@each_theme
def test_every_number_has_the_colour_of_its_level(qapp, theme):
    rows, positions, embedded = (np.zeros((4, 8), dtype=np.float32) for _ in range(3))
    rows[0, 3] = LEVEL / np.sqrt(8)
    positions[3, 0] = -2 * LEVEL
    embedded[2, 7] = LEVEL / 2
    side = made_of(rows=rows, positions=positions, embedded=embedded)
    image, layout = drawn(side, theme)
    lut = diverging_lut(theme)
    seen = [
        colour_at(image, grid.cell_rect(row, column).center())
        for grid, (row, column) in zip(layout.strips, [(0, 3), (3, 0), (2, 7)], strict=True)
    ]
    assert seen[0] == theme.positive.lower()
    assert seen[1] == theme.negative.lower()
    assert seen[2] in {lut_colour(lut, index) for index in (190, 191)}
    assert colour_at(image, layout.strips[0].cell_rect(1, 1).center()) == theme.panel.lower()


def test_the_three_strips_are_scaled_rows_positions_and_their_sum():
    side = side_of(SOURCE)
    scaled, positions, embedded = strip_values(side)
    np.testing.assert_allclose(scaled, side.rows * 4, atol=1e-6)
    np.testing.assert_allclose(scaled + positions, embedded, atol=1e-6)
    assert strip_titles(side)[0] == "row of the table × √16 = 4"


def test_a_token_has_the_same_height_in_every_strip(qapp):
    layout = layout_strips(RECT, side_of(SOURCE), LIGHT)
    for token in range(4):
        tops = {grid.cell_rect(token, 0).top() for grid in layout.strips}
        assert tops == {layout.row_rect(token).top()}
        assert layout.row_rect(token).contains(layout.token_rect(token))
    assert not overlaps([grid.rect for grid in layout.strips])
    assert layout.strips[-1].rect.right() < layout.bar.left()


def test_the_chosen_row_is_framed(qapp):
    image, layout = drawn(side_of(SOURCE), LIGHT, chosen=2)
    row = layout.row_rect(2)
    between = (layout.strips[0].rect.right() + layout.strips[1].rect.left()) / 2
    assert colour_at(image, QPointF(between, row.top())) == LIGHT.accent.lower()
    assert colour_at(image, QPointF(between, row.center().y())) == LIGHT.panel.lower()


@pytest.mark.parametrize("tokens", [1, 4, 40])
def test_rows_are_high_enough_and_scroll_where_there_are_many(qapp, tokens):
    side = side_of(("a",) * tokens)
    layout = layout_strips(RECT, side, LIGHT)
    assert LOWEST <= layout.strips[0].cell_height <= HIGHEST
    assert (layout.content > layout.viewport.height()) == (tokens == 40)


def test_what_is_under_a_point(qapp):
    layout = layout_strips(RECT, side_of(("a",) * 40), LIGHT, scrolled=100)
    for grid in layout.strips:
        middle = grid.cell_rect(9, 5).center()
        assert layout.cell_at(middle) == Cell(9, 5)
        assert layout.token_at(middle) == 9
    assert layout.token_at(layout.token_rect(7).center()) == 7
    assert layout.cell_at(layout.token_rect(7).center()) is None
    scrolled_out = layout.strips[0].cell_rect(2, 0).center()
    assert layout.token_at(scrolled_out) is None
    assert layout.cell_at(scrolled_out) is None


def test_on_a_projector_all_is_larger(qapp):
    rect = RECT.adjusted(0, 0, 0, 300)
    normal = layout_strips(rect, side_of(SOURCE), LIGHT)
    large = layout_strips(rect, side_of(SOURCE), light_theme("presentation"))
    assert large.strips[0].cell_height > 1.3 * normal.strips[0].cell_height
    assert large.tokens[1] > normal.tokens[1]


# ------------------------------------------------------------------------------------ test numbers


def numbers_drawn(side, theme, *, dimension=0):
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
    image, layout = numbers_drawn(side, theme, dimension=0)
    high, zero = (layout.grid.cell_rect(3, column).adjusted(2, 2, -2, -2) for column in (2, 1))
    assert theme.positive.lower() in area_colours(image, high)
    assert theme.panel.lower() in area_colours(image, zero)


def test_the_pointed_dimension_is_framed(qapp):
    image, layout = numbers_drawn(side_of(SOURCE), LIGHT, dimension=3)
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
    assert plain(numbers_title(side, 2)) == "“猫” · id 9 of 1,234 · position 2 · 16 dimensions"
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
