"""The names of the devices that a model can be asked to compute on. No torch."""

from __future__ import annotations

DEVICES = ("auto", "cpu", "cuda", "mps")
"""``auto`` takes the fastest one that is there."""
