"""All heads of a kind as one picture, on screen and in a file."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.pictures import cell_image
from viz_app.pictures.cell_image import MOST_RECTANGLES, PeakPixels
from viz_app.pictures.labels import TIGHT, column_labels, labels_of_rows, paint_label
from viz_app.pictures.legend import paint_masked
from viz_app.pictures.matrix import paint_frame, paint_outline, paint_undecoded
from viz_app.pictures.mosaic_layout import (
    FRAME_SHARE,
    LONGEST_ROW,
    HeadSpot,
    MosaicLayout,
    head_order,
    key_names,
    key_style,
    layout_mosaic,
    paint_caption,
    paint_card,
    paint_header,
    paint_measure_bar,
    paint_names,
    row_names,
    share_of,
    tile_name,
)
from viz_app.pictures.picture import Picture
from viz_app.storage.value_tables import Tables
from viz_app.texts import measures
from viz_app.texts.measures import measure_ends, measure_number
from viz_app.texts.sentences import cell_sentence
from viz_app.workbench.snapshots.attention import MosaicSnapshot, focus_of

# ----------------------------------------------------------------------------------- mosaic tokens
# A mosaic that is taken along: its tokens on both axes, and a size at which all can be read.


WIDEST, TALLEST = 2200, 1400
"""Cells get smaller rather than all tiles together wider or higher than this, in px at 100 %."""

NARROWEST = 600
"""No figure is narrower: its words have to stand above it."""

CELL, SMALLEST = (26.0, 20.0), 4.0
"""Width and height of a cell where there is room, and the least of both. In px at 100 %."""


def labelled_size(snapshot: MosaicSnapshot, theme: Theme) -> QSize:
    layers, heads, rows, columns = snapshot.weights.shape
    fits = WIDEST / max(heads * columns, 1), TALLEST / max(layers * rows, 1)
    cell_width, cell_height = (
        theme.scale * max(SMALLEST, min(sides)) for sides in zip(CELL, fits, strict=True)
    )
    room = QRectF(0, 0, heads * (cell_width * columns + 1), layers * (cell_height * rows + 1))
    size = room.size().expandedTo(QSizeF(NARROWEST, 1))
    for _ in range(3):  # labels need room according to the cells, and the other way round
        layout = layout_mosaic(QRectF(QPointF(), size), snapshot, theme, labelled=True)
        start, gap = layout.slots.rect.topLeft(), layout.margin / FRAME_SHARE
        wide = start.x() + room.width() + heads * gap
        tall = start.y() + room.height() + layers * (gap + layout.caption.height)
        size = QSizeF(max(wide, NARROWEST), tall)
    return QSize(math.ceil(size.width()), math.ceil(size.height()))


def paint_tokens(
    painter: QPainter,
    layout: MosaicLayout,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    framed: bool,
) -> None:
    """Keys above the first row of heads, queries at the left; ``framed``: room for a frame."""
    unit, rows, columns = theme.unit, row_names(snapshot), key_names(snapshot)
    style = key_style(columns, layout.cell_width, theme)
    card = layout.margin if framed or snapshot.measure is not None else 0.0
    for column in range(layout.slots.columns):
        grid = layout.tile(*layout.head_in(0, column))
        for label in column_labels(columns, grid, theme, style=style, gap=unit + card):
            paint_label(painter, label, theme.text, theme)
    for row in range(layout.slots.rows):
        grid = layout.tile(*layout.head_in(row, 0))
        right, width = grid.left - 1.5 * unit - card, LONGEST_ROW
        for label in labels_of_rows(rows, grid, theme, right=right, width=width):
            paint_label(painter, label, theme.text, theme)


def paint_hatching(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    # As in a single head, unless there are too many cells for a file.
    hidden = ~snapshot.mask
    layers, heads = snapshot.weights.shape[:2]
    if hidden.size * layers * heads <= MOST_RECTANGLES:
        for at in np.ndindex(layers, heads):
            paint_masked(painter, layout.tile(*at), hidden, theme)


# ---------------------------------------------------------------------------------- mosaic painter
# All heads of a kind as one picture: layers are rows of tiles, heads are columns.


OUTLINED_ROW = 6
"""The step's row is outlined when it has this many px; else only ticks stand beside it."""


def paint_mosaic(
    painter: QPainter,
    rect: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool = False,
    labelled: bool = False,
    tokens: bool = False,
    pixels: PeakPixels | None = None,
) -> MosaicLayout:
    """Paint all heads as one image; returns their layout.

    Args:
        painter: where to paint.
        rect: the area.
        snapshot: the heads.
        theme: colours and sizes.
        titled: show the kind above the tiles.
        labelled: also show the tokens of both axes, for a figure without context; no head and no
            step is marked.
        tokens: only show the tokens of both axes.
        pixels: cache from one painting to the next.
    """
    layout = layout_mosaic(rect, snapshot, theme, titled=titled, labelled=labelled, tokens=tokens)
    painter.save()
    paint_header(painter, layout.header, snapshot, theme, titled=titled, labelled=labelled)
    if not layout.order:
        paint_names(painter, layout.slots, theme, width=rect.width(), tokens=layout.tokens)
    if snapshot.weights.size:
        mosaic = _Mosaic(painter, layout, snapshot, theme)
        mosaic.paint_measures()
        mosaic.paint_weights(pixels or PeakPixels())
        if labelled:
            paint_hatching(painter, layout, snapshot, theme)
        if labelled or tokens:
            paint_tokens(painter, layout, snapshot, theme, framed=not labelled)
        mosaic.paint_outlines()
        if not labelled:
            mosaic.paint_marks()
    painter.restore()
    return layout


@dataclass(frozen=True, kw_only=True)
class Mosaic(Picture):
    """All heads of a kind.

    Attributes:
        titled, labelled: as for :func:`paint_mosaic`.
        tokens: whether tokens stand at both axes where all have room.
        pixels: cache from one painting to the next, of one thread.
    """

    snapshot: MosaicSnapshot
    titled: bool = False
    labelled: bool = False
    tokens: bool = False
    pixels: PeakPixels | None = field(default=None, compare=False, repr=False)

    natural = (800, 430)
    smallest = (180, 140)

    def say(self, spot: HeadSpot | str) -> str:
        if not isinstance(spot, HeadSpot):
            return measures.header_sentence(self.snapshot)
        layer, head, cell = spot
        if cell is None:
            return measures.head_sentence(self.snapshot, layer=layer, head=head)
        return cell_sentence(focus_of(self.snapshot, layer=layer, head=head), cell)

    def tables(self) -> Tables:
        from viz_app.texts.picture_caption import mosaic_values  # only copies need it

        return mosaic_values(self.snapshot)

    def caption(self) -> tuple[str, ...]:
        from viz_app.texts.picture_caption import heads_shown

        return (*heads_shown(self.snapshot), *self.extra_caption)

    def size(self, theme: Theme) -> QSize:
        return labelled_size(self.snapshot, theme) if self.labelled else super().size(theme)

    def with_tokens(self) -> Mosaic:
        return replace(self, labelled=True)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MosaicLayout:
        return paint_mosaic(
            painter,
            rect,
            self.snapshot,
            theme,
            titled=self.titled,
            labelled=self.labelled,
            tokens=self.tokens and self._has_room(rect, theme),
            pixels=self.pixels,
        )

    def _has_room(self, rect: QRectF, theme: Theme) -> bool:
        layout = layout_mosaic(rect, self.snapshot, theme, titled=self.titled, tokens=True)
        return min(layout.cell_width, layout.cell_height) >= theme.body * TIGHT


def mosaic_picture(
    snapshot: MosaicSnapshot, *, titled: bool = False, tokens: bool = False
) -> Mosaic:
    return Mosaic(
        title=QCoreApplication.translate("MosaicView", "All heads"),
        note=measures.mosaic_sentence(snapshot),
        snapshot=snapshot,
        titled=titled,
        tokens=tokens,
    )


def as_rectangles(painter: QPainter, cells: int) -> bool:
    return cell_image.is_vector(painter) and cells <= cell_image.MOST_RECTANGLES


def tile_pixels(painter: QPainter, layout: MosaicLayout) -> tuple[int, int]:
    """Height and width of a tile in device pixels."""
    ratio, tile = cell_image.pixel_ratio(painter), layout.tile(0, 0).rect
    return max(1, round(tile.height() * ratio)), max(1, round(tile.width() * ratio))


def paint_tiles(
    painter: QPainter, layout: MosaicLayout, codes: cell_image.Codes, table: cell_image.Argb
) -> None:
    """Paint cells ``[layers, heads, query, key]``: one image, or rectangles in vector files."""
    if as_rectangles(painter, codes.size):
        for layer, head in np.ndindex(codes.shape[:2]):
            cell_image.paint_cells(painter, layout.tile(layer, head), codes[layer, head], table)
        return
    height, width = tile_pixels(painter, layout)
    paint_pixels(painter, layout, cell_image.resampled(codes, height=height, width=width), table)


def paint_pixels(
    painter: QPainter, layout: MosaicLayout, pixels: cell_image.Codes, table: cell_image.Argb
) -> None:
    """Paint pixels ``[layers, heads, height, width]``, of the size from :func:`tile_pixels`."""
    ratio = cell_image.pixel_ratio(painter)
    area = layout.slots.rect.toAlignedRect()
    image = QImage(
        math.ceil(area.width() * ratio), math.ceil(area.height() * ratio), cell_image.PIXEL_FORMAT
    )
    image.fill(0)
    canvas = cell_image.image_pixels(image)
    height, width = pixels.shape[2:]
    for layer, head in np.ndindex(pixels.shape[:2]):
        place = layout.tile(layer, head)
        x, y = round((place.left - area.left()) * ratio), round((place.top - area.top()) * ratio)
        room = canvas[y : y + height, x : x + width]
        room[:] = table[pixels[layer, head, : room.shape[0], : room.shape[1]]]
    image.setDevicePixelRatio(ratio)
    cell_image.paint_image(
        painter, QRectF(QPointF(area.topLeft()), image.deviceIndependentSize()), image
    )


@dataclass(frozen=True, slots=True)
class _Mosaic:
    """Paints the parts of a mosaic."""

    painter: QPainter
    layout: MosaicLayout
    snapshot: MosaicSnapshot
    theme: Theme

    def paint_weights(self, pixels: PeakPixels) -> None:
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        if snapshot.compared is not None:
            self._paint_differences()
            return
        table = cell_image.colour_table(lut_for(theme, snapshot.kind, snapshot.colour_map), theme)
        weights, mask, rows = snapshot.weights, snapshot.mask, snapshot.decoded_rows
        if as_rectangles(painter, weights.size):
            codes = cell_image.cell_codes(weights, mask, decoded_rows=rows, scale=snapshot.scale)
            paint_tiles(painter, self.layout, codes, table)
            return
        height, width = tile_pixels(painter, self.layout)
        codes = pixels.codes(
            weights, mask, decoded_rows=rows, scale=snapshot.scale, height=height, width=width
        )
        paint_pixels(painter, self.layout, codes, table)

    def _paint_differences(self) -> None:
        snapshot = self.snapshot
        codes = cell_image.difference_codes(
            snapshot.weights,
            snapshot.mask,
            decoded_rows=snapshot.decoded_rows,
            scale=snapshot.scale,
        )
        paint_tiles(self.painter, self.layout, codes, cell_image.difference_table(self.theme))

    def paint_measures(self) -> None:
        """Paint a card behind each tile and its caption; NaN is a dash without a card."""
        painter, layout, snapshot, theme = self.painter, self.layout, self.snapshot, self.theme
        if snapshot.measure is None or snapshot.measures is None:
            return
        ends = measure_ends(snapshot, snapshot.measure)
        for at in head_order(snapshot):
            value, tile = float(snapshot.measures[at]), layout.tile(*at).rect
            if not math.isnan(value):
                paint_card(painter, layout.card(*at), theme, share=share_of(value, ends))
                painter.fillRect(tile, QColor(theme.panel))
                paint_measure_bar(painter, tile, theme, value=value, ends=ends)
            place, name, number = layout.caption_place(*at), tile_name(*at), measure_number(value)
            paint_caption(painter, place, layout.caption, theme, name=name, number=number)

    def paint_outlines(self) -> None:
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        decoded = snapshot.decoded_rows
        for at in head_order(snapshot):
            tile = self.layout.tile(*at)
            if decoded < tile.rows:
                paint_undecoded(painter, tile.rows_rect(decoded, tile.rows), theme)
            paint_outline(painter, tile.rows_rect(0, decoded), theme.line)

    def paint_marks(self) -> None:
        layout, snapshot, theme = self.layout, self.snapshot, self.theme
        colour, row = theme.kind_colour(snapshot.kind), snapshot.marked_row
        if row is not None:
            for at in head_order(snapshot):
                self._paint_row_mark(layout.tile(*at).rows_rect(row, row + 1), colour)
        paint_frame(self.painter, layout.card(snapshot.layer, snapshot.head), colour, theme)

    def _paint_row_mark(self, row: QRectF, colour: str) -> None:
        if row.height() >= OUTLINED_ROW:
            paint_outline(self.painter, row, colour)
            return
        height, width = max(row.height(), 3.0), max(1.0, 0.6 * self.layout.margin)
        top = row.center().y() - height / 2
        for left in (row.left() - width - 1, row.right() + 1):
            self.painter.fillRect(QRectF(left, top, width, height), QColor(colour))
