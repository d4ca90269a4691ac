"""Where the words of two sentences stand, wrapped, and the n-grams under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from model.lessons.bleu.explained import BleuExplained, OrderCounts
from viz_app.design.theme import Theme
from viz_app.pictures.text_line import flowed
from viz_app.pictures.token_box import box_width

BOX, LARGE_BOX, LANE = 30, 38, 9
"""Heights in px at 100 %: of a word, a large one, and each line of n-grams under the words."""

LARGER = (3.0, 2.5, 2.0, 1.5, 1.0)
"""How much larger than large words those of short sentences are, which have the room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramPlace:
    """An n-gram in a sentence.

    Attributes:
        start: its first word.
        match: which of the order's matches it is, or None where the other sentence has none.
        counts: whether it counts as a match; of too many only the first ones do.
    """

    start: int
    match: int | None
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramSentence:
    """One sentence in the painter's px.

    Attributes:
        title: the line over it.
        words: a box for each word.
        places: its n-grams, in order.
        n: words of each.
        lane: height of a line of n-grams.
        size: of the words' text in px.
    """

    title: QRectF
    words: tuple[QRectF, ...]
    places: tuple[NgramPlace, ...]
    n: int
    lane: float
    size: int

    @property
    def bottom(self) -> float:
        """Where it ends."""
        lowest = max((box.bottom() for box in self.words), default=self.title.bottom())
        return lowest + lanes(self.n) * self.lane

    def segments(self, place: NgramPlace) -> list[QRectF]:
        """The strip of an n-gram under its words: one for each line that it is on."""
        boxes = self.words[place.start : place.start + self.n]
        below = (place.start % self.n) * self.lane
        rows: dict[float, QRectF] = {}
        for box in boxes:
            strip = QRectF(box.left(), box.bottom() + below, box.width(), self.lane)
            rows[box.top()] = rows[box.top()].united(strip) if box.top() in rows else strip
        return list(rows.values())

    def area(self, place: NgramPlace) -> list[QRectF]:
        """All that stands for an n-gram: the words, where it has just one; else its strip."""
        return [self.words[place.start]] if self.n == 1 else self.segments(place)

    def outline(self, place: NgramPlace) -> QRectF:
        """The words of an n-gram with its strip, as far as they are on its first line."""
        around = self.area(place)[0]
        for box in self.words[place.start : place.start + self.n]:
            if box.top() == self.words[place.start].top():
                around = around.united(box)
        return around

    def place_at(self, point: QPointF) -> int | None:
        """Which n-gram (index of ``places``) is under a point; on a word, the one it begins."""
        for index, place in enumerate(self.places):
            if any(area.contains(point) for area in self.area(place)):
                return index
        for index, place in enumerate(self.places):
            if self.words[place.start].contains(point):
                return index
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramsLayout:
    """The translation, then the reference."""

    sentences: tuple[NgramSentence, NgramSentence]

    @property
    def bottom(self) -> float:
        """Where both end."""
        return self.sentences[-1].bottom


def lanes(n: int) -> int:
    """Lines of n-grams under the words: overlapping ones need one each; single words none."""
    return 0 if n == 1 else n


def layout_ngrams(
    rect: QRectF, bleu: BleuExplained, n: int, theme: Theme, *, scrolled: float = 0.0
) -> NgramsLayout:
    """Both sentences under each other, ``scrolled`` px down; in large words if they fit."""
    start = rect.topLeft() - QPointF(0, scrolled)
    for size in (*(round(theme.large * times) for times in LARGER), theme.body):
        layout = _layout(start, rect.width(), bleu, bleu.orders[n - 1], theme, size=size)
        if layout.bottom - start.y() <= rect.height():
            break
    return layout


def places_of(
    words: Sequence[str], order: OrderCounts, *, is_reference: bool
) -> tuple[NgramPlace, ...]:
    """The n-grams of a sentence in their order, with the match that each is part of."""
    found: dict[int, tuple[int, bool]] = {}
    for index, match in enumerate(order.matches):
        starts = match.reference if is_reference else match.translation
        counted = match.counted_in_reference if is_reference else match.counted_in_translation
        found |= {start: (index, start in counted) for start in starts}
    return tuple(
        NgramPlace(start=start, match=match, counts=counts)
        for start in range(len(words) - order.n + 1)
        for match, counts in [found.get(start, (None, False))]
    )


def _layout(
    start: QPointF,
    width: float,
    bleu: BleuExplained,
    order: OrderCounts,
    theme: Theme,
    *,
    size: int,
) -> NgramsLayout:
    room = QRectF(start.x(), start.y(), width, 0)
    places = places_of(bleu.translation, order, is_reference=False)
    first = _sentence(room, bleu.translation, places, theme, n=order.n, size=size)
    room.moveTop(first.bottom + 3 * theme.unit)
    places = places_of(bleu.reference, order, is_reference=True)
    second = _sentence(room, bleu.reference, places, theme, n=order.n, size=size)
    return NgramsLayout(sentences=(first, second))


def _sentence(
    room: QRectF,
    words: Sequence[str],
    places: tuple[NgramPlace, ...],
    theme: Theme,
    *,
    n: int,
    size: int,
) -> NgramSentence:
    """A sentence from the top of ``room`` on, as wide as that."""
    title = QRectF(room.left(), room.top(), room.width(), theme.small * 1.8)
    larger = max(1.0, size / theme.large)
    lane = LANE * theme.scale * larger
    height = (LARGE_BOX * larger if size > theme.body else BOX) * theme.scale
    step = height + lanes(n) * lane + 1.5 * theme.unit
    widths = [box_width(word, theme, size=size) for word in words]
    line = QRectF(room.left(), title.bottom(), room.width(), height)
    boxes = flowed(widths, line, gap=theme.unit, step=step)
    return NgramSentence(title=title, words=boxes, places=places, n=n, lane=lane, size=size)
