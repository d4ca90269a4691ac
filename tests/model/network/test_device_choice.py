"""Choosing where to compute never fails for want of a device."""

import pytest
import torch

from model.config import DEVICES
from model.messages import DeviceError
from model.network import device_choice
from model.network.linear import Linear

CPU = torch.device("cpu")


@pytest.fixture(params=[False, True], ids=["without", "with"])
def native(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A CPU that has bfloat16, and one that has not."""
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: request.param)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
    return request.param


def test_float32_is_always_to_be_had(native: bool):
    assert device_choice.resolved(CPU, "float32") == ("float32", None)
    with device_choice.autocast_for(CPU, "float32"):
        assert not torch.is_autocast_enabled("cpu")


def test_bfloat16_is_used_where_the_cpu_has_it_and_else_missed_in_a_sentence(native: bool):
    precision, notice = device_choice.resolved(CPU, "bfloat16")
    assert device_choice.has_bfloat16(CPU) == native
    assert precision == ("bfloat16" if native else "float32")
    assert (notice is None) == native
    if notice is not None:
        assert str(notice) == (
            "bfloat16 was requested, but this machine's CPU does not support it; using float32."
        )


def test_products_are_in_bfloat16_and_weights_stay_float32(native: bool):
    layer = Linear(4, 3)
    with device_choice.autocast_for(CPU, "bfloat16"):
        out = layer(torch.randn(2, 4))
    assert out.dtype == (torch.bfloat16 if native else torch.float32)
    assert not torch.is_autocast_enabled("cpu")
    out.float().sum().backward()
    assert layer.weight.dtype == layer.weight.grad.dtype == torch.float32


def test_other_cpus_and_devices(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: True)
    assert device_choice.has_bfloat16(CPU)  # tile registers are enough
    for question in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"):
        monkeypatch.delattr(torch.cpu, question)
    assert not device_choice.has_bfloat16(CPU)  # a library that cannot tell
    assert device_choice.resolved(torch.device("mps"), "bfloat16").precision == "float32"


@pytest.mark.parametrize("own", [False, True])
def test_a_gpu_that_would_only_emulate_it_has_none(monkeypatch: pytest.MonkeyPatch, own: bool):
    def supported(*, including_emulation: bool) -> bool:
        return own or including_emulation

    monkeypatch.setattr(torch.cuda, "is_bf16_supported", supported)
    assert device_choice.has_bfloat16(torch.device("cuda")) == own


@pytest.mark.gpu
def test_a_gpu_computes_in_bfloat16_if_it_says_so():
    device = torch.device("cuda")
    expected = torch.cuda.is_bf16_supported(including_emulation=False)
    assert device_choice.has_bfloat16(device) == expected


@pytest.mark.parametrize(
    ("mps", "cuda", "kinds"),
    [
        (False, False, ("cpu",)),
        (True, False, ("cpu", "mps")),
        (False, True, ("cpu", "cuda")),
        (True, True, ("cpu", "mps", "cuda")),
    ],
)
def test_devices_come_slowest_first_and_auto_takes_the_last(monkeypatch, mps, cuda, kinds):
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    assert device_choice.available_devices() == kinds
    assert device_choice.choose_device("auto") == (torch.device(kinds[-1]), None)


def test_a_device_that_is_here_is_taken_and_another_one_is_the_cpu_with_a_sentence():
    here = device_choice.available_devices()
    assert here[0] == "cpu"
    for name in here:
        assert device_choice.choose_device(name) == (torch.device(name), None)
    for name in {"cuda", "mps"} - set(here):
        choice = device_choice.choose_device(name)
        assert choice.device.type == "cpu"
        assert str(choice.notice) == (
            f"{name.upper()} was requested, but this machine has no {name.upper()} device; "
            "using the CPU."
        )


def test_an_unknown_device_is_an_error_that_lists_them():
    for name in ("", "gpu", "CPU", "cuda:0"):
        with pytest.raises(DeviceError) as failure:
            device_choice.choose_device(name)
        assert all(device in str(failure.value) for device in DEVICES)
