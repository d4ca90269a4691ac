"""The matrices of a stage side by side, as an equation; wide ones below one another."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import accumulate, pairwise

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.lessons.one_head import SHAPES, MatrixAxis
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.matrix_painter import (
    Around,
    paint_matrix,
    placed_matrix,
    row_room_of,
    title_lines,
)
from viz_app.panels.one_head.pictures.matrix_picture import HeadMatrix, cell_sentence, head_words
from viz_app.panels.one_head.pictures.texts import plain
from viz_app.pictures.matrix import MatrixLayout
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import Laying, MatrixCells
from viz_app.widgets.layout import placeholder
from viz_app.widgets.themed import Pictured, Themed, Translated
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------------- intents
# What the tab that walks through one head asks for.


class OneHeadIntents(QObject):
    """User intents of the tab's views."""

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)
    stage_picked = Signal(str)
    projection_picked = Signal(str)
    share_picked = Signal(str)
    cell_picked = Signal(str, object)  # a matrix, and the cell of it to take apart
    zoom_ended = Signal()


# ------------------------------------------------------------------------------------- matrix view
# A matrix of a head as a widget: each cell says its number, and can be taken apart.


_PICKING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class MatrixView(MatrixCells):
    """Shows a :class:`HeadMatrix`; a cell is picked by a click, by Enter or by Space."""

    natural, smallest = (240, 220), (90, 84)

    def __init__(
        self, theme: Theme, intents: OneHeadIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.intents = intents
        self._shown: HeadMatrix | None = None
        self._around = Around()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: HeadMatrix | None) -> None:  # type: ignore[override]
        # The cell cursor is kept if the new matrix has the same shape.
        if picture == self._shown:
            return
        before, self._shown, self._layout = self._shown, picture, None
        if picture is None or before is None or picture.values.shape != before.values.shape:
            self._cursor = None
        if picture is not None:
            if picture.cell is not None:
                self._cursor = picture.cell
            self.setAccessibleName(f"{plain(picture.symbol)}: {picture.name}")
            parts = (picture.shape, picture.row_shape, head_words(picture))
            self.describe(" · ".join(part for part in parts if part))
        self.redraw()

    def set_around(self, around: Around) -> None:
        if around != self._around:
            self._around = around
            self.redraw()

    def shown_matrix(self) -> HeadMatrix | None:
        return self._shown

    def still(self, theme: Theme) -> Laying[MatrixLayout] | None:
        shown, rect = self._shown, self.picture_rect()
        if shown is None:
            return None
        around = self._around
        return lambda painter: paint_matrix(painter, rect, shown, theme, around=around)

    def picture_rect(self) -> QRectF:
        margin = 2 * self.theme.unit
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def shown_values(self) -> Tables:
        return (self._shown.table(),) if self._shown else ()

    def caption_parts(self) -> tuple[str, ...]:
        return self._shown.caption_parts() if self._shown else ()

    def extent(self) -> tuple[int, int]:
        rows, columns = self._shown.values.shape if self._shown else (0, 0)
        return rows, columns

    def cell_sentence(self, row: int, column: int) -> str:
        return cell_sentence(self._shown, Cell(row, column)) if self._shown else ""

    def first_cell(self) -> Cell:
        return Cell((self._shown.marked_row or 0) if self._shown else 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PICKING and self._shown is not None and self._cursor is not None:
            self.intents.cell_picked.emit(self._shown.matrix, self._cursor)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        left = event.button() == Qt.MouseButton.LeftButton
        if cell is not None and left and self._shown is not None:
            self._cursor = cell
            self.intents.cell_picked.emit(self._shown.matrix, cell)


# ----------------------------------------------------------------------------------- equation view


MOST = 4
"""Matrices of a stage."""

FEW_ROWS = 12
"""Matrices with at most this many rows, and many columns, are stacked."""

LOW = 105
"""Height with which one still shows its rows, in px at 100 %."""

WIDE = 240
"""Width with which a wide matrix of many rows stands beside others, in px at 100 %."""

NUMBERED = 4.5
"""Share of the width of a matrix of queries × keys."""

_ACROSS: dict[MatrixAxis, float] = {
    "query": 3.0,
    "key": 3.0,
    "d_k": 3.0,
    "heads·d_k": 4.5,
    "d_model": 4.5,
    "head": 3.0,
}


class EquationView(Pictured, Themed, Translated, QWidget):
    """Inputs and output of a stage."""

    def __init__(self, theme: Theme, intents: OneHeadIntents) -> None:
        super().__init__()
        self.theme = theme
        self._waiting = placeholder()
        self._waiting.setParent(self)
        self.views = tuple(MatrixView(theme, intents, parent=self) for _ in range(MOST))
        for view in self.views:
            view.hide()
        self._retranslate()

    def set_pictures(self, pictures: Sequence[HeadMatrix]) -> None:
        self._waiting.setVisible(not pictures)
        for view, picture in zip(self.views, [*pictures, *[None] * MOST], strict=False):
            view.set_picture(picture)
            view.setVisible(picture is not None)
        self._arrange()

    def shown(self) -> tuple[HeadMatrix, ...]:
        pictures = (view.shown_matrix() for view in self.views)
        return tuple(picture for picture in pictures if picture is not None)

    def caption_parts(self) -> tuple[str, ...]:
        return self.shown()[-1].caption_parts() if self.shown() else ()

    def _apply_theme(self) -> None:
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return QSize(round(280 * self.theme.scale), round(110 * self.theme.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def columns(self) -> int:
        """Number of matrices side by side; wide ones are stacked where that fits better."""
        shown = self.shown()
        if not all(SHAPES[picture.matrix].columns == "d_model" for picture in shown):
            return max(len(shown), 1)
        high = self.height() >= len(shown) * LOW * self.theme.scale
        if high and all(len(picture.rows) <= FEW_ROWS for picture in shown):
            return 1
        roomy = self.width() >= len(shown) * WIDE * self.theme.scale
        return len(shown) if roomy else 2

    def _retranslate(self) -> None:
        self._waiting.setText(self.tr("Computing the values…"))

    def _arrange(self) -> None:
        self._waiting.setGeometry(self.rect())
        pictures, columns = self.shown(), self.columns()
        if not pictures:
            return
        rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
        down = [1.0]
        if len(rows) > 1:
            down = [max(len(picture.rows) for picture in row) + 6.0 for row in rows]
        heights = _edges(down, self.height())
        views = iter(self.views)
        for row, (top, bottom) in zip(rows, heights, strict=True):
            shares = [_share(picture) for picture in row]
            shares += [shares[-1]] * (columns - len(row))
            widths = _edges(shares, self.width())
            for _, view, (left, right) in zip(row, views, widths, strict=False):
                view.setGeometry(QRect(left, top, right - left, bottom - top))
        self._align(pictures)

    def _align(self, pictures: Sequence[HeadMatrix]) -> None:
        """Use equal margins, so that the rows or columns of a query are aligned."""
        theme, below = self.theme, self.columns() == 1
        widths = [view.picture_rect().width() for view in self.views]
        lines, rooms = [1], [0.0]
        for picture, width in zip(pictures, widths, strict=False):
            lines.append(title_lines(picture, theme, width=width))
            rooms.append(row_room_of(picture, theme, width=width) if below else 0.0)
        around = Around(max(lines), max(rooms))
        for view, own in zip(self.views, self._in_line(pictures, around), strict=False):
            view.set_around(around if below else own)

    def _in_line(self, pictures: Sequence[HeadMatrix], around: Around) -> list[Around]:
        """Cells begin on one line, and rows of the same tokens have equal heights."""
        rects = [view.picture_rect() for view in self.views]
        pairs = list(zip(rects, pictures, strict=False))
        grids = [placed_matrix(*pair, self.theme, around=around).grid for pair in pairs]
        above = max(grid.top - rect.top() for grid, (rect, _) in zip(grids, pairs, strict=True))
        around = dataclasses.replace(around, above=above)
        heights: dict[MatrixAxis, float] = {}
        for rect, picture in pairs:
            rows = SHAPES[picture.matrix].rows
            height = placed_matrix(rect, picture, self.theme, around=around).grid.cell_height
            heights[rows] = min(height, heights.get(rows, height))
        return [
            dataclasses.replace(around, row_height=heights[SHAPES[picture.matrix].rows])
            for picture in pictures
        ]


def _share(picture: HeadMatrix) -> float:
    """Share of the width: larger for tokens × tokens, whose cells show numbers."""
    shape = SHAPES[picture.matrix]
    return NUMBERED if (shape.rows, shape.columns) == ("query", "key") else _ACROSS[shape.columns]


def _edges(shares: Sequence[float], length: int) -> list[tuple[int, int]]:
    """Start and end of each share of ``length``, in px."""
    ends = [round(length * part / sum(shares)) for part in accumulate(shares)]
    return list(pairwise([0, *ends]))
