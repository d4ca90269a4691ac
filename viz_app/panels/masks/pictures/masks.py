"""Masks as pictures: their cells, their painter, and the four masks of a sentence in a batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.arrays import BoolArray, FloatArray
from model.lessons.masks import MaskRecord
from model.traces.trace import Kind
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, frame_theme, mixed
from viz_app.pictures import matrix
from viz_app.pictures.cell_image import (
    BLANK,
    MASKED,
    CellGrid,
    Codes,
    Ticks,
    colour_table,
    level_ticks,
    paint_cells,
    ticks,
)
from viz_app.pictures.labels import paint_label, text_width
from viz_app.pictures.legend import bar_width, paint_bar_beside
from viz_app.pictures.matrix import MatrixLayout, layout_matrix, paint_ticks
from viz_app.pictures.picture import Picture, Spots
from viz_app.pictures.typeset import paint_heading
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, glossed_name
from viz_app.texts.sentences import Swatch, short_axes_sentence, titled
from viz_app.texts.visible_token import visible
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- mask matrix


translate = QCoreApplication.translate

MINUS_INFINITY, MINUS_BILLION = "−∞", "−10⁹"

_TEXTS: dict[str, tuple[str, str]] = {
    "dots": ("", ""),
    "ones": ("1", "0"),
    "allowed": ("T", "F"),
    "masked": ("F", "T"),
    "additive": ("0", MINUS_INFINITY),
}
"""Of cells that may be attended to, and of the others."""


Form = Literal["dots", "ones", "allowed", "masked", "additive", "scores", "weights"]
"""What stands in a cell: a dot, 1 or 0, T or F (for may attend, or for masked), 0 or −∞, a number.
"""

NUMBERS = frozenset({"scores", "weights"})  # forms whose cells have the colour of a number
NO_NUMBER = "NaN"

EXACT = 4  # digits of a number in a sentence


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaskMatrix:
    """One mask ``[query, key]`` with the tokens of both sides, and in what form it is shown.

    Attributes:
        kind: the attention that uses it, for its colour.
        mask: True = may attend; all other cells are hatched.
        values: scores or weights, ``[query, key]``.
        level: where the map of numbers ends; that of scores begins at −level.
        flipped: cells that the user has changed.
        padded: cells that only padding masks, in a mask that is causal too.
        axes: text that names rows and columns.
        glosses: meanings of the columns, if they are source tokens.
    """

    title: str
    explanation: str = ""
    kind: Kind
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    mask: BoolArray = field(repr=False)
    form: Form = "dots"
    values: FloatArray | None = field(default=None, repr=False)
    level: float = 1.0
    flipped: frozenset[Cell] = frozenset()
    padded: frozenset[Cell] = frozenset()
    axes: str = ""
    glosses: tuple[str, ...] = ()

    def table(self) -> ValueTable:
        """The values; without any, 1 where a query may attend, and 0 where not."""
        numbers = self.values is not None
        return ValueTable(
            name=self.title,
            rows=self.rows,
            columns=self.columns,
            values=self.mask.astype(np.float32) if self.values is None else self.values,
            mask=self.mask if numbers else None,
        )

    @property
    def lost(self) -> BoolArray:
        """Weights that are NaN. ``[query, key]``."""
        if self.form != "weights" or self.values is None:
            return np.zeros(self.mask.shape, dtype=np.bool_)
        return np.isnan(self.values)

    @property
    def ticks(self) -> Ticks:
        return level_ticks(self.level) if self.form == "scores" else ticks("linear")

    def row_name(self, row: int) -> str:
        """A query in a sentence, in the encoder with its gloss."""
        glosses = self.glosses if self.kind == "encoder" else ()
        return glossed_name(self.rows[row], glosses[row] if glosses else "")

    def key_name(self, column: int) -> str:
        return glossed_name(self.columns[column], self.glosses[column] if self.glosses else "")


def shown_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(visible, tokens))


def cell_text(mask: MaskMatrix, row: int, column: int, *, digits: int = 2) -> str:
    may = bool(mask.mask[row, column])
    if mask.form in NUMBERS and mask.values is not None:
        value = float(mask.values[row, column])
        return number_text(value, may=may, form=mask.form, digits=digits)
    return _TEXTS[mask.form][0 if may else 1]


def number_text(value: float, *, may: bool, form: Form, digits: int = 2) -> str:
    """A score or weight; a masked score is −∞ or −10⁹, a masked weight 0 or NaN."""
    if form == "scores" and not may:
        return MINUS_INFINITY if math.isinf(value) else MINUS_BILLION
    if math.isnan(value):
        return NO_NUMBER
    return decimal_number(value, digits)


def widest_text(mask: MaskMatrix, *, digits: int = 2) -> str:
    """Approximately the widest of the cells' texts."""
    if mask.form not in NUMBERS:
        return max(_TEXTS[mask.form], key=len)
    sign = "−" if mask.form == "scores" else ""
    return f"{sign}{mask.level:.{digits}f}"


def batch_masks(
    record: MaskRecord, sentence: int, glosses: tuple[str, ...] = ()
) -> tuple[MaskMatrix, ...]:
    """Source padding, causal, both, and cross, of a sentence (from 0)."""
    source = shown_tokens(record.src_tokens[sentence])
    target = shown_tokens(record.tgt_tokens[sentence])
    combined = record.target[sentence]
    padded = frozenset(starmap(Cell, np.argwhere(record.causal & ~combined).tolist()))
    return (
        MaskMatrix(
            title=translate("masks", "Encoder: source padding"),
            explanation=translate("masks", "Tokens do not attend to padding."),
            kind="encoder",
            rows=source,
            columns=source,
            mask=np.broadcast_to(record.source_padding[sentence], (len(source), len(source))),
            glosses=glosses,
        ),
        MaskMatrix(
            title=translate("masks", "Causal"),
            explanation=translate("masks", "No token attends to later tokens."),
            kind="decoder",
            rows=target,
            columns=target,
            mask=record.causal,
        ),
        MaskMatrix(
            title=translate("masks", "Decoder: causal and padding"),
            explanation=translate(
                "masks", "The decoder's mask. Framed: masked only because of padding."
            )
            if padded
            else translate("masks", "Both combined: this is the decoder's mask."),
            kind="decoder",
            rows=target,
            columns=target,
            mask=combined,
            padded=padded,
        ),
        MaskMatrix(
            title=translate("masks", "Cross: source padding"),
            explanation=translate("masks", "Target tokens do not attend to source padding."),
            kind="cross",
            rows=target,
            columns=source,
            mask=record.cross[sentence],
            glosses=glosses,
        ),
    )


def masks_picture(
    masks: Sequence[MaskMatrix],
    sentence: Callable[[MaskMatrix, Cell], str],
    *caption: str,
    large: bool = False,
) -> Masks:
    return Masks(
        title=translate("masks", "Masks"),
        note=" ".join(titled(mask.title, mask.explanation) for mask in masks),
        extra_caption=caption,
        masks=tuple(masks),
        sentence=sentence,
        large=large,
    )


def mask_legend() -> list[tuple[Swatch, str]]:
    return [("allowed", translate("masks", "may attend")), ("masked", translate("masks", "masked"))]


def mask_sentence(mask: MaskMatrix, cell: Cell) -> str:
    row, key = mask.row_name(cell.row), mask.key_name(cell.column)
    if mask.mask[cell.row, cell.column]:
        sentence = translate("masks", "{row} may attend to {key}.")
    elif not mask.mask[:, cell.column].any():
        sentence = translate("masks", "{key} is masked: no query may attend to padding.")
    else:
        sentence = translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return f"{mask.title} · {sentence.format(row=row, key=key)}"


# ------------------------------------------------------------------------------------------- cells


SMALLEST_DOT = 7  # cells below this many px have a tint only
LARGEST_DOT = 5.0  # radius in px
SMALLER = 0.8  # size of 0 and −∞ to that of other small text, where they have no room else
NAN_SHARE = 0.22  # share of the error colour in the ground of NaN cells


def paint_mask_cells(painter: QPainter, grid: CellGrid, mask: MaskMatrix, theme: Theme) -> None:
    cells, lost = _coloured(mask, theme), mask.lost
    matrix.paint_ground(painter, grid, cells, theme, rows=0)
    if lost.any():
        codes: Codes = np.where(lost, MASKED, BLANK).astype(np.uint16)
        table = np.array([0, QColor(nan_ground(theme)).rgba()], dtype=np.uint32)
        paint_cells(painter, grid, codes, table)
    matrix.paint_cell_lines(painter, grid, theme, rows=grid.rows)
    if mask.form != "dots":
        fitting = fitting_text(grid, mask, theme)
        if fitting is not None:
            digits, size = fitting
            texts = _texts(mask, cells, theme, digits=digits)
            matrix.paint_texts(painter, grid, cells, texts, theme, size=size)
    elif min(grid.cell_width, grid.cell_height) >= SMALLEST_DOT:
        colour = theme.kind_colour(mask.kind)
        matrix.paint_dots(painter, grid, mask.mask, colour, largest=LARGEST_DOT)
    # Frames are inside their cells, so that they do not cover those of neighbours.
    width, kind = matrix.frame_width(grid, theme), theme.kind_colour(mask.kind)
    for framed, colour, thin in ((mask.flipped, theme.text, 1.0), (mask.padded, kind, 0.5)):
        for cell in framed:
            inside = QRectF(grid.cell_rect(cell.row, cell.column))
            inside.adjust(width, width, -width, -width)
            matrix.paint_frame(painter, inside, colour, theme, width=thin * width)


def mask_lut(mask: MaskMatrix, theme: Theme) -> Rgba:
    return diverging_lut(theme) if mask.form == "scores" else kind_lut(theme, mask.kind)


def fitting_text(grid: CellGrid, mask: MaskMatrix, theme: Theme) -> tuple[int, int] | None:
    """Digits and size in px of the texts that fit, as large as can be; None if none do."""
    settings = [(2, theme.small)]
    if mask.form in NUMBERS:
        settings.append((1, theme.small))
    elif mask.form == "additive":
        settings.append((2, round(SMALLER * theme.small)))
    for digits, size in settings:
        text = widest_text(mask, digits=digits)
        fits_down = grid.cell_height >= size + 2
        if fits_down and grid.cell_width >= text_width(theme, text, size=size) + size / 3:
            return digits, size
    return None


def nan_ground(theme: Theme) -> str:
    return mixed(theme.panel, theme.danger, share=NAN_SHARE)


def _coloured(mask: MaskMatrix, theme: Theme) -> matrix.ColouredCells:
    lut, is_weights = mask_lut(mask, theme), mask.form == "weights"
    if mask.form not in NUMBERS or mask.values is None:
        codes = np.where(mask.mask, matrix.ALLOWED, MASKED).astype(np.uint16)
        return matrix.ColouredCells(codes=codes, table=colour_table(lut, theme), peaks=False)
    levels = (0.0 if is_weights else -mask.level, mask.level)
    return matrix.number_cells(
        mask.values, lut, theme, levels=levels, hidden=~mask.mask, peaks=is_weights
    )


def _texts(
    mask: MaskMatrix, cells: matrix.ColouredCells, theme: Theme, *, digits: int
) -> Iterator[matrix.CellText]:
    lost = mask.lost
    for row, column in np.ndindex(cells.codes.shape):
        masked = theme.soft_text if cells.codes[row, column] == MASKED else ""
        colour = theme.danger if lost[row, column] else masked
        yield row, column, cell_text(mask, row, column, digits=digits), colour


# ------------------------------------------------------------------------------------------- masks


LARGEST_CELL = 32  # side of a cell in px at 100 %
LARGEST_NUMBERED = 48  # the same of cells with a number
LARGE, LESS = 0.5, 0.36
"""Share of the width that a large first mask has, where the others are stacked, and else."""

BESIDE = 2  # masks for which room is always reserved beside a large one: scores and weights
STACKED = 190  # height of each mask in px at 100 % from which on they are stacked
GAP = 6.0  # units between two masks
LOW = 250  # a mask lower than this, in px at 100 %, has a shorter text on its rows and columns

_TURNS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""From mask to mask."""


class MaskSpot(NamedTuple):
    """A cell of one of several masks, which count from 0."""

    mask: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class MasksLayout(Spots):
    """One matrix for each mask."""

    matrices: tuple[MatrixLayout, ...]

    def at(self, point: QPointF) -> MaskSpot | None:
        cells = ((n, each.at(point)) for n, each in enumerate(self.matrices))
        return next((MaskSpot(n, cell) for n, cell in cells if cell is not None), None)

    def rect(self, spot: MaskSpot) -> QRectF | None:
        return self.matrices[spot.mask].rect(spot.cell) if spot in self else None

    def moved(self, spot: MaskSpot | None, key: int) -> MaskSpot | None:
        index = 0 if spot is None else spot.mask
        if key in _TURNS:
            return MaskSpot((index + _TURNS[key]) % len(self.matrices), Cell(0, 0))
        cell = self.matrices[index].moved(spot and spot.cell, key)
        return None if cell is None else MaskSpot(index, cell)

    def around(self, spot: MaskSpot) -> QRectF | None:
        return self.matrices[spot.mask].around(spot.cell) if spot in self else None

    def __contains__(self, spot: MaskSpot) -> bool:
        return spot.mask < len(self.matrices) and spot.cell in self.matrices[spot.mask]


@dataclass(frozen=True, kw_only=True, eq=False)
class Masks(Picture):
    """Masks beside each other, or below where it is narrow; Page Up and Down go between them.

    Attributes:
        large: the first has half of the width, and its cells can be picked; the others, whose cells
            have one size, are stacked if the height allows it.
        sentence: what a cell of a mask says.
    """

    masks: tuple[MaskMatrix, ...]
    large: bool = False
    sentence: Callable[[MaskMatrix, Cell], str] = lambda _mask, _cell: ""

    natural, smallest = (1200, 400), (400, 200)

    def caption(self) -> tuple[str, ...]:
        return (*super().caption(), ", ".join(mask.title for mask in self.masks))

    def tables(self) -> Tables:
        return tuple(mask.table() for mask in self.masks)

    def say(self, spot: MaskSpot) -> str:
        return self.sentence(self.masks[spot.mask], spot.cell)

    def can_pick(self, spot: MaskSpot) -> bool:
        return self.large and spot.mask == 0

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MasksLayout:
        places = self._beside_large(rect, theme) if self.large else self._tiles(rect, theme)
        size = _title_size(self.masks, places, theme)
        note, matrices = "", self._matrices(places, theme, note="")
        if any(map(_omits_labels, matrices, self.masks)):
            # a line that says so has room above all cells
            note = translate("masks", "some labels omitted")
            matrices = self._matrices(places, theme, note=note)
        painter.save()
        for mask, place, layout in zip(self.masks, places, matrices, strict=True):
            title = QRectF(place.left(), place.top(), place.width(), theme.body * 1.5)
            paint_heading(painter, title, mask.title, theme, size=size, at_top=True)
            area = QRectF(place.left(), title.bottom(), place.width(), 10.0 * theme.small)
            painter.setFont(theme.font(theme.small))
            painter.setPen(QColor(theme.soft_text))
            words = _words(mask, place, theme, note if _omits_labels(layout, mask) else "")
            painter.drawText(area, int(Qt.TextFlag.TextWordWrap), words)
            paint_mask_cells(painter, layout.grid, mask, theme)
            if mask.form in NUMBERS:
                lut = mask_lut(mask, theme)
                paint_bar_beside(painter, layout.grid, lut, theme, ticks=mask.ticks)
            _paint_labels(painter, layout, mask, theme)
        painter.restore()
        return MasksLayout(tuple(matrices))

    def _tiles(self, rect: QRectF, theme: Theme) -> list[QRectF]:
        count = len(self.masks)
        across = tiles_across(width=rect.width(), height=rect.height(), count=count)
        return _places(rect, theme, across=across, down=math.ceil(count / across))[:count]

    def _beside_large(self, rect: QRectF, theme: Theme) -> list[QRectF]:
        """A large place at the left and the others right of it, the same if some are missing."""
        others = max(len(self.masks) - 1, BESIDE)
        stacked = rect.height() >= others * STACKED * theme.scale
        share = LARGE if stacked else LESS
        left = QRectF(rect.left(), rect.top(), rect.width() * share, rect.height())
        right = rect.adjusted(left.width() + GAP * theme.unit, 0, 0, 0)
        across, down = (1, others) if stacked else (others, 1)
        return [left, *_places(right, theme, across=across, down=down)][: len(self.masks)]

    def _matrices(self, places: Sequence[QRectF], theme: Theme, *, note: str) -> list[MatrixLayout]:
        matrices = []
        for index, (mask, place) in enumerate(zip(self.masks, places, strict=True)):
            first, others = self.masks[:1], self.masks[1:]
            alike = (others if index else first) if self.large else self.masks
            above = max(words_height(other, place, theme, note=note) for other in alike)
            top = place.top() + above + 2 * theme.unit
            space = QRectF(place.left(), top, place.width(), max(place.bottom() - top, 1.0))
            numbered = self.large or any(other.form != "dots" for other in alike)
            bars = (bar_width(theme, other.ticks) for other in alike if other.form in NUMBERS)
            matrices.append(
                layout_matrix(
                    space,
                    mask.rows,
                    mask.columns,
                    theme,
                    largest=LARGEST_NUMBERED if numbered else LARGEST_CELL,
                    row_share=0.3,
                    glosses=mask.glosses,
                    right=max((bar + 4 * theme.unit for bar in bars), default=0.0),
                )
            )
        return matrices


def tiles_across(*, width: float, height: float, count: int) -> int:
    """Number of masks beside each other that gives each the most room."""
    return max(
        range(1, count + 1),
        key=lambda across: min(width / across, height / math.ceil(count / across) - 60),
    )


def words_height(mask: MaskMatrix, place: QRectF, theme: Theme, *, note: str = "") -> float:
    metrics = QFontMetricsF(theme.font(theme.small))
    area = QRectF(0, 0, place.width(), 10.0 * theme.small)
    words = _words(mask, place, theme, note)
    needed = metrics.boundingRect(area, int(Qt.TextFlag.TextWordWrap), words)
    return theme.body * 1.5 + needed.height()


def _places(rect: QRectF, theme: Theme, *, across: int, down: int) -> list[QRectF]:
    gap = GAP * theme.unit
    width = (rect.width() - (across - 1) * gap) / across
    height = (rect.height() - (down - 1) * gap) / down
    tops = [rect.top() + row * (height + gap) for row in range(down)]
    lefts = [rect.left() + column * (width + gap) for column in range(across)]
    return [QRectF(left, top, width, height) for top in tops for left in lefts]


def _omits_labels(layout: MatrixLayout, mask: MaskMatrix) -> bool:
    return (len(layout.rows), len(layout.columns)) != (len(mask.rows), len(mask.columns))


def _words(mask: MaskMatrix, place: QRectF, theme: Theme, note: str) -> str:
    low = place.height() < LOW * theme.scale
    axes = short_axes_sentence() if low or not mask.axes else mask.axes
    axes = f"{note} · {axes}" if note else axes
    if not mask.explanation:
        return axes
    line = f"{mask.explanation} · {axes}"
    if low and text_width(theme, line, size=theme.small) <= place.width():
        return line
    return f"{mask.explanation}\n{axes}"


def _title_size(masks: Sequence[MaskMatrix], places: Sequence[QRectF], theme: Theme) -> int:
    """Size of all titles in px: smaller where one of them would be cut off."""
    frame = frame_theme(theme)
    body, small = max(frame.body, theme.least), max(frame.small, theme.least)
    for size in (*range(theme.body, body - 1, -1), small):
        widths = (text_width(theme, mask.title, size=size, weight="bold") for mask in masks)
        if all(width <= place.width() for width, place in zip(widths, places, strict=True)):
            break
    return size


def _paint_labels(painter: QPainter, layout: MatrixLayout, mask: MaskMatrix, theme: Theme) -> None:
    seen = np.any(mask.mask, axis=0)
    paint_ticks(painter, layout, theme)
    for label in layout.columns:
        paint_label(painter, label, theme.text if seen[label.index] else theme.soft_text, theme)
    for labels, ink in ((layout.glosses, theme.soft_text), (layout.rows, theme.text)):
        for label in labels:
            paint_label(painter, label, ink, theme)
