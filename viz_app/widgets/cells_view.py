"""Pictures of cells as widgets: each cell is described on hover and by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures import mosaic_layout
from viz_app.pictures.cell_image import PeakPixels
from viz_app.pictures.labels import TIGHT
from viz_app.pictures.matrix import MatrixLayout
from viz_app.pictures.mosaic import labelled_size, paint_mosaic
from viz_app.pictures.picture import moved
from viz_app.storage.value_tables import Tables
from viz_app.texts import measures
from viz_app.texts.sentences import cell_sentence
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import PictureView, Still
from viz_app.workbench.snapshots.attention import MosaicSnapshot, focus_of
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------- cells view


class CellsView(PictureView):
    """Base of such pictures; a cell is a position in rows and columns.

    Subclasses implement :meth:`extent`, :meth:`cell_at`, :meth:`cell_rect` and
    :meth:`cell_sentence`.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._cursor: Cell | None = None

    def extent(self) -> tuple[int, int]:
        raise NotImplementedError

    def cell_at(self, point: QPointF) -> Cell | None:
        raise NotImplementedError

    def cell_rect(self, cell: Cell) -> QRectF | None:
        raise NotImplementedError

    def cell_sentence(self, row: int, column: int) -> str:
        raise NotImplementedError

    def first_cell(self) -> Cell:
        return Cell(0, 0)

    def resting_sentence(self) -> str:
        cell = self._reached()
        return self.cell_sentence(cell.row, cell.column) if cell is not None else ""

    def redraw(self) -> None:
        super().redraw()
        if self._cursor is not None and self.hasFocus() and not self.hovering:
            tell(self, self.resting_sentence())

    def go_to(self, cell: Cell) -> None:
        self._cursor = cell
        self.show_ring()
        self.say(self.cell_sentence(cell.row, cell.column))

    def cursor_rect(self) -> QRectF | None:
        cell = self._reached()
        return self.cell_rect(cell) if cell is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows, columns = self.extent()
        start = self.first_cell()
        cell = moved(self._reached(), event.key(), rows=rows, columns=columns, start=start)
        # with Alt they are the window's
        if cell is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        self.go_to(cell)

    def hover(self, point: QPointF) -> None:
        cell = self.cell_at(point)
        area = self.cell_rect(cell) if cell is not None else None
        if cell is None or area is None:
            self.hide_sentence()
            return
        self.show_sentence(self.cell_sentence(cell.row, cell.column), point.toPoint(), area)

    def _reached(self) -> Cell | None:
        rows, columns = self.extent()
        cell = self._cursor
        return cell if cell is not None and cell.row < rows and cell.column < columns else None


# ---------------------------------------------------------------------------------------- laid out
# Pictures that remember where they have painted what.


Layout = TypeVar("Layout")

Laying = Callable[[QPainter], Layout]
"""Paints into a view's area and returns the layout."""


class LaidOut(Generic[Layout]):
    """Mix-in placed before :class:`PictureView` for a picture with one layout."""

    theme: Theme
    _layout: Layout | None = None

    def still(self, theme: Theme) -> Laying[Layout] | None:
        """A painter of the current picture for any thread; None if nothing is shown."""
        raise NotImplementedError

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        still = self.still(self.theme)
        self._layout = still(painter) if still else None

    def layout_now(self) -> Layout | None:
        return self._layout


class MatrixCells(LaidOut[MatrixLayout], CellsView):
    """Base of pictures whose cells are those of one matrix."""

    def cell_at(self, point: QPointF) -> Cell | None:
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        return self._layout.grid.cell_rect(cell.row, cell.column) if self._layout else None


# -------------------------------------------------------------------------------------- parts view
# A picture made of parts in a row, each of which is told under the mouse and from the keyboard.


class PartsView(CellsView):
    """Base of such pictures. Subclasses implement :meth:`paint_parts` and :meth:`part_sentence`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._places: Sequence[QRectF] = ()

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        raise NotImplementedError

    def part_sentence(self, index: int) -> str:
        raise NotImplementedError

    def places(self) -> Sequence[QRectF]:
        return self._places

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        self._places = self.paint_parts(painter, rect)

    def extent(self) -> tuple[int, int]:
        return 1, len(self._places)

    def cell_at(self, point: QPointF) -> Cell | None:
        places = enumerate(self._places)
        return next((Cell(0, index) for index, place in places if place.contains(point)), None)

    def cell_rect(self, cell: Cell) -> QRectF:
        return self._places[cell.column]

    def cell_sentence(self, row: int, column: int) -> str:
        return self.part_sentence(column)


# ------------------------------------------------------------------------------------- mosaic view
# All heads of a kind as a widget: click one, or move with the arrow keys.


_ALONG: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Sorted heads form a single sequence, which continues in the next row."""


class MosaicView(LaidOut[mosaic_layout.MosaicLayout], PictureView):
    """Shows layers × heads of a kind, by layer or measure; ``head_picked`` counts both from 0."""

    natural, smallest = (800, 430), (180, 140)

    head_picked = Signal(object, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._snapshot: MosaicSnapshot | None = None
        self._titled = self._tokens = False
        self._pixels = PeakPixels()
        self._retranslate()

    def set_snapshot(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads; does not modify state. An equal snapshot is not painted again."""
        if snapshot == self._snapshot:
            return
        self._snapshot, self._layout = snapshot, None
        self._describe()
        self.redraw()
        if snapshot is None:
            self._pixels = PeakPixels()
            self.hide_sentence()

    def set_titled(self, titled: bool) -> None:
        if titled != self._titled:
            self._titled, self._layout = titled, None
            self.redraw()

    def set_tokens(self, *, tokens: bool) -> None:
        if tokens != self._tokens:
            self._tokens, self._layout = tokens, None
            self.redraw()

    def shown_values(self) -> Tables:
        from viz_app.texts.picture_caption import (
            mosaic_values,  # only who takes them along needs it
        )

        return mosaic_values(self._snapshot) if self._snapshot else ()

    def caption_parts(self) -> tuple[str, ...]:
        from viz_app.texts.picture_caption import heads_shown

        return (*heads_shown(self._snapshot), *self.extra_caption) if self._snapshot else ()

    def layout_now(self) -> mosaic_layout.MosaicLayout | None:
        return self._layout

    def sentence_at(self, point: QPointF) -> str:
        if self._snapshot is None or self._layout is None:
            return ""
        found = self._layout.cell_at(point)
        if found is not None:
            layer, head, cell = found
            return cell_sentence(focus_of(self._snapshot, layer=layer, head=head), cell)
        tile = self._layout.tile_at(point)
        if tile is not None:
            return measures.head_sentence(self._snapshot, layer=tile[0], head=tile[1])
        over_header = self._layout.header.contains(point)
        return measures.header_sentence(self._snapshot) if over_header else ""

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        if self._snapshot is not None:
            self._layout = paint_mosaic(
                painter,
                rect,
                self._snapshot,
                self.theme,
                titled=self._titled,
                tokens=self._names_tokens(self._snapshot, rect, self.theme),
                pixels=self._pixels,
            )

    def still(self, theme: Theme) -> Laying[mosaic_layout.MosaicLayout] | None:
        shown, rect = self._snapshot, self.picture_rect()
        if shown is None:
            return None
        titled, tokens = self._titled, self._names_tokens(shown, rect, theme)
        return lambda painter: paint_mosaic(
            painter, rect, shown, theme, titled=titled, tokens=tokens
        )

    def still_with_tokens(self, theme: Theme) -> tuple[QSize, Still] | None:
        """Size and painter of all heads with the tokens of both axes."""
        shown, margin = self._snapshot, self.margin()
        if shown is None:
            return None
        inner = labelled_size(shown, theme)
        place = QRectF(QPointF(margin, margin), QSizeF(inner))
        size = inner.grownBy(QMargins(margin, margin, margin, margin))
        return size, lambda painter: paint_mosaic(painter, place, shown, theme, labelled=True)

    def hover(self, point: QPointF) -> None:
        sentence = self.sentence_at(point)
        over_tile = self._layout is not None and self._layout.tile_at(point) is not None
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if over_tile else Qt.CursorShape.ArrowCursor
        )
        if not sentence:
            self.hide_sentence()
            return
        place = point.toPoint()
        self.show_sentence(sentence, place, QRectF(place.x() - 1, place.y() - 1, 3, 3))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._snapshot is None or self._layout is None:
            return
        tile = self._layout.tile_at(event.position())
        if tile is not None and event.button() == Qt.MouseButton.LeftButton:
            self.head_picked.emit(self._snapshot.kind, *tile)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        to = self._moved(event.key())
        if to is None or self._snapshot is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self.head_picked.emit(self._snapshot.kind, *to)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("All heads"))
        self._describe()

    def _moved(self, key: int) -> mosaic_layout.TileAt | None:
        shown = self._snapshot
        if shown is None:
            return None
        order, slots = mosaic_layout.head_order(shown), self._layout_of(shown).slots
        place = order.index((shown.layer, shown.head))
        along = _ALONG.get(key)
        if shown.is_sorted and along is not None:
            return order[max(0, min(place + along, len(order) - 1))]
        to = moved(Cell(*divmod(place, slots.columns)), key, rows=slots.rows, columns=slots.columns)
        return order[to.row * slots.columns + to.column] if to is not None else None

    def _layout_of(self, shown: MosaicSnapshot) -> mosaic_layout.MosaicLayout:
        rect = self.picture_rect()
        return self._layout or mosaic_layout.layout_mosaic(
            rect,
            shown,
            self.theme,
            titled=self._titled,
            tokens=self._names_tokens(shown, rect, self.theme),
        )

    def _names_tokens(self, shown: MosaicSnapshot, rect: QRectF, theme: Theme) -> bool:
        if not self._tokens:
            return False
        layout = mosaic_layout.layout_mosaic(rect, shown, theme, titled=self._titled, tokens=True)
        return min(layout.cell_width, layout.cell_height) >= theme.body * TIGHT

    def _describe(self) -> None:
        if self._snapshot is not None:
            self.describe(measures.mosaic_sentence(self._snapshot))
