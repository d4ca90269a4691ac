"""The matrices of a head as pictures: their words, their painter."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.arrays import BoolArray, FloatArray, frozen
from model.lessons.one_head import (
    SHAPES,
    HeadAnatomy,
    Matrix,
    MatrixAxis,
    MatrixCell,
    Parts,
    Traced,
    axis_size,
    matrix_values,
    traced_parts,
)
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, Weight
from viz_app.panels.one_head.pictures.texts import (
    axis_word,
    colour_of,
    exact_number,
    matrix_name,
    plain,
    row_shape_text,
    shape_text,
    short_number,
    symbol,
    symbol_parts,
)
from viz_app.panels.one_head.room import OneHeadSnapshot, matrix_level, stage_equation
from viz_app.pictures import matrix
from viz_app.pictures.cell_image import MASKED, CellGrid, colour_table, whole
from viz_app.pictures.labels import TIGHT, Label, labels_of_rows, text_width, text_widths
from viz_app.pictures.legend import legend_width, paint_legend, paint_map, paint_replaced
from viz_app.pictures.matrix import MatrixLayout, layout_matrix
from viz_app.pictures.picture import Picture
from viz_app.pictures.typeset import paint_line, paint_typeset, typeset_width
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, glossed_name, listed_name, listed_row, shown_name
from viz_app.texts.sentences import Swatch, head_title, kind_name, row_text
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

# ---------------------------------------------------------------------------------- matrix picture


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


@dataclass(frozen=True, kw_only=True)
class HeadMatrix(Picture):
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        operator: text between the previous matrix and this one.
        glosses: meanings of the columns, if they are source tokens.
        spoken_rows, spoken_columns: labels within a sentence.
        level: colours run from −level to +level; for attention weights from 0 to 1.
        marked_row: the query's.
        traced: its entries that contribute to the cell that is taken apart.
        chosen: the cell that is taken apart.
        hidden: cells that are masked, ``[row, column]``.
        around: measures of the whole equation.
    """

    matrix: Matrix
    operator: str
    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    glosses: tuple[str, ...]
    spoken_rows: tuple[str, ...] = field(compare=False, repr=False)
    spoken_columns: tuple[str, ...] = field(compare=False, repr=False)
    level: float
    marked_row: int | None
    traced: Traced | None
    values: FloatArray = field(compare=False, repr=False)
    hidden: BoolArray = field(compare=False, repr=False)
    anatomy: HeadAnatomy = field(repr=False)
    around: Around = Around()

    natural = (240, 220)
    smallest = (90, 84)

    @property
    def symbol(self) -> str:
        return symbol(self.anatomy, self.matrix)

    @property
    def numbered(self) -> bool:
        """Whether columns have numbers, not tokens."""
        return SHAPES[self.matrix].columns != "key"

    @property
    def signed(self) -> bool:
        """Whether the colour map is centred at 0; False for weights and masks."""
        return self.matrix not in {"weights", "mask"}

    @property
    def named(self) -> tuple[list[int], list[int]]:
        """Rows and columns whose names are always shown, each once, the most important first."""
        cell, traced = self.chosen or Traced(), self.traced or Traced()
        rows, columns = (cell.row, self.marked_row, traced.row), (cell.column, traced.column)
        return _known(rows), _known(columns)

    def caption(self) -> tuple[str, ...]:
        anatomy = self.anatomy
        head = head_title(anatomy.kind, layer=anatomy.layer, head=anatomy.head)
        return head, self.title

    def tables(self) -> Tables:
        table = ValueTable(
            name=self.title,
            rows=self.rows,
            columns=self.columns,
            values=self.values,
            mask=~self.hidden if self.hidden.any() else None,
        )
        return (table,)

    def say(self, spot: Cell) -> str:
        """``products: 38.522 · query “a → cat”, key “猫” · cross, layer 2, head 3``."""
        return translate("one_head", "{name}: {value} · {row}, {column} · {head}").format(
            name=matrix_name(self.anatomy, self.matrix),
            value=self.cell_value(spot),
            row=self.row_words(spot.row),
            column=self.column_words(spot.column),
            head=head_words(self.anatomy),
        )

    def cell_value(self, cell: Cell) -> str:
        """Exact value, or a word for a mask and for masked cells."""
        hidden = bool(self.hidden[cell.row, cell.column])
        if self.matrix == "mask":
            allowed = translate("one_head", "1 (may attend)")
            return translate("one_head", "0 (masked)") if hidden else allowed
        value = exact_number(float(self.values[cell.row, cell.column]))
        return translate("one_head", "{value} (masked)").format(value=value) if hidden else value

    def row_words(self, row: int) -> str:
        """``query “a → cat”``, ``feature 7``."""
        return f"{axis_word(SHAPES[self.matrix].rows)} {self.spoken_rows[row]}"

    def column_words(self, column: int) -> str:
        """``key “猫”``, ``dimension 7``."""
        return f"{axis_word(SHAPES[self.matrix].columns)} {self.spoken_columns[column]}"

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MatrixLayout:
        """Row 0 is at the top."""
        painter.save()
        layout = self.placed(rect, theme)
        _paint_title(painter, rect, self, theme)
        paint_head_cells(painter, layout.grid, self, theme)
        _paint_frames(painter, layout.grid, self, theme)
        columns = None
        if self.numbered:
            columns = number_labels(self.columns, layout.grid, theme, strong=self.named[1])
        matrix.paint_labels(painter, layout, theme, columns=columns)
        foot = QPointF(layout.grid.rect.left(), layout.grid.rect.bottom() + 1.5 * theme.unit)
        _paint_scale(painter, foot, self, theme, room=rect)
        painter.restore()
        return layout

    def placed(self, rect: QRectF, theme: Theme) -> MatrixLayout:
        """Where it would be painted.

        The names of the marked row and of the traced cells are always shown. Cells of tokens ×
        tokens are nearly square; others fill their place.
        """
        around, (rows, columns) = self.around, self.named
        top = rect.top() + LINE * theme.body + theme.unit
        top += LINE * theme.small if around.title_lines > 1 else 0.0
        bottom = max(rect.bottom() - theme.small * 1.3 - 1.5 * theme.unit, top + 1)
        layout = layout_matrix(
            QRectF(rect.left(), top, rect.width(), bottom - top),
            self.rows,
            [""] * len(self.columns) if self.numbered else self.columns,
            theme,
            largest=LARGEST_CELL,
            left=max(0.0, around.row_room - row_room_of(self, theme, width=rect.width())),
            stretch=2.0 if self.matrix in _TOKENS else 60.0,
            row_share=ROW_SHARE,
            strong_rows=rows,
            strong_columns=columns,
            glosses=self.glosses,
        )
        before, first = layout.grid, Cell(self.marked_row or 0, 0)
        down = max(0.0, math.ceil(rect.top() + around.above) - before.top)
        high = min(before.cell_height, around.row_height or math.inf)
        high = whole(min(high, (bottom - before.top - down) / before.rows))
        grid = dataclasses.replace(before, top=before.top + down, cell_height=high)
        if grid == before:
            return dataclasses.replace(layout, first=first)
        end = grid.left - 1.5 * theme.unit
        return dataclasses.replace(
            layout,
            grid=grid,
            viewport=grid.rect,
            rows=labels_of_rows(
                self.rows, grid, theme, right=end, width=layout.row_room, strong=rows
            ),
            columns=_lowered(layout.columns, down),
            glosses=_lowered(layout.glosses, down),
            first=first,
        )


def _known(places: Iterable[int | None]) -> list[int]:
    return list(dict.fromkeys(place for place in places if place is not None))


def _lowered(labels: Iterable[Label], down: float) -> tuple[Label, ...]:
    return tuple(
        dataclasses.replace(label, rect=label.rect.translated(0, down)) for label in labels
    )


def head_words(anatomy: HeadAnatomy) -> str:
    """``cross, layer 2, head 3``."""
    return translate("one_head", "{kind}, layer {layer}, head {head}").format(
        kind=kind_name(anatomy.kind).lower(), layer=anatomy.layer + 1, head=anatomy.head + 1
    )


# ----------------------------------------------------------------------------- matrices of a stage


def matrix_pictures(snapshot: OneHeadSnapshot) -> tuple[HeadMatrix, ...]:
    anatomy = snapshot.anatomy
    if anatomy is None:
        return ()
    zoomed, cell = snapshot.choices.zoomed, snapshot.cell
    parts: Parts = {}
    if zoomed is not None and cell is not None:
        parts = traced_parts(anatomy, zoomed, MatrixCell(cell.row, cell.column))
    pictures = tuple(
        matrix_picture(snapshot, anatomy, matrix, operator=operator, traced=parts.get(matrix))
        for sign, matrix in stage_equation(snapshot.choices, anatomy)
        for operator in [sign.replace("=", "≠") if matrix in anatomy.replaced else sign]
    )
    return _before_and_after(pictures) if snapshot.choices.stage == "scale" else pictures


def _before_and_after(pictures: tuple[HeadMatrix, ...]) -> tuple[HeadMatrix, ...]:
    # One level for both shows how the scores shrink.
    level, shown = max(picture.level for picture in pictures), []
    for picture in pictures:
        if picture.matrix != "position_bias":
            spread = decimal_number(float(picture.values.std()))
            name = translate("one_head", "{name}, std {spread}")
            name = name.format(name=picture.name, spread=spread)
            title = f"{plain(picture.symbol)}: {name}"
            shown.append(dataclasses.replace(picture, level=level, name=name, title=title))
        else:
            shown.append(picture)
    return tuple(shown)


def axis_names(
    snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, axis: MatrixAxis
) -> tuple[str, ...]:
    """Tokens with their glosses, or numbers: heads from 1, dimensions from 0."""
    if axis == "query":
        return tuple(listed_row(label, snapshot.row_labels) for label in snapshot.queries)
    if axis == "key":
        return tuple(map(listed_name, anatomy.key_tokens, _glosses(snapshot, anatomy)))
    first = 1 if axis == "head" else 0
    return tuple(str(first + n) for n in range(axis_size(anatomy, axis)))


def number_row(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, matrix: Matrix) -> HeadMatrix:
    """The query's row of a matrix without texts; the key's, where rows are keys."""
    whole = matrix_picture(snapshot, anatomy, matrix)
    row = snapshot.key if SHAPES[matrix].rows == "key" else snapshot.query
    part = slice(row, row + 1)
    return dataclasses.replace(
        whole, rows=("",), marked_row=None, values=whole.values[part], hidden=whole.hidden[part]
    )


def matrix_picture(
    snapshot: OneHeadSnapshot,
    anatomy: HeadAnatomy,
    matrix: Matrix,
    *,
    operator: str = "",
    traced: Traced | None = None,
) -> HeadMatrix:
    shape = SHAPES[matrix]
    values = matrix_values(anatomy, matrix, query=snapshot.query)
    columns = axis_names(snapshot, anatomy, shape.columns)
    if shape.columns == "key":
        columns = tuple(map(shown_name, anatomy.key_tokens))
    words = shape_text(anatomy, matrix), row_shape_text(anatomy, matrix), head_words(anatomy)
    # products and scores are computed before masking
    masked = matrix in {"mask", "masked_scores", "weights"}
    hidden = ~anatomy.mask if masked else np.zeros(values.shape, dtype=np.bool_)
    name, zoomed, cell = matrix_name(anatomy, matrix), snapshot.choices.zoomed, snapshot.cell
    if cell is not None and (zoomed, matrix) == ("k", "k_transposed"):
        zoomed, cell = matrix, Cell(cell.column, cell.row)
    return HeadMatrix(
        title=f"{plain(symbol(anatomy, matrix))}: {name}",
        note=" · ".join(part for part in words if part),
        matrix=matrix,
        operator=operator,
        name=name,
        rows=axis_names(snapshot, anatomy, shape.rows),
        columns=columns,
        glosses=snapshot.key_glosses if shape.columns == "key" else (),
        spoken_rows=_spoken(snapshot, anatomy, shape.rows),
        spoken_columns=_spoken(snapshot, anatomy, shape.columns),
        level=(matrix == "position_bias" and snapshot.bias_level) or matrix_level(anatomy, matrix),
        marked_row={"query": snapshot.query, "head": anatomy.head}.get(shape.rows),
        traced=traced,
        chosen=cell if zoomed == matrix else None,
        values=values.astype(np.float32),
        hidden=frozen(hidden),
        anatomy=anatomy,
    )


def _spoken(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, axis: MatrixAxis) -> tuple[str, ...]:
    """Names within a sentence: tokens in quotation marks, numbers as they are."""
    if axis == "query":
        return tuple(row_text(label, snapshot.row_labels) for label in snapshot.queries)
    if axis == "key":
        return tuple(map(glossed_name, anatomy.key_tokens, _glosses(snapshot, anatomy)))
    return axis_names(snapshot, anatomy, axis)


def _glosses(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy) -> tuple[str, ...]:
    return snapshot.key_glosses or ("",) * len(anatomy.key_tokens)


# ------------------------------------------------------------------------------------ matrix title


LINE = 1.5  # height of a line in text sizes


def title_lines(picture: HeadMatrix, theme: Theme, *, width: float) -> int:
    """1, or 2 where ``width`` px are too narrow."""
    words = f"{picture.name}   {shape_text(picture.anatomy, picture.matrix)}"
    operator = f"{picture.operator} " if picture.operator else ""
    before = typeset_width(operator, theme, size=theme.body) + symbol_width(picture.symbol, theme)
    room = width - before - 4 * theme.unit
    return 1 if typeset_width(words, theme, size=theme.small) <= room else 2


def _paint_title(painter: QPainter, rect: QRectF, picture: HeadMatrix, theme: Theme) -> None:
    """``= QK⊤  products`` and ``[query, key] = [6, 7]``, beside each other or below."""
    name, marked = (text(picture.anatomy, picture.matrix) for text in (shape_text, row_shape_text))
    line = QRectF(rect.left(), rect.top(), rect.width(), LINE * theme.body)
    left = _paint_symbol(painter, line, picture, theme)
    place = QRectF(QPointF(left, line.top()), line.bottomRight())
    if picture.around.title_lines > 1:
        paint_line(painter, place, picture.name, theme)
        place = QRectF(rect.left(), line.bottom(), rect.width(), LINE * theme.small)
    else:
        name = f"{picture.name}   {name}"
    longer = f"{name}   {marked}"
    if marked and typeset_width(longer, theme, size=theme.small) <= place.width():
        name = longer
    paint_typeset(painter, place, name, theme)


def symbol_width(letters: str, theme: Theme) -> float:
    return max(end for _, end in _places(letters, theme))


def _places(letters: str, theme: Theme) -> list[tuple[float, float]]:
    """Start and end of each part in px; a subscript after a superscript stands under it."""
    places: list[tuple[float, float]] = []
    before = ""
    for text, mark in symbol_parts(letters):
        start = max((end for _, end in places), default=0.0)
        if (before, mark) == ("^", "_"):
            start = places[-1][0]
        width = text_width(theme, text, size=_size(theme, mark), weight="bold")
        places.append((start, start + width))
        before = mark
    return places


def _paint_symbol(painter: QPainter, line: QRectF, picture: HeadMatrix, theme: Theme) -> float:
    """Return the right end in px."""
    left, base = line.left(), line.top() + line.height() * 0.72
    if picture.operator:
        paint_typeset(painter, line, picture.operator, theme, size=theme.body)
        left += typeset_width(picture.operator, theme, size=theme.body) + 1.5 * theme.unit
    painter.setPen(QColor(colour_of(picture.matrix, theme)))
    places = _places(picture.symbol, theme)
    for (text, mark), (start, _) in zip(symbol_parts(picture.symbol), places, strict=True):
        shift = {"": 0.0, "_": 0.25, "^": -0.4}[mark] * theme.body
        painter.setFont(theme.font(_size(theme, mark), "bold"))
        painter.drawText(QPointF(left + start, base + shift), text)
    return left + symbol_width(picture.symbol, theme) + 2 * theme.unit


def _size(theme: Theme, mark: str) -> int:
    return max(round(theme.body * 0.7), theme.least) if mark else theme.body


# -------------------------------------------------------------------------------------- scale line
# The scale of a matrix' colours as a short line under it: ``−4 ▒▒▒▒ 4``, ``▨ masked``.


LONGEST, SHORTEST = 72, 16  # of the map in px at 100 %


def _paint_scale(
    painter: QPainter, place: QPointF, picture: HeadMatrix, theme: Theme, *, room: QRectF
) -> None:
    """From ``place`` (top left), or left of it; a legend without ``room`` is omitted."""
    left, entries = place.x(), list[tuple[Swatch, str]]()
    if picture.matrix == "mask":
        entries.append(("allowed", translate("one_head", "may attend")))
    else:
        # values beyond a signed level have the end's colour
        level = f"{picture.level:.3g}"
        ends = (f"≤ −{level}", f"≥ {level}") if picture.signed else ("0", "1")
        low, high = (text_width(theme, end, size=theme.small) + 1 for end in ends)
        used, height = low + high + 2 * theme.unit, theme.small * 1.2
        length = min(LONGEST * theme.scale, max(SHORTEST * theme.scale, room.width() - used))
        left = max(room.left(), min(left, room.right() - used - length))
        first = QRectF(left, place.y(), low, height)
        bar = QRectF(first.right() + theme.unit, place.y() + height * 0.2, length, height * 0.6)
        last = QRectF(bar.right() + theme.unit, place.y(), high, height)
        paint_line(painter, first, ends[0], theme, whole=True)
        paint_map(painter, bar, picture_map(picture, theme), theme)
        paint_line(painter, last, ends[1], theme, whole=True)
        left = last.right() + 5 * theme.unit
    if picture.hidden.any():
        entries.append(("masked", translate("attention", "masked")))
    if entries and left + legend_width(entries, theme) <= room.right():
        paint_legend(painter, QPointF(left, place.y()), entries, theme)


def picture_map(picture: HeadMatrix, theme: Theme) -> Rgba:
    return diverging_lut(theme) if picture.signed else kind_lut(theme, picture.anatomy.kind)


# ---------------------------------------------------------------------------------- matrix painter


LARGEST_CELL = 64  # side of a cell in px at 100 %
DOTTED_CELL = 8  # cells of at least this many px show that they may be attended to by a dot
ROW_SHARE = 0.4  # of the width, at most, for the names of the rows
BEHIND = 0.6  # opacity of the hatching of replaced values behind their numbers
_TOKENS = {"products", "scores", "mask", "masked_scores", "weights"}


def paint_head_cells(painter: QPainter, grid: CellGrid, picture: HeadMatrix, theme: Theme) -> None:
    cells = _cells(picture, theme)
    matrix.paint_ground(painter, grid, cells, theme)
    if picture.matrix in picture.anatomy.replaced:
        paint_replaced(painter, grid.rect, theme, opacity=BEHIND)
    if picture.matrix != "mask":
        digits = _digits(grid, picture, theme)
        if digits is not None:
            matrix.paint_texts(painter, grid, cells, _texts(picture, theme, digits=digits), theme)
    elif min(grid.cell_width, grid.cell_height) >= DOTTED_CELL * theme.scale:
        colour = theme.kind_colour(picture.anatomy.kind)
        matrix.paint_dots(painter, grid, ~picture.hidden, colour, largest=1.25 * theme.unit)


def row_room_of(picture: HeadMatrix, theme: Theme, *, width: float) -> float:
    """Width in px of the row names in a picture of ``width`` px."""
    widths = text_widths(theme, picture.rows, size=theme.body, weight="bold")
    return min(max(widths, default=0.0) + 1, width * ROW_SHARE)


def number_labels(
    names: Sequence[str], grid: CellGrid, theme: Theme, *, strong: Collection[int] = ()
) -> tuple[Label, ...]:
    """Numbers above columns, without overlap; ``strong`` ones are bold and take precedence."""

    def label(index: int, weight: Weight) -> Label:
        width = text_width(theme, names[index], size=theme.small, weight=weight)
        left, high = grid.middle(0, index).x() - width / 2, theme.small * TIGHT
        rect = QRectF(left, grid.top - high - theme.unit, width, high)
        return Label(index=index, text=names[index], rect=rect, size=theme.small, weight=weight)

    def is_free(one: Label) -> bool:
        around = one.rect.adjusted(-theme.unit, 0, theme.unit, 0)
        return not any(around.intersects(other.rect) for other in first)

    first = [label(index, "bold") for index in strong]
    steps = range(0, len(names), number_step(names, grid, theme))
    return (*first, *filter(is_free, (label(index, "normal") for index in steps)))


def number_step(names: Sequence[str], grid: CellGrid, theme: Theme) -> int:
    """Step between the numbers that fit: a power of two, as widths of models are."""
    widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
    step = 1
    while step < len(names) and step * grid.cell_width < widest + theme.unit:
        step *= 2
    return step


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
    shown = picture.values[np.isfinite(picture.values)]
    ends = (float(shown.min(initial=0)), float(shown.max(initial=0)))
    for digits in (3, 2) if picture.signed else (3,):
        if matrix.fit_into(grid, (short_number(end, digits=digits) for end in ends), theme):
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
    if picture.matrix == "concatenation":  # this head's columns among all heads'
        first, d_k = picture.anatomy.head * picture.anatomy.d_k, picture.anatomy.d_k
        own = grid.part(every, range(first, first + d_k))
        frames.append((own, theme.soft_text, Qt.PenStyle.DotLine))
    query = None if picture.marked_row is None else Traced(row=picture.marked_row)
    for marked, colour, style in (
        (query, theme.kind_colour(picture.anatomy.kind), Qt.PenStyle.SolidLine),
        (picture.traced, theme.text, Qt.PenStyle.DashLine),
        (picture.chosen, theme.text, Qt.PenStyle.SolidLine),
    ):
        if marked is not None:
            rows = every if marked.row is None else range(marked.row, marked.row + 1)
            end = (marked.column or 0) + 1
            columns = range(grid.columns) if marked.column is None else range(end - 1, end)
            frames.append((grid.part(rows, columns), colour, style))
    for part, colour, style in frames:
        matrix.paint_frame(painter, part.rect, colour, theme, width=width, style=style)
