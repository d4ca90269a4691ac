"""Numbers above the columns of a matrix: as many as have room, at steps that are powers of 2."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRectF

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.axis_labels import TIGHT, Label, text_width
from viz_app.pictures.grid import CellGrid


def number_labels(
    names: Sequence[str], grid: CellGrid, theme: Theme, *, strong: Collection[int] = ()
) -> tuple[Label, ...]:
    """Upright labels that do not touch; the ``strong`` ones are bold, and come first."""
    labels = [_label(index, names[index], grid, theme, weight="bold") for index in strong]
    for index in range(0, len(names), number_step(names, grid, theme)):
        label = _label(index, names[index], grid, theme, weight="normal")
        if not any(
            _touch(label, other, gap=theme.unit) for other in labels if other.weight == "bold"
        ):
            labels.append(label)
    return tuple(labels)


def number_step(names: Sequence[str], grid: CellGrid, theme: Theme) -> int:
    """Every how many-th number has room: a power of two, as widths of models are."""
    widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
    step = 1
    while step < len(names) and step * grid.cell_width < widest + theme.unit:
        step *= 2
    return step


def _label(index: int, name: str, grid: CellGrid, theme: Theme, *, weight: Weight) -> Label:
    width = text_width(theme, name, size=theme.small, weight=weight)
    height = theme.small * TIGHT
    middle = grid.middle(0, index).x()
    rect = QRectF(middle - width / 2, grid.top - height - theme.unit, width, height)
    return Label(index=index, text=name, rect=rect, size=theme.small, weight=weight)


def _touch(one: Label, other: Label, *, gap: float) -> bool:
    first, second = sorted((one.rect, other.rect), key=lambda rect: rect.left())
    return second.left() < first.right() + gap
