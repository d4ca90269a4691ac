"""Numbers with all the digits that matter, in one width."""

from __future__ import annotations

import math

from viz_app.texts.numbers import MINUS, NO_NUMBER

INFINITY = "\u221e"

SMALL, LARGE = 1e-3, 1e5
"""Numbers smaller than the one, or not smaller than the other, have a power of ten."""


def exact_number(value: float, *, digits: int = 5) -> str:
    """So many significant digits: ``38.522``, ``−0.012346``, ``1.2346e−7``, ``−∞``."""
    return _signed(value, digits=digits)


def short_number(value: float, *, digits: int = 3) -> str:
    """As it fits into a cell, two decimals at most: ``38.5``, ``−4.10``, ``0.03``, ``−∞``."""
    size = abs(value)
    if not math.isfinite(value):
        return _signed(value, digits=digits)
    text = f"{size:.{max(0, min(2, digits - len(str(round(size)))))}f}"
    return text if value >= 0 or not float(text) else MINUS + text


def _signed(value: float, *, digits: int) -> str:
    if math.isnan(value):
        return NO_NUMBER
    sign = MINUS if value < 0 else ""
    if math.isinf(value):
        return sign + INFINITY
    size = abs(value)
    if not value:
        return "0"
    if SMALL <= size < LARGE:
        return sign + f"{size:#.{digits}g}".rstrip(".")
    mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
    return f"{sign}{mantissa}e{int(exponent)}".replace("-", MINUS)
