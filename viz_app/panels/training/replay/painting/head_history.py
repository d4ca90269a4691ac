"""One number of every head over the moments of a run: a row a head, and one head as a line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.oklab import Rgba
from viz_app.design.theme import Theme, Weight
from viz_app.panels.training.replay.head_history import HeadHistorySnapshot
from viz_app.panels.training.replay.painting.head_line import (
    LineLayout,
    layout_line,
    paint_head_line,
)
from viz_app.pictures.axis_labels import TIGHT, round_step, text_width
from viz_app.pictures.cell_image import paint_cells
from viz_app.pictures.colour_bar import bar_width, paint_bar
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.levels import Ticks
from viz_app.pictures.matrix_cells import number_cells, paint_frame
from viz_app.pictures.mosaic_names import names_of_layers, short_head_name
from viz_app.pictures.text_line import paint_line
from viz_app.texts.measure_names import end_number
from viz_app.workbench.state.selection import Cell

LINE_SHARE, LINE_LEAST = 0.36, 72
"""The line's part of the height, and its least height in px at 100 %."""

SPARSEST = 2
"""Every so-manieth head is named at least, or none but the one in view."""

HIGHEST_ROW = 22
"""In px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLayout:
    """Where everything is, in px. ``grid`` has a row a head, layer by layer, a column a moment."""

    grid: CellGrid
    bar: QRectF
    line: LineLayout
    n_heads: int

    def cell_at(self, point: QPointF) -> Cell | None:
        """The head and the moment under a point."""
        return self.grid.cell_at(point)


def history_lut(snapshot: HeadHistorySnapshot, theme: Theme) -> Rgba:
    """A number on both sides of 0 has the diverging map, others that of the kind."""
    if snapshot.ends[0] < 0:
        return diverging_lut(theme)
    return kind_lut(theme, snapshot.kind)


def history_ticks(snapshot: HeadHistorySnapshot) -> Ticks:
    """Both ends of the range and its middle, for the colour bar and the axis of the line."""
    low, high = snapshot.ends
    marks = ((0.0, low), (0.5, (low + high) / 2), (1.0, high))
    return tuple((share, end_number(round(value, 2) + 0.0)) for share, value in marks)


def layout_history(rect: QRectF, snapshot: HeadHistorySnapshot, theme: Theme) -> HistoryLayout:
    """The rows above, the line below, columns of both under each other."""
    layers, heads, moments = snapshot.values.shape
    ticks = history_ticks(snapshot)
    left, right = _left_room(snapshot, theme, rect), bar_width(theme, ticks) + 3 * theme.unit
    width = max(rect.width() - left - right, 1.0)
    line_height = max(LINE_SHARE * rect.height(), LINE_LEAST * theme.scale)
    room = max(rect.height() - line_height - 2 * theme.unit, 1.0)
    row = min(room / (layers * heads), HIGHEST_ROW * theme.scale)
    grid = CellGrid(
        left=rect.left() + left,
        top=rect.top(),
        cell_width=width / moments,
        cell_height=float(int(row)) if row >= 2 else row,
        rows=layers * heads,
        columns=moments,
    )
    bar = QRectF(
        grid.rect.right() + 3 * theme.unit,
        grid.top,
        bar_width(theme, ticks),
        max(grid.rect.height(), 3 * theme.small),
    )
    below = rect.adjusted(0, grid.rect.bottom() + 2 * theme.unit - rect.top(), 0, 0)
    below.setHeight(max(below.height(), 1.0))
    line = layout_line(below, grid, snapshot, theme)
    return HistoryLayout(grid=grid, bar=bar, line=line, n_heads=heads)


def paint_history(
    painter: QPainter, rect: QRectF, snapshot: HeadHistorySnapshot, theme: Theme
) -> HistoryLayout:
    """Paint all heads over time into ``rect`` and say where they are."""
    painter.save()
    layout = layout_history(rect, snapshot, theme)
    history, ticks = _History(painter, layout, snapshot, theme), history_ticks(snapshot)
    history.paint_cells()
    history.paint_names(rect)
    paint_bar(painter, layout.bar, history_lut(snapshot, theme), theme, ticks=ticks)
    history.paint_place()
    paint_head_line(painter, layout.line, snapshot, theme, ticks=ticks)
    painter.restore()
    return layout


def _left_room(snapshot: HeadHistorySnapshot, theme: Theme, rect: QRectF) -> float:
    """Names of layers, those of heads right of them; the numbers of the line's axis."""
    layers, heads, _ = snapshot.values.shape
    names = (
        max(text_width(theme, name, size=theme.small) for name in texts)
        for texts in (
            names_of_layers(layers, theme, width=rect.width()),
            [short_head_name(heads - 1)],
        )
    )
    return sum(names) + 5 * theme.unit


@dataclass(frozen=True, slots=True)
class _History:
    """What is painted where."""

    painter: QPainter
    layout: HistoryLayout
    snapshot: HeadHistorySnapshot
    theme: Theme

    @property
    def chosen(self) -> int:
        """The row of the head in view."""
        return self.snapshot.layer * self.layout.n_heads + self.snapshot.head

    def paint_cells(self) -> None:
        """``[layers · heads, moments]`` with lines between layers; no number is grey."""
        painter, snapshot, grid = self.painter, self.snapshot, self.layout.grid
        values = snapshot.values.reshape(-1, snapshot.values.shape[-1])
        lut = history_lut(snapshot, self.theme)
        cells = number_cells(values, lut, self.theme, levels=snapshot.ends)
        paint_cells(painter, grid, cells.codes, cells.table, peaks=False)
        painter.setPen(QPen(QColor(self.theme.text), 1))
        for row in range(self.layout.n_heads, grid.rows, self.layout.n_heads):
            y = round(grid.top + row * grid.cell_height) + 0.0
            painter.drawLine(QPointF(grid.left, y), QPointF(grid.rect.right(), y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.drawRect(grid.rect)

    def paint_names(self, rect: QRectF) -> None:
        """Layers at the left; heads right of them, as many as have room, and the one in view."""
        painter, theme = self.painter, self.theme
        grid, heads = self.layout.grid, self.layout.n_heads
        high = 2.0 * theme.small
        layers = names_of_layers(grid.rows // heads, theme, width=rect.width())
        step = max(1, round(theme.small * TIGHT / max(heads * grid.cell_height, 1) + 0.49))
        for layer, name in list(enumerate(layers))[::step]:
            middle = grid.rows_rect(layer * heads, (layer + 1) * heads).center().y()
            place = QRectF(rect.left(), middle - high / 2, 1, high)
            paint_line(painter, place, name, theme, whole=True)
        for row in self._named_heads():
            top = grid.middle(row, 0).y() - high / 2
            place = QRectF(grid.left - 102, top, 100 - theme.unit, high)
            weight: Weight = "bold" if row == self.chosen else "normal"
            ink, name = theme.text if row == self.chosen else "", short_head_name(row % heads)
            paint_line(
                painter, place, name, theme, colour=ink, weight=weight, side="right", whole=True
            )

    def _named_heads(self) -> list[int]:
        """Rows whose head is named: the one in view, and others that do not come near it.

        Where fewer than every second has room, the others' names would only confuse.
        """
        grid, chosen = self.layout.grid, self.chosen
        apart = self.theme.small * TIGHT / grid.cell_height
        step = round_step(max(1, round(apart + 0.49)))
        if step > SPARSEST:
            return [chosen]
        free, rows = -apart, []
        for row in range(grid.rows):
            fits = row - free >= apart and abs(row - chosen) >= apart
            if row % self.layout.n_heads % step == 0 and fits:
                free = row
                rows.append(row)
        return [*rows, chosen]

    def paint_place(self) -> None:
        """Where one is: the head's row framed, and a line through the moment."""
        painter, theme, grid = self.painter, self.theme, self.layout.grid
        x = grid.middle(0, self.snapshot.index).x()
        painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, grid.top), QPointF(x, grid.rect.bottom()))
        row = grid.rows_rect(self.chosen, self.chosen + 1)
        paint_frame(painter, row, theme.kind_colour(self.snapshot.kind), theme)
