"""Histogram and softmax as bars, read back from what is drawn."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from model.lessons.scaling import LARGEST_JACOBIAN, WIDTHS, SoftmaxStudy, Spread, Steepest
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from viz_app.panels.scaling import pictures
from viz_app.panels.scaling.pictures import (
    VectorOrigin,
    histogram_picture,
    jacobian_picture,
    softmax_picture,
    steepest_picture,
)
from viz_app.pictures.typeset import note_width
from viz_app.workbench.state import Cell


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (64.2, "64.2"),
        (-0.3741, "−0.374"),
        (0.0, "0"),
        (-0.0001, "0"),
        (12345.6, "12346"),
        (0.004, "0.004"),
    ],
)
def test_numbers(value, text):
    assert pictures.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, "0.2500"), (-0.1, "−0.1000"), (2.7e-6, "2.7e−06"), (-0.0, "0.0000")]
)
def test_small_numbers(value, text):
    assert pictures.small(value) == text


def test_the_moments_are_said_and_what_lies_beyond():
    histogram = Spread.of([1.0, -1.0, 3.0, 9.0], reach=4, bins=8)
    assert pictures.moments_note(histogram) == "mean 3 · variance 14 · 25.00% beyond the axis"
    inside = Spread.of([1.0, -1.0], reach=4, bins=8)
    assert pictures.moments_note(inside) == "mean 0 · variance 1"


def test_a_bin_is_said_with_its_ends_and_its_count():
    picture = histogram_of([0.1, 0.2, -1.0, 3.0])
    assert picture.say(4) == "50.00% of 4 values (2) are from 0 to 1"
    assert picture.say(3) == "25.00% of 4 values (1) are from −1 to 0"


def test_a_weight_is_said_with_its_key_and_its_score():
    side = side_of(studies=[SoftmaxStudy.of([2.0, 0.0], factor=0.5)])
    picture = softmax_picture(side, ("猫", "狗"), VectorOrigin(kind="cross"))
    assert plain(picture.say(0)) == "weight 0.7311 · key “猫” · score 1 after × 0.5"
    assert "key k2" in softmax_picture(side, ("k1", "k2")).say(1)


def test_a_slope_is_said_with_both_keys():
    study = SoftmaxStudy.of([0.0, 0.0], factor=1)
    picture = jacobian_picture(side_of(studies=[study]), ("k1", "k2"))
    said = picture.say(Cell(0, 1))
    assert said == "derivative −0.2500 · weight of key k1 by score of key k2"
    assert picture.note == "largest 0.2500 · row: weight, column: score"
    assert picture.title == "Jacobian of the softmax at × 1"
    assert picture.level == LARGEST_JACOBIAN


# ---------------------------------------------------------------------------------- bars


THEME = THEMES["light"]
COLOURS = {theme.curves[0].lower() for theme in THEMES.values()}


def side_of(spread=None, studies=(), *, divisor=1.0):
    spread = spread or Spread.of([1.0], reach=4, bins=8)
    return SimpleNamespace(
        histogram=spread,
        studies=studies,
        own=studies[-1] if studies else None,
        steepest=Steepest.of(factor=1.0, divided=False),
        divisor=divisor,
    )


def histogram_of(numbers, *, reach=4, bins=8, divisor=1.0):
    spread = Spread.of(numbers, reach=reach, bins=bins)
    return histogram_picture(side_of(spread, divisor=divisor))


def softmax_of(scores, *factors, divisor=1.0):
    studies = [SoftmaxStudy.of(scores, factor=factor) for factor in factors]
    names = tuple(f"k{n}" for n in range(1, len(scores) + 1))
    return softmax_picture(side_of(studies=studies, divisor=divisor), names)


def bars(picture, *, theme=THEME, **size):
    """The image, and the places of the bars."""
    image, spots = painted(lambda p, rect: picture.paint(p, rect, theme), theme=theme, **size)
    return image, spots.rects


def share_filled(image, column) -> float:
    """How much of a column has the bars' colour, from the bottom."""
    x, rows = column.center().x(), np.arange(column.top() + 0.5, column.bottom())
    return float(np.mean([colour_at(image, QPointF(x, y)) in COLOURS for y in rows]))


@each_theme
def test_bars_are_as_high_as_their_shares(qapp, theme):
    # bins of 1 from −4: one number in the third, three in the sixth
    picture = histogram_of([-1.5, 1.2, 1.4, 1.8])
    image, columns = bars(picture, theme=theme)
    assert len(columns) == 8
    filled = [share_filled(image, column) for column in columns]
    assert filled[2] == pytest.approx(1 / 3, abs=0.03)
    assert filled[5] > 0.95
    assert [filled[place] for place in (0, 1, 3, 4, 6, 7)] == [0] * 6


def test_the_deviation_is_drawn_around_the_mean(qapp):
    numbers = [-2.0, -2.0, 2.0, 2.0]  # mean 0, deviation 2
    picture = histogram_of(numbers)
    image, columns = bars(picture)
    line = columns[0].bottom() - 1.5 * THEME.unit
    ink = [
        x
        for x in range(int(columns[0].left()), int(columns[-1].right()))
        if colour_at(image, QPointF(x, line)) == THEME.text.lower()
    ]
    assert min(ink) == pytest.approx(columns[2].left(), abs=2)
    assert max(ink) == pytest.approx(columns[6].left(), abs=2)


def test_titles_say_what_is_divided_and_notes_what_is_measured():
    assert histogram_of([0.5, 0.5]).title == "Products q·k"
    scaled = histogram_of([0.5, 0.5], divisor=8.0)
    assert (scaled.title, scaled.note) == ("Scores q·k/√d_k", "mean 0.5 · variance 0")
    assert scaled.say(4) == "100.00% of 2 values (2) are from 0 to 1"
    assert softmax_of([0.0] * 8, 1).title == "Softmax of factor × q·k"
    softmax = softmax_of([0.0] * 8, 1, divisor=8.0)
    assert (softmax.title, softmax.note) == (
        "Softmax of factor × q·k/√d_k",
        "entropy ≤ 3.00 bits",
    )
    assert [group.foot for group in softmax.groups] == ["3.00 bits"]


@each_theme
def test_weights_are_drawn_from_zero_to_one_whatever_they_are(qapp, theme):
    picture = softmax_of([0.0, np.log(3.0)], 1.0, 0.001)
    image, columns = bars(picture, theme=theme)
    assert len(columns) == 4
    filled = [share_filled(image, column) for column in columns]
    assert filled == pytest.approx([0.25, 0.75, 0.5, 0.5], abs=0.02)


def test_groups_stand_in_the_order_of_the_factors(qapp):
    picture = softmax_of([0.0, 1.0, 2.0], 0.1, 1, 10, 2)
    _, columns = bars(picture)
    assert len(columns) == 12
    lefts = [column.left() for column in columns]
    assert lefts == sorted(lefts)
    assert "after × 10" in picture.say(6)
    assert picture.say(11).startswith("weight 0.8668 · key k3")


def test_the_curve_goes_through_the_means_between_0_and_a_quarter(qapp):
    picture = steepest_picture(side_of(), 64)
    steepest = picture.steepest
    image, columns = bars(picture)
    assert len(columns) == len(WIDTHS)
    for mean, column in zip(steepest.mean, columns, strict=True):
        y = column.bottom() - column.height() * float(mean) / (0.25 * 1.05)
        assert colour_at(image, QPointF(column.center().x(), y)) in COLOURS
    assert picture.say(0).startswith("d_k = 1 · largest derivative 0.")
    np.testing.assert_array_equal(picture.tables()[0].values[:, 0], steepest.mean)


@pytest.mark.parametrize("count", [1, 8, 128])
def test_any_number_of_keys_is_drawn(qapp, count):
    picture = softmax_of([0.0] * count, 1.0, 1.0)
    _, columns = bars(picture, width=300, height=130)
    assert len(columns) == 2 * count
    assert all(column.width() > 0 and column.height() > 0 for column in columns)


@pytest.mark.parametrize(("width", "beyond"), [(600, True), (330, False)])
def test_the_note_is_shorter_before_the_title_is_cut_off(qapp, width, beyond):
    picture = histogram_of([1.0, -1.0, 3.0, 9.0])
    note = picture.note_in(width, THEME)
    assert ("beyond" in note) == beyond
    assert note.startswith("mean 3 · variance 14")
    assert note_width(picture.title, note, THEME) <= width
