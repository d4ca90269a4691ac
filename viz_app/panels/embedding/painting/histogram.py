"""All logits of a step as a histogram: how far the token that follows stands off from the rest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray
from model.lessons.embedding.record import OutputLogits
from viz_app.design.theme import Theme, faded
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.texts.numbers import decimal_number
from viz_app.texts.visible_token import visible

BINS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class LogitHistogram:
    """How many tokens have a logit in each of :data:`BINS` stretches of equal length.

    ``edges`` has one entry more than ``counts``.
    """

    counts: tuple[int, ...]
    edges: tuple[float, ...]
    chosen: float
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistogramLayout:
    """Places in the painter's px."""

    histogram: LogitHistogram
    area: QRectF

    def bar_rect(self, index: int) -> QRectF:
        """A bar: its height is the logarithm of the count, so that one token can be seen."""
        width = self.area.width() / len(self.histogram.counts)
        most = math.log10(1 + max(self.histogram.counts))
        share = math.log10(1 + self.histogram.counts[index]) / (most or 1.0)
        height = share * self.area.height()
        return QRectF(self.area.left() + index * width, self.area.bottom() - height, width, height)

    def bin_at(self, point: QPointF) -> int | None:
        """The stretch of logits under a point."""
        if not self.area.contains(point):
            return None
        count = len(self.histogram.counts)
        index = int((point.x() - self.area.left()) / self.area.width() * count)
        return min(index, count - 1)

    def x_of(self, logit: float) -> float:
        """Where a logit is."""
        low, high = self.histogram.edges[0], self.histogram.edges[-1]
        return self.area.left() + (logit - low) / ((high - low) or 1.0) * self.area.width()


def histogram_of(output: OutputLogits, step: int) -> LogitHistogram:
    """The logits of a step, counted."""
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
    """Fit the bars between the names of their axes."""
    line = theme.small * 1.5
    return HistogramLayout(histogram=histogram, area=rect.adjusted(0, 2 * line, 0, -2 * line))


def paint_histogram(
    painter: QPainter, layout: HistogramLayout, theme: Theme, titles: tuple[str, str]
) -> None:
    """Paint bars and the mark of the token that follows; titles: upright, then across."""
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
    """A line at the logit of the token that follows, with its name."""
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
    """The smallest logit, the largest, and 0 where it is far from both."""
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
