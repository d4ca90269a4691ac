"""Heads taken together, against networks of one-hot vectors that mix just as rollout assumes."""

from pathlib import Path

import numpy as np
import pytest

from model.traces.aggregation import (
    decoder_rollout,
    encoder_rollout,
    formula,
    max_over_heads,
    mean_over_heads,
)
from model.traces.trace import KINDS

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


# ---------------------------------------------------------------------------- mean, maximum


@pytest.mark.parametrize("heads", [(0,), (2, 0), range(HEADS)])
def test_mean_and_maximum_are_of_the_chosen_heads(encoder, heads):
    middle, largest = mean_over_heads(encoder, heads), max_over_heads(encoder, heads)
    for layer, row, key in np.ndindex(LAYERS, SOURCE, SOURCE):
        chosen = [float(encoder[layer, head, row, key]) for head in heads]
        assert middle[layer, row, key] == pytest.approx(sum(chosen) / len(chosen))
        assert largest[layer, row, key] == pytest.approx(max(chosen))


def test_rows_of_a_mean_sum_to_1_and_those_of_a_maximum_to_more(encoder):
    np.testing.assert_allclose(mean_over_heads(encoder, (1, 3)).sum(axis=-1), 1, rtol=1e-5)
    assert (max_over_heads(encoder, (1, 3)).sum(axis=-1) > 1.01).all()


@pytest.mark.parametrize("combine", [mean_over_heads, max_over_heads])
def test_no_head_is_refused(encoder, combine):
    with pytest.raises(ValueError, match="no head is chosen"):
        combine(encoder, ())


@pytest.mark.parametrize("combine", [mean_over_heads, max_over_heads])
def test_the_weights_stay_as_they_are(encoder, combine):
    before = encoder.copy()
    combined = combine(encoder, (0, 1))
    np.testing.assert_array_equal(encoder, before)
    assert combined.dtype == np.float32
    assert not combined.flags.writeable


@pytest.mark.parametrize("combine", [mean_over_heads, max_over_heads])
def test_before_the_first_row_there_is_nothing(combine):
    nothing = np.zeros((LAYERS, HEADS, 0, SOURCE), np.float32)
    assert combine(nothing, (0, 1)).shape == (LAYERS, 0, SOURCE)


# ----------------------------------------------------------------------------------- rollout


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
    """States after each layer."""
    states, layers = [{("source", token): 1.0} for token in range(weights.shape[2])], []
    for heads in weights:
        states = sublayer(states, states, heads)
        layers.append(states)
    return layers


def decoder_states(weights, cross, memory):
    """States after each layer."""
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


def test_rows_of_a_rollout_sum_to_1(encoder, decoder, cross):
    rollout = encoder_rollout(encoder)
    np.testing.assert_allclose(rollout.sum(axis=-1), 1, rtol=1e-5)
    both = np.concatenate(decoder_rollout(decoder, cross, memory=rollout[-1]), axis=-1)
    np.testing.assert_allclose(both.sum(axis=-1), 1, rtol=1e-5)
    assert (both >= 0).all()


@pytest.mark.parametrize("rows", range(TARGET))
def test_what_is_decoded_later_changes_no_earlier_row(encoder, decoder, cross, rows):
    memory = encoder_rollout(encoder)[-1]
    target, source = decoder_rollout(decoder, cross, memory=memory)
    earlier, read = decoder_rollout(decoder[:, :, :rows, :rows], cross[:, :, :rows], memory=memory)
    np.testing.assert_allclose(target[:, :rows, :rows], earlier, rtol=1e-5)
    np.testing.assert_allclose(source[:, :rows], read, rtol=1e-5)
    assert not target[:, :rows, rows:].any()


def test_rollouts_cannot_be_changed(encoder, decoder, cross):
    rollout = encoder_rollout(encoder)
    both = decoder_rollout(decoder, cross, memory=rollout[-1])
    assert not any(shares.flags.writeable for shares in (rollout, *both))
    assert {shares.dtype for shares in (rollout, *both)} == {np.dtype(np.float32)}


def test_two_decoders_of_unequal_depth_are_refused(decoder, cross):
    with pytest.raises(ValueError, match="shorter"):
        decoder_rollout(decoder, cross[:2], memory=np.eye(SOURCE, dtype=np.float32))


# ----------------------------------------------------------------------------------- formula


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
