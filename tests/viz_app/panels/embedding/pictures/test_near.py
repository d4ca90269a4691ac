"""The nearest tokens as bars."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from model.lessons.embedding import NearToken
from tests.viz_app.painted import colour_at, each_theme, painted
from tests.viz_app.panels.embedding.records import near_of
from viz_app.design.theme import faded, light_theme
from viz_app.panels.embedding.pictures.output import paint_near


def drawn(near, theme, *, width=500, height=380):
    named = [(one, "") for one in near]
    return painted(
        lambda painter, rect: paint_near(painter, rect, named, theme, "near"),
        theme=theme,
        width=width,
        height=height,
    )


def bar_lengths(image, rows, theme):
    """Px of each row that have the colour of a bar, of words and of special tokens."""
    colours = {faded(theme).lower(), theme.masked_line.lower()}
    lengths = []
    for row in range(rows.count):
        place = rows.row_rect(row)
        y = place.center().y()
        seen = [colour_at(image, QPointF(x, y)) for x in range(int(place.left()), image.width())]
        lengths.append(sum(colour in colours for colour in seen))
    return lengths


@each_theme
def test_bars_are_as_long_as_tokens_are_similar(qapp, theme):
    near = near_of(0)
    image, rows = drawn(near, theme)
    lengths = bar_lengths(image, rows, theme)
    expected = [lengths[0] * one.similarity / near[0].similarity for one in near[:9]]
    assert lengths[:9] == pytest.approx(expected, abs=4)
    assert lengths == sorted(lengths, reverse=True)


@each_theme
def test_a_special_token_has_another_colour(qapp, theme):
    near = near_of(0)
    image, rows = drawn(near, theme)
    left = next(
        x
        for x in range(image.width())
        if colour_at(image, QPointF(x, rows.row_rect(0).center().y())) == faded(theme).lower()
    )
    seen = [colour_at(image, QPointF(left + 4, rows.row_rect(row).center().y())) for row in (2, 3)]
    assert seen == [faded(theme).lower(), theme.masked_line.lower()]


def test_rows_stay_in_a_low_picture_and_an_opposite_row_has_no_bar(qapp):
    near = (*near_of(0)[:9], NearToken("far", 3, -0.4))
    for theme in (light_theme(), light_theme("presentation")):
        image, rows = drawn(near, theme, width=260, height=240)
        assert rows.row_rect(9).bottom() <= QRectF(image.rect()).bottom()
        assert bar_lengths(image, rows, theme)[9] <= 3
