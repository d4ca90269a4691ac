"""Labels of rows and columns: set, turned, elided, skipped, explained."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.arrays import BoolArray, FloatArray
from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, Weight, frame_theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.texts.visible_token import safe, settled

# ------------------------------------------------------------------------------------- axis labels
# What labels on both axes of a matrix are made of: texts of a width, every so many-th of them.


TIGHT = 1.12
"""Height of a line in font sizes: glyphs, without the room between lines."""

SHRUNK = 0.75
"""Of the small text size: row labels are never smaller."""

STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 100)
"""When not all labels have room, every so many-th is there."""


_FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine)
"""As a number: of hundreds of labels, Qt's enumerations would take a tenth of the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text in its place. Turned ones are read from the bottom up."""

    index: int
    text: str
    rect: QRectF
    size: int
    weight: Weight = "normal"
    turned: bool = False


@lru_cache(maxsize=4096)
def text_width(theme: Theme, text: str, *, size: int, weight: Weight = "normal") -> float:
    return QFontMetricsF(theme.font(size, weight)).horizontalAdvance(text)


@lru_cache(maxsize=128)
def text_widths(
    theme: Theme, texts: tuple[str, ...], *, size: int, weight: Weight = "normal"
) -> tuple[float, ...]:
    """Widths in px; cached, because every picture of a sentence needs the same ones."""
    metrics = QFontMetricsF(theme.font(size, weight))
    widths = {text: metrics.horizontalAdvance(text) for text in set(texts)}
    return tuple(widths[text] for text in texts)


def elided(theme: Theme, text: str, *, size: int, width: float, weight: Weight = "normal") -> str:
    """The text, shortened with an ellipsis to a width in px."""
    if text_width(theme, text, size=size, weight=weight) <= width:
        return text
    metrics = QFontMetricsF(theme.font(size, weight))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, math.ceil(width))


def round_step(step: int) -> int:
    return next((easy for easy in STEPS if easy >= step), step)


def thinned(count: int, *, step: int, keep: Collection[int] = ()) -> list[int]:
    """Every ``step``-th index; indices in ``keep``, in their order, replace close neighbours."""
    kept: list[int] = []
    for index in keep:
        if 0 <= index < count and all(abs(index - other) >= max(step, 1) for other in kept):
            kept.append(index)
    free = [
        index
        for index in range(0, count, max(step, 1))
        if all(abs(index - other) >= step for other in kept)
    ]
    return sorted([*free, *kept])


def row_step(grid_height: float, theme: Theme) -> tuple[int, int]:
    """Text size for rows of a height in px, and the step between labelled rows."""
    # Before labels are omitted, the text shrinks to SHRUNK of the small size.
    size = theme.body if grid_height >= theme.body * TIGHT else theme.small
    least = max(SHRUNK * theme.small, theme.least)
    if least <= (fitting := int(grid_height / TIGHT)) < theme.small:
        return fitting, 1
    return size, round_step(math.ceil(size * TIGHT / grid_height))


def labels_of_rows(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    right: float,
    width: float,
    soft: bool = False,
    suffix: str = "",
    strong: Collection[int] = (),
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels left of the rows of a grid, ending at ``right``, at most ``width`` px long.

    ``strong`` labels are never omitted, and bold unless all are ``soft``. ``suffix`` is appended to
    each, however short its text has to be. With a ``viewport`` only rows whose middle is in it are
    labelled.
    """
    size, step = row_step(grid.cell_height, theme)
    size = min(size, theme.small) if soft else size
    labels = []
    for index in thinned(len(texts), step=step, keep=strong):
        middle = grid.middle(index, 0).y()
        if viewport is not None and not viewport.top() <= middle <= viewport.bottom():
            continue
        weight: Weight = "bold" if index in strong and not soft else "normal"
        room = width - text_width(theme, suffix, size=size, weight=weight)
        text = elided(theme, texts[index], size=size, width=room, weight=weight)
        text = safe(text) + suffix if suffix else text
        length, line = text_width(theme, text, size=size, weight=weight), size * TIGHT
        rect = QRectF(right - length, middle - line / 2, length, line)
        labels.append(Label(index=index, text=text, rect=rect, size=size, weight=weight))
    return tuple(labels)


def paint_label(
    painter: QPainter, label: Label, colour: str, theme: Theme, *, struck: bool = False
) -> None:
    # The text must not be aligned to the right-to-left side.
    painter.save()
    font = theme.font(label.size, label.weight)
    font.setStrikeOut(struck)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    rect = label.rect
    if label.turned:
        painter.translate(rect.center())
        painter.rotate(-90)
        rect = QRectF(QPointF(-rect.height() / 2, -rect.width() / 2), rect.size().transposed())
    painter.drawText(rect, _FLAGS, settled(label.text))
    painter.restore()


# ------------------------------------------------------------------------------------ gloss labels
# What column labels mean, small and soft between them and the cells, as far as there is room.


BELOW = 2.0
"""Px between a token and its gloss."""

APART = 4.0
"""Upright glosses are this many px apart."""

SHORTEST = 2.5
"""Turned ones are left out where they have less room than this, in text sizes."""


@dataclass(frozen=True, slots=True)
class GlossStyle:
    """How all glosses are set: ``height`` in px is 0 where they have no room."""

    turned: bool = False
    height: float = 0.0


def gloss_style(
    glosses: Sequence[str], cell_width: float, theme: Theme, *, longest: float
) -> GlossStyle:
    """Upright if every gloss is narrower than its column, else turned; at most ``longest`` px."""
    widest = max(text_widths(theme, tuple(glosses), size=theme.small), default=0.0)
    line = theme.small * TIGHT
    if not widest:
        return GlossStyle()
    if widest + APART <= cell_width:
        return GlossStyle(height=line + BELOW)
    if cell_width < line or longest < SHORTEST * theme.small:
        return GlossStyle()
    return GlossStyle(turned=True, height=math.ceil(min(widest, longest)) + BELOW)


def gloss_labels(
    glosses: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    style: GlossStyle,
    gap: float,
    viewport: QRectF | None,
) -> tuple[Label, ...]:
    """Glosses above the cells at a distance of ``gap`` px; each starts at its token."""
    if not style.height:
        return ()
    seen = grid.rect if viewport is None else viewport
    top = seen.top() - gap - style.height + BELOW
    labels = []
    for index, gloss in enumerate(glosses):
        middle = grid.middle(0, index).x()
        fits = not style.turned or text_width(theme, gloss, size=theme.small) <= style.height
        if gloss and fits and (viewport is None or viewport.left() <= middle <= viewport.right()):
            labels.append(_label(index, gloss, QPointF(middle, top), theme, style=style))
    return tuple(labels)


def _label(index: int, gloss: str, top: QPointF, theme: Theme, *, style: GlossStyle) -> Label:
    size = QSizeF(text_width(theme, gloss, size=theme.small), theme.small * TIGHT)
    if style.turned:
        size.transpose()
    place = QRectF(top - QPointF(size.width() / 2, 0.0), size)
    return Label(index=index, text=gloss, rect=place, size=theme.small, turned=style.turned)


# ------------------------------------------------------------------------------------ column style
# How column labels are set: all words upright or all turned, as far as there is room for them.


COLUMNS_APART = 1.0
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
    """The style that shows most labels; then upright before turned, then whole before elided.

    It does not depend on which label is bold.

    Args:
        texts: of all labels.
        cell_width: in px.
        theme: sizes.
        longest: room for words above the cells, in px.
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
        """Sort key of a style: the worst defects first, elided words last."""
        lengths = self._widths[style.words.size][~self._special]
        cut = int((lengths > style.height).sum()) if style.words.turned else 0
        hidden = not self._shows_special(style.special, style.step)
        few = style.step / (1 if style.words.turned else UPRIGHT)
        return few, style.words.turned, hidden, cut

    def _shows_special(self, setting: Setting | None, step: int) -> bool:
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
        """Lengths in px of the special tokens at labelled steps. ``[token]``."""
        return self._widths[setting.size][::step][self._special[::step]]

    def _step(self, words: Setting, special: Setting | None) -> int:
        needs = self._needs(words, special, apart=COLUMNS_APART)
        together = float((needs[:-1] + needs[1:]).max(initial=0.0))
        ends = max((float(needs[end]) for end in (0, -1) if len(needs)), default=0.0)
        over = OVERHANG * self._theme.unit
        if together <= 2 * self._cell and ends <= self._cell + 2 * over:
            return 1
        needs = self._needs(words, special, apart=BLANK * words.size)
        return round_step(max(2, math.ceil(float(needs.max()) / self._cell)))

    def _needs(self, words: Setting, special: Setting | None, *, apart: float) -> FloatArray:
        """Width in px of each label with the space beside it. ``[column]``; ``apart`` in px."""
        of_words, of_special = (
            0.0 if some is None else self._across(some, apart) for some in (words, special)
        )
        needs: FloatArray = np.where(self._special, of_special, of_words)
        return needs

    def _across(self, setting: Setting, apart: float) -> FloatArray:
        """The same for all labels in one setting. ``[column]``."""
        widths = self._widths[setting.size]
        if setting.turned:
            return np.full_like(widths, setting.size * TIGHT)
        free = np.where(self._single, apart, BLANK * setting.size)
        return (widths + free).astype(np.float32)


def _settings(theme: Theme) -> list[Setting]:
    upright = [Setting(size, turned=False) for size in _sizes(theme)]
    return upright + [Setting(size, turned=True) for size in (theme.body, theme.small)]


def _sizes(theme: Theme) -> tuple[int, ...]:
    """Text sizes, the largest first; at 100 % upright words come before large turned ones."""
    usual = max(frame_theme(theme).body, theme.least)
    return (theme.body, theme.small, usual) if usual < theme.small else (theme.body, theme.small)


def _highest(lengths: FloatArray) -> float:
    """Height in px that turned labels need, 0 without any."""
    return math.ceil(float(lengths.max())) + END if len(lengths) else 0.0


# ----------------------------------------------------------------------------------- column labels
# Token labels above the columns of a matrix: elided, turned or left out, so that none overlap.


def column_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    style: ColumnStyle,
    gap: float,
    strong: Collection[int] = (),
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels above the columns of a grid, ``gap`` px from it, ``strong`` ones always and bold."""
    seen = grid.rect if viewport is None else viewport
    labels = []
    for index, setting in _column_settings(
        texts, grid.cell_width, theme, style=style, strong=strong
    ):
        foot = QPointF(grid.middle(0, index).x(), seen.top() - gap)
        if viewport is None or viewport.left() <= foot.x() <= viewport.right():
            weight: Weight = "bold" if index in strong else "normal"
            label = _column_label(
                index, texts[index], foot, theme, setting=setting, weight=weight, room=style.height
            )
            labels.append(label)
    return tuple(labels)


def _column_settings(
    texts: Sequence[str],
    cell_width: float,
    theme: Theme,
    *,
    style: ColumnStyle,
    strong: Collection[int],
) -> list[tuple[int, Setting]]:
    kept = thinned(len(texts), step=style.step, keep=strong)
    settings = {index: _setting(texts[index], theme, style) for index in kept}
    homeless = [index for index in strong if index in settings and settings[index] is None]
    widths = (text_width(theme, texts[i], size=theme.small, weight="bold") for i in homeless)
    reach = math.ceil(max(widths, default=0.0) / cell_width) + style.step
    alone = set(thinned(len(texts), step=reach, keep=homeless)).intersection(homeless)
    placed = [(index, Setting(theme.small, turned=False)) for index in alone]
    for index, setting in settings.items():
        if setting is not None and all(abs(index - other) >= reach for other in alone):
            placed.append((index, setting))
    return sorted(placed, key=lambda label: label[0])


def _setting(text: str, theme: Theme, style: ColumnStyle) -> Setting | None:
    """The setting of a label; None if it is a special token that would be elided."""
    if text not in SPECIAL_TOKENS or style.special is None:
        return style.words if text not in SPECIAL_TOKENS else None
    setting = style.special
    length = text_width(theme, text, size=setting.size, weight="bold")
    return setting if not setting.turned or length <= style.height else None


def _column_label(
    index: int,
    text: str,
    foot: QPointF,
    theme: Theme,
    *,
    setting: Setting,
    weight: Weight,
    room: float,
) -> Label:
    """A label centred above a point; a turned one is elided to ``room`` px."""
    if setting.turned:
        text = elided(theme, text, size=setting.size, width=room, weight=weight)
    size = QSizeF(text_width(theme, text, size=setting.size, weight=weight), setting.size * TIGHT)
    if setting.turned:
        size.transpose()
    return Label(
        index=index,
        text=text,
        rect=QRectF(foot - QPointF(size.width() / 2, size.height()), size),
        size=setting.size,
        weight=weight,
        turned=setting.turned,
    )
