"""Pictures and texts of the BLEU tab: n-gram tables, and sentences with the exact values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.bleu import MAX_ORDER, BleuExplained, OrderCounts
from viz_app.design.colour_map import Stroke, head_stroke
from viz_app.design.theme import Theme, Weight, mixed
from viz_app.pictures.bars import BarRows, Stretch, across, paint_round_bar
from viz_app.pictures.labels import text_width
from viz_app.pictures.legend import BoxStyle, box_width, paint_box, paint_hatched
from viz_app.pictures.picture import Picture, Spots, moved
from viz_app.pictures.typeset import flowed, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.visible_token import isolated, visible
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------------- texts


translate = QCoreApplication.translate

_ROOTS = {2: "√", 3: "³√", 4: "⁴√"}


def match_sentence(order: OrderCounts, match: int) -> str:
    found = order.matches[match]
    text = translate(
        "bleu", "{ngram}: {translation} × in the translation, {reference} × in the reference"
    )
    words = text.format(
        ngram=_quoted(found.ngram),
        translation=len(found.translation),
        reference=len(found.reference),
    )
    counted = translate("bleu", "{values}: counted {counted} ×")
    return counted.format(values=words, counted=found.counted)


def order_name(n: int) -> str:
    return {
        1: translate("bleu", "1-gram"),
        2: translate("bleu", "2-gram"),
        3: translate("bleu", "3-gram"),
        4: translate("bleu", "4-gram"),
    }[n]


def order_texts() -> dict[str, tuple[str, str]]:
    tips = (
        translate("bleu", "Mark single words"),
        translate("bleu", "Mark pairs of words"),
        translate("bleu", "Mark three words in a row"),
        translate("bleu", "Mark four words in a row"),
    )
    return {str(n): (order_name(n), tips[n - 1]) for n in range(1, MAX_ORDER + 1)}


def order_sentence(bleu: BleuExplained, n: int) -> str:
    order = bleu.orders[n - 1]
    if not order.total:
        return translate("bleu", "{order}: the translation is too short to have one").format(
            order=order_name(n)
        )
    if order.smoothed:
        text = translate(
            "bleu", "{order}: 0 of {total} match; smoothed (exp) to {precision} % instead of 0"
        )
    else:
        text = translate("bleu", "{order}: {matched} of {total} match, precision {precision} %")
    return text.format(
        order=order_name(n),
        matched=order.matched,
        total=order.total,
        precision=f"{order.precision:.2f}",
    )


def penalty_sentence(bleu: BleuExplained) -> str:
    c, r = len(bleu.translation), len(bleu.reference)
    if c >= r:
        return translate("bleu", "c = {c} ≥ r = {r}: BP = 1").format(c=c, r=r)
    if not c:
        return translate("bleu", "c = 0: BP = 0")
    return translate("bleu", "c = {c} < r = {r}: BP = exp(1 − {r}/{c}) = {value}").format(
        c=c, r=r, value=f"{bleu.brevity_penalty:.4f}"
    )


def score_sentence(bleu: BleuExplained) -> str:
    """Score = brevity penalty × geometric mean of the precisions."""
    if not bleu.score:
        return translate("bleu", "No word matches, so BLEU is 0.")
    parts = " · ".join(f"{order.precision:.4g}" for order in bleu.orders[: bleu.highest])
    root = f"{_ROOTS[bleu.highest]}({parts})" if bleu.highest > 1 else parts
    return translate("bleu", "{penalty} · {root} = {score}").format(
        penalty=f"{bleu.brevity_penalty:.4g}", root=root, score=f"{bleu.score:.2f}"
    )


def smoothing_sentence(bleu: BleuExplained) -> str:
    """Explains a smoothed precision with its numbers; empty without smoothing."""
    parts = []
    smoothed = (order for order in bleu.orders if order.smoothed)
    for halvings, order in enumerate(smoothed, start=1):
        share = f"1 / ({2**halvings} · {order.total})"
        parts.append(f"{order_name(order.n)} {share} = {order.precision:.2f} %")
    if not parts or not bleu.score:
        return ""
    return translate(
        "bleu",
        "Smoothed: an order without a match would make the whole score 0, so the first such order "
        "counts as half a match, the next as a quarter, and so on: {orders}.",
    ).format(orders=translate("bleu", ", ").join(parts))


def short_sentence(bleu: BleuExplained) -> str:
    """Score with N = 4, if the translation has fewer words than that; else empty."""
    if not bleu.translation or len(bleu.translation) >= len(bleu.orders):
        return ""
    return translate(
        "bleu",
        "The translation has {words} words, so N = {highest} (effective order). headlight "
        "evaluate always takes N = 4: {corpus} for this sentence alone.",
    ).format(words=len(bleu.translation), highest=bleu.highest, corpus=f"{bleu.corpus_score:.2f}")


def table_titles() -> tuple[str, str]:
    return (
        translate("bleu", "matches / total"),
        translate("bleu", "precision p"),
    )


def _quoted(ngram: tuple[str, ...]) -> str:
    """The words joined by plain blanks, in the language's quotation marks."""
    words = " ".join(visible(word) for word in ngram)
    return translate("tokens", "“{token}”").format(token=isolated(words))


# ------------------------------------------------------------------------------------ ngram layout


BOX, LARGE_BOX, LANE = 30, 38, 9
"""Heights in px at 100 %: of a word, a large one, and each line of n-grams under the words."""

LARGER = (3.0, 2.5, 2.0, 1.5, 1.0)
"""Scale factors of large words; short sentences use the largest that fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramPlace:
    """An n-gram in a sentence.

    Attributes:
        start: index of its first word.
        match: index of the order's match, or None if the other sentence does not contain it.
        counts: whether it counts as a match: occurrences beyond the clipped count do not.
    """

    start: int
    match: int | None
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramSentence:
    """One sentence, and its n-grams of ``n`` words, in the painter's px.

    Attributes:
        title: line above it.
        words: a box for each word.
        lane: height of a line of n-grams.
        size: text size of the words.
    """

    title: QRectF
    words: tuple[QRectF, ...]
    places: tuple[NgramPlace, ...]
    n: int
    lane: float
    size: int

    @property
    def bottom(self) -> float:
        lowest = max((box.bottom() for box in self.words), default=self.title.bottom())
        return lowest + lanes(self.n) * self.lane

    def segments(self, place: NgramPlace) -> list[QRectF]:
        """Strips of an n-gram below its words: one per line of text."""
        boxes = self.words[place.start : place.start + self.n]
        below = (place.start % self.n) * self.lane
        rows: dict[float, QRectF] = {}
        for box in boxes:
            strip = QRectF(box.left(), box.bottom() + below, box.width(), self.lane)
            rows[box.top()] = rows[box.top()].united(strip) if box.top() in rows else strip
        return list(rows.values())

    def area(self, place: NgramPlace) -> list[QRectF]:
        """All rectangles of an n-gram: the word if n = 1, else its strips."""
        return [self.words[place.start]] if self.n == 1 else self.segments(place)

    def outline(self, place: NgramPlace) -> QRectF:
        """Words of an n-gram with its strip, on its first line of text."""
        around = self.area(place)[0]
        for box in self.words[place.start : place.start + self.n]:
            if box.top() == self.words[place.start].top():
                around = around.united(box)
        return around

    def place_at(self, point: QPointF) -> int | None:
        """Index in ``places`` of the n-gram under a point; on a word, the one that begins there."""
        for index, place in enumerate(self.places):
            if any(area.contains(point) for area in self.area(place)):
                return index
        for index, place in enumerate(self.places):
            if self.words[place.start].contains(point):
                return index
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramsLayout(Spots):
    """The translation, then the reference; a spot is the cell of a sentence and its n-gram."""

    sentences: tuple[NgramSentence, NgramSentence]

    @property
    def bottom(self) -> float:
        return self.sentences[-1].bottom

    def at(self, point: QPointF) -> Cell | None:
        for row, sentence in enumerate(self.sentences):
            place = sentence.place_at(point)
            if place is not None:
                return Cell(row, place)
        return None

    def rect(self, spot: Cell) -> QRectF | None:
        sentence = self.sentences[spot.row]
        if spot.column >= len(sentence.places):
            return None
        return sentence.outline(sentence.places[spot.column])

    def moved(self, spot: Cell | None, key: int) -> Cell | None:
        counts = [len(sentence.places) for sentence in self.sentences]
        rows = [row for row, count in enumerate(counts) if count]
        if not rows:
            return None
        cell = moved(spot, key, rows=2, columns=max(counts), start=Cell(rows[0], 0))
        if cell is None:
            return None
        row = cell.row if cell.row in rows else rows[0]
        return Cell(row, min(cell.column, counts[row] - 1))


def lanes(n: int) -> int:
    """Lines of n-grams below the words: n, as overlapping n-grams need one each; 0 for words."""
    return 0 if n == 1 else n


def layout_ngrams(rect: QRectF, bleu: BleuExplained, n: int, theme: Theme) -> NgramsLayout:
    """Translation above reference; the words are large if they fit."""
    start, order = rect.topLeft(), bleu.orders[n - 1]
    for size in (*(round(theme.large * times) for times in LARGER), theme.body):
        room = QRectF(start.x(), start.y(), rect.width(), 0)
        places = places_of(bleu.translation, order, is_reference=False)
        first = _sentence(room, bleu.translation, places, theme, n=order.n, size=size)
        room.moveTop(first.bottom + 3 * theme.unit)
        places = places_of(bleu.reference, order, is_reference=True)
        second = _sentence(room, bleu.reference, places, theme, n=order.n, size=size)
        layout = NgramsLayout(sentences=(first, second))
        if layout.bottom - start.y() <= rect.height():
            break
    return layout


def places_of(
    words: Sequence[str], order: OrderCounts, *, is_reference: bool
) -> tuple[NgramPlace, ...]:
    """N-grams of a sentence in order, each with its match."""
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


def _sentence(
    room: QRectF,
    words: Sequence[str],
    places: tuple[NgramPlace, ...],
    theme: Theme,
    *,
    n: int,
    size: int,
) -> NgramSentence:
    """A sentence at the top of ``room``, as wide as ``room``."""
    title = QRectF(room.left(), room.top(), room.width(), theme.small * 1.8)
    larger = max(1.0, size / theme.large)
    lane = LANE * theme.scale * larger
    height = (LARGE_BOX * larger if size > theme.body else BOX) * theme.scale
    step = height + lanes(n) * lane + 1.5 * theme.unit
    widths = [box_width(word, theme, size=size) for word in words]
    line = QRectF(room.left(), title.bottom(), room.width(), height)
    boxes = flowed(widths, line, gap=theme.unit, step=step)
    return NgramSentence(title=title, words=boxes, places=places, n=n, lane=lane, size=size)


# ---------------------------------------------------------------------------------------- n-grams


@dataclass(frozen=True, kw_only=True, eq=False)
class Ngrams(Picture):
    """Translation and reference with their n-grams of ``n`` words.

    Attributes:
        pointed: index of the match that stands out, in both sentences.
    """

    bleu: BleuExplained
    n: int
    pointed: int | None = None

    natural = (800, 220)
    smallest = (300, 110)

    @property
    def order(self) -> OrderCounts:
        return self.bleu.orders[self.n - 1]

    def place(self, spot: Cell) -> NgramPlace:
        words = (self.bleu.translation, self.bleu.reference)[spot.row]
        return places_of(words, self.order, is_reference=spot.row == 1)[spot.column]

    def say(self, spot: Cell) -> str:
        found, is_reference = self.place(spot), spot.row == 1
        if found.match is None:
            words = self.bleu.reference if is_reference else self.bleu.translation
            text = (
                translate("bleu", "{ngram}: not in the translation")
                if is_reference
                else translate("bleu", "{ngram}: not in the reference, no match")
            )
            return text.format(ngram=_quoted(tuple(words[found.start : found.start + self.n])))
        said = match_sentence(self.order, found.match)
        if found.counts:
            return said
        text = (
            translate("bleu", "{values}; this one has no match left")
            if is_reference
            else translate("bleu", "{values}; this one is surplus (clipped)")
        )
        return text.format(values=said)

    def tables(self) -> Tables:
        matches = self.order.matches
        counts = [(len(one.translation), len(one.reference), one.counted) for one in matches]
        table = ValueTable(
            name=translate("bleu", "matches of {n} words").format(n=self.n),
            rows=tuple(" ".join(match.ngram) for match in matches),
            columns=(
                translate("bleu", "in the translation"),
                translate("bleu", "in the reference"),
                translate("bleu", "counted"),
            ),
            values=np.array(counts, np.int64).reshape(-1, 3),
        )
        return (table,)

    def caption(self) -> tuple[str, ...]:
        return (self.title, f"n = {self.n}", *self.extra_caption)

    def height(self, width: float, theme: Theme) -> float:
        return layout_ngrams(QRectF(0, 0, width, 0), self.bleu, self.n, theme).bottom

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> NgramsLayout:
        layout = layout_ngrams(rect, self.bleu, self.n, theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        both = (self.bleu.translation, self.bleu.reference)
        names = (
            translate("bleu", "Translation, length c = {count}"),
            translate("bleu", "Reference, length r = {count}"),
        )
        for sentence, words, name in zip(layout.sentences, both, names, strict=True):
            paint_line(painter, sentence.title, name.format(count=len(words)), theme)
            if sentence.n == 1:
                _paint_single(painter, sentence, words, theme, pointed=self.pointed)
            else:
                _paint_words(painter, sentence, words, theme)
                _paint_strips(painter, sentence, theme, pointed=self.pointed)
        painter.restore()
        return layout


def ngrams_picture(bleu: BleuExplained, n: int, caption: tuple[str, ...] = ()) -> Ngrams:
    """The n-grams of ``n`` words, 1 … 4."""
    title = translate("NgramView", "Matching n-grams")
    note = order_sentence(bleu, n)
    return Ngrams(title=title, note=note, extra_caption=caption, bleu=bleu, n=n)


def _paint_single(
    painter: QPainter,
    sentence: NgramSentence,
    words: Sequence[str],
    theme: Theme,
    *,
    pointed: int | None,
) -> None:
    """Matching words are coloured; those beyond the clipped count have a dashed edge only."""
    for place in sentence.places:
        box, word = sentence.words[place.start], words[place.start]
        if place.match is None or not place.counts:
            paint_box(painter, box, word, theme, BoxStyle(size=sentence.size))
        else:
            strong = place.match == pointed
            tint = head_stroke(theme, place.match).colour
            style = BoxStyle(tint=tint, strong=strong, size=sentence.size)
            paint_box(painter, box, word, theme, style)
        if place.match is not None and not place.counts:
            stroke = head_stroke(theme, place.match)
            painter.setPen(QPen(QColor(stroke.colour), theme.scale, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, theme.small_radius, theme.small_radius)


def _paint_words(
    painter: QPainter, sentence: NgramSentence, words: Sequence[str], theme: Theme
) -> None:
    """Words of a match are tinted; the strips below show which match."""
    covered = {
        word
        for place in sentence.places
        if place.counts
        for word in range(place.start, place.start + sentence.n)
    }
    for index, (box, word) in enumerate(zip(sentence.words, words, strict=True)):
        tint = theme.accent if index in covered else None
        paint_box(painter, box, word, theme, BoxStyle(tint=tint, size=sentence.size))


def _paint_strips(
    painter: QPainter, sentence: NgramSentence, theme: Theme, *, pointed: int | None
) -> None:
    """A line below each n-gram: coloured where it counts, else thin and grey."""
    for place in sentence.places:
        strong = place.match is not None and place.match == pointed
        painter.setPen(_pen(place, theme, strong=strong))
        for strip in sentence.segments(place):
            inset, y = 2.5 * theme.unit, round(strip.center().y() + 1)
            left = strip.topLeft().toPoint().x() + round(inset)
            painter.drawLine(left, y, round(strip.right() - inset), y)


def _pen(place: NgramPlace, theme: Theme, *, strong: bool) -> QPen:
    if place.match is None:
        return QPen(QColor(theme.masked_line), 1.2 * theme.scale)
    stroke: Stroke = head_stroke(theme, place.match)
    width = (6 if strong else 4) * theme.scale
    if not place.counts:
        pale = mixed(theme.panel, stroke.colour, share=0.5)
        return QPen(QColor(pale), 1.5 * theme.scale, Qt.PenStyle.DashLine)
    pen = QPen(QColor(stroke.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if stroke.dashes:
        pen.setDashPattern([length * theme.scale / width for length in stroke.dashes])
    return pen


# ------------------------------------------------------------------------------------------ orders


LINE, LOWEST_LINE = 36, 20
"""Of an order, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLayout(BarRows):
    """Layout in the painter's px: one row per order."""

    names: Stretch
    counts: Stretch
    bars: Stretch
    precisions: Stretch

    def bar_rect(self, row: int, share: float) -> QRectF:
        """Bar of a share (0 … 1)."""
        inset = 0.22 * self.row_height
        bar = across(self.row_rect(row), (self.bars[0], share * self.bars[1]))
        return bar.adjusted(0, inset, 0, -inset)


def layout_table(rect: QRectF, bleu: BleuExplained, theme: Theme) -> TableLayout:
    unit = float(theme.unit)
    head = QRectF(rect.left(), rect.top(), rect.width(), theme.small * 1.7)
    line = min((rect.bottom() - head.bottom()) / len(bleu.orders), LINE * theme.scale)
    titles = table_titles()
    names = max(
        text_width(theme, order_name(order.n), size=theme.body, weight="bold") + 1
        for order in bleu.orders
    )
    counts = max(
        text_width(theme, text, size=theme.body, weight="bold")
        for text in (*(_count(order) for order in bleu.orders), titles[0])
    )
    numbers = text_width(theme, "100.00 %", size=theme.body, weight="bold") + unit
    left = rect.left() + unit
    counts_left = left + names + 4 * unit
    bars_left = counts_left + counts + 4 * unit
    bars = max(rect.right() - unit - numbers - 2 * unit - bars_left, 8.0)
    return TableLayout(
        head=head,
        top=head.bottom(),
        row_height=line,
        count=len(bleu.orders),
        left=left,
        right=bars_left + bars + 2 * unit + numbers,
        names=(left, names),
        counts=(counts_left, counts),
        bars=(bars_left, bars),
        precisions=(bars_left + bars + 2 * unit, numbers),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Orders(Picture):
    """Matches, totals and precisions of the four orders; a spot is a row."""

    bleu: BleuExplained
    chosen: int

    natural = (420, 180)
    smallest = (330, 116)

    def say(self, spot: int) -> str:
        return order_sentence(self.bleu, spot + 1)

    def tables(self) -> Tables:
        orders = self.bleu.orders
        table = ValueTable(
            name=self.title,
            rows=tuple(f"n = {order.n}" for order in orders),
            columns=(
                translate("bleu", "matches"),
                translate("bleu", "n-grams"),
                translate("bleu", "precision in %"),
            ),
            values=np.array([(o.matched, o.total, o.precision) for o in orders], np.float64),
        )
        return (table,)

    def size(self, theme: Theme) -> QSize:
        return self._extent(self.natural[0], theme, tight=False)

    def least(self, theme: Theme) -> QSize:
        return self._extent(self.smallest[0], theme, tight=True)

    def _extent(self, width: int, theme: Theme, *, tight: bool) -> QSize:
        lines = 4 * (LOWEST_LINE if tight else LINE) * theme.scale
        height = round(theme.small * 1.7 + lines) + 4 * theme.unit
        return QSize(round(width * theme.scale), height)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> TableLayout:
        layout = layout_table(rect, self.bleu, theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bars = layout.bars[0], layout.right - layout.bars[0]
        for column, title in zip((layout.counts, bars), table_titles(), strict=True):
            paint_line(painter, across(layout.head, column), title, theme)
        for row, order in enumerate(self.bleu.orders):
            _paint_order(painter, layout, order, theme, row=row, chosen=row == self.chosen)
        painter.restore()
        return layout


def orders_picture(bleu: BleuExplained, n: int, caption: tuple[str, ...] = ()) -> Orders:
    """All orders; that of ``n`` words, 1 … 4, is highlighted."""
    title = translate("OrderTable", "Precision of each order")
    note = order_sentence(bleu, n)
    return Orders(title=title, note=note, extra_caption=caption, bleu=bleu, chosen=n - 1)


def _paint_order(
    painter: QPainter,
    layout: TableLayout,
    order: OrderCounts,
    theme: Theme,
    *,
    row: int,
    chosen: bool,
) -> None:
    rect = layout.row_rect(row)
    if chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.panel, theme.accent, share=0.1)))
        painter.drawRoundedRect(
            rect.adjusted(-theme.unit, 0, theme.unit, 0), theme.small_radius, theme.small_radius
        )
    ink = theme.text if order.total else theme.soft_text
    weight: Weight = "bold" if chosen else "normal"
    texts = ((layout.names, order_name(order.n)), (layout.counts, _count(order)))
    for column, text in texts:
        place = across(rect, column)
        paint_line(painter, place, text, theme, size=theme.body, colour=ink, weight=weight)
    paint_round_bar(painter, layout.bar_rect(row, 1.0), theme.line)
    bar = layout.bar_rect(row, order.precision / 100)
    paint_round_bar(painter, bar, theme.masked if order.smoothed else theme.accent)
    if order.smoothed:
        paint_hatched(painter, bar, theme)
        _paint_mark(painter, layout.bar_rect(row, 1.0), bar.right(), theme)
    text = f"{order.precision:.2f} %" if order.total else "–"
    place = across(rect, layout.precisions)
    paint_line(painter, place, text, theme, size=theme.body, colour=ink, side="right")


def _paint_mark(painter: QPainter, bar: QRectF, start: float, theme: Theme) -> None:
    """Mark a smoothed precision, if the mark fits beside the bar."""
    mark = translate("bleu", "smoothed")
    room = QRectF(start + theme.unit, bar.top(), bar.right() - start - 2 * theme.unit, bar.height())
    if text_width(theme, mark, size=theme.small) <= room.width():
        paint_line(painter, room, mark, theme, side="right")


def _count(order: OrderCounts) -> str:
    return f"{order.matched} / {order.total}"
