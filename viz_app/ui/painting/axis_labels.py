"""Token labels on the axes of a matrix: elided, turned or left out, so that none overlap."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from viz_app.ui.design.theme import Theme, Weight
from viz_app.ui.painting.grid import CellGrid
from viz_app.ui.texts.message_text import isolated

TIGHT = 1.12
"""Height of a line in font sizes: glyphs, without the room between lines."""

APART = 1.0
"""Labels beside each other are at least this many px apart."""

STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 100)
"""When not all labels have room, every so many-th is there."""

MOSTLY = 0.7
"""Columns stay upright when this share of labels fits; the others are turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text in its place. Turned ones are read from the bottom up."""

    index: int
    text: str
    rect: QRectF
    size: int
    weight: Weight = "normal"
    turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnStyle:
    """How all column labels are set: text size, and every how many-th is there."""

    size: int
    step: int


@lru_cache(maxsize=4096)
def text_width(theme: Theme, text: str, *, size: int, weight: Weight = "normal") -> float:
    """Width in px."""
    return QFontMetricsF(theme.font(size, weight)).horizontalAdvance(text)


def elided(theme: Theme, text: str, *, size: int, width: float, weight: Weight = "normal") -> str:
    """The text, shortened with an ellipsis to a width in px."""
    metrics = QFontMetricsF(theme.font(size, weight))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, math.ceil(width))


def column_style(texts: Sequence[str], cell_width: float, theme: Theme) -> ColumnStyle:
    """The style that shows most labels; of equals the one with most upright, then the larger."""
    styles = [
        ColumnStyle(size=size, step=step)
        for upright in (True, False)
        for size in (theme.body, theme.small)
        for step in (_column_step(texts, cell_width, theme, size=size, upright=upright),)
    ]
    best = min(styles, key=lambda style: style.step)
    return ColumnStyle(size=best.size, step=round_step(best.step))


def column_height(
    texts: Sequence[str],
    cell_width: float,
    theme: Theme,
    *,
    longest: float,
    strong: Collection[int] = (),
) -> float:
    """Room that column labels need above the cells, at most ``longest`` px."""
    style = column_style(texts, cell_width, theme)
    line = style.size * TIGHT
    shown = (texts[index] for index in thinned(len(texts), step=style.step, keep=strong))
    turned = [
        width
        for width in (text_width(theme, text, size=style.size, weight="bold") for text in shown)
        if _is_turned(style, width=width, cell_width=cell_width)
    ]
    return max(line, min(longest, math.ceil(max(turned, default=0.0)) + 2))


def column_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    height: float,
    gap: float,
    strong: Collection[int] = (),
) -> tuple[Label, ...]:
    """Labels above the columns of a grid, ``gap`` px from it, in ``height`` px of room.

    Those that are ``strong`` are bold, and never left out.
    """
    style = column_style(texts, grid.cell_width, theme)
    return tuple(
        _column_label(
            index,
            texts[index],
            grid,
            theme,
            style=style,
            bottom=grid.top - gap,
            height=height,
            weight="bold" if index in strong else "normal",
        )
        for index in thinned(len(texts), step=style.step, keep=strong)
    )


def row_step(grid_height: float, theme: Theme) -> tuple[int, int]:
    """Text size for rows of a height, and every how many-th has room."""
    size = theme.body if grid_height >= theme.body * TIGHT else theme.small
    return size, round_step(math.ceil(size * TIGHT / grid_height))


def round_step(step: int) -> int:
    """The next step that is easy to count in."""
    return next((easy for easy in STEPS if easy >= step), step)


def row_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    right: float,
    width: float,
    soft: bool = False,
    suffix: str = "",
    strong: Collection[int] = (),
) -> tuple[Label, ...]:
    """Labels left of the rows of a grid, ending at ``right``, at most ``width`` px long.

    Those that are ``strong`` are never left out, and bold unless all are ``soft``. ``suffix``
    stands behind each, however short its text has to be.
    """
    size, step = row_step(grid.cell_height, theme)
    size = theme.small if soft else size
    labels = []
    for index in thinned(len(texts), step=step, keep=strong):
        weight: Weight = "bold" if index in strong and not soft else "normal"
        room = width - text_width(theme, suffix, size=size, weight=weight)
        text = elided(theme, texts[index], size=size, width=room, weight=weight) + suffix
        length, line = text_width(theme, text, size=size, weight=weight), size * TIGHT
        middle = grid.cell_rect(index, 0).center().y()
        rect = QRectF(right - length, middle - line / 2, length, line)
        labels.append(Label(index=index, text=text, rect=rect, size=size, weight=weight))
    return tuple(labels)


def thinned(count: int, *, step: int, keep: Collection[int] = ()) -> list[int]:
    """Every ``step``-th index; those to keep are there, and push away what is too near."""
    kept = sorted(index for index in set(keep) if 0 <= index < count)
    free = [
        index
        for index in range(0, count, max(step, 1))
        if all(abs(index - other) >= step for other in kept)
    ]
    apart: list[int] = []
    for index in kept:
        if not apart or index - apart[-1] >= step:
            apart.append(index)
    return sorted([*free, *apart])


def paint_label(painter: QPainter, label: Label, colour: str, theme: Theme) -> None:
    """Paint one label; its text cannot turn to the right-to-left side of its place."""
    painter.save()
    painter.setFont(theme.font(label.size, label.weight))
    painter.setPen(QColor(colour))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
    rect = label.rect
    if label.turned:
        painter.translate(rect.center())
        painter.rotate(-90)
        rect = QRectF(QPointF(-rect.height() / 2, -rect.width() / 2), rect.size().transposed())
    painter.drawText(rect, int(flags), isolated(label.text))
    painter.restore()


def _column_label(
    index: int,
    text: str,
    grid: CellGrid,
    theme: Theme,
    *,
    style: ColumnStyle,
    bottom: float,
    height: float,
    weight: Weight,
) -> Label:
    width = text_width(theme, text, size=style.size, weight=weight)
    turned = _is_turned(style, width=width, cell_width=grid.cell_width)
    line = style.size * TIGHT
    if turned:
        text = elided(theme, text, size=style.size, width=height, weight=weight)
        width = text_width(theme, text, size=style.size, weight=weight)
    size = QSizeF(line, width) if turned else QSizeF(width, line)
    place = QPointF(
        grid.cell_rect(0, index).center().x() - size.width() / 2, bottom - size.height()
    )
    return Label(
        index=index,
        text=text,
        rect=QRectF(place, size),
        size=style.size,
        weight=weight,
        turned=turned,
    )


def _is_turned(style: ColumnStyle, *, width: float, cell_width: float) -> bool:
    return width + APART > style.step * cell_width


def _column_step(
    texts: Sequence[str], cell_width: float, theme: Theme, *, size: int, upright: bool
) -> int:
    line = size * TIGHT
    if not upright:
        return max(1, math.ceil(line / cell_width))
    widths = sorted(text_width(theme, text, size=size, weight="bold") for text in texts) or [0.0]
    usual = widths[min(len(widths) - 1, math.ceil(MOSTLY * len(widths)))] + APART
    step = max(1, math.ceil(usual / cell_width))
    if widths[-1] + APART > step * cell_width:
        step = max(step, math.ceil(line / cell_width))
    return step
