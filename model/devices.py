"""Where and in which numbers a model can be asked to compute."""

from __future__ import annotations

from typing import Literal

DEVICES = ("auto", "cpu", "cuda", "mps")
"""``auto`` takes the fastest one that is there."""

Precision = Literal["float32", "bfloat16"]
"""Of the products of matrices; weights are always float32."""
