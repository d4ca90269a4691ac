"""One head as a picture: tokens × tokens, on a widget, an image, an SVG or a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.attention.painting.descriptions import seen_text
from viz_app.panels.attention.painting.heatmap_layout import HeatmapLayout, layout_focus
from viz_app.panels.attention.painting.heatmap_margins import paint_margins
from viz_app.panels.attention.painting.heatmap_titles import is_terse, paint_titles
from viz_app.pictures import cell_image, matrix_cells
from viz_app.pictures.axis_labels import paint_label, text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.legend import fitting, paint_legend
from viz_app.pictures.skipped_labels import paint_ticks
from viz_app.pictures.text_line import paint_lines
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.texts.key_sentences import HARDLY, key_weight
from viz_app.texts.sentences import legend_entries, picture_sentence, short_sentence
from viz_app.workbench.snapshots.pictures import FocusSnapshot

SOFT = 0.65
"""Share of the kind's colour in the frame of a row that was chosen elsewhere."""


def paint_focus(
    painter: QPainter,
    rect: QRectF,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    zoom: Zoom = FITTED,
    told: int = 0,
) -> HeatmapLayout:
    """Paint a head into ``rect`` and say where everything is.

    Rows are queries, row 0 at the top; columns are keys; the levels' ends are 0 and 1, always, and
    −1 and 1 for a difference. Of a zoomed matrix only what is in view is touched. ``told`` lines
    are kept for the sentence at least.
    """
    layout = layout_focus(rect, snapshot, theme, zoom=zoom, told=told)
    painter.save()
    paint_titles(painter, layout.titles, snapshot, theme, part=seen_text(layout))
    if layout.sentence.height():
        _paint_sentence(painter, layout, snapshot, theme, terse=is_terse(rect, theme))
    if snapshot.rows and snapshot.columns:
        heatmap = _Heatmap(painter, layout, snapshot, theme)
        heatmap.paint_matrix()
        heatmap.paint_labels()
        paint_margins(painter, layout, snapshot, theme)
        if layout.legend is not None:
            entries = fitting(legend_entries(snapshot), rect.right() - layout.legend.x(), theme)
            paint_legend(painter, layout.legend, entries, theme)
    painter.restore()
    return layout


def _paint_sentence(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme, *, terse: bool
) -> None:
    """What stands under the head; a single line leaves out what the title says, if it must."""
    place, sentence = layout.sentence, picture_sentence(snapshot)
    if terse and text_width(theme, sentence, size=theme.body) > place.width():
        sentence = short_sentence(snapshot)
    paint_lines(painter, place, sentence, theme, lines=float(terse))


@dataclass(frozen=True, slots=True)
class _Heatmap:
    """What is painted where."""

    painter: QPainter
    layout: HeatmapLayout
    snapshot: FocusSnapshot
    theme: Theme

    def paint_matrix(self) -> None:
        """The cells in view, with hatching, hairlines and frames."""
        painter, layout, theme = self.painter, self.layout, self.theme
        part, cells = layout.grid.part(layout.rows_seen, layout.columns_seen), self._cells()
        decoded = self._decoded_rows()
        painter.save()
        if not layout.zoom.is_fitted:
            painter.setClipRect(layout.viewport)
        matrix_cells.paint_ground(painter, part, cells, theme, rows=decoded)
        if not layout.zoom.is_fitted:
            if self._has_room_for_numbers(part):
                matrix_cells.paint_texts(painter, part, cells, self._numbers(cells), theme)
            edge = 2 * theme.scale
            painter.setClipRect(layout.viewport.adjusted(-edge, -edge, edge, edge))
            matrix_cells.paint_outline(painter, layout.viewport, theme.line)
        if decoded < part.rows:
            matrix_cells.paint_undecoded(painter, part.rows_rect(decoded, part.rows), theme)
        self._paint_frames()
        painter.restore()

    def paint_labels(self) -> None:
        """Tokens of rows and columns; those that are not decoded yet are faded."""
        layout, theme = self.layout, self.theme
        paint_ticks(self.painter, layout, theme)
        decoded = self.snapshot.decoded_columns
        for label in layout.columns:
            not_yet = decoded is not None and label.index >= decoded
            paint_label(self.painter, label, faded(theme) if not_yet else theme.text, theme)
        for label in layout.glosses:
            paint_label(self.painter, label, theme.soft_text, theme)
        for labels, colour in ((layout.fed, theme.soft_text), (layout.rows, theme.text)):
            for label in labels:
                ink = faded(theme) if label.index >= self.snapshot.decoded_rows else colour
                paint_label(self.painter, label, ink, theme)

    def _decoded_rows(self) -> int:
        """How many of the rows in view."""
        rows = self.layout.rows_seen
        return min(max(self.snapshot.decoded_rows - rows.start, 0), len(rows))

    def _cells(self) -> matrix_cells.ColouredCells:
        """Those in view."""
        snapshot, theme = self.snapshot, self.theme
        rows, columns = self.layout.rows_seen, self.layout.columns_seen
        part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
        differs = snapshot.compared is not None
        codes = (cell_image.difference_codes if differs else cell_image.cell_codes)(
            snapshot.weights[part] / np.float32(snapshot.top),
            snapshot.mask[part],
            decoded_rows=self._decoded_rows(),
            scale=snapshot.scale,
        )
        if differs:
            return matrix_cells.ColouredCells(codes=codes, table=cell_image.difference_table(theme))
        lut = lut_for(theme, snapshot.kind, snapshot.colour_map)
        return matrix_cells.ColouredCells(codes=codes, table=cell_image.colour_table(lut, theme))

    def _has_room_for_numbers(self, grid: CellGrid) -> bool:
        theme = self.theme
        longest = "+0.00" if self.snapshot.compared is not None else "0.00"
        widest = text_width(theme, longest, size=theme.small)
        fits_down = grid.cell_height >= theme.small + theme.unit
        return fits_down and grid.cell_width >= widest + 2 * theme.unit

    def _numbers(self, cells: matrix_cells.ColouredCells) -> Iterator[matrix_cells.CellText]:
        """Of each cell that has a weight worth one; 0.00 everywhere would hide the others."""
        top, left = self.layout.rows_seen.start, self.layout.columns_seen.start
        rows, columns = cells.codes.shape
        weights = self.snapshot.weights[top : top + rows, left : left + columns]
        worth = (cells.codes > cell_image.MASKED) & (np.abs(weights) >= HARDLY)
        for row, column in np.argwhere(worth).tolist():
            yield row, column, key_weight(self.snapshot, top + row, left + column), ""

    def _paint_frames(self) -> None:
        """The row that was chosen elsewhere, the step's row, the cursor."""
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        grid, colour = self.layout.grid, theme.kind_colour(snapshot.kind)
        width = matrix_cells.frame_width(grid, theme)
        if snapshot.linked_row is not None and snapshot.linked_row != snapshot.marked_row:
            row = grid.rows_rect(snapshot.linked_row, snapshot.linked_row + 1)
            soft = mixed(theme.panel, colour, share=SOFT)
            matrix_cells.paint_frame(
                painter, row, soft, theme, style=Qt.PenStyle.DashLine, width=width
            )
        if snapshot.marked_row is not None:
            row = grid.rows_rect(snapshot.marked_row, snapshot.marked_row + 1)
            matrix_cells.paint_frame(painter, row, colour, theme, width=width)
        if snapshot.cell is not None:
            cell = grid.cell_rect(snapshot.cell.row, snapshot.cell.column)
            matrix_cells.paint_frame(painter, cell, theme.text, theme, width=width)
