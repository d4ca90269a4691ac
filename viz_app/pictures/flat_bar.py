"""The scale of a picture's colours as one low line: the map with its levels, and a legend."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.design.colour_map import Rgba, diverging_lut, lut_for
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.legend import Swatch, legend_width, paint_legend
from viz_app.pictures.levels import Ticks, signed_ticks, ticks
from viz_app.workbench.snapshots.pictures import FocusSnapshot

LENGTH = 200
"""Of the map in px at 100 %."""


def paint_flat_bar(
    painter: QPainter,
    rect: QRectF,
    focus: FocusSnapshot,
    theme: Theme,
    *,
    entries: Sequence[tuple[Swatch, str]] = (),
) -> None:
    """The picture's whole map at the left of ``rect``, levels below it, the legend right of it."""
    signed = focus.compared is not None
    lut = diverging_lut(theme) if signed else lut_for(theme, focus.kind, focus.colour_map)
    marks = signed_ticks(focus.scale) if signed else ticks(focus.scale)
    length = min(LENGTH * theme.scale, rect.width())
    bar = QRectF(rect.left(), rect.top(), length, 2.0 * theme.unit)
    paint_map(painter, bar, lut, theme)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    for left, text in tick_places(bar, marks, theme):
        place = QRectF(left, bar.bottom() + 1, length, theme.small * 1.3)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft), text)
    start = bar.right() + 6 * theme.unit
    if entries and start + legend_width(entries, theme) <= rect.right():
        paint_legend(painter, QPointF(start, bar.top() - theme.unit / 2), entries, theme)


def tick_places(bar: QRectF, marks: Ticks, theme: Theme) -> list[tuple[float, str]]:
    """Left edges of the levels' texts, in px: both ends, then what does not touch the others."""
    ends_first = sorted(marks, key=lambda mark: (-abs(mark[0] - 0.5), mark[0]))
    placed: list[tuple[float, float, str]] = []
    for share, text in ends_first:
        width = text_width(theme, text, size=theme.small)
        left = bar.left() + share * bar.width() - width / 2
        left = min(max(left, bar.left()), bar.right() - width)
        apart = 2 * theme.unit
        if all(left > end + apart or left + width < start - apart for start, end, _ in placed):
            placed.append((left, left + width, text))
    return [(left, text) for left, _, text in placed]


def paint_map(painter: QPainter, bar: QRectF, lut: Rgba, theme: Theme) -> None:
    """The colours of a map from left to right, framed."""
    colours = np.ascontiguousarray(lut)
    image = QImage(colours.data, len(colours), 1, 4 * len(colours), QImage.Format.Format_RGBA8888)
    painter.drawImage(bar, image)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
