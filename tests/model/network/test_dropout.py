"""Dropout sets the right share to 0, keeps the mean, and goes back through the same places."""

import pytest
import torch
from torch import Tensor

from model.network.dropout import DrawnMasks, Dropout

SHARES = [0.1, 0.2, 0.5, 0.9]


def drop(x: Tensor, share: float, *, seed: int = 0) -> Tensor:
    """In training, from a seed."""
    torch.manual_seed(seed)
    return Dropout(share).train()(x)


@pytest.mark.parametrize("share", SHARES)
def test_the_share_of_zeros_is_the_one_asked_for_to_a_256th(share: float):
    zeros = (drop(torch.ones(1000, 1001), share) == 0).double().mean().item()
    assert zeros == pytest.approx(share, abs=1 / 512 + 3e-3)


@pytest.mark.parametrize("share", SHARES)
def test_what_is_kept_is_scaled_so_that_the_mean_stays(share: float):
    out = drop(torch.full((1000, 1001), 3.0), share)
    kept = out[out != 0]
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


def test_the_seed_decides_what_is_dropped():
    x = torch.ones(40, 41)
    assert torch.equal(drop(x, 0.5), drop(x, 0.5))
    assert not torch.equal(drop(x, 0.5), drop(x, 0.5, seed=1))


def test_two_calls_drop_different_places():
    dropout = Dropout(0.5).train()
    torch.manual_seed(0)
    assert not torch.equal(dropout(torch.ones(100)), dropout(torch.ones(100)))


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


@pytest.mark.parametrize("module", [Dropout(0.5).eval(), Dropout(0.0).train()])
def test_without_training_or_without_a_share_it_is_the_identity(module: Dropout):
    x = torch.randn(5)
    assert module(x) is x
    assert not module.active


def test_a_share_of_one_drops_everything():
    x = torch.randn(5).requires_grad_()
    out = drop(x, 1.0)
    out.sum().backward()
    assert out.tolist() == [0] * 5
    assert x.grad.tolist() == [0] * 5


def test_it_says_its_share_when_printed():
    assert repr(Dropout(0.25)) == "Dropout(share=0.25)"


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


def test_drawn_masks_begin_elsewhere_each_time():
    masks, x = DrawnMasks(), torch.empty(64, 64)
    one, other = ((masks.like(x, 0.5) == 0).double() for _ in range(2))
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
