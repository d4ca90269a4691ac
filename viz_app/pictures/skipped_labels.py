"""Ticks where not every label has room, so that the labels left are not read as the sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.matrix_layout import MatrixLayout

FINEST = 3.0
"""Cells of fewer px than this have no ticks but those of the labels."""


def skips_labels(layout: MatrixLayout) -> bool:
    """Whether a row or a column in view has no label."""
    return any(None in names.values() for names in (_rows(layout), _columns(layout)))


def paint_ticks(painter: QPainter, layout: MatrixLayout, theme: Theme) -> None:
    """A long tick at each label and a short one between, along an axis that skips some."""
    for tick in ticks(layout, theme):
        painter.fillRect(tick, QColor(theme.soft_text))


def ticks(layout: MatrixLayout, theme: Theme) -> list[QRectF]:
    """Their places: left of the rows, above the columns, none on an axis that has all labels."""
    seen, thick = layout.viewport, max(1.0, 0.25 * theme.unit)
    left = _lengths(_rows(layout), layout.grid.cell_height, theme)
    above = _lengths(_columns(layout), layout.grid.cell_width, theme)
    return [
        *(QRectF(seen.left() - 1 - long, y - thick / 2, long, thick) for y, long in left),
        *(QRectF(x - thick / 2, seen.top() - 1 - long, thick, long) for x, long in above),
    ]


def _lengths(
    names: dict[float, str | None], cell: float, theme: Theme
) -> list[tuple[float, float]]:
    """Where on an axis ticks stand, and how long they are."""
    if None not in names.values():
        return []
    return [
        (middle, (0.75 if name is not None else 0.4) * theme.unit)
        for middle, name in names.items()
        if name is not None or cell >= FINEST
    ]


def _rows(layout: MatrixLayout) -> dict[float, str | None]:
    """Middles of the rows in view in px, with their labels."""
    grid, seen = layout.grid, layout.viewport
    texts = {label.index: label.text for label in layout.rows}
    middles = ((row, grid.middle(row, 0).y()) for row in grid.rows_in(seen))
    return {y: texts.get(row) for row, y in middles if seen.top() <= y <= seen.bottom()}


def _columns(layout: MatrixLayout) -> dict[float, str | None]:
    """Middles of the columns in view in px, with their labels."""
    grid, seen = layout.grid, layout.viewport
    texts = {label.index: label.text for label in layout.columns}
    middles = ((column, grid.middle(0, column).x()) for column in grid.columns_in(seen))
    return {x: texts.get(column) for column, x in middles if seen.left() <= x <= seen.right()}
