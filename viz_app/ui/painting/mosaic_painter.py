"""All heads of a kind as one picture: layers are rows of tiles, heads are columns."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.state.attention_view import MosaicSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.design.colour_map import kind_lut
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import text_width
from viz_app.ui.painting.cell_image import (
    MOST_RECTANGLES,
    Argb,
    Codes,
    cell_codes,
    colour_table,
    is_vector,
    paint_cells,
    pixel_ratio,
    resampled,
    to_image,
)
from viz_app.ui.painting.grid import CellGrid, cell_size
from viz_app.ui.painting.heatmap_painter import around, paint_frame, paint_undecoded
from viz_app.ui.texts.sentences import head_name, layer_name

LARGEST_CELL = 40
"""Side of a cell in px at 100 %."""

OUTLINED_ROW = 6
"""The step's row is outlined when it has this many px; else only ticks stand beside it."""

TileAt = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicLayout:
    """Places in the painter's px. ``slots`` has one cell for each head, a tile in its middle."""

    slots: CellGrid
    tile_rows: int
    tile_columns: int
    cell_width: float
    cell_height: float

    def tile(self, layer: int, head: int) -> CellGrid:
        """The cells of one head."""
        slot = self.slots.cell_rect(layer, head)
        width = self.cell_width * self.tile_columns
        height = self.cell_height * self.tile_rows
        return CellGrid(
            left=math.floor(slot.center().x() - width / 2),
            top=math.floor(slot.center().y() - height / 2),
            cell_width=self.cell_width,
            cell_height=self.cell_height,
            rows=self.tile_rows,
            columns=self.tile_columns,
        )

    def tile_at(self, point: QPointF) -> TileAt | None:
        """Layer and head whose tile is under, or nearest to, a point."""
        slot = self.slots.cell_at(point)
        return (slot.row, slot.column) if slot else None

    def cell_at(self, point: QPointF) -> tuple[int, int, Cell] | None:
        """Layer, head and cell under a point."""
        at = self.tile_at(point)
        cell = self.tile(*at).cell_at(point) if at else None
        return (*at, cell) if at and cell else None


def paint_mosaic(
    painter: QPainter, rect: QRectF, snapshot: MosaicSnapshot, theme: Theme
) -> MosaicLayout:
    """Paint all heads into ``rect`` and say where they are. All tiles are one image."""
    layout = layout_mosaic(rect, snapshot, theme)
    painter.save()
    _paint_names(painter, layout, theme)
    if snapshot.weights.size:
        codes = cell_codes(snapshot.weights, snapshot.mask, decoded_rows=snapshot.decoded_rows)
        table = colour_table(kind_lut(theme, snapshot.kind), theme)
        paint_tiles(painter, layout, codes, table)
        _paint_tile_marks(painter, layout, snapshot, theme)
    painter.restore()
    return layout


def layout_mosaic(rect: QRectF, snapshot: MosaicSnapshot, theme: Theme) -> MosaicLayout:
    """Tiles as large as fit, all with cells of the same shape."""
    layers, heads, rows, columns = snapshot.weights.shape
    left = math.ceil(_widest_name(layers, theme)) + 2 * theme.unit
    above = theme.small + 3 * theme.unit
    room = QSizeF((rect.width() - left) / heads, (rect.height() - above) / layers)
    cell = _tile_cell(room, theme, rows=rows, columns=columns)
    widest = 10 * theme.unit
    slots = CellGrid(
        left=rect.left() + left,
        top=rect.top() + above,
        cell_width=max(1.0, min(room.width(), cell.width() * columns + widest)),
        cell_height=max(1.0, min(room.height(), cell.height() * rows + widest)),
        rows=layers,
        columns=heads,
    )
    return MosaicLayout(
        slots=slots,
        tile_rows=rows,
        tile_columns=columns,
        cell_width=cell.width(),
        cell_height=cell.height(),
    )


def paint_tiles(painter: QPainter, layout: MosaicLayout, codes: Codes, table: Argb) -> None:
    """All tiles from codes ``[layers, heads, query, key]``: one image, or rectangles in files."""
    if is_vector(painter) and codes.size <= MOST_RECTANGLES:
        for layer, head in np.ndindex(codes.shape[:2]):
            paint_cells(painter, layout.tile(layer, head), codes[layer, head], table)
        return
    ratio = pixel_ratio(painter)
    area = layout.slots.rect.toAlignedRect()
    tile = layout.tile(0, 0).rect
    width, height = max(1, round(tile.width() * ratio)), max(1, round(tile.height() * ratio))
    pixels = table[resampled(codes, height=height, width=width)]
    canvas = np.zeros(
        (math.ceil(area.height() * ratio), math.ceil(area.width() * ratio)), np.uint32
    )
    for layer, head in np.ndindex(codes.shape[:2]):
        place = layout.tile(layer, head)
        x, y = round((place.left - area.left()) * ratio), round((place.top - area.top()) * ratio)
        room = canvas[y : y + height, x : x + width]
        room[:] = pixels[layer, head, : room.shape[0], : room.shape[1]]
    image = to_image(canvas)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(area.topLeft(), image)


def _tile_cell(room: QSizeF, theme: Theme, *, rows: int, columns: int) -> QSizeF:
    """Size of a cell when each tile of ``rows × columns`` has this room, and a gap around it."""
    gap = 3.5 * theme.unit
    width, height = cell_size(
        width=room.width() - gap,
        height=room.height() - gap,
        rows=rows,
        columns=columns,
        largest=LARGEST_CELL * theme.scale,
    )
    return QSizeF(_whole_tile(width, columns), _whole_tile(height, rows))


def _paint_names(painter: QPainter, layout: MosaicLayout, theme: Theme) -> None:
    """``layer 1`` …, ``head 1`` …; only the number where a name is too long."""
    slots = layout.slots
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    short = text_width(theme, head_name(slots.columns), size=theme.small) > slots.cell_width - 4
    for head in range(slots.columns):
        slot = slots.cell_rect(0, head)
        place = QRectF(slot.left(), slot.top() - theme.unit * 6, slot.width(), theme.unit * 6)
        name = str(head + 1) if short else head_name(head)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), name)
    for layer in range(slots.rows):
        slot = slots.cell_rect(layer, 0)
        place = QRectF(slot.left() - 400, slot.top(), 400 - theme.unit, slot.height())
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, int(flags), layer_name(layer))


def _paint_tile_marks(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    colour = theme.kind_colour(snapshot.kind)
    for layer, head in np.ndindex(layout.slots.rows, layout.slots.columns):
        tile = layout.tile(layer, head)
        _paint_outline(painter, tile, snapshot.decoded_rows, theme)
        if snapshot.marked_row is not None:
            _paint_row_mark(painter, tile, theme, row=snapshot.marked_row, colour=colour)
    focused = layout.tile(snapshot.layer, snapshot.head).rect
    room = theme.unit * 1.25
    paint_frame(painter, focused.adjusted(-room, -room, room, room), colour, theme)


def _paint_outline(painter: QPainter, tile: CellGrid, decoded_rows: int, theme: Theme) -> None:
    if decoded_rows < tile.rows:
        paint_undecoded(painter, tile.rows_rect(decoded_rows, tile.rows), theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(around(tile.rows_rect(0, decoded_rows)))


def _paint_row_mark(
    painter: QPainter, tile: CellGrid, theme: Theme, *, row: int, colour: str
) -> None:
    place = tile.rows_rect(row, row + 1)
    if place.height() >= OUTLINED_ROW:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), 1))
        painter.drawRect(around(place))
        return
    height = max(place.height(), 3.0)
    top, width = place.center().y() - height / 2, theme.unit * 0.75
    for left in (place.left() - width - 1, place.right() + 1):
        painter.fillRect(QRectF(left, top, width, height), QColor(colour))


def _whole_tile(cell: float, cells: int) -> float:
    """A cell's side so that all of them together are whole px: a frame hides no part of one."""
    return max(1.0, math.floor(cell * cells)) / max(cells, 1)


def _widest_name(layers: int, theme: Theme) -> float:
    return max(text_width(theme, layer_name(layer), size=theme.small) for layer in range(layers))
