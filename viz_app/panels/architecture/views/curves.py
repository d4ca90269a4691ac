"""Curves as they are drawn, and the ticks of axes that count in powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Tick = tuple[float, str]
LineStyle = Literal["solid", "dashed", "dotted", "none"]

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_PLAIN = range(-3, 4)
"""Powers of ten that are written out."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Curve:
    """A line through points, or points alone.

    Attributes:
        x, y: ``[point]``, in the units of the axes.
        symbol: pyqtgraph's name of what marks each point; empty for none.
        hollow: whether that has only an outline.
        width: of the line, in px at 100 %.
        size: of the symbols, in px at 100 %.
    """

    x: npt.ArrayLike
    y: npt.ArrayLike
    colour: str
    style: LineStyle = "solid"
    symbol: str = ""
    hollow: bool = False
    width: float = 1.8
    size: float = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """Name, scale and ticks of an axis; without ticks it finds its own."""

    name: str = ""
    log: bool = False
    ticks: tuple[Tick, ...] = ()

    def placed(self, values: npt.ArrayLike) -> Floats:
        """Where values stand on the axis."""
        numbers = np.asarray(values, np.float64)
        return np.log10(numbers) if self.log else numbers

    def marks(self, low: float, high: float) -> tuple[Tick, ...]:
        """Ticks between two places of the axis; none where the plot shall find its own."""
        if self.ticks:
            return tuple((float(self.placed(value)), text) for value, text in self.ticks)
        return decades(low, high) if self.log else ()


def decades(low: float, high: float) -> tuple[Tick, ...]:
    """A tick at every power of ten, or every second, third… where there are many.

    Where there are not even two, at 1, 2 and 5 times each as well. ``low`` and ``high`` are
    exponents.
    """
    first, last = math.ceil(low), math.floor(high)
    if last - first < 1:
        return _between(low, high)
    step = max(1, math.ceil((last - first + 1) / 6))
    return tuple((float(power), power_text(power)) for power in range(first, last + 1, step))


def _between(low: float, high: float) -> tuple[Tick, ...]:
    """Easy numbers in a range of less than two powers of ten; finer ones where it is narrow."""
    easy = (1.0, 2.0, 5.0) if high - low > 0.6 else (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9)
    numbers = (
        number * 10.0**power
        for power in range(math.floor(low), math.ceil(high) + 1)
        for number in easy
    )
    return tuple((math.log10(n), f"{n:.3g}") for n in numbers if low <= math.log10(n) <= high)


def power_text(power: int) -> str:
    """``0.01``, ``100``, ``10⁶``."""
    if power in _PLAIN:
        return f"{10.0**power:g}"
    return f"10{str(power).translate(_SUPERSCRIPTS)}"


def covered(values: Sequence[npt.ArrayLike]) -> tuple[float, float]:
    """Least and greatest of all finite numbers; 0 … 1 where there is none."""
    none = np.empty(0)
    numbers = np.concatenate([none, *(np.asarray(part, np.float64).ravel() for part in values)])
    numbers = numbers[np.isfinite(numbers)]
    if not numbers.size:
        return 0.0, 1.0
    low, high = float(numbers.min()), float(numbers.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)
