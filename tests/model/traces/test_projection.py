"""Merging and hiding tokens, against plain loops."""

import numpy as np
import pytest

from model.traces.projection import TokenSpans, project_mask, project_weights, single, whole


def rows_of_one(*shape: int) -> np.ndarray:
    weights = np.random.default_rng(1).random(shape, dtype=np.float32)
    return weights / weights.sum(axis=-1, keepdims=True)


def by_loops(weights: np.ndarray, projection: TokenSpans) -> np.ndarray:
    """Cell by cell in float64."""
    shown = np.zeros((len(projection.rows), len(projection.columns)))
    for row, (first, end) in enumerate(projection.rows):
        for column, (left, right) in enumerate(projection.columns):
            given = [float(weights[query, left:right].sum()) for query in range(first, end)]
            shown[row, column] = sum(given) / len(given)
        if projection.renormalised and shown[row].sum() > 0:
            shown[row] /= shown[row].sum()
    return shown


PROJECTIONS = {
    "everything": whole(6, 5),
    "words": TokenSpans(rows=((0, 1), (1, 3), (3, 4), (4, 6)), columns=((0, 2), (2, 3), (3, 5))),
    "hidden": TokenSpans(rows=single([1, 2, 4]), columns=single([0, 2, 3])),
    "hidden, renormalised": TokenSpans(
        rows=single(range(6)), columns=single([1, 2]), renormalised=True
    ),
    "hidden words": TokenSpans(rows=((1, 3), (4, 5)), columns=((0, 2), (4, 5)), renormalised=True),
    "the last word left out": TokenSpans(rows=((0, 2),), columns=((0, 2), (2, 4))),
}


@pytest.mark.parametrize("projection", PROJECTIONS.values(), ids=PROJECTIONS.keys())
def test_a_cell_is_the_sum_over_keys_and_the_mean_over_queries(projection):
    weights = rows_of_one(2, 3, 6, 5)
    shown = project_weights(weights, projection)
    for layer, head in np.ndindex(2, 3):
        expected = by_loops(weights[layer, head], projection)
        np.testing.assert_allclose(shown[layer, head], expected, atol=1e-6)


def test_rows_of_words_still_sum_to_one():
    shown = project_weights(rows_of_one(6, 5), PROJECTIONS["words"])
    np.testing.assert_allclose(shown.sum(axis=-1), 1, atol=1e-6)


def test_hiding_keeps_weights_unless_rows_are_renormalised():
    weights = rows_of_one(6, 5)
    hidden = project_weights(weights, PROJECTIONS["hidden"])
    np.testing.assert_array_equal(hidden, weights[[1, 2, 4]][:, [0, 2, 3]])
    whole_again = project_weights(weights, PROJECTIONS["hidden, renormalised"])
    np.testing.assert_allclose(whole_again.sum(axis=-1), 1, atol=1e-6)


def test_a_row_without_anything_left_stays_zero():
    weights = np.array([[0, 0, 1], [0.5, 0.25, 0.25]], dtype=np.float32)
    shown = project_weights(
        weights, TokenSpans(rows=single(range(2)), columns=((0, 2),), renormalised=True)
    )
    assert shown.tolist() == [[0], [1]]


def test_the_whole_picture_is_no_copy():
    weights = rows_of_one(2, 6, 5)
    assert project_weights(weights, whole(6, 5)) is weights


def test_what_is_projected_is_read_only():
    assert not project_weights(rows_of_one(6, 5), PROJECTIONS["words"]).flags.writeable


def test_a_cell_is_masked_when_all_of_its_tokens_are():
    mask = np.tri(4, dtype=np.bool_)
    words = ((0, 1), (1, 3), (3, 4))
    shown = project_mask(mask, TokenSpans(rows=words, columns=words))
    assert shown.tolist() == [[True, False, False], [True, True, False], [True, True, True]]


def test_nothing_may_be_left_of_an_axis():
    empty = TokenSpans(rows=single(range(3)), columns=())
    assert project_weights(rows_of_one(3, 4), empty).shape == (3, 0)
    assert project_mask(np.ones((3, 4), np.bool_), empty).shape == (3, 0)


def test_a_token_is_found_in_its_span():
    projection = PROJECTIONS["hidden words"]
    assert [projection.row_of(query) for query in range(6)] == [None, 0, 0, None, 1, None]
    assert [projection.column_of(key) for key in range(5)] == [0, 0, None, None, 1]
