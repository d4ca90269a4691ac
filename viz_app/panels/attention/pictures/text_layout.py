"""Layout of the text view: sentences, and captions above and below them."""

from __future__ import annotations

import dataclasses
import math
import operator
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from model.special_tokens import SPECIAL_TOKENS
from model.text.words import JOINER, blanks_before, is_continuation
from model.traces.aggregation import TokenSpans, whole
from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.link_set import side_titles
from viz_app.pictures.labels import Label, elided, text_width
from viz_app.pictures.picture import Spots
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import RowLabels

# -------------------------------------------------------------------------------------- text units
# The sentences of the text view: tokens in reading order, each a query, a key, or both.


EITHER = " / "
"""Between two branches' tokens in one place; no token of a model has blanks inside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextUnit:
    """A token in its sentence.

    Attributes:
        token: as the model has it; ``text``: as it is shown, a piece of a word without its joiner.
        row, column: the query and the key that it is; None for neither.
        spaced: a blank stands before it.
        breakable: a line may begin with it.
        gloss: its meaning; all tokens of a word have the word's.
    """

    token: str
    text: str
    row: int | None
    column: int | None
    spaced: bool
    breakable: bool
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class TextSentence:
    """Tokens in reading order; ``title`` is empty where one sentence is both."""

    title: str
    units: tuple[TextUnit, ...]
    has_keys: bool

    @property
    def is_glossed(self) -> bool:
        return any(unit.gloss for unit in self.units)


def sentences_of(focus: FocusSnapshot) -> tuple[TextSentence, ...]:
    """Target and source for cross-attention, else one sentence.

    A query is shown as the token that its row is named after: the predicted one or, by the option,
    the input token.
    """
    tokens = focus.rows, focus.columns, focus.glosses
    projection = focus.projection or whole(len(focus.rows), len(focus.columns))
    # in the language of now, which the cache must know
    titles = side_titles(focus.kind, "fed" if focus.row_labels == "fed" else "predicted")
    return _sentences(focus.kind, titles, *tokens, focus.row_labels, projection)


@lru_cache(maxsize=8)
def _sentences(
    kind: Kind,
    titles: tuple[str, str],
    rows: tuple[RowLabel, ...],
    columns: tuple[str, ...],
    glosses: tuple[str, ...],
    labels: RowLabels,
    projection: TokenSpans,
) -> tuple[TextSentence, ...]:
    read = [_read(label, labels) for label in rows]
    if kind == "cross":
        queries, keys = titles
        sources = _units(columns, columns=range(len(columns)), glosses=glosses)
        return (
            TextSentence(queries, _units(read, rows=range(len(rows))), False),
            TextSentence(keys, sources, True),
        )
    # In a decoder a query can stand for the token that it predicts: that is the next key, or, for
    # the last query, no key yet.
    shift = int(kind == "decoder" and labels != "fed")
    key_of = {
        token: column
        for column, (start, end) in enumerate(projection.columns)
        for token in range(start, end)
    }
    row_of: dict[int, int] = {}
    entries: list[tuple[int, int, int | None, int | None]] = [
        (start, 0, column, None) for column, (start, _) in enumerate(projection.columns)
    ]
    for row, (start, _) in enumerate(projection.rows):
        column = key_of.get(start + shift)
        if column is None or column in row_of:
            entries.append((start + shift, 1, None, row))
        else:
            row_of[column] = row
    entries.sort(key=lambda entry: entry[:2])
    tokens, meanings, query_of, key_at = [], [], [], []
    for _, _, key, row_alone in entries:
        query = row_alone if key is None else row_of.get(key)
        gloss = "" if query is None else rows[query].gloss
        tokens.append(read[query or 0] if key is None else columns[key])
        meanings.append(gloss if key is None or not glosses else glosses[key])
        query_of.append(query)
        key_at.append(key)
    units = _units(tokens, rows=query_of, columns=key_at, glosses=meanings)
    return (TextSentence("", units, True),)


def shares_gloss(units: Sequence[TextUnit], index: int) -> bool:
    """Whether a token and the one before it belong to one word, with one gloss."""
    return index > 0 and bool(units[index].gloss) and units[index].gloss == units[index - 1].gloss


def _units(
    tokens: Sequence[str],
    *,
    rows: Sequence[int | None] = (),
    columns: Sequence[int | None] = (),
    glosses: Sequence[str] = (),
) -> tuple[TextUnit, ...]:
    units = []
    for index, (token, spaced) in enumerate(zip(tokens, blanks_before(tokens), strict=True)):
        continues = is_continuation(token)
        # Chinese characters follow without a blank, and a line may begin with each
        begins_a_word = unicodedata.category(token[:1] or " ").startswith("L") and not continues
        text = token.removeprefix(JOINER) if continues else token
        units.append(
            TextUnit(
                token=token,
                text=EITHER.join(map(visible, text.split(EITHER))),
                row=rows[index] if rows else None,
                column=columns[index] if columns else None,
                spaced=spaced,
                breakable=spaced or begins_a_word,
                gloss=glosses[index] if glosses else "",
            )
        )
    return tuple(units)


def _read(label: RowLabel, labels: RowLabels) -> str:
    return label.fed if labels == "fed" or label.predicted is None else label.predicted


# ----------------------------------------------------------------------------------- text wrapping
# Tokens into lines like text: words stay whole, Chinese breaks anywhere but before punctuation.


PAD, JOINED_PAD = 0.17, 0.01
"""Padding beside a token's text in its ground, in text sizes: usually, and within a word."""

BLANK, TOUCHING = 0.2, 0.06
"""Room between two grounds, in text sizes."""

LONGEST_LINE = 64
"""Of text, in text sizes: the eye has to find the next line."""

SPECIAL = 0.62
"""Text size of ``<s>`` and the like, in that of the others."""

SURELY = 0.9
"""Text of another size has at least this share of the proportional width."""

_RIGHT = frozenset({"R", "AL"})
"""Unicode bidirectional classes of Hebrew and of Arabic letters."""

_FROM_RIGHT = "\N{RIGHT-TO-LEFT MARK}"

PlacedAt = tuple[int, float, float]
"""A token's place in the sentence, its left edge and its width, in px."""


def unit_size(unit: TextUnit, size: int, theme: Theme) -> int:
    """Text size of a token in px; special tokens are smaller than words."""
    special = unit.token in SPECIAL_TOKENS
    return max(theme.small, round(size * SPECIAL)) if special else size


def unit_widths(units: Sequence[TextUnit], theme: Theme, *, size: int) -> list[float]:
    """Widths of the tokens' grounds in px, without an upper limit."""
    metrics = {
        font: QFontMetricsF(theme.font(font))
        for font in {unit_size(unit, size, theme) for unit in units}
    }
    # pieces of a word are nearer to each other
    joined = [index > 0 and not unit.breakable for index, unit in enumerate(units)] + [False]
    pads = [JOINED_PAD if side else PAD for side in joined]
    advance: dict[tuple[str, int], float] = {}
    widths = []
    for unit, (before, after) in zip(units, pairwise(pads), strict=True):
        key = unit.text, unit_size(unit, size, theme)
        if key not in advance:
            advance[key] = metrics[key[1]].horizontalAdvance(unit.text)
        widths.append(advance[key] + (before + after) * size)
    return widths


def glossed_widths(units: Sequence[TextUnit], theme: Theme, *, size: int) -> list[float]:
    """The same, at least as wide as the glosses below them."""
    widths = unit_widths(units, theme, size=size)
    for first, last in glossed(units):
        gloss = text_width(theme, units[first].gloss, size=theme.small) + 2 * theme.unit
        more = max(0.0, gloss - sum(widths[first:last])) / (last - first)
        widths[first:last] = [width + more for width in widths[first:last]]
    return widths


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
    """Whether the text is right-to-left: its first letter decides, as in Unicode."""
    kinds = (
        unicodedata.bidirectional(char)
        for unit in units
        if unit.token not in SPECIAL_TOKENS
        for char in unit.text
    )
    return next((kind for kind in kinds if kind in {"L", *_RIGHT}), "L") in _RIGHT


def as_read(units: Sequence[TextUnit], lines: list[list[PlacedAt]]) -> list[list[PlacedAt]]:
    """The lines in visual order.

    Right-to-left text begins at the right; runs of the other direction keep their own order, as
    numbers do.
    """
    sides, base = _sides(units), from_right(units)
    if not any(sides):
        return lines
    end = max(left + width for line in lines for _, left, width in line)
    turned = []
    for line in lines:
        placed: list[PlacedAt] = []
        along = _mirrored(line, 0.0, end) if base else line
        for side, group in groupby(along, key=lambda place: sides[place[0]]):
            run = list(group)
            if side != base:  # reversed within its place
                lefts, rights = zip(*((left, left + width) for _, left, width in run), strict=True)
                run = _mirrored(run, min(lefts), max(rights))
            placed += run
        turned.append(placed)
    return turned


def facing_as_read(units: Sequence[TextUnit]) -> tuple[TextUnit, ...]:
    """The units with brackets marked for mirroring in right-to-left text."""
    return tuple(
        dataclasses.replace(unit, text=f"{_FROM_RIGHT}{unit.text}{_FROM_RIGHT}")
        if side and unit.token not in SPECIAL_TOKENS and any(map(unicodedata.mirrored, unit.text))
        else unit
        for unit, side in zip(units, _sides(units), strict=True)
    )


def words(units: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """Half-open ranges of tokens that no line break separates, as those with one gloss."""
    starts = [
        index
        for index, unit in enumerate(units)
        if index == 0 or (unit.breakable and not shares_gloss(units, index))
    ]
    return list(pairwise([*starts, len(units)])) if units else []


def glossed(units: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """Half-open ranges of tokens that share a gloss."""
    ends = [index for index in range(len(units)) if not shares_gloss(units, index)]
    return [(first, last) for first, last in pairwise([*ends, len(units)]) if units[first].gloss]


def _sides(units: Sequence[TextUnit]) -> list[bool]:
    """Whether each token is right-to-left; punctuation as the tokens on both sides of it."""
    base = from_right(units)
    own: list[bool | None] = []  # None = text without direction
    for unit in units:
        kinds = map(unicodedata.bidirectional, "" if unit.token in SPECIAL_TOKENS else unit.text)
        strong = {"L", "EN", "AN", *_RIGHT}
        own.append(next((kind in _RIGHT for kind in kinds if kind in strong), None))
    following = [base] * len(units)
    for index in range(len(units) - 2, -1, -1):
        after = own[index + 1]
        following[index] = following[index + 1] if after is None else after
    sides, before = [], base
    for side, after in zip(own, following, strict=True):
        neighbours = before if before == after else base
        sides.append(neighbours if side is None else side)
        before = before if side is None else side
    return sides


def _mirrored(line: Sequence[PlacedAt], first: float, end: float) -> list[PlacedAt]:
    return [(index, first + end - left - width, width) for index, left, width in line]


# --------------------------------------------------------------------------------- sentence layout
# Where sentences and their tokens go: as large as there is room for, the rest is scrolled.


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
        title: its height is 0 if there is only one sentence.
        viewport: the part of it that is in view.
        size: of the text; line: height of a line, with the room below it.
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
        return placed.rect.translated(0, -self.scroll)

    def seen(self) -> list[PlacedUnit]:
        """Tokens that are at least partly in view."""
        area = self.viewport.translated(0, self.scroll)
        return [placed for placed in self.units if placed.rect.intersects(area)]

    def glosses(self, theme: Theme) -> tuple[Label, ...]:
        """One label for the tokens of a word, one more where a line ends within it."""
        labels = []
        units = [placed.unit for placed in self.units]
        for first, last in glossed(units):
            for _, line in groupby(self.units[first:last], key=lambda placed: placed.rect.top()):
                grounds = [self.rect_of(placed) for placed in line]
                word, size = grounds[0].united(grounds[-1]), theme.small
                place = QRectF(word.left(), word.bottom() + 1, word.width(), size * BELOW)
                text = elided(theme, units[first].gloss, size=size, width=place.width())
                labels.append(Label(index=first, text=text, rect=place, size=size))
        return tuple(labels)


def layout_sentences(
    room: QRectF, sentences: Sequence[TextSentence], theme: Theme, *, largest: int = 0
) -> tuple[SentenceLayout, ...]:
    """All sentences in one text size, one below the other, not scrolled.

    The size is the largest that fits, at most ``largest`` px if given.
    """
    titles = [theme.small * 2.0 if sentence.title else 0.0 for sentence in sentences]
    free = room.height() - sum(titles) - APART * theme.unit * (len(sentences) - 1)
    sizes = [size for size in text_sizes(theme) if not largest or size <= largest]
    size, lines = _fitted(sentences, theme, sizes, width=room.width(), height=free)
    pitches = [line_height(size, theme, sentence) for sentence in sentences]
    heights = [len(some) * pitch for some, pitch in zip(lines, pitches, strict=True)]
    placed, top = [], room.top()
    for number, view in enumerate(_shared(heights, free, pitches)):
        sentence, pitch = sentences[number], pitches[number]
        title = QRectF(room.left(), top, room.width(), titles[number])
        viewport = QRectF(room.left(), title.bottom(), room.width(), view)
        units = facing_as_read(sentence.units)
        grounds = tuple(
            PlacedUnit(
                unit=units[index],
                rect=_sharp(viewport.left() + left, viewport.top() + line * pitch, width, size),
                size=unit_size(sentence.units[index], size, theme),
            )
            for line, places in enumerate(as_read(sentence.units, lines[number]))
            for index, left, width in places
        )
        placed.append(
            SentenceLayout(
                sentence=sentence,
                title=title,
                viewport=viewport,
                units=grounds,
                size=size,
                line=pitch,
                content=heights[number],
            )
        )
        top = viewport.bottom() + APART * theme.unit
    return tuple(placed)


def text_sizes(theme: Theme) -> tuple[int, ...]:
    """Sizes that a sentence can have in px, largest first."""
    larger = tuple(round(theme.large * factor) for factor in LARGER)
    return (*larger, theme.large, theme.body, theme.small)


def line_height(size: int, theme: Theme, sentence: TextSentence) -> float:
    """Height of a line in px, with the room below it for glosses and values."""
    below = theme.small * BELOW * (sentence.has_keys + sentence.is_glossed)
    return math.ceil(size * BOX + below + 1.5 * theme.unit)


def _fitted(
    sentences: Sequence[TextSentence],
    theme: Theme,
    sizes: Sequence[int],
    *,
    width: float,
    height: float,
) -> tuple[int, list[list[list[PlacedAt]]]]:
    """First size that fits, else the last but one, which is legible; lines of all sentences."""

    def longest(size: int) -> float:
        return min(width, LONGEST_LINE * size)

    def lines_of(size: int) -> list[list[list[PlacedAt]]]:
        return [
            wrapped(
                sentence.units,
                glossed_widths(sentence.units, theme, size=size),
                longest(size),
                size=size,
            )
            for sentence in sentences
        ]

    def fits(counts: Iterable[int], size: int) -> bool:
        pitches = (line_height(size, theme, sentence) for sentence in sentences)
        return sum(map(operator.mul, counts, pitches)) <= height

    known = [sum(unit_widths(sentence.units, theme, size=theme.body)) for sentence in sentences]
    for size in sizes:
        # a fast lower bound comes first
        least = SURELY * size / theme.body / longest(size)
        if fits((math.ceil(some * least) for some in known), size):
            lines = lines_of(size)
            if fits(map(len, lines), size):
                return size, lines
    size = sizes[-2] if len(sizes) > 1 else sizes[-1]
    return size, lines_of(size)


def _shared(heights: Sequence[float], room: float, pitches: Sequence[float]) -> list[float]:
    """Heights in view in px: all, or the whole lines that fit, most of them for keys."""
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


def _sharp(left: float, top: float, width: float, size: int) -> QRectF:
    """A token's ground with edges on whole px."""
    first, end = round(left), round(left + width)
    return QRectF(first, round(top), end - first, round(size * BOX))


# ------------------------------------------------------------------------------------- text layout


WIDE = 560
"""A picture narrower than this, in px at 100 %, has a line more for caption and sentence."""

TOLD_LINE = 1.4
"""Height of a line of the sentence, in text sizes."""

TALL, EXPLAINED = 300, 170
"""Pictures lower than this, in px at 100 %, have no sentence; no colour bar and no subtitle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLayout(Spots):
    """Places in the painter's px; its spots are the tokens.

    Attributes:
        subtitle, bar, told: of no height where there is no room; ``told`` is the sentence that
            says the weights.
        sentences: of queries and of keys, or the one that is both.
    """

    caption: QRectF
    subtitle: QRectF
    sentences: tuple[SentenceLayout, ...]
    bar: QRectF
    told: QRectF

    def scrolled(self, scrolls: Sequence[float]) -> TextLayout:
        """A copy with each sentence scrolled by its px, as far as the content permits."""
        sentences = tuple(
            dataclasses.replace(
                text, scroll=min(scroll, max(0.0, text.content - text.viewport.height()))
            )
            for text, scroll in zip(self.sentences, scrolls, strict=False)
        )
        return dataclasses.replace(self, sentences=sentences)

    def at(self, point: QPointF) -> TextUnit | None:
        for text in self.sentences:
            if text.viewport.contains(point):
                seen = (placed for placed in text.seen() if text.rect_of(placed).contains(point))
                return next((placed.unit for placed in seen), None)
        return None

    def rect(self, spot: TextUnit) -> QRectF | None:
        found = self.find(row=spot.row, column=spot.column)
        if found is None:
            return None
        text = self.sentences[found[0]]
        place = text.rect_of(found[1])
        return place if text.viewport.intersects(place) else None

    def find(
        self, *, row: int | None = None, column: int | None = None
    ) -> tuple[int, PlacedUnit] | None:
        """The token of a query or a key, and the index of its sentence."""
        for number, text in enumerate(self.sentences):
            for placed in text.units:
                is_query = row is not None and placed.unit.row == row
                if is_query or (column is not None and placed.unit.column == column):
                    return number, placed
        return None


def layout_text(
    rect: QRectF, sentences: Sequence[TextSentence], theme: Theme, *, largest: int = 0
) -> TextLayout:
    """Layout in ``rect``, not scrolled; the subtitle is omitted if the sentences reach the bar.

    Tokens are as large as fits, at most ``largest`` px if given.
    """
    return _layout_text(rect.getRect(), tuple(sentences), theme, largest)


@lru_cache(maxsize=16)
def _layout_text(
    place: tuple[float, float, float, float],
    sentences: tuple[TextSentence, ...],
    theme: Theme,
    largest: int,
) -> TextLayout:
    rect = QRectF(*place)
    layout = _layout(rect, sentences, theme, subtitled=True, largest=largest)
    if layout.bar.height() and layout.sentences[-1].viewport.bottom() > layout.bar.top():
        return _layout(rect, sentences, theme, subtitled=False, largest=largest)
    return layout


def _layout(
    rect: QRectF,
    sentences: Sequence[TextSentence],
    theme: Theme,
    *,
    subtitled: bool,
    largest: int,
) -> TextLayout:
    explained = rect.height() >= EXPLAINED * theme.scale
    tall = rect.height() >= TALL * theme.scale
    narrow = rect.width() < WIDE * theme.scale
    lines = 2 if tall and narrow else 1
    caption = QRectF(rect.left(), rect.top(), rect.width(), lines * theme.body * 1.4)
    subtitle = QRectF(
        rect.left(),
        caption.bottom(),
        rect.width(),
        theme.small * 1.6 if explained and subtitled else 0.0,
    )
    told_height = theme.body * TOLD_LINE * (3 if narrow else 2) if tall else 0.0
    told = QRectF(rect.left(), rect.bottom() - told_height, rect.width(), told_height)
    bar_height = theme.unit * 3 + theme.small * 1.3 if explained else 0.0
    bar = QRectF(rect.left(), told.top() - bar_height, rect.width(), bar_height)
    top = subtitle.bottom() + (4 if tall else 1) * theme.unit
    bottom = bar.top() - (3 * theme.unit if explained and subtitled else 0)
    room = QRectF(rect.left(), top, rect.width(), max(bottom - top, 1.0))
    return TextLayout(
        caption=caption,
        subtitle=subtitle,
        sentences=layout_sentences(room, sentences, theme, largest=largest),
        bar=bar,
        told=told,
    )
