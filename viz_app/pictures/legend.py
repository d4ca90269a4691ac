"""The legend of cells without a weight: swatches with words; and how masked cells are hatched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.hatching import paint_hatching

Swatch = Literal["allowed", "masked", "blank"]


def paint_legend(
    painter: QPainter, place: QPointF, entries: Sequence[tuple[Swatch, str]], theme: Theme
) -> None:
    """Swatches with words, from ``place`` (left top) on.

    An entry is a swatch and what it means.
    """
    side = float(theme.small)
    left = place.x()
    painter.setFont(theme.font(theme.small))
    for swatch, words in entries:
        paint_swatch(painter, QRectF(left, place.y(), side, side), swatch, theme)
        left += side + theme.unit * 2
        width = text_width(theme, words, size=theme.small) + 2
        painter.setPen(QColor(theme.soft_text))
        painter.drawText(
            QRectF(left, place.y() - 4, width, side + 8), int(Qt.AlignmentFlag.AlignVCenter), words
        )
        left += width + theme.unit * 5


def legend_width(entries: Sequence[tuple[Swatch, str]], theme: Theme) -> float:
    """Room that a legend needs, in px."""
    words = sum(text_width(theme, words, size=theme.small) + 2 for _, words in entries)
    return words + len(entries) * (theme.small + theme.unit * 7) - theme.unit * 5


def paint_swatch(painter: QPainter, rect: QRectF, swatch: Swatch, theme: Theme) -> None:
    """One cell as it looks when it may be attended to, when masked, or when not there yet."""
    style = Qt.PenStyle.DotLine if swatch == "blank" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(theme.masked_line), 1, style))
    painter.setBrush(QColor(theme.masked if swatch == "masked" else theme.panel))
    painter.drawRect(rect)
    if swatch == "masked":
        paint_hatched(painter, rect, theme)
    elif swatch == "allowed":
        _paint_dot(painter, rect, theme)


def paint_hatched(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The hatching of one masked cell."""
    grid = CellGrid(
        left=rect.left(),
        top=rect.top(),
        cell_width=rect.width(),
        cell_height=rect.height(),
        rows=1,
        columns=1,
    )
    paint_masked(painter, grid, np.ones((1, 1), dtype=np.bool_), theme)


def paint_masked(painter: QPainter, grid: CellGrid, hidden: BoolArray, theme: Theme) -> None:
    """The hatching of masked cells; their ground is in the image already."""
    paint_hatching(painter, grid, hidden, colour=theme.masked_line, gap=theme.unit * 1.5)


def _paint_dot(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.soft_text))
    painter.drawEllipse(rect.center(), rect.width() * 0.2, rect.width() * 0.2)
    painter.restore()
