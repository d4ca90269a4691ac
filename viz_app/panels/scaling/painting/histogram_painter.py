"""How products are spread, as bars over an axis that does not follow them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.scaling.random_products import Spread
from viz_app.design.theme import Theme
from viz_app.panels.scaling.texts import bin_sentence, moments_note, products_title
from viz_app.pictures.plot_axes import (
    Axes,
    easy_ticks,
    left_room,
    paint_bottom_ticks,
    paint_left_ticks,
    tick_text,
)
from viz_app.pictures.plot_titles import note_width, paint_title_and_note

TICKS = 6
"""Numbers below the axis, about."""


@dataclass(frozen=True, eq=False, kw_only=True)
class HistogramPicture:
    """A histogram with its words; ``divisor`` is what the products were divided by."""

    histogram: Spread
    divisor: float
    colour: str

    @property
    def title(self) -> str:
        """What it is."""
        return products_title(self.divisor)

    @property
    def note(self) -> str:
        """Mean and variance."""
        return moments_note(self.histogram)

    def note_in(self, width: float, theme: Theme) -> str:
        """The note, shorter where it and the title have no room beside each other."""
        words = note_width(self.title, self.note, theme)
        return self.note if words <= width else moments_note(self.histogram, beyond_too=False)

    def sentence(self, index: int) -> str:
        """How many products are in a bin."""
        return bin_sentence(self.histogram, index)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Paint it; the columns of the bins, as high as the plot."""
        painter.save()
        note = self.note_in(rect.width(), theme)
        top = paint_title_and_note(painter, rect, self.title, note, theme)
        axes = self._axes(rect, top, theme)
        low, high = axes.across
        across = [(value, tick_text(value)) for value in easy_ticks(low, high, most=TICKS)]
        paint_left_ticks(painter, axes, _shares(axes), theme)
        self._paint_bars(painter, axes)
        paint_bottom_ticks(painter, axes, across, theme)
        self._paint_deviation(painter, axes, theme)
        painter.restore()
        edges = [axes.x(float(edge)) for edge in self.histogram.edges]
        area = axes.area
        return [
            QRectF(left, area.top(), right - left, area.height())
            for left, right in itertools.pairwise(edges)
        ]

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> Axes:
        edges, highest = self.histogram.edges, float(self.histogram.shares.max()) or 1.0
        left = left_room(theme, ["100 %"])
        area = QRectF(rect.left() + left, top + theme.unit, rect.width() - left - theme.unit, 1)
        area.setBottom(max(rect.bottom() - theme.small * 1.4 - theme.unit, area.top() + 1))
        return Axes(area=area, across=(float(edges[0]), float(edges[-1])), up=(0.0, highest))

    def _paint_bars(self, painter: QPainter, axes: Axes) -> None:
        edges = self.histogram.edges
        for bin_, share in enumerate(self.histogram.shares):
            left, right = axes.x(float(edges[bin_])), axes.x(float(edges[bin_ + 1]))
            bar = QRectF(QPointF(left, axes.y(float(share))), QPointF(right, axes.area.bottom()))
            painter.fillRect(bar, QColor(self.colour))

    def _paint_deviation(self, painter: QPainter, axes: Axes, theme: Theme) -> None:
        """One standard deviation to both sides of the mean, above the axis."""
        mean, deviation = self.histogram.mean, self.histogram.variance**0.5
        y = axes.area.bottom() - 1.5 * theme.unit
        painter.setPen(QPen(QColor(theme.text), 1.5 * theme.scale))
        ends = axes.x(mean - deviation), axes.x(mean + deviation)
        painter.drawLine(QLineF(ends[0], y, ends[1], y))
        for x in ends:
            painter.drawLine(QLineF(x, y - theme.unit, x, y + theme.unit))


def _shares(axes: Axes) -> list[tuple[float, str]]:
    """0 and the highest bar: the picture is as high as that, whatever it is."""
    highest = axes.up[1]
    return [(0.0, "0"), (highest, f"{highest:.0%}" if highest >= 0.1 else f"{highest:.1%}")]
