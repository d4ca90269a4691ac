"""Softmax, entropy and Jacobian of one row, against torch's own."""

import math

import numpy as np
import pytest
import torch

from model.lessons.scaling import (
    BLOCK,
    LARGEST_JACOBIAN,
    RandomVectors,
    SoftmaxStudy,
    Spread,
    Steepest,
    entropy_bits,
    head_products,
    random_products,
    scale_study,
    softmax,
    softmax_jacobian,
)
from tests.model.anatomies import D_K, FED, SOURCE, anatomy_of


@pytest.fixture(scope="module")
def vectors() -> RandomVectors:
    return RandomVectors(seed=1, largest=128, pairs=6000, keys=5)


def components(seed: int) -> np.ndarray:
    """Of 6000 q, their k, one q and five keys: 128, in two draws."""
    sources = (np.random.default_rng((seed, first)) for first in (0, BLOCK))
    drawn = [source.standard_normal((12006, BLOCK), dtype=np.float32) for source in sources]
    return np.concatenate(drawn, axis=1)


def test_the_variance_of_a_product_is_d_k(vectors: RandomVectors):
    # standard errors: of the mean √(d_k/n); of the variance d_k·√((2 + 6/d_k)/n)
    for d_k in (1, 2, 16, 64, 128):
        products = vectors.products(d_k).all.astype(float)
        assert abs(products.mean()) < 4 * np.sqrt(d_k / 6000)
        assert abs(products.var() / d_k - 1) < 4 * np.sqrt((2 + 6 / d_k) / 6000)


def test_more_components_are_added_to_the_same_vectors(vectors: RandomVectors):
    drawn = components(seed=1)
    for fewer in (2, BLOCK, BLOCK + 1):
        more = vectors.products(fewer + 1).all - vectors.products(fewer).all
        added = drawn[:6000, fewer] * drawn[6000:12000, fewer]
        np.testing.assert_allclose(more, added, atol=1e-4)


def test_what_was_asked_for_before_changes_no_product(vectors: RandomVectors):
    whole, part = (RandomVectors(seed=1, largest=128, pairs=6000, keys=5) for _ in range(2))
    part.products(3)
    np.testing.assert_array_equal(part.products(100).all, whole.products(100).all)
    np.testing.assert_array_equal(part.products(3).all, vectors.products(3).all)


def test_the_row_has_one_query_and_some_keys(vectors: RandomVectors):
    one, few = components(seed=1)[12000], components(seed=1)[12001:]
    shown = vectors.products(10)
    np.testing.assert_allclose(shown.row, few[:, :10] @ one[:10], rtol=1e-4, atol=1e-5)
    assert shown.d_k == 10
    for d_k in (0, 129, -1):
        with pytest.raises(ValueError, match=rf"d_k \({d_k}\) must be from 1 to 128"):
            vectors.products(d_k)


def test_a_seed_draws_the_same_vectors_again():
    first, again, other = (random_products(8, seed) for seed in (7, 7, 8))
    np.testing.assert_array_equal(first.all, again.all)
    assert not np.allclose(first.all, other.all)
    for array in (first.all, first.row):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_a_histogram_counts_each_number_once():
    histogram = Spread.of([[-0.5, 0.1], [0.2, 0.9]], reach=1, bins=4)
    np.testing.assert_allclose(histogram.edges, [-1, -0.5, 0, 0.5, 1])
    np.testing.assert_allclose(histogram.shares, [0, 0.25, 0.5, 0.25])
    assert histogram.count == 4
    assert histogram.beyond == 0.0
    assert histogram.mean == pytest.approx(0.175)
    assert histogram.variance == pytest.approx(np.var([-0.5, 0.1, 0.2, 0.9]))


def test_what_lies_beyond_the_edges_is_said_and_no_numbers_are_an_error():
    histogram = Spread.of([0.0, 5.0, -7.0, 0.5], reach=1, bins=2)
    assert histogram.shares.sum() == pytest.approx(0.5)
    assert histogram.beyond == pytest.approx(0.5)
    assert histogram.variance == pytest.approx(np.var([0.0, 5.0, -7.0, 0.5]))
    with pytest.raises(ValueError, match="no numbers"):
        Spread.of([], reach=1, bins=4)


@pytest.mark.parametrize("d_k", [1, 64, 512])
def test_random_products_are_divided_by_the_root_of_d_k(d_k):
    study = scale_study(random_products(d_k, 0), 1.0)
    assert study.plain.divisor == 1.0
    assert study.scaled.divisor == pytest.approx(math.sqrt(d_k))
    assert study.plain.histogram.variance == pytest.approx(d_k, rel=0.25)
    assert study.scaled.histogram.variance == pytest.approx(
        study.plain.histogram.variance / d_k, rel=1e-4
    )
    np.testing.assert_array_equal(study.plain.histogram.edges, study.scaled.histogram.edges)
    assert study.plain.histogram.edges[-1] == pytest.approx(4 * math.sqrt(d_k))
    assert study.plain.histogram.beyond < 0.02


def test_the_same_scores_go_through_the_softmax_with_four_factors():
    products = random_products(16, 3)
    study = scale_study(products, 0.5)
    for side in (study.plain, study.scaled):
        assert [each.factor for each in side.studies] == [0.1, 1.0, 10.0, 0.5]
        for each in side.studies:
            scores = torch.from_numpy(products.row.copy()).double() / side.divisor * each.factor
            np.testing.assert_allclose(each.weights, scores.softmax(-1).numpy(), atol=1e-6)
            expected = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), scores)
            np.testing.assert_allclose(each.jacobian, expected.numpy(), atol=1e-6)
        assert side.own is side.studies[3]
    side = scale_study(products, 10.0).scaled  # a usual one is not repeated
    assert [each.factor for each in side.studies] == [0.1, 1.0, 10.0]
    assert side.own is side.studies[2]


@pytest.mark.parametrize(("factor", "divided"), [(1.0, False), (1.0, True), (3.0, True)])
def test_the_mean_of_the_steepest_is_that_of_other_draws(factor, divided):
    """Jacobians by torch's autograd, of vectors from another generator."""
    noise, found = torch.Generator().manual_seed(5), Steepest.of(factor=factor, divided=divided)
    for at, d_k in ((0, 1), (4, 16), (9, 512)):
        q = torch.randn(300, 1, d_k, generator=noise)
        scores = (q * torch.randn(300, 8, d_k, generator=noise)).sum(-1) * factor
        scores = scores / math.sqrt(d_k) if divided else scores
        jacobians = torch.func.vmap(torch.func.jacrev(lambda s: s.softmax(-1)))(scores)
        largest = jacobians.abs().amax(dim=(1, 2)).numpy()
        error = 5 * float(largest.std()) * math.sqrt(1 / 300 + 1 / 256)
        assert found.mean[at] == pytest.approx(largest.mean(), abs=error)
        assert found.low[at] == pytest.approx(np.quantile(largest, 0.1), abs=0.04)
        assert found.high[at] == pytest.approx(np.quantile(largest, 0.9), abs=0.08)
    assert (found.low <= found.mean).all()
    assert (found.mean <= found.high).all()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_heads_products_are_those_that_may_be_attended_to(kind):
    anatomy = anatomy_of(kind)
    products = head_products(anatomy, 2)
    keys = FED[:3] if kind == "decoder" else SOURCE
    assert products.keys == keys
    assert products.d_k == D_K
    np.testing.assert_allclose(products.row, anatomy.k[: len(keys)] @ anatomy.q[2], atol=1e-4)
    rows = len(anatomy.query_tokens)
    every = rows * (rows + 1) // 2 if kind == "decoder" else rows * len(SOURCE)
    assert products.all.shape == (every,)
    assert abs(products.all).max() < products.reach


def test_a_heads_softmax_with_the_scale_is_its_weights():
    anatomy = anatomy_of("decoder")
    study = scale_study(head_products(anatomy, 4), 1.0)
    np.testing.assert_allclose(study.scaled.own.weights, anatomy.weights[4, :5], atol=1e-6)
    assert not np.allclose(study.plain.own.weights, anatomy.weights[4, :5], atol=1e-3)


ROWS = {
    "the notes' own": [-0.4324, -0.2013, -1.8387, -1.1955, -1.3862],
    "alone": [3.0],
    "far apart": [800.0, -800.0, 799.0],
    "equal": [2.0] * 6,
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_softmax_entropy_and_jacobian_are_torchs(row: list[float]):
    for factor in (0.1, 1.0, 10.0):
        scores = torch.tensor(row, dtype=torch.float64) * factor
        weights = softmax(scores.numpy())
        np.testing.assert_allclose(weights, scores.softmax(dim=-1).numpy(), atol=1e-12)
        entropy = torch.distributions.Categorical(probs=torch.from_numpy(weights)).entropy()
        assert entropy_bits(weights) == pytest.approx(float(entropy) / math.log(2), abs=1e-9)
        expected = torch.autograd.functional.jacobian(lambda x: x.softmax(dim=-1), scores)
        np.testing.assert_allclose(softmax_jacobian(weights), expected.numpy(), atol=1e-12)
    study = SoftmaxStudy.of(row, factor=0.5)
    np.testing.assert_allclose(study.scores, np.array(row) / 2)
    np.testing.assert_allclose(study.weights, softmax(study.scores.astype(float)), atol=1e-6)
    assert study.entropy == pytest.approx(entropy_bits(softmax(np.array(row) / 2)))
    assert study.most_entropy == pytest.approx(math.log2(len(row)))
    np.testing.assert_allclose(study.jacobian.sum(axis=0), 0.0, atol=1e-6)
    assert study.steepest == pytest.approx(np.abs(study.jacobian).max())
    for array in (study.scores, study.weights, study.jacobian):
        assert array.dtype == np.float32
        assert not array.flags.writeable


def test_the_numbers_of_the_encoder_notes_come_out():
    weights = softmax(ROWS["the notes' own"])
    np.testing.assert_allclose(weights, [0.2979, 0.3754, 0.0730, 0.1389, 0.1148], atol=5e-5)
    diagonal = np.array([0.1335, 0.1751, 0.1742, 0.1554, 0.1588])  # p(1 − p) with p < ½
    jacobian = softmax_jacobian(0.5 - np.sqrt(0.25 - diagonal))
    np.testing.assert_allclose(
        jacobian[0], [0.1335, -0.0359, -0.0356, -0.0305, -0.0314], atol=1.5e-4
    )
    np.testing.assert_allclose(jacobian[3, 1:], [-0.0436, -0.0432, 0.1554, -0.0381], atol=1.5e-4)


def test_entropy_has_its_known_ends_and_a_large_factor_leaves_nothing_to_learn():
    assert entropy_bits([0.0, 1.0, 0.0]) == 0.0
    assert entropy_bits([0.25] * 4) == pytest.approx(2.0)
    study = SoftmaxStudy.of([0.0, 1.0, 0.5], factor=1000)
    assert study.weights.tolist() == [0, 1, 0]
    assert study.entropy == pytest.approx(0.0, abs=1e-200)
    assert study.steepest == 0.0
    with pytest.raises(ValueError, match="no score"):
        softmax([])


def test_no_entry_of_a_jacobian_is_larger_than_a_quarter():
    assert SoftmaxStudy.of([0.0, 0.0], factor=1).steepest == pytest.approx(LARGEST_JACOBIAN)
    noise = np.random.default_rng(0)
    steepest = max(SoftmaxStudy.of(noise.normal(size=5), factor=3).steepest for _ in range(200))
    assert 0.2 < steepest <= LARGEST_JACOBIAN
