"""Tokens in a row, their vectors as strips, and the numbers of one."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt

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
    words,
)
from tests.viz_app.panels.embedding.records import SOURCE, side_of
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import light_theme
from viz_app.panels.embedding.pictures.strips import (
    HIGHEST,
    LEVEL,
    LOWEST,
    number_names,
    number_sentence,
    numbers_picture,
    numbers_title,
    strip_titles,
    strips_picture,
    token_row,
)
from viz_app.pictures.labels import text_width
from viz_app.texts.labels import decimal_number
from viz_app.workbench.state import Cell

RECT = QRectF(16, 16, 900, 300)
LIGHT = THEMES["light"]


def drawn(picture, theme=LIGHT, *, width=932, height=332):
    return painted(
        lambda painter, rect: picture.paint(painter, rect, theme),
        width=width,
        height=height,
        theme=theme,
    )


# --------------------------------------------------------------------------------------- token row


@pytest.mark.parametrize("chosen", [0, 20, 39])
def test_of_too_many_tokens_the_chosen_one_is_in_view(qapp, chosen):
    _, row = drawn(token_row("Tokens", words(40), chosen), width=632, height=68)
    assert not overlaps(list(row.boxes))
    assert row.viewport.contains(row.boxes[chosen].center())
    assert row.rect(chosen).contains(row.boxes[chosen])
    assert row.at(row.boxes[chosen].center()) == chosen
    outside = row.boxes[0 if chosen else 39].center()
    assert row.at(outside) is row.at(row.title.center()) is None


def test_the_keys_go_along_the_row_and_a_token_is_said(qapp):
    picture = token_row("Tokens", ("<s>", "I", "have", "a"), 1)
    _, row = drawn(picture)
    moves = {"Right": 2, "Left": 0, "Home": 0, "End": 3, "Down": 1}
    assert {key: row.moved(1, Qt.Key[f"Key_{key}"]) for key in moves} == moves
    assert plain(picture.say(2)) == "position 2: “have”"
    _, empty = drawn(token_row("Tokens", (), 0))
    assert empty.moved(None, Qt.Key.Key_Right) is None
    assert empty.rect(0) is None


# ------------------------------------------------------------------------------------------ strips


FIRST = Cell(0, 0)


def strips(side, at=FIRST):
    return strips_picture(side, (), at, "Source")


@each_theme
def test_every_number_has_the_colour_of_its_level(qapp, theme):
    rows, positions, embedded = (np.zeros((4, 8), dtype=np.float32) for _ in range(3))
    rows[0, 3] = LEVEL / np.sqrt(8)
    positions[3, 0] = -2 * LEVEL
    embedded[2, 7] = LEVEL / 2
    arrays = {"rows": rows, "positions": positions, "embedded": embedded}
    side = dataclasses.replace(
        side_of(SOURCE, d_model=8), **{k: frozen(a) for k, a in arrays.items()}
    )
    image, layout = drawn(strips(side), theme)
    seen = [
        colour_at(image, grid.cell_rect(row, column).center())
        for grid, (row, column) in zip(layout.strips, [(0, 3), (3, 0), (2, 7)], strict=True)
    ]
    assert seen[:2] == [theme.positive.lower(), theme.negative.lower()]
    assert seen[2] in {lut_colour(diverging_lut(theme), index) for index in (190, 191)}
    assert colour_at(image, layout.strips[0].cell_rect(1, 1).center()) == theme.panel.lower()


def test_the_three_strips_are_scaled_rows_positions_and_their_sum():
    side = side_of(SOURCE)
    scaled, positions, embedded = (table.values for table in strips(side).tables())
    np.testing.assert_allclose(scaled, side.rows * 4, atol=1e-6)
    np.testing.assert_allclose(scaled + positions, embedded, atol=1e-6)
    assert strip_titles(side)[0] == "row of the table × √16 = 4"


def test_a_token_has_the_same_height_in_every_strip(qapp):
    layout = strips(side_of(SOURCE)).layout(RECT, LIGHT)
    for token in range(4):
        tops = {grid.cell_rect(token, 0).top() for grid in layout.strips}
        assert tops == {layout.row_rect(token).top()}
        assert layout.row_rect(token).contains(layout.token_rect(token))
    assert not overlaps([grid.rect for grid in layout.strips])
    assert layout.strips[-1].rect.right() < layout.bar.left()


def test_the_chosen_row_is_framed(qapp):
    image, layout = drawn(strips(side_of(SOURCE), Cell(2, 0)))
    row = layout.row_rect(2)
    between = (layout.strips[0].rect.right() + layout.strips[1].rect.left()) / 2
    assert colour_at(image, QPointF(between, row.top())) == LIGHT.accent.lower()
    assert colour_at(image, QPointF(between, row.center().y())) == LIGHT.panel.lower()


@pytest.mark.parametrize("tokens", [1, 4, 40])
def test_rows_are_high_enough_and_scroll_where_there_are_many(qapp, tokens):
    picture = strips(side_of(("a",) * tokens))
    assert LOWEST <= picture.layout(RECT, LIGHT).strips[0].cell_height <= HIGHEST
    (pane,) = picture.panes(RECT, LIGHT)
    assert (pane.hidden > 0) == (tokens == 40)


def test_what_is_under_a_point(qapp):
    layout = strips(side_of(("a",) * 40)).layout(RECT, LIGHT, 100)
    for grid in layout.strips:
        assert layout.at(grid.cell_rect(9, 5).center()) == Cell(9, 5)
    assert layout.at(layout.token_rect(7).center()) == 7
    assert layout.at(layout.strips[0].cell_rect(2, 0).center()) is None  # scrolled out
    assert layout.rect(Cell(9, 5)).center().x() == pytest.approx(
        layout.strips[-1].cell_rect(9, 5).center().x()
    )
    assert layout.rect(Cell(40, 5)) is layout.rect(40) is None


def test_on_a_projector_all_is_larger(qapp):
    rect, picture = RECT.adjusted(0, 0, 0, 300), strips(side_of(SOURCE))
    normal = picture.layout(rect, LIGHT)
    large = picture.layout(rect, light_theme("presentation"))
    assert large.strips[0].cell_height > 1.3 * normal.strips[0].cell_height
    assert large.tokens[1] > normal.tokens[1]


# ----------------------------------------------------------------------------------------- numbers


def numbers(side, dimension=0, token=1):
    return numbers_picture(side, Cell(token, dimension), "", "Source")


def test_the_four_lines_add_up():
    side = side_of(SOURCE)
    (table,) = numbers(side, token=2).tables()
    row, scaled, position, total = table.values
    np.testing.assert_array_equal(row, side.rows[2])
    np.testing.assert_allclose(row * 4, scaled, atol=1e-6)
    np.testing.assert_allclose(scaled + position, total, atol=1e-6)


@pytest.mark.parametrize("dimension", [0, 7, 15, 400, 511])
def test_the_pointed_dimension_is_in_view(qapp, dimension):
    layout = numbers(side_of(SOURCE, d_model=512), dimension).layout(QRectF(0, 0, 700, 180), LIGHT)
    assert layout.first >= 0
    assert layout.first + layout.grid.columns <= 512
    assert layout.first <= dimension < layout.first + layout.grid.columns
    assert layout.at(layout.column_rect(dimension).center()) == dimension
    assert layout.at(QPointF(1, 100)) is None


def test_the_keys_bring_every_number_into_view_and_a_narrow_model_is_shown_whole(qapp):
    layout = numbers(side_of(SOURCE, d_model=4), 3).layout(QRectF(0, 0, 900, 180), LIGHT)
    assert (layout.first, layout.grid.columns) == (0, 4)
    moves = {"Right": 2, "Left": 0, "End": 3, "Down": 1}
    assert {key: layout.moved(1, Qt.Key[f"Key_{key}"]) for key in moves} == moves


@each_theme
def test_a_number_stands_on_the_colour_of_its_level_and_the_pointed_one_is_framed(qapp, theme):
    embedded = np.zeros((4, 4), dtype=np.float32)
    embedded[1, 2] = 4.0
    side = dataclasses.replace(side_of(SOURCE, d_model=4), embedded=frozen(embedded))
    image, layout = drawn(numbers(side, 3), theme, width=700, height=190)
    high, zero = (layout.grid.cell_rect(3, column).adjusted(2, 2, -2, -2) for column in (2, 1))
    assert theme.positive.lower() in area_colours(image, high)
    assert theme.panel.lower() in area_colours(image, zero)
    place = layout.column_rect(3)
    edge = QRectF(place.left() - 1, place.center().y(), 3, 2)
    assert theme.accent.lower() in area_colours(image, edge)


def test_words_have_the_numbers_of_the_token():
    side = side_of(SOURCE)
    assert number_names(side, 2) == (
        "row 9 of the table",
        "× √16 = 4",
        "+ position 2",
        "= into the model",
    )
    assert plain(numbers_title(side, 2)) == "“猫” · id 9 of 1,234 · position 2 · 16 dimensions"
    (table,) = numbers(side, token=2).tables()
    row, scaled, position, total = (decimal_number(line[5], 4) for line in table.values)
    assert plain(number_sentence(side, 2, 5)) == (
        f"“猫”, dimension 5: {row} × 4 = {scaled}; {scaled} + {position} (position 2) = {total}"
    )


def test_close_lines_need_less_room_and_the_bold_name_of_the_sum_is_not_cut_off(qapp):
    picture = numbers(side_of(SOURCE))
    assert picture.least(LIGHT).height() < picture.size(LIGHT).height() == picture.natural[1]
    assert picture.least(LIGHT).height() == picture.smallest[1]
    layout = picture.layout(QRectF(0, 0, 900, 180), LIGHT)
    name = number_names(picture.side, 1)[-1]
    needed = text_width(LIGHT, name, size=LIGHT.small, weight="bold")
    assert needed <= layout.names.width() - 2 * LIGHT.unit
