"""Token labels above the columns of a matrix: elided, turned or left out, so that none overlap."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, Weight
from viz_app.pictures.axis_labels import TIGHT, Label, elided, text_width, thinned
from viz_app.pictures.column_style import ColumnStyle, Setting
from viz_app.pictures.grid import CellGrid


def column_labels(
    texts: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    style: ColumnStyle,
    gap: float,
    strong: Collection[int] = (),
    viewport: QRectF | None = None,
) -> tuple[Label, ...]:
    """Labels above the columns of a grid, ``gap`` px from it.

    Those that are ``strong`` are bold, and never left out. With a ``viewport`` there are only
    those of columns whose middle is in it, above it.
    """
    seen = grid.rect if viewport is None else viewport
    labels = []
    for index, setting in _settings(texts, grid.cell_width, theme, style=style, strong=strong):
        foot = QPointF(grid.middle(0, index).x(), seen.top() - gap)
        if viewport is None or viewport.left() <= foot.x() <= viewport.right():
            weight: Weight = "bold" if index in strong else "normal"
            label = _label(
                index, texts[index], foot, theme, setting=setting, weight=weight, room=style.height
            )
            labels.append(label)
    return tuple(labels)


def _settings(
    texts: Sequence[str],
    cell_width: float,
    theme: Theme,
    *,
    style: ColumnStyle,
    strong: Collection[int],
) -> list[tuple[int, Setting]]:
    """The labels and how they are set; a strong special one takes the room of its neighbours."""
    kept = thinned(len(texts), step=style.step, keep=strong)
    settings = {index: _setting(texts[index], theme, style) for index in kept}
    homeless = [index for index in strong if index in settings and settings[index] is None]
    widths = (text_width(theme, texts[i], size=theme.small, weight="bold") for i in homeless)
    reach = math.ceil(max(widths, default=0.0) / cell_width) + style.step
    alone = set(thinned(len(texts), step=reach, keep=homeless)).intersection(homeless)
    placed = [(index, Setting(theme.small, turned=False)) for index in alone]
    for index, setting in settings.items():
        if setting is not None and all(abs(index - other) >= reach for other in alone):
            placed.append((index, setting))
    return sorted(placed, key=lambda label: label[0])


def _setting(text: str, theme: Theme, style: ColumnStyle) -> Setting | None:
    """How a label is set; None = it is left out, as a special token that would be elided."""
    if text not in SPECIAL_TOKENS or style.special is None:
        return style.words if text not in SPECIAL_TOKENS else None
    setting = style.special
    length = text_width(theme, text, size=setting.size, weight="bold")
    return setting if not setting.turned or length <= style.height else None


def _label(
    index: int,
    text: str,
    foot: QPointF,
    theme: Theme,
    *,
    setting: Setting,
    weight: Weight,
    room: float,
) -> Label:
    """A label in the middle above a point; a turned one is elided to its room in px."""
    if setting.turned:
        text = elided(theme, text, size=setting.size, width=room, weight=weight)
    size = QSizeF(text_width(theme, text, size=setting.size, weight=weight), setting.size * TIGHT)
    if setting.turned:
        size.transpose()
    return Label(
        index=index,
        text=text,
        rect=QRectF(foot - QPointF(size.width() / 2, size.height()), size),
        size=setting.size,
        weight=weight,
        turned=setting.turned,
    )
