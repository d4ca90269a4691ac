"""How column labels are set: all words upright or all turned, as far as there is room for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, frame_theme
from viz_app.pictures.axis_labels import TIGHT, round_step, text_widths

APART = 1.0
"""Single characters are at least this many px apart where all are there."""

BLANK = 0.3
"""Other upright labels are this far apart, in text sizes: else they read like one."""

UPRIGHT = 1.5
"""An upright label is worth so many turned ones."""

OVERHANG = 1.5
"""The first and the last label may stick out over the columns by so many units."""

SPECIAL_ROOM = 1.3
"""A turned special token may be longer than a word, by this factor: it is not elided."""

END = 2.0
"""Px at the end of a turned label."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Text size, and whether labels are read from the bottom up."""

    size: int
    turned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnStyle:
    """How all column labels of a picture are set.

    Attributes:
        words: of all words.
        special: of all special tokens, the only ones that may be set in another way; None = they
            are left out.
        step: every how many-th label is there.
        height: room above the cells in px. What is longer is elided, but a part of ``</s>`` says
            nothing: a longer special token is left out.
    """

    words: Setting
    special: Setting | None
    step: int
    height: float


def column_style(
    texts: Sequence[str], cell_width: float, theme: Theme, *, longest: float
) -> ColumnStyle:
    """The style that shows most labels; of equals an upright one, then one that shows them whole.

    It is the same whichever label is bold.

    Args:
        texts: of all labels.
        cell_width: in px.
        theme: sizes.
        longest: px of room for words above the cells.
    """
    return _style(tuple(texts), cell_width, theme, longest)


@lru_cache(maxsize=64)
def _style(texts: tuple[str, ...], cell_width: float, theme: Theme, longest: float) -> ColumnStyle:
    room = _Room(texts, cell_width, theme, longest=longest)
    return min((room.style(words) for words in _settings(theme)), key=room.badness)


class _Room:
    """What room labels have."""

    def __init__(
        self, texts: tuple[str, ...], cell_width: float, theme: Theme, *, longest: float
    ) -> None:
        self._special: BoolArray = np.array([text in SPECIAL_TOKENS for text in texts], np.bool_)
        self._single: BoolArray = np.array([len(text) == 1 for text in texts], np.bool_)
        # of bold texts, so that nothing moves with the cursor
        self._widths = {
            size: np.array(text_widths(theme, texts, size=size, weight="bold"), np.float32)
            for size in _sizes(theme)
        }
        self._cell = cell_width
        self._theme = theme
        self._longest = longest
        self._most = longest * SPECIAL_ROOM - END

    def style(self, words: Setting) -> ColumnStyle:
        """With words set in this way, and special tokens as near to it as they have room."""
        step = self._step(words, words if self._special.all() else None)
        like = [
            special
            for special in _settings(self._theme)
            if special.turned >= words.turned and special.size <= words.size
        ]
        fitting = [special for special in like if self._step(words, special) <= step]
        whole = [special for special in fitting if self._shows_special(special, step)]
        special = next(iter([*whole, *fitting[-1:]]), None)
        height = max(self._word_height(words), self._special_height(special, step))
        height = max(height, self._theme.small * TIGHT)  # of what is bold and has no home
        return ColumnStyle(words=words, special=special, step=step, height=height)

    def badness(self, style: ColumnStyle) -> tuple[float, bool, bool, int]:
        """What is to be avoided, the worst first; at last that words are cut off."""
        lengths = self._widths[style.words.size][~self._special]
        cut = int((lengths > style.height).sum()) if style.words.turned else 0
        hidden = not self._shows_special(style.special, style.step)
        few = style.step / (1 if style.words.turned else UPRIGHT)
        return few, style.words.turned, hidden, cut

    def _shows_special(self, setting: Setting | None, step: int) -> bool:
        """Whether no special token has to be left out, apart from those between the steps."""
        if setting is None:
            return not self._special[::step].any()
        return not setting.turned or all(self._special_lengths(setting, step) <= self._most)

    def _word_height(self, setting: Setting) -> float:
        line = setting.size * TIGHT
        if not setting.turned:
            return line
        return max(line, min(self._longest, _highest(self._widths[setting.size][~self._special])))

    def _special_height(self, setting: Setting | None, step: int) -> float:
        if setting is None or not setting.turned:
            return 0.0
        lengths = self._special_lengths(setting, step)
        return _highest(lengths[lengths <= self._most])

    def _special_lengths(self, setting: Setting, step: int) -> FloatArray:
        """Of those that are not between the steps. ``[token]``."""
        return self._widths[setting.size][::step][self._special[::step]]

    def _step(self, words: Setting, special: Setting | None) -> int:
        """Every how many-th label has room; a long one may stick out if all are there."""
        needs = self._needs(words, special, apart=APART)
        together = float((needs[:-1] + needs[1:]).max(initial=0.0))
        ends = max((float(needs[end]) for end in (0, -1) if len(needs)), default=0.0)
        over = OVERHANG * self._theme.unit
        if together <= 2 * self._cell and ends <= self._cell + 2 * over:
            return 1
        needs = self._needs(words, special, apart=BLANK * words.size)
        return round_step(max(2, math.ceil(float(needs.max()) / self._cell)))

    def _needs(self, words: Setting, special: Setting | None, *, apart: float) -> FloatArray:
        """Px that labels take from left to right, with what is free beside them. ``[column]``.

        ``apart`` is what is free beside a single character.
        """
        of_words, of_special = (
            0.0 if some is None else self._across(some, apart) for some in (words, special)
        )
        needs: FloatArray = np.where(self._special, of_special, of_words)
        return needs

    def _across(self, setting: Setting, apart: float) -> FloatArray:
        """The same for all labels set in one way."""
        widths = self._widths[setting.size]
        if setting.turned:
            return np.full_like(widths, setting.size * TIGHT)
        free = np.where(self._single, apart, BLANK * setting.size)
        return (widths + free).astype(np.float32)


def _settings(theme: Theme) -> list[Setting]:
    """All there are, the best first."""
    upright = [Setting(size, turned=False) for size in _sizes(theme)]
    return upright + [Setting(size, turned=True) for size in (theme.body, theme.small)]


def _sizes(theme: Theme) -> tuple[int, ...]:
    """Of text, the largest first; upright words at 100 % come before large ones that are turned."""
    usual = frame_theme(theme).body
    return (theme.body, theme.small, usual) if usual < theme.small else (theme.body, theme.small)


def _highest(lengths: FloatArray) -> float:
    """Room that turned labels need, 0 if there is none."""
    return math.ceil(float(lengths.max())) + END if len(lengths) else 0.0
