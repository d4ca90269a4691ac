"""Softmax, entropy and Jacobian of one row, against torch's own."""

import math

import numpy as np
import pytest
import torch

from model.lessons.scaling.softmax_study import (
    LARGEST_JACOBIAN,
    SoftmaxStudy,
    entropy_bits,
    softmax,
    softmax_jacobian,
)

ROWS = {
    "the notes' own": [-0.4324, -0.2013, -1.8387, -1.1955, -1.3862],
    "alone": [3.0],
    "far apart": [800.0, -800.0, 799.0],
    "equal": [2.0] * 6,
}


@pytest.fixture(params=ROWS)
def row(request: pytest.FixtureRequest) -> list[float]:
    return ROWS[request.param]


def test_softmax_is_torchs(row: list[float]):
    expected = torch.tensor(row, dtype=torch.float64).softmax(dim=-1)
    np.testing.assert_allclose(softmax(row), expected.numpy(), atol=1e-12)


@pytest.mark.parametrize("factor", [0.1, 1.0, 10.0])
def test_the_jacobian_is_what_autograd_finds(row: list[float], factor: float):
    scores = torch.tensor(row, dtype=torch.float64) * factor
    expected = torch.autograd.functional.jacobian(lambda x: x.softmax(dim=-1), scores)
    np.testing.assert_allclose(
        softmax_jacobian(softmax(scores.numpy())), expected.numpy(), atol=1e-12
    )


def test_the_numbers_of_the_encoder_notes_come_out():
    weights = softmax(ROWS["the notes' own"])
    np.testing.assert_allclose(weights, [0.2979, 0.3754, 0.0730, 0.1389, 0.1148], atol=5e-5)
    diagonal = np.array([0.1335, 0.1751, 0.1742, 0.1554, 0.1588])  # p(1 − p) with p < ½
    jacobian = softmax_jacobian(0.5 - np.sqrt(0.25 - diagonal))
    np.testing.assert_allclose(
        jacobian[0], [0.1335, -0.0359, -0.0356, -0.0305, -0.0314], atol=1.5e-4
    )
    np.testing.assert_allclose(jacobian[3, 1:], [-0.0436, -0.0432, 0.1554, -0.0381], atol=1.5e-4)


def test_entropy_is_torchs_in_bits(row: list[float]):
    weights = softmax(row)
    expected = torch.distributions.Categorical(probs=torch.from_numpy(weights)).entropy()
    assert entropy_bits(weights) == pytest.approx(float(expected) / math.log(2), abs=1e-9)


def test_entropy_has_its_known_ends():
    assert entropy_bits([0.0, 1.0, 0.0]) == 0.0
    assert entropy_bits([0.25] * 4) == pytest.approx(2.0)


def test_a_study_holds_what_belongs_together(row: list[float]):
    study = SoftmaxStudy.of(row, factor=0.5)
    np.testing.assert_allclose(study.scores, np.array(row) / 2)
    np.testing.assert_allclose(study.weights, softmax(study.scores.astype(float)), atol=1e-6)
    assert study.entropy == pytest.approx(entropy_bits(softmax(np.array(row) / 2)))
    assert study.most_entropy == pytest.approx(math.log2(len(row)))
    np.testing.assert_allclose(study.jacobian.sum(axis=0), 0.0, atol=1e-6)
    assert study.steepest == pytest.approx(np.abs(study.jacobian).max())


def test_no_entry_of_a_jacobian_is_larger_than_a_quarter():
    assert SoftmaxStudy.of([0.0, 0.0], factor=1).steepest == pytest.approx(LARGEST_JACOBIAN)
    noise = np.random.default_rng(0)
    steepest = max(SoftmaxStudy.of(noise.normal(size=5), factor=3).steepest for _ in range(200))
    assert 0.2 < steepest <= LARGEST_JACOBIAN


def test_a_large_factor_leaves_nothing_to_learn():
    study = SoftmaxStudy.of([0.0, 1.0, 0.5], factor=1000)
    assert study.weights.tolist() == [0, 1, 0]
    assert study.entropy == pytest.approx(0.0, abs=1e-200)
    assert study.steepest == 0.0


def test_what_a_study_holds_is_read_only():
    study = SoftmaxStudy.of([0.0, 1.0], factor=1)
    for array in (study.scores, study.weights, study.jacobian):
        assert array.dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_no_scores_are_an_error():
    with pytest.raises(ValueError, match="no score"):
        softmax([])
