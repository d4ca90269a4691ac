"""What labels on both axes of a matrix are made of: texts of a width, every so many-th of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.grid import CellGrid
from viz_app.texts.isolates import safe, settled

TIGHT = 1.12
"""Height of a line in font sizes: glyphs, without the room between lines."""

STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 100)
"""When not all labels have room, every so many-th is there."""


_FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine)
"""As a number: of hundreds of labels, Qt's enumerations would take a tenth of the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text in its place. Turned ones are read from the bottom up."""

    index: int
    text: str
    rect: QRectF
    size: int
    weight: Weight = "normal"
    turned: bool = False


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


def round_step(step: int) -> int:
    """The next step that is easy to count in."""
    return next((easy for easy in STEPS if easy >= step), step)


def thinned(count: int, *, step: int, keep: Collection[int] = ()) -> list[int]:
    """Every ``step``-th index; ones to keep, first come first, push away what is too near."""
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


def row_step(grid_height: float, theme: Theme) -> tuple[int, int]:
    """Text size for rows of a height, and every how many-th has room."""
    size = theme.body if grid_height >= theme.body * TIGHT else theme.small
    return size, round_step(math.ceil(size * TIGHT / grid_height))


def labels_of_rows(
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
        if viewport is not None and not viewport.top() <= middle <= viewport.bottom():
            continue
        weight: Weight = "bold" if index in strong and not soft else "normal"
        room = width - text_width(theme, suffix, size=size, weight=weight)
        text = elided(theme, texts[index], size=size, width=room, weight=weight)
        text = safe(text) + suffix if suffix else text
        length, line = text_width(theme, text, size=size, weight=weight), size * TIGHT
        rect = QRectF(right - length, middle - line / 2, length, line)
        labels.append(Label(index=index, text=text, rect=rect, size=size, weight=weight))
    return tuple(labels)


def paint_label(painter: QPainter, label: Label, colour: str, theme: Theme) -> None:
    """Paint one label; its text cannot turn to the right-to-left side of its place."""
    painter.save()
    painter.setFont(theme.font(label.size, label.weight))
    painter.setPen(QColor(colour))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    rect = label.rect
    if label.turned:
        painter.translate(rect.center())
        painter.rotate(-90)
        rect = QRectF(QPointF(-rect.height() / 2, -rect.width() / 2), rect.size().transposed())
    painter.drawText(rect, _FLAGS, settled(label.text))
    painter.restore()
