"""The matrices of a stage side by side, as an equation; wide ones below one another."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import accumulate, pairwise

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from model.lessons.one_head.matrices import SHAPES, MatrixAxis
from viz_app.design.theme import Theme
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_painter import (
    Around,
    placed_matrix,
    row_room_of,
)
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.panels.one_head.painting.matrix_title import title_lines
from viz_app.panels.one_head.views.matrix_view import MatrixView
from viz_app.widgets.labels import placeholder
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

MOST = 4
"""Matrices of a stage."""

FEW_ROWS = 12
"""Matrices with no more rows than this, and many columns, stand below one another."""

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
    """What goes into a stage and what comes out."""

    def __init__(self, theme: Theme, intents: OneHeadIntents) -> None:
        super().__init__()
        self.theme = theme
        self._waiting = placeholder()
        self._waiting.setParent(self)
        self.views = tuple(MatrixView(theme, intents, parent=self) for _ in range(MOST))
        for view in self.views:
            view.hide()
        self._retranslate()

    def set_pictures(self, pictures: Sequence[MatrixPicture]) -> None:
        """Show matrices. Without any, it says that they will come."""
        self._waiting.setVisible(not pictures)
        for view, picture in zip(self.views, [*pictures, *[None] * MOST], strict=False):
            view.set_picture(picture)
            view.setVisible(picture is not None)
        self._arrange()

    def shown(self) -> tuple[MatrixPicture, ...]:
        """What is shown."""
        pictures = (view.picture() for view in self.views)
        return tuple(picture for picture in pictures if picture is not None)

    def caption_parts(self) -> tuple[str, ...]:
        """The head, and what comes out of the stage."""
        return self.shown()[-1].caption_parts() if self.shown() else ()

    def _dress(self) -> None:
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return QSize(round(280 * self.theme.scale), round(110 * self.theme.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room anew."""
        super().resizeEvent(event)
        self._arrange()

    def columns(self) -> int:
        """How many matrices stand side by side: wide ones below one another, if that is better."""
        shown = self.shown()
        if not all(SHAPES[picture.matrix].columns == "d_model" for picture in shown):
            return max(len(shown), 1)
        high = self.height() >= len(shown) * LOW * self.theme.scale
        if high and all(len(picture.rows) <= FEW_ROWS for picture in shown):
            return 1
        roomy = self.width() >= len(shown) * WIDE * self.theme.scale
        return len(shown) if roomy else 2

    def _retranslate(self) -> None:
        self._waiting.setText(self.tr("The numbers are being computed …"))

    def _arrange(self) -> None:
        self._waiting.setGeometry(self.rect())
        pictures, columns = self.shown(), self.columns()
        if not pictures:
            return
        rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
        heights = _edges([_height_share(row, single=len(rows) > 1) for row in rows], self.height())
        views = iter(self.views)
        for row, (top, bottom) in zip(rows, heights, strict=True):
            shares = [_share(picture) for picture in row]
            shares += [shares[-1]] * (columns - len(row))
            widths = _edges(shares, self.width())
            for _, view, (left, right) in zip(row, views, widths, strict=False):
                view.setGeometry(QRect(left, top, right - left, bottom - top))
        self._align(pictures)

    def _align(self, pictures: Sequence[MatrixPicture]) -> None:
        """Equal margins, so that the rows of a query, or its columns, stand in one line."""
        theme, below = self.theme, self.columns() == 1
        widths = [view.picture_rect().width() for view in self.views]
        lines, rooms = [1], [0.0]
        for picture, width in zip(pictures, widths, strict=False):
            lines.append(title_lines(picture, theme, width=width))
            rooms.append(row_room_of(picture, theme, width=width) if below else 0.0)
        around = Around(max(lines), max(rooms))
        for view, own in zip(self.views, self._in_line(pictures, around), strict=False):
            view.set_around(around if below else own)

    def _in_line(self, pictures: Sequence[MatrixPicture], around: Around) -> list[Around]:
        """Cells begin in one line, and rows of the same tokens are equally high."""
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


def _share(picture: MatrixPicture) -> float:
    """Of the width: more for tokens × tokens, whose cells have numbers."""
    shape = SHAPES[picture.matrix]
    return NUMBERED if (shape.rows, shape.columns) == ("query", "key") else _ACROSS[shape.columns]


def _height_share(row: Sequence[MatrixPicture], *, single: bool) -> float:
    """By rows, and what is around them."""
    return max(len(picture.rows) for picture in row) + 6.0 if single else 1.0


def _edges(shares: Sequence[float], length: int) -> list[tuple[int, int]]:
    """Where each begins and ends when a length is shared, in px."""
    ends = [round(length * part / sum(shares)) for part in accumulate(shares)]
    return list(pairwise([0, *ends]))
