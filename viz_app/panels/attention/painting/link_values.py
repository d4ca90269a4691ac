"""The weights at the ends of one token's lines, and those whose other end is scrolled away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.panels.attention.painting.link_sentences import link_value
from viz_app.panels.attention.painting.link_set import LinkEnd, LinkList, LinkSide, strokes_of
from viz_app.panels.attention.painting.links_layout import LinksLayout
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.bar_rows import across
from viz_app.pictures.text_line import paint_line
from viz_app.texts.isolates import isolated
from viz_app.workbench.snapshots.pictures import FocusSnapshot

MOST_TOKENS = 6
"""Tokens whose values are shown."""

LEAST = 0.005
"""A weight that would be said to be 0.00 is not."""

SHARE = 0.45
"""Share of the lines' width that values may take."""

HEIGHT = 1.25
"""Of a value's ground, in text sizes."""

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
    """Paint the heaviest values of a token's links at their other ends."""
    for tag in value_tags(layout, focus, links, theme, spot=spot):
        _paint_tag(painter, tag, theme)


def value_tags(
    layout: LinksLayout, focus: FocusSnapshot, links: LinkList, theme: Theme, *, spot: LinkEnd
) -> tuple[ValueTag, ...]:
    """Values with their places; none overlaps another.

    Those of tokens that are scrolled away stand at the edge, the heaviest above and below, with
    the token's name.
    """
    side: LinkSide = "key" if spot.side == "query" else "query"
    found = _by_token(focus, links, theme, side=side)
    half = theme.small * HEIGHT / 2
    top, bottom = layout.viewport.top() + half, layout.viewport.bottom() - half
    above = [index for index in found if layout.middle(index) < top]
    below = [index for index in found if layout.middle(index) > bottom]
    tags = [
        _edge_tag(layout, found[away[0]], theme, LinkEnd(side, away[0]))
        for away in (above, below)
        if away
    ]
    inside = [index for index in found if top <= layout.middle(index) <= bottom]
    for index in inside[:MOST_TOKENS]:
        tag = _tag(layout, found[index], theme, side=side, middle=layout.middle(index))
        if not any(tag.rect.intersects(other.rect) for other in tags):
            tags.append(tag)
    return tuple(tags)


def _by_token(
    focus: FocusSnapshot, links: LinkList, theme: Theme, *, side: LinkSide
) -> dict[int, list[TagValue]]:
    """Values of each token, heaviest first, and the tokens in the order of their heaviest."""
    strokes = strokes_of(focus, theme)
    indices = links.columns if side == "key" else links.rows
    found: dict[int, list[TagValue]] = {}
    for place in links.by_weight():
        weight = float(links.weights[place])
        if abs(weight) >= LEAST:
            colour = strokes[links.layers[place]].colour if len(strokes) > 1 else ""
            value = TagValue(link_value(weight, focus), colour)
            found.setdefault(int(indices[place]), []).append(value)
    return found


def _edge_tag(
    layout: LinksLayout, values: Sequence[TagValue], theme: Theme, end: LinkEnd
) -> ValueTag:
    """A token out of view with its heaviest value, at the edge that is nearer to it."""
    above = layout.middle(end.index) < layout.viewport.center().y()
    half = theme.small * HEIGHT / 2
    middle = layout.viewport.top() + half if above else layout.viewport.bottom() - half
    name = elided(
        theme, layout.column(end.side).texts[end.index], size=theme.small, width=18 * theme.unit
    )
    arrow = "↑" if above else "↓"
    value = TagValue(f"{arrow} {isolated(name)}  {values[0].text}", values[0].colour)
    return _tag(layout, [value], theme, side=end.side, middle=middle)


def _tag(
    layout: LinksLayout, values: Sequence[TagValue], theme: Theme, *, side: LinkSide, middle: float
) -> ValueTag:
    """As many values as there is room for, at the end of the lines."""
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


def _paint_tag(painter: QPainter, tag: ValueTag, theme: Theme) -> None:
    """The values on a ground that lines are faint under."""
    ground = QColor(theme.panel)
    ground.setAlphaF(0.88)
    painter.setPen(Qt.PenStyle.NoPen)
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
    painter.setBrush(Qt.BrushStyle.NoBrush)
