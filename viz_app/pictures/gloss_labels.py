"""What column labels mean, small and soft between them and the cells, as far as there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, Label, elided, text_width, text_widths
from viz_app.pictures.grid import CellGrid

BELOW = 2.0
"""Px between a token and its gloss."""

APART = 4.0
"""Upright glosses are this many px apart."""

SHORTEST = 2.5
"""Turned ones are left out where they have less room than this, in text sizes."""


@dataclass(frozen=True, slots=True)
class GlossStyle:
    """How all glosses are set: ``height`` in px is 0 where they have no room."""

    turned: bool = False
    height: float = 0.0


def gloss_style(
    glosses: Sequence[str], cell_width: float, theme: Theme, *, longest: float
) -> GlossStyle:
    """Upright where every gloss is narrower than its column, else turned.

    What is longer than ``longest`` px is elided.
    """
    widest = max(text_widths(theme, tuple(glosses), size=theme.small), default=0.0)
    line = theme.small * TIGHT
    if not widest:
        return GlossStyle()
    if widest + APART <= cell_width:
        return GlossStyle(height=line + BELOW)
    if cell_width < line or longest < SHORTEST * theme.small:
        return GlossStyle()
    return GlossStyle(turned=True, height=math.ceil(min(widest, longest)) + BELOW)


def gloss_labels(
    glosses: Sequence[str],
    grid: CellGrid,
    theme: Theme,
    *,
    style: GlossStyle,
    gap: float,
    viewport: QRectF | None,
) -> tuple[Label, ...]:
    """Glosses in their room above the cells, ``gap`` px from them; each begins at its token."""
    if not style.height:
        return ()
    seen = grid.rect if viewport is None else viewport
    top = seen.top() - gap - style.height + BELOW
    labels = []
    for index, gloss in enumerate(glosses):
        middle = grid.middle(0, index).x()
        if gloss and (viewport is None or viewport.left() <= middle <= viewport.right()):
            labels.append(_label(index, gloss, QPointF(middle, top), theme, style=style))
    return tuple(labels)


def _label(index: int, gloss: str, top: QPointF, theme: Theme, *, style: GlossStyle) -> Label:
    """A gloss under a point."""
    if style.turned:
        gloss = elided(theme, gloss, size=theme.small, width=style.height - BELOW)
    size = QSizeF(text_width(theme, gloss, size=theme.small), theme.small * TIGHT)
    if style.turned:
        size.transpose()
    place = QRectF(top - QPointF(size.width() / 2, 0.0), size)
    return Label(index=index, text=gloss, rect=place, size=theme.small, turned=style.turned)
