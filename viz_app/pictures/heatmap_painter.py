"""One head as a picture: tokens × tokens, on a widget, an image, an SVG or a PDF."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme, faded, mixed
from viz_app.pictures.axis_labels import Label, paint_label
from viz_app.pictures.cell_image import (
    MASKED,
    Argb,
    Codes,
    cell_codes,
    colour_table,
    paint_cells,
)
from viz_app.pictures.cell_values import has_room, paint_values
from viz_app.pictures.difference import difference_codes, difference_table
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.heatmap_layout import WRAPPED, HeatmapLayout, layout_focus
from viz_app.pictures.heatmap_margins import paint_margins
from viz_app.pictures.heatmap_titles import paint_titles
from viz_app.pictures.legend import paint_legend, paint_masked
from viz_app.pictures.line_breaks import unparted
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.texts.picture_titles import part_text
from viz_app.texts.sentences import legend_entries, picture_sentence
from viz_app.workbench.snapshots.pictures import FocusSnapshot

LINED_CELL = 8
"""Cells of at least this many px are set apart by a hairline."""

SOFT = 0.65
"""Share of the kind's colour in the frame of a row that was chosen elsewhere."""


def paint_focus(
    painter: QPainter,
    rect: QRectF,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    zoom: Zoom = FITTED,
) -> HeatmapLayout:
    """Paint a head into ``rect`` and say where everything is.

    Rows are queries, row 0 at the top; columns are keys; the levels' ends are 0 and 1, always, and
    −1 and 1 for a difference. Of a zoomed matrix only what is in view is touched.
    """
    layout = layout_focus(rect, snapshot, theme, zoom=zoom)
    painter.save()
    paint_titles(painter, layout.titles, theme, part=seen_text(layout))
    _paint_sentence(painter, layout, snapshot, theme)
    if snapshot.rows and snapshot.columns:
        _paint_matrix(painter, layout, snapshot, theme)
        _paint_labels(painter, layout, snapshot, theme)
        paint_margins(painter, layout, snapshot, theme)
        if layout.legend is not None:
            paint_legend(painter, layout.legend, legend_entries(snapshot), theme)
    painter.restore()
    return layout


def seen_text(layout: HeatmapLayout) -> str:
    """Which part is in view; nothing when all is."""
    return part_text(
        layout.rows_seen,
        layout.columns_seen,
        n_rows=layout.grid.rows,
        n_columns=layout.grid.columns,
    )


def paint_cell_lines(painter: QPainter, grid: CellGrid, theme: Theme, *, rows: int) -> None:
    """Hairlines between the cells of the first rows, if these are large enough, and around."""
    area = grid.rows_rect(0, rows)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if min(grid.cell_width, grid.cell_height) >= LINED_CELL:
        painter.setPen(QPen(QColor(theme.panel), 1))
        lefts = [area.left() + column * grid.cell_width for column in range(1, grid.columns)]
        tops = [area.top() + row * grid.cell_height for row in range(1, rows)]
        painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in lefts])
        painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in tops])
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(around(area))


def around(area: QRectF) -> QRectF:
    """Where a line of 1 px covers no pixel of an area."""
    return area.adjusted(-1, -1, 0, 0)


def paint_undecoded(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """A dotted outline around rows that are not there yet; open where those above end."""
    painter.setPen(QPen(QColor(theme.masked_line), 1, Qt.PenStyle.DotLine))
    rect = around(area)
    corners = (rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight())
    painter.drawPolyline(list(corners))


def paint_frame(
    painter: QPainter,
    rect: QRectF,
    colour: str,
    theme: Theme,
    *,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    width: float | None = None,
) -> None:
    """A strong round frame around a cell, a row or a tile; what is inside stays visible."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 2 * theme.scale if width is None else width
    painter.setPen(QPen(QColor(colour), width, style))
    painter.drawRoundedRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2), 3, 3)
    painter.restore()


def _paint_sentence(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    if layout.sentence.height():
        painter.setFont(theme.font(theme.body))
        painter.setPen(QColor(theme.text))
        painter.drawText(layout.sentence, int(WRAPPED), unparted(picture_sentence(snapshot)))


def _paint_matrix(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """The cells in view, with hatching, hairlines and frames."""
    rows, columns = layout.rows_seen, layout.columns_seen
    part = layout.grid.part(rows, columns)
    decoded = min(max(snapshot.decoded_rows - rows.start, 0), len(rows))
    codes, table = _coloured(snapshot, theme, rows=rows, columns=columns)
    painter.save()
    if not layout.zoom.is_fitted:
        painter.setClipRect(layout.viewport)
    paint_cells(painter, part, codes, table)
    paint_masked(painter, part, codes == MASKED, theme)
    if decoded:
        paint_cell_lines(painter, part, theme, rows=decoded)
    if not layout.zoom.is_fitted:
        if has_room(part, theme, is_signed=snapshot.compared is not None):
            first = (rows.start, columns.start)
            paint_values(painter, part, snapshot, theme, codes=codes, table=table, first=first)
        edge = 2 * theme.scale
        painter.setClipRect(layout.viewport.adjusted(-edge, -edge, edge, edge))
        _paint_edge(painter, layout.viewport, theme)
    if decoded < len(rows):
        paint_undecoded(painter, part.rows_rect(decoded, len(rows)), theme)
    _paint_frames(painter, layout.grid, snapshot, theme)
    painter.restore()


def _coloured(
    snapshot: FocusSnapshot, theme: Theme, *, rows: range, columns: range
) -> tuple[Codes, Argb]:
    """Codes ``[row, column]`` of some cells, and the colour of each code."""
    part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
    decoded = max(snapshot.decoded_rows - rows.start, 0)
    code = cell_codes if snapshot.compared is None else difference_codes
    codes = code(
        snapshot.weights[part], snapshot.mask[part], decoded_rows=decoded, scale=snapshot.scale
    )
    if snapshot.compared is not None:
        return codes, difference_table(theme)
    return codes, colour_table(lut_for(theme, snapshot.kind, snapshot.colour_map), theme)


def _paint_edge(painter: QPainter, viewport: QRectF, theme: Theme) -> None:
    """A line around what is in view."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(around(viewport))


def _paint_frames(painter: QPainter, grid: CellGrid, snapshot: FocusSnapshot, theme: Theme) -> None:
    """The row that was chosen elsewhere, the step's row, the cursor."""
    colour, width = theme.kind_colour(snapshot.kind), _frame_width(grid, theme)
    if snapshot.linked_row is not None and snapshot.linked_row != snapshot.marked_row:
        row = grid.rows_rect(snapshot.linked_row, snapshot.linked_row + 1)
        soft = mixed(theme.panel, colour, share=SOFT)
        paint_frame(painter, row, soft, theme, style=Qt.PenStyle.DashLine, width=width)
    if snapshot.marked_row is not None:
        row = grid.rows_rect(snapshot.marked_row, snapshot.marked_row + 1)
        paint_frame(painter, row, colour, theme, width=width)
    if snapshot.cell is not None:
        cell = grid.cell_rect(snapshot.cell.row, snapshot.cell.column)
        paint_frame(painter, cell, theme.text, theme, width=width)


def _frame_width(grid: CellGrid, theme: Theme) -> float:
    """Thinner around small cells: it covers no more than a quarter of the neighbours."""
    side = min(grid.cell_width, grid.cell_height)
    return min(2 * theme.scale, max(1.0, side // 4))


def _paint_labels(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    decoded = snapshot.decoded_columns
    for label in layout.columns:
        not_yet = decoded is not None and label.index >= decoded
        paint_label(painter, label, faded(theme) if not_yet else theme.text, theme)
    for label in layout.fed:
        paint_label(painter, label, _row_colour(label, snapshot, theme, soft=True), theme)
    for label in layout.rows:
        paint_label(painter, label, _row_colour(label, snapshot, theme), theme)


def _row_colour(label: Label, snapshot: FocusSnapshot, theme: Theme, *, soft: bool = False) -> str:
    if label.index >= snapshot.decoded_rows:
        return faded(theme)
    return theme.soft_text if soft else theme.text
