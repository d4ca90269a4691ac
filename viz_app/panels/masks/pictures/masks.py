"""Masks as pictures: their cells, their painter, and the four masks of a sentence in a batch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.arrays import BoolArray, FloatArray
from model.lessons.masks import MaskRecord
from model.traces.trace import Kind
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, faded, frame_theme, mixed
from viz_app.panels.masks.pictures.token_rows import TokenRows, paint_token_rows
from viz_app.pictures import matrix as pictures_matrix
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
from viz_app.pictures.text_line import paint_heading
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import decimal_number, glossed_name
from viz_app.texts.sentences import Swatch, short_axes_sentence
from viz_app.texts.visible_token import visible
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------- mask pictures
# The four masks of a sentence in a batch, with their words.


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

NUMBERS = frozenset({"scores", "weights"})
"""Forms whose cells have the colour of a number."""

NO_NUMBER = "NaN"

EXACT = 4
"""Digits of a number in a sentence."""


Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaskPicture:
    """One mask ``[query, key]`` with the tokens of both sides, and in what form it is shown.

    Attributes:
        kind: the attention that uses it, for its colour.
        rows, columns: their names, as they are shown.
        mask: True = may attend; all other cells are hatched.
        values: scores or weights, ``[query, key]``.
        level: where the map of numbers ends; that of scores begins at −level.
        flipped: cells that the user has changed.
        padded: cells that only padding masks, in a mask that is causal too.
        axes: text that names rows and columns.
        glosses: meanings of the columns, if they are source tokens.
    """

    title: str
    explanation: str
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

    def row_name(self, row: int) -> str:
        """A query in a sentence, in the encoder with its gloss."""
        glosses = self.glosses if self.kind == "encoder" else ()
        return glossed_name(self.rows[row], glosses[row] if glosses else "")

    def key_name(self, column: int) -> str:
        return glossed_name(self.columns[column], self.glosses[column] if self.glosses else "")


def shown_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(visible, tokens))


def cell_text(picture: MaskPicture, row: int, column: int, *, digits: int = 2) -> str:
    may = bool(picture.mask[row, column])
    if picture.form in NUMBERS and picture.values is not None:
        value = float(picture.values[row, column])
        return number_text(value, may=may, form=picture.form, digits=digits)
    return _TEXTS[picture.form][0 if may else 1]


def number_text(value: float, *, may: bool, form: Form, digits: int = 2) -> str:
    """A score or weight; a masked score is −∞ or −10⁹, a masked weight 0 or NaN."""
    if form == "scores" and not may:
        return MINUS_INFINITY if math.isinf(value) else MINUS_BILLION
    if math.isnan(value):
        return NO_NUMBER
    return decimal_number(value, digits)


def widest_text(picture: MaskPicture, *, digits: int = 2) -> str:
    """Approximately the widest of the cells' texts."""
    if picture.form not in NUMBERS:
        return max(_TEXTS[picture.form], key=len)
    sign = "−" if picture.form == "scores" else ""
    return f"{sign}{picture.level:.{digits}f}"


def mask_pictures(
    record: MaskRecord, sentence: int, glosses: tuple[str, ...] = ()
) -> tuple[MaskPicture, ...]:
    """Source padding, causal, both, and cross, of a sentence (from 0). Each ``[query, key]``.

    ``glosses`` are those of its source tokens.
    """
    source = shown_tokens(record.src_tokens[sentence])
    target = shown_tokens(record.tgt_tokens[sentence])
    padding = np.broadcast_to(record.source_padding[sentence], (len(source), len(source)))
    combined = record.target[sentence]
    padded = only_padding(record.causal, combined)
    every: tuple[tuple[str, str, tuple[Kind, Names, Names, BoolArray]], ...] = (
        (
            translate("masks", "Encoder: source padding"),
            translate("masks", "Tokens do not attend to padding."),
            ("encoder", source, source, padding),
        ),
        (
            translate("masks", "Causal"),
            translate("masks", "No token attends to later tokens."),
            ("decoder", target, target, record.causal),
        ),
        (
            translate("masks", "Decoder: causal and padding"),
            translate("masks", "The decoder's mask. Framed: masked only because of padding.")
            if padded
            else translate("masks", "Both combined: this is the decoder's mask."),
            ("decoder", target, target, combined),
        ),
        (
            translate("masks", "Cross: source padding"),
            translate("masks", "Target tokens do not attend to source padding."),
            ("cross", target, source, record.cross[sentence]),
        ),
    )
    return tuple(
        MaskPicture(
            title=title,
            explanation=words,
            kind=kind,
            rows=rows,
            columns=columns,
            mask=mask,
            padded=padded if mask is combined else frozenset(),
            glosses=glosses if kind != "decoder" else (),
        )
        for title, words, (kind, rows, columns, mask) in every
    )


def only_padding(causal: BoolArray, combined: BoolArray) -> frozenset[Cell]:
    """Cells that ``causal`` allows and ``combined`` does not, both ``[query, key]``."""
    return frozenset(Cell(row, key) for row, key in np.argwhere(causal & ~combined).tolist())


def mask_legend() -> list[tuple[Swatch, str]]:
    return [("allowed", translate("masks", "may attend")), ("masked", translate("masks", "masked"))]


def mask_sentence(picture: MaskPicture, cell: Cell) -> str:
    row, key = picture.row_name(cell.row), picture.key_name(cell.column)
    padding = not picture.mask[:, cell.column].any()
    if picture.mask[cell.row, cell.column]:
        sentence = translate("masks", "{row} may attend to {key}.")
    elif padding:
        sentence = translate("masks", "{key} is masked: no query may attend to padding.")
    else:
        sentence = translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return f"{picture.title} · {sentence.format(row=row, key=key)}"


def place_sentence(record: MaskRecord, *, sentence: int, place: int, gloss: str = "") -> str:
    token = glossed_name(record.src_tokens[sentence][place], gloss)
    if record.source_padding[sentence, place]:
        text = translate("masks", "{token} is a token: queries may attend to it.")
    else:
        text = translate("masks", "{token} is masked: no query may attend to padding.")
    return text.format(token=token)


# -------------------------------------------------------------------------------------- mask cells
# The cells of a mask's picture: dots, ones and zeros, truth, −∞, scores or weights.


SMALLEST_DOT = 7
"""Cells below this many px have a tint only."""

LARGEST_DOT = 5.0
"""Radius in px."""

DIGITS = (2, 1)
"""After the point: as many as have room."""

SMALLER = 0.8
"""Size of 0 and −∞ to that of other small text, where they have no room else."""

NAN_SHARE = 0.22
"""Share of the error colour in the ground of NaN cells."""


def paint_mask_cells(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    cells = mask_cells(picture, theme)
    pictures_matrix.paint_ground(painter, grid, cells, theme, rows=0)
    lost = _lost(picture)
    if lost.any():
        codes: Codes = np.where(lost, MASKED, BLANK).astype(np.uint16)
        table = np.array([0, QColor(nan_ground(theme)).rgba()], dtype=np.uint32)
        paint_cells(painter, grid, codes, table)
    pictures_matrix.paint_cell_lines(painter, grid, theme, rows=grid.rows)
    if picture.form != "dots":
        fitting = fitting_text(grid, picture, theme)
        if fitting is not None:
            digits, size = fitting
            texts = _texts(picture, cells, theme, digits=digits)
            pictures_matrix.paint_texts(painter, grid, cells, texts, theme, size=size)
    elif min(grid.cell_width, grid.cell_height) >= SMALLEST_DOT:
        colour = theme.kind_colour(picture.kind)
        pictures_matrix.paint_dots(painter, grid, picture.mask, colour, largest=LARGEST_DOT)
    _paint_framed(painter, grid, picture, theme)


def mask_cells(picture: MaskPicture, theme: Theme) -> pictures_matrix.ColouredCells:
    """Code of each cell ``[query, key]``, and the colour of each code."""
    lut, is_weights = mask_lut(picture, theme), picture.form == "weights"
    if picture.form not in NUMBERS or picture.values is None:
        codes = np.where(picture.mask, pictures_matrix.ALLOWED, MASKED).astype(np.uint16)
        return pictures_matrix.ColouredCells(
            codes=codes, table=colour_table(lut, theme), peaks=False
        )
    levels = (0.0 if is_weights else -picture.level, picture.level)
    return pictures_matrix.number_cells(
        picture.values, lut, theme, levels=levels, hidden=~picture.mask, peaks=is_weights
    )


def mask_lut(picture: MaskPicture, theme: Theme) -> Rgba:
    """Diverging map for scores, the kind's map for weights."""
    return diverging_lut(theme) if picture.form == "scores" else kind_lut(theme, picture.kind)


def fitting_text(grid: CellGrid, picture: MaskPicture, theme: Theme) -> tuple[int, int] | None:
    """Digits and size in px of the texts that fit; None if none do."""
    for digits, size in _settings(picture, theme):
        text = widest_text(picture, digits=digits)
        fits_down = grid.cell_height >= size + 2
        if fits_down and grid.cell_width >= text_width(theme, text, size=size) + size / 3:
            return digits, size
    return None


def _settings(picture: MaskPicture, theme: Theme) -> list[tuple[int, int]]:
    """Digits and sizes in px to try, the best first."""
    if picture.form in NUMBERS:
        return [(digits, theme.small) for digits in DIGITS]
    sizes = [theme.small]
    if picture.form == "additive":
        sizes.append(round(SMALLER * theme.small))
    return [(DIGITS[0], size) for size in sizes]


def nan_ground(theme: Theme) -> str:
    return mixed(theme.panel, theme.danger, share=NAN_SHARE)


def _texts(
    picture: MaskPicture, cells: pictures_matrix.ColouredCells, theme: Theme, *, digits: int
) -> Iterator[pictures_matrix.CellText]:
    lost = _lost(picture)
    for row, column in np.ndindex(cells.codes.shape):
        masked = theme.soft_text if cells.codes[row, column] == MASKED else ""
        colour = theme.danger if lost[row, column] else masked
        yield row, column, cell_text(picture, row, column, digits=digits), colour


def _paint_framed(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    # Frames are inside their cells, so that they do not cover those of neighbours.
    width = pictures_matrix.frame_width(grid, theme)
    kind = theme.kind_colour(picture.kind)
    for cells, colour, thin in ((picture.flipped, theme.text, 1.0), (picture.padded, kind, 0.5)):
        for cell in cells:
            place = QRectF(grid.cell_rect(cell.row, cell.column))
            inside = place.adjusted(width, width, -width, -width)
            pictures_matrix.paint_frame(painter, inside, colour, theme, width=thin * width)


def _lost(picture: MaskPicture) -> BoolArray:
    """Cells that are NaN. ``[query, key]``."""
    if picture.form != "weights" or picture.values is None:
        return np.zeros(picture.mask.shape, dtype=np.bool_)
    return np.isnan(picture.values)


# ------------------------------------------------------------------------------------ mask painter
# Masks as pictures: a dot on a tint where a query may attend, hatching where it may not.


LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""

LARGEST_NUMBERED = 48
"""The same of cells with a number."""

LARGE, LESS = 0.5, 0.36
"""Share of the width that a large first picture has, where the others are stacked, and else."""

BESIDE = 2
"""Pictures for which room is always reserved beside a large one: scores and weights."""

STACKED = 190
"""Height of each picture in px at 100 % from which on they are stacked."""

GAP = 6.0
"""Units between two pictures."""

LOW = 250
"""A picture lower than this, in px at 100 %, has a shorter text on its rows and columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksLayout:
    """One matrix for each picture, in the painter's px."""

    pictures: tuple[MaskPicture, ...]
    matrices: tuple[MatrixLayout, ...]

    def cell_at(self, point: QPointF) -> tuple[MaskPicture, Cell, QRectF] | None:
        for picture, matrix in zip(self.pictures, self.matrices, strict=True):
            cell = matrix.cell_at(point)
            if cell is not None:
                return picture, cell, matrix.grid.cell_rect(cell.row, cell.column)
        return None


def paint_masks(
    painter: QPainter,
    rect: QRectF,
    pictures: Sequence[MaskPicture],
    theme: Theme,
    *,
    first_large: bool = False,
) -> MasksLayout:
    """Paint masks beside each other, or below where it is narrow.

    With ``first_large`` the first has half of the width, and the others are stacked if the height
    allows it; all but the first have cells of one size.
    """
    arrange = _beside_large if first_large else _tiles
    places = arrange(rect, len(pictures), theme)
    size = _title_size(pictures, places, theme)
    note = ""
    matrices = _matrices(pictures, places, theme, note=note, first_large=first_large)
    if any(map(_omits_labels, matrices, pictures)):  # a line that says so has room above all cells
        note = translate("masks", "some labels omitted")
        matrices = _matrices(pictures, places, theme, note=note, first_large=first_large)
    painter.save()
    for picture, place, matrix in zip(pictures, places, matrices, strict=True):
        told = note if _omits_labels(matrix, picture) else ""
        _paint_words(painter, place, picture, theme, size=size, note=told)
        paint_mask_cells(painter, matrix.grid, picture, theme)
        if picture.form in NUMBERS:
            lut, marks = mask_lut(picture, theme), _ticks(picture)
            paint_bar_beside(painter, matrix.grid, lut, theme, ticks=marks)
        _paint_axes(painter, matrix, picture, theme)
    painter.restore()
    return MasksLayout(pictures=tuple(pictures), matrices=tuple(matrices))


def _matrices(
    pictures: Sequence[MaskPicture],
    places: Sequence[QRectF],
    theme: Theme,
    *,
    note: str,
    first_large: bool,
) -> list[MatrixLayout]:
    matrices = []
    for index, (picture, place) in enumerate(zip(pictures, places, strict=True)):
        alike = (pictures[:1] if index == 0 else pictures[1:]) if first_large else pictures
        above = max(words_height(other, place, theme, note=note) for other in alike)
        space = place.adjusted(0, above + 2 * theme.unit, 0, 0)
        matrices.append(_layout(space, picture, alike, theme, large=first_large))
    return matrices


def _omits_labels(matrix: MatrixLayout, picture: MaskPicture) -> bool:
    shown = len(matrix.rows), len(matrix.columns)
    return shown != (len(picture.rows), len(picture.columns))


def tiles_across(*, width: float, height: float, count: int) -> int:
    """Number of pictures beside each other that gives each the most room."""
    return max(
        range(1, count + 1),
        key=lambda across: min(width / across, height / math.ceil(count / across) - 60),
    )


def batch_rows(
    record: MaskRecord,
    *,
    lines: tuple[int | None, ...] = (),
    absent: str = "",
    glosses: tuple[Names, ...] = (),
) -> TokenRows:
    """Source tokens of the batch in the given lines; ``absent`` is the text of empty ones."""
    return TokenRows(
        tokens=record.src_tokens,
        valid=record.source_padding,
        kind="encoder",
        lines=lines,
        absent=absent,
        glosses=glosses,
    )


def paint_batch(painter: QPainter, rect: QRectF, record: MaskRecord, theme: Theme) -> None:
    """The batch's source tokens; padding is hatched. ``[batch, source]``."""
    paint_token_rows(painter, rect, batch_rows(record), theme)


def _tiles(rect: QRectF, count: int, theme: Theme) -> list[QRectF]:
    across = tiles_across(width=rect.width(), height=rect.height(), count=count)
    return _places(rect, theme, across=across, down=math.ceil(count / across))[:count]


def _beside_large(rect: QRectF, count: int, theme: Theme) -> list[QRectF]:
    """A large place at the left and the others right of it, the same if some are missing."""
    others = max(count - 1, BESIDE)
    stacked = rect.height() >= others * STACKED * theme.scale
    share = LARGE if stacked else LESS
    left = QRectF(rect.left(), rect.top(), rect.width() * share, rect.height())
    right = rect.adjusted(left.width() + GAP * theme.unit, 0, 0, 0)
    across, down = (1, others) if stacked else (others, 1)
    return [left, *_places(right, theme, across=across, down=down)][:count]


def _places(rect: QRectF, theme: Theme, *, across: int, down: int) -> list[QRectF]:
    gap = GAP * theme.unit
    width = (rect.width() - (across - 1) * gap) / across
    height = (rect.height() - (down - 1) * gap) / down
    tops = [rect.top() + row * (height + gap) for row in range(down)]
    lefts = [rect.left() + column * (width + gap) for column in range(across)]
    return [QRectF(left, top, width, height) for top in tops for left in lefts]


def _layout(
    space: QRectF,
    picture: MaskPicture,
    pictures: Sequence[MaskPicture],
    theme: Theme,
    *,
    large: bool,
) -> MatrixLayout:
    numbered = large or any(other.form != "dots" for other in pictures)
    return layout_matrix(
        QRectF(space.left(), space.top(), space.width(), max(space.height(), 1.0)),
        picture.rows,
        picture.columns,
        theme,
        largest=LARGEST_NUMBERED if numbered else LARGEST_CELL,
        row_share=0.3,
        glosses=picture.glosses,
        right=max(_bar_room(other, theme) for other in pictures),
    )


def words_height(picture: MaskPicture, place: QRectF, theme: Theme, *, note: str = "") -> float:
    """Height of title and explanation, in px."""
    metrics = QFontMetricsF(theme.font(theme.small))
    area = QRectF(0, 0, place.width(), 10.0 * theme.small)
    words = _words(picture, place, theme, note)
    needed = metrics.boundingRect(area, int(Qt.TextFlag.TextWordWrap), words)
    return theme.body * 1.5 + needed.height()


def _words(picture: MaskPicture, place: QRectF, theme: Theme, note: str) -> str:
    low = place.height() < LOW * theme.scale
    axes = short_axes_sentence() if low or not picture.axes else picture.axes
    axes = f"{note} · {axes}" if note else axes
    if not picture.explanation:
        return axes
    line = f"{picture.explanation} · {axes}"
    if low and text_width(theme, line, size=theme.small) <= place.width():
        return line
    return f"{picture.explanation}\n{axes}"


def _title_size(pictures: Sequence[MaskPicture], places: Sequence[QRectF], theme: Theme) -> int:
    """Size of all titles in px: smaller where one of them would be cut off."""
    sizes = range(theme.body, frame_theme(theme).body - 1, -1)
    fits = (
        size
        for size in (*sizes, frame_theme(theme).small)
        if all(
            text_width(theme, picture.title, size=size, weight="bold") <= place.width()
            for picture, place in zip(pictures, places, strict=True)
        )
    )
    return next(fits, frame_theme(theme).small)


def _paint_words(
    painter: QPainter, rect: QRectF, picture: MaskPicture, theme: Theme, *, size: int, note: str
) -> None:
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_heading(painter, title, picture.title, theme, size=size, at_top=True)
    area = QRectF(rect.left(), title.bottom(), rect.width(), 10.0 * theme.small)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    painter.drawText(area, int(Qt.TextFlag.TextWordWrap), _words(picture, rect, theme, note))


def _bar_room(picture: MaskPicture, theme: Theme) -> float:
    if picture.form not in NUMBERS:
        return 0.0
    return bar_width(theme, _ticks(picture)) + 4 * theme.unit


def _ticks(picture: MaskPicture) -> Ticks:
    return level_ticks(picture.level) if picture.form == "scores" else ticks("linear")


def _paint_axes(
    painter: QPainter, layout: MatrixLayout, picture: MaskPicture, theme: Theme
) -> None:
    seen = np.any(picture.mask, axis=0)
    paint_ticks(painter, layout, theme)
    for label in layout.columns:
        paint_label(painter, label, theme.text if seen[label.index] else faded(theme), theme)
    for labels, ink in ((layout.glosses, theme.soft_text), (layout.rows, theme.text)):
        for label in labels:
            paint_label(painter, label, ink, theme)
