"""Intents of the mask tab, and pictures of masks and of translations as widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from model.traces.trace import Trace
from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures.masks import MaskPicture, MasksLayout, paint_masks
from viz_app.panels.masks.pictures.token_rows import (
    BETWEEN,
    LINE,
    PairLayout,
    paint_pair,
    pair_layout,
    pair_sentence,
    pair_tables,
)
from viz_app.pictures.picture import Pane, moved
from viz_app.storage.value_tables import Tables
from viz_app.texts.sentences import titled
from viz_app.widgets.cells_view import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView, ScrolledPicture
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------------- intents
# What the mask tab asks for.


class MasksIntents(QObject):
    """User intents of the tab's parts; all counts are from 0."""

    view_picked = Signal(str)
    sentences_changed = Signal(object)  # texts of the batch beside the one on screen, a tuple
    sentence_picked = Signal(int)
    mask_picked = Signal(str)
    stage_picked = Signal(int)
    padded_queries_picked = Signal(str)  # "kept" or "masked"
    cell_flipped = Signal(object, object)  # kind and cell
    edits_dropped = Signal()
    row_picked = Signal(int)  # the query whose keys are masked
    key_flipped = Signal(int)
    keys_masked = Signal()
    head_picked = Signal(object, int, int)


# ---------------------------------------------------------------------------------------- flow row
# Widgets in a row that goes on below where there is too little width.


class FlowRow(QLayout):
    """Lays out tools from the left on; each as wide as it wants to be."""

    def __init__(self, *tools: QWidget, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for tool in tools:
            self.addWidget(tool)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        hints = [item.minimumSize() for item in self._items if not item.isEmpty()]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """Height of the rows in px; with ``place`` the tools are moved."""
        top = rect.top()
        for row in self._rows(rect.width()):
            height = max(item.sizeHint().height() for item in row)
            if place:
                _place(row, QRect(rect.left(), top, rect.width(), height), gap=self.spacing())
            top += height + self.spacing()
        return max(0, top - self.spacing() - rect.top())

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not rows or used + needed > width:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += needed + self.spacing()
        return rows


def _place(row: list[QLayoutItem], rect: QRect, *, gap: int) -> None:
    left = rect.left()
    for item in row:
        hint = item.sizeHint()
        width = min(hint.width(), rect.width())
        top = rect.top() + (rect.height() - hint.height()) // 2
        item.setGeometry(QRect(QPoint(left, top), QSize(width, hint.height())))
        left += width + gap


# -------------------------------------------------------------------------------------- tiles view
# Pictures of masks side by side, as a widget: read, and where asked for clicked, cell by cell.


TileSentence = Callable[[int, Cell], str]
"""Describes one cell of a picture (from 0)."""

_TURNS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""From picture to picture."""

_ENTERS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class TilesView(LaidOut[MasksLayout], PictureView):
    """Shows :class:`MaskPicture` s.

    Signals:
        cell_picked: a picture (from 0) and the :class:`Cell` of it that was clicked, or reached
            by keyboard and entered.
    """

    natural, smallest = (1200, 400), (400, 200)

    cell_picked = Signal(int, object)

    def __init__(
        self, theme: Theme, *, clickable: bool = False, parent: QWidget | None = None
    ) -> None:
        """With ``clickable`` the first picture is large, and its cells can be clicked."""
        super().__init__(theme, parent)
        self._pictures: tuple[MaskPicture, ...] = ()
        self._say: TileSentence = lambda _picture, _cell: ""
        self._cursor: Cell | None = None
        self._index = 0
        self._clickable = clickable
        self.setAccessibleName(self.tr("Masks"))

    def set_pictures(self, pictures: Sequence[MaskPicture], say: TileSentence) -> None:
        """Show pictures; ``say`` describes a cell.

        The cursor stays while its picture has the same shape.
        """
        before, self._pictures = self._pictures, tuple(pictures)
        self._say, self._layout = say, None
        if _shape(before, self._index) != _shape(self._pictures, self._index):
            self._cursor, self._index = None, 0
        self._describe()
        self.redraw()

    def shown_values(self) -> Tables:
        return tuple(picture.table() for picture in self._pictures)

    def caption_parts(self) -> tuple[str, ...]:
        titles = tuple(picture.title for picture in self._pictures)
        return (*super().caption_parts(), ", ".join(titles)) if titles else ()

    def cursor_rect(self) -> QRectF | None:
        if self._layout is None or self._cursor is None:
            return None
        grid = self._layout.matrices[self._index].grid
        return grid.cell_rect(self._cursor.row, self._cursor.column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        turn = _TURNS.get(key, 0)
        if key in _ENTERS and self._cursor is not None:
            self.cell_picked.emit(self._index, self._cursor)
        elif turn and self._pictures:
            self._index = (self._index + turn) % len(self._pictures)
            self._go_to(Cell(0, 0))
        elif (cell := self._moved(key)) is not None:
            self._go_to(cell)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._found(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._index, self._cursor, _ = found
        self.cell_picked.emit(self._index, self._cursor)

    def still(self, theme: Theme) -> Laying[MasksLayout] | None:
        shown, rect = self._pictures, self.picture_rect()
        if not shown:
            return None
        large = self._clickable
        return lambda painter: paint_masks(painter, rect, shown, theme, first_large=large)

    def hover(self, point: QPointF) -> None:
        found = self._found(point)
        hand = self._clickable and found is not None and found[0] == 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if found is None:
            self.hide_sentence()
            return
        picture, cell, area = found
        self.show_sentence(self._say(picture, cell), point.toPoint(), area)

    def resting_sentence(self) -> str:
        return self._say(self._index, self._cursor) if self._cursor is not None else ""

    def _go_to(self, cell: Cell) -> None:
        self._cursor = cell
        self.show_ring()
        self.say(self._say(self._index, cell))

    def _found(self, point: QPointF) -> tuple[int, Cell, QRectF] | None:
        found = self._layout.cell_at(point) if self._layout else None
        if found is None:
            return None
        picture, cell, area = found
        return self._pictures.index(picture), cell, area

    def _moved(self, key: int) -> Cell | None:
        if not self._pictures:
            return None
        rows, columns = self._pictures[self._index].mask.shape
        return moved(self._cursor, key, rows=rows, columns=columns)

    def _describe(self) -> None:
        if self._cursor is not None:
            self.describe(self._say(self._index, self._cursor))
            return
        parts = (titled(picture.title, picture.explanation) for picture in self._pictures)
        self.describe(" ".join(parts))


def _shape(pictures: Sequence[MaskPicture], index: int) -> tuple[int, ...]:
    return pictures[index].mask.shape if index < len(pictures) else ()


# -------------------------------------------------------------------------------- translation view
# The translation under edited masks beside the original, as a widget.


_MOVES: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(10**9),
    Qt.Key.Key_End: 10**9,
}

MOST_ROWS = 2
"""Rows in view; more are scrolled."""


class TranslationView(LaidOut[PairLayout], ScrolledPicture):
    """Two lines of tokens in common columns, changes marked; laid out before scrolling."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._original: Trace | None = None
        self._altered: Trace | None = None
        self._column: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("The translation under both masks"))

    def set_traces(self, original: Trace, altered: Trace | None) -> None:
        if (original, altered) == (self._original, self._altered):
            return
        self._original, self._altered, self._column = original, altered, None
        self.arrange()
        self.describe(". ".join(one.translation for one in (original, altered) if one))
        self.updateGeometry()
        self.redraw()

    def shown_values(self) -> Tables:
        if self._original is None or self._layout is None:
            return ()
        return pair_tables(self._layout.columns, self._original, self._altered)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        if self._original is None:
            return ()
        rect = rect.adjusted(2 * self.theme.unit, 0, 0, 0)
        before = self._layout
        self._layout = pair_layout(rect.width(), self._original, self._altered, self.theme)
        if before is None or before.height != self._layout.height:
            self.updateGeometry()  # where it is wide it is less high
        return [Pane(rect, self._layout.height)]

    def still(self, theme: Theme) -> Laying[PairLayout] | None:
        original, altered = self._original, self._altered
        rect, scrolled = self.picture_rect(), self.scroll_of()
        if original is None:
            return None

        def paint(painter: QPainter) -> PairLayout:
            plan = pair_layout(rect.width(), original, altered, theme)
            painter.setClipRect(rect)
            place = rect.translated(0, -scrolled)
            paint_pair(painter, place, plan, original=original, altered=altered, theme=theme)
            return plan

        return paint

    def picture_rect(self) -> QRectF:
        return super().picture_rect().adjusted(2 * self.theme.unit, 0, 0, 0)

    def sizeHint(self) -> QSize:
        rows = min(len(self._layout.tops), MOST_ROWS) if self._layout else 1
        unit = self.theme.unit
        height = rows * 2 * LINE * unit + (rows - 1) * BETWEEN * unit
        return QSize(self.scaled(400, 0).width(), height + 4 * unit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(200, 0).width(), (2 * LINE + 4) * self.theme.unit)

    def cursor_rect(self) -> QRectF | None:
        return None if self._column is None or self._layout is None else self._both(self._column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _MOVES.get(event.key())
        if step is None or self._layout is None or self._original is None:
            super().keyPressEvent(event)
            return
        last = len(self._layout.columns) - 1
        self._column = 0 if self._column is None else max(0, min(self._column + step, last))
        place = self._layout.place(self._column, 0)
        self.reveal(place.top(), place.bottom() + self._layout.line)
        self.show_ring()
        self.say(self._said(self._column))

    def hover(self, point: QPointF) -> None:
        for column in range(len(self._layout.columns) if self._layout else 0):
            both = self._both(column)
            if both.contains(point):
                self.show_sentence(self._said(column), point.toPoint(), both)
                return
        self.hide_sentence()

    def _both(self, column: int) -> QRectF:
        if self._layout is None:
            return QRectF()
        place = self._layout.place(column, 0).united(self._layout.place(column, 1))
        corner = self.picture_rect().topLeft()
        return place.translated(corner.x(), corner.y() - self.scroll_of())

    def _said(self, column: int) -> str:
        if self._layout is None or self._original is None:
            return ""
        return pair_sentence(self._layout.columns[column], self._original, self._altered)
