"""Attention against numpy and against torch's own module."""

from itertools import product

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from model.network.attention import (
    DrawnMasks,
    Dropout,
    MultiHeadAttention,
    attention_scores,
    causal_mask,
    masked_softmax,
    padding_mask,
    scaled_dot_product_attention,
    target_mask,
    whole_mask,
)
from tests.model.builders import sentences


def test_masks_are_true_where_a_query_may_attend():
    ids = torch.tensor([[5, 6, 2, 0], [7, 2, 0, 0]])
    padding, whole, causal = padding_mask(ids), whole_mask(ids), causal_mask(4)
    assert padding.shape == whole.shape == (2, 1, 1, 4)
    assert padding[:, 0, 0].tolist() == [[True, True, True, False], [True, True, False, False]]
    assert whole.all()  # where padding stands, too
    assert causal.shape == (1, 1, 4, 4)
    np.testing.assert_array_equal(causal[0, 0].numpy(), np.tri(4, dtype=bool))
    both = target_mask(ids)
    assert torch.equal(both, padding & causal)
    assert both.any(dim=-1).all()  # only keys are masked, so no row is empty
    assert {mask.dtype for mask in (padding, whole, causal, both)} == {torch.bool}


def test_masks_are_where_the_ids_are():
    ids = sentences(4, 2, vocabulary=9).to("meta")
    masks = (padding_mask(ids), whole_mask(ids), causal_mask(4, device=ids.device))
    assert {mask.device.type for mask in (*masks, target_mask(ids))} == {"meta"}


SHARES = [0.1, 0.2, 0.5, 0.9]


def drop(x: Tensor, share: float, *, seed: int = 0) -> Tensor:
    """In training, from a seed."""
    torch.manual_seed(seed)
    return Dropout(share).train()(x)


@pytest.mark.parametrize("share", SHARES)
def test_the_share_of_zeros_is_exact_to_a_256th_and_the_mean_stays(share: float):
    out = drop(torch.full((1000, 1001), 3.0), share)
    kept = out[out != 0]
    assert (out == 0).double().mean().item() == pytest.approx(share, abs=1 / 512 + 3e-3)
    assert out.double().mean().item() == pytest.approx(3, rel=1e-2)
    exact = 1 - round(share * 256) / 256
    torch.testing.assert_close(kept, torch.full_like(kept, 3 / exact))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_the_gradient_is_dropped_and_scaled_in_the_same_places(dtype: torch.dtype):
    x = torch.randn(13, 7, 5).to(dtype).requires_grad_()
    out = drop(x, 0.3)
    upstream = torch.randn(13, 7, 5).to(dtype)
    out.backward(upstream)
    factor = drop(torch.ones(13, 7, 5, dtype=dtype), 0.3)
    assert 0 < (factor == 0).sum() < factor.numel()
    assert out.dtype == dtype
    torch.testing.assert_close(out.detach(), x.detach() * factor)
    torch.testing.assert_close(x.grad, upstream * factor)


def test_zeros_fall_independently_of_row_and_column():
    zeros = (drop(torch.ones(512, 512), 0.5) == 0).double()
    for share in (zeros.mean(0), zeros.mean(1)):
        assert (share - 0.5).abs().max() < 0.15
    neighbours = (zeros[:, 1:] * zeros[:, :-1]).mean().item()
    assert neighbours == pytest.approx(0.25, abs=0.01)


def test_the_seed_decides_what_is_dropped_and_each_call_drops_other_places():
    x, dropout = torch.ones(40, 41), Dropout(0.5).train()
    assert torch.equal(drop(x, 0.5), drop(x, 0.5))
    assert not torch.equal(drop(x, 0.5), drop(x, 0.5, seed=1))
    torch.manual_seed(0)
    assert not torch.equal(dropout(x), dropout(x))


def test_the_number_of_threads_changes_nothing():
    x = torch.randn(300, 1000)
    threads = torch.get_num_threads()
    one = drop(x, 0.4)
    try:
        torch.set_num_threads(threads + 3)
        many = drop(x, 0.4)
    finally:
        torch.set_num_threads(threads)
    assert torch.equal(one, many)


def test_a_transposed_tensor_keeps_its_shape_and_values():
    x = torch.randn(6, 50).T
    out = drop(x, 0.5)
    assert out.shape == x.shape
    torch.testing.assert_close(out[out != 0], 2 * x[out != 0])


def test_without_training_or_without_a_share_it_is_the_identity():
    x = torch.randn(5)
    for module in (Dropout(0.5).eval(), Dropout(0.0).train()):
        assert module(x) is x
        assert not module.active
    assert repr(Dropout(0.25)) == "Dropout(share=0.25)"
    out = drop(x.requires_grad_(), 1.0)  # and a share of one drops everything
    out.sum().backward()
    assert out.tolist() == x.grad.tolist() == [0] * 5


def test_for_numbers_elsewhere_nothing_is_drawn_on_the_cpu():
    before = torch.get_rng_state()
    out = Dropout(0.5).train()(torch.empty(3, 4, device="meta"))
    assert (out.device.type, out.shape) == ("meta", (3, 4))
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.gpu
def test_on_a_gpu_the_share_is_exact_and_drawn_there():
    out = drop(torch.ones(1000, 1000, device="cuda"), 0.25)
    assert out.device.type == "cuda"
    assert (out == 0).double().mean().item() == pytest.approx(0.25, abs=3e-3)


@pytest.mark.parametrize("share", [0.0, *SHARES, 1.0])
def test_drawn_masks_drop_the_share_and_keep_the_mean(share: float):
    torch.manual_seed(0)
    mask = DrawnMasks().like(torch.empty(1000, 1001), share).double()
    assert (mask == 0).double().mean().item() == pytest.approx(share, abs=6e-3)
    assert mask.mean().item() == pytest.approx(float(share < 1), rel=2e-2)
    assert len(mask.unique()) == (1 if share in {0.0, 1.0} else 2)


@pytest.mark.parametrize("later", [2**16 - 1, 2**16, 2**16 + 1, 2**16 + 2, 2**20])
def test_masks_of_a_larger_tensor_begin_in_as_many_places(later: int):
    torch.manual_seed(0)
    masks, x = DrawnMasks(), torch.empty(later)
    masks.like(torch.empty(1), 0.5)
    assert len({tuple(masks.like(x, 0.5)[:64].tolist()) for _ in range(8)}) == 8
    one, other = ((masks.like(torch.empty(64, 64), 0.5) == 0).double() for _ in range(2))
    assert (one * other).mean().item() == pytest.approx(0.25, abs=0.03)


def test_drawn_masks_serve_bfloat16_and_nothing_else():
    dropout = Dropout(0.5).train()
    dropout.masks = DrawnMasks()
    x = torch.ones(40, 40)
    torch.manual_seed(0)
    exact = dropout(x)
    assert torch.equal(exact, drop(x, 0.5))
    rounded = dropout(x.bfloat16())
    assert set(rounded.unique().tolist()) == {0.0, 2.0}


D_MODEL, N_HEADS = 24, 3


def random(*shape: int, seed: int = 0) -> Tensor:
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
    products = np.einsum("bqd,bkd->bqk", q.numpy(), k.numpy())
    expected = np.exp(products / 2) / np.exp(products / 2).sum(-1, keepdims=True)
    np.testing.assert_allclose(weights.numpy(), expected, atol=1e-6)
    np.testing.assert_allclose(context.numpy(), expected @ v.numpy(), atol=1e-6)
    bias = random(2, 5, 6, seed=3)
    for added, scaled in product((None, bias), (True, False)):
        scores = products / (2 if scaled else 1) + (0 if added is None else bias.numpy())
        found = attention_scores(q, k, bias=added, scaled=scaled)
        np.testing.assert_allclose(found.numpy(), scores, atol=1e-6)


def test_rows_sum_to_one_over_the_allowed_keys_and_masked_keys_are_exactly_zero():
    q, k, v = random(2, 3, 7, 8, seed=1), random(2, 3, 9, 8, seed=2), random(2, 3, 9, 8, seed=3)
    mask = random_mask(2, 1, 7, 9)
    _, weights = scaled_dot_product_attention(5 * q, 5 * k, v, mask)
    np.testing.assert_allclose(weights.sum(dim=-1).numpy(), 1, atol=1e-5)
    assert (weights.masked_select(~mask) == 0).all()
    q, k, v = random(1, 2, 8, seed=1), random(1, 5, 8, seed=2), random(1, 5, 8, seed=3)
    mask = torch.tensor([[True, True, False, True, False], [False] * 5])
    before = scaled_dot_product_attention(q, k, v, mask)
    k[:, [2, 4]], v[:, [2, 4]] = 1e6, -1e6  # masked keys change nothing
    after = scaled_dot_product_attention(q, k, v, mask)
    assert all(map(torch.equal, before, after))
    assert not (after[0][0, 1].any() or after[1][0, 1].any())  # a row without a key


@pytest.mark.parametrize(("dtype", "bits"), [(torch.float16, 11), (torch.bfloat16, 8)], ids=str)
def test_weights_of_16_bit_scores_are_rounded_once(dtype: torch.dtype, bits: int):
    scores = (4 * random(3, 7, 60)).to(dtype)
    weights = masked_softmax(scores, None)
    assert weights.dtype == dtype
    exact = np.exp(scores.double().numpy())
    exact /= exact.sum(-1, keepdims=True)
    np.testing.assert_allclose(weights.double().numpy(), exact, rtol=1.001 * 2**-bits, atol=1e-7)


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
    fused, nothing = module(x, module.keys_values(memory), mask)
    forbidden = None if mask is None else (~mask).expand(2, N_HEADS, 5, 7).flatten(0, 1)
    expected, expected_weights = torch_twin(module)(
        x, memory, memory, attn_mask=forbidden, average_attn_weights=False
    )
    assert weights.shape == (2, N_HEADS, 5, 7)
    for found in (output, fused):
        torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(weights, expected_weights, atol=1e-5, rtol=0)
    assert nothing is None
    assert vars(module).keys() == vars(attention_module()).keys()  # it keeps nothing of a call
    old, new = module.keys_values(x), module.keys_values(memory)
    for longer, first, last in zip(old.extended(new), old, new, strict=True):
        assert torch.equal(longer, torch.cat((first, last), dim=2))


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
    torch.testing.assert_close(*gradients, atol=1e-6, rtol=1e-5)


def test_recorded_weights_are_those_before_dropout():
    module = attention_module(dropout=0.5).train()
    x = random(1, 6, D_MODEL)
    kv = module.keys_values(x)
    first, weights = module(x, kv, None, record=True)
    second, again = module(x, kv, None, record=True)
    assert not torch.equal(first, second)
    assert torch.equal(weights, again)
    np.testing.assert_allclose(weights.sum(dim=-1).detach().numpy(), 1, atol=1e-5)


def test_dropout_keeps_the_expected_context_in_both_paths():
    module = attention_module(dropout=0.3)
    x = random(1, 6, D_MODEL)
    kv = module.keys_values(x)
    expected, _ = module(x, kv, None)
    assert torch.equal(module(x, kv, None)[0], expected)
    module.train()
    torch.manual_seed(0)
    for record in (False, True):
        with torch.no_grad():
            many = [module(x, kv, None, record=record)[0] for _ in range(3000)]
        assert not torch.equal(many[0], many[1])
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
