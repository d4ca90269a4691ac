"""Pictures of cells as widgets: each cell is described on hover and by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import PeakPixels
from viz_app.pictures.matrix import MatrixLayout
from viz_app.pictures.mosaic import Mosaic, mosaic_picture
from viz_app.pictures.mosaic_layout import HeadSpot
from viz_app.pictures.picture import moved
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.snapshots.attention import MosaicSnapshot
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


class MosaicView(PictureView):
    """Shows layers × heads of a kind, by layer or measure; ``head_picked`` counts both from 0.

    The keys go on from the head that is chosen in the window, and there is no cursor.
    """

    head_picked = Signal(object, int, int)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        titled: bool = False,
        tokens: bool = False,
    ) -> None:
        super().__init__(theme, parent, of=Mosaic)
        self._titled, self._tokens = titled, tokens
        self._pixels = PeakPixels()

    def set_snapshot(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads; does not modify state. An equal snapshot is not painted again."""
        if snapshot is None:
            self._pixels = PeakPixels()
            self.hide_sentence()
            self.set_picture(None)
        else:
            shown = mosaic_picture(snapshot, titled=self._titled, tokens=self._tokens)
            self.set_picture(shown)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        # The cache is this thread's: a figure is painted without it.
        mosaic = self.picture
        if isinstance(mosaic, Mosaic):
            mosaic = replace(mosaic, pixels=self._pixels)
            self._spots = mosaic.paint(painter, rect, self.theme)

    def hover(self, point: QPointF) -> None:
        over_head = isinstance(self.spots().at(point), HeadSpot)
        hand = Qt.CursorShape.PointingHandCursor
        self.setCursor(hand if over_head else Qt.CursorShape.ArrowCursor)
        super().hover(point)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self.spots().at(event.position())
        if isinstance(spot, HeadSpot) and event.button() == Qt.MouseButton.LeftButton:
            self._pick(spot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        to = None
        if isinstance(self.picture, Mosaic):
            shown = self.picture.snapshot
            to = self.spots().moved(HeadSpot(shown.layer, shown.head), event.key())
        if to is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(to)

    def _pick(self, spot: HeadSpot) -> None:
        if isinstance(self.picture, Mosaic):
            self.head_picked.emit(self.picture.snapshot.kind, spot.layer, spot.head)
