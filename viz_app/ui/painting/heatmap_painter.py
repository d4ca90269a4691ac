"""One head as a picture: tokens × tokens, on a widget, an image, an SVG or a PDF."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.state.attention_view import FocusSnapshot
from viz_app.ui.design.colour_map import kind_lut
from viz_app.ui.design.theme import Theme, faded
from viz_app.ui.painting.axis_labels import Label, elided, paint_label, text_width
from viz_app.ui.painting.cell_image import MASKED, Codes, cell_codes, colour_table, paint_cells
from viz_app.ui.painting.colour_bar import paint_bar
from viz_app.ui.painting.grid import CellGrid
from viz_app.ui.painting.heatmap_layout import WRAPPED, HeatmapLayout, layout_focus
from viz_app.ui.painting.legend import paint_legend, paint_masked
from viz_app.ui.texts.sentences import (
    axes_sentence,
    head_title,
    legend_entries,
    picture_sentence,
    short_axes_sentence,
)

LINED_CELL = 8
"""Cells of at least this many px are set apart by a hairline."""


def paint_focus(
    painter: QPainter, rect: QRectF, snapshot: FocusSnapshot, theme: Theme
) -> HeatmapLayout:
    """Paint a head into ``rect`` and say where everything is.

    Rows are queries, row 0 at the top; columns are keys; levels are 0 … 1, always.
    """
    layout = layout_focus(rect, snapshot, theme)
    painter.save()
    _paint_words(painter, layout, snapshot, theme)
    if snapshot.rows and snapshot.columns:
        codes = cell_codes(snapshot.weights, snapshot.mask, decoded_rows=snapshot.decoded_rows)
        lut = kind_lut(theme, snapshot.kind)
        paint_cells(painter, layout.grid, codes, colour_table(lut, theme))
        _paint_cell_marks(painter, layout.grid, codes, snapshot, theme)
        _paint_labels(painter, layout, snapshot, theme)
        paint_bar(painter, layout.bar, lut, theme)
        if layout.legend is not None:
            paint_legend(painter, layout.legend, legend_entries(snapshot), theme)
    painter.restore()
    return layout


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


def paint_frame(painter: QPainter, rect: QRectF, colour: str, theme: Theme) -> None:
    """A strong round frame around a cell, a row or a tile; what is inside stays visible."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 2 * theme.scale
    painter.setPen(QPen(QColor(colour), width))
    painter.drawRoundedRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2), 3, 3)
    painter.restore()


def _paint_words(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    title = head_title(snapshot.kind, layer=snapshot.layer, head=snapshot.head)
    painter.setFont(theme.font(theme.body, "bold"))
    painter.setPen(QColor(theme.text))
    painter.drawText(layout.title, int(Qt.AlignmentFlag.AlignLeft), title)
    if layout.subtitle.height():
        painter.setFont(theme.font(theme.small))
        painter.setPen(QColor(theme.soft_text))
        text = _subtitle(snapshot, theme, width=layout.subtitle.width())
        painter.drawText(layout.subtitle, int(Qt.AlignmentFlag.AlignLeft), text)
    if layout.sentence.height():
        painter.setFont(theme.font(theme.body))
        painter.setPen(QColor(theme.text))
        painter.drawText(layout.sentence, int(WRAPPED), picture_sentence(snapshot))


def _subtitle(snapshot: FocusSnapshot, theme: Theme, *, width: float) -> str:
    """What rows and columns are, as exactly as there is room for."""
    text = axes_sentence(snapshot.kind, snapshot.row_labels)
    if text_width(theme, text, size=theme.small) <= width:
        return text
    return elided(theme, short_axes_sentence(), size=theme.small, width=width)


def _paint_cell_marks(
    painter: QPainter, grid: CellGrid, codes: Codes, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """Hatching, hairlines, what is not decoded yet, the step's row, the cursor."""
    paint_masked(painter, grid, codes == MASKED, theme)
    paint_cell_lines(painter, grid, theme, rows=snapshot.decoded_rows)
    if snapshot.decoded_rows < grid.rows:
        paint_undecoded(painter, grid.rows_rect(snapshot.decoded_rows, grid.rows), theme)
    if snapshot.marked_row is not None:
        row = grid.rows_rect(snapshot.marked_row, snapshot.marked_row + 1)
        paint_frame(painter, row, theme.kind_colour(snapshot.kind), theme)
    if snapshot.cell is not None:
        cell = grid.cell_rect(snapshot.cell.row, snapshot.cell.column)
        paint_frame(painter, cell, theme.text, theme)


def _paint_labels(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    for label in layout.columns:
        not_yet = snapshot.kind == "decoder" and label.index >= snapshot.decoded_rows
        paint_label(painter, label, faded(theme) if not_yet else theme.text, theme)
    for label in layout.fed:
        paint_label(painter, label, _row_colour(label, snapshot, theme, soft=True), theme)
    for label in layout.rows:
        paint_label(painter, label, _row_colour(label, snapshot, theme), theme)


def _row_colour(label: Label, snapshot: FocusSnapshot, theme: Theme, *, soft: bool = False) -> str:
    if label.index >= snapshot.decoded_rows:
        return faded(theme)
    return theme.soft_text if soft else theme.text
