"""The words after the last chip of each line: how much room they take, and their painting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.panels.timeline.views.chip_layout import ChipLayout
from viz_app.pictures.axis_labels import elided, text_width

WIDEST = 60
"""Units that the words have at most."""


def captions_width(captions: Sequence[str], theme: Theme) -> float:
    """Of the widest with the space around it, in px; 0 without captions."""
    widths = (text_width(theme, caption, size=theme.small) for caption in captions)
    widest = max(widths, default=None)
    return 0.0 if widest is None else min(widest, WIDEST * theme.unit) + 2 * theme.unit


def paint_captions(
    painter: QPainter, captions: Sequence[str], layout: ChipLayout, theme: Theme
) -> None:
    """Paint one caption for each line, right of its chips."""
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    width = WIDEST * theme.unit
    for line, caption in enumerate(captions):
        top, height = layout.tops[line], layout.heights[line]
        rect = QRectF(layout.width + theme.unit, top, width + theme.unit, height)
        text = elided(theme, caption, size=theme.small, width=width)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)
