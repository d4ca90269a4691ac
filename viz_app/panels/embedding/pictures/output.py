"""Tokens as bars: nearest table rows; largest logits of a step, and their softmax."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding import EmbeddedTokens, NearToken, OutputLogits, RankedToken
from model.special_tokens import HIDDEN_TOKENS, SPECIAL_TOKENS
from model.text.words import dictionary
from viz_app.design.theme import Theme, faded, mixed
from viz_app.pictures.bars import BarRows, Stretch, across, paint_bar_with_number
from viz_app.pictures.labels import text_width
from viz_app.pictures.picture import ACROSS, DOWN, Picture, Spots
from viz_app.pictures.typeset import TextSide, paint_heading, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import (
    decimal_number,
    glossed_name,
    listed_name,
    quoted,
    short_probability,
)
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate

HIGHEST_ROW, LOWEST_ROW = 30, 20
"""Of a token's row, in px at 100 %."""

WIDEST_TOKEN = 32
"""Of a token's name, in units."""

# ----------------------------------------------------------------------------------- nearest tokens


SPECIAL = HIDDEN_TOKENS.union(SPECIAL_TOKENS)
"""Tokens that stand for no word, and the one for unknown words."""


@dataclass(frozen=True, kw_only=True)
class Near(Picture):
    """One row per token with its gloss, most similar first; special tokens are paler.

    A full bar is similarity 1; negative similarities extend to the left.
    """

    near: tuple[tuple[NearToken, str], ...]

    natural, smallest = (500, 380), (240, 240)

    def say(self, spot: int) -> str:
        one, gloss = self.near[spot]
        text = translate("embedding", "{rank}: {token} · id {id} · cosine similarity {value}")
        name, value = glossed_name(one.token, gloss), decimal_number(one.similarity, 4)
        told = text.format(rank=spot + 1, token=name, id=one.token_id, value=value)
        special = translate("embedding", "special token")
        return f"{told} · {special}" if one.token in SPECIAL else told

    def tables(self) -> Tables:
        table = ValueTable(
            name=self.note,
            rows=tuple(visible(one.token) for one, _ in self.near),
            columns=(translate("embedding", "cosine similarity"),),
            values=np.array([[one.similarity] for one, _ in self.near]),
        )
        return (table,)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> BarRows:
        names = [listed_name(one.token, gloss) for one, gloss in self.near]
        width = max(text_width(theme, name, size=theme.body) for name in names) + theme.unit
        width = min(width, WIDEST_TOKEN * theme.unit, 0.45 * rect.width())
        head = QRectF(rect.left(), rect.top(), rect.width(), 2.0 * theme.body)
        paint_heading(painter, head, self.note, theme)
        height = (rect.bottom() - head.bottom()) / len(self.near)
        rows = BarRows(
            head=head,
            top=head.bottom(),
            row_height=min(1.6 * HIGHEST_ROW * theme.scale, height),
            count=len(self.near),
            left=rect.left(),
            right=rect.right(),
        )
        first = rect.left() + width + 2 * theme.unit
        whole = max(rect.right() - first - text_width(theme, "−0.000", size=theme.small) - 14, 8.0)
        for row, ((one, _), name) in enumerate(zip(self.near, names, strict=True)):
            place, special = rows.row_rect(row), one.token in SPECIAL
            ink = theme.soft_text if special else theme.text
            token = across(place, (rect.left(), width))
            paint_line(painter, token, name, theme, size=theme.body, colour=ink, side="right")
            bar = across(place, (first, max(one.similarity * whole, 1.0)))
            colour, number = theme.masked_line if special else faded(theme), one.similarity
            paint_bar_with_number(painter, bar, decimal_number(number, 3), theme, colour=colour)
        return rows


def near_picture(side: EmbeddedTokens, token: int, caption: str, *, glossed: bool) -> Near:
    """The rows of the table nearest to a token's, with glosses if ``glossed``."""

    def gloss(one: str) -> str:
        return dictionary().get(one, "") if glossed else ""

    heading = translate("embedding", "Nearest to {token}: cosine similarity")
    chosen = side.tokens[token]
    return Near(
        title=translate("embedding", "Nearest tokens"),
        note=heading.format(token=glossed_name(chosen, gloss(chosen))),
        extra_caption=(caption,),
        near=tuple((one, gloss(one.token)) for one in side.near[token]),
    )


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
    chosen: RankedToken


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
    logits = output.logits[step]
    # what is never predicted has −∞
    counts, edges = np.histogram(logits[np.isfinite(logits)], bins=BINS)
    return LogitHistogram(
        counts=tuple(counts.tolist()), edges=tuple(edges.tolist()), chosen=output.chosen(step)
    )


def paint_histogram(
    painter: QPainter, rect: QRectF, histogram: LogitHistogram, theme: Theme, vocabulary: int
) -> HistogramLayout:
    """Paint bars, the mark of the next token, and the ends of the axis."""
    line = theme.small * 1.5
    layout = HistogramLayout(histogram=histogram, area=rect.adjusted(0, 2 * line, 0, -2 * line))
    area = layout.area
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(faded(theme)))
    for index in range(len(histogram.counts)):
        painter.drawRect(layout.bar_rect(index).adjusted(0.5, 0, -0.5, 0))
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    x, top = layout.x_of(histogram.chosen.logit), area.top() - theme.small * 0.3
    painter.setPen(QPen(QColor(theme.accent), 2 * theme.scale))
    painter.drawLine(QPointF(x, top), QPointF(x, area.bottom()))
    name = visible(histogram.chosen.token)
    width = min(text_width(theme, name, size=theme.small, weight="bold") + 2, area.width())
    left = min(max(x - width / 2, area.left()), area.right() - width)
    place = QRectF(left, top - theme.small * 1.3, width, theme.small * 1.3)
    paint_line(painter, place, name, theme, colour=theme.accent, weight="bold", side="centre")
    painter.restore()
    title = translate("embedding", "histogram of {count} logits (log)")
    above = QRectF(area.left(), area.top() - 2 * line, area.width(), line)
    paint_line(painter, above, title.format(count=f"{vocabulary:,}"), theme)
    below = QRectF(area.left(), area.bottom() + line, area.width(), line)
    paint_line(painter, below, translate("embedding", "logit"), theme, side="centre")
    _paint_ends(painter, layout, theme)
    return layout


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


FEWEST, MOST = 4, 12
"""Tokens with a row of their own."""

ROOMY = 720
"""A picture at least so wide, in px at 100 %, has the histogram beside the bars."""

HISTOGRAM = 0.34
"""Of its width."""


@dataclass(frozen=True, slots=True)
class OtherTokens:
    """The tokens without a row of their own, together."""

    count: int
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRows:
    """Tokens that have a row of their own.

    Attributes:
        tokens: best first; the next token is always included, if need be as the last one.
        chosen: row of the next token.
        others: the remaining tokens of the vocabulary; None if there are none.
    """

    tokens: tuple[RankedToken, ...]
    chosen: int
    others: OtherTokens | None


OutputSpot = RankedToken | OtherTokens | int
"""A row, or a bar of the histogram."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputLayout(Spots):
    """Layout in the painter's px: one row per token, and the last one for all others.

    Up and down go through the rows from the next token, left and right through the histogram from
    the largest logits.

    Attributes:
        head: the line above the rows.
        span: smallest and largest logit.
        histogram: None where it does not fit.
    """

    rows: OutputRows
    head: QRectF
    row_height: float
    rank: Stretch
    token: Stretch
    logit: Stretch
    probability: Stretch
    span: tuple[float, float]
    histogram: HistogramLayout | None = None

    def row_rect(self, row: int) -> QRectF:
        left, top = self.head.left(), self.head.bottom() + row * self.row_height
        return QRectF(left, top, sum(self.probability) - left, self.row_height)

    def logit_bar(self, row: int) -> QRectF:
        start, end = sorted((self.logit_x(0.0), self.logit_x(self.rows.tokens[row].logit)))
        return across(self.row_rect(row), (start, max(end - start, 1.0)))

    def logit_x(self, logit: float) -> float:
        low, high = self.span
        return self.logit[0] + (logit - low) / ((high - low) or 1.0) * self.logit[1]

    def probability_bar(self, row: int, share: float) -> QRectF:
        """Bar of a probability; the whole width is 1."""
        left, width = self.probability
        return across(self.row_rect(row), (left, max(share * width, 1.0)))

    @property
    def in_rows(self) -> tuple[OutputSpot, ...]:
        others = self.rows.others
        return (*self.rows.tokens, *([others] if others else []))

    def at(self, point: QPointF) -> OutputSpot | None:
        for row, spot in enumerate(self.in_rows):
            if self.row_rect(row).contains(point):
                return spot
        return self.histogram.bin_at(point) if self.histogram else None

    def rect(self, spot: OutputSpot) -> QRectF | None:
        if not isinstance(spot, int):
            return self.row_rect(self.in_rows.index(spot)) if spot in self.in_rows else None
        if self.histogram is None:
            return None
        bar = self.histogram.bar_rect(spot)
        return bar.adjusted(-1, min(0.0, bar.height() - 6), 1, 0)

    def moved(self, spot: OutputSpot | None, key: int) -> OutputSpot | None:
        rows = self.in_rows
        if key in DOWN:
            row = rows.index(spot) + DOWN[key] if spot in rows else self.rows.chosen
            return rows[max(0, min(row, len(rows) - 1))]
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return None
        if self.histogram is None:
            return spot if spot in rows else rows[self.rows.chosen]
        index = spot + ACROSS[key] if isinstance(spot, int) else BINS - 1
        return max(0, min(index, BINS - 1))


@dataclass(frozen=True, kw_only=True)
class OutputPicture(Picture):
    """Logits and probabilities of the candidates for the next token of a step (from 0).

    Attributes:
        heading: above the rows, with the note below it.
        histogram: of the same step.
    """

    output: OutputLogits
    step: int
    heading: str
    histogram: LogitHistogram = field(repr=False)

    natural, smallest = (900, 380), (420, 182)

    def say(self, spot: OutputSpot) -> str:
        if isinstance(spot, int):
            low, high = self.histogram.edges[spot : spot + 2]
            text = translate("embedding", "tokens with a logit from {low} to {high}: {count}")
            count = f"{self.histogram.counts[spot]:,}"
            return text.format(count=count, low=decimal_number(low), high=decimal_number(high))
        if isinstance(spot, OtherTokens):
            text = translate("embedding", "the other {count} tokens together: {probability}")
            share = short_probability(spot.probability)
            return text.format(count=f"{spot.count:,}", probability=share)
        text = translate(
            "embedding", "{token} · rank {rank} · logit {logit} · probability {probability}"
        ).format(
            token=quoted(spot.token),
            rank=f"{spot.rank:,}",
            logit=decimal_number(spot.logit, 4),
            probability=f"{spot.probability:.6f}",
        )
        if spot.token_id != self.histogram.chosen.token_id:
            return text
        return translate("embedding", "{values} · next token").format(values=text)

    def tables(self) -> Tables:
        """Logit and probability of the best tokens, best first."""
        tokens = output_rows(self.output, self.step, room=MOST).tokens
        table = ValueTable(
            name=self.title,
            rows=tuple(visible(token.token) for token in tokens),
            columns=("logit", translate("embedding", "probability")),
            values=np.array([[token.logit, token.probability] for token in tokens]),
        )
        return (table,)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> OutputLayout:
        title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
        paint_heading(painter, title, self.heading, theme)
        below = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
        paint_line(painter, below, self.note, theme)
        top = below.bottom() + 2 * theme.unit
        place = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
        histogram = None
        if rect.width() >= ROOMY * theme.scale:
            width, vocabulary = HISTOGRAM * rect.width(), len(self.output.vocabulary)
            beside = QRectF(rect.right() - width, top, width, place.height())
            histogram = paint_histogram(painter, beside, self.histogram, theme, vocabulary)
            place.setWidth(rect.width() - width - 8 * theme.unit)
        rows = output_rows(self.output, self.step, room=rows_for(place.height(), theme))
        layout = replace(layout_output(place, rows, theme), histogram=histogram)
        paint_output(painter, layout, theme)
        return layout


def output_picture(output: OutputLogits, step: int, *, tied: bool, decodes: bool) -> OutputPicture:
    """``decodes`` is false for a position of an encoder."""
    fed, after = output.fed[step], translate("embedding", "position {number}, after {token}")
    heading = (
        translate("embedding", "After {fed}: which token comes next?").format(fed=quoted(fed))
        if decodes
        else translate("embedding", "At {read}: which token belongs here?").format(read=quoted(fed))
    )
    return OutputPicture(
        title=translate("embedding", "Logits and softmax"),
        note=_subtitle(output, step, tied=tied, decodes=decodes),
        extra_caption=(after.format(number=step, token=visible(fed)),),
        output=output,
        step=step,
        heading=heading,
        histogram=histogram_of(output, step),
    )


def _subtitle(output: OutputLogits, step: int, *, tied: bool, decodes: bool) -> str:
    chosen = output.chosen(step)
    if not decodes:
        text = translate(
            "embedding",
            "{count} logits: the encoder’s vector times each row of the output projection. {token} "
            "has rank {rank}.",
        )
    elif tied:
        text = translate(
            "embedding",
            "{count} logits: the decoder’s vector times each row of the target "
            "embedding (tied). Next token: {token}, rank {rank}.",
        )
    else:
        text = translate(
            "embedding",
            "{count} logits: the decoder’s vector times each row of the output "
            "projection. Next token: {token}, rank {rank}.",
        )
    return text.format(
        count=f"{len(output.vocabulary):,}", token=quoted(chosen.token), rank=f"{chosen.rank:,}"
    )


def output_rows(output: OutputLogits, step: int, *, room: int) -> OutputRows:
    """The ``room`` best tokens of a step, always including the next token."""
    chosen = output.chosen(step)
    best = output.best(step, max(1, room))
    if chosen.rank > len(best):
        best = (*best[:-1], chosen) if len(best) > 1 else (chosen,)
    count, shown = len(output.vocabulary) - len(best), sum(token.probability for token in best)
    return OutputRows(
        tokens=best,
        chosen=next(row for row, token in enumerate(best) if token.token_id == chosen.token_id),
        others=OtherTokens(count, max(0.0, 1.0 - shown)) if count else None,
    )


def rows_for(height: float, theme: Theme) -> int:
    """Number of token rows that fit into ``height`` px, besides head and last row."""
    room = (height - _head_height(theme)) / (LOWEST_ROW * theme.scale)
    return max(FEWEST, min(MOST, int(room) - 1))


def _head_height(theme: Theme) -> float:
    """Height of the column titles in px."""
    return theme.small * 1.6


def layout_output(rect: QRectF, rows: OutputRows, theme: Theme) -> OutputLayout:
    count, unit = len(rows.tokens) + 1, float(theme.unit)
    top = rect.top() + _head_height(theme)
    number = text_width(theme, "−00.00", size=theme.small) + 2 * unit
    ranks = max(text_width(theme, f"{token.rank:,}", size=theme.small) for token in rows.tokens)
    names = max(
        text_width(theme, visible(token.token), size=theme.body, weight="bold")
        for token in rows.tokens
    )
    names = max(names, text_width(theme, _others_name(rows.others), size=theme.small) - ranks)
    names = min(names + unit, WIDEST_TOKEN * unit, 0.3 * rect.width())
    token_left = rect.left() + ranks + 2 * unit
    first = token_left + names + 3 * unit
    bars = max((rect.right() - first - 2 * number - 4 * unit) / 2, 8.0)
    second = first + bars + number + 4 * unit
    logits = [token.logit for token in rows.tokens]
    return OutputLayout(
        rows=rows,
        head=QRectF(rect.left(), rect.top(), rect.width(), _head_height(theme)),
        row_height=min(HIGHEST_ROW * theme.scale, max(rect.bottom() - top, 1.0) / count),
        rank=(rect.left(), ranks),
        token=(token_left, names),
        logit=(first, bars),
        probability=(second, bars),
        span=(min(0.0, *logits), max(0.0, *logits)),
    )


def paint_output(painter: QPainter, layout: OutputLayout, theme: Theme) -> None:
    titles = translate("embedding", "logit z"), translate("embedding", "softmax p (sum 1)")
    for column, title in zip((layout.logit, layout.probability), titles, strict=True):
        paint_line(painter, across(layout.head, column), title, theme)
    tokens, others = layout.rows.tokens, layout.rows.others
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row in range(len(tokens)):
        _paint_row(painter, layout, theme, row)
    if others is not None:
        row, left = len(tokens), layout.rank[0]
        place = across(layout.row_rect(row), (left, sum(layout.token) - left))
        paint_line(painter, place, _others_name(others), theme, side="right")
        bar = layout.probability_bar(row, others.probability)
        text = short_probability(others.probability)
        paint_bar_with_number(painter, bar, text, theme, colour=theme.masked_line)
    bottom = layout.row_rect(len(tokens) - 1).bottom()
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    for left in (layout.logit_x(0.0), layout.probability[0]):
        painter.drawLine(QPointF(left, layout.head.bottom()), QPointF(left, bottom))
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
    colour = theme.accent if chosen else faded(theme)
    for bar, number in (
        (layout.logit_bar(row), decimal_number(token.logit)),
        (layout.probability_bar(row, token.probability), short_probability(token.probability)),
    ):
        paint_bar_with_number(painter, bar, number, theme, colour=colour)


def _others_name(others: OtherTokens | None) -> str:
    count = others.count if others else 0
    return translate("embedding", "the other {count} tokens").format(count=f"{count:,}")
