import pytest

from model.lessons.one_head import SHAPES, TAKEN_APART, MatrixCell, Traced, traced_parts
from tests.model.anatomies import D_K, anatomy_of


def test_a_product_is_made_of_a_query_and_a_key():
    parts = traced_parts(anatomy_of(), "products", MatrixCell(3, 1))
    assert parts == {"q": Traced(row=3), "k_transposed": Traced(column=1)}


def test_a_weight_is_made_of_its_whole_row_of_scores():
    assert traced_parts(anatomy_of(), "weights", MatrixCell(3, 1)) == {
        "masked_scores": Traced(row=3)
    }


def test_a_cell_that_is_scaled_or_masked_comes_from_the_same_cell():
    same = Traced(3, 1)
    assert traced_parts(anatomy_of(), "scores", MatrixCell(3, 1)) == {"products": same}
    masked = traced_parts(anatomy_of(), "masked_scores", MatrixCell(3, 1))
    assert masked == {"scores": same, "mask": same}


def test_only_the_own_part_of_the_concatenation_comes_from_this_head():
    anatomy = anatomy_of(head=1)
    own = traced_parts(anatomy, "concatenation", MatrixCell(3, D_K + 2))
    assert own == {"context": Traced(3, 2)}
    assert traced_parts(anatomy, "concatenation", MatrixCell(3, 2)) == {}


@pytest.mark.parametrize("matrix", sorted(set(SHAPES) - TAKEN_APART))
def test_what_is_given_is_made_of_nothing(matrix):
    assert traced_parts(anatomy_of(), matrix, MatrixCell(0, 0)) == {}
