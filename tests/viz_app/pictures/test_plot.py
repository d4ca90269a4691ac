"""Axes that count in powers of ten."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from viz_app.pictures.plot import (
    Axes,
    PlotAxis,
    covered,
    decades,
    easy_ticks,
    power_text,
    tick_text,
)

# ---------------------------------------------------------------------------------- test plot axes
# Where numbers are on axes, and which stand beside them.


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (-32, 32, 4, (-20, 0, 20)),
        (0, 1, 4, (0, 0.5, 1)),
        (-1, 1, 4, (-1, -0.5, 0, 0.5, 1)),
        (0, 127, 10, (0, 20, 40, 60, 80, 100, 120)),
        (0.0, 0.0, 4, (0.0,)),
        (-0.05, 0.05, 4, (-0.05, 0, 0.05)),
    ],
)
def test_easy_ticks(low, high, most, expected):
    assert easy_ticks(low, high, most=most) == pytest.approx(expected)


@pytest.mark.parametrize(("value", "text"), [(-0.5, "−0.5"), (20.0, "20"), (-0.0, "0")])
def test_tick_text(value, text):
    assert tick_text(value) == text


def test_linear_axes():
    axes = Axes(area=QRectF(10, 20, 200, 100), across=(-1, 1), up=(0, 4))
    assert (axes.x(-1), axes.x(0), axes.x(1)) == (10, 110, 210)
    assert (axes.y(0), axes.y(1), axes.y(4)) == (120, 95, 20)


def test_equal_ratios_are_equally_far_apart_on_a_logarithmic_axis():
    axes = Axes(area=QRectF(0, 0, 10, 100), across=(0, 1), up=(1, 10_000), logarithmic=True)
    assert [axes.y(10.0**power) for power in range(5)] == pytest.approx([100, 75, 50, 25, 0])


def test_an_axis_without_length_is_no_error():
    axes = Axes(area=QRectF(0, 0, 10, 10), across=(3, 3), up=(0, 1))
    assert axes.x(3) == 0


# ------------------------------------------------------------------------------------- test curves


def test_a_tick_at_every_power_of_ten():
    assert decades(1.9, 5.2) == ((2.0, "100"), (3.0, "1000"), (4.0, "10⁴"), (5.0, "10⁵"))
    assert decades(-2.2, -0.9) == ((-2.0, "0.01"), (-1.0, "0.1"))


def test_fewer_where_there_are_many():
    assert [power for power, _ in decades(0, 11)] == [0, 2, 4, 6, 8, 10]


def test_easy_numbers_where_there_are_not_two_powers():
    marks = decades(np.log10(1.8), np.log10(12))
    assert [text for _, text in marks] == ["2", "5", "10"]
    assert all(10**place == pytest.approx(float(text)) for place, text in marks)
    assert [text for _, text in decades(np.log10(2.2), np.log10(5.1))] == ["2.5", "3", "4", "5"]


@pytest.mark.parametrize(("power", "text"), [(-3, "0.001"), (0, "1"), (9, "10⁹"), (-12, "10⁻¹²")])
def test_power_text(power, text):
    assert power_text(power) == text


def test_covered_ignores_what_is_no_number():
    assert covered([[1.0, np.nan], [4.0, np.inf]]) == (1.0, 4.0)
    assert covered([[3.0]]) == (2.5, 3.5)
    assert covered([]) == (0.0, 1.0)


def test_a_logarithmic_axis_places_exponents():
    axis = PlotAxis(log=True, ticks=((16, "16"), (1024, "1024")))
    assert list(axis.placed([1, 100])) == [0, 2]
    assert axis.marks(0, 9) == ((np.log10(16), "16"), (np.log10(1024), "1024"))
    assert PlotAxis().marks(0, 9) == ()
