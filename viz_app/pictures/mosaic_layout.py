"""Where the tiles of a mosaic are, and how much room there is around them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from viz_app.design.theme import Theme, frame_theme
from viz_app.pictures.grid import LONG_STRETCH, CellGrid, cell_size
from viz_app.pictures.measure_marks import Caption, Words, caption_for, caption_words
from viz_app.pictures.mosaic_header import header_height
from viz_app.pictures.mosaic_names import NameRoom, name_room, token_room
from viz_app.workbench.snapshots.pictures import MosaicSnapshot
from viz_app.workbench.state.selection import Cell

LARGEST_CELL = 80
"""Side of a cell in px at 100 %, as large as that of one head alone: few tokens fill the room."""

GAPS, LARGE_GAPS = (1.5, 0.2, 3.5), (1.25, 0.16, 1.5)
"""Room between two tiles: at least and at most in units of the frame's spacing, within these a
share of a head's place. What large text takes, it does not take from the tiles."""

FRAME_SHARE = 5 / 14
"""Of a gap that lies inside the frame of a tile: the line and the neighbour need the rest."""

WORTH_MOVING = 1.2
"""Heads in an order of their own leave the layers' rows when cells get so much larger by it."""

WIDEST_GAP = 10
"""In units of the frame's spacing: where there is room to spare, tiles stay together."""

TileAt = tuple[int, int]
"""Layer and head, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicLayout:
    """Places in the painter's px. ``slots`` has one cell for each head, a tile in its middle.

    Attributes:
        caption: what stands under each tile.
        margin: from a tile to its frame.
        order: heads in the order of the slots, row by row; empty = a row for each layer.
        header: above everything; of no height when there is nothing to say.
        tokens: room for tokens left of the tiles and above them; none when they have no labels.
    """

    slots: CellGrid
    tile_rows: int
    tile_columns: int
    cell_width: float
    cell_height: float
    caption: Caption = field(default_factory=Caption)
    margin: float = 5.0
    order: tuple[TileAt, ...] = ()
    header: QRectF = field(default_factory=QRectF)
    tokens: NameRoom = field(default_factory=NameRoom)

    def slot(self, layer: int, head: int) -> QRectF:
        """All the room that a head has."""
        row, column = layer, head
        if self.order:
            row, column = divmod(self.order.index((layer, head)), self.slots.columns)
        return self.slots.cell_rect(row, column)

    def tile(self, layer: int, head: int) -> CellGrid:
        """The cells of one head."""
        slot = self.slot(layer, head)
        width = self.cell_width * self.tile_columns
        height = self.cell_height * self.tile_rows
        return CellGrid(
            left=math.floor(slot.center().x() - width / 2),
            top=math.floor(slot.center().y() - (height + self.caption.height) / 2),
            cell_width=self.cell_width,
            cell_height=self.cell_height,
            rows=self.tile_rows,
            columns=self.tile_columns,
        )

    def caption_place(self, layer: int, head: int) -> QRectF:
        """The caption under a tile, which is no narrower."""
        tile = self.tile(layer, head).rect
        wider = max(0.0, self.caption.width - tile.width()) / 2
        place = QRectF(tile.bottomLeft(), QSizeF(tile.width(), self.caption.height))
        return place.adjusted(-wider, 0, wider, 0)

    def card(self, layer: int, head: int) -> QRectF:
        """A tile with its caption, as a frame goes around them."""
        both = self.tile(layer, head).rect.united(self.caption_place(layer, head))
        card = both.adjusted(-self.margin, -self.margin, self.margin, self.margin)
        slot = self.slot(layer, head)
        card.setLeft(max(card.left(), slot.left() + 0.5))
        card.setRight(min(card.right(), slot.right() - 0.5))
        return card

    def tile_at(self, point: QPointF) -> TileAt | None:
        """Layer and head whose tile is under, or nearest to, a point."""
        slot = self.slots.cell_at(point)
        return None if slot is None else self.head_in(slot.row, slot.column)

    def head_in(self, row: int, column: int) -> TileAt:
        """Layer and head that stand in a slot."""
        return self.order[row * self.slots.columns + column] if self.order else (row, column)

    def cell_at(self, point: QPointF) -> tuple[int, int, Cell] | None:
        """Layer, head and cell under a point."""
        at = self.tile_at(point)
        cell = self.tile(*at).cell_at(point) if at else None
        return (*at, cell) if at and cell else None


def layout_mosaic(
    rect: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool = False,
    labelled: bool = False,
) -> MosaicLayout:
    """Tiles as large as fit, all with cells of the same shape; ``labelled`` beside their tokens."""
    header = QRectF(rect.topLeft(), QSizeF(rect.width(), 0.0))
    header.setHeight(header_height(snapshot, theme, titled=titled, labelled=labelled))
    layout = _layout(rect, header, snapshot, theme, tokens=NameRoom())
    for _ in range(2 if labelled else 0):  # labels need room according to the cells' width
        tokens = token_room(snapshot, theme, cell_width=layout.cell_width)
        layout = _layout(rect, header, snapshot, theme, tokens=tokens)
    return layout


def _layout(
    rect: QRectF, header: QRectF, snapshot: MosaicSnapshot, theme: Theme, *, tokens: NameRoom
) -> MosaicLayout:
    """The same with the room for tokens that they need."""
    names = name_room(snapshot, theme, width=rect.width())
    space = QRectF(rect)
    corner = QPointF(rect.left() + names.left, header.bottom() + names.above)
    space.setTopLeft(corner + QPointF(tokens.left, tokens.above))
    tiles = _best_tiles(space.size(), snapshot, theme)
    return MosaicLayout(
        slots=CellGrid(
            left=space.left(),
            top=space.top(),
            cell_width=tiles.slot.width(),
            cell_height=tiles.slot.height(),
            rows=tiles.down,
            columns=tiles.across,
        ),
        tile_rows=snapshot.weights.shape[2],
        tile_columns=snapshot.weights.shape[3],
        cell_width=tiles.cell.width(),
        cell_height=tiles.cell.height(),
        caption=tiles.caption,
        margin=tiles.gap * FRAME_SHARE,
        order=head_order(snapshot) if snapshot.is_sorted else (),
        header=header,
        tokens=tokens,
    )


def head_order(snapshot: MosaicSnapshot) -> tuple[TileAt, ...]:
    """All heads as they are shown: by layers, or the largest measure first and NaN last."""
    layers, heads = snapshot.weights.shape[:2]
    places = np.arange(layers * heads)
    if snapshot.is_sorted and snapshot.measures is not None:
        places = np.argsort(-snapshot.measures.ravel(), kind="stable")
    return tuple((int(place) // heads, int(place) % heads) for place in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tiles:
    """Tiles in so many rows and columns: their cells, their captions, and all their room."""

    down: int
    across: int
    gap: float
    caption: Caption
    cell: QSizeF
    slot: QSizeF


def _best_tiles(space: QSizeF, snapshot: MosaicSnapshot, theme: Theme) -> _Tiles:
    """A row for each layer; in an order of their own heads stand where they fit best."""
    layers, heads, rows, columns = snapshot.weights.shape
    words = caption_words(snapshot, theme)
    shapes = [(layers, heads)]
    if snapshot.is_sorted:
        count = layers * heads
        numbers = range(1, count + 1)
        shapes += [(count // across, across) for across in numbers if count % across == 0]
    every = [
        _tiles(space, words, theme, down=down, across=across, rows=rows, columns=columns)
        for down, across in shapes
    ]
    best = max(every, key=lambda tiles: (tiles.caption.words, _cell_area(tiles)))
    gains = _cell_area(best) > WORTH_MOVING * _cell_area(every[0])
    return best if gains or best.caption.words > every[0].caption.words else every[0]


def _tiles(
    space: QSizeF,
    words: Words | None,
    theme: Theme,
    *,
    down: int,
    across: int,
    rows: int,
    columns: int,
) -> _Tiles:
    """Tiles of ``rows × columns`` cells, ``across`` of them side by side."""
    width, height = space.width() / across, space.height() / down
    gap = _gap(min(width, height), theme)
    caption = caption_for(words, theme, width=width, height=height)
    inner = QSizeF(width - gap, height - gap - caption.height)
    cell = _tile_cell(inner, theme, rows=rows, columns=columns)
    spare = WIDEST_GAP * frame_theme(theme).unit
    wide = max(cell.width() * columns, caption.width) + spare
    tall = cell.height() * rows + caption.height + spare
    slot = QSizeF(max(1.0, min(width, wide)), max(1.0, min(height, tall)))
    return _Tiles(down=down, across=across, gap=gap, caption=caption, cell=cell, slot=slot)


def _cell_area(tiles: _Tiles) -> float:
    return tiles.cell.width() * tiles.cell.height()


def _gap(side: float, theme: Theme) -> float:
    """Between two tiles; small places have small gaps."""
    least, share, most = GAPS if theme.scale == 1 else LARGE_GAPS
    unit = frame_theme(theme).unit
    return max(least * unit, min(share * side, most * unit))


def _tile_cell(room: QSizeF, theme: Theme, *, rows: int, columns: int) -> QSizeF:
    """Size of a cell when a tile of ``rows × columns`` has this room."""
    width, height = cell_size(
        width=room.width(),
        height=room.height(),
        rows=rows,
        columns=columns,
        largest=LARGEST_CELL * theme.scale,
        stretch=LONG_STRETCH,
    )
    return QSizeF(_whole_tile(width, columns), _whole_tile(height, rows))


def _whole_tile(cell: float, cells: int) -> float:
    """A cell's side so that all of them together are whole px: a frame hides no part of one."""
    return max(1.0, math.floor(cell * cells)) / max(cells, 1)
