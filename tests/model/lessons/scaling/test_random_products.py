"""Products of random vectors, and histograms."""

import numpy as np
import pytest

from model.lessons.scaling.random_products import BLOCK, RandomVectors, Spread


@pytest.fixture(scope="module")
def vectors() -> RandomVectors:
    return RandomVectors(seed=1, largest=128, pairs=6000, keys=5)


def components(seed: int) -> np.ndarray:
    """Of 6000 q, their k, one q and five keys: 128, in two draws."""
    sources = (np.random.default_rng((seed, first)) for first in (0, BLOCK))
    drawn = [source.standard_normal((12006, BLOCK), dtype=np.float32) for source in sources]
    return np.concatenate(drawn, axis=1)


@pytest.mark.parametrize("d_k", [1, 2, 16, 64, 128])
def test_the_variance_of_a_product_is_d_k(vectors: RandomVectors, d_k: int):
    products = vectors.products(d_k).all.astype(float)
    # standard errors: of the mean √(d_k/n); of the variance d_k·√((2 + 6/d_k)/n)
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


def test_a_seed_draws_the_same_vectors_again():
    first, again, other = (
        RandomVectors(seed=seed, largest=4, pairs=3).products(4).all for seed in (7, 7, 8)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, other)


@pytest.mark.parametrize("d_k", [0, 129, -1])
def test_components_that_were_not_drawn_are_an_error(vectors: RandomVectors, d_k: int):
    with pytest.raises(ValueError, match=rf"d_k \({d_k}\) must be from 1 to 128"):
        vectors.products(d_k)


def test_products_are_read_only(vectors: RandomVectors):
    shown = vectors.products(3)
    for array in (shown.all, shown.row):
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


def test_what_lies_beyond_the_edges_is_said():
    histogram = Spread.of([0.0, 5.0, -7.0, 0.5], reach=1, bins=2)
    assert histogram.shares.sum() == pytest.approx(0.5)
    assert histogram.beyond == pytest.approx(0.5)
    assert histogram.variance == pytest.approx(np.var([0.0, 5.0, -7.0, 0.5]))


def test_no_numbers_are_an_error():
    with pytest.raises(ValueError, match="no numbers"):
        Spread.of([], reach=1, bins=4)
