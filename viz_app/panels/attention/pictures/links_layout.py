"""Layout of the links picture: two columns of tokens, with the lines between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, Weight
from viz_app.panels.attention.pictures.captions import (
    LegendItem,
    between_names,
    key_names,
    layout_legend,
    query_names,
)
from viz_app.panels.attention.pictures.link_set import (
    LinkEnd,
    LinkList,
    LinkSide,
    layer_names,
    link_value,
    side_titles,
    strokes_of,
)
from viz_app.pictures.bars import across
from viz_app.pictures.labels import elided, text_width, text_widths
from viz_app.pictures.picture import Spots
from viz_app.pictures.typeset import paint_line
from viz_app.texts.visible_token import isolated
from viz_app.workbench.snapshots.attention import FocusSnapshot

# ------------------------------------------------------------------------------------ links layout


WIDEST = 460
"""Lines are no longer than this across, in px at 100 %: the eye has to follow them."""

LABEL_SHARE = 0.3
"""Share of the width that the tokens of one side may take."""

FED_SHARE = 0.5
"""Additional share of that for the input tokens."""

ROOMY, TIGHTEST = 2.2, 1.35
"""Height of a token's line, in text sizes: with much room, and at least."""

SENTENCE_LINES = 2
"""Room for the sentence, which must not move the picture."""

FEW = 10
"""With fewer tokens in view than this, scrolled ones get the sentence's room."""

EXPLAINED = 160
"""A picture lower than this, in px at 100 %, has no subtitle."""

TALL = 220
"""A picture lower than this, in px at 100 %, has no sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenColumn:
    """The tokens of one side.

    Attributes:
        texts: as they are shown, not shortened.
        fed: input tokens, softer, before each text and an arrow; glosses of source tokens, on the
            outer side. Empty when tokens have one name.
        edge: where tokens end and lines begin, in px.
        room, fed_room: widths of both texts in px.
    """

    side: LinkSide
    texts: tuple[str, ...]
    fed: tuple[str, ...]
    edge: float
    room: float
    fed_room: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksLayout(Spots):
    """Places in the painter's px; its spots are the tokens.

    Attributes:
        subtitle, sentence: their height is 0 without room.
        heads: places of the legend; empty for one head by itself.
        column_titles: the line above the tokens.
        viewport: the scrolled part: tokens, and lines between them.
        queries, keys: the two columns, queries at the left.
        size: of the tokens' text; line: height of a token in px; gap: between tokens and lines.
        scroll: px that are hidden above the viewport.
    """

    title: QRectF
    subtitle: QRectF
    heads: tuple[LegendItem, ...]
    column_titles: QRectF
    viewport: QRectF
    sentence: QRectF
    queries: TokenColumn
    keys: TokenColumn
    size: int
    line: float
    gap: float
    scroll: float

    @property
    def content(self) -> float:
        """Height of all tokens in px."""
        return self.line * max(len(self.queries.texts), len(self.keys.texts))

    @property
    def lines_rect(self) -> QRectF:
        left, right = self.queries.edge + self.gap, self.keys.edge - self.gap
        return QRectF(left, self.viewport.top(), max(right - left, 1.0), self.viewport.height())

    def column(self, side: LinkSide) -> TokenColumn:
        return self.queries if side == "query" else self.keys

    def middle(self, index: int) -> float:
        """Height of a token's middle in px; tokens scrolled away are outside of the viewport."""
        return self.viewport.top() - self.scroll + (index + 0.5) * self.line

    def token_rect(self, end: LinkEnd) -> QRectF:
        column = self.column(end.side)
        top = self.middle(end.index) - self.line / 2
        width = column.room + column.fed_room + 2 * self.gap
        left = column.edge + self.gap - width if end.side == "query" else column.edge - self.gap
        return QRectF(left, top, width, self.line)

    def rect(self, spot: LinkEnd) -> QRectF | None:
        place = self.token_rect(spot)
        return place if self.viewport.intersects(place) else None

    def seen(self, side: LinkSide) -> range:
        """Tokens that are at least partly in view."""
        first = max(0, math.floor(self.scroll / self.line))
        last = math.ceil((self.scroll + self.viewport.height()) / self.line)
        return range(first, max(first, min(last, len(self.column(side).texts))))

    def at(self, point: QPointF) -> LinkEnd | None:
        if not self.viewport.contains(point):
            return None
        index = int((point.y() - self.viewport.top() + self.scroll) / self.line)
        for side in ("query", "key"):
            if index < len(self.column(side).texts):
                end = LinkEnd(side, index)
                if self.token_rect(end).contains(point):
                    return end
        return None


def layout_links(
    rect: QRectF, focus: FocusSnapshot, theme: Theme, *, scroll: float = 0.0
) -> LinksLayout:
    """Layout in ``rect``, scrolled by ``scroll`` px as far as the content permits.

    The sentence is omitted where tokens would be scrolled because of it, or few are in view.
    """
    tall = rect.height() >= TALL * theme.scale
    layout = _layout(rect, focus, theme, scroll=scroll, wordy=tall)
    if not tall or layout.content <= layout.viewport.height():
        return layout
    bare = _layout(rect, focus, theme, scroll=scroll, wordy=False)
    fits = bare.content <= bare.viewport.height()
    return bare if fits or layout.viewport.height() < FEW * layout.line else layout


def _layout(
    rect: QRectF, focus: FocusSnapshot, theme: Theme, *, scroll: float, wordy: bool
) -> LinksLayout:
    left, width = rect.left(), rect.width()
    title = QRectF(left, rect.top(), width, theme.body * 1.4)
    explained = theme.small * 1.6 if rect.height() >= EXPLAINED * theme.scale else 0.0
    subtitle = QRectF(left, title.bottom(), width, explained)
    start = subtitle.bottomLeft()
    heads = layout_legend(layer_names(focus), start, width, theme)
    if heads and heads[-1].rect.top() != start.y():  # numbers where names need a second line
        heads = layout_legend(layer_names(focus, short=True), start, width, theme)
    under = heads[-1].rect.bottom() if heads else subtitle.bottom()
    under += theme.unit * (2 if explained else 0.5)
    titles = QRectF(left, under, width, theme.small * 1.6)
    foot = theme.body * 1.4 * SENTENCE_LINES if wordy else 0.0
    sentence = QRectF(left, rect.bottom() - foot, width, foot)
    top = titles.bottom() + theme.unit
    bottom = sentence.top() - (2 * theme.unit if wordy else 0)
    viewport = QRectF(left, top, width, max(bottom - top, 1.0))
    # the largest text that fits all tokens, at least small text
    count = max(len(focus.rows), len(focus.columns))
    fits = viewport.height() / max(count, 1)
    sizes = (size for size in (theme.large, theme.body, theme.small) if fits >= size * TIGHTEST)
    size = next(sizes, 0)
    line = float(math.floor(min(fits, theme.large * ROOMY)))
    if not size:
        size, line = theme.small, float(math.ceil(theme.small * TIGHTEST))
    gap = 1.5 * theme.unit
    queries, keys = token_columns(viewport, focus, theme, size=size, gap=gap)
    return LinksLayout(
        title=title,
        subtitle=subtitle,
        heads=heads,
        column_titles=titles,
        viewport=viewport,
        sentence=sentence,
        queries=queries,
        keys=keys,
        size=size,
        line=line,
        gap=gap,
        scroll=min(scroll, max(0.0, line * count - viewport.height())),
    )


def token_columns(
    area: QRectF, focus: FocusSnapshot, theme: Theme, *, size: int, gap: float
) -> tuple[TokenColumn, TokenColumn]:
    fed, queries = query_names(focus)
    keys = key_names(focus)
    query_title, key_title = (
        _widest((title,), theme, theme.small) for title in side_titles(focus.kind, focus.row_labels)
    )
    most = area.width() * LABEL_SHARE
    arrow = text_width(theme, between_names(focus), size=theme.small) + 2 * theme.unit
    query_room = min(_widest(queries, theme, size, "bold"), most)
    before, both = 0.0, most
    if fed:  # what short tokens leave is for those fed in, then for the title
        both = (1 + FED_SHARE) * most
        before = min(_widest(fed, theme, theme.small) + arrow, both - query_room)
    query_room = min(max(query_room, query_title - before), most)
    key_room = min(max(_widest(keys, theme, size, "bold"), key_title), most)
    after = _widest(focus.glosses, theme, theme.small) + 2 * theme.unit if focus.glosses else 0.0
    after = min(after, FED_SHARE * most)
    free = area.width() - before - query_room - key_room - after - 4 * gap
    lines = min(free, WIDEST * theme.scale)
    left = area.left() + before + query_room + gap + (free - lines) / 2
    return (
        TokenColumn(
            side="query", texts=queries, fed=fed, edge=left, room=query_room, fed_room=before
        ),
        TokenColumn(
            side="key",
            texts=keys,
            fed=focus.glosses,
            edge=left + lines + 2 * gap,
            room=key_room,
            fed_room=after,
        ),
    )


def _widest(texts: tuple[str, ...], theme: Theme, size: int, weight: Weight = "normal") -> float:
    return float(math.ceil(max(text_widths(theme, texts, size=size, weight=weight), default=0.0)))


# ------------------------------------------------------------------------------------- link values
# The weights at the ends of one token's lines, and those whose other end is scrolled away.


MOST_TOKENS = 6
"""Tokens whose values are shown."""

LEAST = 0.005
"""Weights that round to 0.00 are omitted."""

SHARE = 0.45
"""Share of the lines' width that values may take."""

HEIGHT = 1.25
"""Height of a value's ground, in text sizes."""

_DOT = 1.5
"""Diameter of the dot in a head's colour, in units."""


@dataclass(frozen=True, slots=True)
class TagValue:
    """A text, and the colour of the dot before it; none when there is one head."""

    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueTag:
    """Values of the lines to one token, in their place in px."""

    rect: QRectF
    values: tuple[TagValue, ...]


def paint_link_values(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    links: LinkList,
    theme: Theme,
    *,
    spot: LinkEnd,
) -> None:
    ground = QColor(theme.panel)
    ground.setAlphaF(0.88)
    painter.setPen(Qt.PenStyle.NoPen)
    for tag in value_tags(layout, focus, links, theme, spot=spot):
        painter.setBrush(ground)
        painter.drawRoundedRect(tag.rect, theme.unit, theme.unit)
        left, middle = tag.rect.left() + theme.unit, tag.rect.center().y()
        for value in tag.values:
            start = left
            if value.colour:
                radius = _DOT * theme.unit / 2
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(value.colour))
                painter.drawEllipse(QPointF(left + radius, middle), radius, radius)
                start += (_DOT + 1) * theme.unit
            place = across(tag.rect, (start, tag.rect.width()))
            paint_line(painter, place, value.text, theme, colour=theme.text, whole=True)
            left += _value_width(value, theme) + 2 * theme.unit
        painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def value_tags(
    layout: LinksLayout, focus: FocusSnapshot, links: LinkList, theme: Theme, *, spot: LinkEnd
) -> tuple[ValueTag, ...]:
    """Values with their places, without overlap.

    The heaviest of the tokens scrolled away are at the edges, with the token's name.
    """
    side: LinkSide = "key" if spot.side == "query" else "query"
    # values of each token, heaviest first; the tokens in the order of their heaviest
    strokes, found = strokes_of(focus, theme), dict[int, list[TagValue]]()
    indices = links.columns if side == "key" else links.rows
    for place in links.by_weight():
        weight = float(links.weights[place])
        if abs(weight) >= LEAST:
            colour = strokes[links.layers[place]].colour if len(strokes) > 1 else ""
            value = TagValue(link_value(weight, focus), colour)
            found.setdefault(int(indices[place]), []).append(value)
    half = theme.small * HEIGHT / 2
    top, bottom = layout.viewport.top() + half, layout.viewport.bottom() - half
    above = [index for index in found if layout.middle(index) < top]
    below = [index for index in found if layout.middle(index) > bottom]
    tags = []
    for away, arrow, middle in ((above, "↑", top), (below, "↓", bottom)):
        if away:
            text, value = layout.column(side).texts[away[0]], found[away[0]][0]
            name = elided(theme, text, size=theme.small, width=18 * theme.unit)
            value = TagValue(f"{arrow} {isolated(name)}  {value.text}", value.colour)
            tags.append(_tag(layout, [value], theme, side=side, middle=middle))
    inside = [index for index in found if top <= layout.middle(index) <= bottom]
    for index in inside[:MOST_TOKENS]:
        tag = _tag(layout, found[index], theme, side=side, middle=layout.middle(index))
        if not any(tag.rect.intersects(other.rect) for other in tags):
            tags.append(tag)
    return tuple(tags)


def _tag(
    layout: LinksLayout, values: Sequence[TagValue], theme: Theme, *, side: LinkSide, middle: float
) -> ValueTag:
    area, most = layout.lines_rect, SHARE * layout.lines_rect.width()
    shown: list[TagValue] = []
    width = 2.0 * theme.unit
    for value in values:
        more = _value_width(value, theme) + (2 * theme.unit if shown else 0)
        if shown and width + more > most:
            break
        shown.append(value)
        width += more
    height = theme.small * HEIGHT
    left = area.right() - width if side == "key" else area.left()
    return ValueTag(rect=QRectF(left, middle - height / 2, width, height), values=tuple(shown))


def _value_width(value: TagValue, theme: Theme) -> float:
    dot = (_DOT + 1) * theme.unit if value.colour else 0.0
    return dot + text_width(theme, value.text, size=theme.small)
