"""Where a model can be asked to compute."""

from __future__ import annotations

DEVICES = ("auto", "cpu", "cuda", "mps")
"""``auto`` takes the fastest one that is there."""
