import math

import pytest

from viz_app.texts.numbers import (
    NO_NUMBER,
    decimal_number,
    duration,
    log_number,
    short_count,
    short_loss,
    short_probability,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (950, "950"), (82_431, "82.4 k"), (6_214_312, "6.2 M"), (213_000_000, "213 M")],
)
def test_counts_have_three_digits_at_most(number, text):
    assert short_count(number) == text


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (1.0, "1.00"),
        (0.5423, "0.54"),
        (0.1, "0.10"),
        (0.0996, "0.10"),
        (0.0432, "0.043"),
        (0.0005, "0.001"),
        (0.0004, "<0.001"),
        (0.0, "0"),
    ],
)
def test_probabilities_have_two_or_three_digits(probability, text):
    assert short_probability(probability) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (200.4, "0:03:20"), (3_725.4, "1:02:05"), (90_000, "25:00:00")],
)
def test_durations_have_hours_minutes_seconds(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize("seconds", [math.inf, math.nan, -1])
def test_an_unknown_duration_is_a_dash(seconds):
    assert duration(seconds) == "–"


@pytest.mark.parametrize(
    ("loss", "text"),
    [(4.32149, "4.321"), (0.0321, "0.032"), (0.00312, "0.00312"), (3e-5, "3.00e-05"), (0, "0.000")],
)
def test_losses_never_look_like_nothing(loss, text):
    assert short_loss(loss) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (-1.386, 2, "−1.39"),
        (0.31, 2, "0.31"),
        (-0.004, 2, "0.00"),
        (-0.00004, 4, "0.0000"),
        (-3.0, 0, "−3"),
        (1234.5, 3, "1234.500"),
    ],
)
def test_decimals_have_a_proper_minus_and_nothing_has_none(value, digits, text):
    assert decimal_number(value, digits) == text


@pytest.mark.parametrize("written", [decimal_number, log_number, short_probability])
def test_what_is_no_number_is_a_dash(written):
    assert written(math.nan) == NO_NUMBER
