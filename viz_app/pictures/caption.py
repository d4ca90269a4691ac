"""A caption beneath a figure that says what it is, in as many lines as its width makes of it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QTextLayout, QTextOption

from viz_app.design.theme import Theme
from viz_app.pictures.figure_files import Paint
from viz_app.pictures.text_line import unparted

BESIDE, ABOVE = 4, 3
"""Units around a caption."""


def with_caption(size: QSize, paint: Paint, *, caption: str, theme: Theme) -> tuple[QSize, Paint]:
    """A figure with a caption beneath: its size, and what paints it; as it was without a caption.

    Args:
        size: of the figure, in px.
        paint: paints the figure into a rectangle.
        caption: takes as many lines as it needs.
        theme: of the caption and of what is behind it.
    """
    if not caption:
        return size, paint
    width = size.width() - 2 * BESIDE * theme.unit
    _, text_height = _broken(caption, width, theme)
    height = math.ceil(text_height) + 2 * ABOVE * theme.unit

    def paint_both(painter: QPainter, rect: QRectF) -> None:
        """The caption takes its height from the bottom; no seam is seen between the grounds."""
        place = QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
        painter.fillRect(place.adjusted(0, -1, 0, 0), QColor(theme.panel))
        paint(painter, rect.adjusted(0, 0, 0, -height))
        lines, _ = _broken(caption, width, theme)  # a layout belongs to the thread that paints
        painter.save()
        painter.setPen(QColor(theme.soft_text))
        lines.draw(painter, place.topLeft() + QPointF(BESIDE, ABOVE) * theme.unit)
        painter.restore()

    return QSize(size.width(), size.height() + height), paint_both


def _broken(text: str, width: float, theme: Theme) -> tuple[QTextLayout, float]:
    """A text in lines no longer than ``width`` px, and their height."""
    layout = QTextLayout(unparted(text), theme.font(theme.small))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        line.setPosition(QPointF(0.0, height))
        height += line.height()
    layout.endLayout()
    return layout, height
