"""bfloat16 only where there is some, and products that equal the library's on every path."""

from __future__ import annotations

from itertools import product

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from model.precision import Linear, autocast_for, has_bfloat16, linear, resolved

CPU = torch.device("cpu")


@pytest.fixture(params=[False, True], ids=["without", "with"])
def native(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A CPU that has bfloat16, and one that has not."""
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: request.param)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
    return request.param


def test_float32_is_always_to_be_had(native: bool):
    assert resolved(CPU, "float32") == ("float32", None)
    with autocast_for(CPU, "float32"):
        assert not torch.is_autocast_enabled("cpu")


def test_bfloat16_is_used_where_the_cpu_has_it_and_else_missed_in_a_sentence(native: bool):
    precision, notice = resolved(CPU, "bfloat16")
    assert has_bfloat16(CPU) == native
    assert precision == ("bfloat16" if native else "float32")
    assert (notice is None) == native
    if notice is not None:
        assert str(notice) == (
            "bfloat16 was asked for, but this machine's CPU does not compute in it; using float32."
        )


def test_products_are_in_bfloat16_and_weights_stay_float32(native: bool):
    layer = Linear(4, 3)
    with autocast_for(CPU, "bfloat16"):
        out = layer(torch.randn(2, 4))
    assert out.dtype == (torch.bfloat16 if native else torch.float32)
    assert not torch.is_autocast_enabled("cpu")
    out.float().sum().backward()
    assert layer.weight.dtype == layer.weight.grad.dtype == torch.float32


def test_a_library_that_cannot_tell_means_float32(monkeypatch: pytest.MonkeyPatch):
    for question in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"):
        monkeypatch.delattr(torch.cpu, question, raising=False)
    assert not has_bfloat16(CPU)


def test_tile_registers_are_enough(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: True)
    assert has_bfloat16(CPU)


def test_other_devices_stay_with_float32():
    assert resolved(torch.device("mps"), "bfloat16").precision == "float32"


@pytest.mark.gpu
def test_a_gpu_computes_in_bfloat16_if_it_says_so():
    device = torch.device("cuda")
    expected = torch.cuda.is_bf16_supported(including_emulation=False)
    assert has_bfloat16(device) == expected


@pytest.mark.parametrize("rows", [3, 600], ids=["small", "large"])
@pytest.mark.parametrize("biased", [False, True])
def test_a_product_and_its_gradients_equal_the_library_s(rows: int, biased: bool):
    torch.manual_seed(0)
    inputs = [torch.randn(2, rows, 128), torch.randn(96, 128)]
    inputs += [torch.randn(96)] if biased else []
    upstream = torch.randn(2, rows, 96)
    results = []
    for function in (linear, F.linear):
        leaves = [tensor.clone().requires_grad_() for tensor in inputs]
        out = function(*leaves)
        out.backward(upstream)
        results.append([out.detach(), *(leaf.grad for leaf in leaves)])
    for ours, theirs in zip(*results, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-3, rtol=1e-5)
        assert ours.layout == torch.strided


def test_large_float32_products_on_an_x86_cpu_go_to_onednn_and_no_others():
    large, small, weight = torch.randn(1024, 128), torch.randn(2, 128), torch.randn(96, 128)
    for x, dtype in product((large, small), (torch.float32, torch.float64)):
        out = linear(x.to(dtype), weight.to(dtype).requires_grad_())
        goes = x is large and dtype == torch.float32 and torch.backends.mkl.is_available()
        assert ("OneDnn" in type(out.grad_fn).__name__) == goes
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert linear(large, weight).dtype == torch.bfloat16


@pytest.mark.parametrize("frozen", ["x", "weight", "bias"])
def test_what_needs_no_gradient_gets_none(frozen: str):
    torch.manual_seed(0)
    shapes = {"x": (1024, 128), "weight": (96, 128), "bias": (96,)}
    leaves = {
        name: torch.randn(shape, requires_grad=name != frozen) for name, shape in shapes.items()
    }
    linear(**leaves).sum().backward()
    assert {name for name, leaf in leaves.items() if leaf.grad is None} == {frozen}


def test_the_layer_has_the_library_s_parameters_and_start():
    torch.manual_seed(0)
    ours = Linear(6, 5)
    torch.manual_seed(0)
    theirs = nn.Linear(6, 5)
    for name, value in theirs.state_dict().items():
        assert torch.equal(ours.state_dict()[name], value)
