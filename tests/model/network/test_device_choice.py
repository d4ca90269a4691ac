"""Choosing where to compute never fails for want of a device."""

import pytest
import torch

from model.devices import DEVICES
from model.messages import DeviceError
from model.network.device_choice import available_devices, choose_device


def test_the_cpu_is_always_there_and_comes_first():
    assert available_devices()[0] == "cpu"


def test_auto_takes_the_fastest_device_here():
    choice = choose_device("auto")
    assert choice.device.type == available_devices()[-1]
    assert choice.notice is None


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
    assert available_devices() == kinds
    assert choose_device("auto") == (torch.device(kinds[-1]), None)


@pytest.mark.parametrize("name", available_devices())
def test_a_device_that_is_here_is_taken_without_a_word(name: str):
    assert choose_device(name).device.type == name
    assert choose_device(name).notice is None


@pytest.mark.parametrize("name", sorted({"cuda", "mps"} - set(available_devices())))
def test_a_device_that_is_not_here_falls_back_to_the_cpu_and_says_so(name: str):
    choice = choose_device(name)
    assert choice.device.type == "cpu"
    assert str(choice.notice) == (
        f"{name.upper()} was asked for, but this machine has no {name.upper()} device; "
        "using the CPU."
    )


@pytest.mark.parametrize("name", ["", "gpu", "CPU", "cuda:0"])
def test_an_unknown_device_is_an_error_that_lists_them(name: str):
    with pytest.raises(DeviceError) as failure:
        choose_device(name)
    assert all(device in str(failure.value) for device in DEVICES)
