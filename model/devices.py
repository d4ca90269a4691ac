"""Where and in which numbers a model can be asked to compute."""

from __future__ import annotations

from typing import Literal

DEVICES = ("auto", "cpu", "cuda", "mps")
"""``auto`` takes the fastest one that is there."""

Precision = Literal["auto", "float32", "bfloat16"]
"""Of the products of matrices; weights are always float32.

``auto`` takes bfloat16 where the device has it and a run is long enough for it to matter.
"""
