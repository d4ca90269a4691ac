"""Measures of heads: by hand for clear patterns, by plain loops for random ones."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.traces.head_measures import MEASURES, diagonal, has_measure, head_measure, measure_range
from model.traces.trace import KINDS
from tests.every import every

WITHOUT_MEANING = {("decoder", "next"), ("cross", "previous"), ("cross", "next")}
WITH_MEANING = [
    (kind, measure)
    for kind in KINDS
    for measure in MEASURES
    if (kind, measure) not in WITHOUT_MEANING
]


def mask_of(kind, rows, keys):
    """Causal for the decoder, else everything."""
    return np.array([[kind != "decoder" or k <= q for k in range(keys)] for q in range(rows)])


def random_weights(kind, shape, seed=0):
    """Rows that sum to 1 over the keys that may be attended, some of them nearly one-hot."""
    scores = 4 * np.random.default_rng(seed).standard_normal(shape)
    scores[..., ~mask_of(kind, *shape[2:])] = -np.inf
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


def measured(matrix, *, measure, kind="encoder", special=()):
    weights = np.asarray(matrix, dtype=np.float32)[None, None]
    keys = np.array([key in special for key in range(weights.shape[3])], dtype=np.bool_)
    mask = mask_of(kind, *weights.shape[2:])
    return head_measure(weights, mask, measure=measure, kind=kind, special_keys=keys)[0, 0]


def by_loops(matrix, mask, *, measure, kind, special_keys):
    """The definitions, cell by cell."""
    rows, keys = matrix.shape
    cells = [(q, k, float(matrix[q, k])) for q in range(rows) for k in range(keys)]
    stretch = (keys - 1) / (rows - 1) if kind == "cross" and rows > 1 else 1
    if measure == "entropy":
        return sum(-w * math.log2(w) for _, _, w in cells if w > 0) / rows
    if measure == "distance":
        return sum(w * abs(k - stretch * q) for q, k, w in cells) / rows
    if measure in {"previous", "next"}:
        way = -1 if measure == "previous" else 1
        own = [w for q, k, w in cells if k == q + way and mask[q, k]]
        return sum(own) / len(own) if own else math.nan
    if measure == "first":
        return sum(w for _, k, w in cells if k == 0) / rows
    if measure == "special":
        return sum(w for _, k, w in cells if special_keys[k]) / rows
    counts = np.array([w for *_, w in cells], dtype=np.float64)
    places = np.array([(q, k) for q, k, _ in cells], dtype=np.float64).T
    covariance = np.cov(places, aweights=counts, ddof=0)
    if covariance[0, 0] * covariance[1, 1] < 1e-14:
        return 0.0
    return covariance[0, 1] / math.sqrt(covariance[0, 0] * covariance[1, 1])


@every(("kind", "measure"), WITH_MEANING)
@every(("rows", "keys"), [(1, 1), (1, 4), (4, 4), (5, 7), (9, 3)])
def test_every_measure_is_what_plain_loops_find(kind, measure, rows, keys):
    keys = max(rows, keys) if kind == "decoder" else rows if kind == "encoder" else keys
    weights, mask = random_weights(kind, (2, 3, rows, keys)), mask_of(kind, rows, keys)
    special = np.arange(keys) % 3 == 2
    found = head_measure(weights, mask, measure=measure, kind=kind, special_keys=special)
    expected = [
        [by_loops(head, mask, measure=measure, kind=kind, special_keys=special) for head in layer]
        for layer in weights
    ]
    assert (found.shape, found.dtype) == ((2, 3), np.float32)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


@given(
    kind=st.sampled_from(KINDS),
    size=st.integers(2, 12),
    n_sources=st.integers(1, 12),
    seed=st.integers(0, 2**32 - 1),
)
def test_every_measure_stays_in_its_range(kind, size, n_sources, seed):
    keys = n_sources if kind == "cross" else size
    weights, mask = random_weights(kind, (1, 2, size, keys), seed), mask_of(kind, size, keys)
    special = np.random.default_rng(seed).random(keys) < 0.5
    for measure in MEASURES:
        if has_measure(kind, measure):
            found = head_measure(weights, mask, measure=measure, kind=kind, special_keys=special)
            low, high = measure_range(measure, mask, kind=kind)
            assert np.all((low <= found) & (found <= high + 1e-5)), measure


@every("kind", KINDS)
@every("measure", MEASURES)
def test_a_measure_without_meaning_is_nan(kind, measure):
    found = measured(np.full((4, 4), 0.25), measure=measure, kind=kind)
    assert has_measure(kind, measure) == ((kind, measure) not in WITHOUT_MEANING)
    assert np.isnan(found) == (not has_measure(kind, measure))


def test_a_decoder_without_a_causal_mask_has_a_next_token():
    weights = np.array([[0.1, 0.7, 0.2], [0.3, 0.2, 0.5], [0.2, 0.2, 0.6]], np.float32)
    found = head_measure(
        weights[None, None],
        np.ones((3, 3), bool),
        measure="next",
        kind="decoder",
        special_keys=np.zeros(3, bool),
    )
    assert found[0, 0] == pytest.approx((0.7 + 0.5) / 2)
    assert has_measure("decoder", "next", looks_ahead=True)
    assert not has_measure("cross", "next", looks_ahead=True)


def test_entropy_is_the_mean_over_rows_in_bits():
    assert measured(np.full((8, 8), 1 / 8), measure="entropy") == 3.0
    assert measure_range("entropy", np.ones((8, 8), bool), kind="encoder") == (0.0, 3.0)
    halves = [[0.5, 0.5, 0, 0], [0.25] * 4]
    assert measured(halves, measure="entropy", kind="cross") == pytest.approx(1.5)
    for one in (1, np.nextafter(np.float32(1), 2)):  # rounding makes no entropy below 0
        entropy = measured(np.eye(5) * one, measure="entropy")
        assert entropy == 0
        assert not np.signbit(entropy), "it would read −0.00"


def test_the_most_entropy_counts_the_keys_that_each_row_may_attend_to():
    """Of a causal mask: row q has q + 1 keys, so log₂(q + 1) bits at most."""
    mask = np.tri(5, dtype=bool)
    even = mask / mask.sum(axis=1, keepdims=True)
    most = sum(math.log2(keys) for keys in (1, 2, 3, 4, 5)) / 5
    assert measure_range("entropy", mask, kind="decoder") == (0.0, pytest.approx(most))
    assert measured(even, measure="entropy", kind="decoder") == pytest.approx(most)


def test_the_most_distance_is_that_of_the_farthest_key_that_a_row_may_attend_to():
    every, causal = np.ones((4, 4), bool), np.tri(4, dtype=bool)
    assert measure_range("distance", every, kind="encoder") == (0.0, (3 + 2 + 2 + 3) / 4)
    assert measure_range("distance", causal, kind="decoder") == (0.0, (0 + 1 + 2 + 3) / 4)
    across = measure_range("distance", np.ones((2, 5), bool), kind="cross")
    assert across == (0.0, 4.0), "straight across from both rows are the first and the last key"


def test_distance_counts_tokens_from_the_query():
    assert measured(np.eye(4)[[0, 0, 0, 0]], measure="distance") == pytest.approx(6 / 4)
    assert measured([[0.5, 0, 0.5]] * 3, measure="distance") == pytest.approx(1)


@pytest.mark.parametrize("shape", [(3, 7), (7, 3), (4, 4)])
def test_cross_distance_counts_from_the_line_between_the_corners(shape):
    rows, keys = shape
    line = diagonal("cross", n_queries=rows, n_keys=keys)
    assert (line[0], line[-1]) == (0, keys - 1)
    np.testing.assert_allclose(np.diff(line), np.diff(line)[0])
    on_the_line = np.zeros(shape)
    for query, place in enumerate(line):  # what lies between two keys is shared by both
        below, share = int(place), place % 1
        on_the_line[query, below] += 1 - share
        if share:
            on_the_line[query, below + 1] += share
    assert measured(on_the_line, measure="distance", kind="cross") < 0.5
    assert measured(on_the_line[:, ::-1], measure="distance", kind="cross") > 1


def test_the_diagonal_of_self_attention_is_the_query_itself():
    assert diagonal("encoder", n_queries=3, n_keys=3).tolist() == [0, 1, 2]
    assert diagonal("decoder", n_queries=2, n_keys=9).tolist() == [0, 1]
    assert diagonal("cross", n_queries=1, n_keys=5).tolist() == [0]  # of a single row the first
    assert measured([[0, 0, 1]], measure="distance", kind="cross") == 2


def test_a_previous_token_head_has_1():
    previous = np.eye(5)[[0, 0, 1, 2, 3]]
    assert measured(previous, measure="previous") == 1
    assert measured(previous, measure="previous", kind="decoder") == 1
    assert measured(previous, measure="next") == 0
    assert measured(previous[::-1, ::-1], measure="next") == 1
    for measure in ("previous", "next"):  # a sentence of one token has none
        assert np.isnan(measured([[1.0]], measure=measure))


def test_a_masked_neighbour_does_not_count():
    weights = np.array([[1, 0, 0], [1, 0, 0], [0.5, 0, 0.5]], dtype=np.float32)[None, None]
    mask = np.array([[True, False, True]] * 3)
    shared = {"measure": "previous", "kind": "encoder", "special_keys": np.zeros(3, np.bool_)}
    assert head_measure(weights, mask, **shared) == 1, "row 2 may not see key 1"
    assert head_measure(weights, np.ones((3, 3), np.bool_), **shared) == 0.5


def test_first_and_special_are_shares():
    rows = [[0.5, 0.125, 0.375], [0.25, 0.25, 0.5]]
    assert measured(rows, measure="first", kind="cross") == 0.375
    assert measured(rows, measure="special", kind="cross", special=(0, 2)) == 0.8125
    assert measured(rows, measure="special", kind="cross") == 0


def test_a_diagonal_has_1_and_its_mirror_minus_1():
    assert measured(np.eye(6), measure="diagonality") == pytest.approx(1)
    assert measured(np.eye(6)[::-1], measure="diagonality") == pytest.approx(-1)
    stretched = np.repeat(np.eye(4), 2, axis=1) / 2
    assert measured(stretched, measure="diagonality", kind="cross") > 0.97


def test_without_a_direction_there_is_no_diagonality():
    on_one_key = np.zeros((511, 511))
    noise = np.random.default_rng(0).uniform(0.999999, 1.000001, 511)
    assert measured(np.full((6, 6), 1 / 6), measure="diagonality") == pytest.approx(0, abs=1e-7)
    for share in (1.0, 1 / 3, 0.99999994, 1.0000001, noise):  # rounding makes none, too
        on_one_key[:, 400] = share
        assert measured(on_one_key, measure="diagonality") == pytest.approx(0, abs=1e-7)
    assert measured([[0.5, 0.5, 0]], measure="diagonality", kind="cross") == 0


def test_diagonality_fades_with_what_is_not_on_one_key():
    def almost_first(rest):
        rows = rest * np.eye(40)
        rows[:, 0] += 1 - rest
        return measured(rows, measure="diagonality")

    found = [almost_first(rest) for rest in (1, 1e-1, 1e-3, 1e-5, 0)]
    assert found == sorted(found, reverse=True)
    assert found[-2] < 0.01


def test_an_even_causal_head_has_about_two_thirds():
    even = np.tri(400) / np.arange(1, 401)[:, None]
    found = measured(even, measure="diagonality", kind="decoder")
    assert found == pytest.approx(1 / 24 / math.sqrt(7 / 144 / 12), abs=0.01)  # as an integral


@pytest.mark.parametrize("measure", MEASURES)
def test_without_a_row_every_head_is_nan_and_masked_rows_make_none(measure):
    for kind in KINDS:
        keys = 4 if kind == "cross" else 0
        weights, mask = np.zeros((2, 3, 0, keys), np.float32), np.ones((0, keys), np.bool_)
        special = np.zeros(keys, np.bool_)
        found = head_measure(weights, mask, measure=measure, kind=kind, special_keys=special)
        assert found.shape == (2, 3)
        assert np.isnan(found).all()
    weights, mask = np.zeros((1, 1, 3, 3), np.float32), np.ones((3, 3), np.bool_)
    special = np.ones(3, np.bool_)
    assert head_measure(weights, mask, measure=measure, kind="encoder", special_keys=special) == 0


@pytest.mark.parametrize("measure", MEASURES)
def test_a_head_that_is_not_a_number_leaves_the_others_alone_and_weights_stay(measure):
    weights, mask = random_weights("encoder", (2, 2, 4, 4)), np.ones((4, 4), np.bool_)
    shared = {"measure": measure, "kind": "encoder", "special_keys": np.ones(4, np.bool_)}
    expected = head_measure(weights, mask, **shared).copy()
    weights[1, 0] = expected[1, 0] = np.nan
    weights.setflags(write=False)
    found = head_measure(weights, mask, **shared)
    np.testing.assert_array_equal(found, expected)
    assert not found.flags.writeable


@every("measure", MEASURES)
@every(("mask", "special"), [((3, 5), 4), ((4, 4), 4), ((3, 4), 3)])
def test_shapes_that_do_not_fit_are_refused(measure, mask, special):
    weights, may_attend = np.zeros((1, 1, 3, 4), np.float32), np.ones(mask, np.bool_)
    keys = np.ones(special, np.bool_)
    with pytest.raises(ValueError, match=r"weights \(1, 1, 3, 4\) do not fit mask"):
        head_measure(weights, may_attend, measure=measure, kind="cross", special_keys=keys)


def test_one_key_leaves_no_choice():
    for shape in ((0, 0), (0, 3), (1, 1)):
        mask = np.ones(shape, bool)
        assert measure_range("entropy", mask, kind="cross") == (0.0, 0.0)
        assert measure_range("special", mask, kind="cross") == (0.0, 1.0)
