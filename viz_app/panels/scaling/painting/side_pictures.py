"""The pictures of one side of the comparison: bars of products and of softmax weights, a Jacobian.

Axes do not follow the numbers, so that both sides can be compared.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.scaling.random_products import Spread
from model.lessons.scaling.softmax_study import LARGEST_JACOBIAN, SoftmaxStudy
from viz_app.design.theme import Theme, Weight
from viz_app.panels.scaling import texts
from viz_app.pictures import plot_axes
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.plot_titles import note_width, paint_title_and_note
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.value_painter import ValuePicture
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.visible_token import visible

TICKS = 6
"""Numbers below the axis of products, about."""

UP = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]
"""Beside the bars of weights, which are from 0 to 1, whatever they are."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BarsPicture(ABC):
    """A picture whose parts are numbered from left to right.

    Attributes:
        divisor: what the products were divided by.
        colour: of the bars.
    """

    divisor: float
    colour: str

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is."""

    @property
    @abstractmethod
    def note(self) -> str:
        """What it comes to."""

    @abstractmethod
    def sentence(self, index: int) -> str:
        """The exact numbers of a part."""

    @abstractmethod
    def table(self) -> ValueTable:
        """Its numbers."""

    @abstractmethod
    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Paint it; where the mouse finds each part: columns as high as the plot."""

    def paint_bar(
        self, painter: QPainter, axes: plot_axes.Axes, ends: tuple[float, float], up: float
    ) -> None:
        """A bar from the bottom to a number, between two numbers across."""
        left, right = (axes.x(end) for end in ends)
        bar = QRectF(QPointF(left, axes.y(up)), QPointF(right, axes.area.bottom()))
        painter.fillRect(bar, QColor(self.colour))


@dataclass(frozen=True, eq=False, kw_only=True)
class HistogramPicture(BarsPicture):
    """How products are spread."""

    histogram: Spread

    @property
    def title(self) -> str:
        """What it is."""
        return texts.products_title(self.divisor)

    @property
    def note(self) -> str:
        """Mean and variance."""
        return texts.moments_note(self.histogram)

    def note_in(self, width: float, theme: Theme) -> str:
        """The note, shorter where it and the title have no room beside each other."""
        words = note_width(self.title, self.note, theme)
        return self.note if words <= width else texts.moments_note(self.histogram, beyond_too=False)

    def sentence(self, index: int) -> str:
        """How many products are in a bin."""
        return texts.bin_sentence(self.histogram, index)

    def table(self) -> ValueTable:
        """The share of the products in every bin."""
        edges = [f"{edge:g}" for edge in self.histogram.edges]
        return ValueTable(
            name=self.title,
            rows=tuple(f"{low} … {high}" for low, high in pairwise(edges)),
            columns=(texts.share_name(),),
            values=self.histogram.shares[:, None],
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Bins with one standard deviation to both sides of the mean."""
        painter.save()
        note = self.note_in(rect.width(), theme)
        top = paint_title_and_note(painter, rect, self.title, note, theme)
        axes = self._axes(rect, top, theme)
        low, high = axes.across
        across = [
            (value, plot_axes.tick_text(value))
            for value in plot_axes.easy_ticks(low, high, most=TICKS)
        ]
        plot_axes.paint_left_ticks(painter, axes, _shares(axes), theme)
        for ends, share in zip(self._bins(), self.histogram.shares, strict=True):
            self.paint_bar(painter, axes, ends, float(share))
        plot_axes.paint_bottom_ticks(painter, axes, across, theme)
        self._paint_deviation(painter, axes, theme)
        painter.restore()
        area = axes.area
        return [
            QRectF(axes.x(low), area.top(), axes.x(high) - axes.x(low), area.height())
            for low, high in self._bins()
        ]

    def _bins(self) -> list[tuple[float, float]]:
        return list(itertools.pairwise(self.histogram.edges.tolist()))

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> plot_axes.Axes:
        edges, highest = self.histogram.edges, float(self.histogram.shares.max()) or 1.0
        left = plot_axes.left_room(theme, ["100 %"])
        high = top + theme.small * 0.8  # half the line of the number at the highest bar
        area = QRectF(rect.left() + left, high, rect.width() - left - theme.unit, 1)
        area.setBottom(max(rect.bottom() - theme.small * 1.4 - theme.unit, area.top() + 1))
        return plot_axes.Axes(
            area=area, across=(float(edges[0]), float(edges[-1])), up=(0.0, highest)
        )

    def _paint_deviation(self, painter: QPainter, axes: plot_axes.Axes, theme: Theme) -> None:
        """One standard deviation to both sides of the mean, above the axis."""
        mean, deviation = self.histogram.mean, self.histogram.variance**0.5
        y = axes.area.bottom() - 1.5 * theme.unit
        painter.setPen(QPen(QColor(theme.text), 1.5 * theme.scale))
        ends = axes.x(mean - deviation), axes.x(mean + deviation)
        painter.drawLine(QLineF(ends[0], y, ends[1], y))
        for x in ends:
            painter.drawLine(QLineF(x, y - theme.unit, x, y + theme.unit))


def _shares(axes: plot_axes.Axes) -> list[tuple[float, str]]:
    """0 and the highest bar: the picture is as high as that, whatever it is."""
    highest = axes.up[1]
    return [(0.0, "0"), (highest, f"{highest:.0%}" if highest >= 0.1 else f"{highest:.1%}")]


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxPicture(BarsPicture):
    """Weights of one query; ``studies`` are one for each factor, the user's own last."""

    studies: Sequence[SoftmaxStudy]
    keys: tuple[str, ...]
    random: bool

    @property
    def title(self) -> str:
        """What it is."""
        return texts.softmax_title(self.divisor)

    @property
    def note(self) -> str:
        """Where the most entropy would be."""
        return texts.softmax_note(self.studies[-1])

    def sentence(self, index: int) -> str:
        """A key's weight and score."""
        group, key = divmod(index, len(self.keys))
        return texts.weight_sentence(self.studies[group], self.keys[key], key, random=self.random)

    def table(self) -> ValueTable:
        """The weight of every key under every factor."""
        return ValueTable(
            name=self.title,
            rows=tuple(f"× {study.factor:g}" for study in self.studies),
            columns=self.keys,
            values=np.stack([study.weights for study in self.studies]),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """A group of bars a factor, side by side."""
        painter.save()
        top = paint_title_and_note(painter, rect, self.title, self.note, theme)
        columns: list[QRectF] = []
        for group, axes in enumerate(self._groups(rect, top, theme)):
            plot_axes.paint_left_ticks(painter, axes, UP if group == 0 else [], theme)
            columns += self._paint_group(painter, axes, self.studies[group], theme)
            own = group == len(self.studies) - 1
            self._paint_words(painter, axes.area, self.studies[group], theme, own=own)
        painter.restore()
        return columns

    def _groups(self, rect: QRectF, top: float, theme: Theme) -> list[plot_axes.Axes]:
        left, gap = plot_axes.left_room(theme, [text for _, text in UP]), 3.0 * theme.unit
        count = len(self.studies)
        width = (rect.width() - left - (count - 1) * gap) / count
        high = top + theme.small * 1.6
        room = width / len(self.keys)
        names = 1.5 if self._short_names(room, theme) else 0.2  # lines
        low = rect.bottom() - theme.small * (1.4 + names) - theme.unit
        return [
            plot_axes.Axes(
                area=QRectF(
                    rect.left() + left + group * (width + gap), high, width, max(low - high, 1.0)
                ),
                across=(0.0, float(len(self.keys))),
                up=(0.0, 1.0),
            )
            for group in range(count)
        ]

    def _paint_group(
        self, painter: QPainter, axes: plot_axes.Axes, study: SoftmaxStudy, theme: Theme
    ) -> list[QRectF]:
        area, room = axes.area, axes.x(1) - axes.x(0)
        inset = 0.12 if room > theme.unit else 0.0
        for key, weight in enumerate(study.weights):
            self.paint_bar(painter, axes, (key + inset, key + 1 - inset), float(weight))
        ticks = [(key + 0.5, name) for key, name in enumerate(self._short_names(room, theme))]
        plot_axes.paint_bottom_ticks(painter, axes, ticks, theme)
        count = len(study.weights)
        return [QRectF(axes.x(key), area.top(), room, area.height()) for key in range(count)]

    def _short_names(self, room: float, theme: Theme) -> list[str]:
        """Of the keys, where each has its room in px."""
        names = [visible(name) for name in self.keys]
        widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
        return names if widest <= room else []

    def _paint_words(
        self, painter: QPainter, area: QRectF, study: SoftmaxStudy, theme: Theme, *, own: bool
    ) -> None:
        """The factor above a group and the entropy below it."""
        named = bool(self._short_names(area.width() / len(self.keys), theme))
        weight: Weight = "bold" if own else "normal"
        line, text = theme.small * 1.4, texts.factor_text(study.factor)
        above = QRectF(area.left(), area.top() - theme.small * 1.6, area.width(), theme.small * 1.5)
        ink = theme.text if own else ""
        paint_line(
            painter, above, text, theme, colour=ink, weight=weight, side="centre", whole=True
        )
        top = area.bottom() + theme.small * (1.5 if named else 0.2) + theme.unit
        below = QRectF(area.left(), top, area.width(), line)
        text = texts.entropy_text(study)
        paint_line(painter, below, text, theme, colour=ink, weight=weight, side="centre")


def jacobian_picture(study: SoftmaxStudy, names: tuple[str, ...]) -> ValuePicture:
    """Key × key; the colours end at the largest entry that any softmax can have."""
    shown = tuple(visible(name) for name in names)
    return ValuePicture(
        title=texts.jacobian_title(study),
        subtitle=texts.jacobian_note(study),
        rows=shown,
        columns=shown,
        level=LARGEST_JACOBIAN,
        square=True,
        values=study.jacobian,
    )
