import itertools
import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from model.messages import Message
from model.traces.interventions import Effect, Site
from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    each_theme,
    mosaic,
)
from tests.viz_app.pictures.mosaic_pictures import (
    LARGEST_FIRST,
    VALUES,
    measured,
    picture,
    texts,
    tile_colour,
)
from viz_app.pictures.mosaic_layout import PALE, head_order, measure_colour, tint
from viz_app.workbench.state import Cell, Sweep, SweepQuestion


def bar_length(image, layout, layer, head, theme):
    """Px of the measure's colour in the row of pixels through a tile's bar."""
    tile = layout.tile(layer, head).rect
    y = tile.bottom() + 0.75 * theme.unit + 1
    across = (QPointF(tile.left() - 4 + x, y) for x in range(int(tile.width()) + 8))
    return sum(colour_at(image, point) == measure_colour(theme).lower() for point in across)


@each_theme
@pytest.mark.parametrize("is_sorted", [False, True])
def test_a_bar_under_each_tile_is_as_long_as_its_measure(qapp, theme, is_sorted):
    image, layout = picture(measured(is_sorted=is_sorted), theme)
    most = math.log2(len(ZH))
    width = layout.tile(0, 0).rect.width() + 1
    for layer, head in np.argwhere(~np.isnan(VALUES)):
        length = bar_length(image, layout, layer, head, theme)
        assert length == pytest.approx(VALUES[layer, head] / most * width, abs=1.5)
    assert bar_length(image, layout, 1, 1, theme) == 0


def test_a_bar_of_what_has_two_sides_starts_in_the_middle(qapp):
    theme = THEMES["light"]
    values = np.array([[-0.5, 0.5, 0.0], [1.0, -1.0, 0.25]], dtype=np.float32)
    image, layout = picture(measured(measure="diagonality", measures=values), theme)
    for (layer, head), value in np.ndenumerate(values):
        tile = layout.tile(layer, head).rect
        y = tile.bottom() + 0.75 * theme.unit + 1
        sides = [
            colour_at(image, QPointF(tile.center().x() + side * tile.width() / 10, y))
            == measure_colour(theme).lower()
            for side in (-1, 1)
        ]
        assert sides == [value <= -0.25, value >= 0.25]


@each_theme
def test_the_tint_lies_around_a_tile_and_not_where_there_is_no_value(qapp, theme):
    image, layout = picture(measured(layer=0, head=0), theme)
    most = math.log2(len(ZH))
    for layer, head in ((0, 1), (0, 2), (1, 0), (1, 2)):
        tile = layout.tile(layer, head).rect
        beside = QPointF(tile.left() - 3, tile.center().y())
        assert colour_at(image, beside) == tint(theme, VALUES[layer, head] / most).lower()
    tile = layout.tile(1, 1).rect
    assert colour_at(image, QPointF(tile.left() - 3, tile.center().y())) == theme.panel.lower()


@each_theme
def test_no_tint_changes_the_colour_of_a_weight(qapp, theme):
    weights = np.random.default_rng(0).random((2, 3, len(EN), len(ZH)), dtype=np.float32)
    decoded = len(EN) - 3
    plain, plain_layout = picture(mosaic(weights, decoded_rows=decoded), theme)
    for is_sorted in (False, True):
        shown = measured(weights, decoded_rows=decoded, is_sorted=is_sorted)
        image, layout = picture(shown, theme)
        for layer, head in itertools.product(range(2), range(3)):
            for row, column in ((0, 0), (decoded - 1, 15), (5, 7), (decoded + 1, 3)):
                expected = tile_colour(plain, plain_layout.tile(layer, head), row, column)
                assert tile_colour(image, layout.tile(layer, head), row, column) == expected


@each_theme
def test_effects_below_two_standard_errors_are_pale_and_the_legend_says_so(qapp, theme):
    values = np.array([[0.4, 0.39, 0.2], [-0.3, 0.1, np.nan]], dtype=np.float32)
    errors = np.array([[0.1, 0.2, 0.0], [0.1, 0.05, np.nan]], dtype=np.float32)
    sites = (Site("z", "cross", *at) for at in np.ndindex(2, 3) if np.isfinite(values[at]))
    sweep = Sweep(
        question=SweepQuestion(model_key=1, how="zero"),
        sample=Message("{count} pairs of {task}", {"count": 9, "task": "copy"}),
        heads=6,
        effects=tuple(
            Effect(sites=(site,), loss=loss, standard_error=0.1, n=9)
            for site, loss in zip(sites, values[np.isfinite(values)].tolist(), strict=True)
        ),
    )
    shown = measured(measure="effect", measures=values, errors=errors, sweep=sweep, head=2)
    image, layout = picture(shown, theme)
    pale = {(0, 1), (1, 1)}
    for at in np.ndindex(2, 3):
        tile = layout.tile(*at).rect
        share = max(values[at], 0) / values[0, 0] * (PALE if at in pale else 1)
        expected = tint(theme, share) if np.isfinite(share) else theme.panel
        if at != (0, 2):  # the chosen head is framed
            beside = QPointF(tile.left() - 3, tile.center().y())
            both = QColor(colour_at(image, beside)).getRgb(), QColor(expected).getRgb()
            np.testing.assert_allclose(*both, atol=1)
        assert (bar_length(image, layout, *at, theme) > 0) == (at not in {*pale, (1, 2)})
    written = " ".join(texts(shown))
    assert "pale: below two standard errors · 9 pairs of copy · heads replaced by zeros" in written
    assert {"0.4000", "−0.3000", "–"} <= set(texts(shown))


def test_numbers_and_the_measure_with_unit_and_range_are_written(qapp):
    written = texts(measured())
    assert {"0.50", "2.00", "1.00", "3.00", "2.50", "–"} <= set(written)
    assert "Entropy  0" in written
    assert "4 bits" in written


def test_a_measure_that_the_kind_does_not_have_is_said_and_marks_nothing(qapp):
    theme = THEMES["light"]
    missing = measured(measure="next", measures=np.full((2, 3), np.nan, dtype=np.float32))
    assert "Share on the next token: not for this kind of attention" in texts(missing)
    image, layout = picture(missing, theme)
    assert measure_colour(theme).lower() not in area_colours(image, layout.slots.rect)


# ----------------------------------------------------------------------------------- order


def test_the_largest_comes_first_and_what_has_no_value_last():
    assert list(head_order(measured(is_sorted=True))) == LARGEST_FIRST
    assert list(head_order(measured())) == list(itertools.product(range(2), range(3)))


def test_equals_stay_in_their_own_order():
    values = np.zeros((2, 3), dtype=np.float32)
    found = head_order(measured(measures=values, is_sorted=True))
    assert list(found) == list(itertools.product(range(2), range(3)))


def test_sorted_tiles_follow_each_other_row_by_row(qapp):
    _, layout = picture(measured(is_sorted=True))
    tops_and_lefts = [(layout.tile(*at).top, layout.tile(*at).left) for at in LARGEST_FIRST]
    assert tops_and_lefts == sorted(tops_and_lefts)


@each_theme
def test_sorted_tiles_show_their_own_head(qapp, theme):
    image, layout = picture(measured(is_sorted=True), theme)
    for at in LARGEST_FIRST:
        expected = theme.cross if at == (1, 2) else theme.panel
        assert tile_colour(image, layout.tile(*at), 0, len(ZH) - 1) == expected.lower()


def test_sorted_tiles_are_named_by_layer_and_head(qapp):
    written = texts(measured(is_sorted=True))
    names = [text for text in written if "·" in text and len(text) == 3]
    assert names == [f"{layer + 1}·{head + 1}" for layer, head in LARGEST_FIRST]
    assert "layer 1" not in written
    assert "4 bits · largest first" in written


@pytest.mark.parametrize("is_sorted", [False, True])
@pytest.mark.parametrize(("width", "height"), [(640, 480), (252, 600)])
def test_points_and_tiles_are_inverse_in_both_orders(qapp, is_sorted, width, height):
    shown = measured(is_sorted=is_sorted)
    _, layout = picture(shown, width=width, height=height)
    for layer, head in itertools.product(range(2), range(3)):
        tile = layout.tile(layer, head)
        assert layout.tile_at(tile.rect.center()) == (layer, head)
        assert layout.tile_at(layout.caption_place(layer, head).center()) == (layer, head)
        assert layout.cell_at(tile.cell_rect(2, 7).center()) == (layer, head, Cell(2, 7))
        assert layout.slot(layer, head).contains(tile.rect)


def test_the_focused_head_is_framed_where_it_stands(qapp):
    theme = THEMES["light"]
    image, layout = picture(measured(is_sorted=True, layer=0, head=1), theme)
    framed = [
        at
        for at in LARGEST_FIRST
        if theme.cross.lower()
        in area_colours(image, QRectF(layout.slot(*at).left(), layout.tile(*at).top, 9, 2))
    ]
    assert framed == [(0, 1)]
