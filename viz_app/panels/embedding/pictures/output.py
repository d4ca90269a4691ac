"""Tokens as bars: nearest table rows; largest logits of a step, and their softmax."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray
from model.lessons.embedding import NearToken, OutputLogits, RankedToken
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.embedding.pictures.texts import SPECIAL, rest_name
from viz_app.pictures.bars import BarRows, Stretch, across, paint_bar_with_number
from viz_app.pictures.labels import text_width
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.texts.labels import decimal_number, listed_name, short_probability
from viz_app.texts.visible_token import visible

# ----------------------------------------------------------------------------------- nearest tokens


def paint_near(
    painter: QPainter, rect: QRectF, near: Sequence[tuple[NearToken, str]], theme: Theme, title: str
) -> BarRows:
    """One row per token with its gloss, most similar first; special tokens are paler.

    A full bar is similarity 1; negative similarities extend to the left.
    """
    names = [listed_name(one.token, gloss) for one, gloss in near]
    width = max(text_width(theme, name, size=theme.body) for name in names) + theme.unit
    width = min(width, WIDEST_TOKEN * theme.unit, 0.45 * rect.width())
    head = QRectF(rect.left(), rect.top(), rect.width(), 2.0 * theme.body)
    paint_line(painter, head, title, theme, size=theme.body, colour=theme.text, weight="bold")
    height = min(1.6 * HIGHEST_ROW * theme.scale, (rect.bottom() - head.bottom()) / len(near))
    rows = BarRows(
        head=head,
        top=head.bottom(),
        row_height=height,
        count=len(near),
        left=rect.left(),
        right=rect.right(),
    )
    first = rect.left() + width + 2 * theme.unit
    whole = max(rect.right() - first - text_width(theme, "−0.000", size=theme.small) - 14, 8.0)
    for row, ((one, _), name) in enumerate(zip(near, names, strict=True)):
        place, special = rows.row_rect(row), one.token in SPECIAL
        ink = theme.soft_text if special else theme.text
        token = across(place, (rect.left(), width))
        paint_line(painter, token, name, theme, size=theme.body, colour=ink, side="right")
        bar = across(place, (first, max(one.similarity * whole, 1.0)))
        colour = theme.masked_line if special else faded(theme)
        paint_bar_with_number(painter, bar, decimal_number(one.similarity, 3), theme, colour=colour)
    return rows


# --------------------------------------------------------------------------------------- histogram
# All logits of a step as a histogram: how far the token that follows stands off from the rest.


BINS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class LogitHistogram:
    """Number of tokens in each of :data:`BINS` logit intervals of equal width.

    ``edges`` has one entry more than ``counts``.
    """

    counts: tuple[int, ...]
    edges: tuple[float, ...]
    chosen: float
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistogramLayout:
    """Layout in the painter's px."""

    histogram: LogitHistogram
    area: QRectF

    def bar_rect(self, index: int) -> QRectF:
        """A bar; its height is logarithmic in the count, so that one token is visible."""
        width = self.area.width() / len(self.histogram.counts)
        most = math.log10(1 + max(self.histogram.counts))
        share = math.log10(1 + self.histogram.counts[index]) / (most or 1.0)
        height = share * self.area.height()
        return QRectF(self.area.left() + index * width, self.area.bottom() - height, width, height)

    def bin_at(self, point: QPointF) -> int | None:
        if not self.area.contains(point):
            return None
        count = len(self.histogram.counts)
        index = int((point.x() - self.area.left()) / self.area.width() * count)
        return min(index, count - 1)

    def x_of(self, logit: float) -> float:
        low, high = self.histogram.edges[0], self.histogram.edges[-1]
        return self.area.left() + (logit - low) / ((high - low) or 1.0) * self.area.width()


def histogram_of(output: OutputLogits, step: int) -> LogitHistogram:
    logits: FloatArray = output.logits[step]
    # what is never predicted has −∞
    counts, edges = np.histogram(logits[np.isfinite(logits)], bins=BINS)
    chosen = output.chosen(step)
    return LogitHistogram(
        counts=tuple(int(count) for count in counts),
        edges=tuple(float(edge) for edge in edges),
        chosen=chosen.logit,
        token=chosen.token,
    )


def layout_histogram(rect: QRectF, histogram: LogitHistogram, theme: Theme) -> HistogramLayout:
    line = theme.small * 1.5
    return HistogramLayout(histogram=histogram, area=rect.adjusted(0, 2 * line, 0, -2 * line))


def paint_histogram(
    painter: QPainter, layout: HistogramLayout, theme: Theme, titles: tuple[str, str]
) -> None:
    """Paint bars and the mark of the next token; titles: vertical axis, horizontal axis."""
    area, line = layout.area, theme.small * 1.5
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(faded(theme)))
    for index in range(len(layout.histogram.counts)):
        painter.drawRect(layout.bar_rect(index).adjusted(0.5, 0, -0.5, 0))
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    _paint_mark(painter, layout, theme)
    painter.restore()
    above = QRectF(area.left(), area.top() - 2 * line, area.width(), line)
    paint_line(painter, above, titles[0], theme)
    below = QRectF(area.left(), area.bottom() + line, area.width(), line)
    paint_line(painter, below, titles[1], theme, side="centre")
    _paint_ends(painter, layout, theme)


def _paint_mark(painter: QPainter, layout: HistogramLayout, theme: Theme) -> None:
    area, x = layout.area, layout.x_of(layout.histogram.chosen)
    top = area.top() - theme.small * 0.3
    painter.setPen(QPen(QColor(theme.accent), 2 * theme.scale))
    painter.drawLine(QPointF(x, top), QPointF(x, area.bottom()))
    name = visible(layout.histogram.token)
    width = min(text_width(theme, name, size=theme.small, weight="bold") + 2, area.width())
    left = min(max(x - width / 2, area.left()), area.right() - width)
    place = QRectF(left, top - theme.small * 1.3, width, theme.small * 1.3)
    paint_line(painter, place, name, theme, colour=theme.accent, weight="bold", side="centre")


def _paint_ends(painter: QPainter, layout: HistogramLayout, theme: Theme) -> None:
    area, edges = layout.area, layout.histogram.edges
    width = 14.0 * theme.unit
    ends: list[tuple[float, str, TextSide]] = [
        (area.left(), decimal_number(edges[0], 1), "left"),
        (area.right() - width, decimal_number(edges[-1], 1), "right"),
    ]
    zero = layout.x_of(0.0)
    if area.left() + width < zero < area.right() - width:
        ends.append((zero - width / 2, "0", "centre"))
    for left, text, side in ends:
        place = QRectF(left, area.bottom(), width, theme.small * 1.5)
        paint_line(painter, place, text, theme, side=side)


# ------------------------------------------------------------------------------------------ output


HIGHEST_ROW, LOWEST_ROW = 30, 20
"""Of a token's row, in px at 100 %."""

FEWEST, MOST = 4, 12
"""Tokens with a row of their own."""

WIDEST_TOKEN = 32
"""Of a token's name, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRows:
    """Tokens that have a row of their own.

    Attributes:
        tokens: best first; the next token is always included, if need be as the last one.
        chosen: row of the next token.
        others: number of the remaining tokens of the vocabulary, and their total probability.
    """

    tokens: tuple[RankedToken, ...]
    chosen: int
    others: int
    other_probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputLayout(BarRows):
    """Layout in the painter's px.

    One row per token, the last one for all others; ``span``: smallest and largest logit.
    """

    rows: OutputRows
    rank: Stretch
    token: Stretch
    logit: Stretch
    probability: Stretch
    span: tuple[float, float]

    def logit_bar(self, row: int) -> QRectF:
        start, end = sorted((self.logit_x(0.0), self.logit_x(self.rows.tokens[row].logit)))
        return across(self.row_rect(row), (start, max(end - start, 1.0)))

    def logit_x(self, logit: float) -> float:
        low, high = self.span
        return self.logit[0] + (logit - low) / ((high - low) or 1.0) * self.logit[1]

    def probability_bar(self, row: int) -> QRectF:
        """Bar of a probability; the whole width is 1."""
        tokens = self.rows.tokens
        share = tokens[row].probability if row < len(tokens) else self.rows.other_probability
        left, width = self.probability
        return across(self.row_rect(row), (left, max(share * width, 1.0)))


def output_rows(output: OutputLogits, step: int, *, room: int) -> OutputRows:
    """The ``room`` best tokens of a step, always including the next token."""
    chosen = output.chosen(step)
    best = output.best(step, max(1, room))
    if chosen.rank > len(best):
        best = (*best[:-1], chosen) if len(best) > 1 else (chosen,)
    shown = sum(token.probability for token in best)
    return OutputRows(
        tokens=best,
        chosen=next(row for row, token in enumerate(best) if token.token_id == chosen.token_id),
        others=len(output.vocabulary) - len(best),
        other_probability=max(0.0, 1.0 - shown),
    )


def rows_for(height: float, theme: Theme) -> int:
    """Number of token rows that fit into ``height`` px, besides head and last row."""
    room = (height - output_head_height(theme)) / (LOWEST_ROW * theme.scale)
    return max(FEWEST, min(MOST, int(room) - 1))


def output_head_height(theme: Theme) -> float:
    """Height of the column titles in px."""
    return theme.small * 1.6


def layout_output(rect: QRectF, rows: OutputRows, theme: Theme) -> OutputLayout:
    count = len(rows.tokens) + 1
    top = rect.top() + output_head_height(theme)
    height = min(HIGHEST_ROW * theme.scale, max(rect.bottom() - top, 1.0) / count)
    unit = float(theme.unit)
    number = text_width(theme, "−00.00", size=theme.small) + 2 * unit
    ranks = max(text_width(theme, f"{token.rank:,}", size=theme.small) for token in rows.tokens)
    names = max(
        text_width(theme, visible(token.token), size=theme.body, weight="bold")
        for token in rows.tokens
    )
    names = max(names, text_width(theme, rest_name(rows.others), size=theme.small) - ranks)
    names = min(names + unit, WIDEST_TOKEN * unit, 0.3 * rect.width())
    token_left = rect.left() + ranks + 2 * unit
    first = token_left + names + 3 * unit
    bars = max((rect.right() - first - 2 * number - 4 * unit) / 2, 8.0)
    logits = [token.logit for token in rows.tokens]
    return OutputLayout(
        rows=rows,
        head=QRectF(rect.left(), rect.top(), rect.width(), output_head_height(theme)),
        top=top,
        row_height=height,
        count=count,
        left=rect.left(),
        right=first + 2 * bars + number + 4 * unit,
        rank=(rect.left(), ranks),
        token=(token_left, names),
        logit=(first, bars),
        probability=(first + bars + number + 4 * unit, bars),
        span=(min(0.0, *logits), max(0.0, *logits)),
    )


def paint_output(
    painter: QPainter, layout: OutputLayout, theme: Theme, titles: tuple[str, str]
) -> None:
    """Paint the rows; ``titles``: logit, softmax."""
    for column, title in zip((layout.logit, layout.probability), titles, strict=True):
        paint_line(painter, across(layout.head, column), title, theme)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row in range(len(layout.rows.tokens)):
        _paint_row(painter, layout, theme, row)
    if layout.rows.others:
        _paint_others(painter, layout, theme)
    _paint_zero(painter, layout, theme)
    painter.restore()


def _paint_row(painter: QPainter, layout: OutputLayout, theme: Theme, row: int) -> None:
    token, chosen = layout.rows.tokens[row], row == layout.rows.chosen
    rect = layout.row_rect(row)
    if chosen:
        painter.fillRect(rect, QColor(mixed(theme.panel, theme.accent, share=0.08)))
    if row and token.rank > layout.rows.tokens[row - 1].rank + 1:
        painter.setPen(QPen(QColor(theme.soft_text), theme.scale, Qt.PenStyle.DotLine))
        painter.drawLine(rect.topLeft(), rect.topRight())
    paint_line(painter, across(rect, layout.rank), f"{token.rank:,}", theme, side="right")
    paint_line(
        painter,
        across(rect, layout.token),
        visible(token.token),
        theme,
        size=theme.body,
        colour=theme.text,
        weight="bold" if chosen else "normal",
        side="right",
    )
    colour, share = theme.accent if chosen else faded(theme), short_probability(token.probability)
    paint_bar_with_number(
        painter, layout.logit_bar(row), decimal_number(token.logit), theme, colour=colour
    )
    paint_bar_with_number(painter, layout.probability_bar(row), share, theme, colour=colour)


def _paint_others(painter: QPainter, layout: OutputLayout, theme: Theme) -> None:
    row, rows = len(layout.rows.tokens), layout.rows
    whole = layout.rank[0], sum(layout.token) - layout.rank[0]
    place = across(layout.row_rect(row), whole)
    paint_line(painter, place, rest_name(rows.others), theme, side="right")
    bar, text = layout.probability_bar(row), short_probability(rows.other_probability)
    paint_bar_with_number(painter, bar, text, theme, colour=theme.masked_line)


def _paint_zero(painter: QPainter, layout: OutputLayout, theme: Theme) -> None:
    bottom = layout.row_rect(len(layout.rows.tokens) - 1).bottom()
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    for left in (layout.logit_x(0.0), layout.probability[0]):
        painter.drawLine(QPointF(left, layout.top), QPointF(left, bottom))
