"""The pictures of one side of the comparison: bars of products and of softmax weights, a Jacobian.

Axes do not depend on the values, so that both sides can be compared.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.config import ModelConfig
from model.lessons.scaling import (
    DRAWS,
    LARGEST_JACOBIAN,
    WIDTHS,
    SoftmaxStudy,
    Spread,
    Steepest,
)
from model.traces.trace import Kind
from viz_app.design.theme import Theme, Weight
from viz_app.pictures import plot
from viz_app.pictures.labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.typeset import paint_typeset
from viz_app.pictures.value_painter import ValuePicture, note_width, paint_title_and_note
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import MINUS, decimal_number, quoted, with_bits
from viz_app.texts.sentences import one_after_another
from viz_app.texts.visible_token import visible

# ------------------------------------------------------------------------------------------- texts
# What the scaling tab says: titles, numbers of a bar.


translate = QCoreApplication.translate


def own_scores_note(config: ModelConfig | None, kind: Kind) -> str:
    """How the model's own scores differ from those shown; empty if they do not."""
    if config is None:
        return ""
    texts = []
    if not config.scaled_scores:
        texts.append(
            translate("scaling", "This model does not divide: its scores are the ones on the left.")
        )
    if config.positions == "relative" and kind != "cross":
        texts.append(
            translate("scaling", "It also adds distance biases, which are not shown here.")
        )
    return one_after_another(texts)


def products_title(divisor: float) -> str:
    if divisor == 1:
        return translate("scaling", "Products q·k")
    return translate("scaling", "Scores q·k/√d_k")


def moments_note(histogram: Spread, *, beyond_too: bool = True) -> str:
    """Mean and variance and, with ``beyond_too``, the share beyond the axis."""
    text = translate("scaling", "mean {mean} · variance {variance}").format(
        mean=number(histogram.mean), variance=number(histogram.variance)
    )
    if histogram.beyond < 5e-5 or not beyond_too:
        return text
    beyond = translate("scaling", "{share} beyond the axis").format(share=f"{histogram.beyond:.2%}")
    return f"{text} · {beyond}"


def bin_sentence(histogram: Spread, index: int) -> str:
    low, high = histogram.edges[index : index + 2]
    share = float(histogram.shares[index])
    return translate("scaling", "{share} of {count} values ({n}) are from {low} to {high}").format(
        share=f"{share:.2%}",
        count=f"{histogram.count:,}",
        n=round(share * histogram.count),
        low=number(float(low)),
        high=number(float(high)),
    )


def softmax_title(divisor: float) -> str:
    if divisor == 1:
        return translate("scaling", "Softmax of factor × q·k")
    return translate("scaling", "Softmax of factor × q·k/√d_k")


def softmax_note(study: SoftmaxStudy) -> str:
    return translate("scaling", "entropy ≤ {bits} bits").format(bits=f"{study.most_entropy:.2f}")


def factor_text(factor: float) -> str:
    """``× 0.1``."""
    return f"× {factor:.3g}"


def entropy_text(study: SoftmaxStudy) -> str:
    """``2.41 bits``."""
    return with_bits(study.entropy)


def weight_sentence(study: SoftmaxStudy, name: str, key: int, *, random: bool) -> str:
    return translate("scaling", "weight {weight} · {key} · score {score} after {factor}").format(
        weight=small(float(study.weights[key])),
        key=key_name(name, random=random),
        score=number(float(study.scores[key])),
        factor=factor_text(study.factor),
    )


def key_name(name: str, *, random: bool) -> str:
    """``key 3`` or ``key “猫”``."""
    return translate("scaling", "key {name}").format(name=name if random else quoted(name))


def jacobian_title(study: SoftmaxStudy) -> str:
    text = translate("scaling", "Jacobian of the softmax at {factor}")
    return text.format(factor=factor_text(study.factor))


def jacobian_note(study: SoftmaxStudy) -> str:
    text = translate("scaling", "largest {largest} · row: weight, column: score")
    return text.format(largest=small(study.steepest))


def jacobian_sentence(
    study: SoftmaxStudy, names: tuple[str, ...], row: int, column: int, *, random: bool
) -> str:
    text = translate("scaling", "derivative {slope} · weight of {row} by score of {column}")
    return text.format(
        slope=small(float(study.jacobian[row, column])),
        row=key_name(names[row], random=random),
        column=key_name(names[column], random=random),
    )


def number(value: float) -> str:
    """About three digits, with a proper minus: ``−63.2``."""
    size = abs(value)
    text = f"{value:.0f}" if size >= 1000 else f"{value:.3g}" if size >= 0.01 else f"{value:.3f}"
    text = "0" if float(text) == 0 else text
    return text.replace("-", MINUS)


def small(value: float) -> str:
    """A weight or derivative with four decimals, or with a power of ten below 10⁻⁴."""
    if abs(value) >= 1e-4 or value == 0:
        return decimal_number(value, 4)
    return f"{value:.1e}".replace("-", MINUS)


def steepest_sentence(steepest: Steepest, index: int) -> str:
    return translate(
        "scaling",
        "d_k = {d_k} · largest derivative {mean} on average · {low} to {high} in 80 % of {draws} "
        "random draws",
    ).format(
        d_k=WIDTHS[index],
        mean=small(float(steepest.mean[index])),
        low=small(float(steepest.low[index])),
        high=small(float(steepest.high[index])),
        draws=DRAWS,
    )


def share_name() -> str:
    return translate("scaling", "share")


# ----------------------------------------------------------------------------------- side pictures


TICKS = 6
"""Numbers below the axis of products, about."""

LABELLED = 3
"""Every third width has its number: 1, 8, 64, 512."""

UP = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]
"""Beside the bars of weights, which are from 0 to 1, whatever they are."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BarsPicture(ABC):
    """A picture whose parts are numbered from left to right.

    Attributes:
        divisor: of the products.
        colour: of the bars.
    """

    divisor: float
    colour: str

    @property
    @abstractmethod
    def title(self) -> str:
        """Title of the picture."""

    @property
    @abstractmethod
    def note(self) -> str:
        """Summary of the values."""

    @abstractmethod
    def sentence(self, index: int) -> str:
        """Exact values of a part."""

    @abstractmethod
    def table(self) -> ValueTable:
        """The values as a table."""

    @abstractmethod
    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Paint it and return the places of the parts for hovering: columns as high as the plot."""

    def paint_bar(
        self, painter: QPainter, axes: plot.Axes, ends: tuple[float, float], up: float
    ) -> None:
        """Bar from the bottom to ``up``, between two values across."""
        left, right = (axes.x(end) for end in ends)
        bar = QRectF(QPointF(left, axes.y(up)), QPointF(right, axes.area.bottom()))
        painter.fillRect(bar, QColor(self.colour))


@dataclass(frozen=True, eq=False, kw_only=True)
class HistogramPicture(BarsPicture):
    """How products are spread."""

    histogram: Spread

    @property
    def title(self) -> str:
        return products_title(self.divisor)

    @property
    def note(self) -> str:
        return moments_note(self.histogram)

    def note_in(self, width: float, theme: Theme) -> str:
        """The note, shorter where it does not fit beside the title."""
        words = note_width(self.title, self.note, theme)
        return self.note if words <= width else moments_note(self.histogram, beyond_too=False)

    def sentence(self, index: int) -> str:
        return bin_sentence(self.histogram, index)

    def table(self) -> ValueTable:
        edges = [f"{edge:g}" for edge in self.histogram.edges]
        return ValueTable(
            name=self.title,
            rows=tuple(f"{low} … {high}" for low, high in pairwise(edges)),
            columns=(share_name(),),
            values=self.histogram.shares[:, None],
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        painter.save()
        note = self.note_in(rect.width(), theme)
        top = paint_title_and_note(painter, rect, self.title, note, theme)
        axes = self._axes(rect, top, theme)
        low, high = axes.across
        across = [
            (value, plot.tick_text(value)) for value in plot.easy_ticks(low, high, most=TICKS)
        ]
        highest = axes.up[1]  # the plot is as high as the highest bar
        text = f"{highest:.0%}" if highest >= 0.1 else f"{highest:.1%}"
        plot.paint_left_ticks(painter, axes, [(0.0, "0"), (highest, text)], theme)
        for ends, share in zip(self._bins(), self.histogram.shares, strict=True):
            self.paint_bar(painter, axes, ends, float(share))
        plot.paint_bottom_ticks(painter, axes, across, theme)
        self._paint_deviation(painter, axes, theme)
        painter.restore()
        area = axes.area
        return [
            QRectF(axes.x(low), area.top(), axes.x(high) - axes.x(low), area.height())
            for low, high in self._bins()
        ]

    def _bins(self) -> list[tuple[float, float]]:
        return list(itertools.pairwise(self.histogram.edges.tolist()))

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> plot.Axes:
        edges, highest = self.histogram.edges, float(self.histogram.shares.max()) or 1.0
        left = plot.left_room(theme, ["100 %"])
        high = top + theme.small * 0.8  # half the line of the number at the highest bar
        area = QRectF(rect.left() + left, high, rect.width() - left - theme.unit, 1)
        area.setBottom(max(rect.bottom() - theme.small * 1.4 - theme.unit, area.top() + 1))
        return plot.Axes(area=area, across=(float(edges[0]), float(edges[-1])), up=(0.0, highest))

    def _paint_deviation(self, painter: QPainter, axes: plot.Axes, theme: Theme) -> None:
        mean, deviation = self.histogram.mean, self.histogram.variance**0.5
        y = axes.area.bottom() - 1.5 * theme.unit
        painter.setPen(QPen(QColor(theme.text), 1.5 * theme.scale))
        ends = axes.x(mean - deviation), axes.x(mean + deviation)
        painter.drawLine(QLineF(ends[0], y, ends[1], y))
        for x in ends:
            painter.drawLine(QLineF(x, y - theme.unit, x, y + theme.unit))


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxPicture(BarsPicture):
    """Weights of one query; ``studies`` are one for each factor, ``own`` the user's among them."""

    studies: Sequence[SoftmaxStudy]
    own: SoftmaxStudy
    keys: tuple[str, ...]
    random: bool

    @property
    def title(self) -> str:
        return softmax_title(self.divisor)

    @property
    def note(self) -> str:
        return softmax_note(self.own)

    def sentence(self, index: int) -> str:
        group, key = divmod(index, len(self.keys))
        return weight_sentence(self.studies[group], self.keys[key], key, random=self.random)

    def table(self) -> ValueTable:
        return ValueTable(
            name=self.title,
            rows=tuple(f"× {study.factor:g}" for study in self.studies),
            columns=self.keys,
            values=np.stack([study.weights for study in self.studies]),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        painter.save()
        top = paint_title_and_note(painter, rect, self.title, self.note, theme)
        columns: list[QRectF] = []
        for group, axes in enumerate(self._groups(rect, top, theme)):
            plot.paint_left_ticks(painter, axes, UP if group == 0 else [], theme)
            columns += self._paint_group(painter, axes, self.studies[group], theme)
            own = self.studies[group] is self.own
            self._paint_words(painter, axes.area, self.studies[group], theme, own=own)
        painter.restore()
        return columns

    def _groups(self, rect: QRectF, top: float, theme: Theme) -> list[plot.Axes]:
        left, gap = plot.left_room(theme, [text for _, text in UP]), 3.0 * theme.unit
        count = len(self.studies)
        width = (rect.width() - left - (count - 1) * gap) / count
        high = top + theme.small * 1.6
        room = width / len(self.keys)
        names = 1.5 if self._short_names(room, theme) else 0.2  # lines
        low = rect.bottom() - theme.small * (1.4 + names) - theme.unit
        return [
            plot.Axes(
                area=QRectF(
                    rect.left() + left + group * (width + gap), high, width, max(low - high, 1.0)
                ),
                across=(0.0, float(len(self.keys))),
                up=(0.0, 1.0),
            )
            for group in range(count)
        ]

    def _paint_group(
        self, painter: QPainter, axes: plot.Axes, study: SoftmaxStudy, theme: Theme
    ) -> list[QRectF]:
        area, room = axes.area, axes.x(1) - axes.x(0)
        inset = 0.12 if room > theme.unit else 0.0
        for key, weight in enumerate(study.weights):
            self.paint_bar(painter, axes, (key + inset, key + 1 - inset), float(weight))
        ticks = [(key + 0.5, name) for key, name in enumerate(self._short_names(room, theme))]
        plot.paint_bottom_ticks(painter, axes, ticks, theme)
        count = len(study.weights)
        return [QRectF(axes.x(key), area.top(), room, area.height()) for key in range(count)]

    def _short_names(self, room: float, theme: Theme) -> list[str]:
        """Names of the keys in ``room`` px each."""
        names = [visible(name) for name in self.keys]
        widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
        return names if widest <= room else []

    def _paint_words(
        self, painter: QPainter, area: QRectF, study: SoftmaxStudy, theme: Theme, *, own: bool
    ) -> None:
        named = bool(self._short_names(area.width() / len(self.keys), theme))
        weight: Weight = "bold" if own else "normal"
        line, text = theme.small * 1.4, factor_text(study.factor)
        above = QRectF(area.left(), area.top() - theme.small * 1.6, area.width(), theme.small * 1.5)
        ink = theme.text if own else ""
        paint_line(
            painter, above, text, theme, colour=ink, weight=weight, side="centre", whole=True
        )
        top = area.bottom() + theme.small * (1.5 if named else 0.2) + theme.unit
        below = QRectF(area.left(), top, area.width(), line)
        text = entropy_text(study)
        paint_line(painter, below, text, theme, colour=ink, weight=weight, side="centre")


@dataclass(frozen=True, eq=False, kw_only=True)
class SteepestPicture(BarsPicture):
    """The mean of the largest derivative over d_k, with the range of four of five draws."""

    steepest: Steepest
    d_k: int

    @property
    def title(self) -> str:
        return translate("scaling", "Largest derivative by d_k")

    @property
    def note(self) -> str:
        return translate("scaling", "mean and 80 % of {draws} draws").format(draws=DRAWS)

    def sentence(self, index: int) -> str:
        return steepest_sentence(self.steepest, index)

    def table(self) -> ValueTable:
        return ValueTable(
            name=self.title,
            rows=tuple(map(str, WIDTHS)),
            columns=(translate("scaling", "mean"), "10 %", "90 %"),
            values=np.column_stack([self.steepest.mean, self.steepest.low, self.steepest.high]),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        painter.save()
        line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
        paint_typeset(
            painter, line, self.title, theme, size=theme.body, colour=theme.text, weight="bold"
        )
        line.translate(0, theme.body * 1.5)
        paint_line(painter, line, self.note, theme)
        axes = self._axes(rect, line.bottom(), theme)
        ticks = [(0.0, "0"), (LARGEST_JACOBIAN, f"{LARGEST_JACOBIAN:g}")]
        plot.paint_left_ticks(painter, axes, ticks, theme)
        across = [(float(at), str(WIDTHS[at])) for at in range(0, len(WIDTHS), LABELLED)]
        plot.paint_bottom_ticks(painter, axes, across, theme)
        self._paint_curve(painter, axes, theme)
        painter.restore()
        return [
            QRectF(axes.x(at - 0.5), axes.area.top(), axes.x(1) - axes.x(0), axes.area.height())
            for at in range(len(WIDTHS))
        ]

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> plot.Axes:
        left = plot.left_room(theme, [f"{LARGEST_JACOBIAN:g}"])
        area = QRectF(rect.left() + left, top + theme.unit, rect.width() - left - theme.unit, 1)
        area.setBottom(max(rect.bottom() - theme.small * 1.4 - theme.unit, area.top() + 1))
        return plot.Axes(
            area=area, across=(-0.5, len(WIDTHS) - 0.5), up=(0.0, LARGEST_JACOBIAN * 1.05)
        )

    def _paint_curve(self, painter: QPainter, axes: plot.Axes, theme: Theme) -> None:
        points = [axes.point(at, float(mean)) for at, mean in enumerate(self.steepest.mean)]
        painter.setPen(QPen(QColor(theme.soft_text), theme.scale))
        for at, ends in enumerate(zip(self.steepest.low, self.steepest.high, strict=True)):
            painter.drawLine(QLineF(*(axes.point(at, float(end)) for end in ends)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.colour), 2 * theme.scale))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(QColor(self.colour))
        for width, point in zip(WIDTHS, points, strict=True):
            size = (4.5 if width == self.d_k else 2.0) * theme.scale
            painter.drawEllipse(point, size, size)


def jacobian_picture(study: SoftmaxStudy, names: tuple[str, ...]) -> ValuePicture:
    """Key × key; the colours end at the largest entry that any softmax can have."""
    shown = tuple(visible(name) for name in names)
    return ValuePicture(
        title=jacobian_title(study),
        subtitle=jacobian_note(study),
        rows=shown,
        columns=shown,
        level=LARGEST_JACOBIAN,
        square=True,
        values=study.jacobian,
    )
