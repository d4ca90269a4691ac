"""How the numbers of ``number-phrases`` are drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence

Draw = random.Random


def either(draw: Draw, usual: Sequence[int], every: range) -> int:
    """As often a number of everyday life as any other."""
    return draw.choice(usual if draw.random() < 0.5 else every)


def digits(draw: Draw, lengths: range | tuple[int, ...]) -> str:
    """A string of random digits, also with a 0 in front; two in a row are often the same."""
    return twinned(draw, "".join(draw.choices("0123456789", k=draw.choice(lengths))))


def twinned(draw: Draw, digits: str) -> str:
    """Often with a digit twice in a row, which is what a model that copies leaves out."""
    if len(digits) < 3 or draw.random() < 0.5:
        return digits
    place = draw.choice(range(len(digits) - 1))
    return digits[: place + 1] + digits[place] + digits[place + 2 :]
