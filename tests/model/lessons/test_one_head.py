"""A cell's terms add up to the number in the picture."""

import dataclasses

import numpy as np
import pytest

from model.arrays import frozen
from model.lessons.one_head import (
    SHAPES,
    TAKEN_APART,
    MatrixCell,
    Traced,
    axis_size,
    cell_terms,
    matrix_values,
    traced_parts,
)
from model.traces.trace import KINDS
from tests.model.anatomies import D_K, D_MODEL, HEADS, anatomy_of

DOTS = {
    "q": ("d_model", D_MODEL),
    "k": ("d_model", D_MODEL),
    "v": ("d_model", D_MODEL),
    "products": ("d_k", D_K),
    "context": ("key", 4),
    "contribution": ("d_k", D_K),
}


def cells_of(anatomy, matrix):
    shape = SHAPES[matrix]
    sizes = (axis_size(anatomy, shape.rows), axis_size(anatomy, shape.columns))
    return [MatrixCell(row, column) for row, column in np.ndindex(sizes)]


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_is_what_its_terms_give(kind, norm):
    anatomy = anatomy_of(kind, norm=norm)
    for matrix in TAKEN_APART - ({"after"} if norm == "pre" else set()):
        values = matrix_values(anatomy, matrix, query=0)
        for cell in cells_of(anatomy, matrix):
            terms = cell_terms(anatomy, matrix, cell)
            assert terms.value == values[cell.row, cell.column]
            total = terms.total
            if matrix == "weights":
                total = terms.terms[cell.column] / total
            assert total == pytest.approx(terms.value, abs=1e-5), (matrix, cell)


@pytest.mark.parametrize("matrix", DOTS)
def test_a_dot_product_is_taken_apart_into_the_row_and_the_column_that_are_traced(matrix):
    anatomy = anatomy_of()
    axis, count = DOTS[matrix]
    cell = MatrixCell(2, 1)
    terms = cell_terms(anatomy, matrix, cell)
    assert (terms.way, terms.axis, len(terms.terms)) == ("dot", axis, count)
    np.testing.assert_array_equal(terms.terms, terms.left * terms.right)
    expected = [sum(terms.terms[: n + 1]) for n in range(count)]
    np.testing.assert_allclose(terms.running, expected, rtol=1e-12)
    assert terms.total == pytest.approx(terms.running[-1] + (terms.bias or 0), rel=1e-12)
    (left, row), (right, column) = traced_parts(anatomy, matrix, cell).items()
    np.testing.assert_array_equal(terms.left, matrix_values(anatomy, left, query=2)[row.row])
    np.testing.assert_array_equal(
        terms.right, matrix_values(anatomy, right, query=2)[:, column.column]
    )


def test_softmax_is_taken_apart_into_powers_over_the_keys():
    anatomy = anatomy_of("decoder")
    terms = cell_terms(anatomy, "weights", MatrixCell(2, 1))
    scores = anatomy.masked_scores[2].astype(float)
    np.testing.assert_array_equal(terms.left, scores)
    np.testing.assert_allclose(terms.terms, np.exp(scores - scores.max()), rtol=1e-12)
    assert (terms.terms[3:] == 0).all()
    assert terms.numbers["largest"] == scores.max()
    assert terms.numbers["key"] == 1


def test_a_row_that_may_attend_to_nothing_has_no_powers():
    anatomy = anatomy_of()
    masked = np.array(anatomy.masked_scores)
    masked[1] = -np.inf
    weights = np.array(anatomy.weights)
    weights[1] = 0
    blind = dataclasses.replace(anatomy, masked_scores=frozen(masked), weights=frozen(weights))
    terms = cell_terms(blind, "weights", MatrixCell(1, 2))
    assert (terms.total, terms.value) == (0, 0)
    assert not terms.terms.any()


def test_each_matrix_is_taken_apart_in_its_own_way():
    anatomy = anatomy_of()
    biases = {m: cell_terms(anatomy, m, MatrixCell(0, 1)).bias for m in TAKEN_APART}
    biased = {matrix for matrix, bias in biases.items() if bias is not None}
    assert biased == {"q", "k", "v", "output"}
    assert (biases["v"], biases["output"]) == (anatomy.b_v[1], anatomy.b_o[1])
    terms = cell_terms(anatomy, "output", MatrixCell(3, 4))
    assert (terms.way, terms.axis, len(terms.terms)) == ("sum", "head", HEADS)
    np.testing.assert_array_equal(terms.terms, anatomy.contributions[:, 3, 4])
    terms = cell_terms(anatomy, "added", MatrixCell(3, 4))
    assert terms.axis is None
    assert terms.terms.tolist() == [anatomy.before[3, 4], anatomy.output[3, 4]]
    anatomy = anatomy_of("decoder")
    allowed, hidden = (cell_terms(anatomy, "masked_scores", MatrixCell(2, key)) for key in (1, 4))
    assert allowed.numbers["allowed"]
    assert allowed.total == anatomy.scores[2, 1]
    assert not hidden.numbers["allowed"]
    assert hidden.total == hidden.value == -np.inf
    anatomy = anatomy_of(norm="post")
    numbers = cell_terms(anatomy, "after", MatrixCell(3, 4)).numbers
    row = anatomy.added[3].astype(float)
    assert numbers["mean"] == pytest.approx(row.mean())
    assert numbers["deviation"] == pytest.approx(row.std(), rel=1e-4)
    assert (numbers["gain"], numbers["bias"]) == (anatomy.norm_gain[4], anatomy.norm_bias[4])


def test_a_concatenated_number_comes_from_its_head():
    anatomy = anatomy_of(head=1)
    for column in range(D_MODEL):
        numbers = cell_terms(anatomy, "concatenation", MatrixCell(0, column)).numbers
        assert numbers["head"] * D_K + numbers["dimension"] == column
    own = MatrixCell(3, D_K + 2)
    assert cell_terms(anatomy, "concatenation", own).value == anatomy.context[3, 2]
    assert traced_parts(anatomy, "concatenation", own) == {"context": Traced(3, 2)}
    assert traced_parts(anatomy, "concatenation", MatrixCell(3, 2)) == {}


def test_numbers_are_read_only_and_what_is_given_cannot_be_taken_apart():
    terms = cell_terms(anatomy_of(), "products", MatrixCell(0, 0))
    for array in (terms.left, terms.right, terms.terms, terms.running):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(KeyError):
        cell_terms(anatomy_of(), "w_q", MatrixCell(0, 0))


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
    all_heads = matrix_values(anatomy, "contributions", query=2)
    np.testing.assert_array_equal(all_heads, anatomy.contributions[:, 2])


def test_a_cell_is_traced_to_what_it_is_made_of():
    same = Traced(3, 1)
    for matrix, parts in {
        "products": {"q": Traced(row=3), "k_transposed": Traced(column=1)},
        "weights": {"masked_scores": Traced(row=3)},
        "scores": {"products": same},
        "masked_scores": {"scores": same, "mask": same},
    }.items():
        assert traced_parts(anatomy_of(), matrix, MatrixCell(3, 1)) == parts
    for matrix in set(SHAPES) - TAKEN_APART:  # what is given is made of nothing
        assert traced_parts(anatomy_of(), matrix, MatrixCell(0, 0)) == {}
