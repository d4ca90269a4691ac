"""Products that equal the library's, whichever library computes them."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from model.network.linear import Linear, _is_mkl_slow, linear
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def slow_mkl(monkeypatch: pytest.MonkeyPatch) -> bool:
    """As on an AMD CPU; whether MKL is there at all."""
    there = torch.backends.mkl.is_available() and torch.backends.mkldnn.is_available()
    monkeypatch.setattr("model.network.linear._MKL_IS_SLOW", there)
    return there


@pytest.mark.parametrize("name", ["Intel Xeon", "AMD EPYC", None])
def test_mkl_is_slow_on_the_cpus_of_others(name: str | None, monkeypatch: pytest.MonkeyPatch):
    told = {} if name is None else {"cpu_name": name}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: told)
    monkeypatch.setattr(torch.backends.mkl, "is_available", lambda: True)
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    assert _is_mkl_slow() == (name != "Intel Xeon")
    monkeypatch.setattr(torch.backends.mkl, "is_available", lambda: False)
    assert not _is_mkl_slow()


@pytest.mark.parametrize("rows", [3, 600], ids=["small", "large"])
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.usefixtures("slow_mkl")
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


def test_large_float32_products_go_to_onednn_where_mkl_is_slow_and_no_others(slow_mkl: bool):
    large, small, weight = torch.randn(1024, 128), torch.randn(2, 128), torch.randn(96, 128)
    for x, dtype in product((large, small), (torch.float32, torch.float64)):
        out = linear(x.to(dtype), weight.to(dtype).requires_grad_())
        goes = x is large and dtype == torch.float32 and slow_mkl
        assert ("OneDnn" in type(out.grad_fn).__name__) == goes
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert linear(large, weight).dtype == torch.bfloat16


def test_no_product_goes_elsewhere_where_mkl_is_fast(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("model.network.linear._MKL_IS_SLOW", False)
    monkeypatch.delattr(np, "vecdot")
    large, weight = torch.randn(1024, 128), torch.randn(96, 128, requires_grad=True)
    assert "OneDnn" not in type(linear(large, weight).grad_fn).__name__
    with torch.no_grad():
        assert torch.equal(linear(large[:1], weight), F.linear(large[:1], weight))


@pytest.mark.usefixtures("slow_mkl")
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


@pytest.mark.usefixtures("slow_mkl")
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("size", [32, 512], ids=["small", "large"])
def test_a_single_row_without_gradients_gives_the_library_s_product_and_shape(
    size: int, biased: bool
):
    torch.manual_seed(0)
    layer = Linear(size, 256, bias=biased)
    for shape in ((size,), (1, size), (1, 1, size)):
        x = torch.randn(shape)
        with torch.no_grad():
            expected = F.linear(x, layer.weight, layer.bias)
            torch.testing.assert_close(layer(x), expected, atol=1e-5, rtol=1e-5)


def test_only_a_single_float32_row_and_a_large_matrix_without_gradients_go_to_numpy(
    slow_mkl: bool, monkeypatch: pytest.MonkeyPatch
):
    gone: list[tuple[int, ...]] = []
    vecdot = np.vecdot
    monkeypatch.setattr(np, "vecdot", lambda a, b: gone.append(b.shape) or vecdot(a, b))
    row, weight = torch.randn(1, 512), torch.randn(256, 512)
    linear(row, weight)
    with torch.no_grad():
        linear(torch.randn(2, 512), weight)
        linear(row, weight[:8])
        linear(row.double(), weight.double())
        with torch.autocast("cpu", dtype=torch.bfloat16):
            linear(row, weight)
        assert gone == []
        linear(row, weight)
    assert len(gone) == slow_mkl


@pytest.mark.usefixtures("slow_mkl")
def test_a_single_row_sees_a_change_of_the_weights_and_changes_nothing_itself():
    layer, row = Linear(512, 256), torch.randn(1, 512)
    before = [tensor.clone() for tensor in (row, *layer.parameters())]
    with torch.no_grad():
        first = layer(row)
        assert all(map(torch.equal, before, (row, *layer.parameters())))
        layer.weight.mul_(2)
        twice = 2 * (first - layer.bias)
        torch.testing.assert_close(layer(row) - layer.bias, twice, atol=1e-5, rtol=1e-5)


MANY_SHAPES = """
from pathlib import Path
from resource import getpagesize
import torch
import model.network.linear
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() / 2**20
torch.set_num_threads(1)
weight = torch.randn(256, 256)
for rows in range(200, 500):
    torch.nn.functional.linear(torch.randn(rows, 256).to_mkldnn(), weight).to_dense()
    before = resident() if rows == 210 else before if rows > 210 else 0
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this torch has no oneDNN")
def test_how_many_products_have_been_multiplied_takes_no_memory():
    environment = {name: value for name, value in os.environ.items() if "CAPACITY" not in name}
    done = subprocess.run(
        [sys.executable, "-c", MANY_SHAPES],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert float(done.stdout.splitlines()[-1]) < 80  # MiB; 180 as torch comes
