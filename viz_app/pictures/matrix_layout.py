"""A grid of cells with a label for each row and column, as large as fits, or zoomed."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, Label, labels_of_rows, text_widths
from viz_app.pictures.column_labels import column_labels
from viz_app.pictures.column_style import ColumnStyle, column_style
from viz_app.pictures.gloss_labels import GlossStyle, gloss_labels, gloss_style
from viz_app.pictures.grid import CellGrid, cell_size
from viz_app.pictures.zoom import FITTED, Zoom, ZoomedGrid, zoomed_cell, zoomed_grid
from viz_app.workbench.state.selection import Cell

MOST_ABOVE = 0.3
"""Share of the height that turned column labels may take."""

MOST_GLOSSED = 0.28
"""The same of turned glosses, and text sizes that they may be long."""
LONGEST_GLOSS = 7

HARDLY_LOWER = 0.85
"""Rows that are too low for labels keep at least this share of their height beside glosses."""

MOST_TRIES = 4
"""So often cells are made smaller for their labels; the labels of small cells are turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLayout:
    """Places in the painter's px.

    Attributes:
        grid: all cells; those outside ``viewport`` are not in view.
        glosses: what columns mean, between their labels and the cells; empty without room.
        unglossed: whether columns mean something for which there is no room.
        row_room: the width kept for row labels.
        zoom: what is in view, as far as that could be met.
    """

    grid: CellGrid
    viewport: QRectF
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    glosses: tuple[Label, ...] = ()
    unglossed: bool = False
    row_room: float
    zoom: Zoom

    @property
    def seen(self) -> ZoomedGrid:
        """The cells that the picture is over."""
        return ZoomedGrid(grid=self.grid, viewport=self.viewport, zoom=self.zoom)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        return self.grid.cell_at(point) if self.viewport.contains(point) else None


def layout_matrix(
    space: QRectF,
    rows: Sequence[str],
    columns: Sequence[str],
    theme: Theme,
    *,
    largest: float,
    left: float = 0.0,
    right: float = 0.0,
    stretch: float | None = None,
    row_share: float = 0.24,
    strong_rows: Collection[int] = (),
    strong_columns: Collection[int] = (),
    glosses: Sequence[str] = (),
    zoom: Zoom = FITTED,
) -> MatrixLayout:
    """Fit a matrix into a space.

    Args:
        space: where it goes, with its labels.
        rows: names of the rows, top first.
        columns: names of the columns.
        theme: sizes.
        largest: side of a cell at 100 %.
        left: room to keep free left of the row labels.
        right: room to keep free right of the cells.
        stretch: how much longer one side of a cell may be than the other; None = what suits.
        row_share: share of the width that row labels may take.
        strong_rows: rows whose label is bold and always there.
        strong_columns: the same of columns.
        glosses: what the columns mean; left out where rows would lose their labels.
        zoom: what is in view; labels are those of what is.
    """
    row_room = min(_longest(rows, theme), space.width() * row_share)
    apart = 1.5 * theme.unit
    cells = _Cells(
        space=space.adjusted(left + row_room + apart, 0, -right, 0),
        columns=columns,
        glosses=glosses,
        theme=theme,
        n_rows=len(rows),
        largest=largest * theme.scale,
        stretch=stretch,
        zoom=zoom,
    )
    seen, above = cells.placed()
    if glosses and seen.grid.cell_height < theme.small * TIGHT:
        plain = dataclasses.replace(cells, glosses=()).placed()
        if _costs_rows(seen.grid.cell_height, plain[0].grid.cell_height, theme):
            seen, above = plain
    grid, viewport = seen.grid, None if seen.zoom.is_fitted else seen.viewport
    end = seen.viewport.left() - apart
    row_names = labels_of_rows(
        rows, grid, theme, right=end, width=row_room, strong=strong_rows, viewport=viewport
    )
    column_names = column_labels(
        columns,
        grid,
        theme,
        style=above.names,
        gap=above.gap + above.glosses.height,
        strong=strong_columns,
        viewport=viewport,
    )
    return MatrixLayout(
        grid=grid,
        viewport=seen.viewport,
        rows=row_names,
        columns=above.lowered(column_names, glosses),
        glosses=gloss_labels(
            glosses, grid, theme, style=above.glosses, gap=above.gap, viewport=viewport
        ),
        unglossed=any(glosses) and not above.glosses.height,
        row_room=row_room,
        zoom=seen.zoom,
    )


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands above the cells: names, under them their glosses, and ``gap`` px."""

    names: ColumnStyle
    glosses: GlossStyle
    gap: float

    @property
    def height(self) -> float:
        """Of all of it; what has no gloss may be turned beside the others' glosses."""
        names, words = self.names, self.names.words
        line = names.height if words.turned else words.size * TIGHT
        return max(names.height, line + self.glosses.height) + self.gap

    def lowered(self, labels: Iterable[Label], glosses: Sequence[str]) -> tuple[Label, ...]:
        """Column labels with the turned ones that have no gloss down at the cells."""
        down = self.glosses.height
        return tuple(
            dataclasses.replace(label, rect=label.rect.translated(0, down))
            if down and label.turned and not glosses[label.index]
            else label
            for label in labels
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cells:
    """What the cells have to fit into, with their column labels."""

    space: QRectF
    columns: Sequence[str]
    glosses: Sequence[str]
    theme: Theme
    n_rows: int
    largest: float
    stretch: float | None
    zoom: Zoom

    def placed(self) -> tuple[ZoomedGrid, _Above]:
        """The cells in view, and what stands above them."""
        space, theme, zoom = self.space, self.theme, self.zoom
        kept = 0.0
        for _ in range(MOST_TRIES):  # labels need room by the cells, and the other way round
            cell = cell_size(
                width=space.width(),
                height=space.height() - max(kept, theme.small * TIGHT + theme.unit),
                rows=self.n_rows,
                columns=len(self.columns),
                largest=self.largest,
                stretch=self.stretch,
            )
            above = self._above(*cell)
            if above.height <= kept:
                break
            kept = above.height
        if not zoom.is_fitted:
            cell, zoom = zoomed_cell(zoom, fitted=cell, scale=theme.scale)
            above = self._above(cell[0], 0.0)  # a row may begin anywhere
        grid = CellGrid(
            left=math.ceil(space.left()),
            top=math.ceil(space.top() + above.height),
            cell_width=cell[0],
            cell_height=cell[1],
            rows=self.n_rows,
            columns=len(self.columns),
        )
        if zoom.is_fitted:
            return ZoomedGrid(grid=grid, viewport=grid.rect, zoom=FITTED), above
        room = QRectF(QPointF(grid.left, grid.top), space.bottomRight())
        return zoomed_grid(room, grid, zoom), above

    def _above(self, width: float, height: float) -> _Above:
        """The first row's label sticks out above its cell."""
        theme, high = self.theme, self.space.height()
        longest = min(high * MOST_ABOVE, theme.body * 7)
        names = column_style(self.columns, width, theme, longest=longest)
        glosses = GlossStyle()
        if self.glosses and names.step == 1:
            longest = min(high * MOST_GLOSSED, theme.small * LONGEST_GLOSS)
            glosses = gloss_style(self.glosses, width, theme, longest=longest)
        gap = max(float(theme.unit), theme.body * TIGHT / 2 - height / 2 + 1)
        return _Above(names, glosses, gap)


def _costs_rows(height: float, plain: float, theme: Theme) -> bool:
    """Whether low rows would have their labels, or be a good deal higher, without glosses."""
    return plain >= theme.small * TIGHT or height < HARDLY_LOWER * plain


def _longest(texts: Sequence[str], theme: Theme) -> float:
    widths = text_widths(theme, tuple(texts), size=theme.body, weight="bold")
    return math.ceil(max(widths, default=0.0)) + 1.0
