"""Feed-forward, residual connections and whole layers against plain formulas."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from model.config import Activation, Norm, Positions
from model.network.attention import Dropout, causal_mask
from model.network.layers import (
    DecoderLayer,
    EncoderLayer,
    FeedForward,
    LearnedPositions,
    PositionTable,
    RelativePositions,
    Residual,
    position_table,
    sinusoidal_table,
)
from tests.model.builders import config
from tests.model.numpy_reference import bucket

# --------------------------------------------------------------------------------- test positional
# Positional encodings.


@pytest.mark.parametrize(("length", "d_model"), [(1, 2), (50, 8), (128, 512), (20, 7), (9, 1)])
def test_the_sinusoidal_table_follows_the_papers_formula(length: int, d_model: int):
    expected = np.empty((length, d_model))
    for position, column in np.ndindex(length, d_model):
        angle = position / 10_000 ** ((column - column % 2) / d_model)
        expected[position, column] = np.cos(angle) if column % 2 else np.sin(angle)
    np.testing.assert_allclose(sinusoidal_table(length, d_model).numpy(), expected, atol=1e-7)


def test_late_positions_are_as_exact_as_early_ones():
    table = sinusoidal_table(20_001, 4).numpy()
    np.testing.assert_allclose(table[-1, :2], [np.sin(20_000), np.cos(20_000)], atol=1e-7)


def test_a_shift_is_a_rotation_of_each_pair():
    table = sinusoidal_table(40, 16).double()
    pairs = table.view(40, 8, 2)
    dot = (pairs[7] * pairs[0]).sum(-1)
    for start in (1, 12, 30):
        assert torch.allclose((pairs[start + 7] * pairs[start]).sum(-1), dot, atol=1e-6)


@pytest.mark.parametrize("kind", ["sinusoidal", "relative", "none"])
def test_what_is_computed_is_neither_trained_nor_stored(kind: Positions):
    positions = position_table(config(positions=kind))
    assert not list(positions.parameters())
    assert not positions.state_dict()


def test_learned_positions_are_trained_and_stored():
    positions = LearnedPositions(10, 4)
    positions(2, 3).sum().backward()
    assert positions.table.grad is not None
    assert positions.table.grad.sum(dim=1).tolist() == [0, 0, 4, 4, 4, 0, 0, 0, 0, 0]
    assert positions.state_dict()["table"].shape == (10, 4)


def test_given_positions_are_stored_but_not_trained():
    positions = position_table(config(positions="given"))
    assert not list(positions.parameters())
    assert positions.state_dict()["table"].shape == (32, 32)


KINDS: list[Positions] = ["sinusoidal", "learned", "given", "relative", "none"]


def ten_positions(kind: Positions) -> PositionTable:
    return position_table(config(positions=kind, max_len=10, d_model=4))


@pytest.mark.parametrize("kind", KINDS)
def test_positions_begin_where_they_are_asked_to(kind: Positions):
    positions = ten_positions(kind)
    assert torch.equal(positions(3, 2), positions.table[3:5])


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_position_of_the_table_is_there(kind: Positions):
    positions = ten_positions(kind)
    assert torch.equal(positions(8, 2), positions.table[8:])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("start", "length"), [(0, 11), (10, 1), (8, 3)])
def test_a_position_beyond_the_table_is_an_error_with_the_numbers(
    kind: Positions, start: int, length: int
):
    with pytest.raises(ValueError, match=rf"{length} positions from {start} .* table of 10"):
        ten_positions(kind)(start, length)


@pytest.mark.parametrize(("length", "d_model"), [(9, 8), (40, 64), (5, 7)])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("offset", [0, 2])
def test_sines_before_cosines_have_the_same_angles(
    length: int, d_model: int, closed: bool, offset: int
):
    pairs = (d_model + 1) // 2
    expected = np.empty((length, d_model))
    for row, column in np.ndindex(length, d_model):
        power = 2 * (column % pairs) / (d_model - 2 if closed else d_model)
        angle = (row + offset) / 10_000**power
        expected[row, column] = np.sin(angle) if column < pairs else np.cos(angle)
    table = sinusoidal_table(length, d_model, layout="halves", closed=closed, offset=offset)
    np.testing.assert_allclose(table.numpy(), expected, atol=1e-7)


def test_the_last_wavelength_of_closed_sinusoids_is_that_of_the_base():
    table = sinusoidal_table(10_001, 8, layout="halves", closed=True)
    np.testing.assert_allclose(table[10_000, 3].numpy(), np.sin(1.0), atol=1e-6)


def test_closed_sinusoids_of_a_single_pair_have_the_wavelength_of_a_circle():
    table = sinusoidal_table(50, 2, closed=True)
    circle = np.arange(50)[:, None]
    np.testing.assert_allclose(
        table.numpy(), np.hstack([np.sin(circle), np.cos(circle)]), atol=1e-7
    )


def test_a_model_adds_the_sinusoids_that_its_config_tells():
    architecture = config(sinusoids="halves", closed_sinusoids=True, position_offset=2, d_model=8)
    angles = np.arange(2, 34)[:, None] / 10_000 ** (np.arange(4) / 3)
    expected = np.hstack([np.sin(angles), np.cos(angles)])
    np.testing.assert_allclose(position_table(architecture).table.numpy(), expected, atol=1e-6)


def test_learned_positions_begin_as_small_as_embeddings():
    torch.manual_seed(0)
    table = position_table(config(positions="learned", max_len=2000)).table
    assert abs(table.mean().item()) < 1e-3
    assert table.std().item() == pytest.approx(0.02, rel=0.03)


def test_relative_positions_begin_with_the_deviation_of_one_over_the_root_of_the_width():
    torch.manual_seed(0)
    architecture = config(
        positions="relative", relative_buckets=2000, relative_distance=4000, d_model=16, n_heads=4
    )
    table = RelativePositions(architecture, causal=True).table
    assert abs(table.mean().item()) < 0.02
    assert table.std().item() == pytest.approx(1 / 4, rel=0.05)


def test_relative_positions_are_where_their_table_is():
    positions = RelativePositions(config(positions="relative"), causal=False).to("meta")
    assert positions(3, 2, 5).device.type == "meta"


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(("count", "distance"), [(32, 128), (8, 20), (7, 20)])
def test_relative_positions_share_a_bias_the_further_they_are(
    count: int, distance: int, causal: bool
):
    architecture = config(
        positions="relative", relative_buckets=count, relative_distance=distance, n_heads=2
    )
    positions = RelativePositions(architecture, causal=causal)
    biases = positions(3, 5, 200)
    assert biases.shape == (1, 2, 5, 200)
    for query, key in np.ndindex(5, 200):
        row = bucket(key - (query + 3), count, distance, causal=causal)
        assert torch.equal(biases[0, :, query, key], positions.table[row])


# ------------------------------------------------------------------------------------- test layers


def random(*shape: int, seed: int = 0) -> Tensor:
    """Normal numbers from a seed."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def layer_norm(x: np.ndarray) -> np.ndarray:
    """Over the last axis, with gain 1 and bias 0."""
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)


def relu(x: float) -> float:
    return max(0.0, x)


def gelu(x: float) -> float:
    return x * (1 + math.erf(x / math.sqrt(2))) / 2


@pytest.mark.parametrize(("activation", "formula"), [("relu", relu), ("gelu", gelu)])
def test_feed_forward_follows_equation_2(activation: Activation, formula):
    torch.manual_seed(0)
    module = FeedForward(config(activation=activation)).eval()
    x = random(2, 3, 32)
    hidden = x.numpy() @ module.w_1.weight.detach().numpy().T + module.w_1.bias.detach().numpy()
    active = np.vectorize(formula)(hidden)
    expected = active @ module.w_2.weight.detach().numpy().T + module.w_2.bias.detach().numpy()
    np.testing.assert_allclose(module(x).detach().numpy(), expected, atol=1e-5)


def test_feed_forward_sees_each_position_alone():
    module = FeedForward(config()).eval()
    x = random(1, 4, 32)
    torch.testing.assert_close(module(x)[:, 1:2], module(x[:, 1:2]))


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_residual_connection_normalises_in_its_own_place(norm: Norm):
    residual = Residual(config(norm=norm)).eval()
    x, output = random(1, 3, 32, seed=1), random(1, 3, 32, seed=2)
    entered = residual.enter(x).detach().numpy()
    left = residual.leave(x, output).detach().numpy()
    if norm == "post":
        np.testing.assert_array_equal(entered, x.numpy())
        np.testing.assert_allclose(left, layer_norm((x + output).numpy()), atol=1e-5)
    else:
        np.testing.assert_allclose(entered, layer_norm(x.numpy()), atol=1e-5)
        np.testing.assert_array_equal(left, (x + output).numpy())


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_layers_have_trained_norms_that_are_the_same_in_every_call(norm: Norm):
    layer = EncoderLayer(config(norm=norm)).eval()
    x, mask = random(1, 4, 32), torch.ones(1, 1, 1, 4, dtype=torch.bool)
    first, _ = layer(x, mask)
    with torch.no_grad():
        layer.feed_forward_residual.norm.weight.mul_(3)
    second, _ = layer(x, mask)
    assert not torch.allclose(first, second)
    assert len([name for name, _ in layer.named_parameters() if ".norm." in name]) == 4


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_an_encoder_layer_returns_its_weights_only_when_asked(norm: Norm):
    layer = EncoderLayer(config(norm=norm)).eval()
    x, mask = random(2, 5, 32), torch.ones(2, 1, 1, 5, dtype=torch.bool)
    plain, nothing = layer(x, mask)
    recorded, weights = layer(x, mask, record=True)
    assert nothing is None
    assert weights.shape == (2, 4, 5, 5)
    torch.testing.assert_close(plain, recorded, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_decoder_layer_after_a_past_equals_one_over_everything(norm: Norm):
    torch.manual_seed(0)
    layer = DecoderLayer(config(norm=norm)).eval()
    x, memory = random(2, 6, 32, seed=1), layer.cross.keys_values(random(2, 7, 32, seed=2))
    src_mask = torch.ones(2, 1, 1, 7, dtype=torch.bool)
    whole = layer(x, memory, tgt_mask=causal_mask(6), src_mask=src_mask, record=True)
    first = layer(x[:, :4], memory, tgt_mask=causal_mask(4), src_mask=src_mask)
    rest_mask = causal_mask(6)[:, :, 4:]
    rest = layer(
        x[:, 4:], memory, tgt_mask=rest_mask, src_mask=src_mask, past=first.past, record=True
    )
    torch.testing.assert_close(rest.x, whole.x[:, 4:], atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(rest.self_weights, whole.self_weights[:, :, 4:])
    torch.testing.assert_close(rest.cross_weights, whole.cross_weights[:, :, 4:])
    torch.testing.assert_close(rest.past.k, whole.past.k)
    torch.testing.assert_close(rest.past.v, whole.past.v)


def test_a_decoder_layer_has_one_more_attention_than_an_encoder_layer():
    encoder, decoder = EncoderLayer(config()), DecoderLayer(config())
    attention = sum(parameter.numel() for parameter in encoder.attention.parameters())
    norm = 2 * 32
    assert sum(p.numel() for p in decoder.parameters()) == attention + norm + sum(
        p.numel() for p in encoder.parameters()
    )


def test_in_training_every_sublayer_drops_and_in_eval_none_does():
    layer = DecoderLayer(config(dropout=0.5))
    x, mask = random(1, 4, 32), torch.ones(1, 1, 1, 4, dtype=torch.bool)
    drops = {name for name, module in layer.named_modules() if isinstance(module, Dropout)}
    assert drops == {
        "attention.dropout",
        "attention_residual.dropout",
        "cross.dropout",
        "cross_residual.dropout",
        "feed_forward.dropout",
        "feed_forward_residual.dropout",
    }
    memory = layer.cross.keys_values(x)
    once, twice = (layer(x, memory, tgt_mask=mask, src_mask=mask).x for _ in range(2))
    assert not torch.equal(once, twice)
    layer.eval()
    once, twice = (layer(x, memory, tgt_mask=mask, src_mask=mask).x for _ in range(2))
    assert torch.equal(once, twice)


def test_no_mask_is_the_same_as_one_that_allows_everything():
    layer = DecoderLayer(config()).eval()
    x, memory = random(1, 4, 32, seed=1), layer.cross.keys_values(random(1, 5, 32, seed=2))
    everything = torch.ones(1, 1, 1, 1, dtype=torch.bool)
    masked = layer(x, memory, tgt_mask=everything, src_mask=everything, record=True)
    free = layer(x, memory, tgt_mask=None, src_mask=None, record=True)
    assert torch.equal(masked.x, free.x)
    assert torch.equal(masked.cross_weights, free.cross_weights)
