"""The matrices of a stage side by side, as an equation; wide ones below one another."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, pairwise

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from model.lessons.one_head import SHAPES, MatrixAxis
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.matrix_picture import (
    Around,
    HeadMatrix,
    row_room_of,
    title_lines,
)
from viz_app.pictures.cell_image import CellGrid
from viz_app.widgets.layout import placeholder
from viz_app.widgets.picture_view import PictureView
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
        self.theme, self.intents = theme, intents
        self._waiting = placeholder()
        self._waiting.setParent(self)
        self._pictures: tuple[HeadMatrix, ...] = ()
        self.views = tuple(
            PictureView(theme, self, of=HeadMatrix, picks=True, margin=2) for _ in range(MOST)
        )
        for index, view in enumerate(self.views):
            view.picked.connect(partial(self._pick, index))
            view.hide()
        self._retranslate()

    def set_pictures(self, pictures: Sequence[HeadMatrix]) -> None:
        self._pictures = tuple(pictures)
        self._waiting.setVisible(not pictures)
        for index, view in enumerate(self.views):
            view.setVisible(index < len(pictures))
            if index >= len(pictures):
                view.set_picture(None)
        self._arrange()

    def shown(self) -> tuple[HeadMatrix, ...]:
        return self._pictures

    def caption_parts(self) -> tuple[str, ...]:
        return self._pictures[-1].caption() if self._pictures else ()

    def _pick(self, index: int, cell: Cell) -> None:
        self.intents.cell_picked.emit(self._pictures[index].matrix, cell)

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
        arounds = [around] * len(pictures) if below else self._in_line(pictures, around)
        for view, picture, own in zip(self.views, pictures, arounds, strict=False):
            view.set_picture(dataclasses.replace(picture, around=own))

    def _in_line(self, pictures: Sequence[HeadMatrix], around: Around) -> list[Around]:
        """Cells begin on one line, and rows of the same tokens have equal heights."""
        rects = [view.picture_rect() for view in self.views]
        pairs = list(zip(rects, pictures, strict=False))
        grids = [self._grid(rect, picture, around) for rect, picture in pairs]
        above = max(grid.top - rect.top() for grid, (rect, _) in zip(grids, pairs, strict=True))
        around = dataclasses.replace(around, above=above)
        heights: dict[MatrixAxis, float] = {}
        for rect, picture in pairs:
            rows = SHAPES[picture.matrix].rows
            height = self._grid(rect, picture, around).cell_height
            heights[rows] = min(height, heights.get(rows, height))
        return [
            dataclasses.replace(around, row_height=heights[SHAPES[picture.matrix].rows])
            for picture in pictures
        ]

    def _grid(self, rect: QRectF, picture: HeadMatrix, around: Around) -> CellGrid:
        return dataclasses.replace(picture, around=around).placed(rect, self.theme).grid


def _share(picture: HeadMatrix) -> float:
    """Share of the width: larger for tokens × tokens, whose cells show numbers."""
    shape = SHAPES[picture.matrix]
    return NUMBERED if (shape.rows, shape.columns) == ("query", "key") else _ACROSS[shape.columns]


def _edges(shares: Sequence[float], length: int) -> list[tuple[int, int]]:
    """Start and end of each share of ``length``, in px."""
    ends = [round(length * part / sum(shares)) for part in accumulate(shares)]
    return list(pairwise([0, *ends]))
