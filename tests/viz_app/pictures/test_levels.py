import math

import numpy as np
import pytest

from viz_app.pictures.levels import shares, signed_shares, signed_ticks, ticks
from viz_app.workbench.state.attention_options import SCALES

each_scale = pytest.mark.parametrize("scale", SCALES)

EXPECTED = {
    "linear": lambda w: w,
    "sqrt": math.sqrt,
    "log": lambda w: 1 + math.log10(max(w, 1e-4)) / 4,
}


def array(*values):
    return np.array(values, dtype=np.float32)


@each_scale
def test_shares_are_the_scale_s_formula(scale):
    weights = array(0, 1e-5, 1e-4, 1e-3, 0.02, 0.25, 0.5, 0.99, 1)
    expected = [EXPECTED[scale](float(weight)) for weight in weights]
    found = shares(weights, scale)
    assert found.dtype == np.float32
    assert np.allclose(found, expected, atol=1e-6)


def test_ticks_of_colours_that_end_early_say_so():
    assert ticks("linear", top=0.2) == ((0.0, "0"), (0.5, "0.1"), (1.0, "≥ 0.2"))
    assert [text for _, text in ticks("sqrt", top=0.1)] == ["0", "0.01", "0.025", "0.05", "≥ 0.1"]
    assert [text for _, text in signed_ticks("linear", top=0.05)] == ["−0.05", "0", "0.05"]


@each_scale
def test_the_ends_never_follow_the_data(scale):
    assert shares(array(0, 1), scale).tolist() == [0, 1]
    assert shares(array(-3, 7), scale).tolist() == [0, 1]
    assert shares(array(0.2, 0.3), scale)[0] == shares(array(0.2), scale)[0]


def test_each_power_of_ten_has_a_quarter_of_the_logarithmic_scale():
    assert np.allclose(shares(array(1e-4, 1e-3, 1e-2, 1e-1, 1), "log"), [0, 0.25, 0.5, 0.75, 1])
    assert shares(array(1e-9), "log")[0] == 0


@each_scale
def test_order_is_kept(scale):
    weights = np.linspace(0, 1, 2001, dtype=np.float32)
    assert (np.diff(shares(weights, scale)) >= 0).all()
    assert (np.diff(signed_shares(weights * 2 - 1, scale)) >= 0).all()


@each_scale
def test_what_is_no_number_stays_none(scale):
    assert np.isnan(shares(array(np.nan), scale)[0])
    assert np.isnan(signed_shares(array(np.nan), scale)[0])


@each_scale
def test_the_weights_are_left_alone(scale):
    weights = array(0.1, 0.9)
    weights.setflags(write=False)
    shares(weights, scale)
    signed_shares(weights, scale)
    assert weights.tolist() == array(0.1, 0.9).tolist()


@each_scale
def test_differences_lie_around_the_middle(scale):
    values = array(-1, -0.3, 0, 0.3, 1)
    found = signed_shares(values, scale)
    assert found[2] == 0.5
    assert np.allclose(found + found[::-1], 1)
    expected = [0.5 + math.copysign(EXPECTED[scale](abs(v)), v) / 2 if v else 0.5 for v in values]
    assert np.allclose(found, expected, atol=1e-6)


@each_scale
def test_ticks_stand_where_their_weights_are(scale):
    for share, text in ticks(scale):
        weight = float(text.removeprefix("≤ "))
        assert share == pytest.approx(float(shares(array(weight), scale)[0]), abs=1e-4)
    for share, text in signed_ticks(scale):
        value = float(text.replace("−", "-"))
        assert share == pytest.approx(float(signed_shares(array(value), scale)[0]), abs=1e-4)


@each_scale
def test_both_ends_have_ticks(scale):
    for marks in (ticks(scale), signed_ticks(scale)):
        places = [share for share, _ in marks]
        assert places == sorted(places)
        assert (places[0], places[-1]) == (0, 1)
    assert "0" in [text for _, text in signed_ticks(scale)]


def test_the_logarithmic_scale_says_that_it_has_an_end():
    assert [text for _, text in ticks("log")] == ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]


def test_the_marks_of_a_difference():
    assert signed_ticks("linear") == ((0.0, "−1"), (0.5, "0"), (1.0, "1"))
