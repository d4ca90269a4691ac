"""Token labels left of the rows of a matrix: elided, or every so many-th, so that none overlap."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from PySide6.QtCore import QRectF

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.axis_labels import TIGHT, Label, elided, round_step, text_width, thinned
from viz_app.pictures.grid import CellGrid


def row_step(grid_height: float, theme: Theme) -> tuple[int, int]:
    """Text size for rows of a height, and every how many-th has room."""
    size = theme.body if grid_height >= theme.body * TIGHT else theme.small
    return size, round_step(math.ceil(size * TIGHT / grid_height))


def row_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    right: float,
    width: float,
    soft: bool = False,
    suffix: str = "",
    strong: Collection[int] = (),
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels left of the rows of a grid, ending at ``right``, at most ``width`` px long.

    Those that are ``strong`` are never left out, and bold unless all are ``soft``. ``suffix``
    stands behind each, however short its text has to be. With a ``viewport`` there are only those
    of rows whose middle is in it.
    """
    size, step = row_step(grid.cell_height, theme)
    size = theme.small if soft else size
    labels = []
    for index in thinned(len(texts), step=step, keep=strong):
        middle = grid.middle(index, 0).y()
        if viewport is not None and not viewport.top() <= middle <= viewport.bottom():
            continue
        weight: Weight = "bold" if index in strong and not soft else "normal"
        room = width - text_width(theme, suffix, size=size, weight=weight)
        text = elided(theme, texts[index], size=size, width=room, weight=weight) + suffix
        length, line = text_width(theme, text, size=size, weight=weight), size * TIGHT
        rect = QRectF(right - length, middle - line / 2, length, line)
        labels.append(Label(index=index, text=text, rect=rect, size=size, weight=weight))
    return tuple(labels)
