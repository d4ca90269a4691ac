"""Where everything of the text view goes: sentences as large as there is room for."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.text_units import Sentence, TextUnit
from viz_app.ui.painting.text_wrapping import (
    Place,
    fewest_lines,
    longest_line,
    unit_size,
    unit_widths,
    wrapped,
)

LARGER = (2.2, 1.8, 1.4)
"""Text sizes above the large one, in its size."""

BOX = 1.5
"""Height of a token's ground in text sizes."""

APART = 4.0
"""Units between two sentences."""

QUERIES_SHARE = 0.4
"""Share of the height that the queries' sentence may take when not everything fits."""

WIDE = 560
"""A picture narrower than this, in px at 100 %, has room for a caption of two lines."""

TALL, EXPLAINED = 300, 170
"""Pictures lower than this, in px at 100 %, have no sentence; no colour bar and no subtitle."""


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A token's ground in the painter's px when nothing is scrolled, and the size of its text."""

    unit: TextUnit
    rect: QRectF
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceLayout:
    """A sentence.

    Attributes:
        title: of no height where there is one sentence only.
        viewport: the part of it that is in view.
        size: of the text; line: height of a line, with what stands below it.
        content: height of all lines.
        scroll: px that are hidden above the viewport.
    """

    sentence: Sentence
    title: QRectF
    viewport: QRectF
    units: tuple[PlacedUnit, ...]
    size: int
    line: float
    content: float
    scroll: float = 0.0

    def rect_of(self, placed: PlacedUnit) -> QRectF:
        """Where a token's ground is now."""
        return placed.rect.translated(0, -self.scroll)

    def seen(self) -> list[PlacedUnit]:
        """The tokens that are at least partly in view."""
        area = self.viewport.translated(0, self.scroll)
        return [placed for placed in self.units if placed.rect.intersects(area)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLayout:
    """Places in the painter's px.

    Attributes:
        subtitle, bar, told: of no height where there is no room; ``told`` is the sentence that
            says the weights.
        sentences: of queries and of keys, or the one that is both.
    """

    rect: QRectF
    caption: QRectF
    subtitle: QRectF
    sentences: tuple[SentenceLayout, ...]
    bar: QRectF
    told: QRectF

    def scrolled(self, scrolls: Sequence[float]) -> TextLayout:
        """The same with each sentence scrolled by so many px, as far as there is more below."""
        sentences = tuple(
            dataclasses.replace(
                text, scroll=min(scroll, max(0.0, text.content - text.viewport.height()))
            )
            for text, scroll in zip(self.sentences, scrolls, strict=False)
        )
        return dataclasses.replace(self, sentences=sentences)

    def unit_at(self, point: QPointF) -> tuple[TextUnit, QRectF] | None:
        """The token under a point, and its ground."""
        for text in self.sentences:
            if text.viewport.contains(point):
                for placed in text.seen():
                    rect = text.rect_of(placed)
                    if rect.contains(point):
                        return placed.unit, rect
        return None

    def find(
        self, *, row: int | None = None, column: int | None = None
    ) -> tuple[int, PlacedUnit] | None:
        """The token that is a query or a key, and the number of its sentence."""
        for number, text in enumerate(self.sentences):
            for placed in text.units:
                is_query = row is not None and placed.unit.row == row
                if is_query or (column is not None and placed.unit.column == column):
                    return number, placed
        return None


def layout_text(rect: QRectF, sentences: Sequence[Sentence], theme: Theme) -> TextLayout:
    """Places for a picture in ``rect``, nothing scrolled."""
    explained = rect.height() >= EXPLAINED * theme.scale
    tall = rect.height() >= TALL * theme.scale
    lines = 2 if tall and rect.width() < WIDE * theme.scale else 1
    caption = QRectF(rect.left(), rect.top(), rect.width(), lines * theme.body * 1.4)
    subtitle = QRectF(
        rect.left(), caption.bottom(), rect.width(), theme.small * 1.6 if explained else 0.0
    )
    told_height = theme.body * 2.8 if tall else 0.0
    told = QRectF(rect.left(), rect.bottom() - told_height, rect.width(), told_height)
    bar_height = theme.unit * 3 + theme.small * 1.3 if explained else 0.0
    bar = QRectF(rect.left(), told.top() - bar_height, rect.width(), bar_height)
    top = subtitle.bottom() + (4 if tall else 1) * theme.unit
    bottom = bar.top() - (3 * theme.unit if explained else 0)
    room = QRectF(rect.left(), top, rect.width(), max(bottom - top, 1.0))
    return TextLayout(
        rect=rect,
        caption=caption,
        subtitle=subtitle,
        sentences=_sentences(room, sentences, theme),
        bar=bar,
        told=told,
    )


def text_sizes(theme: Theme) -> tuple[int, ...]:
    """Sizes that a sentence can have, largest first."""
    larger = tuple(round(theme.large * factor) for factor in LARGER)
    return (*larger, theme.large, theme.body, theme.small)


def line_height(size: int, theme: Theme, *, has_keys: bool) -> float:
    """Height of a line with the room below it: numbers stand under keys."""
    below = theme.small * 1.1 if has_keys else 0.0
    return math.ceil(size * BOX + below + 1.5 * theme.unit)


def _sentences(
    room: QRectF, sentences: Sequence[Sentence], theme: Theme
) -> tuple[SentenceLayout, ...]:
    """All sentences in the same size, one below the other."""
    free = room.height() - sum(_title_height(sentence, theme) for sentence in sentences)
    free -= APART * theme.unit * (len(sentences) - 1)
    size, lines = _fitted(sentences, theme, width=room.width(), height=free)
    pitches = [line_height(size, theme, has_keys=sentence.has_keys) for sentence in sentences]
    heights = [len(some) * pitch for some, pitch in zip(lines, pitches, strict=True)]
    placed, top = [], room.top()
    for number, view in enumerate(_shared(heights, free, pitches)):
        sentence = sentences[number]
        title = QRectF(room.left(), top, room.width(), _title_height(sentence, theme))
        viewport = QRectF(room.left(), title.bottom(), room.width(), view)
        placed.append(
            SentenceLayout(
                sentence=sentence,
                title=title,
                viewport=viewport,
                units=_placed(viewport, sentence, lines[number], theme, size=size),
                size=size,
                line=pitches[number],
                content=heights[number],
            )
        )
        top = viewport.bottom() + APART * theme.unit
    return tuple(placed)


def _fitted(
    sentences: Sequence[Sentence], theme: Theme, *, width: float, height: float
) -> tuple[int, list[list[list[Place]]]]:
    """The largest size that fits, else one that can well be read; and the lines of all."""
    *sizes, smallest = text_sizes(theme)
    known = [unit_widths(sentence.units, theme, size=theme.body) for sentence in sentences]
    for size in (*sizes, smallest):
        longest = longest_line(width, size)
        counts = [fewest_lines(some, longest, factor=size / theme.body) for some in known]
        if _height(sentences, counts, theme, size=size) <= height:
            lines = [_lines(sentence, theme, longest, size=size) for sentence in sentences]
            counts = [len(some) for some in lines]
            if _height(sentences, counts, theme, size=size) <= height:
                return size, lines
    size = sizes[-1]
    longest = longest_line(width, size)
    return size, [_lines(sentence, theme, longest, size=size) for sentence in sentences]


def _lines(sentence: Sentence, theme: Theme, longest: float, *, size: int) -> list[list[Place]]:
    widths = unit_widths(sentence.units, theme, size=size)
    return wrapped(sentence.units, widths, longest, size=size)


def _height(
    sentences: Sequence[Sentence], counts: Sequence[int], theme: Theme, *, size: int
) -> float:
    """Of so many lines of each sentence, in px."""
    return sum(
        count * line_height(size, theme, has_keys=sentence.has_keys)
        for count, sentence in zip(counts, sentences, strict=True)
    )


def _shared(heights: Sequence[float], room: float, pitches: Sequence[float]) -> list[float]:
    """Heights of what is in view: all, or the whole lines that there is room for.

    Where that is too little for both, keys have the larger share.
    """
    left, views = room, []
    for number, (height, pitch) in enumerate(zip(heights, pitches, strict=True)):
        others = sum(heights[number + 1 :])
        share = QUERIES_SHARE if others else 1.0
        view = min(height, max(share * room, left - others) if others else left)
        if view < height:
            view = max(math.floor(view / pitch), 1) * pitch
        views.append(max(view, 1.0))
        left -= view
    return views


def _placed(
    viewport: QRectF,
    sentence: Sentence,
    lines: Sequence[Sequence[Place]],
    theme: Theme,
    *,
    size: int,
) -> tuple[PlacedUnit, ...]:
    height = line_height(size, theme, has_keys=sentence.has_keys)
    return tuple(
        PlacedUnit(
            unit=sentence.units[index],
            rect=_sharp(viewport.left() + left, viewport.top() + number * height, width, size),
            size=unit_size(sentence.units[index], size, theme),
        )
        for number, line in enumerate(lines)
        for index, left, width in line
    )


def _sharp(left: float, top: float, width: float, size: int) -> QRectF:
    """A token's ground with edges on whole px."""
    first, end = round(left), round(left + width)
    return QRectF(first, round(top), end - first, round(size * BOX))


def _title_height(sentence: Sentence, theme: Theme) -> float:
    return theme.small * 2.0 if sentence.title else 0.0
