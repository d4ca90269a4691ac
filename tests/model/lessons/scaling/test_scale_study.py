"""What the scaling tab computes, against numpy and torch."""

import math

import numpy as np
import pytest
import torch

from model.lessons.scaling.scale_study import head_products, random_products, scale_study
from tests.model.anatomies import D_K, FED, SOURCE, anatomy_of


@pytest.mark.parametrize("d_k", [1, 64, 512])
def test_random_products_are_divided_by_the_root_of_d_k(d_k):
    study = scale_study(random_products(d_k, 0), 1.0)
    assert study.plain.divisor == 1.0
    assert study.scaled.divisor == pytest.approx(math.sqrt(d_k))
    assert study.plain.histogram.variance == pytest.approx(d_k, rel=0.25)
    assert study.scaled.histogram.variance == pytest.approx(
        study.plain.histogram.variance / d_k, rel=1e-4
    )


def test_both_histograms_have_the_same_axis():
    study = scale_study(random_products(64, 0), 1.0)
    np.testing.assert_array_equal(study.plain.histogram.edges, study.scaled.histogram.edges)
    assert study.plain.histogram.edges[-1] == 4 * 8
    assert study.plain.histogram.beyond < 0.005


def test_the_same_scores_go_through_the_softmax_with_four_factors():
    products = random_products(16, 3)
    study = scale_study(products, 0.5)
    for side in (study.plain, study.scaled):
        assert [each.factor for each in side.studies] == [0.1, 1.0, 10.0, 0.5]
        for each in side.studies:
            scores = torch.from_numpy(products.row.copy()).double() / side.divisor * each.factor
            np.testing.assert_allclose(each.weights, scores.softmax(-1).numpy(), atol=1e-6)
    assert study.scaled.own.factor == 0.5


def test_the_jacobian_is_that_of_the_users_factor():
    products = random_products(16, 3)
    own = scale_study(products, 2.0).scaled.own
    scores = torch.from_numpy(products.row.copy()).double() / 4.0 * 2.0
    expected = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), scores)
    np.testing.assert_allclose(own.jacobian, expected.numpy(), atol=1e-6)


def test_another_seed_has_other_vectors():
    assert not np.allclose(random_products(8, 0).row, random_products(8, 1).row)
    np.testing.assert_array_equal(random_products(8, 0).all, random_products(8, 0).all)


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
