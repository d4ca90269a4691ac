"""A matrix as a picture: layout of its cells, their painting, and zoom."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray, FloatArray
from model.values import InSession
from viz_app.design.colour_map import diverging_lut, readable_on
from viz_app.design.colours import Rgba, to_index
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import (
    MASKED,
    ZERO,
    Argb,
    CellGrid,
    Codes,
    Ticks,
    cell_size,
    colour_table,
    level_ticks,
    paint_cells,
    whole,
)
from viz_app.pictures.labels import (
    TIGHT,
    ColumnStyle,
    GlossStyle,
    Label,
    column_labels,
    column_style,
    gloss_labels,
    gloss_style,
    labels_of_rows,
    paint_label,
    text_width,
    text_widths,
)
from viz_app.pictures.legend import bar_width, paint_bar_beside, paint_masked
from viz_app.pictures.picture import CellSpots, Picture
from viz_app.pictures.typeset import paint_plot_titles, titles_bottom
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------------- zoom
# How much of a matrix is in view, and how that changes: around a point, by px, to a cell.


LARGEST_CELL = 96
"""Largest side of a cell, in px at 100 %."""


_Offset = Annotated[float, Meta(ge=0, le=1e5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zoom:
    """The zoom that the user has chosen.

    Attributes:
        factor: cells are so many times as large as when all fit; from 1.
        row, column: what is at the left top of the view, in cells.
    """

    factor: Annotated[InSession[float], Meta(ge=1, le=1000)] = 1.0
    row: InSession[_Offset] = 0.0
    column: InSession[_Offset] = 0.0

    @property
    def is_fitted(self) -> bool:
        return self.factor <= 1.0


FITTED = Zoom()
"""Everything is visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoomedGrid:
    """The cells of a zoomed view, in the painter's px; ``zoom`` after clipping."""

    grid: CellGrid
    viewport: QRectF
    zoom: Zoom


def zoomed_cell(
    zoom: Zoom, *, fitted: tuple[float, float], scale: float
) -> tuple[tuple[float, float], Zoom]:
    """Width and height of cells in px, and the zoom with its factor clipped to the range."""
    factor = min(zoom.factor, max(1.0, LARGEST_CELL * scale / min(fitted)))
    cell = whole(fitted[0] * factor), whole(fitted[1] * factor)
    return cell, dataclasses.replace(zoom, factor=factor)


def zoomed_grid(room: QRectF, cells: CellGrid, zoom: Zoom) -> ZoomedGrid:
    """The visible cells of a zoomed matrix; scrolling stops at its ends."""
    width = min(float(int(room.width())), cells.rect.width())
    height = min(float(int(room.height())), cells.rect.height())
    viewport = QRectF(room.left(), room.top(), max(width, 1.0), max(height, 1.0))
    row = _between(zoom.row, cells.rows - viewport.height() / cells.cell_height)
    column = _between(zoom.column, cells.columns - viewport.width() / cells.cell_width)
    grid = dataclasses.replace(
        cells,
        left=viewport.left() - math.floor(column * cells.cell_width),
        top=viewport.top() - math.floor(row * cells.cell_height),
    )
    return ZoomedGrid(
        grid=grid,
        viewport=viewport,
        zoom=Zoom(factor=zoom.factor, row=row, column=column),
    )


def around(zoom: Zoom, point: QPointF, *, seen: ZoomedGrid, becoming: ZoomedGrid) -> Zoom:
    """The zoom that keeps the cell at ``point`` (px) in place; ``becoming`` at any offset."""
    before, after = point - seen.viewport.topLeft(), point - becoming.viewport.topLeft()
    row = seen.zoom.row + before.y() / seen.grid.cell_height
    column = seen.zoom.column + before.x() / seen.grid.cell_width
    return Zoom(
        factor=zoom.factor,
        row=row - after.y() / becoming.grid.cell_height,
        column=column - after.x() / becoming.grid.cell_width,
    )


def panned(seen: ZoomedGrid, by: QPointF) -> Zoom:
    return dataclasses.replace(
        seen.zoom,
        row=seen.zoom.row - by.y() / seen.grid.cell_height,
        column=seen.zoom.column - by.x() / seen.grid.cell_width,
    )


def revealing(seen: ZoomedGrid, *, row: int, column: int | None = None) -> Zoom:
    rows = seen.viewport.height() / seen.grid.cell_height
    columns = seen.viewport.width() / seen.grid.cell_width
    left = seen.zoom.column if column is None else _moved(seen.zoom.column, column, columns)
    return dataclasses.replace(seen.zoom, row=_moved(seen.zoom.row, row, rows), column=left)


def _moved(first: float, cell: int, count: float) -> float:
    """The first index of a window of ``count`` cells that contains ``cell``."""
    return min(max(first, cell + 1 - count), float(cell))


def _between(value: float, highest: float) -> float:
    return min(max(value, 0.0), max(highest, 0.0))


# ----------------------------------------------------------------------------------- matrix layout
# A grid of cells with a label for each row and column, as large as fits, or zoomed.


MOST_ABOVE = 0.3
"""Share of the height that turned column labels may take."""

MOST_GLOSSED = 0.28
"""The same of turned glosses, and their maximum length in text sizes."""
LONGEST_GLOSS = 7

HARDLY_LOWER = 0.85
"""Rows that are too low for labels keep at least this share of their height beside glosses."""

MOST_TRIES = 4
"""Attempts to shrink the cells to make room for their labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLayout(CellSpots):
    """Places in the painter's px; its spots are the cells.

    Attributes:
        grid: all cells; those outside ``viewport`` are not in view.
        glosses: what columns mean, between their labels and the cells; empty without room.
        unglossed: whether columns mean something for which there is no room.
        row_room: the width kept for row labels.
        zoom: what is in view, as far as that could be met.
    """

    viewport: QRectF
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    glosses: tuple[Label, ...] = ()
    unglossed: bool = False
    row_room: float
    zoom: Zoom

    @property
    def seen(self) -> ZoomedGrid:
        return ZoomedGrid(grid=self.grid, viewport=self.viewport, zoom=self.zoom)

    def cell_at(self, point: QPointF) -> Cell | None:
        return self.at(point)


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
        high, lower = plain[0].grid.cell_height, seen.grid.cell_height
        if high >= theme.small * TIGHT or lower < HARDLY_LOWER * high:
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
    """What is above the cells: names, glosses, and ``gap`` px."""

    names: ColumnStyle
    glosses: GlossStyle
    gap: float

    @property
    def height(self) -> float:
        # Labels without a gloss may be turned beside the others' glosses.
        names, words = self.names, self.names.words
        line = names.height if words.turned else words.size * TIGHT
        return max(names.height, line + self.glosses.height) + self.gap

    def lowered(self, labels: Iterable[Label], glosses: Sequence[str]) -> tuple[Label, ...]:
        down = self.glosses.height
        return tuple(
            dataclasses.replace(label, rect=label.rect.translated(0, down))
            if down and label.turned and not glosses[label.index]
            else label
            for label in labels
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cells:
    space: QRectF
    columns: Sequence[str]
    glosses: Sequence[str]
    theme: Theme
    n_rows: int
    largest: float
    stretch: float | None
    zoom: Zoom

    def placed(self) -> tuple[ZoomedGrid, _Above]:
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
        # The first row's label extends above its cell.
        theme, high = self.theme, self.space.height()
        longest = min(high * MOST_ABOVE, theme.body * 7)
        names = column_style(self.columns, width, theme, longest=longest)
        glosses = GlossStyle()
        if self.glosses and names.step == 1:
            longest = min(high * MOST_GLOSSED, theme.small * LONGEST_GLOSS)
            glosses = gloss_style(self.glosses, width, theme, longest=longest)
        gap = max(float(theme.unit), theme.body * TIGHT / 2 - height / 2 + 1)
        return _Above(names, glosses, gap)


def _longest(texts: Sequence[str], theme: Theme) -> float:
    widths = text_widths(theme, tuple(texts), size=theme.body, weight="bold")
    return math.ceil(max(widths, default=0.0)) + 1.0


# ---------------------------------------------------------------------------------- skipped labels
# Ticks where not every label has room, so that the labels left are not read as the sentence.


FINEST = 3.0
"""Cells smaller than this, in px, have ticks only at labels."""


_Named = dict[float, str | None]
"""Middles of rows or columns in px, with their labels."""


def skips_labels(layout: MatrixLayout) -> bool:
    return any(None in names.values() for names in _named(layout))


def paint_ticks(painter: QPainter, layout: MatrixLayout, theme: Theme) -> None:
    """Paint a long tick at each label and a short one between, on axes that omit labels."""
    for tick in ticks(layout, theme):
        painter.fillRect(tick, QColor(theme.soft_text))


def ticks(layout: MatrixLayout, theme: Theme) -> list[QRectF]:
    """Rectangles of the ticks: left of the rows, above the columns; none if all are labelled."""
    seen, thick, found = layout.viewport, max(1.0, 0.25 * theme.unit), []
    rows, columns = _named(layout)
    sides = (rows, layout.grid.cell_height), (columns, layout.grid.cell_width)
    for is_row, (names, cell) in zip((True, False), sides, strict=True):
        if None not in names.values():
            continue
        for middle, name in names.items():
            long = (0.75 if name is not None else 0.4) * theme.unit
            if name is None and cell < FINEST:
                continue
            if is_row:
                found.append(QRectF(seen.left() - 1 - long, middle - thick / 2, long, thick))
            else:
                found.append(QRectF(middle - thick / 2, seen.top() - 1 - long, thick, long))
    return found


def _named(layout: MatrixLayout) -> tuple[_Named, _Named]:
    grid, seen = layout.grid, layout.viewport
    rows = {label.index: label.text for label in layout.rows}
    columns = {label.index: label.text for label in layout.columns}
    down = {grid.top + (row + 0.5) * grid.cell_height: rows.get(row) for row in grid.rows_in(seen)}
    along = {
        grid.left + (column + 0.5) * grid.cell_width: columns.get(column)
        for column in grid.columns_in(seen)
    }
    return (
        {y: name for y, name in down.items() if seen.top() <= y <= seen.bottom()},
        {x: name for x, name in along.items() if seen.left() <= x <= seen.right()},
    )


# ------------------------------------------------------------------------------------ matrix cells
# The cells of a matrix: coloured and hatched, apart from each other, with texts, dots and frames.


ALLOWED = ZERO + 40
"""Opacity of the tint of unmasked cells, of 255."""

LINED_CELL = 8
"""Cells of at least this many px are separated by a hairline."""

CellText = tuple[int, int, str, str]
"""Row, column, text and its colour; without one, a colour readable on the cell."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColouredCells:
    """The code of each cell ``[row, column]``, and the colour of each code.

    Where several cells share a pixel, it shows the greatest code, or without ``peaks`` their mean.
    """

    codes: Codes
    table: Argb
    peaks: bool = True

    def ink(self, row: int, column: int, theme: Theme) -> str:
        colour = QColor.fromRgb(int(self.table[self.codes[row, column]]))
        rgb = np.array([colour.red(), colour.green(), colour.blue()], dtype=np.uint8)
        return readable_on(rgb, theme)


def number_cells(
    values: FloatArray,
    lut: Rgba,
    theme: Theme,
    *,
    levels: tuple[float, float],
    hidden: BoolArray | None = None,
    peaks: bool = False,
) -> ColouredCells:
    """Values ``[row, column]`` on a map; values beyond the levels are clipped.

    ``hidden`` cells are masked; by default those that are not finite.
    """
    known = np.nan_to_num(values, posinf=np.inf, neginf=-np.inf)
    codes = to_index(known, levels=levels, size=len(lut)) + ZERO
    masked = ~np.isfinite(values) if hidden is None else hidden
    return ColouredCells(
        codes=np.where(masked, MASKED, codes).astype(np.uint16),
        table=colour_table(lut, theme),
        peaks=peaks,
    )


def paint_ground(
    painter: QPainter,
    grid: CellGrid,
    cells: ColouredCells,
    theme: Theme,
    *,
    rows: int | None = None,
) -> None:
    paint_cells(painter, grid, cells.codes, cells.table, peaks=cells.peaks)
    paint_masked(painter, grid, cells.codes == MASKED, theme)
    if rows != 0:
        paint_cell_lines(painter, grid, theme, rows=rows or grid.rows)


def paint_cell_lines(painter: QPainter, grid: CellGrid, theme: Theme, *, rows: int) -> None:
    area = grid.rows_rect(0, rows)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if min(grid.cell_width, grid.cell_height) >= LINED_CELL:
        painter.setPen(QPen(QColor(theme.panel), 1))
        lefts = [area.left() + column * grid.cell_width for column in range(1, grid.columns)]
        tops = [area.top() + row * grid.cell_height for row in range(1, rows)]
        painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in lefts])
        painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in tops])
    paint_outline(painter, area, theme.line)


def paint_texts(
    painter: QPainter,
    grid: CellGrid,
    cells: ColouredCells,
    texts: Iterable[CellText],
    theme: Theme,
    *,
    size: int = 0,
) -> None:
    """Paint a text in the middle of each cell that has one; ``size`` in px, 0 = small."""
    painter.setFont(theme.font(size or theme.small))
    for row, column, text, colour in texts:
        painter.setPen(QColor(colour or cells.ink(row, column, theme)))
        painter.drawText(grid.cell_rect(row, column), int(Qt.AlignmentFlag.AlignCenter), text)


def fit_into(
    grid: CellGrid, texts: Iterable[str], theme: Theme, *, size: int = 0, apart: float = 1.0
) -> bool:
    """Whether each text has room in a cell, and ``apart`` units between two of them."""
    size = size or theme.small
    if grid.cell_height < size + apart * theme.unit / 2:
        return False
    widest = max((text_width(theme, text, size=size) for text in texts), default=0.0)
    return grid.cell_width >= widest + apart * theme.unit


def paint_labels(
    painter: QPainter,
    layout: MatrixLayout,
    theme: Theme,
    *,
    columns: Sequence[Label] | None = None,
) -> None:
    """Paint the names of rows and columns (or ``columns`` instead), glosses, and ticks."""
    paint_ticks(painter, layout, theme)
    for label in (*layout.rows, *(layout.columns if columns is None else columns)):
        paint_label(painter, label, theme.text, theme)
    for label in layout.glosses:
        paint_label(painter, label, theme.soft_text, theme)


def paint_dots(
    painter: QPainter, grid: CellGrid, where: BoolArray, colour: str, *, largest: float
) -> None:
    """Paint a dot in each set cell ``[row, column]``, with a radius of at most ``largest`` px."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    radius = min(min(grid.cell_width, grid.cell_height) * 0.2, largest)
    for row, column in np.argwhere(where).tolist():
        painter.drawEllipse(grid.middle(row, column), radius, radius)
    painter.restore()


def paint_outline(painter: QPainter, area: QRectF, colour: str) -> None:
    """A line of 1 px around an area, outside of it."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1))
    painter.drawRect(area.adjusted(-1, -1, 0, 0))


def paint_undecoded(painter: QPainter, area: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.masked_line), 1, Qt.PenStyle.DotLine))
    rect = area.adjusted(-1, -1, 0, 0)
    corners = (rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight())
    painter.drawPolyline(list(corners))


def paint_frame(
    painter: QPainter,
    rect: QRectF,
    colour: str,
    theme: Theme,
    *,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    width: float | None = None,
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 2 * theme.scale if width is None else width
    painter.setPen(QPen(QColor(colour), width, style))
    painter.drawRoundedRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2), 3, 3)
    painter.restore()


def frame_width(grid: CellGrid, theme: Theme) -> float:
    """Width of a frame in px; it covers at most a quarter of the neighbouring cells."""
    return min(2 * theme.scale, max(1.0, min(grid.cell_width, grid.cell_height) // 4))


# ---------------------------------------------------------------------------------- matrix picture


SQUARE, LONG = 1.6, 8.0
"""How much longer one side of a cell may be than the other."""


def nothing(cell: Cell) -> str:
    return ""


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixPicture(Picture):
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        level: the map ends at −level and +level, or begins at 0 where nothing is below it.
        signed: whether numbers are on both sides of 0.
        marked: cells in a frame: what a verdict is about.
        numbered: each number stands in its cell, where all have room.
        largest: side of a cell in px at 100 %.
        stretch: how much longer one side of a cell may be than the other.
        row_share: share of the width that the labels of rows may take.
        corner: px that stay free at the right of the title, for a control.
        sentence: the exact value of a cell, and where it is.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: FloatArray = field(repr=False)
    level: float
    signed: bool = True
    stretch: float = LONG
    marked: frozenset[Cell] = frozenset()
    numbered: bool = False
    largest: int = 32
    row_share: float = 0.24
    corner: float = 0.0
    sentence: Callable[[Cell], str] = nothing

    def tables(self) -> Tables:
        rows, columns = (
            tuple(" ".join(name.split()) for name in names) for names in (self.rows, self.columns)
        )
        return (ValueTable(name=self.title, rows=rows, columns=columns, values=self.values),)

    def say(self, spot: Cell) -> str:
        return self.sentence(spot)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MatrixLayout:
        """Row 0 is at the top."""
        painter.save()
        top = titles_bottom(rect, self.note, theme) + 2 * theme.unit
        marks = self._ticks()
        layout = layout_matrix(
            QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0)),
            self.rows,
            self.columns,
            theme,
            largest=self.largest,
            right=bar_width(theme, marks) + 4 * theme.unit,
            stretch=self.stretch,
            row_share=self.row_share,
        )
        note = self.note
        counted = all(name.strip().isdigit() for name in self.rows)  # steps of an axis
        if note and len(layout.rows) < len(self.rows) and not counted:
            omitted = QCoreApplication.translate("pictures", "some row labels omitted")
            note = f"{omitted} · {note}"
        paint_plot_titles(painter, rect, self.title, note, theme, corner=self.corner)
        lut = diverging_lut(theme)
        lut = lut if self.signed else lut[len(lut) // 2 :]
        levels = (-self.level if self.signed else 0.0, self.level)
        cells, grid = number_cells(self.values, lut, theme, levels=levels), layout.grid
        paint_ground(painter, grid, cells, theme)
        if self.numbered:
            # All or none: a number missing here and there would look like an empty cell.
            texts = [
                (row, column, number_in_cell(float(self.values[row, column]), self.level), "")
                for row, column in np.argwhere(np.isfinite(self.values)).tolist()
            ]
            if fit_into(grid, (text for _, _, text, _ in texts), theme):
                paint_texts(painter, grid, cells, texts, theme)
        _paint_marks(painter, grid, self.marked, theme)
        paint_labels(painter, layout, theme)
        paint_bar_beside(painter, grid, lut, theme, ticks=marks)
        painter.restore()
        return layout

    def _ticks(self) -> Ticks:
        if self.signed:
            return level_ticks(self.level)
        beyond = bool((np.nan_to_num(self.values) > self.level * 1.001).any())
        end = f"{'≥ ' if beyond else ''}{self.level:.2g}"
        return ((0.0, "0"), (0.5, f"{self.level / 2:.2g}"), (1.0, end))


def number_in_cell(value: float, level: float) -> str:
    """Two decimals for shares, else two or three digits: ``0.98``, ``12``, ``1.3e-06``."""
    if value == int(value) or abs(value) >= 10:
        return f"{value:.3g}"
    return f"{value:.2f}" if level == 1 else f"{value:.2g}"


def _paint_marks(painter: QPainter, grid: CellGrid, marked: Collection[Cell], theme: Theme) -> None:
    width = frame_width(grid, theme)
    painter.setPen(QPen(QColor(theme.danger), width, c=Qt.PenCapStyle.SquareCap))
    for cell in marked:
        rect = grid.cell_rect(cell.row, cell.column)
        for down, across, line in (
            (-1, 0, (rect.topLeft(), rect.topRight())),
            (1, 0, (rect.bottomLeft(), rect.bottomRight())),
            (0, -1, (rect.topLeft(), rect.bottomLeft())),
            (0, 1, (rect.topRight(), rect.bottomRight())),
        ):
            if Cell(cell.row + down, cell.column + across) not in marked:
                painter.drawLine(*line)
