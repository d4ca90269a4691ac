"""Ticks where not every label has room, so that the labels left are not read as the sentence."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import Label
from viz_app.pictures.matrix_layout import MatrixLayout

FINEST = 3.0
"""Cells of fewer px than this have no ticks but those of the labels."""


_Named = dict[float, str | None]
"""Middles of rows or columns in px, with their labels."""


def skips_labels(layout: MatrixLayout) -> bool:
    """Whether a row or a column in view has no label."""
    return any(None in names.values() for names in _named(layout))


def paint_ticks(painter: QPainter, layout: MatrixLayout, theme: Theme) -> None:
    """A long tick at each label and a short one between, along an axis that skips some."""
    for tick in ticks(layout, theme):
        painter.fillRect(tick, QColor(theme.soft_text))


def ticks(layout: MatrixLayout, theme: Theme) -> list[QRectF]:
    """Their places: left of the rows, above the columns, none on an axis that has all labels."""
    seen, thick = layout.viewport, max(1.0, 0.25 * theme.unit)
    rows, columns = _named(layout)
    left = _lengths(rows, layout.grid.cell_height, theme)
    above = _lengths(columns, layout.grid.cell_width, theme)
    return [
        *(QRectF(seen.left() - 1 - long, y - thick / 2, long, thick) for y, long in left),
        *(QRectF(x - thick / 2, seen.top() - 1 - long, thick, long) for x, long in above),
    ]


def _lengths(names: _Named, cell: float, theme: Theme) -> list[tuple[float, float]]:
    """Where on an axis ticks stand, and how long they are."""
    if None not in names.values():
        return []
    return [
        (middle, (0.75 if name is not None else 0.4) * theme.unit)
        for middle, name in names.items()
        if name is not None or cell >= FINEST
    ]


def _named(layout: MatrixLayout) -> tuple[_Named, _Named]:
    """The rows and the columns in view."""
    grid, seen = layout.grid, layout.viewport
    down = ((row, grid.top + (row + 0.5) * grid.cell_height) for row in grid.rows_in(seen))
    along = (
        (index, grid.left + (index + 0.5) * grid.cell_width) for index in grid.columns_in(seen)
    )
    return (
        _labelled(layout.rows, down, seen.top(), seen.bottom()),
        _labelled(layout.columns, along, seen.left(), seen.right()),
    )


def _labelled(
    labels: Iterable[Label], middles: Iterable[tuple[int, float]], first: float, last: float
) -> _Named:
    texts = {label.index: label.text for label in labels}
    return {middle: texts.get(index) for index, middle in middles if first <= middle <= last}
