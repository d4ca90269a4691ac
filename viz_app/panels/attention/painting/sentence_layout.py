"""Where sentences and their tokens go: as large as there is room for, the rest is scrolled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QRectF

from viz_app.design.theme import Theme
from viz_app.panels.attention.painting import text_wrapping
from viz_app.panels.attention.painting.text_units import TextSentence, TextUnit
from viz_app.pictures.axis_labels import Label, elided

LARGER = (2.2, 1.8, 1.4)
"""Text sizes above the large one, in its size."""

BOX = 1.5
"""Height of a token's ground in text sizes."""

BELOW = 1.1
"""Height of a line below the tokens, of glosses or of numbers, in its text sizes."""

APART = 4.0
"""Units between two sentences."""

QUERIES_SHARE = 0.4
"""Share of the height that the queries' sentence may take when not everything fits."""


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

    sentence: TextSentence
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

    def glosses(self, theme: Theme) -> tuple[Label, ...]:
        """What the tokens mean, once below the tokens of a word; where a line ends, once more."""
        labels = []
        units = [placed.unit for placed in self.units]
        for first, last in text_wrapping.glossed(units):
            for _, line in groupby(self.units[first:last], key=lambda placed: placed.rect.top()):
                labels.append(
                    _gloss(
                        first,
                        [self.rect_of(placed) for placed in line],
                        theme,
                        text=units[first].gloss,
                    )
                )
        return tuple(labels)


def layout_sentences(
    room: QRectF, sentences: Sequence[TextSentence], theme: Theme, *, largest: int = 0
) -> tuple[SentenceLayout, ...]:
    """All sentences in the same size, one below the other, nothing scrolled.

    The size is the largest that fits, but at most ``largest`` px where that is given.
    """
    free = room.height() - sum(_title_height(sentence, theme) for sentence in sentences)
    free -= APART * theme.unit * (len(sentences) - 1)
    sizes = [size for size in text_sizes(theme) if not largest or size <= largest]
    size, lines = _fitted(sentences, theme, sizes, width=room.width(), height=free)
    pitches = [line_height(size, theme, sentence) for sentence in sentences]
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


def text_sizes(theme: Theme) -> tuple[int, ...]:
    """Sizes that a sentence can have, largest first."""
    larger = tuple(round(theme.large * factor) for factor in LARGER)
    return (*larger, theme.large, theme.body, theme.small)


def line_height(size: int, theme: Theme, sentence: TextSentence) -> float:
    """Height of a line with the room below it: glosses, and numbers under keys."""
    below = theme.small * BELOW * (sentence.has_keys + sentence.is_glossed)
    return math.ceil(size * BOX + below + 1.5 * theme.unit)


def _fitted(
    sentences: Sequence[TextSentence],
    theme: Theme,
    sizes: Sequence[int],
    *,
    width: float,
    height: float,
) -> tuple[int, list[list[list[text_wrapping.PlacedAt]]]]:
    """The first size that fits, else the last but one, which can well be read; lines of all."""
    known = [
        text_wrapping.unit_widths(sentence.units, theme, size=theme.body) for sentence in sentences
    ]
    for size in sizes:
        longest = text_wrapping.longest_line(width, size)
        counts = [
            text_wrapping.fewest_lines(some, longest, factor=size / theme.body) for some in known
        ]
        if _height(sentences, counts, theme, size=size) <= height:
            lines = [_lines(sentence, theme, longest, size=size) for sentence in sentences]
            counts = [len(some) for some in lines]
            if _height(sentences, counts, theme, size=size) <= height:
                return size, lines
    size = sizes[-2] if len(sizes) > 1 else sizes[-1]
    longest = text_wrapping.longest_line(width, size)
    return size, [_lines(sentence, theme, longest, size=size) for sentence in sentences]


def _lines(
    sentence: TextSentence, theme: Theme, longest: float, *, size: int
) -> list[list[text_wrapping.PlacedAt]]:
    widths = text_wrapping.glossed_widths(sentence.units, theme, size=size)
    return text_wrapping.wrapped(sentence.units, widths, longest, size=size)


def _height(
    sentences: Sequence[TextSentence], counts: Sequence[int], theme: Theme, *, size: int
) -> float:
    """Of so many lines of each sentence, in px."""
    return sum(
        count * line_height(size, theme, sentence)
        for count, sentence in zip(counts, sentences, strict=True)
    )


def _shared(heights: Sequence[float], room: float, pitches: Sequence[float]) -> list[float]:
    """Heights in view: all, or the whole lines that fit, where keys have the larger share."""
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
    sentence: TextSentence,
    lines: list[list[text_wrapping.PlacedAt]],
    theme: Theme,
    *,
    size: int,
) -> tuple[PlacedUnit, ...]:
    height = line_height(size, theme, sentence)
    units = text_wrapping.facing_as_read(sentence.units)
    return tuple(
        PlacedUnit(
            unit=units[index],
            rect=_sharp(viewport.left() + left, viewport.top() + number * height, width, size),
            size=text_wrapping.unit_size(sentence.units[index], size, theme),
        )
        for number, line in enumerate(text_wrapping.as_read(sentence.units, lines))
        for index, left, width in line
    )


def _gloss(index: int, grounds: Sequence[QRectF], theme: Theme, *, text: str) -> Label:
    """Below a word's tokens in one line."""
    word = grounds[0].united(grounds[-1])
    place = QRectF(word.left(), word.bottom() + 1, word.width(), theme.small * BELOW)
    text = elided(theme, text, size=theme.small, width=place.width())
    return Label(index=index, text=text, rect=place, size=theme.small)


def _sharp(left: float, top: float, width: float, size: int) -> QRectF:
    """A token's ground with edges on whole px."""
    first, end = round(left), round(left + width)
    return QRectF(first, round(top), end - first, round(size * BOX))


def _title_height(sentence: TextSentence, theme: Theme) -> float:
    return theme.small * 2.0 if sentence.title else 0.0
