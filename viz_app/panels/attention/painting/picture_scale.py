"""The scale of a head's colours: which map it is, its levels, and all of it as one low line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from viz_app.design.colour_map import diverging_lut, lut_for
from viz_app.design.oklab import Rgba
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.colour_bar import paint_map
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.pictures.levels import Ticks, signed_ticks, ticks
from viz_app.pictures.text_line import paint_line
from viz_app.texts.sentences import Swatch
from viz_app.workbench.snapshots.pictures import FocusSnapshot

LONGEST = 200
"""Of a map that is one low line, in px at 100 %."""


def picture_lut(focus: FocusSnapshot, theme: Theme) -> Rgba:
    """The map of a head's weights, or of a difference."""
    if focus.compared is not None:
        return diverging_lut(theme)
    return lut_for(theme, focus.kind, focus.colour_map)


def picture_ticks(focus: FocusSnapshot) -> Ticks:
    """What stands beside it."""
    of = signed_ticks if focus.compared is not None else ticks
    return of(focus.scale, top=focus.top)


def paint_flat_bar(
    painter: QPainter,
    rect: QRectF,
    focus: FocusSnapshot,
    theme: Theme,
    *,
    entries: Sequence[tuple[Swatch, str]] = (),
) -> None:
    """The picture's whole map at the left of ``rect``, levels below it, the legend right of it."""
    length = min(LONGEST * theme.scale, rect.width())
    bar = QRectF(rect.left(), rect.top(), length, 2.0 * theme.unit)
    paint_map(painter, bar, picture_lut(focus, theme), theme)
    for left, text in tick_lefts(bar, picture_ticks(focus), theme):
        place = QRectF(left, bar.bottom() + 1, length, theme.small * 1.3)
        paint_line(painter, place, text, theme, high=Qt.AlignmentFlag.AlignTop, whole=True)
    start = bar.right() + 6 * theme.unit
    if entries and start + legend_width(entries, theme) <= rect.right():
        paint_legend(painter, QPointF(start, bar.top() - theme.unit / 2), entries, theme)


def tick_lefts(bar: QRectF, marks: Ticks, theme: Theme) -> list[tuple[float, str]]:
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
