"""Tokens into lines like text: words stay whole, Chinese breaks anywhere but before punctuation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtGui import QFontMetricsF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme
from viz_app.panels.attention.painting.text_units import TextUnit, shares_gloss
from viz_app.pictures.axis_labels import text_width

PAD, JOINED_PAD = 0.17, 0.01
"""Room beside a token's text within its ground, in text sizes; where a word goes on, less."""

BLANK, TOUCHING = 0.2, 0.06
"""Room between two grounds, in text sizes."""

LONGEST_LINE = 64
"""Of text, in text sizes: the eye has to find the next line."""

SPECIAL = 0.62
"""Text size of ``<s>`` and the like, in that of the others."""

SURELY = 0.9
"""Text of another size has at least this share of the width that it should have."""

PlacedAt = tuple[int, float, float]
"""A token's place in the sentence, its left edge and its width, in px."""


def unit_size(unit: TextUnit, size: int, theme: Theme) -> int:
    """Text size of a token: special ones are smaller than the words."""
    special = unit.token in SPECIAL_TOKENS
    return max(theme.small, round(size * SPECIAL)) if special else size


def unit_widths(units: Sequence[TextUnit], theme: Theme, *, size: int) -> list[float]:
    """Widths of the tokens' grounds in px, without limit."""
    metrics = {
        font: QFontMetricsF(theme.font(font))
        for font in {unit_size(unit, size, theme) for unit in units}
    }
    advance: dict[tuple[str, int], float] = {}
    widths = []
    for unit, pads in zip(units, _pads(units), strict=True):
        key = unit.text, unit_size(unit, size, theme)
        if key not in advance:
            advance[key] = metrics[key[1]].horizontalAdvance(unit.text)
        widths.append(advance[key] + pads * size)
    return widths


def glossed_widths(units: Sequence[TextUnit], theme: Theme, *, size: int) -> list[float]:
    """The same, wide enough for the glosses below them."""
    widths = unit_widths(units, theme, size=size)
    for first, last in glossed(units):
        gloss = text_width(theme, units[first].gloss, size=theme.small) + 2 * theme.unit
        more = max(0.0, gloss - sum(widths[first:last])) / (last - first)
        widths[first:last] = [width + more for width in widths[first:last]]
    return widths


def longest_line(width: float, size: int) -> float:
    """How long lines are in a place of ``width`` px."""
    return min(width, LONGEST_LINE * size)


def fewest_lines(widths: Sequence[float], longest: float, *, factor: float) -> int:
    """How many lines there are at least when text is ``factor`` times as large. Quick."""
    return math.ceil(sum(widths) * factor * SURELY / longest)


def wrapped(
    units: Sequence[TextUnit], widths: Sequence[float], longest: float, *, size: int
) -> list[list[PlacedAt]]:
    """Lines of tokens, none longer than ``longest`` px."""
    gaps = [(BLANK if unit.spaced else TOUCHING) * size for unit in units]
    lines: list[list[PlacedAt]] = []
    end = math.inf
    for first, last in words(units):
        length = sum(widths[first:last]) + sum(gaps[first + 1 : last])
        whole = length <= longest
        if whole and end + gaps[first] + length > longest:
            lines.append([])
            end = 0.0
        for index in range(first, last):
            width = min(widths[index], longest)
            left = end + gaps[index] if lines and lines[-1] else 0.0
            if not lines or left + width > longest + 0.01:
                lines.append([])
                left = 0.0
            lines[-1].append((index, left, width))
            end = left + width
    return lines


def words(units: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """Half-open ranges of tokens that a line break does not part: what is glossed as one, too."""
    starts = [
        index
        for index, unit in enumerate(units)
        if index == 0 or (unit.breakable and not shares_gloss(units, index))
    ]
    return list(pairwise([*starts, len(units)])) if units else []


def glossed(units: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """Half-open ranges of tokens that have one gloss together."""
    ends = [index for index in range(len(units)) if not shares_gloss(units, index)]
    return [(first, last) for first, last in pairwise([*ends, len(units)]) if units[first].gloss]


def _pads(units: Sequence[TextUnit]) -> list[float]:
    """Room beside each text, in text sizes: a word's pieces are near each other."""
    joined = [index > 0 and not unit.breakable for index, unit in enumerate(units)] + [False]
    sides = [JOINED_PAD if side else PAD for side in joined]
    return [before + after for before, after in pairwise(sides)]
