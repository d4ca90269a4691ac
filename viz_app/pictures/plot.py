"""Plots: axes, ticks, curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.arrays import DoubleArray, FloatArray
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import Ticks
from viz_app.pictures.labels import text_width
from viz_app.pictures.picture import Picture, Spots, moved
from viz_app.storage.value_tables import Tables, ValueTable, numbered
from viz_app.texts.labels import MINUS
from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------------- plot axes
# Axes of a plot: where a number is on them, and which round numbers stand beside them.


EASY = (1.0, 2.0, 5.0, 10.0)
"""Round steps, times a power of ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """Maps numbers to px.

    Attributes:
        area: the plot without its labels.
        across, up: the numbers at its left and right, and at its bottom and top.
        logarithmic: whether equal ratios upwards are equally far apart.
    """

    area: QRectF
    across: tuple[float, float]
    up: tuple[float, float]
    logarithmic: bool = False

    def x(self, value: float) -> float:
        """Horizontal position of a value, in px."""
        return self.area.left() + _share(value, self.across) * self.area.width()

    def y(self, value: float) -> float:
        """Vertical position of a value, in px."""
        if self.logarithmic:
            low, high = self.up
            share = _share(math.log10(value), (math.log10(low), math.log10(high)))
        else:
            share = _share(value, self.up)
        return self.area.bottom() - share * self.area.height()

    def point(self, x: float, y: float) -> QPointF:
        return QPointF(self.x(x), self.y(y))


def easy_ticks(low: float, high: float, *, most: int) -> tuple[float, ...]:
    """Round numbers from ``low`` to ``high``, at most so many and one; 0 is one of them if inside.

    >>> easy_ticks(-32, 32, most=4)
    (-20.0, 0.0, 20.0)
    """
    if not high > low:
        return (low,)
    rough = (high - low) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * easy for easy in EASY if power * easy >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def tick_text(value: float) -> str:
    """A tick label: ``−0.5``, ``20``."""
    return (f"{value:.6g}" if value else "0").replace("-", MINUS)


def left_room(theme: Theme, texts: Sequence[str]) -> float:
    longest = max((text_width(theme, text, size=theme.small) for text in texts), default=0.0)
    return math.ceil(longest) + 2.0 * theme.unit


def paint_bottom_ticks(
    painter: QPainter, axes: Axes, ticks: Sequence[tuple[float, str]], theme: Theme
) -> None:
    area, free = axes.area, -math.inf
    painter.setFont(theme.font(theme.small))
    for value, text in ticks:
        x, width = axes.x(value), text_width(theme, text, size=theme.small)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + theme.unit))
        if x - width / 2 < free:
            continue
        free = x + width / 2 + theme.unit
        painter.setPen(QColor(theme.soft_text))
        place = QRectF(x - width, area.bottom() + theme.unit, 2 * width, theme.small * 1.4)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawLine(area.bottomLeft(), area.bottomRight())


def paint_left_ticks(
    painter: QPainter, axes: Axes, ticks: Sequence[tuple[float, str]], theme: Theme
) -> None:
    area, free = axes.area, math.inf
    painter.setFont(theme.font(theme.small))
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    for value, text in ticks:
        y = axes.y(value)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if y > free:
            continue
        free = y - theme.small * 1.2
        painter.setPen(QColor(theme.soft_text))
        place = QRectF(area.left() - 200, y - theme.small, 200 - 1.5 * theme.unit, 2 * theme.small)
        painter.drawText(place, int(flags), text)


def _share(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return (value - low) / ((high - low) or 1.0)


# ------------------------------------------------------------------------------------------ curves
# Curves as they are drawn, the axes that they stand on, and ticks at powers of ten.


Tick = tuple[float, str]
Reach = tuple[float, float]
LineStyle = Literal["solid", "dashed", "dotted", "mixed", "none"]

_STYLES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.DashLine,
    "dotted": Qt.PenStyle.DotLine,
    "mixed": Qt.PenStyle.DashDotLine,
    "none": Qt.PenStyle.NoPen,
}

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_PLAIN = range(-3, 4)
"""Powers of ten that are written in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line through points, or points alone; two are equal that look alike.

    Attributes:
        x, y: ``[point]``, in the units of the axes.
        symbol: pyqtgraph's name of what marks each point; empty for none.
        hollow: whether that has only an outline.
        width, outline: of the line and around the symbols, in px at 100 %.
        size: of the symbols, in px at 100 %.
        grows: whether points are added while it is seen.
        name: what its numbers are, in a table; empty for a line that only marks a place.
    """

    x: npt.ArrayLike = field(compare=False)
    y: npt.ArrayLike = field(compare=False)
    colour: str
    style: LineStyle = "solid"
    symbol: str = ""
    hollow: bool = False
    width: float = 1.8
    outline: float = 1.4
    size: float = 7.0
    grows: bool = False
    name: str = field(default="", compare=False)

    def pen(self, theme: Theme) -> QPen:
        return line_pen(theme, self.colour, width=self.width, style=self.style)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotAxis:
    """Name, scale and ticks of an axis; without ticks it finds its own.

    Attributes:
        log: whether equal ratios are equally far apart.
        digits: whether there are ticks between powers of ten as well.
        reach: from where to where on the axis, exponents where that is logarithmic; None for
            as far as there are points.
        padding: beyond that on each side, as a share of it.
        factor: what numbers are multiplied by to stand beside the axis.
        numbers: whether any stand there.
    """

    name: str = ""
    log: bool = False
    digits: bool = False
    ticks: tuple[Tick, ...] = ()
    reach: Reach | None = None
    padding: float = 0.06
    factor: float = 1.0
    numbers: bool = True

    def placed(self, values: npt.ArrayLike) -> DoubleArray:
        numbers = np.asarray(values, np.float64)
        return np.log10(numbers) if self.log else numbers

    def marks(self, low: float, high: float) -> tuple[Tick, ...]:
        """Ticks between two positions of the axis; empty if the plot shall choose them."""
        if self.ticks:
            return tuple((float(self.placed(value)), text) for value, text in self.ticks)
        return decades(low, high) if self.log and not self.digits else ()

    def reached(self, values: Sequence[npt.ArrayLike]) -> Reach:
        return self.reach or covered([self.placed(part) for part in values])


def curve_table(curves: Sequence[Curve], axis: PlotAxis, *, name: str) -> ValueTable:
    """The points as a table: one row per position on the bottom axis, one column per curve."""
    named = [curve for curve in curves if curve.name]
    points = [
        (np.asarray(curve.x, np.float64).ravel(), np.asarray(curve.y).ravel()) for curve in named
    ]
    places = np.unique(np.concatenate([np.empty(0), *(x for x, _ in points)]))
    values = np.full((len(places), len(points)), np.nan)
    for column, (x, y) in enumerate(points):
        values[np.searchsorted(places, x), column] = y
    texts = dict(axis.ticks)
    return ValueTable(
        name=name,
        rows=tuple(texts.get(place) or f"{place:.12g}" for place in map(float, places)),
        columns=tuple(curve.name for curve in named),
        values=values,
    )


def line_pen(theme: Theme, colour: str, *, width: float, style: LineStyle = "solid") -> QPen:
    """A pen of ``width`` px at 100 %, independent of the plot's scaling."""
    pen = QPen(QColor(colour), width * theme.scale, _STYLES[style])
    pen.setCosmetic(True)
    return pen


def decades(low: float, high: float) -> tuple[Tick, ...]:
    """A tick at every power of ten, or every second, third … of many.

    If there are fewer than two, also at 2 and 5 times each. ``low`` and ``high`` are exponents.
    """
    first, last = math.ceil(low), math.floor(high)
    if last - first < 1:
        return _between(low, high)
    step = max(1, math.ceil((last - first + 1) / 6))
    return tuple((float(power), power_text(power)) for power in range(first, last + 1, step))


def _between(low: float, high: float) -> tuple[Tick, ...]:
    easy = (1.0, 2.0, 5.0) if high - low > 0.6 else (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9)
    numbers = (
        number * 10.0**power
        for power in range(math.floor(low), math.ceil(high) + 1)
        for number in easy
    )
    return tuple((math.log10(n), f"{n:.3g}") for n in numbers if low <= math.log10(n) <= high)


def power_text(power: int) -> str:
    """A power of ten as text: ``0.01``, ``100``, ``10⁶``."""
    if power in _PLAIN:
        return f"{10.0**power:g}"
    return f"10{str(power).translate(_SUPERSCRIPTS)}"


def covered(values: Sequence[npt.ArrayLike]) -> Reach:
    """Minimum and maximum of all finite values; (0, 1) without any."""
    none = np.empty(0)
    numbers = np.concatenate([none, *(np.asarray(part, np.float64).ravel() for part in values)])
    numbers = numbers[np.isfinite(numbers)]
    if not numbers.size:
        return 0.0, 1.0
    low, high = float(numbers.min()), float(numbers.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


# ----------------------------------------------------------------------------------------- picture
# Curves as a picture: for the screen where its cursor goes from curve to curve, and for files.
# pyqtgraph draws curves only on widgets, which the worker thread must not touch; so this is the one
# other painter of curves.


LOW = 130
"""A plot lower than this, in px at 100 %, leaves out the name of its axis."""

PALE = 0.3
"""Opacity of a curve that is only for comparison."""

MANY = 60
"""So many samples or more are not marked by dots."""

STYLES: tuple[LineStyle, ...] = ("solid", "dashed", "dotted", "mixed")
"""Curves differ by line as well as by colour."""


def curve_pen(theme: Theme, index: int) -> QPen:
    """Pen of the ``index``-th curve; when the colours repeat, the line style changes."""
    again, colour = divmod(index, len(theme.curves))
    style = STYLES[(colour + again) % len(STYLES)]
    return line_pen(theme, theme.curves[colour], width=1.8, style=style)


def nothing(cell: Cell) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotSpots(Spots):
    """The samples of curves, as cells ``(curve, sample)``.

    Attributes:
        points: ``[curve][sample]``, in px.
        reach: half a side of the place of a sample, in px.
    """

    axes: Axes
    points: tuple[tuple[QPointF, ...], ...]
    reach: float

    def at(self, point: QPointF) -> Cell | None:
        """Curve and sample nearest to a point: first the sample by x, then the curve by y."""
        if not self.points or not self.axes.area.contains(point):
            return None
        across = [abs(place.x() - point.x()) for place in self.points[0]]
        sample = int(np.argmin(across))
        down = [abs(curve[sample].y() - point.y()) for curve in self.points]
        return Cell(int(np.argmin(down)), sample)

    def rect(self, spot: Cell) -> QRectF | None:
        if spot.row >= len(self.points) or spot.column >= len(self.points[spot.row]):
            return None
        reach = QPointF(self.reach, self.reach)
        place = self.points[spot.row][spot.column]
        return QRectF(place - reach, place + reach)

    def moved(self, spot: Cell | None, key: int) -> Cell | None:
        samples = len(self.points[0]) if self.points else 0
        return moved(spot, key, rows=len(self.points), columns=samples)


@dataclass(frozen=True, kw_only=True, eq=False)
class Plot(Picture):
    """Curves over a common axis.

    Attributes:
        across_name: name of the horizontal axis.
        x: positions of the samples, ``[sample]``, ascending.
        curves: ``[curve, sample]``.
        up: bottom and top value.
        ticks: of the vertical axis, at the left.
        marks: heights of reference lines with their labels.
        logarithmic: whether the vertical axis is logarithmic.
        sentence: the exact value of a sample ``(curve, sample)``.
        names: of the curves in a table; numbers by default.
        pale: number of curves, the first ones, that are only for comparison.
        ends: of the horizontal axis, left and right; by default those of ``x``.
    """

    across_name: str
    x: FloatArray = field(repr=False)
    curves: FloatArray = field(repr=False)
    up: tuple[float, float]
    ticks: Ticks
    marks: Ticks = ()
    logarithmic: bool = False
    sentence: Callable[[Cell], str] = nothing
    names: tuple[str, ...] = ()
    pale: int = 0
    ends: tuple[float, float] | None = None

    natural = (420, 180)
    smallest = (230, 96)

    def tables(self) -> Tables:
        table = ValueTable(
            name=self.title,
            rows=tuple(f"{x:.12g}" for x in self.x),
            columns=self.names or numbered(len(self.curves)),
            values=self.curves.T,
        )
        return (table,)

    def say(self, spot: Cell) -> str:
        return self.sentence(spot)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlotSpots:
        painter.save()
        axes = self._axes(rect, theme)
        paint_left_ticks(painter, axes, self.ticks, theme)
        ticks = easy_ticks(*sorted(axes.across), most=10)
        across = sorted(
            ((value, tick_text(value)) for value in ticks), key=lambda tick: axes.x(tick[0])
        )
        paint_bottom_ticks(painter, axes, across, theme)
        self._paint_marks(painter, axes, theme)
        if rect.height() >= LOW * theme.scale:
            painter.setFont(theme.font(theme.small))
            painter.setPen(QColor(theme.soft_text))
            high = theme.small * 1.5
            under = QRectF(axes.area.left(), rect.bottom() - high, axes.area.width(), high)
            painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), self.across_name)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = tuple(
            tuple(axes.point(float(x), float(y)) for x, y in zip(self.x, curve, strict=True))
            for curve in self.curves
        )
        for index, places in enumerate(points):
            painter.setOpacity(PALE if index < self.pale else 1.0)
            _paint_curve(painter, places, curve_pen(theme, max(index - self.pale, 0)), theme)
        painter.restore()
        return PlotSpots(axes=axes, points=points, reach=2.0 * theme.unit)

    def _axes(self, rect: QRectF, theme: Theme) -> Axes:
        left = left_room(theme, [text for _, text in self.ticks])
        named = rect.height() >= LOW * theme.scale
        below = theme.small * (2.9 if named else 1.4) + theme.unit
        area = rect.adjusted(left, theme.small * 0.6, -2 * theme.unit, 0)
        area.setBottom(max(rect.bottom() - below, area.top() + 1))
        ends = (float(self.x[0]), float(self.x[-1])) if len(self.x) > 1 else (0.0, 1.0)
        return Axes(area=area, across=self.ends or ends, up=self.up, logarithmic=self.logarithmic)

    def _paint_marks(self, painter: QPainter, axes: Axes, theme: Theme) -> None:
        painter.setFont(theme.font(theme.small))
        for value, text in self.marks:
            y, area = axes.y(value), axes.area
            painter.setPen(QPen(QColor(theme.soft_text), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.text))
            width, high = text_width(theme, text, size=theme.small) + 2, theme.small * 1.4
            place = QRectF(area.left() + 2 * theme.unit, y - high, width, high)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft), text)


def _paint_curve(painter: QPainter, places: Sequence[QPointF], pen: QPen, theme: Theme) -> None:
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF(list(places)))
    if len(places) < MANY:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
        for place in places:
            painter.drawEllipse(place, 2.2 * theme.scale, 2.2 * theme.scale)
