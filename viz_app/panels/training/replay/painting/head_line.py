"""One head's number over the moments of a run as a line, beside that of another run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.arrays import FloatArray
from viz_app.design.theme import Theme
from viz_app.panels.training.painting.run_lines import run_colour, run_pen
from viz_app.panels.training.replay.head_history import HeadHistorySnapshot
from viz_app.panels.training.replay.painting.moment_axis import (
    MomentAxis,
    marks_of,
    moment_axis,
    paint_epochs,
)
from viz_app.panels.training.replay.texts import replay as words
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.levels import Ticks
from viz_app.pictures.plot_axes import Axes, paint_left_ticks
from viz_app.pictures.text_line import paint_line

NAMED = 100
"""In less height than this, in px at 100 %, the axis has no name."""

MANY = 40
"""So many moments or more are not marked by dots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineLayout:
    """Where the line is: moments across, the number up, and a line of text above.

    ``named``: there is room for what the axis of the moments is.
    """

    axis: MomentAxis
    axes: Axes
    title: QRectF
    bottom: float
    named: bool

    def points(self, across: Iterable[float], values: FloatArray) -> list[QPointF]:
        """Of all numbers that there are."""
        places = zip(across, values.tolist(), strict=True)
        return [QPointF(x, self.axes.y(value)) for x, value in places if not math.isnan(value)]


def layout_line(
    rect: QRectF, grid: CellGrid, snapshot: HeadHistorySnapshot, theme: Theme
) -> LineLayout:
    """The line under the cells of a grid, moment under moment."""
    first, last = grid.middle(0, 0).x(), grid.middle(0, grid.columns - 1).x()
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.small * 1.4)
    named = rect.height() >= NAMED * theme.scale
    below = (2 if named else 1) * (theme.small * TIGHT + theme.unit)
    area = QRectF(grid.left, title.bottom() + 2 * theme.unit, grid.rect.width(), 1)
    area.setBottom(max(rect.bottom() - below, area.top() + 1))
    return LineLayout(
        axis=moment_axis(first, last, snapshot.updates),
        axes=Axes(area=area, across=(0.0, 1.0), up=snapshot.ends),
        title=title,
        bottom=rect.bottom(),
        named=named,
    )


def paint_head_line(
    painter: QPainter,
    layout: LineLayout,
    snapshot: HeadHistorySnapshot,
    theme: Theme,
    *,
    ticks: Ticks,
) -> None:
    """Paint the head in view over time; the compared run's is dashed."""
    painter.save()
    area, (low, high) = layout.axes.area, snapshot.ends
    levels = [(low + share * (high - low), text) for share, text in ticks]
    paint_left_ticks(painter, layout.axes, levels, theme)
    painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale, Qt.PenStyle.DashLine))
    x = layout.axis.x(snapshot.index)
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    marks = marks_of(snapshot.updates, snapshot.epochs)
    paint_epochs(painter, layout.axis, marks, area.bottom(), theme)
    _paint_words(painter, layout, snapshot, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    others = snapshot.compared_values
    if others is not None:
        places = layout.axis.at(snapshot.compared_updates).tolist()
        _paint_values(painter, layout.points(places, others), run_pen(theme, own=False), theme)
    own = snapshot.values[snapshot.layer, snapshot.head]
    pen = QPen(QColor(theme.kind_colour(snapshot.kind)), 1.8 * theme.scale)
    across = [layout.axis.x(index) for index in range(len(own))]
    _paint_values(painter, layout.points(across, own), pen, theme)
    painter.restore()


def _paint_values(painter: QPainter, points: Sequence[QPointF], pen: QPen, theme: Theme) -> None:
    """A line through all points, with dots where these are few."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF(points))
    if len(points) < MANY:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
        for point in points:
            painter.drawEllipse(point, 2.0 * theme.scale, 2.0 * theme.scale)


def _paint_words(
    painter: QPainter, layout: LineLayout, snapshot: HeadHistorySnapshot, theme: Theme
) -> None:
    """The head with its number of now, the compared run's, and what the axis is."""
    line, area = layout.title, layout.axes.area
    title, colour = words.line_title(snapshot), theme.kind_colour(snapshot.kind)
    paint_line(painter, line, title, theme, colour=colour, weight="bold")
    used = text_width(theme, title, size=theme.small, weight="bold") + 4 * theme.unit
    if snapshot.compared_values is not None and used < line.width():
        rest, colour = line.adjusted(used, 0, 0, 0), run_colour(theme, own=False)
        paint_line(painter, rest, words.compared_title(snapshot), theme, colour=colour)
    if layout.named:
        height = theme.small * TIGHT
        place = QRectF(area.left(), layout.bottom - height, area.width(), height)
        name = f"{words.epoch_word(snapshot.epochs)} · {words.spacing_note()}"
        paint_line(painter, place, name, theme, side="centre", whole=True)
