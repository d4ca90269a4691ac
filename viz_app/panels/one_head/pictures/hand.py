"""The head by hand as a picture: its matrices, and the terms of each number in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter

from model.arrays import FloatArray
from model.lessons.by_hand import (
    D_K,
    GIVEN,
    PUZZLES,
    TOKENS,
    HandCell,
    HandHead,
    HandPart,
    HandRecord,
    PuzzleName,
    hand_record,
    may_change,
)
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.texts import exact_number, short_number
from viz_app.pictures import matrix
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.labels import TIGHT, text_width
from viz_app.pictures.picture import Picture, PlacedSpots
from viz_app.pictures.typeset import paint_line, paint_typeset, typeset_width
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, listed_row, quoted_name, shown_name
from viz_app.texts.sentences import head_title, row_text
from viz_app.workbench.snapshots.token_axes import RowLabel

translate = QCoreApplication.translate

PLACES: tuple[tuple[HandPart, ...], ...] = (GIVEN, ("scores", "weights", "output"))
"""Of the matrices: two rows, from left to right."""

SYMBOLS: dict[HandPart, str] = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "scores": "S = QKᵀ/√d_k",
    "weights": "A = softmax(S)",
    "output": "Z = A V",
}
LEVELS: dict[HandPart, float] = {"scores": 8.0, "q": 4.0, "k": 4.0, "v": 4.0, "output": 4.0}
"""Ends of the colour map, −level … +level; that of the weights is 0 … 1."""

LARGEST_CELL = 88  # side in px at 100 %
APART = 6  # units between matrices
WIDEST = "−8.88"  # text of a number, mostly
NAMES_SHARE = 0.3  # of a matrix' width, at most, for the names of its rows


@dataclass(frozen=True, kw_only=True)
class HandPicture(Picture):
    """Q, K and V above what is computed from them.

    ``traced``: the computed number whose factors are framed, or None.
    """

    head: HandHead
    puzzle: PuzzleName | None = None
    traced: HandCell | None = None

    natural = (860, 480)
    smallest = (420, 200)

    def can_pick(self, spot: HandCell) -> bool:
        return may_change(self.puzzle, spot)

    def say(self, spot: HandCell) -> str:
        said = cell_sentence(self.head, spot)
        if spot.part not in GIVEN:
            return said
        how = translate("one_head", "drag sideways, turn the wheel, or type")
        locked = translate("one_head", "locked in this puzzle")
        return f"{said} · {how if self.can_pick(spot) else locked}"

    def tables(self) -> Tables:
        record = hand_record(self.head)
        return tuple(
            ValueTable(
                name=f"{SYMBOLS[part]}: {part_name(part)}",
                rows=row_names(self.head, part),
                columns=column_names(self.head, part),
                values=part_values(self.head, record, part),
                mask=record.mask if part == "weights" else None,
            )
            for part in chain(*PLACES)
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        painter.save()
        gap, foot = float(APART * theme.unit), theme.small * TIGHT + theme.unit
        width, height = (rect.width() - 2 * gap) / 3, (rect.height() - gap / 2 - foot) / 2
        layouts: dict[HandPart, matrix.MatrixLayout] = {}
        for down, parts in enumerate(PLACES):
            for along, part in enumerate(parts):
                left, top = along * (width + gap), down * (height + gap / 2)
                place = QRectF(rect.left() + left, rect.top() + top, width, height)
                _paint_title(painter, place, part, theme)
                place.setTop(place.top() + 1.6 * theme.body)
                layouts[part] = self._layout(part, place, theme)
        size = next(filter(partial(_fits, layouts, theme), (theme.large, theme.body)), theme.small)
        for part, layout in layouts.items():
            self._paint_part(painter, part, layout, theme, size=size)
        grids = {part: layout.grid for part, layout in layouts.items()}
        self._paint_frames(painter, grids, theme)
        line = QRectF(rect.left(), rect.bottom() - foot, rect.width(), foot)
        paint_line(painter, line, self.note, theme)
        painter.restore()
        rows = ((parts, row) for parts in PLACES for row in range(TOKENS))
        return PlacedSpots(
            tuple(
                tuple(
                    (HandCell(part, row, column), grids[part].cell_rect(row, column))
                    for part in parts
                    for column in range(grids[part].columns)
                )
                for parts, row in rows
            ),
            matrices=tuple(grid.rect for grid in grids.values()),
        )

    def _layout(self, part: HandPart, place: QRectF, theme: Theme) -> matrix.MatrixLayout:
        head, own = self.head, row_names(self.head, part)
        longest, longest_own = (
            max(text_width(theme, name, size=theme.body, weight="bold") for name in names)
            for names in ((*row_names(head, "q"), *row_names(head, "k")), own)
        )
        return matrix.layout_matrix(
            place,
            own,
            column_names(head, part),
            theme,
            largest=LARGEST_CELL,
            # all matrices have the same margin, so that they are aligned
            left=max(min(longest, NAMES_SHARE * place.width()) - longest_own, 0.0),
            stretch=2.0,
            row_share=NAMES_SHARE,
        )

    def _paint_part(
        self,
        painter: QPainter,
        part: HandPart,
        layout: matrix.MatrixLayout,
        theme: Theme,
        *,
        size: int,
    ) -> None:
        head, record, weights = self.head, hand_record(self.head), part == "weights"
        values, grid = part_values(head, record, part), layout.grid
        kind = head.origin.kind if head.origin else "encoder"
        cells = matrix.number_cells(
            values,
            kind_lut(theme, kind) if weights else diverging_lut(theme),
            theme,
            levels=(0.0, 1.0) if weights else (-LEVELS[part], LEVELS[part]),
            hidden=~record.mask if weights else None,
        )
        matrix.paint_ground(painter, grid, cells, theme)
        texts = (
            (row, column, short_number(float(value)), "")
            for (row, column), value in np.ndenumerate(values)
            if not weights or record.mask[row, column]
        )
        matrix.paint_texts(painter, grid, cells, texts, theme, size=size)
        matrix.paint_labels(painter, layout, theme)

    def _paint_frames(
        self, painter: QPainter, grids: dict[HandPart, CellGrid], theme: Theme
    ) -> None:
        free = PUZZLES[self.puzzle].free if self.puzzle is not None else {}
        for given, rows in free.items():
            area = grids[given].rows_rect(min(rows), max(rows) + 1)
            matrix.paint_frame(painter, area, theme.accent, theme)
        for part, row, column in factors(self.traced):
            grid = grids[part]
            rows_of = range(TOKENS) if row is None else range(row, row + 1)
            columns = range(grid.columns) if column is None else range(column, column + 1)
            area, style = grid.part(rows_of, columns).rect, Qt.PenStyle.DashLine
            matrix.paint_frame(painter, area, theme.text, theme, style=style)


def _fits(layouts: Mapping[HandPart, matrix.MatrixLayout], theme: Theme, size: int) -> bool:
    grids = (layout.grid for layout in layouts.values())
    return all(matrix.fit_into(grid, (WIDEST,), theme, size=size, apart=2) for grid in grids)


def hand_picture(head: HandHead, puzzle: PuzzleName | None) -> HandPicture:
    scales = translate(
        "one_head", "Colours: Q, K, V and Z from −4 to 4, scores from −8 to 8, weights from 0 to 1"
    )
    return HandPicture(
        title=translate("one_head", "Head by hand"),
        note=scales,
        of_translation=False,
        head=head,
        puzzle=puzzle,
    )


def factors(cell: HandCell | None) -> Sequence[tuple[HandPart, int | None, int | None]]:
    """Row and column of each matrix that a computed number is made of; None = all."""
    if cell is None or cell.part in GIVEN:
        return ()
    if cell.part == "scores":
        return ("q", cell.row, None), ("k", cell.column, None)
    if cell.part == "weights":
        return (("scores", cell.row, None),)
    return ("weights", cell.row, None), ("v", None, cell.column)


def part_values(head: HandHead, record: HandRecord, part: HandPart) -> FloatArray:
    """``[token, d_k]``, or ``[query, key]``."""
    values = head.matrix(part) if part in GIVEN else getattr(record, part)
    return np.asarray(values, dtype=np.float32)


def row_labels(head: HandHead, part: HandPart) -> list[RowLabel]:
    names = head.keys if part in {"k", "v"} else head.queries
    return [RowLabel(*name.split(" → ", 1)) for name in names]


def row_names(head: HandHead, part: HandPart) -> tuple[str, ...]:
    return tuple(listed_row(label, "both") for label in row_labels(head, part))


def column_names(head: HandHead, part: HandPart) -> tuple[str, ...]:
    names = head.keys if part in {"scores", "weights"} else map(str, range(D_K))
    return tuple(map(shown_name, names))


def _paint_title(painter: QPainter, place: QRectF, part: HandPart, theme: Theme) -> None:
    """``Q  queries``, ``S = QKᵀ/√d_k  scores``: the given ones have the colours of a head's."""
    line, size = QRectF(place.topLeft(), place.topRight()), theme.body
    line.setHeight(1.5 * size)
    ink = {"q": theme.query, "k": theme.key, "v": theme.value}.get(part, theme.text)
    symbol = SYMBOLS[part]
    paint_typeset(painter, line, symbol, theme, size=size, colour=ink, weight="bold")
    width = typeset_width(symbol, theme, size=size, weight="bold")
    line.setLeft(line.left() + width + 2 * theme.unit)
    paint_line(painter, line, part_name(part), theme)


# ------------------------------------------------------------------------------------------- texts


def part_name(part: HandPart) -> str:
    return {
        "q": translate("one_head", "queries"),
        "k": translate("one_head", "keys"),
        "v": translate("one_head", "values"),
        "scores": translate("one_head", "scores"),
        "weights": translate("one_head", "attention weights"),
        "output": translate("one_head", "output"),
    }[part]


def origin_sentence(head: HandHead) -> str:
    """Where the numbers are from; empty for the example."""
    origin = head.origin
    if origin is None:
        return ""
    template = translate(
        "one_head",
        "{head}: its three rows of the largest weights on different keys. Q, K and V are reduced"
        " to d_k = 4 (SVD): three rows have at most three directions, so the scores are exact."
        " The softmax is over three keys, which have {share} of the weight of these rows.",
    )
    head_of = head_title(origin.kind, layer=origin.layer, head=origin.head)
    return template.format(head=head_of, share=f"{origin.share:.0%}")


def cell_sentence(head: HandHead, cell: HandCell) -> str:
    """A given number, or all terms of a computed one: ``… = 0.30·0.50 + 0.39·0.00 + …``."""
    part, row, column = cell
    record, templates = (
        hand_record(head),
        {
            "q": translate("one_head", "query of {row}, dimension {number}"),
            "k": translate("one_head", "key of {row}, dimension {number}"),
            "v": translate("one_head", "value of {row}, dimension {number}"),
            "scores": translate("one_head", "score of row {row} for key {key}"),
            "weights": translate("one_head", "weight of row {row} on key {key}"),
            "output": translate("one_head", "output of row {row}, dimension {number}"),
        },
    )
    key = quoted_name(head.keys[min(column, TOKENS - 1)])
    row_name = row_text(row_labels(head, part)[row], "both")
    said = templates[part].format(row=row_name, key=key, number=column)
    terms, value = "", exact_number(float(part_values(head, record, part)[row, column]), digits=3)
    if part == "scores":
        terms = f"({_dot(head.q[row], head.k[column])}) / √{D_K} = "
    elif part == "weights" and not record.mask[row, column]:
        value = translate("one_head", "masked")
    elif part == "weights":
        powers = [f"e^{_factor(float(score))}" for score in record.scores[row]]
        allowed = np.array(powers)[record.mask[row]].tolist()
        terms = f"{powers[column]} / ({' + '.join(allowed)}) = "
    elif part == "output":
        terms = f"{_dot(record.weights[row].tolist(), [each[column] for each in head.v])} = "
    return f"{said}: {terms}{value}"


def _dot(left: Sequence[float], right: Sequence[float]) -> str:
    return " + ".join(f"{_factor(a)}·{_factor(b)}" for a, b in zip(left, right, strict=True))


def _factor(value: float) -> str:
    text = decimal_number(value)
    return f"({text})" if value < 0 else text
