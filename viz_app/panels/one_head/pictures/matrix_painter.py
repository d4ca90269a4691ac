"""Paints one matrix of a head: title, cells with their labels, colour scale."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.lessons.one_head import Traced
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, Weight
from viz_app.panels.one_head.pictures.matrix_picture import HeadMatrix
from viz_app.panels.one_head.pictures.terms import short_number
from viz_app.panels.one_head.pictures.texts import Symbol, colour_of
from viz_app.pictures import matrix
from viz_app.pictures.cell_image import MASKED, CellGrid, colour_table, whole
from viz_app.pictures.labels import (
    TIGHT,
    Label,
    labels_of_rows,
    paint_label,
    text_width,
    text_widths,
)
from viz_app.pictures.legend import legend_width, paint_legend, paint_map
from viz_app.pictures.matrix import MatrixLayout, layout_matrix
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width
from viz_app.texts.sentences import Swatch

# ------------------------------------------------------------------------------------ matrix title
# The title of a matrix: operator, symbol as in the formulas, name, shape.


LINE = 1.5
"""Height of a line in text sizes."""


def title_height(theme: Theme, *, lines: int) -> float:
    """Height above the column labels, in px."""
    return LINE * theme.body + (LINE * theme.small if lines > 1 else 0.0) + theme.unit


def title_lines(picture: HeadMatrix, theme: Theme, *, width: float) -> int:
    """1, or 2 where ``width`` px are too narrow."""
    words = f"{picture.name}   {picture.shape}"
    operator = f"{picture.operator} " if picture.operator else ""
    before = typeset_width(operator, theme, size=theme.body) + symbol_width(picture.symbol, theme)
    room = width - before - 4 * theme.unit
    return 1 if typeset_width(words, theme, size=theme.small) <= room else 2


def paint_title(
    painter: QPainter, rect: QRectF, picture: HeadMatrix, theme: Theme, *, lines: int
) -> None:
    """``= QK⊤  products`` and ``[query, key] = [6, 7]``, beside each other or below."""
    line = QRectF(rect.left(), rect.top(), rect.width(), LINE * theme.body)
    left = _paint_symbol(painter, line, picture, theme)
    place = QRectF(QPointF(left, line.top()), line.bottomRight())
    if lines > 1:
        paint_line(painter, place, picture.name, theme)
        place = QRectF(rect.left(), line.bottom(), rect.width(), LINE * theme.small)
    name = picture.shape if lines > 1 else f"{picture.name}   {picture.shape}"
    longer = f"{name}   {picture.row_shape}"
    if picture.row_shape and typeset_width(longer, theme, size=theme.small) <= place.width():
        name = longer
    paint_typeset(painter, place, name, theme)


def symbol_width(letters: Symbol, theme: Theme) -> float:
    """Width in px."""
    return max(end for _, end in _places(letters, theme))


def _places(letters: Symbol, theme: Theme) -> list[tuple[float, float]]:
    """Start and end of each part in px; a subscript after a superscript stands under it."""
    places: list[tuple[float, float]] = []
    for (text, place), (_, before) in zip(letters, (("", "line"), *letters), strict=False):
        start = max((end for _, end in places), default=0.0)
        if (before, place) == ("sup", "sub"):
            start = places[-1][0]
        width = text_width(theme, text, size=_size(theme, place), weight="bold")
        places.append((start, start + width))
    return places


def _paint_symbol(painter: QPainter, line: QRectF, picture: HeadMatrix, theme: Theme) -> float:
    """Return the right end in px."""
    left, base = line.left(), line.top() + line.height() * 0.72
    if picture.operator:
        paint_typeset(painter, line, picture.operator, theme, size=theme.body)
        left += typeset_width(picture.operator, theme, size=theme.body) + 1.5 * theme.unit
    painter.setPen(QColor(colour_of(picture.matrix, theme)))
    places = _places(picture.symbol, theme)
    for (text, place), (start, _) in zip(picture.symbol, places, strict=True):
        shift = {"line": 0.0, "sub": 0.25, "sup": -0.4}[place] * theme.body
        painter.setFont(theme.font(_size(theme, place), "bold"))
        painter.drawText(QPointF(left + start, base + shift), text)
    return left + symbol_width(picture.symbol, theme) + 2 * theme.unit


def _size(theme: Theme, place: str) -> int:
    return theme.body if place == "line" else round(theme.body * 0.7)


# -------------------------------------------------------------------------------------- scale line
# The scale of a matrix' colours as a short line under it: ``−4 ▒▒▒▒ 4``, ``▨ masked``.


translate = QCoreApplication.translate

LONGEST, SHORTEST = 72, 16
"""Of the map in px at 100 %."""


def scale_height(picture: HeadMatrix, theme: Theme) -> float:
    """Height under the cells, in px."""
    return theme.small * 1.3 + 1.5 * theme.unit


def scale_ends(picture: HeadMatrix) -> tuple[str, str]:
    """Labels of both ends; values beyond a signed level have the end's colour."""
    if not picture.signed:
        return ("0", "1")
    return (f"≤ −{picture.level:.3g}", f"≥ {picture.level:.3g}")


def scale_entries(picture: HeadMatrix) -> list[tuple[Swatch, str]]:
    entries: list[tuple[Swatch, str]] = []
    if picture.matrix == "mask":
        entries.append(("allowed", translate("one_head", "may attend")))
    if picture.hidden.any():
        entries.append(("masked", translate("attention", "masked")))
    return entries


def paint_scale(
    painter: QPainter, place: QPointF, picture: HeadMatrix, theme: Theme, *, room: QRectF
) -> None:
    """From ``place`` (top left), moved left as needed; all within ``room``.

    A legend without room is omitted.
    """
    left = place.x()
    if picture.matrix != "mask":
        labels = sum(text_width(theme, end, size=theme.small) + 1 for end in scale_ends(picture))
        ends = labels + 2 * theme.unit
        length = min(LONGEST * theme.scale, max(SHORTEST * theme.scale, room.width() - ends))
        left = max(room.left(), min(left, room.right() - ends - length))
        start = QPointF(left, place.y())
        left = _paint_map(painter, start, picture, theme, length=length) + 4 * theme.unit
    entries = scale_entries(picture)
    if entries and left + legend_width(entries, theme) <= room.right():
        paint_legend(painter, QPointF(left, place.y()), entries, theme)


def _paint_map(
    painter: QPainter, place: QPointF, picture: HeadMatrix, theme: Theme, *, length: float
) -> float:
    """Return the right end in px."""
    low, high = scale_ends(picture)
    height = theme.small * 1.2
    left = _paint_end(painter, place, low, theme, height=height)
    bar = QRectF(left, place.y() + height * 0.2, length, height * 0.6)
    paint_map(painter, bar, picture_map(picture, theme), theme)
    after = QPointF(bar.right() + theme.unit, place.y())
    return _paint_end(painter, after, high, theme, height=height)


def picture_map(picture: HeadMatrix, theme: Theme) -> Rgba:
    """Diverging map for signed values, the kind's map for weights."""
    return diverging_lut(theme) if picture.signed else kind_lut(theme, picture.kind)


def _paint_end(
    painter: QPainter, place: QPointF, text: str, theme: Theme, *, height: float
) -> float:
    width = text_width(theme, text, size=theme.small) + 1
    paint_line(painter, QRectF(place.x(), place.y(), width, height), text, theme, whole=True)
    return place.x() + width + theme.unit


# ---------------------------------------------------------------------------------- matrix painter


LARGEST_CELL = 64
"""Side of a cell in px at 100 %."""

DOTTED_CELL = 8
"""Cells of at least this many px show that they may be attended to by a dot."""

ROW_SHARE = 0.4
"""Of the width, at most, for the names of the rows."""

_TOKENS = {"products", "scores", "mask", "masked_scores", "weights"}


@dataclass(frozen=True, slots=True)
class Around:
    """Common measures of pictures that belong together.

    Attributes:
        title_lines: 1 or 2.
        row_room: least width kept for the names of the rows, in px.
        above: least height above the cells, in px.
        row_height: of a row at most, in px; 0 = as high as there is room.
    """

    title_lines: int = 2
    row_room: float = 0.0
    above: float = 0.0
    row_height: float = 0.0


def paint_matrix(
    painter: QPainter, rect: QRectF, picture: HeadMatrix, theme: Theme, *, around: Around
) -> MatrixLayout:
    """Paint a matrix into ``rect`` and return the layout. Row 0 is at the top."""
    painter.save()
    layout = placed_matrix(rect, picture, theme, around=around)
    paint_title(painter, rect, picture, theme, lines=around.title_lines)
    paint_head_cells(painter, layout.grid, picture, theme)
    _paint_frames(painter, layout.grid, picture, theme)
    matrix.paint_ticks(painter, layout, theme)
    columns = layout.columns
    if picture.numbered:
        strong = _named(picture)[1]
        columns = number_labels(picture.columns, layout.grid, theme, strong=strong)
    for label in (*layout.rows, *columns):
        paint_label(painter, label, theme.text, theme)
    for label in layout.glosses:
        paint_label(painter, label, theme.soft_text, theme)
    foot = QPointF(layout.grid.rect.left(), layout.grid.rect.bottom() + 1.5 * theme.unit)
    paint_scale(painter, foot, picture, theme, room=rect)
    painter.restore()
    return layout


def placed_matrix(
    rect: QRectF, picture: HeadMatrix, theme: Theme, *, around: Around
) -> MatrixLayout:
    top = rect.top() + title_height(theme, lines=around.title_lines)
    space = QRectF(rect.left(), top, rect.width(), 0)
    space.setBottom(max(rect.bottom() - scale_height(picture, theme), top + 1))
    layout = _layout(space, picture, theme, row_room=around.row_room)
    down = max(0.0, math.ceil(rect.top() + around.above) - layout.grid.top)
    high = min(layout.grid.cell_height, around.row_height or math.inf)
    room = (space.bottom() - layout.grid.top - down) / layout.grid.rows
    grid = dataclasses.replace(
        layout.grid, top=layout.grid.top + down, cell_height=whole(min(high, room))
    )
    return _moved(layout, grid, picture, theme, down=down)


def _moved(
    layout: MatrixLayout, grid: CellGrid, picture: HeadMatrix, theme: Theme, *, down: float
) -> MatrixLayout:
    """The layout around another grid, the column labels ``down`` px lower."""
    if grid == layout.grid:
        return layout
    rows = labels_of_rows(
        picture.rows,
        grid,
        theme,
        right=grid.left - 1.5 * theme.unit,
        width=layout.row_room,
        strong=_named(picture)[0],
    )
    columns, glosses = (
        tuple(dataclasses.replace(label, rect=label.rect.translated(0, down)) for label in labels)
        for labels in (layout.columns, layout.glosses)
    )
    return dataclasses.replace(
        layout, grid=grid, viewport=grid.rect, rows=rows, columns=columns, glosses=glosses
    )


def paint_head_cells(painter: QPainter, grid: CellGrid, picture: HeadMatrix, theme: Theme) -> None:
    cells = _cells(picture, theme)
    matrix.paint_ground(painter, grid, cells, theme)
    if picture.matrix != "mask":
        digits = _digits(grid, picture, theme)
        if digits is not None:
            matrix.paint_texts(painter, grid, cells, _texts(picture, theme, digits=digits), theme)
    elif min(grid.cell_width, grid.cell_height) >= DOTTED_CELL * theme.scale:
        colour = theme.kind_colour(picture.kind)
        matrix.paint_dots(painter, grid, ~picture.hidden, colour, largest=1.25 * theme.unit)


def row_room_of(picture: HeadMatrix, theme: Theme, *, width: float) -> float:
    """Width in px of the row names in a picture of ``width`` px."""
    widths = text_widths(theme, picture.rows, size=theme.body, weight="bold")
    return min(max(widths, default=0.0) + 1, width * ROW_SHARE)


def number_labels(
    names: Sequence[str], grid: CellGrid, theme: Theme, *, strong: Collection[int] = ()
) -> tuple[Label, ...]:
    """Numbers above columns, without overlap; ``strong`` ones are bold and take precedence."""
    first = [_number_label(index, names[index], grid, theme, weight="bold") for index in strong]
    others = (
        _number_label(index, names[index], grid, theme, weight="normal")
        for index in range(0, len(names), number_step(names, grid, theme))
    )
    touch = theme.unit
    free = [one for one in others if not any(_touch(one, other, gap=touch) for other in first)]
    return (*first, *free)


def number_step(names: Sequence[str], grid: CellGrid, theme: Theme) -> int:
    """Step between the numbers that fit: a power of two, as widths of models are."""
    widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
    step = 1
    while step < len(names) and step * grid.cell_width < widest + theme.unit:
        step *= 2
    return step


def _layout(space: QRectF, picture: HeadMatrix, theme: Theme, *, row_room: float) -> MatrixLayout:
    """The names of the marked row and of the traced cells are always shown.

    Cells of tokens × tokens are nearly square; others fill their place.
    """
    rows, columns = _named(picture)
    own_room = row_room_of(picture, theme, width=space.width())
    return layout_matrix(
        space,
        picture.rows,
        [""] * len(picture.columns) if picture.numbered else picture.columns,
        theme,
        largest=LARGEST_CELL,
        left=max(0.0, row_room - own_room),
        stretch=2.0 if picture.matrix in _TOKENS else 60.0,
        row_share=ROW_SHARE,
        strong_rows=rows,
        strong_columns=columns,
        glosses=picture.glosses,
    )


def _number_label(index: int, name: str, grid: CellGrid, theme: Theme, *, weight: Weight) -> Label:
    width = text_width(theme, name, size=theme.small, weight=weight)
    height = theme.small * TIGHT
    middle = grid.middle(0, index).x()
    rect = QRectF(middle - width / 2, grid.top - height - theme.unit, width, height)
    return Label(index=index, text=name, rect=rect, size=theme.small, weight=weight)


def _touch(one: Label, other: Label, *, gap: float) -> bool:
    first, second = sorted((one.rect, other.rect), key=lambda rect: rect.left())
    return second.left() < first.right() + gap


def _named(picture: HeadMatrix) -> tuple[list[int], list[int]]:
    """Rows and columns whose names are always shown, each once, the most important first."""
    cell = picture.cell or Traced()
    traced = picture.traced or Traced()
    return _numbers((cell.row, picture.marked_row, traced.row)), _numbers(
        (cell.column, traced.column)
    )


def _numbers(places: Iterable[int | None]) -> list[int]:
    return list(dict.fromkeys(place for place in places if place is not None))


def _cells(picture: HeadMatrix, theme: Theme) -> matrix.ColouredCells:
    # A value beyond the level has the end's colour.
    lut, hidden, signed = picture_map(picture, theme), picture.hidden, picture.signed
    if picture.matrix == "mask":  # a tint, so that cells too small for a dot are not blank
        codes = np.where(hidden, MASKED, matrix.ALLOWED).astype(np.uint16)
        return matrix.ColouredCells(codes=codes, table=colour_table(lut, theme))
    levels = (-picture.level if signed else 0.0, picture.level)
    return matrix.number_cells(
        picture.values, lut, theme, levels=levels, hidden=hidden, peaks=not signed
    )


def _digits(grid: CellGrid, picture: HeadMatrix, theme: Theme) -> int | None:
    """Digits of each number that fit its cell, 3 or 2; None if not even 2 do."""
    if grid.cell_height < theme.small + 2:
        return None
    shown = picture.values[np.isfinite(picture.values)]
    ends = (float(shown.min(initial=0)), float(shown.max(initial=0)))
    for digits in (3, 2) if picture.signed else (3,):
        widest = max(
            text_width(theme, short_number(end, digits=digits), size=theme.small) for end in ends
        )
        if grid.cell_width >= widest + theme.unit:
            return digits
    return None


def _texts(picture: HeadMatrix, theme: Theme, *, digits: int) -> Iterator[matrix.CellText]:
    """Number of each cell, −∞ where a score is masked."""
    for (row, column), value in np.ndenumerate(picture.values):
        hidden = bool(picture.hidden[row, column])
        if not hidden or picture.matrix == "masked_scores":
            text = short_number(float(value), digits=digits)
            yield row, column, text, theme.text if hidden else ""


def _paint_frames(painter: QPainter, grid: CellGrid, picture: HeadMatrix, theme: Theme) -> None:
    # Thinner around small cells, but always visible.
    width = min(2 * theme.scale, max(1.2, min(grid.cell_width, grid.cell_height) / 4))
    every = range(grid.rows)
    frames: list[tuple[CellGrid, str, Qt.PenStyle]] = []
    if picture.own_columns is not None:
        own = grid.part(every, range(*picture.own_columns))
        frames.append((own, theme.soft_text, Qt.PenStyle.DotLine))
    query = None if picture.marked_row is None else Traced(row=picture.marked_row)
    for marked, colour, style in (
        (query, theme.kind_colour(picture.kind), Qt.PenStyle.SolidLine),
        (picture.traced, theme.text, Qt.PenStyle.DashLine),
        (picture.cell, theme.text, Qt.PenStyle.SolidLine),
    ):
        if marked is not None:
            rows = every if marked.row is None else range(marked.row, marked.row + 1)
            end = (marked.column or 0) + 1
            columns = range(grid.columns) if marked.column is None else range(end - 1, end)
            frames.append((grid.part(rows, columns), colour, style))
    for part, colour, style in frames:
        matrix.paint_frame(painter, part.rect, colour, theme, width=width, style=style)
