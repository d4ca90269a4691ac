"""Where numbers are on axes, and which stand beside them."""

import pytest
from PySide6.QtCore import QRectF

from viz_app.pictures.plot_axes import Axes, easy_ticks, tick_text


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
