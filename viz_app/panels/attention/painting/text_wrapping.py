"""Tokens into lines like text: words stay whole, Chinese breaks anywhere but before punctuation."""

from __future__ import annotations

import dataclasses
import math
import unicodedata
from collections.abc import Sequence
from itertools import groupby, pairwise

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

_RIGHT = frozenset({"R", "AL"})
"""Unicode's names for letters of Hebrew, and of Arabic."""

_FROM_RIGHT = "\N{RIGHT-TO-LEFT MARK}"

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


def from_right(units: Sequence[TextUnit]) -> bool:
    """Whether the text is read from right to left: its first letter says so, as in Unicode."""
    kinds = (
        unicodedata.bidirectional(char)
        for unit in units
        if unit.token not in SPECIAL_TOKENS
        for char in unit.text
    )
    return next((kind for kind in kinds if kind in {"L", *_RIGHT}), "L") in _RIGHT


def as_read(units: Sequence[TextUnit], lines: list[list[PlacedAt]]) -> list[list[PlacedAt]]:
    """The lines with every token on the side where a reader of its script looks for it.

    A text from right to left begins at the right; what is written in the other direction within a
    text keeps its own, as numbers do.
    """
    sides, base = _sides(units), from_right(units)
    if not any(sides):
        return lines
    end = max(left + width for line in lines for _, left, width in line)
    turned = []
    for line in lines:
        placed = _mirrored(line, 0.0, end) if base else line
        runs = [list(run) for _, run in groupby(placed, key=lambda place: sides[place[0]])]
        turned.append([place for run in runs for place in _turned(run, sides, base=base)])
    return turned


def facing_as_read(units: Sequence[TextUnit]) -> tuple[TextUnit, ...]:
    """The units with brackets that open to where their sentence goes on."""
    return tuple(
        dataclasses.replace(unit, text=f"{_FROM_RIGHT}{unit.text}{_FROM_RIGHT}")
        if side and unit.token not in SPECIAL_TOKENS and any(map(unicodedata.mirrored, unit.text))
        else unit
        for unit, side in zip(units, _sides(units), strict=True)
    )


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


def _sides(units: Sequence[TextUnit]) -> list[bool]:
    """Whether each token is read from the right; punctuation as what is on both sides of it."""
    base = from_right(units)
    own = [_side(unit) for unit in units]
    after = [base] * len(units)
    for index in range(len(units) - 2, -1, -1):
        after[index] = _or(own[index + 1], after[index + 1])
    sides, before = [], base
    for side, following in zip(own, after, strict=True):
        sides.append(_or(side, before if before == following else base))
        before = _or(side, before)
    return sides


def _side(unit: TextUnit) -> bool | None:
    """Whether a token's text is from right to left; None for what has no direction."""
    if unit.token in SPECIAL_TOKENS:
        return None
    kinds = [unicodedata.bidirectional(char) for char in unit.text]
    return next((kind in _RIGHT for kind in kinds if kind in {"L", "EN", "AN", *_RIGHT}), None)


def _or(side: bool | None, other: bool) -> bool:
    return other if side is None else side


def _turned(run: list[PlacedAt], sides: Sequence[bool], *, base: bool) -> list[PlacedAt]:
    """Tokens of one direction, within their own place, if it is not the text's."""
    if sides[run[0][0]] == base:
        return run
    lefts, rights = [left for _, left, _ in run], [left + width for _, left, width in run]
    return _mirrored(run, min(lefts), max(rights))


def _mirrored(line: Sequence[PlacedAt], first: float, end: float) -> list[PlacedAt]:
    return [(index, first + end - left - width, width) for index, left, width in line]


def _pads(units: Sequence[TextUnit]) -> list[float]:
    """Room beside each text, in text sizes: a word's pieces are near each other."""
    joined = [index > 0 and not unit.breakable for index, unit in enumerate(units)] + [False]
    sides = [JOINED_PAD if side else PAD for side in joined]
    return [before + after for before, after in pairwise(sides)]
