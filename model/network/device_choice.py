"""Choosing where to compute: ``auto | cpu | cuda | mps``."""

from __future__ import annotations

from typing import NamedTuple

import torch

from model.devices import DEVICES
from model.messages import DeviceError, Message


class ChosenDevice(NamedTuple):
    """A device that exists here, and a sentence when it is not the one asked for."""

    device: torch.device
    notice: Message | None


def choose_device(name: str) -> ChosenDevice:
    """The device asked for, or the CPU with a sentence when there is none of that name here.

    Raises:
        DeviceError: the name is not one of :data:`DEVICES`.
    """
    if name not in DEVICES:
        raise DeviceError(
            "There is no device {name!r}. Devices: {devices}.",
            name=name,
            devices=", ".join(DEVICES),
        )
    available = available_devices()
    if name == "auto":
        return ChosenDevice(torch.device(available[-1]), None)
    if name in available:
        return ChosenDevice(torch.device(name), None)
    notice = Message(
        "{device} was asked for, but this machine has no {device} device; using the CPU.",
        {"device": name.upper()},
    )
    return ChosenDevice(torch.device("cpu"), notice)


def available_devices() -> tuple[str, ...]:
    """The kinds of device here, slowest first."""
    found = ["cpu"]
    if torch.backends.mps.is_available():
        found.append("mps")
    if torch.cuda.is_available():
        found.append("cuda")
    return tuple(found)
