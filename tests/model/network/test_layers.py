"""Positions and layers against plain formulas; whole networks are in test_architectures."""

import numpy as np
import pytest
import torch
from torch import Tensor

from model.config import Norm
from model.network import layers
from model.network.attention import Dropout
from tests.model.builders import config
from tests.model.numpy_reference import bucket


@pytest.mark.parametrize(("length", "d_model"), [(1, 2), (50, 8), (128, 512), (20, 7), (9, 1)])
def test_the_sinusoidal_table_follows_the_papers_formula(length: int, d_model: int):
    expected = np.empty((length, d_model))
    for position, column in np.ndindex(length, d_model):
        angle = position / 10_000 ** ((column - column % 2) / d_model)
        expected[position, column] = np.cos(angle) if column % 2 else np.sin(angle)
    np.testing.assert_allclose(
        layers.sinusoidal_table(length, d_model).numpy(), expected, atol=1e-7
    )
    late = layers.sinusoidal_table(20_001, 4)[-1, :2].numpy()  # as exact as early ones
    np.testing.assert_allclose(late, [np.sin(20_000), np.cos(20_000)], atol=1e-7)


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
    table = layers.sinusoidal_table(length, d_model, layout="halves", closed=closed, offset=offset)
    np.testing.assert_allclose(table.numpy(), expected, atol=1e-7)
    circle = np.arange(50)[:, None]  # the wavelength of a single pair
    expected = np.hstack([np.sin(circle), np.cos(circle)])
    np.testing.assert_allclose(
        layers.sinusoidal_table(50, 2, closed=True).numpy(), expected, atol=1e-7
    )


def test_only_given_and_learned_positions_are_stored_and_only_the_latter_are_trained():
    for kind in ("sinusoidal", "relative", "none", "given", "learned"):
        positions = layers.position_table(config(positions=kind))
        assert bool(list(positions.parameters())) == (kind == "learned")
        stored = {name: value.shape for name, value in positions.state_dict().items()}
        assert stored == ({"table": (32, 32)} if kind in {"given", "learned"} else {})
    learned = layers.LearnedPositions(10, 4)
    learned(2, 3).sum().backward()
    assert learned.table.grad is not None
    assert learned.table.grad.sum(dim=1).tolist() == [0, 0, 4, 4, 4, 0, 0, 0, 0, 0]


def test_positions_begin_where_they_are_asked_to_and_end_with_the_table():
    for kind in ("sinusoidal", "learned", "given", "relative", "none"):
        positions = layers.position_table(config(positions=kind, max_len=10, d_model=4))
        for start in (3, 8):
            assert torch.equal(positions(start, 2), positions.table[start : start + 2])
        for start, length in ((0, 11), (10, 1), (8, 3)):
            message = rf"{length} positions from {start} .* table of 10"
            with pytest.raises(ValueError, match=message):
                positions(start, length)


def test_positions_begin_small():
    torch.manual_seed(0)
    table = layers.position_table(config(positions="learned", max_len=2000)).table
    assert abs(table.mean().item()) < 1e-3
    assert table.std().item() == pytest.approx(0.02, rel=0.03)
    architecture = config(
        positions="relative", relative_buckets=2000, relative_distance=4000, d_model=16, n_heads=4
    )
    table = layers.RelativePositions(architecture, causal=True).table
    assert abs(table.mean().item()) < 0.02
    assert table.std().item() == pytest.approx(1 / 4, rel=0.05)  # 1 / √d_model


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(("count", "distance"), [(32, 128), (8, 20), (7, 20)])
def test_relative_positions_share_a_bias_the_further_they_are(
    count: int, distance: int, causal: bool
):
    architecture = config(
        positions="relative", relative_buckets=count, relative_distance=distance, n_heads=2
    )
    positions = layers.RelativePositions(architecture, causal=causal)
    biases = positions(3, 5, 200)
    assert biases.shape == (1, 2, 5, 200)
    for query, key in np.ndindex(5, 200):
        row = bucket(key - (query + 3), count, distance, causal=causal)
        assert torch.equal(biases[0, :, query, key], positions.table[row])
    assert positions.to("meta")(3, 2, 5).device.type == "meta"


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def layer_norm(x: np.ndarray) -> np.ndarray:
    """Over the last axis, with gain 1 and bias 0."""
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)


def test_a_residual_connection_normalises_in_its_own_place():
    x, output = random(1, 3, 32, seed=1), random(1, 3, 32, seed=2)
    post, pre = (layers.Residual(config(norm=norm)).eval() for norm in ("post", "pre"))
    assert torch.equal(post.enter(x), x)
    left = post.leave(x, output).detach().numpy()
    np.testing.assert_allclose(left, layer_norm((x + output).numpy()), atol=1e-5)
    np.testing.assert_allclose(pre.enter(x).detach().numpy(), layer_norm(x.numpy()), atol=1e-5)
    assert torch.equal(pre.leave(x, output), x + output)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_layers_have_trained_norms_that_are_the_same_in_every_call(norm: Norm):
    layer = layers.EncoderLayer(config(norm=norm)).eval()
    x, mask = random(1, 4, 32), torch.ones(1, 1, 1, 4, dtype=torch.bool)
    first, _ = layer(x, mask)
    with torch.no_grad():
        layer.feed_forward_residual.norm.weight.mul_(3)
    second, _ = layer(x, mask)
    assert not torch.allclose(first, second)
    assert len([name for name, _ in layer.named_parameters() if ".norm." in name]) == 4


def test_in_training_every_sublayer_drops_and_in_eval_none_does():
    layer = layers.DecoderLayer(config(dropout=0.5))
    x, mask = random(1, 4, 32), torch.ones(1, 1, 1, 4, dtype=torch.bool)
    drops = {name for name, module in layer.named_modules() if isinstance(module, Dropout)}
    ends = (".dropout", "_residual.dropout")
    assert drops == {name + end for name in ("attention", "cross", "feed_forward") for end in ends}
    memory = layer.cross.keys_values(x)
    for training in (True, False):
        layer.train(training)
        once, twice = (layer(x, memory, tgt_mask=mask, src_mask=mask).x for _ in range(2))
        assert torch.equal(once, twice) != training


def test_no_mask_is_the_same_as_one_that_allows_everything():
    layer = layers.DecoderLayer(config()).eval()
    x, memory = random(1, 4, 32, seed=1), layer.cross.keys_values(random(1, 5, 32, seed=2))
    everything = torch.ones(1, 1, 1, 1, dtype=torch.bool)
    masked = layer(x, memory, tgt_mask=everything, src_mask=everything, record=True)
    free = layer(x, memory, tgt_mask=None, src_mask=None, record=True)
    assert torch.equal(masked.x, free.x)
    assert torch.equal(masked.cross_weights, free.cross_weights)
