"""All heads of a kind as one picture, on screen and in a file."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.pictures import cell_image
from viz_app.pictures.cell_image import MOST_RECTANGLES, PeakPixels
from viz_app.pictures.labels import TIGHT, Label, column_labels, labels_of_rows, paint_label
from viz_app.pictures.legend import paint_masked, paint_replaced
from viz_app.pictures.matrix import paint_frame, paint_outline, paint_undecoded
from viz_app.pictures.mosaic_layout import (
    FRAME_SHARE,
    LONGEST_ROW,
    NO_ROOM,
    PALE,
    PALE_TEXT,
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
from viz_app.texts.measures import mark_text, measure_ends
from viz_app.texts.sentences import cell_sentence
from viz_app.workbench.snapshots.attention import MosaicSnapshot, focus_of

# ------------------------------------------------------------------------------------------ mosaic
# Layers are rows of tiles, heads are columns.


WIDEST, TALLEST = 2200, 1400
"""Cells get smaller rather than all tiles together wider or higher than this, in px at 100 %."""

NARROWEST = 600
"""No figure is narrower: its words have to stand above it."""

CELL, SMALLEST = (26.0, 20.0), 4.0
"""Width and height of a cell where there is room, and the least of both. In px at 100 %."""

OUTLINED_ROW = 6
"""The step's row is outlined when it has this many px; else only ticks stand beside it."""


@dataclass(frozen=True, kw_only=True)
class Mosaic(Picture):
    """All heads of a kind.

    Attributes:
        titled: the kind stands above the tiles.
        labelled: also the tokens of both axes, for a figure without context; no head and no step
            is marked.
        tokens: whether only the tokens stand at both axes, where all have room.
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

    def with_tokens(self) -> Mosaic:
        return replace(self, labelled=True)

    def size(self, theme: Theme) -> QSize:
        if not self.labelled:
            return super().size(theme)
        layers, heads, rows, columns = self.snapshot.weights.shape
        fits = WIDEST / max(heads * columns, 1), TALLEST / max(layers * rows, 1)
        cell_width, cell_height = (
            theme.scale * max(SMALLEST, min(sides)) for sides in zip(CELL, fits, strict=True)
        )
        room = QSizeF(heads * (cell_width * columns + 1), layers * (cell_height * rows + 1))
        size = room.expandedTo(QSizeF(NARROWEST, 1))
        for _ in range(3):  # labels need room according to the cells, and the other way round
            layout = self.layout(QRectF(QPointF(), size), theme)
            start, gap = layout.slots.rect.topLeft(), layout.margin / FRAME_SHARE
            wide = start.x() + room.width() + heads * gap
            tall = start.y() + room.height() + layers * (gap + layout.caption.height)
            size = QSizeF(max(wide, NARROWEST), tall)
        return QSize(math.ceil(size.width()), math.ceil(size.height()))

    def layout(self, rect: QRectF, theme: Theme) -> MosaicLayout:
        plain = layout_mosaic(
            rect, self.snapshot, theme, titled=self.titled, labelled=self.labelled
        )
        if self.labelled or not self.tokens:
            return plain
        layout = layout_mosaic(rect, self.snapshot, theme, titled=self.titled, tokens=True)
        roomy = min(layout.cell_width, layout.cell_height) >= theme.body * TIGHT
        return layout if roomy else plain

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MosaicLayout:
        snapshot, layout = self.snapshot, self.layout(rect, theme)
        painter.save()
        paint_header(
            painter, layout.header, snapshot, theme, titled=self.titled, labelled=self.labelled
        )
        if not layout.order:
            paint_names(painter, layout.slots, theme, width=rect.width(), tokens=layout.tokens)
        if snapshot.weights.size:
            parts = _MosaicPainter(painter, layout, snapshot, theme)
            parts.paint_measures()
            parts.paint_weights(self.pixels or PeakPixels())
            parts.paint_unnamed()
            if self.labelled:
                parts.paint_hatching()
            parts.paint_replaced_heads()
            if layout.tokens != NO_ROOM:
                parts.paint_tokens(framed=not self.labelled)
            parts.paint_outlines()
            if not self.labelled:
                parts.paint_marks()
        painter.restore()
        return layout


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


# ---------------------------------------------------------------------------------- mosaic painter


@dataclass(frozen=True, slots=True)
class _MosaicPainter:
    painter: QPainter
    layout: MosaicLayout
    snapshot: MosaicSnapshot
    theme: Theme

    def paint_weights(self, pixels: PeakPixels) -> None:
        snapshot, theme = self.snapshot, self.theme
        shown: dict[str, Any] = {
            name: getattr(snapshot, name) for name in ("decoded_rows", "scale", "covered")
        }
        weights, mask = snapshot.weights, snapshot.mask
        table = cell_image.colour_table(lut_for(theme, snapshot.kind, snapshot.colour_map), theme)
        codes_of: Callable[..., cell_image.Codes] = cell_image.cell_codes
        if snapshot.compared is not None:
            codes_of, table = cell_image.difference_codes, cell_image.difference_table(theme)
        if cell_image.is_vector(self.painter) and weights.size <= MOST_RECTANGLES:
            codes = codes_of(weights, mask, **shown)
            for at in np.ndindex(codes.shape[:2]):
                cell_image.paint_cells(self.painter, self.layout.tile(*at), codes[at], table)
            return
        ratio, tile = cell_image.pixel_ratio(self.painter), self.layout.tile(0, 0).rect
        height = max(1, round(tile.height() * ratio))
        width = max(1, round(tile.width() * ratio))
        if snapshot.compared is None:
            codes = pixels.codes(weights, mask, height=height, width=width, **shown)
        else:
            codes = codes_of(weights, mask, **shown)
            codes = cell_image.resampled(codes, height=height, width=width)
        self._paint_pixels(codes, table)

    def _paint_pixels(self, pixels: cell_image.Codes, table: cell_image.Argb) -> None:
        """Paint pixels ``[layers, heads, height, width]`` of tiles as one image."""
        ratio = cell_image.pixel_ratio(self.painter)
        area = self.layout.slots.rect.toAlignedRect()
        image = QImage(
            math.ceil(area.width() * ratio),
            math.ceil(area.height() * ratio),
            cell_image.PIXEL_FORMAT,
        )
        image.fill(0)
        canvas = cell_image.image_pixels(image)
        height, width = pixels.shape[2:]
        for at in np.ndindex(pixels.shape[:2]):
            tile = self.layout.tile(*at)
            x = round((tile.left - area.left()) * ratio)
            y = round((tile.top - area.top()) * ratio)
            room = canvas[y : y + height, x : x + width]
            room[:] = table[pixels[at][: room.shape[0], : room.shape[1]]]
        image.setDevicePixelRatio(ratio)
        place = QRectF(QPointF(area.topLeft()), image.deviceIndependentSize())
        cell_image.paint_image(self.painter, place, image)

    def paint_hatching(self) -> None:
        # As in a single head, unless there are too many cells for a file.
        hidden, heads = ~self.snapshot.mask, self.snapshot.weights.shape[:2]
        if hidden.size * math.prod(heads) <= MOST_RECTANGLES:
            for at in np.ndindex(heads):
                paint_masked(self.painter, self.layout.tile(*at), hidden, self.theme)

    def paint_replaced_heads(self) -> None:
        for at in self.snapshot.replaced_heads:
            paint_replaced(self.painter, self.layout.tile(*at).rect, self.theme)

    def paint_tokens(self, *, framed: bool) -> None:
        """Keys above the first row of heads, queries at the left; ``framed``: room for a frame."""
        layout, snapshot, theme = self.layout, self.snapshot, self.theme
        unit, rows, columns = theme.unit, row_names(snapshot), key_names(snapshot)
        style = key_style(columns, layout.cell_width, theme)
        card = layout.margin if framed or snapshot.measure is not None else 0.0
        labels: list[Label] = []
        for column in range(layout.slots.columns):
            grid = layout.tile(*layout.head_in(0, column))
            labels += column_labels(columns, grid, theme, style=style, gap=unit + card)
        for row in range(layout.slots.rows):
            grid = layout.tile(*layout.head_in(row, 0))
            right = grid.left - 1.5 * unit - card
            labels += labels_of_rows(rows, grid, theme, right=right, width=LONGEST_ROW)
        for label in labels:
            paint_label(self.painter, label, theme.text, theme)

    def paint_measures(self) -> None:
        """Paint a card behind each tile and its caption; NaN is a dash without a card."""
        painter, layout, snapshot, theme = self.painter, self.layout, self.snapshot, self.theme
        if snapshot.measure is None or snapshot.measures is None:
            return
        ends = measure_ends(snapshot, snapshot.measure)
        # what improves the model has a bar to the left, and no tint
        shaded = (0.0, ends[1]) if snapshot.measure == "effect" else ends
        for at in head_order(snapshot):
            value, tile = float(snapshot.measures[at]), layout.tile(*at).rect
            mark, text = (PALE, PALE_TEXT) if snapshot.is_pale(*at) else (1.0, 1.0)
            painter.setOpacity(mark)
            if not math.isnan(value):
                paint_card(painter, layout.card(*at), theme, share=share_of(value, shaded))
                painter.setOpacity(1.0)
                painter.fillRect(tile, QColor(theme.panel))
                painter.setOpacity(mark)
                paint_measure_bar(painter, tile, theme, value=value, ends=ends)
            painter.setOpacity(text)
            place, name = layout.caption_place(*at), tile_name(*at)
            number = mark_text(snapshot, *at)
            paint_caption(painter, place, layout.caption, theme, name=name, number=number)
            painter.setOpacity(1.0)

    def paint_unnamed(self) -> None:
        """Pale the heads without a name, once names are known."""
        snapshot = self.snapshot
        if snapshot.measure != "name" or snapshot.names is None:
            return
        self.painter.setOpacity(1.0 - PALE)
        for at in filter(lambda at: snapshot.is_pale(*at), head_order(snapshot)):
            self.painter.fillRect(self.layout.tile(*at).rect, QColor(self.theme.panel))
        self.painter.setOpacity(1.0)

    def paint_outlines(self) -> None:
        painter, decoded, theme = self.painter, self.snapshot.decoded_rows, self.theme
        for at in head_order(self.snapshot):
            tile = self.layout.tile(*at)
            if decoded < tile.rows:
                paint_undecoded(painter, tile.rows_rect(decoded, tile.rows), theme)
            paint_outline(painter, tile.rows_rect(0, decoded), theme.line)

    def paint_marks(self) -> None:
        layout, snapshot, theme = self.layout, self.snapshot, self.theme
        colour, row = theme.kind_colour(snapshot.kind), snapshot.marked_row
        for at in head_order(snapshot) if row is not None else ():
            self._paint_row_mark(layout.tile(*at).rows_rect(row or 0, (row or 0) + 1), colour)
        paint_frame(self.painter, layout.card(snapshot.layer, snapshot.head), colour, theme)

    def _paint_row_mark(self, row: QRectF, colour: str) -> None:
        if row.height() >= OUTLINED_ROW:
            paint_outline(self.painter, row, colour)
            return
        height, width = max(row.height(), 3.0), max(1.0, 0.6 * self.layout.margin)
        top = row.center().y() - height / 2
        for left in (row.left() - width - 1, row.right() + 1):
            self.painter.fillRect(QRectF(left, top, width, height), QColor(colour))
