"""The cells of a mask's picture: dots, ones and zeros, truth, −∞, scores or weights."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.arrays import BoolArray
from viz_app.design.colour_map import Rgba, diverging_lut, kind_lut, readable_on
from viz_app.design.theme import Theme, mixed
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.cell_image import (
    BLANK,
    MASKED,
    ZERO,
    Argb,
    Codes,
    colour_table,
    paint_cells,
)
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.heatmap_painter import paint_cell_lines, paint_frame
from viz_app.pictures.legend import paint_masked
from viz_app.pictures.mask_pictures import NUMBERS, MaskPicture, cell_text, widest_text

ALLOWED = ZERO + 40
"""How strong the tint of allowed cells is, of 255."""

SMALLEST_DOT = 7
"""Cells below this many px have a tint only."""

DIGITS = (2, 1)
"""After the point: as many as have room."""

SMALLER = 0.8
"""Size of 0 and −∞ to that of other small text, where they have no room else."""

NAN_SHARE = 0.22
"""How much of the colour of errors is in the ground of what is not a number."""


def paint_mask_cells(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    """Paint all cells into a grid, with hatching, hairlines, texts and frames."""
    codes, table = mask_codes(picture, theme)
    paint_cells(painter, grid, codes, table, peaks=picture.form == "weights")
    paint_masked(painter, grid, codes == MASKED, theme)
    _paint_nan(painter, grid, picture, theme)
    paint_cell_lines(painter, grid, theme, rows=grid.rows)
    if picture.form == "dots":
        _paint_dots(painter, grid, picture.mask, theme.kind_colour(picture.kind))
    else:
        _paint_texts(painter, grid, picture, theme, codes=codes, table=table)
    _paint_flipped(painter, grid, picture, theme)


def mask_codes(picture: MaskPicture, theme: Theme) -> tuple[Codes, Argb]:
    """What each cell ``[query, key]`` shows, and the colour of each code."""
    table = colour_table(mask_lut(picture, theme), theme)
    if picture.form not in NUMBERS or picture.values is None:
        return np.where(picture.mask, ALLOWED, MASKED).astype(np.uint16), table
    low = -picture.level if picture.form == "scores" else 0.0
    shares = (picture.values - low) / (picture.level - low)
    finite = np.nan_to_num(shares, nan=0.0, posinf=1.0, neginf=0.0)
    codes = np.rint(np.clip(finite, 0.0, 1.0) * (len(table) - ZERO - 1)) + ZERO
    return np.where(picture.mask, codes, MASKED).astype(np.uint16), table


def mask_lut(picture: MaskPicture, theme: Theme) -> Rgba:
    """The map of a picture's numbers: scores lie on both sides of 0, weights do not."""
    return diverging_lut(theme) if picture.form == "scores" else kind_lut(theme, picture.kind)


def fitting_digits(grid: CellGrid, picture: MaskPicture, theme: Theme) -> int | None:
    """How many digits of numbers have room in the cells; None where no text has."""
    fitting = fitting_text(grid, picture, theme)
    return None if fitting is None else fitting[0]


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
    codes: Codes,
    table: Argb,
) -> None:
    """What each cell says, where all have room for it."""
    fitting = fitting_text(grid, picture, theme)
    if fitting is None:
        return
    digits, size = fitting
    painter.setFont(theme.font(size))
    lost = _lost(picture)
    for row, column in np.ndindex(codes.shape):
        text = cell_text(picture, row, column, digits=digits)
        if not text:
            continue
        if lost[row, column]:
            painter.setPen(QColor(theme.danger))
        elif codes[row, column] == MASKED:
            painter.setPen(QColor(theme.soft_text))
        else:
            painter.setPen(QColor(_ink(int(table[codes[row, column]]), theme)))
        place = grid.cell_rect(row, column)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)


def _ink(ground: int, theme: Theme) -> str:
    colour = QColor.fromRgb(ground)
    rgb = np.array([colour.red(), colour.green(), colour.blue()], dtype=np.uint8)
    return readable_on(rgb, theme)


def _paint_dots(painter: QPainter, grid: CellGrid, mask: BoolArray, colour: str) -> None:
    side = min(grid.cell_width, grid.cell_height)
    if side < SMALLEST_DOT:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    radius = min(side * 0.2, 5.0)
    for row, column in np.argwhere(mask).tolist():
        painter.drawEllipse(grid.middle(row, column), radius, radius)
    painter.restore()


def _paint_flipped(painter: QPainter, grid: CellGrid, picture: MaskPicture, theme: Theme) -> None:
    """A frame inside each flipped cell, so that neighbours keep theirs."""
    width = min(2.0 * theme.scale, max(1.0, min(grid.cell_width, grid.cell_height) // 4))
    for cell in picture.flipped:
        place = QRectF(grid.cell_rect(cell.row, cell.column))
        inside = place.adjusted(width, width, -width, -width)
        paint_frame(painter, inside, theme.text, theme, width=width)


def _lost(picture: MaskPicture) -> BoolArray:
    """Which cells are not a number."""
    if picture.form != "weights" or picture.values is None:
        return np.zeros(picture.mask.shape, dtype=np.bool_)
    return np.isnan(picture.values)
