"""The cells of a mask's picture: dots, ones and zeros, truth, −∞, scores or weights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from model.arrays import BoolArray
from viz_app.design.colour_map import diverging_lut, kind_lut
from viz_app.design.oklab import Rgba
from viz_app.design.theme import Theme, mixed
from viz_app.panels.masks.painting.mask_pictures import NUMBERS, MaskPicture, cell_text, widest_text
from viz_app.pictures import matrix_cells
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.cell_image import BLANK, MASKED, Codes, colour_table, paint_cells
from viz_app.pictures.grid import CellGrid

SMALLEST_DOT = 7
"""Cells below this many px have a tint only."""

LARGEST_DOT = 5.0
"""Radius in px."""

DIGITS = (2, 1)
"""After the point: as many as have room."""

SMALLER = 0.8
"""Size of 0 and −∞ to that of other small text, where they have no room else."""

NAN_SHARE = 0.22
"""How much of the colour of errors is in the ground of what is not a number."""


def paint_mask_cells(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    """Paint all cells into a grid, with hatching, hairlines, texts and frames."""
    cells = mask_cells(picture, theme)
    matrix_cells.paint_ground(painter, grid, cells, theme, rows=0)
    _paint_nan(painter, grid, picture, theme)
    matrix_cells.paint_cell_lines(painter, grid, theme, rows=grid.rows)
    if picture.form != "dots":
        _paint_texts(painter, grid, picture, theme, cells=cells)
    elif min(grid.cell_width, grid.cell_height) >= SMALLEST_DOT:
        colour = theme.kind_colour(picture.kind)
        matrix_cells.paint_dots(painter, grid, picture.mask, colour, largest=LARGEST_DOT)
    _paint_framed(painter, grid, picture, theme)


def mask_cells(picture: MaskPicture, theme: Theme) -> matrix_cells.ColouredCells:
    """What each cell ``[query, key]`` shows, and the colour of each code."""
    lut, is_weights = mask_lut(picture, theme), picture.form == "weights"
    if picture.form not in NUMBERS or picture.values is None:
        codes = np.where(picture.mask, matrix_cells.ALLOWED, MASKED).astype(np.uint16)
        return matrix_cells.ColouredCells(codes=codes, table=colour_table(lut, theme), peaks=False)
    levels = (0.0 if is_weights else -picture.level, picture.level)
    return matrix_cells.number_cells(
        picture.values, lut, theme, levels=levels, hidden=~picture.mask, peaks=is_weights
    )


def mask_lut(picture: MaskPicture, theme: Theme) -> Rgba:
    """The map of a picture's numbers: scores lie on both sides of 0, weights do not."""
    return diverging_lut(theme) if picture.form == "scores" else kind_lut(theme, picture.kind)


def fitting_text(grid: CellGrid, picture: MaskPicture, theme: Theme) -> tuple[int, int] | None:
    """How many digits, and the size in px, of the texts that have room; None where none have."""
    for digits, size in _settings(picture, theme):
        text = widest_text(picture, digits=digits)
        fits_down = grid.cell_height >= size + 2
        if fits_down and grid.cell_width >= text_width(theme, text, size=size) + size / 3:
            return digits, size
    return None


def _settings(picture: MaskPicture, theme: Theme) -> list[tuple[int, int]]:
    """Digits and sizes, the best first."""
    if picture.form in NUMBERS:
        return [(digits, theme.small) for digits in DIGITS]
    sizes = [theme.small]
    if picture.form == "additive":
        sizes.append(round(SMALLER * theme.small))
    return [(DIGITS[0], size) for size in sizes]


def nan_ground(theme: Theme) -> str:
    """Behind what is not a number."""
    return mixed(theme.panel, theme.danger, share=NAN_SHARE)


def _paint_nan(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    lost = _lost(picture)
    if lost.any():
        codes: Codes = np.where(lost, MASKED, BLANK).astype(np.uint16)
        table = np.array([0, QColor(nan_ground(theme)).rgba()], dtype=np.uint32)
        paint_cells(painter, grid, codes, table)


def _paint_texts(
    painter: QPainter,
    grid: CellGrid,
    picture: MaskPicture,
    theme: Theme,
    *,
    cells: matrix_cells.ColouredCells,
) -> None:
    """What each cell says, where all have room for it."""
    fitting = fitting_text(grid, picture, theme)
    if fitting is not None:
        digits, size = fitting
        texts = _texts(picture, cells, theme, digits=digits)
        matrix_cells.paint_texts(painter, grid, cells, texts, theme, size=size)


def _texts(
    picture: MaskPicture, cells: matrix_cells.ColouredCells, theme: Theme, *, digits: int
) -> Iterator[matrix_cells.CellText]:
    lost = _lost(picture)
    for row, column in np.ndindex(cells.codes.shape):
        masked = theme.soft_text if cells.codes[row, column] == MASKED else ""
        colour = theme.danger if lost[row, column] else masked
        yield row, column, cell_text(picture, row, column, digits=digits), colour


def _paint_framed(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    """A frame inside each cell that is flipped or only padding, so that neighbours keep theirs."""
    width = matrix_cells.frame_width(grid, theme)
    kind = theme.kind_colour(picture.kind)
    for cells, colour, thin in ((picture.flipped, theme.text, 1.0), (picture.padded, kind, 0.5)):
        for cell in cells:
            place = QRectF(grid.cell_rect(cell.row, cell.column))
            inside = place.adjusted(width, width, -width, -width)
            matrix_cells.paint_frame(painter, inside, colour, theme, width=thin * width)


def _lost(picture: MaskPicture) -> BoolArray:
    """Which cells are not a number."""
    if picture.form != "weights" or picture.values is None:
        return np.zeros(picture.mask.shape, dtype=np.bool_)
    return np.isnan(picture.values)
