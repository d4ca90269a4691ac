"""Three rules for masked rows, against torch."""

import math

import numpy as np
import pytest
import torch

from model.arrays import BoolArray, FloatArray
from model.lessons.masks.masked_rows import RULES, RuledRow, softmax, through_rules, under_rule
from model.network.attention import masked_softmax

SCORES = np.array([1.5, -0.25, 3.0, 0.5], dtype=np.float32)
NONE = np.zeros(4, dtype=np.bool_)


def rows(scores: FloatArray, mask: BoolArray) -> dict[str, RuledRow]:
    return dict(zip(RULES, through_rules(scores, mask), strict=True))


def test_a_row_of_minus_infinity_has_no_weights():
    row = under_rule(SCORES, NONE, "minus infinity")
    masked = torch.tensor(SCORES).masked_fill(torch.tensor(True), -torch.inf)
    assert masked.softmax(-1).isnan().all()
    assert np.isnan(row.weights).all()
    assert math.isnan(row.totals)
    assert (row.masked == -np.inf).all()


def test_a_row_of_a_large_negative_number_is_uniform():
    row = under_rule(SCORES, NONE, "large negative")
    expected = torch.tensor(SCORES).masked_fill(torch.tensor(True), -1e9).softmax(-1)
    np.testing.assert_array_equal(row.weights, expected.numpy())
    np.testing.assert_allclose(row.weights, 0.25)
    assert row.totals == pytest.approx(1)


def test_our_row_is_zero():
    row = under_rule(SCORES, NONE, "zeros")
    ours = masked_softmax(torch.tensor(SCORES), torch.tensor(NONE))
    np.testing.assert_array_equal(row.weights, ours.numpy())
    np.testing.assert_array_equal(row.weights, 0)
    assert row.totals == 0


@pytest.mark.parametrize("seed", range(5))
def test_with_a_key_left_the_rules_agree_with_torch(seed: int):
    noise = np.random.default_rng(seed)
    scores = noise.normal(scale=3, size=(6, 5)).astype(np.float32)
    mask = noise.random((6, 5)) < 0.5
    mask[:, 2] = True
    expected = masked_softmax(torch.tensor(scores), torch.tensor(mask)).numpy()
    for row in through_rules(scores, mask):
        np.testing.assert_allclose(row.weights, expected, atol=1e-6)
        np.testing.assert_allclose(row.totals, 1, atol=1e-6)


def test_only_the_rows_without_a_key_differ():
    scores = np.stack([SCORES, SCORES])
    mask = np.stack([NONE, ~NONE])
    found = rows(scores, mask)
    assert np.isnan(found["minus infinity"].totals).tolist() == [True, False]
    np.testing.assert_allclose(found["large negative"].totals, [1, 1], atol=1e-6)
    np.testing.assert_allclose(found["zeros"].totals, [0, 1], atol=1e-6)


def test_what_comes_out_is_read_only_float32():
    for row in through_rules(SCORES, NONE):
        for array in (row.masked, row.weights):
            assert array.dtype == np.float32
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def test_softmax_is_torch_s_also_where_scores_are_large():
    scores = np.array([[1000.0, 999.0, -1000.0], [-np.inf, 2.0, 2.0]], dtype=np.float32)
    expected = torch.tensor(scores).softmax(-1).numpy()
    np.testing.assert_allclose(softmax(scores), expected, atol=1e-6)
