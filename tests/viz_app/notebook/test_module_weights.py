"""The weights are those of the module's own pass, and nothing of the module is changed."""

import random

import numpy as np
import pytest
import torch
from torch import nn

from headlight import UserError
from tests.viz_app.notebook.modules import OwnLayers, Reader, Translator, expected
from viz_app.notebook.watched_run import recorded_weights

SRC, TGT = torch.tensor([[3, 4, 5, 6]]), torch.tensor([[1, 7, 8]])

pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")


@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("norm_first", [True, False])
def test_all_kinds_of_a_transformer(batch_first, norm_first):
    torch.manual_seed(0)
    module = Translator(batch_first=batch_first, norm_first=norm_first)
    src, tgt = (SRC, TGT) if batch_first else (SRC.T, TGT.T)
    weights = recorded_weights(module, lambda: module(src, tgt))
    assert {kind: array.shape for kind, array in weights.items()} == {
        "encoder": (2, 4, 4, 4),
        "decoder": (2, 4, 3, 3),
        "cross": (2, 4, 3, 4),
    }
    for kind, array in weights.items():
        np.testing.assert_allclose(array.sum(-1), 1, atol=1e-5, err_msg=kind)
    assert not weights["decoder"][:, :, ~np.tri(3, dtype=bool)].any()


def test_weights_are_those_of_the_projections():
    torch.manual_seed(1)
    module = Translator().eval()
    weights = recorded_weights(module, lambda: module(SRC, TGT))
    x = module.embedded(SRC)[0]
    with torch.no_grad():
        first = expected(module.transformer.encoder.layers[0].self_attn, x, x)
        y = module.embedded(TGT)[0]
        mask = nn.Transformer.generate_square_subsequent_mask(3)
        decoder = expected(module.transformer.decoder.layers[0].self_attn, y, y, mask)
    np.testing.assert_allclose(weights["encoder"][0], first, atol=1e-6)
    np.testing.assert_allclose(weights["decoder"][0], decoder, atol=1e-6)


def test_an_encoder_alone_leaves_its_fused_path():
    module = Reader().eval()
    weights = recorded_weights(module, lambda: module(SRC))
    assert {kind: array.shape for kind, array in weights.items()} == {"encoder": (3, 4, 4, 4)}
    x = module.embed(SRC)[0]
    with torch.no_grad():
        first = expected(module.encoder.layers[0].self_attn, x, x)
    np.testing.assert_allclose(weights["encoder"][0], first, atol=1e-6)


def test_a_padding_mask_makes_no_nested_tensors_meanwhile():
    module = Reader().eval()
    padding = torch.tensor([[False, False, False, True]])
    weights = recorded_weights(
        module, lambda: module.encoder(module.embed(SRC), src_key_padding_mask=padding)
    )
    assert not weights["encoder"][..., 3].any()


def test_alone_and_causal_it_is_a_decoder():
    module = Reader(causal=True)
    assert list(recorded_weights(module, lambda: module(SRC))) == ["decoder"]


def test_own_layers_get_the_weights_that_they_asked_for():
    module = OwnLayers()
    weights = recorded_weights(module, lambda: module(SRC, TGT))
    assert {kind: array.shape for kind, array in weights.items()} == {
        "decoder": (1, 2, 3, 3),
        "cross": (1, 2, 3, 4),
    }
    np.testing.assert_allclose(module.used[0], weights["cross"][0].mean(0), atol=1e-6)


def test_unbatched_tensors_are_one_sentence():
    attention = nn.MultiheadAttention(16, 2)
    x = torch.randn(5, 16)
    weights = recorded_weights(attention, lambda: attention(x, x, x, need_weights=False))
    assert weights["encoder"].shape == (1, 2, 5, 5)


# ------------------------------------------------------------------------- what stays as it was


class Restless(Reader):
    """Draws random numbers in every pass, and counts passes in a buffer."""

    def __init__(self):
        super().__init__()
        self.register_buffer("passes", torch.zeros(()))

    def forward(self, ids):
        self.passes += 1
        random.random(), np.random.random(), torch.rand(3)
        return super().forward(ids)


def test_nothing_of_the_module_or_its_surroundings_changes():
    module = Restless()
    module.encoder.layers[1].eval()
    module(SRC).sum().backward()
    modes = {name: part.training for name, part in module.named_modules()}
    values = {name: value.clone() for name, value in module.state_dict().items()}
    gradients = [value.grad.clone() for value in module.parameters()]
    fused = torch.backends.mha.get_fastpath_enabled()
    states = random.getstate(), np.random.get_state()[1].copy(), torch.get_rng_state()
    recorded_weights(module, lambda: module(SRC))
    assert {name: part.training for name, part in module.named_modules()} == modes
    assert all(torch.equal(value, values[name]) for name, value in module.state_dict().items())
    grads = [value.grad for value in module.parameters()]
    assert all(torch.equal(now, then) for now, then in zip(grads, gradients, strict=True))
    assert not any(part._forward_hooks or part._forward_pre_hooks for part in module.modules())
    assert torch.backends.mha.get_fastpath_enabled() == fused
    assert torch.is_grad_enabled()
    now = random.getstate(), np.random.get_state()[1], torch.get_rng_state()
    assert now[0] == states[0]
    assert np.array_equal(now[1], states[1])
    assert torch.equal(now[2], states[2])


def test_it_is_put_back_after_an_error_too():
    module = Reader()
    fused = torch.backends.mha.get_fastpath_enabled()
    with pytest.raises(IndexError):
        recorded_weights(module, lambda: module(torch.tensor([[99]])))
    assert module.training
    assert torch.backends.mha.get_fastpath_enabled() == fused
    assert not any(part._forward_hooks or part._forward_pre_hooks for part in module.modules())


def test_between_a_pass_and_its_gradients_it_disturbs_nothing():
    torch.manual_seed(0)
    module = Restless()
    loss = module(SRC).sum()
    recorded_weights(module, lambda: module(SRC))
    loss.backward()
    assert all(value.grad is not None for value in module.parameters())


# ---------------------------------------------------------------------------------- errors


class Uneven(nn.Module):
    """Two layers that have different numbers of heads."""

    def __init__(self):
        super().__init__()
        self.one, self.two = nn.MultiheadAttention(16, 2), nn.MultiheadAttention(16, 4)

    def forward(self, x):
        return self.two(*[self.one(x, x, x)[0]] * 3)


def test_what_cannot_be_recorded_is_one_sentence():
    linear, reader, uneven, x = nn.Linear(2, 2), Reader(), Uneven(), torch.randn(3, 16)
    tries = {
        "Linear has no torch.nn.MultiheadAttention": (linear, lambda: None),
        "Reader called none of its attention modules": (reader, lambda: None),
        "not a batch of 2": (reader, lambda: reader(SRC.expand(2, 4))),
        r"has \[2, 3, 3\], \[4, 3, 3\] as": (uneven, lambda: uneven(x)),
    }
    for said, (module, call) in tries.items():
        with pytest.raises(UserError, match=said):
            recorded_weights(module, call)
