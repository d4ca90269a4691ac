"""Feed-forward, residual connections and whole layers against plain formulas."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from model.config import Activation, Norm
from model.network.dropout import Dropout
from model.network.layers import DecoderLayer, EncoderLayer, FeedForward, Residual
from model.network.masks import causal_mask
from tests.model.builders import config


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
