"""The input of the model: tokens in a row, their vectors as strips of colour, one's numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding import EmbeddedTokens, EmbeddingStage
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme, Weight
from viz_app.pictures.bars import Stretch, across
from viz_app.pictures.cell_image import CellGrid, paint_cells
from viz_app.pictures.labels import text_width
from viz_app.pictures.legend import BoxStyle, bar_width, box_width, paint_bar, paint_box
from viz_app.pictures.matrix import number_cells
from viz_app.pictures.picture import Pane, Picture, Spots, moved, scaled
from viz_app.pictures.typeset import paint_heading, paint_line, paint_typeset, typeset_width
from viz_app.storage.value_tables import Tables, ValueTable, numbered
from viz_app.texts.labels import decimal_number, glossed_name, quoted
from viz_app.texts.visible_token import visible
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate


def moved_along(spot: int | None, key: int, count: int) -> int | None:
    """Where a key leads to in a row of so many."""
    cell = moved(None if spot is None else Cell(0, spot), key, rows=1, columns=count)
    return None if cell is None else cell.column


# --------------------------------------------------------------------------------------- token row


BOX = 30
"""Height of a token, in px at 100 %."""

WIDEST_TOKEN = 40
"""Of a token's box, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRowLayout(Spots):
    """Layout in the painter's px; boxes outside ``viewport`` are not visible. Spots are indices."""

    title: QRectF
    viewport: QRectF
    boxes: tuple[QRectF, ...]

    def at(self, point: QPointF) -> int | None:
        boxes = enumerate(self.boxes) if self.viewport.contains(point) else ()
        return next((index for index, box in boxes if box.contains(point)), None)

    def rect(self, spot: int) -> QRectF | None:
        return self.boxes[spot].adjusted(-1, -1, 1, 1) if spot < len(self.boxes) else None

    def moved(self, spot: int | None, key: int) -> int | None:
        return moved_along(spot, key, len(self.boxes))


@dataclass(frozen=True, kw_only=True)
class TokenRow(Picture):
    """Tokens in a row, one of them chosen: if not all fit, those around it."""

    tokens: tuple[str, ...]
    chosen: int

    natural, smallest = (400, BOX + 6), (200, BOX + 6)

    def say(self, spot: int) -> str:
        text = translate("embedding", "position {position}: {token}")
        return text.format(position=spot, token=quoted(self.tokens[spot]))

    def tables(self) -> Tables:
        """Positions of tokens, from 0 as in their encodings, and a 1 at the chosen one."""
        places = np.arange(len(self.tokens))
        columns = (translate("embedding", "position"), translate("embedding", "chosen"))
        table = ValueTable(
            name=self.title,
            rows=tuple(map(visible, self.tokens)),
            columns=columns,
            values=np.stack([places, places == self.chosen], axis=1),
        )
        return (table,) if self.tokens else ()

    def layout(self, rect: QRectF, theme: Theme) -> TokenRowLayout:
        gap = float(theme.unit)
        title_width = text_width(theme, self.title, size=theme.small) + 3 * theme.unit
        viewport = rect.adjusted(title_width, 0, 0, 0)
        widths = [min(box_width(token, theme), WIDEST_TOKEN * theme.unit) for token in self.tokens]
        ends = list(accumulate(width + gap for width in widths))
        hidden = max(0.0, (ends[-1] - gap if ends else 0.0) - viewport.width())
        middle = ends[self.chosen] - gap - widths[self.chosen] / 2 if ends else 0.0
        offset = min(max(0.0, middle - viewport.width() / 2), hidden)
        height = min(BOX * theme.scale, rect.height())
        top = rect.center().y() - height / 2
        boxes = tuple(
            QRectF(viewport.left() + end - gap - width - offset, top, width, height)
            for end, width in zip(ends, widths, strict=True)
        )
        title = QRectF(rect.left(), rect.top(), title_width, rect.height())
        return TokenRowLayout(title=title, viewport=viewport, boxes=boxes)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> TokenRowLayout:
        layout = self.layout(rect.adjusted(theme.unit, 2, -theme.unit, -2), theme)
        paint_line(painter, layout.title, self.title, theme)
        painter.save()
        painter.setClipRect(layout.viewport.adjusted(-1, 0, 1, 0))
        for index, (box, token) in enumerate(zip(layout.boxes, self.tokens, strict=True)):
            if box.intersects(layout.viewport):
                here = index == self.chosen
                style = BoxStyle(tint=theme.accent if here else None, strong=here)
                paint_box(painter, box, token, theme, style)
        painter.restore()
        return layout


def token_row(title: str, tokens: tuple[str, ...], chosen: int) -> TokenRow:
    note = quoted(tokens[chosen]) if tokens else ""
    return TokenRow(title=title, note=note, tokens=tokens, chosen=chosen)


# --------------------------------------------------------------------------------------- sentences


def numbers_title(side: EmbeddedTokens, token: int, gloss: str = "") -> str:
    return translate(
        "embedding",
        "{token} · id {id} of {vocabulary} · position {position} · {d_model} dimensions",
    ).format(
        token=glossed_name(side.tokens[token], gloss),
        id=side.ids[token],
        vocabulary=f"{side.vocabulary:,}",
        position=token,
        d_model=side.d_model,
    )


def number_sentence(side: EmbeddedTokens, token: int, dimension: int, gloss: str = "") -> str:
    steps = "; ".join(_steps(side, token, dimension))
    return translate("embedding", "{token}, dimension {dimension}: {steps}").format(
        token=glossed_name(side.tokens[token], gloss), dimension=dimension, steps=steps
    )


def _steps(side: EmbeddedTokens, token: int, dimension: int) -> Iterator[str]:
    def number(stage: EmbeddingStage) -> str:
        return decimal_number(float(side.values(stage)[token, dimension]), 4)

    if side.stages == ("rows", "embedded"):
        yield number("rows")
    if "scaled" in side.stages:
        yield f"{number('rows')} × {side.scale:.4g} = {number('scaled')}"
    if side.positions is not None:
        yield translate("embedding", "{scaled} + {position} (position {place}) = {sum}").format(
            scaled=number("scaled"),
            position=number("positions"),
            place=token,
            sum=number("embedded" if side.summed is None else "summed"),
        )
    if side.summed is not None:
        yield translate("embedding", "normalised: {value}").format(value=number("embedded"))


# ------------------------------------------------------------------------------------------ strips


LEVEL = 4.0
"""The colours end at −4 and 4, for every model and sentence."""

TICKS = ((0.0, "≤ −4"), (0.5, "0"), (1.0, "≥ 4"))

HIGHEST, LOWEST = 72, 20
"""Of a token's row, in px at 100 %."""

WIDEST_STRIP_TOKEN = 30
"""Of a token's box, in units."""

MOST_GLOSSED = 0.14
"""Share of the width that glosses may take; a longer one is only in the tool tip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripsLayout(Spots):
    """Layout in the painter's px.

    Spots are a cell (token, dimension) of any strip, or the index of a token beside them.

    Attributes:
        viewport: area of the rows; rows scrolled out of it are not visible.
        tokens, glosses, ids: left edge and width of the columns left of the strips.
        strips: scaled table rows, positions and sums, with ``[token, dimension]`` cells.
        bar: place of the colour bar.
    """

    viewport: QRectF
    tokens: Stretch
    glosses: Stretch
    ids: Stretch
    strips: tuple[CellGrid, ...]
    bar: QRectF

    def row_rect(self, token: int) -> QRectF:
        strip = self.strips[0].cell_rect(token, 0)
        right = self.strips[-1].rect.right()
        return QRectF(self.tokens[0], strip.top(), right - self.tokens[0], strip.height())

    def token_rect(self, token: int) -> QRectF:
        return across(self.row_rect(token), self.tokens).adjusted(0, 1, 0, -1)

    def at(self, point: QPointF) -> Cell | int | None:
        grid = self.strips[0]
        token = int((point.y() - grid.top) // grid.cell_height)
        if not self.viewport.contains(point) or not 0 <= token < grid.rows:
            return None
        found = (strip.cell_at(point) for strip in self.strips)
        return next((cell for cell in found if cell is not None), token)

    def rect(self, spot: Cell | int) -> QRectF | None:
        if not isinstance(spot, Cell):
            return self.row_rect(spot) if spot < self.strips[0].rows else None
        grid = self.strips[-1]
        if spot.row >= grid.rows or spot.column >= grid.columns:
            return None
        cell = grid.cell_rect(spot.row, spot.column)
        width = max(cell.width(), 3.0)
        return QRectF(cell.center().x() - width / 2, cell.top(), width, cell.height())

    def moved(self, spot: Cell | int | None, key: int) -> Cell | None:
        cell = Cell(spot, 0) if isinstance(spot, int) else spot
        return moved(cell, key, rows=self.strips[0].rows, columns=self.strips[0].columns)


@dataclass(frozen=True, kw_only=True)
class Strips(Picture):
    """Scaled rows of the table, positions and sums of all tokens as strips, which scroll.

    Attributes:
        glosses: meanings of the tokens; may be empty.
        chosen: the token and the dimension that are looked at.
    """

    side: EmbeddedTokens
    glosses: Sequence[str] = ()
    chosen: Cell

    natural, smallest = (800, 240), (460, 118)  # at least four rows

    def say(self, spot: Cell | int) -> str:
        if isinstance(spot, Cell):
            return number_sentence(self.side, spot.row, spot.column, self.gloss(spot.row))
        return numbers_title(self.side, spot, self.gloss(spot))

    def gloss(self, token: int) -> str:
        return self.glosses[token] if self.glosses else ""

    def tables(self) -> Tables:
        side, tokens = self.side, tuple(map(visible, self.side.tokens))
        columns = numbered(side.d_model, first=0)
        return tuple(
            ValueTable(name=name, rows=tokens, columns=columns, values=side.values(stage))
            for name, stage in zip(strip_titles(side), strip_stages(side), strict=True)
        )

    def panes(self, rect: QRectF, theme: Theme) -> Sequence[Pane]:
        layout = self.layout(rect, theme)
        return (Pane(layout.viewport, layout.strips[0].rect.height()),)

    def layout(self, rect: QRectF, theme: Theme, offset: float = 0.0) -> StripsLayout:
        """Fit the strips into a rectangle, scrolled by ``offset`` px."""
        side, unit = self.side, theme.unit
        top = rect.top() + _head_height(theme)
        viewport = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
        # as high as fits; below the lowest, rows scroll
        fitting = max(LOWEST * theme.scale, viewport.height() / len(side.tokens))
        height = float(math.floor(min(HIGHEST * theme.scale, fitting)))
        needed = max(box_width(token, theme) for token in side.tokens)
        token_width = min(needed, WIDEST_STRIP_TOKEN * unit, 0.25 * rect.width())
        meant = (text_width(theme, gloss, size=theme.small) for gloss in self.glosses)
        short = (width for width in meant if width <= MOST_GLOSSED * rect.width())
        gloss_width = max(short, default=0)
        gloss_left = rect.left() + token_width + 2 * unit
        id_left = gloss_left + gloss_width + (2 * unit if gloss_width else 0)
        id_texts = ("id", *map(str, side.ids))
        id_width = max(text_width(theme, text, size=theme.small) for text in id_texts) + 1
        bar_room, gap = bar_width(theme, TICKS), 6.0 * unit
        first = id_left + id_width + 2 * unit
        count = len(strip_stages(side))
        width = (rect.right() - bar_room - 3 * unit - first - (count - 1) * gap) / count
        width = max(width, 3.0)
        strips = tuple(
            CellGrid(
                left=first + index * (width + gap),
                top=top - offset,
                cell_width=width / side.d_model,
                cell_height=height,
                rows=len(side.tokens),
                columns=side.d_model,
            )
            for index in range(count)
        )
        bar_height = min(viewport.height(), height * len(side.tokens))
        return StripsLayout(
            viewport=viewport,
            tokens=(rect.left(), token_width),
            glosses=(gloss_left, gloss_width),
            ids=(id_left, id_width),
            strips=strips,
            bar=QRectF(rect.right() - bar_room, top, bar_room, bar_height),
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> StripsLayout:
        return self.paint_scrolled(painter, rect, theme, ())

    def paint_scrolled(
        self, painter: QPainter, rect: QRectF, theme: Theme, offsets: Sequence[float]
    ) -> StripsLayout:
        layout, side = self.layout(rect, theme, *offsets), self.side
        self._paint_head(painter, layout, theme)
        paint_bar(painter, layout.bar, diverging_lut(theme), theme, ticks=TICKS)
        painter.save()
        painter.setClipRect(layout.viewport.adjusted(-2, -1, 0, 1))
        shown, chosen = layout.strips[0].rows_in(layout.viewport), self.chosen.row
        for grid, stage in zip(layout.strips, strip_stages(side), strict=True):
            for row in shown:
                inner = grid.part(range(row, row + 1), range(grid.columns)).lower(1)
                values, lut = side.values(stage)[row : row + 1], diverging_lut(theme)
                cells = number_cells(values, lut, theme, levels=(-LEVEL, LEVEL))
                paint_cells(painter, inner, cells.codes, cells.table, peaks=False)
                painter.setPen(QPen(QColor(theme.line), 1))
                painter.drawRect(inner.rect)
        for token in shown:
            style, row_rect = BoxStyle(strong=token == chosen), layout.row_rect(token)
            paint_box(painter, layout.token_rect(token), side.tokens[token], theme, style)
            ink, place = theme.text if token == chosen else "", across(row_rect, layout.ids)
            paint_line(painter, place, str(side.ids[token]), theme, colour=ink, side="right")
            gloss = self.gloss(token)
            if text_width(theme, gloss, size=theme.small) <= layout.glosses[1]:
                paint_line(painter, across(row_rect, layout.glosses), gloss, theme)
        if chosen in shown:
            painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
            painter.drawRect(layout.row_rect(chosen).adjusted(-1, 0, 1, 0))
        painter.restore()
        return layout

    def _paint_head(self, painter: QPainter, layout: StripsLayout, theme: Theme) -> None:
        side, gap = self.side, 6.0 * theme.unit
        line = QRectF(0, layout.viewport.top() - _head_height(theme), 0, theme.small * 1.5)
        last = "=" if side.summed is None else "→"  # after a norm, nothing is equal
        operators = ("", last) if side.positions is None else ("", "+", last)
        for grid, title, operator in zip(layout.strips, strip_titles(side), operators, strict=True):
            paint_typeset(painter, across(line, (grid.left, grid.rect.width())), title, theme)
            paint_line(
                painter,
                across(line, (grid.left - gap, gap)),
                operator,
                theme,
                size=theme.body,
                colour=theme.text,
                weight="bold",
                side="centre",
            )
        paint_line(painter, across(line, layout.ids), "id", theme, side="right")


def strips_picture(
    side: EmbeddedTokens, glosses: Sequence[str], chosen: Cell, caption: str
) -> Strips:
    return Strips(
        title=translate("embedding", "Tokens entering the model"),
        note=numbers_title(side, chosen.row, glosses[chosen.row] if glosses else ""),
        extra_caption=(caption,),
        side=side,
        glosses=glosses,
        chosen=chosen,
    )


def strip_titles(side: EmbeddedTokens) -> tuple[str, ...]:
    row = (
        translate("embedding", "row of the table × √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        )
        if "scaled" in side.stages
        else translate("embedding", "row of the table")
    )
    placed = (translate("embedding", "positional encoding"),) if side.positions is not None else ()
    last = (
        translate("embedding", "into the model")
        if side.summed is None
        else translate("embedding", "normalised, into the model")
    )
    return (row, *placed, last)


def strip_stages(side: EmbeddedTokens) -> tuple[EmbeddingStage, ...]:
    """Stage of each strip: scaled row, position if one is added, input of the first layer."""
    return ("scaled", "embedded") if side.positions is None else ("scaled", "positions", "embedded")


def _head_height(theme: Theme) -> float:
    return theme.small * 1.5 + theme.unit


# ----------------------------------------------------------------------------------------- numbers
# One token's numbers, dimension by dimension: the row of the table, scaled, + position = sum.


LINE_HEIGHT, LOWEST_LINE = 26, 18
"""Of a line of numbers, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersLayout(Spots):
    """Layout in the painter's px. Spots are dimensions.

    Attributes:
        names: places of the names of the lines.
        grid: one cell per line and visible dimension.
        first: dimension of the first column.
        d_model: all dimensions.
    """

    names: QRectF
    grid: CellGrid
    first: int
    d_model: int

    def at(self, point: QPointF) -> int | None:
        cell = self.grid.cell_at(point)
        return None if cell is None else self.first + cell.column

    def rect(self, spot: int) -> QRectF | None:
        """The column of a dimension; of one out of view the nearest."""
        if spot >= self.d_model:
            return None
        last = self.first + self.grid.columns - 1
        return self.column_rect(max(self.first, min(spot, last)))

    def moved(self, spot: int | None, key: int) -> int | None:
        return moved_along(spot, key, self.d_model)

    def column_rect(self, dimension: int) -> QRectF:
        cell = self.grid.cell_rect(0, dimension - self.first)
        return QRectF(cell.left(), cell.top(), cell.width(), self.grid.rect.height())


@dataclass(frozen=True, kw_only=True)
class TokenNumbers(Picture):
    """The values of a token at each stage, of as many dimensions as fit, including ``chosen``."""

    side: EmbeddedTokens
    token: int
    gloss: str = ""
    chosen: int

    natural, smallest = (800, 175), (460, 127)

    def say(self, spot: int) -> str:
        return number_sentence(self.side, self.token, spot, self.gloss)

    def tables(self) -> Tables:
        side = self.side
        table = ValueTable(
            name=visible(side.tokens[self.token]),
            rows=number_names(side, self.token),
            columns=numbered(side.d_model, first=0),
            values=np.stack([side.values(stage)[self.token] for stage in side.stages]),
        )
        return (table,)

    def size(self, theme: Theme) -> QSize:
        return self._size(theme, self.natural[0], LINE_HEIGHT, margins=8)

    def least(self, theme: Theme) -> QSize:
        return self._size(theme, self.smallest[0], LOWEST_LINE, margins=4)

    def _size(self, theme: Theme, width: int, line: int, *, margins: int) -> QSize:
        lines = len(self.side.stages) * line * theme.scale
        height = round(_numbers_head(theme) + lines) + margins * theme.unit
        return QSize(scaled((width, 0), theme).width(), height)

    def layout(self, rect: QRectF, theme: Theme) -> NumbersLayout:
        side, lines = self.side, len(self.side.stages)
        names = max(
            typeset_width(name, theme, size=theme.small, weight=_weight(line, lines))
            for line, name in enumerate(number_names(side, self.token))
        )
        names = min(names + 3 * theme.unit, 0.4 * rect.width())
        top = rect.top() + _numbers_head(theme)
        cell = text_width(theme, "−00.000", size=theme.small) + 2 * theme.unit
        count = max(1, min(side.d_model, int((rect.width() - names) / cell)))
        grid = CellGrid(
            left=rect.left() + names,
            top=top,
            cell_width=(rect.width() - names) / count,
            cell_height=min((rect.bottom() - top) / lines, LINE_HEIGHT * theme.scale),
            rows=lines,
            columns=count,
        )
        return NumbersLayout(
            names=QRectF(rect.left(), top, names, rect.bottom() - top),
            grid=grid,
            first=max(0, min(self.chosen - count // 2, side.d_model - count)),
            d_model=side.d_model,
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> NumbersLayout:
        layout, side = self.layout(rect, theme), self.side
        grid, lines = layout.grid, layout.grid.rows
        title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.4)
        paint_heading(painter, title, numbers_title(side, self.token, self.gloss), theme)
        for column in range(grid.columns):
            number, cell = layout.first + column, grid.cell_rect(0, column)
            high, here = theme.small * 1.3, number == self.chosen
            place = QRectF(cell.left(), cell.top() - high, cell.width(), high)
            weight: Weight = "bold" if here else "normal"
            ink = theme.text if here else ""
            paint_line(painter, place, str(number), theme, colour=ink, weight=weight, side="centre")
        for line, name in enumerate(number_names(side, self.token)):
            place = layout.names.adjusted(0, 0, -2 * theme.unit, 0)
            place.setTop(grid.cell_rect(line, 0).top())
            place.setHeight(grid.cell_height)
            weight = _weight(line, lines)
            ink = theme.text if weight == "bold" else ""
            paint_typeset(painter, place, name, theme, colour=ink, weight=weight)
        self._paint_values(painter, layout, theme)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRect(grid.rect)
        last = grid.cell_rect(lines - 1, 0)
        painter.setPen(QPen(QColor(theme.text), theme.scale))
        painter.drawLine(last.topLeft(), QPointF(grid.rect.right(), last.top()))
        if layout.first <= self.chosen < layout.first + grid.columns:
            painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
            painter.drawRect(layout.column_rect(self.chosen))
        return layout

    def _paint_values(self, painter: QPainter, layout: NumbersLayout, theme: Theme) -> None:
        shown, side = slice(layout.first, layout.first + layout.grid.columns), self.side
        values = np.stack([side.values(stage)[self.token, shown] for stage in side.stages])
        cells = number_cells(values, diverging_lut(theme), theme, levels=(-LEVEL, LEVEL))
        for line, column in np.ndindex(values.shape):
            place, ink = layout.grid.cell_rect(line, column), cells.ink(line, column, theme)
            painter.fillRect(place, QColor(int(cells.table[cells.codes[line, column]])))
            text = decimal_number(float(values[line, column]), 3)
            paint_line(painter, place, text, theme, colour=ink, side="centre")


def numbers_picture(side: EmbeddedTokens, at: Cell, gloss: str, caption: str) -> TokenNumbers:
    """Of the token and the dimension that are looked at."""
    place, token = translate("embedding", "position {number}: {token}"), side.tokens[at.row]
    return TokenNumbers(
        title=translate("embedding", "Values of the selected token"),
        note=numbers_title(side, at.row, gloss),
        extra_caption=(caption, place.format(number=at.row, token=visible(token))),
        side=side,
        token=at.row,
        gloss=gloss,
        chosen=at.column,
    )


def number_names(side: EmbeddedTokens, token: int) -> tuple[str, ...]:
    names: dict[EmbeddingStage, str] = {
        "rows": translate("embedding", "row {id} of the table").format(id=side.ids[token]),
        "scaled": translate("embedding", "× √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        ),
        "positions": translate("embedding", "+ position {position}").format(position=token),
        "summed": translate("embedding", "= sum"),
        "embedded": translate("embedding", "= into the model")
        if side.summed is None
        else translate("embedding", "normalised: into the model"),
    }
    return tuple(names[stage] for stage in side.stages)


def _weight(line: int, lines: int) -> Weight:
    return "bold" if line == lines - 1 else "normal"


def _numbers_head(theme: Theme) -> float:
    """Height of the title and the dimensions, in px."""
    return theme.body * 1.4 + theme.unit + theme.small * 1.3
