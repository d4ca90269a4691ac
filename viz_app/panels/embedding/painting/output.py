"""Out of the model: the largest logits of a step as bars, the softmax beside, where it all ends."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding.record import OutputLogits, RankedToken
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.embedding.texts.sentences import rest_name
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import decimal_number, short_probability
from viz_app.texts.token_text import visible

HIGHEST_ROW, LOWEST_ROW = 30, 20
"""Of a token's row, in px at 100 %."""

FEWEST, MOST = 4, 12
"""Tokens with a row of their own."""

WIDEST_TOKEN = 32
"""Of a token's name, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRows:
    """What has a row of its own.

    Attributes:
        tokens: the best, best first; the one that follows is among them, if need be at the end.
        chosen: which row that is.
        others: how many tokens of the vocabulary are left, and their probability together.
    """

    tokens: tuple[RankedToken, ...]
    chosen: int
    others: int
    other_probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputLayout:
    """Places in the painter's px: columns over all rows, each as left edge and width."""

    rows: OutputRows
    head: QRectF
    top: float
    row_height: float
    rank: tuple[float, float]
    token: tuple[float, float]
    logit: tuple[float, float]
    probability: tuple[float, float]
    span: tuple[float, float]

    def row_rect(self, row: int) -> QRectF:
        """A row; the one after the last token is that of all others."""
        right = sum(self.probability)
        return QRectF(
            self.rank[0], self.top + row * self.row_height, right - self.rank[0], self.row_height
        )

    def row_at(self, point: QPointF) -> int | None:
        """The row under a point."""
        for row in range(len(self.rows.tokens) + 1):
            if self.row_rect(row).contains(point):
                return row
        return None

    def logit_bar(self, row: int) -> QRectF:
        """From 0 to the token's logit."""
        low, high = self.span
        width = (high - low) or 1.0
        left, room = self.logit

        def place(value: float) -> float:
            return left + (value - low) / width * room

        value = self.rows.tokens[row].logit
        start, end = sorted((place(0.0), place(value)))
        rect = self.row_rect(row)
        return QRectF(start, rect.top(), max(end - start, 1.0), rect.height())

    def probability_bar(self, row: int) -> QRectF:
        """From 0 to the token's probability; the whole width is 1."""
        rows = self.rows
        share = rows.other_probability
        if row < len(rows.tokens):
            share = rows.tokens[row].probability
        rect = self.row_rect(row)
        return QRectF(
            self.probability[0],
            rect.top(),
            max(share * self.probability[1], 1.0),
            rect.height(),
        )


def output_rows(output: OutputLogits, step: int, *, room: int) -> OutputRows:
    """The best tokens of a step, as many as have room, with the one that follows."""
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
    """How many tokens have room in a height, beside the head and the row of all others."""
    room = (height - head_height(theme)) / (LOWEST_ROW * theme.scale)
    return max(FEWEST, min(MOST, int(room) - 1))


def head_height(theme: Theme) -> float:
    """Of the columns' names, in px."""
    return theme.small * 1.6


def layout_output(rect: QRectF, rows: OutputRows, theme: Theme) -> OutputLayout:
    """Fit the rows into a rectangle."""
    count = len(rows.tokens) + 1
    top = rect.top() + head_height(theme)
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
        head=QRectF(rect.left(), rect.top(), rect.width(), head_height(theme)),
        top=top,
        row_height=height,
        rank=(rect.left(), ranks),
        token=(token_left, names),
        logit=(first, bars),
        probability=(first + bars + number + 4 * unit, bars),
        span=(min(0.0, *logits), max(0.0, *logits)),
    )


def paint_output(
    painter: QPainter, layout: OutputLayout, theme: Theme, titles: tuple[str, str]
) -> None:
    """Paint the rows; ``titles`` are those of logit and softmax."""
    for (left, width), title in zip((layout.logit, layout.probability), titles, strict=True):
        place = QRectF(left, layout.head.top(), width, layout.head.height())
        paint_line(painter, place, title, theme, size=theme.small, colour=theme.soft_text)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row in range(len(layout.rows.tokens)):
        _paint_row(painter, layout, theme, row)
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
    _paint_text(painter, layout.rank, rect, f"{token.rank:,}", theme, soft=True)
    place = QRectF(layout.token[0], rect.top(), layout.token[1], rect.height())
    paint_line(
        painter,
        place,
        visible(token.token),
        theme,
        size=theme.body,
        colour=theme.text,
        weight="bold" if chosen else "normal",
        side="right",
    )
    colour = theme.accent if chosen else faded(theme)
    for bar, text in (
        (layout.logit_bar(row), decimal_number(token.logit)),
        (layout.probability_bar(row), short_probability(token.probability)),
    ):
        _paint_bar(painter, bar, text, colour, theme)


def _paint_others(painter: QPainter, layout: OutputLayout, theme: Theme) -> None:
    row = len(layout.rows.tokens)
    if not layout.rows.others:
        return
    rect = layout.row_rect(row)
    name = rest_name(layout.rows.others)
    whole = layout.rank[0], sum(layout.token) - layout.rank[0]
    _paint_text(painter, whole, rect, name, theme, soft=True)
    text = short_probability(layout.rows.other_probability)
    _paint_bar(painter, layout.probability_bar(row), text, theme.masked_line, theme)


def _paint_bar(painter: QPainter, bar: QRectF, text: str, colour: str, theme: Theme) -> None:
    inset = 0.2 * bar.height()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(bar.adjusted(0, inset, 0, -inset), 2, 2)
    place = QRectF(bar.right() + 1.5 * theme.unit, bar.top(), 20.0 * theme.unit, bar.height())
    paint_line(painter, place, text, theme, size=theme.small, colour=theme.soft_text)


def _paint_text(
    painter: QPainter,
    column: tuple[float, float],
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    soft: bool,
) -> None:
    place = QRectF(column[0], rect.top(), column[1], rect.height())
    colour = theme.soft_text if soft else theme.text
    paint_line(painter, place, text, theme, size=theme.small, colour=colour, side="right")


def _paint_zero(painter: QPainter, layout: OutputLayout, theme: Theme) -> None:
    """Where the bars begin."""
    low, high = layout.span
    zero = layout.logit[0] - low / ((high - low) or 1.0) * layout.logit[1]
    bottom = layout.row_rect(len(layout.rows.tokens) - 1).bottom()
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    for left in (zero, layout.probability[0]):
        painter.drawLine(QPointF(left, layout.top), QPointF(left, bottom))
