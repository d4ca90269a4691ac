"""Bars: columns on one scale as a picture, and rows of names, numbers and bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import DoubleArray, FloatArray
from model.traces.trace import Kind
from viz_app.design.theme import Theme, Weight
from viz_app.pictures import plot
from viz_app.pictures.labels import text_width
from viz_app.pictures.picture import Picture, PlacedSpots, Spots, in_a_row, moved
from viz_app.pictures.typeset import note_width, paint_line, paint_title_and_note
from viz_app.storage.value_tables import Tables
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------------- columns
# Bars from the bottom up, in groups side by side: the bins of a histogram, the weights of keys.


APART = 0.12
"""Share of its room that a bar with a name leaves free on each side."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group:
    """Bars side by side.

    Attributes:
        edges: where bars begin and end on the axis below, ``[bar + 1]``.
        values: heights, ``[bar]``.
        ticks: of the axis below.
        names: of the bars, where all have room; then bars stand apart.
        head, foot: texts above and below.
        strong: whether those are bold.
    """

    edges: FloatArray | DoubleArray
    values: FloatArray | DoubleArray
    ticks: Sequence[plot.Tick] = ()
    names: Sequence[str] = ()
    head: str = ""
    foot: str = ""
    strong: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Columns(Picture):
    """Groups of bars on one scale; their spots are the indices of all bars, from the left.

    Attributes:
        short_note: the note, where the whole one does not fit beside the title.
        groups: all with a head and a foot, or none.
        ticks: of the axis at the left, from 0 to its end.
        widest_tick: the text that the axis has room for.
        kind: whose colour the bars have; None = that of a curve.
        span: the ends of a mark above the axis below, as a mean ± a deviation.
        sentence: the exact value of a bar.
        numbers: all values.
    """

    short_note: str = ""
    groups: tuple[Group, ...]
    ticks: Sequence[plot.Tick]
    widest_tick: str
    kind: Kind | None = None
    span: tuple[float, float] | None = None
    sentence: Callable[[int], str]
    numbers: Tables = field(default=(), repr=False)

    natural = (420, 150)
    smallest = (260, 124)

    def tables(self) -> Tables:
        return self.numbers

    def say(self, spot: int) -> str:
        return self.sentence(spot)

    def note_in(self, width: float, theme: Theme) -> str:
        """The note, shorter where it does not fit beside the title."""
        fits = note_width(self.title, self.note, theme) <= width
        return self.note if fits or not self.short_note else self.short_note

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        painter.save()
        note = self.note_in(rect.width(), theme)
        top = paint_title_and_note(painter, rect, self.title, note, theme)
        places: list[QRectF] = []
        for index, (group, axes) in enumerate(
            zip(self.groups, self._axes(rect, top, theme), strict=True)
        ):
            plot.paint_left_ticks(painter, axes, self.ticks if index == 0 else [], theme)
            places += self._paint_group(painter, axes, group, theme)
            self._paint_words(painter, axes, group, theme)
        painter.restore()
        return in_a_row(places)

    def _axes(self, rect: QRectF, top: float, theme: Theme) -> list[plot.Axes]:
        left, gap = plot.left_room(theme, [self.widest_tick]), 3.0 * theme.unit
        count, worded = len(self.groups), bool(self.groups[0].foot)
        width = (rect.width() - left - (count - 1) * gap) / count
        lines = 1.4
        if worded:
            room = width / len(self.groups[0].values)
            lines += 1.5 if _short_names(self.groups[0], room, theme) else 0.2
        else:
            width -= theme.unit  # for the last number of the axis
        high = top + theme.small * (1.6 if worded else 0.8)
        low = max(rect.bottom() - theme.small * lines - theme.unit, high + 1)
        return [
            plot.Axes(
                area=QRectF(rect.left() + left + index * (width + gap), high, width, low - high),
                across=(float(group.edges[0]), float(group.edges[-1])),
                up=(0.0, self.ticks[-1][0]),
            )
            for index, group in enumerate(self.groups)
        ]

    def _paint_group(
        self, painter: QPainter, axes: plot.Axes, group: Group, theme: Theme
    ) -> list[QRectF]:
        """The places of the bars: as high as the plot."""
        colour = theme.kind_colour(self.kind) if self.kind else theme.curves[0]
        ends, area = list(pairwise(group.edges.tolist())), axes.area
        room = axes.x(ends[0][1]) - axes.x(ends[0][0])
        apart = APART if group.names and room > theme.unit else 0.0
        for (low, high), value in zip(ends, group.values, strict=True):
            inset = apart * (high - low)
            left, right = axes.x(low + inset), axes.x(high - inset)
            bar = QRectF(QPointF(left, axes.y(float(value))), QPointF(right, area.bottom()))
            painter.fillRect(bar, QColor(colour))
        names = _short_names(group, room, theme)
        middles = [((low + high) / 2, name) for (low, high), name in zip(ends, names, strict=False)]
        plot.paint_bottom_ticks(painter, axes, middles or group.ticks, theme)
        if self.span is not None:
            _paint_span(painter, axes, self.span, theme)
        return [
            QRectF(axes.x(low), area.top(), axes.x(high) - axes.x(low), area.height())
            for low, high in ends
        ]

    def _paint_words(self, painter: QPainter, axes: plot.Axes, group: Group, theme: Theme) -> None:
        if not group.foot:
            return
        area, ink = axes.area, theme.text if group.strong else ""
        weight: Weight = "bold" if group.strong else "normal"
        above = QRectF(area.left(), area.top() - theme.small * 1.6, area.width(), theme.small * 1.5)
        paint_line(
            painter, above, group.head, theme, colour=ink, weight=weight, side="centre", whole=True
        )
        named = _short_names(group, area.width() / len(group.values), theme)
        top = area.bottom() + theme.small * (1.5 if named else 0.2) + theme.unit
        below = QRectF(area.left(), top, area.width(), theme.small * 1.4)
        paint_line(painter, below, group.foot, theme, colour=ink, weight=weight, side="centre")


def _short_names(group: Group, room: float, theme: Theme) -> Sequence[str]:
    """The names, if each has ``room`` px."""
    widest = max((text_width(theme, name, size=theme.small) for name in group.names), default=0.0)
    return group.names if widest <= room else ()


def _paint_span(
    painter: QPainter, axes: plot.Axes, span: tuple[float, float], theme: Theme
) -> None:
    y = axes.area.bottom() - 1.5 * theme.unit
    painter.setPen(QPen(QColor(theme.text), 1.5 * theme.scale))
    left, right = (axes.x(end) for end in span)
    painter.drawLine(QLineF(left, y, right, y))
    for x in (left, right):
        painter.drawLine(QLineF(x, y - theme.unit, x, y + theme.unit))


# ---------------------------------------------------------------------------------------- bar rows
# Rows of names, numbers and bars under each other: columns that all rows share.


Stretch = tuple[float, float]
"""Left edge and width of a column, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRows(Spots):
    """Rows of bars in the painter's px; their spots are the indices of the rows.

    Attributes:
        head: the line above the rows.
        top, row_height, count: of the rows.
        left, right: where they begin and end.
    """

    head: QRectF
    top: float
    row_height: float
    count: int
    left: float
    right: float

    def row_rect(self, row: int) -> QRectF:
        top = self.top + row * self.row_height
        return QRectF(self.left, top, self.right - self.left, self.row_height)

    def at(self, point: QPointF) -> int | None:
        return next((row for row in range(self.count) if self.row_rect(row).contains(point)), None)

    def rect(self, spot: int) -> QRectF | None:
        return self.row_rect(spot) if spot < self.count else None

    def moved(self, spot: int | None, key: int) -> int | None:
        cell = moved(None if spot is None else Cell(spot, 0), key, rows=self.count, columns=1)
        return None if cell is None else cell.row


def across(row: QRectF, column: Stretch) -> QRectF:
    return QRectF(column[0], row.top(), column[1], row.height())


def paint_round_bar(painter: QPainter, bar: QRectF, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(bar, 2, 2)


def paint_bar_with_number(
    painter: QPainter, bar: QRectF, number: str, theme: Theme, *, colour: str
) -> None:
    inset = 0.2 * bar.height()
    paint_round_bar(painter, bar.adjusted(0, inset, 0, -inset), colour)
    place = across(bar, (bar.right() + 1.5 * theme.unit, 20.0 * theme.unit))
    paint_line(painter, place, number, theme)
