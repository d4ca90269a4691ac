"""Attention against numpy and against torch's own module."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from model.network.attention import (
    KeyValue,
    MultiHeadAttention,
    attention_scores,
    masked_softmax,
    scaled_dot_product_attention,
)

D_MODEL, N_HEADS = 24, 3


def random(*shape: int, seed: int = 0) -> Tensor:
    """Normal numbers from a seed."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def random_mask(*shape: int, seed: int = 0) -> Tensor:
    """Random bools; every row may attend to its first key."""
    mask = random(*shape, seed=seed) > 0
    mask[..., 0] = True
    return mask


def attention_module(*, dropout: float = 0.0) -> MultiHeadAttention:
    """A module with random weights and biases, in eval mode."""
    torch.manual_seed(0)
    module = MultiHeadAttention(d_model=D_MODEL, n_heads=N_HEADS, dropout=dropout)
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.2)
    return module.eval()


def torch_twin(module: MultiHeadAttention) -> nn.MultiheadAttention:
    """Torch's module with the same weights."""
    twin = nn.MultiheadAttention(D_MODEL, N_HEADS, batch_first=True)
    parts = (module.w_q, module.w_k, module.w_v)
    with torch.no_grad():
        twin.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        twin.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
        twin.out_proj.weight.copy_(module.w_o.weight)
        twin.out_proj.bias.copy_(module.w_o.bias)
    return twin


def test_attention_follows_equation_1():
    q, k, v = random(2, 5, 4, seed=1), random(2, 6, 4, seed=2), random(2, 6, 3, seed=3)
    context, weights = scaled_dot_product_attention(q, k, v)
    scores = np.einsum("bqd,bkd->bqk", q.numpy(), k.numpy()) / np.sqrt(4)
    expected = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(weights.numpy(), expected, atol=1e-6)
    np.testing.assert_allclose(context.numpy(), expected @ v.numpy(), atol=1e-6)


def test_rows_sum_to_one_over_the_allowed_keys_and_masked_keys_are_exactly_zero():
    q, k, v = random(2, 3, 7, 8, seed=1), random(2, 3, 9, 8, seed=2), random(2, 3, 9, 8, seed=3)
    mask = random_mask(2, 1, 7, 9)
    _, weights = scaled_dot_product_attention(5 * q, 5 * k, v, mask)
    np.testing.assert_allclose(weights.sum(dim=-1).numpy(), 1, atol=1e-5)
    assert (weights.masked_select(~mask) == 0).all()


@pytest.mark.parametrize("bias", [None, 0.5])
@pytest.mark.parametrize("scaled", [True, False])
def test_scores_are_divided_before_a_bias_is_added(bias: float | None, scaled: bool):
    q, k = random(2, 5, 4, seed=1), random(2, 6, 4, seed=2)
    added = None if bias is None else bias * random(2, 5, 6, seed=3)
    expected = np.einsum("bqd,bkd->bqk", q.numpy(), k.numpy()) / (2 if scaled else 1)
    if added is not None:
        expected = expected + added.numpy()
    scores = attention_scores(q, k, bias=added, scaled=scaled)
    np.testing.assert_allclose(scores.numpy(), expected, atol=1e-6)


@pytest.mark.parametrize(("dtype", "bits"), [(torch.float16, 11), (torch.bfloat16, 8)], ids=str)
def test_weights_of_16_bit_scores_are_rounded_once(dtype: torch.dtype, bits: int):
    scores = (4 * random(3, 7, 60)).to(dtype)
    weights = masked_softmax(scores, None)
    assert weights.dtype == dtype
    exact = np.exp(scores.double().numpy())
    exact /= exact.sum(-1, keepdims=True)
    np.testing.assert_allclose(weights.double().numpy(), exact, rtol=1.001 * 2**-bits, atol=1e-7)


def test_a_masked_key_changes_nothing():
    q, k, v = random(1, 4, 8, seed=1), random(1, 5, 8, seed=2), random(1, 5, 8, seed=3)
    mask = torch.tensor([True, True, False, True, False])
    before, _ = scaled_dot_product_attention(q, k, v, mask)
    k[:, [2, 4]] = 1e6
    v[:, [2, 4]] = -1e6
    after, _ = scaled_dot_product_attention(q, k, v, mask)
    assert torch.equal(before, after)


def test_huge_scores_stay_finite():
    q = k = torch.full((1, 3, 4), 1e15)
    _, weights = scaled_dot_product_attention(q, k, random(1, 3, 4))
    np.testing.assert_allclose(weights.numpy(), 1 / 3, atol=1e-6)


@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention_equals_torch_and_keeps_heads_apart(masked: bool):
    module = attention_module()
    x, memory = random(2, 5, D_MODEL, seed=1), random(2, 7, D_MODEL, seed=2)
    mask = random_mask(2, 1, 5, 7) if masked else None
    output, weights = module(x, module.keys_values(memory), mask, record=True)
    forbidden = None if mask is None else (~mask).expand(2, N_HEADS, 5, 7).flatten(0, 1)
    expected, expected_weights = torch_twin(module)(
        x, memory, memory, attn_mask=forbidden, average_attn_weights=False
    )
    assert weights.shape == (2, N_HEADS, 5, 7)
    torch.testing.assert_close(output, expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(weights, expected_weights, atol=1e-5, rtol=0)


@pytest.mark.parametrize("masked", [False, True])
def test_the_fused_path_equals_the_recorded_one(masked: bool):
    module = attention_module()
    x, memory = random(2, 5, D_MODEL, seed=1), random(2, 7, D_MODEL, seed=2)
    mask = random_mask(2, 1, 5, 7) if masked else None
    kv = module.keys_values(memory)
    fused, nothing = module(x, kv, mask)
    recorded, _ = module(x, kv, mask, record=True)
    assert nothing is None
    torch.testing.assert_close(fused, recorded, atol=1e-6, rtol=0)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
def test_heads_of_any_width_with_a_bias_and_without_scaling_follow_the_formula(
    masked: bool, scaled: bool, record: bool
):
    torch.manual_seed(0)
    module = MultiHeadAttention(
        d_model=D_MODEL, n_heads=N_HEADS, dropout=0.0, d_k=5, scaled=scaled, biases=False
    ).eval()
    x, memory = random(2, 4, D_MODEL, seed=1), random(2, 6, D_MODEL, seed=2)
    bias = random(1, N_HEADS, 4, 6, seed=3)
    mask = random_mask(2, 1, 4, 6) if masked else torch.ones(1, 1, 1, 6, dtype=torch.bool)
    output, _ = module(
        x, module.keys_values(memory), mask if masked else None, bias=bias, record=record
    )
    parameters = dict(module.named_parameters())
    assert {name: tuple(weight.shape) for name, weight in parameters.items()} == {
        "w_q.weight": (15, D_MODEL),
        "w_k.weight": (15, D_MODEL),
        "w_v.weight": (15, D_MODEL),
        "w_o.weight": (D_MODEL, 15),
    }
    w_q, w_k, w_v, w_o = (weight.detach().numpy() for weight in parameters.values())
    q, k, v = (
        (rows.numpy() @ w.T).reshape(2, -1, N_HEADS, 5)
        for rows, w in ((x, w_q), (memory, w_k), (memory, w_v))
    )
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) / (np.sqrt(5) if scaled else 1) + bias.numpy()
    weights = np.exp(scores) * mask.numpy()
    weights /= weights.sum(-1, keepdims=True)
    context = np.einsum("bhqk,bkhd->bqhd", weights, v).reshape(2, 4, 15)
    np.testing.assert_allclose(output.detach().numpy(), context @ w_o.T, atol=1e-5)


def test_a_fully_masked_row_has_zero_weights():
    mask = torch.tensor([[True, False], [False, False]])
    context, weights = scaled_dot_product_attention(
        random(1, 2, 4), random(1, 2, 4), random(1, 2, 4), mask
    )
    assert weights[0].tolist() == [[1, 0], [0, 0]]
    assert context[0, 1].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
def test_a_fully_masked_row_gives_a_zero_context_and_finite_gradients(record: bool):
    module = attention_module()
    x = random(2, 3, D_MODEL, seed=1).requires_grad_()
    memory = random(2, 4, D_MODEL, seed=2).requires_grad_()
    mask = random_mask(2, 1, 3, 4)
    mask[0, 0, 1] = False
    mask[1] = False
    output, _ = module(x, module.keys_values(memory), mask, record=record)
    torch.testing.assert_close(output[0, 1], module.w_o.bias)
    torch.testing.assert_close(output[1], module.w_o.bias.expand(3, -1))
    output.square().sum().backward()
    gradients = [x.grad, memory.grad, *(parameter.grad for parameter in module.parameters())]
    assert all(gradient is not None and gradient.isfinite().all() for gradient in gradients)
    assert x.grad is not None
    assert not x.grad[1].any()
    assert x.grad[0].any()


def test_gradients_of_both_paths_are_equal_with_a_fully_masked_row():
    gradients = []
    for record in (False, True):
        module = attention_module()
        mask = random_mask(2, 1, 5, 7)
        mask[1, 0, 2] = False
        kv = module.keys_values(random(2, 7, D_MODEL, seed=2))
        output, _ = module(random(2, 5, D_MODEL, seed=1), kv, mask, record=record)
        output.square().mean().backward()
        gradients.append([parameter.grad for parameter in module.parameters()])
    for fused, recorded in zip(*gradients, strict=True):
        torch.testing.assert_close(fused, recorded, atol=1e-6, rtol=1e-5)


def test_recorded_weights_are_those_before_dropout():
    module = attention_module(dropout=0.5).train()
    x = random(1, 6, D_MODEL)
    kv = module.keys_values(x)
    first, weights = module(x, kv, None, record=True)
    second, again = module(x, kv, None, record=True)
    assert not torch.equal(first, second)
    assert torch.equal(weights, again)
    np.testing.assert_allclose(weights.sum(dim=-1).detach().numpy(), 1, atol=1e-5)


@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
def test_dropout_acts_on_the_weights_in_training_only(record: bool):
    module = attention_module(dropout=0.5)
    x = random(1, 6, D_MODEL)
    kv = module.keys_values(x)
    calm = [module(x, kv, None, record=record)[0] for _ in range(2)]
    module.train()
    torch.manual_seed(0)
    noisy = [module(x, kv, None, record=record)[0] for _ in range(2)]
    assert torch.equal(*calm)
    assert not torch.equal(*noisy)


def test_dropout_keeps_the_expected_context_in_both_paths():
    module = attention_module(dropout=0.3)
    x = random(1, 6, D_MODEL)
    kv = module.keys_values(x)
    expected, _ = module(x, kv, None)
    module.train()
    torch.manual_seed(0)
    for record in (False, True):
        with torch.no_grad():
            many = [module(x, kv, None, record=record)[0] for _ in range(3000)]
        torch.testing.assert_close(torch.stack(many).mean(0), expected, atol=0.08, rtol=0)


@pytest.mark.parametrize("record", [False, True], ids=["unrecorded", "recorded"])
def test_a_fully_masked_row_gives_a_zero_context_with_dropout_too(record: bool):
    module = attention_module(dropout=0.5).train()
    x = random(2, 3, D_MODEL).requires_grad_()
    mask = random_mask(2, 1, 3, 3)
    mask[0, 0, 1] = False
    output, _ = module(x, module.keys_values(x), mask, record=record)
    torch.testing.assert_close(output[0, 1], module.w_o.bias)
    output.square().sum().backward()
    assert x.grad is not None
    assert x.grad.isfinite().all()


def test_both_paths_drop_the_same_weights_from_the_same_seed():
    module = attention_module(dropout=0.5).train()
    x = random(2, 6, D_MODEL)
    kv, outputs = module.keys_values(x), []
    for record in (False, True):
        torch.manual_seed(1)
        outputs.append(module(x, kv, random_mask(2, 1, 6, 6), record=record))
    assert torch.equal(outputs[0][0], outputs[1][0])
    assert outputs[0][1] is None


def test_keys_and_values_grow_at_the_end():
    old = KeyValue(random(1, 2, 3, 4, seed=1), random(1, 2, 3, 4, seed=2))
    new = KeyValue(random(1, 2, 1, 4, seed=3), random(1, 2, 1, 4, seed=4))
    longer = old.extended(new)
    assert torch.equal(longer.k[:, :, :3], old.k)
    assert torch.equal(longer.k[:, :, 3:], new.k)
    assert torch.equal(longer.v[:, :, 3:], new.v)


def test_a_module_keeps_no_weights_of_a_call():
    module = attention_module()
    before = set(vars(module))
    x = random(1, 4, D_MODEL)
    module(x, module.keys_values(x), None, record=True)
    assert set(vars(module)) == before
