"""Heads taken together, against networks of one-hot vectors that mix just as rollout assumes."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.traces.aggregation import (
    TokenSpans,
    decoder_rollout,
    encoder_rollout,
    formula,
    max_over_heads,
    mean_over_heads,
    project_mask,
    project_weights,
    single,
    strongest,
    whole,
)
from model.traces.trace import KINDS


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
    "the last word ignored": TokenSpans(rows=((0, 2),), columns=((0, 2), (2, 4))),
}


@pytest.mark.parametrize("projection", PROJECTIONS.values(), ids=PROJECTIONS.keys())
def test_a_cell_is_the_sum_over_keys_and_the_mean_over_queries(projection):
    weights = rows_of_one(2, 3, 6, 5)
    shown = project_weights(weights, projection)
    for layer, head in np.ndindex(2, 3):
        expected = by_loops(weights[layer, head], projection)
        np.testing.assert_allclose(shown[layer, head], expected, atol=1e-6)


def test_rows_still_sum_to_one_unless_something_is_hidden():
    weights = rows_of_one(6, 5)
    for name in ("words", "hidden, renormalised"):
        shown = project_weights(weights, PROJECTIONS[name])
        np.testing.assert_allclose(shown.sum(axis=-1), 1, atol=1e-6)
        assert not shown.flags.writeable
    hidden = project_weights(weights, PROJECTIONS["hidden"])
    np.testing.assert_array_equal(hidden, weights[[1, 2, 4]][:, [0, 2, 3]])
    assert project_weights(weights, whole(6, 5)) is weights  # no copy
    first_two = TokenSpans(rows=single(range(2)), columns=((0, 2),), renormalised=True)
    nothing_left = np.array([[0, 0, 1], [0.5, 0.25, 0.25]], dtype=np.float32)
    assert project_weights(nothing_left, first_two).tolist() == [[0], [1]]
    empty = TokenSpans(rows=single(range(3)), columns=())
    assert project_weights(rows_of_one(3, 4), empty).shape == (3, 0)
    assert project_mask(np.ones((3, 4), np.bool_), empty).shape == (3, 0)


def test_a_cell_is_masked_when_all_of_its_tokens_are():
    mask = np.tri(4, dtype=np.bool_)
    words = ((0, 1), (1, 3), (3, 4))
    shown = project_mask(mask, TokenSpans(rows=words, columns=words))
    assert shown.tolist() == [[True, False, False], [True, True, False], [True, True, True]]


def test_a_token_is_found_in_its_span():
    projection = PROJECTIONS["hidden words"]
    assert [projection.row_of(query) for query in range(6)] == [None, 0, 0, None, 1, None]
    assert [projection.column_of(key) for key in range(5)] == [0, 0, None, None, 1]


LAYERS, HEADS, SOURCE, TARGET = 3, 4, 5, 6
SUBSCRIPTS = {"₀": 0, "₁": 1}


def softmax_rows(shape, seed, *, causal=False):
    """Rows that sum to 1, each time the same."""
    scores = 2 * np.random.default_rng(seed).standard_normal(shape)
    if causal:
        scores[..., ~np.tri(*shape[2:], dtype=np.bool_)] = -np.inf
    weights = np.exp(scores)
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


@pytest.fixture
def encoder():
    return softmax_rows((LAYERS, HEADS, SOURCE, SOURCE), 1)


@pytest.fixture
def decoder():
    return softmax_rows((LAYERS, HEADS, TARGET, TARGET), 2, causal=True)


@pytest.fixture
def cross():
    return softmax_rows((LAYERS, HEADS, TARGET, SOURCE), 3)


def test_mean_and_maximum_are_of_the_chosen_heads(encoder):
    before = encoder.copy()
    for heads in ((0,), (2, 0), range(HEADS)):
        middle, largest = mean_over_heads(encoder, heads), max_over_heads(encoder, heads)
        chosen = encoder[:, list(heads)]
        np.testing.assert_allclose(middle, chosen.mean(axis=1), rtol=1e-6)
        np.testing.assert_array_equal(largest, chosen.max(axis=1))
        assert {middle.dtype, largest.dtype} == {np.dtype(np.float32)}
        assert not (middle.flags.writeable or largest.flags.writeable)
    np.testing.assert_allclose(middle.sum(axis=-1), 1, rtol=1e-5)
    assert (largest.sum(axis=-1) > 1.01).all()
    np.testing.assert_array_equal(encoder, before)


@pytest.mark.parametrize("combine", [mean_over_heads, max_over_heads])
def test_no_head_is_refused_and_before_the_first_row_there_is_nothing(encoder, combine):
    with pytest.raises(ValueError, match="no head is chosen"):
        combine(encoder, ())
    nothing = np.zeros((LAYERS, HEADS, 0, SOURCE), np.float32)
    assert combine(nothing, (0, 1)).shape == (LAYERS, 0, SOURCE)


def sublayer(states, attended, heads):
    """One residual sublayer: half of each state, half of what its heads bring on average.

    States are dictionaries ``token → share``: every token begins as itself.
    """
    mixed = []
    for query, state in enumerate(states):
        result = {token: share / 2 for token, share in state.items()}
        for head in heads:
            for key, brought in enumerate(attended):
                for token, share in brought.items():
                    part = float(head[query, key]) * share / len(heads) / 2
                    result[token] = result.get(token, 0.0) + part
        mixed.append(result)
    return mixed


def as_matrix(states, side, size):
    """Shares of the tokens of one side, ``[query, token]``."""
    return [[state.get((side, token), 0.0) for token in range(size)] for state in states]


def encoder_states(weights):
    states, layers = [{("source", token): 1.0} for token in range(weights.shape[2])], []
    for heads in weights:
        states = sublayer(states, states, heads)
        layers.append(states)
    return layers


def decoder_states(weights, cross, memory):
    states, layers = [{("target", token): 1.0} for token in range(weights.shape[2])], []
    for heads, cross_heads in zip(weights, cross, strict=True):
        states = sublayer(states, states, heads)
        states = sublayer(states, memory, cross_heads)
        layers.append(states)
    return layers


def test_encoder_rollout_says_where_the_states_of_a_network_come_from(encoder):
    rollout = encoder_rollout(encoder)
    assert rollout.shape == (LAYERS, SOURCE, SOURCE)
    for shares, states in zip(rollout, encoder_states(encoder), strict=True):
        np.testing.assert_allclose(shares, as_matrix(states, "source", SOURCE), atol=1e-6)


def test_decoder_rollout_says_where_the_states_of_a_network_come_from(encoder, decoder, cross):
    memory = encoder_states(encoder)[-1]
    target, source = decoder_rollout(decoder, cross, memory=encoder_rollout(encoder)[-1])
    assert target.shape == (LAYERS, TARGET, TARGET)
    assert source.shape == (LAYERS, TARGET, SOURCE)
    for layer, states in enumerate(decoder_states(decoder, cross, memory)):
        np.testing.assert_allclose(target[layer], as_matrix(states, "target", TARGET), atol=1e-6)
        np.testing.assert_allclose(source[layer], as_matrix(states, "source", SOURCE), atol=1e-6)


def test_a_head_that_looks_at_itself_moves_nothing():
    still = np.broadcast_to(np.eye(SOURCE, dtype=np.float32), (LAYERS, HEADS, SOURCE, SOURCE))
    np.testing.assert_array_equal(encoder_rollout(still), still[:, 0])


def test_two_layers_reach_two_tokens_back():
    previous = np.eye(4, dtype=np.float32)[[0, 0, 1, 2]]
    rollout = encoder_rollout(np.broadcast_to(previous, (2, 1, 4, 4)))
    assert rollout[0, 3].tolist() == [0, 0, 0.5, 0.5]
    assert rollout[1, 3].tolist() == [0, 0.25, 0.5, 0.25]


def test_rows_of_a_rollout_sum_to_1_and_cannot_be_changed(encoder, decoder, cross):
    rollout = encoder_rollout(encoder)
    np.testing.assert_allclose(rollout.sum(axis=-1), 1, rtol=1e-5)
    parts = decoder_rollout(decoder, cross, memory=rollout[-1])
    both = np.concatenate(parts, axis=-1)
    np.testing.assert_allclose(both.sum(axis=-1), 1, rtol=1e-5)
    assert (both >= 0).all()
    assert not any(shares.flags.writeable for shares in (rollout, *parts))
    assert {shares.dtype for shares in (rollout, *parts)} == {np.dtype(np.float32)}


def test_what_is_decoded_later_changes_no_earlier_row(encoder, decoder, cross):
    memory = encoder_rollout(encoder)[-1]
    target, source = decoder_rollout(decoder, cross, memory=memory)
    for rows in range(TARGET):
        own, read = decoder[:, :, :rows, :rows], cross[:, :, :rows]
        earlier, read = decoder_rollout(own, read, memory=memory)
        np.testing.assert_allclose(target[:, :rows, :rows], earlier, rtol=1e-5)
        np.testing.assert_allclose(source[:, :rows], read, rtol=1e-5)
        assert not target[:, :rows, rows:].any()


def test_two_decoders_of_unequal_depth_are_refused(decoder, cross):
    with pytest.raises(ValueError, match="shorter"):
        decoder_rollout(decoder, cross[:2], memory=np.eye(SOURCE, dtype=np.float32))


def computed(line, values, shape):
    """What a formula says, computed: ``R₁ = …, Rₗ = …`` with subscripts, ½, ¼ and · replaced."""
    start, step = line.split(", ")
    name = start[0]
    first, found = SUBSCRIPTS[start[1]], {}
    found[first] = eval(as_python(start.split(" = ")[1]), values) + np.zeros(shape[1:])
    for layer in range(first + 1, shape[0] + 1):
        letters = {**values, name: found, "l": layer}
        found[layer] = eval(as_python(step.split(" = ")[1]), letters)
    return [found[layer] for layer in range(1, shape[0] + 1)]


def as_python(text):
    for sign, code in {
        "½": "0.5*",
        "¼": "0.25*",
        "·": "@",
        "ₗ₋₁": "[l-1]",
        "ₗ": "[l]",
        "₁": "[1]",
    }.items():
        text = text.replace(sign, code)
    return text


def by_layer(weights):
    return dict(enumerate(weights.mean(axis=1), start=1))


def test_the_formula_on_screen_is_what_is_computed(encoder, decoder, cross):
    memory = encoder_rollout(encoder)
    target, source = decoder_rollout(decoder, cross, memory=memory[-1])
    letters = {
        "A": by_layer(encoder),
        "S": by_layer(decoder),
        "C": by_layer(cross),
        "E": memory[-1],
    }
    for kind, shown in {"encoder": memory, "decoder": target, "cross": source}.items():
        letters["I"] = np.eye(SOURCE if kind == "encoder" else TARGET)
        np.testing.assert_allclose(computed(formula(kind), letters, shown.shape), shown, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_a_formula_is_one_line_and_the_typeset_one_s_text(kind):
    assert len(formula(kind).splitlines()) == 1
    table = Path(__file__).parents[3] / "resources" / "formulas" / "formulas.tsv"
    lines = (line.split("\t") for line in table.read_text(encoding="utf-8").splitlines())
    assert {name: text for name, _, text in lines}[f"rollout_{kind}"] == formula(kind)


PARTS = 16
"""Weights and masses are sixteenths, so that all sums are exact."""

counts = st.lists(st.integers(0, PARTS), min_size=1, max_size=7)
shares = st.integers(0, PARTS).map(lambda part: part / PARTS)


BY_MASS = [
    (0, []),
    (0.1, [2]),
    (0.5, [2]),
    (0.51, [0, 2]),
    (0.75, [0, 2]),
    (0.8, [0, 1, 2]),
    (1, [0, 1, 2, 4]),
]


def kept(row, mass):
    weights = np.array([row], dtype=np.float32)
    return np.flatnonzero(strongest(weights, mass=mass)[0]).tolist()


def test_the_heaviest_come_first():
    for row, mass, expected in (
        *(([0.25, 0.125, 0.5, 0, 0.125], *found) for found in BY_MASS),
        ([0.25] * 4, 0.5, [0, 1]),  # of equal weights the first
        ([0.1, 0.2, 0.4, 0.2, 0.1], 0.6, [1, 2]),
        ([0.5, 0.4, 0.1], 0.9, [0, 1]),  # decimal weights reach their decimal sum
        ([0.7, 0.2, 0.1], 0.7, [0]),
        ([0.1] * 10, 0.3, [0, 1, 2]),
        ([0.1, 0.3], 0.75, [1]),  # the sum of the row counts, not 1
        ([1, 3], 0.75, [1]),
        ([1, 0, 1e-30], 1, [0, 2]),  # the smallest weight
        ([0.5, np.nan, 0.5, -1], 0.9, [0, 2]),  # no number is none
        ([0.5, np.nan, 0.5, -1], 1, [0, 2]),
    ):
        assert kept(row, mass) == expected


def test_nothing_is_kept_of_nothing():
    rows = np.array([[0, 0, 0], [0, 1, 0]], dtype=np.float32)
    for mass in (0, 0.5, 1):
        assert strongest(rows, mass=mass).tolist() == [[False] * 3, [False, mass > 0, False]]
        for shape in ((0, 4), (0, 0), (3, 0), (2, 0, 5)):
            assert strongest(np.zeros(shape, np.float32), mass=mass).shape == shape
    for mass in (-0.1, 1.01, float("nan")):
        with pytest.raises(ValueError, match=rf"mass \({mass}\) must be from 0 to 1"):
            strongest(np.ones((2, 2), np.float32), mass=mass)


@given(parts=counts, mass=shares)
def test_no_smaller_set_of_keys_reaches_the_mass(parts, mass):
    keys = kept([part / PARTS for part in parts], mass)
    goal = mass * sum(parts)
    assert sum(parts[key] for key in keys) >= goal
    assert all(parts[key] > 0 for key in keys)
    if mass < 1:
        fewer = combinations(parts, max(len(keys) - 1, 0))
        assert not keys or all(sum(chosen) < goal for chosen in fewer)
        order = sorted(range(len(parts)), key=lambda key: (-parts[key], key))
        assert sorted(order[: len(keys)]) == keys  # so that more mass keeps these as well


@given(seed=st.integers(0, 2**32 - 1), mass=st.floats(0.01, 0.99))
def test_every_row_of_every_head_is_on_its_own(seed, mass):
    weights = np.random.default_rng(seed).dirichlet([0.3] * 6, size=(2, 3, 4)).astype(np.float32)
    weights.setflags(write=False)
    together = strongest(weights, mass=mass)
    assert not (together.flags.writeable or strongest(weights, mass=1).flags.writeable)
    assert together.shape == weights.shape
    for place in np.ndindex(2, 3, 4):
        assert np.flatnonzero(together[place]).tolist() == kept(weights[place], mass)
        reached = weights[place][together[place]].sum(dtype=np.float64)
        assert reached >= mass * weights[place].sum(dtype=np.float64) - 1e-5
