"""Tokens in a row, one of them in view: as many beside it as have room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.token_box import BoxStyle, box_width, paint_box

BOX = 30
"""Height of a token, in px at 100 %."""

WIDEST_TOKEN = 40
"""Of a token's box, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRowLayout:
    """Places in the painter's px; boxes outside ``viewport`` are not in view."""

    title: QRectF
    viewport: QRectF
    boxes: tuple[QRectF, ...]

    def token_at(self, point: QPointF) -> int | None:
        """The token under a point."""
        if not self.viewport.contains(point):
            return None
        return next((at for at, box in enumerate(self.boxes) if box.contains(point)), None)


def layout_token_row(
    rect: QRectF, title: str, tokens: Sequence[str], theme: Theme, *, chosen: int
) -> TokenRowLayout:
    """The title, then the boxes; of too many those around the chosen one."""
    gap = float(theme.unit)
    title_width = text_width(theme, title, size=theme.small) + 3 * theme.unit
    viewport = rect.adjusted(title_width, 0, 0, 0)
    widths = [min(box_width(token, theme), WIDEST_TOKEN * theme.unit) for token in tokens]
    ends = list(accumulate(width + gap for width in widths))
    hidden = max(0.0, (ends[-1] - gap if ends else 0.0) - viewport.width())
    middle = ends[chosen] - gap - widths[chosen] / 2 if tokens else 0.0
    offset = min(max(0.0, middle - viewport.width() / 2), hidden)
    height = min(BOX * theme.scale, rect.height())
    top = rect.center().y() - height / 2
    boxes = tuple(
        QRectF(viewport.left() + end - gap - width - offset, top, width, height)
        for end, width in zip(ends, widths, strict=True)
    )
    title_rect = QRectF(rect.left(), rect.top(), title_width, rect.height())
    return TokenRowLayout(title=title_rect, viewport=viewport, boxes=boxes)


def paint_token_row(
    painter: QPainter,
    layout: TokenRowLayout,
    title: str,
    tokens: Sequence[str],
    theme: Theme,
    *,
    chosen: int,
) -> None:
    """Paint the title and the boxes in view; the chosen one stands out."""
    paint_line(painter, layout.title, title, theme)
    painter.save()
    painter.setClipRect(layout.viewport.adjusted(-1, 0, 1, 0))
    for index, (box, token) in enumerate(zip(layout.boxes, tokens, strict=True)):
        if box.intersects(layout.viewport):
            here = index == chosen
            style = BoxStyle(tint=theme.accent if here else None, strong=here)
            paint_box(painter, box, token, theme, style)
    painter.restore()
