"""Curves over a common axis, with names, rounded ticks, and reference lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.arrays import DoubleArray, FloatArray, frozen
from model.lessons.positions import pair_dimensions, wavelengths
from viz_app.design.theme import Theme
from viz_app.panels.positions.room import PositionsSnapshot
from viz_app.pictures import plot
from viz_app.pictures.cell_image import Ticks
from viz_app.pictures.labels import text_width
from viz_app.pictures.plot import LineStyle, easy_ticks, line_pen, tick_text
from viz_app.storage.value_tables import ValueTable, numbered
from viz_app.workbench.state import Cell

# ---------------------------------------------------------------------------------- curves painter


LOW = 130
"""A plot lower than this, in px at 100 %, leaves out the name of its axis."""

MANY = 60
"""So many samples or more are not marked by dots."""


STYLES: tuple[LineStyle, ...] = ("solid", "dashed", "dotted", "mixed")
"""Curves differ by line as well as by colour."""


def curve_pen(theme: Theme, index: int) -> QPen:
    """Pen of the ``index``-th curve; when the colours repeat, the line style changes."""
    again, colour = divmod(index, len(theme.curves))
    style = STYLES[(colour + again) % len(STYLES)]
    return line_pen(theme, theme.curves[colour], width=1.8, style=style)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvesPicture:
    """Curves over a common axis.

    Attributes:
        across_name: name of the horizontal axis.
        x: positions of the samples, ``[sample]``, ascending.
        curves: ``[curve, sample]``.
        up: bottom and top value.
        ticks: of the vertical axis, at the left.
        marks: heights of reference lines with their labels.
        logarithmic: whether the vertical axis is logarithmic.
    """

    across_name: str
    x: FloatArray = field(compare=False, repr=False)
    curves: FloatArray = field(compare=False, repr=False)
    up: tuple[float, float]
    ticks: Ticks
    marks: Ticks = ()
    logarithmic: bool = False

    def table(self, *, name: str) -> ValueTable:
        return ValueTable(
            name=name,
            rows=tuple(f"{x:.12g}" for x in self.x),
            columns=numbered(len(self.curves)),
            values=self.curves.T,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvesLayout:
    """Where everything was painted, in px."""

    axes: plot.Axes
    points: tuple[tuple[QPointF, ...], ...]

    def nearest(self, point: QPointF) -> Cell | None:
        """Curve and sample nearest to a point: first the sample by x, then the curve by y."""
        if not self.points or not self.axes.area.contains(point):
            return None
        across = [abs(place.x() - point.x()) for place in self.points[0]]
        sample = int(np.argmin(across))
        down = [abs(curve[sample].y() - point.y()) for curve in self.points]
        return Cell(int(np.argmin(down)), sample)


def paint_curves(
    painter: QPainter,
    rect: QRectF,
    picture: CurvesPicture,
    theme: Theme,
    *,
    pens: Sequence[QPen],
) -> CurvesLayout:
    painter.save()
    axes = _axes(rect, picture, theme)
    plot.paint_left_ticks(painter, axes, picture.ticks, theme)
    across = [(value, plot.tick_text(value)) for value in plot.easy_ticks(*axes.across, most=10)]
    plot.paint_bottom_ticks(painter, axes, across, theme)
    _paint_marks(painter, axes, picture.marks, theme)
    if rect.height() >= LOW * theme.scale:
        painter.setFont(theme.font(theme.small))
        painter.setPen(QColor(theme.soft_text))
        high = theme.small * 1.5
        under = QRectF(axes.area.left(), rect.bottom() - high, axes.area.width(), high)
        painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), picture.across_name)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    points = tuple(_points(axes, picture.x, curve) for curve in picture.curves)
    for places, pen in zip(points, pens, strict=True):
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(list(places)))
        if len(places) < MANY:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            for place in places:
                painter.drawEllipse(place, 2.2 * theme.scale, 2.2 * theme.scale)
    painter.restore()
    return CurvesLayout(axes=axes, points=points)


def _axes(rect: QRectF, picture: CurvesPicture, theme: Theme) -> plot.Axes:
    left = plot.left_room(theme, [text for _, text in picture.ticks])
    named = rect.height() >= LOW * theme.scale
    below = theme.small * (2.9 if named else 1.4) + theme.unit
    area = rect.adjusted(left, theme.small * 0.6, -2 * theme.unit, 0)
    area.setBottom(max(rect.bottom() - below, area.top() + 1))
    x = picture.x
    ends = (float(x[0]), float(x[-1])) if len(x) > 1 else (0.0, 1.0)
    return plot.Axes(area=area, across=ends, up=picture.up, logarithmic=picture.logarithmic)


def _points(axes: plot.Axes, x: FloatArray, curve: FloatArray) -> tuple[QPointF, ...]:
    return tuple(
        axes.point(float(across), float(value)) for across, value in zip(x, curve, strict=True)
    )


def _paint_marks(painter: QPainter, axes: plot.Axes, marks: Ticks, theme: Theme) -> None:
    painter.setFont(theme.font(theme.small))
    for value, text in marks:
        y, area = axes.y(value), axes.area
        painter.setPen(QPen(QColor(theme.soft_text), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(QColor(theme.text))
        width = text_width(theme, text, size=theme.small) + 2
        place = QRectF(
            area.left() + 2 * theme.unit, y - theme.small * 1.4, width, theme.small * 1.4
        )
        painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft), text)


# ----------------------------------------------------------------------------- wavelength pictures
# Curves of the positions tab: chosen dimensions over positions, and wavelengths.


translate = QCoreApplication.translate

LOWEST, HIGHEST = 1.0, 100_000.0
"""Ends of the axis of wavelengths: these lie between 2π and 10000 · 2π, whatever the size."""


def dimensions_picture(snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> CurvesPicture:
    table = snapshot.table[: snapshot.count]
    largest = float(np.abs(snapshot.table).max(initial=0.0)) or 1.0
    level = 1.0 if snapshot.kind == "sinusoidal" else largest
    return CurvesPicture(
        across_name=translate("positions", "position"),
        x=frozen(np.arange(len(table), dtype=np.float32)),
        curves=frozen(np.ascontiguousarray(table[:, list(dimensions)].T)),
        up=(-1.05 * level, 1.05 * level),
        ticks=tuple((value, tick_text(value)) for value in easy_ticks(-level, level, most=4)),
    )


def wavelengths_picture(snapshot: PositionsSnapshot) -> CurvesPicture:
    lengths = pair_wavelengths(snapshot)
    halves = snapshot.waves.sinusoids == "halves"
    step = 1 if halves else 2  # from one pair's sine to the next one's
    powers = range(round(math.log10(LOWEST)), round(math.log10(HIGHEST)) + 1)
    text = translate("positions", "{count} positions shown").format(count=snapshot.count)
    return CurvesPicture(
        across_name=translate("positions", "dimension of the sine")
        if halves
        else translate("positions", "dimension"),
        x=frozen(step * np.arange(len(lengths), dtype=np.float32)),
        curves=frozen(lengths[None].astype(np.float32)),
        up=(LOWEST, HIGHEST),
        ticks=tuple((10.0**power, f"{10**power:,}") for power in powers),
        marks=((float(max(snapshot.count, 1)), text),),
        logarithmic=True,
    )


def pair_wavelengths(snapshot: PositionsSnapshot) -> DoubleArray:
    """Wavelength of each pair of dimensions, ``[pairs]``."""
    return wavelengths(snapshot.table.shape[1], snapshot.waves)


def sine_and_cosine(snapshot: PositionsSnapshot, pair: int) -> tuple[int, int]:
    """Dimensions of a pair; for odd d_model the last sine is returned twice."""
    waves, d_model = snapshot.waves, snapshot.table.shape[1]
    if pair < d_model // 2:
        sine, cosine = pair_dimensions(d_model, waves)[pair].tolist()
        return sine, cosine
    alone = pair if waves.sinusoids == "halves" else 2 * pair
    return alone, alone
