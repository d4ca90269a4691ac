"""The device and the precision in which a network computes."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import torch

from model.config import DEVICES, Precision
from model.messages import DeviceError, Message


class ResolvedPrecision(NamedTuple):
    """What is computed in, and a sentence when it is not what was asked for."""

    precision: Precision
    notice: Message | None


def resolved(device: torch.device, precision: Precision) -> ResolvedPrecision:
    """The requested precision, or float32 with a message if the device has no bfloat16.

    ``auto`` is returned unchanged: it depends on the length of a run.
    """
    if precision != "bfloat16" or has_bfloat16(device):
        return ResolvedPrecision(precision, None)
    notice = Message(
        "bfloat16 was requested, but this machine's {device} does not support it; using float32.",
        {"device": device.type.upper()},
    )
    return ResolvedPrecision("float32", notice)


def autocast_for(
    device: torch.device, precision: Precision
) -> AbstractContextManager[torch.autocast | None]:
    """Matrix products in that precision, if :func:`resolved` allows it.

    Weights, gradients, softmax, norms and the loss stay float32.
    """
    if resolved(device, precision).precision != "bfloat16":
        return nullcontext()
    return torch.autocast(device.type, dtype=torch.bfloat16)


def has_bfloat16(device: torch.device) -> bool:
    """True if the device supports bfloat16 natively; emulation would be slower."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    if device.type != "cpu":
        return False
    # the library has no public question for this
    questions = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(torch.cpu, question, bool)() for question in questions)


class ChosenDevice(NamedTuple):
    """A device that exists here, and a sentence when it is not the one asked for."""

    device: torch.device
    notice: Message | None


def choose_device(name: str) -> ChosenDevice:
    """The requested device, or the CPU with a message if it is not available.

    Raises:
        DeviceError: the name is not one of :data:`DEVICES`.
    """
    if name not in DEVICES:
        raise DeviceError(
            "Unknown device {name!r}. Devices: {devices}.",
            name=name,
            devices=", ".join(DEVICES),
        )
    available = available_devices()
    if name == "auto":
        return ChosenDevice(torch.device(available[-1]), None)
    if name in available:
        return ChosenDevice(torch.device(name), None)
    notice = Message(
        "{device} was requested, but this machine has no {device} device; using the CPU.",
        {"device": name.upper()},
    )
    return ChosenDevice(torch.device("cpu"), notice)


def available_devices() -> tuple[str, ...]:
    """Types of the devices available, slowest first."""
    found = ["cpu"]
    if torch.backends.mps.is_available():
        found.append("mps")
    if torch.cuda.is_available():
        found.append("cuda")
    return tuple(found)
