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


@lru_cache(maxsize=128)
def text_widths(
    theme: Theme, texts: tuple[str, ...], *, size: int, weight: Weight = "normal"
) -> tuple[float, ...]:
    """Widths in px; kept, because every picture of a sentence asks for the same ones."""
    metrics = QFontMetricsF(theme.font(size, weight))
    widths = {text: metrics.horizontalAdvance(text) for text in set(texts)}
    return tuple(widths[text] for text in texts)


def elided(theme: Theme, text: str, *, size: int, width: float, weight: Weight = "normal") -> str:
    """The text, shortened with an ellipsis to a width in px."""
    if text_width(theme, text, size=size, weight=weight) <= width:
        return text
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
    widths = text_widths(theme, tuple(texts), size=style.size, weight="bold")
    shown = (widths[index] for index in thinned(len(texts), step=style.step, keep=strong))
    turned = [width for width in shown if _is_turned(style, width=width, cell_width=cell_width)]
    return max(line, min(longest, math.ceil(max(turned, default=0.0)) + 2))


def column_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    height: float,
    gap: float,
    strong: Collection[int] = (),
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels above the columns of a grid, ``gap`` px from it, in ``height`` px of room.

    Those that are ``strong`` are bold, and never left out. With a ``viewport`` there are only
    those of columns whose middle is in it, above it.
    """
    style = column_style(texts, grid.cell_width, theme)
    seen = grid.rect if viewport is None else viewport
    return tuple(
        _column_label(
            index,
            texts[index],
            grid,
            theme,
            style=style,
            bottom=seen.top() - gap,
            height=height,
            weight="bold" if index in strong else "normal",
        )
        for index in thinned(len(texts), step=style.step, keep=strong)
        if viewport is None or _is_between(seen.left(), grid.middle(0, index).x(), seen.right())
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
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels left of the rows of a grid, ending at ``right``, at most ``width`` px long.

    Those that are ``strong`` are never left out, and bold unless all are ``soft``. ``suffix``
    stands behind each, however short its text has to be. With a ``viewport`` there are only those
    of rows whose middle is in it.
    """
    size, step = row_step(grid.cell_height, theme)
    size = theme.small if soft else size
    labels = []
    for index in thinned(len(texts), step=step, keep=strong):
        middle = grid.middle(index, 0).y()
        if viewport is not None and not _is_between(viewport.top(), middle, viewport.bottom()):
            continue
        weight: Weight = "bold" if index in strong and not soft else "normal"
        room = width - text_width(theme, suffix, size=size, weight=weight)
        text = elided(theme, texts[index], size=size, width=room, weight=weight) + suffix
        length, line = text_width(theme, text, size=size, weight=weight), size * TIGHT
        rect = QRectF(right - length, middle - line / 2, length, line)
        labels.append(Label(index=index, text=text, rect=rect, size=size, weight=weight))
    return tuple(labels)


def thinned(count: int, *, step: int, keep: Collection[int] = ()) -> list[int]:
    """Every ``step``-th index; those to keep are there, and push away what is too near.

    Of two to keep that are too near to each other the first is there.
    """
    kept: list[int] = []
    for index in keep:
        if 0 <= index < count and all(abs(index - other) >= max(step, 1) for other in kept):
            kept.append(index)
    free = [
        index
        for index in range(0, count, max(step, 1))
        if all(abs(index - other) >= step for other in kept)
    ]
    return sorted([*free, *kept])


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
    place = QPointF(grid.middle(0, index).x() - size.width() / 2, bottom - size.height())
    return Label(
        index=index,
        text=text,
        rect=QRectF(place, size),
        size=style.size,
        weight=weight,
        turned=turned,
    )


def _is_between(low: float, value: float, high: float) -> bool:
    return low <= value <= high


def _is_turned(style: ColumnStyle, *, width: float, cell_width: float) -> bool:
    return width + APART > style.step * cell_width


def _column_step(
    texts: Sequence[str], cell_width: float, theme: Theme, *, size: int, upright: bool
) -> int:
    line = size * TIGHT
    if not upright:
        return max(1, math.ceil(line / cell_width))
    widths = sorted(text_widths(theme, tuple(texts), size=size, weight="bold")) or [0.0]
    usual = widths[min(len(widths) - 1, math.ceil(MOSTLY * len(widths)))] + APART
    step = max(1, math.ceil(usual / cell_width))
    if widths[-1] + APART > step * cell_width:
        step = max(step, math.ceil(line / cell_width))
    return step
