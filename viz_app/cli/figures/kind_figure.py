"""All heads of a kind as a figure to keep: with tokens on both axes, and a colour bar."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter

from model.arrays import BoolArray
from model.traces.trace import Kind, Trace
from viz_app.design.colour_map import kind_lut
from viz_app.design.theme import Theme, Weight
from viz_app.panels.attention.texts.picture_titles import BETWEEN
from viz_app.pictures.axis_labels import labels_of_rows, paint_label, text_width
from viz_app.pictures.cell_image import MOST_RECTANGLES, cell_codes, colour_table
from viz_app.pictures.colour_bar import bar_width, paint_bar
from viz_app.pictures.column_labels import column_labels
from viz_app.pictures.column_style import column_style
from viz_app.pictures.grid import CellGrid, cell_size
from viz_app.pictures.legend import paint_legend, paint_masked
from viz_app.pictures.matrix_cells import paint_cell_lines
from viz_app.pictures.mosaic_layout import MosaicLayout
from viz_app.pictures.mosaic_painter import paint_tiles
from viz_app.pictures.text_line import paint_line
from viz_app.texts.sentences import axes_sentence, head_name, kind_name, layer_name, looking_ahead
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import row_labels as labels_of

translate = QCoreApplication.translate

WIDEST = 1900
"""Cells get smaller rather than a figure wider than this, in px."""

GAP = 16.0
"""Between tiles."""

LONGEST = 130.0
"""Labels longer than this, in px, are elided."""


def kind_figure_size(trace: Trace, kind: Kind, theme: Theme) -> QSize:
    """A size at which labels can be read, as far as there is room for them."""
    rows, columns = len(trace.query_tokens(kind)), max(len(trace.key_tokens(kind)), 1)
    across, down = _fitting(trace, kind, most=24.0), _fitting(trace, kind, most=16.0)
    left, top, right, bottom = _margins(trace, kind, theme, cell_width=across)
    width = left + trace.n_heads * (across * columns + GAP) + right
    height = top + trace.n_layers * (down * max(rows, 1) + GAP) + bottom
    return QSize(math.ceil(max(width, 640)), math.ceil(height))


def paint_kind_figure(
    painter: QPainter, rect: QRectF, trace: Trace, *, kind: Kind, theme: Theme
) -> MosaicLayout:
    """Paint all heads of a kind at the last step into ``rect``."""
    layout = _layout(rect, trace, kind=kind, theme=theme)
    painter.save()
    painter.fillRect(rect, theme.panel)
    _paint_words(painter, rect, trace, kind=kind, theme=theme)
    weights = trace.weights(kind)
    if weights.size:
        codes = cell_codes(weights, trace.mask(kind), decoded_rows=weights.shape[2])
        lut = kind_lut(theme, kind)
        paint_tiles(painter, layout, codes, colour_table(lut, theme))
        _paint_frames(painter, layout, ~trace.mask(kind), theme)
        _paint_labels(painter, layout, trace, kind=kind, theme=theme)
        paint_bar(painter, _bar_place(layout, theme), lut, theme)
    painter.restore()
    return layout


def _layout(rect: QRectF, trace: Trace, *, kind: Kind, theme: Theme) -> MosaicLayout:
    rows, columns = len(trace.query_tokens(kind)), len(trace.key_tokens(kind))
    size = _fitting(trace, kind, most=24.0), 0.0
    for _ in range(2):  # labels need room according to the cells, and the other way round
        left, top, right, bottom = _margins(trace, kind, theme, cell_width=size[0])
        width = (rect.width() - left - right) / trace.n_heads
        height = (rect.height() - top - bottom) / trace.n_layers
        size = cell_size(
            width=width - GAP, height=height - GAP, rows=rows, columns=columns, largest=40.0
        )
    slots = CellGrid(
        left=rect.left() + left,
        top=rect.top() + top,
        cell_width=min(width, size[0] * columns + GAP),
        cell_height=min(height, size[1] * rows + GAP),
        rows=trace.n_layers,
        columns=trace.n_heads,
    )
    return MosaicLayout(
        slots=slots, tile_rows=rows, tile_columns=columns, cell_width=size[0], cell_height=size[1]
    )


def _margins(
    trace: Trace, kind: Kind, theme: Theme, *, cell_width: float
) -> tuple[float, float, float, float]:
    """Room left, above, right and below of the tiles, in px."""
    unit = theme.unit
    widths = (text_width(theme, text, size=theme.body) for text in _row_texts(trace, kind))
    names = min(max(widths, default=0.0), 1.6 * LONGEST)
    layers = max(text_width(theme, layer_name(n), size=theme.small) for n in range(trace.n_layers))
    above = column_style(_column_texts(trace, kind), cell_width, theme, longest=LONGEST).height
    head = theme.large * 1.5 + theme.small * 4 + 4 * unit
    top = 6 * unit + head + theme.small * 2 + above + 2 * unit
    right = bar_width(theme) + GAP / 2 + 6 * unit
    return 6 * unit + layers + 4 * unit + names + 2 * unit, top, right, 5.0 * unit


def _row_texts(trace: Trace, kind: Kind) -> list[str]:
    return [label.text("both", visible) for label in labels_of(trace, kind)]


def _column_texts(trace: Trace, kind: Kind) -> list[str]:
    return [visible(token) for token in trace.key_tokens(kind)]


def _paint_words(
    painter: QPainter, rect: QRectF, trace: Trace, *, kind: Kind, theme: Theme
) -> None:
    """Title, both sentences, what rows and columns are, and what hatching means."""
    margin = 6.0 * theme.unit
    line = QRectF(rect.left() + margin, rect.top() + margin, rect.width() - 2 * margin, 0.0)
    sentences = f"{trace.source_text}  →  {trace.translation}"
    title = translate("attention", "{kind} attention").format(kind=kind_name(kind))
    axes = axes_sentence(kind, "both")
    if kind == "decoder" and trace.looks_ahead:
        axes = BETWEEN.join((looking_ahead(), axes))
    for text, size, colour in (
        (title, theme.large, theme.text),
        (sentences, theme.small, theme.text),
        (axes, theme.small, theme.soft_text),
    ):
        line.setHeight(size * (1.5 if size == theme.large else 1.8))
        weight: Weight = "bold" if size == theme.large else "normal"
        paint_line(painter, line, text, theme, size=size, colour=colour, weight=weight)
        line.translate(0, line.height())
    if not trace.mask(kind).all():
        words = translate("attention", "masked")
        place = QPointF(line.left() + text_width(theme, text, size=theme.small) + 24, 0)
        place.setY(line.top() - theme.small * 1.4)
        paint_legend(painter, place, [("masked", words)], theme)


def _bar_place(layout: MosaicLayout, theme: Theme) -> QRectF:
    """Right of the tiles, no higher than they are."""
    top, slots = layout.tile(0, 0).top, layout.slots.rect
    height = min(140.0, slots.bottom() - top)
    return QRectF(slots.right() + GAP / 2, top, bar_width(theme), height)


def _paint_frames(painter: QPainter, layout: MosaicLayout, hidden: BoolArray, theme: Theme) -> None:
    """Hatching and lines of every tile; masked cells are grey only where hatching is too much."""
    tiles = layout.slots.rows * layout.slots.columns
    for layer, head in np.ndindex(layout.slots.rows, layout.slots.columns):
        grid = layout.tile(layer, head)
        if hidden.size * tiles <= MOST_RECTANGLES:
            paint_masked(painter, grid, hidden, theme)
        paint_cell_lines(painter, grid, theme, rows=layout.tile_rows)


def _paint_labels(
    painter: QPainter, layout: MosaicLayout, trace: Trace, *, kind: Kind, theme: Theme
) -> None:
    """Tokens above the first layer and left of the first head; names of layers and heads."""
    unit = theme.unit
    rows, columns = _row_texts(trace, kind), _column_texts(trace, kind)
    style = column_style(columns, layout.cell_width, theme, longest=LONGEST)
    widest = min(max(text_width(theme, text, size=theme.body) for text in rows), 1.6 * LONGEST)
    for head in range(layout.slots.columns):
        grid = layout.tile(0, head)
        for label in column_labels(columns, grid, theme, style=style, gap=unit):
            paint_label(painter, label, theme.text, theme)
        top = grid.top - style.height - unit - theme.small * 1.8
        place = QRectF(grid.left, top, grid.rect.width(), theme.small * 1.5)
        paint_line(painter, place, head_name(head), theme, side="centre", whole=True)
    for layer in range(layout.slots.rows):
        grid = layout.tile(layer, 0)
        right = grid.left - 1.5 * unit
        for label in labels_of_rows(rows, grid, theme, right=right, width=widest):
            paint_label(painter, label, theme.text, theme)
        place = grid.rect.translated(-400 - widest - 5 * unit, 0)
        place.setWidth(400)
        paint_line(painter, place, layer_name(layer), theme, side="right", whole=True)


def _fitting(trace: Trace, kind: Kind, *, most: float) -> float:
    """Side of a cell in px, at least 4, with which a figure is no wider than wanted."""
    fits = WIDEST / (trace.n_heads * max(len(trace.key_tokens(kind)), 1))
    return max(4.0, min(most, fits))
