"""The matrices of a head are as wide and as high as is said of them."""

import numpy as np
import pytest

from model.lessons.one_head import SHAPES, axis_size, matrix_values
from model.traces.trace import KINDS
from tests.model.anatomies import anatomy_of


@pytest.mark.parametrize("kind", KINDS)
def test_every_matrix_has_the_shape_that_is_said(kind):
    anatomy = anatomy_of(kind)
    for matrix, shape in SHAPES.items():
        sizes = (axis_size(anatomy, shape.rows), axis_size(anatomy, shape.columns))
        assert matrix_values(anatomy, matrix, query=1).shape == sizes, matrix


def test_projections_stand_as_they_are_multiplied_with():
    anatomy = anatomy_of()
    x = matrix_values(anatomy, "x_query", query=0)
    product = x @ matrix_values(anatomy, "w_q", query=0) + anatomy.b_q
    np.testing.assert_allclose(product, anatomy.q, atol=1e-5)
    turned = matrix_values(anatomy, "k_transposed", query=0)
    np.testing.assert_allclose(anatomy.q @ turned, anatomy.products, atol=1e-5)
    share = anatomy.context @ matrix_values(anatomy, "w_o", query=0)
    np.testing.assert_allclose(share, anatomy.contribution, atol=1e-5)


def test_contributions_are_those_to_the_query():
    anatomy = anatomy_of()
    np.testing.assert_array_equal(
        matrix_values(anatomy, "contributions", query=2), anatomy.contributions[:, 2]
    )
