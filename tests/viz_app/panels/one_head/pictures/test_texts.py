import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.panels.one_head.pictures.texts import exact_number, short_number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (38.5220, "38.522"),
        (-0.0123456, "−0.012346"),
        (1.0, "1.0000"),
        (0.0, "0"),
        (-0.0, "0"),
        (12345.6, "12346"),
        (1.23456e-7, "1.2346e−7"),
        (-4.5e-4, "−4.5000e−4"),
        (1.23456e12, "1.2346e12"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "–"),
    ],
)
def test_exact_numbers_have_five_digits(value, text):
    assert exact_number(value) == text


def test_other_numbers_of_digits_are_possible():
    assert exact_number(math.pi, digits=4) == "3.142"
    assert exact_number(-math.pi / 1e4, digits=4) == "−3.142e−4"


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_an_exact_number_can_be_read_back(value):
    read = float(exact_number(value).replace("−", "-"))
    assert read == pytest.approx(value, rel=6e-5, abs=1e-45)


@pytest.mark.parametrize(
    ("value", "three", "two"),
    [
        (38.522, "38.5", "39"),
        (-4.1, "−4.10", "−4.1"),
        (0.0312, "0.03", "0.0"),
        (-0.0001, "0.00", "0.0"),
        (9.999, "10.0", "10"),
        (-123.4, "−123", "−123"),
        (1234.5, "1234", "1234"),
        (-math.inf, "−∞", "−∞"),
    ],
)
def test_short_numbers_have_three_digits_or_two(value, three, two):
    assert short_number(value) == three
    assert short_number(value, digits=2) == two


def test_a_short_number_is_the_rounded_one():
    for value in np.linspace(-30, 30, 601):
        shown = float(short_number(value).replace("−", "-"))
        assert abs(shown - value) <= 0.0501
