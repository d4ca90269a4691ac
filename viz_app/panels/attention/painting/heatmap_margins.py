"""What stands around a heatmap's cells: bars of rows and columns, the scale, marks of a zoom."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, faded
from viz_app.panels.attention.painting import profiles
from viz_app.panels.attention.painting.heatmap_layout import HeatmapLayout
from viz_app.panels.attention.painting.picture_scale import picture_lut
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.colour_bar import paint_bar
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.workbench.snapshots.pictures import FocusSnapshot

SMALLEST = 0.75
"""Least size of what the bars are to that of other small text, before they say no range."""

SHORTEST_MARK = 8.0
"""Length of a scroll mark in px at 100 %, however little is in view."""


def paint_margins(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """Paint all of it, as far as the layout has room for it."""
    if not layout.row_bars.isEmpty():
        row = None if snapshot.past_compared else snapshot.query_row
        _paint_bars(painter, layout, snapshot, profiles.row_profile(snapshot), theme, strong=row)
    if not layout.column_bars.isEmpty():
        key = None if snapshot.cell is None else snapshot.cell.column
        _paint_bars(painter, layout, snapshot, profiles.column_profile(snapshot), theme, strong=key)
    paint_bar(painter, layout.bar, picture_lut(snapshot, theme), theme, ticks=layout.ticks)
    if not layout.zoom.is_fitted:
        for mark in scroll_marks(layout, theme):
            painter.fillRect(mark, QColor(faded(theme)))


def scroll_marks(layout: HeatmapLayout, theme: Theme) -> list[QRectF]:
    """Where in the matrix the view is: a line right of the cells, and one under them."""
    seen, whole = layout.viewport, layout.grid.rect
    width, away = max(2.0, 0.5 * theme.unit), 0.75 * theme.unit
    marks = []
    if seen.height() < whole.height() - 1:
        start, length = _mark(seen.top() - whole.top(), seen.height(), whole.height(), theme)
        marks.append(QRectF(seen.right() + away, seen.top() + start, width, length))
    if seen.width() < whole.width() - 1:
        start, length = _mark(seen.left() - whole.left(), seen.width(), whole.width(), theme)
        marks.append(QRectF(seen.left() + start, seen.bottom() + away, length, width))
    return marks


def _mark(before: float, seen: float, whole: float, theme: Theme) -> tuple[float, float]:
    """Start and length of a mark along a side of ``seen`` px."""
    length = min(seen, max(SHORTEST_MARK * theme.scale, seen * seen / whole))
    return before / max(whole - seen, 1.0) * (seen - length), length


def _paint_bars(
    painter: QPainter,
    layout: HeatmapLayout,
    snapshot: FocusSnapshot,
    profile: profiles.Profile,
    theme: Theme,
    *,
    strong: int | None,
) -> None:
    """Bars, a hairline where their axis ends, and what they are with their range.

    That stands under the bars of rows, and left of those of columns.
    """
    is_row = profile.axis == "row"
    place = layout.row_bars if is_row else layout.column_bars
    colour = theme.kind_colour(snapshot.kind)
    profiles.paint_profile(
        painter, place, layout.grid, profile, theme, colour=colour, strong=strong
    )
    if is_row:
        end = QRectF(place.right(), place.top(), 1, place.height())
        high = layout.column_bars.height() or theme.small * 2.0
        words = QRectF(place.left(), layout.column_bars.top(), 0.0, high / 2)
    else:
        end = QRectF(place.left(), place.bottom(), place.width(), 1)
        left = layout.titles.title.left()
        room = place.left() - 1.5 * theme.unit - left
        words = QRectF(left, place.top(), room, place.height() / 2)
    painter.fillRect(end, QColor(theme.line))
    side: TextSide = "left" if is_row else "right"
    differs = snapshot.compared is not None
    name, level = (
        says(profile, difference=differs) for says in (profiles.profile_name, profiles.level_text)
    )
    if words.height() < theme.small:  # one line has room
        words.setHeight(2 * words.height())
        text = f"{name} {level}"
        room = layout.titles.notes.right() - words.left() if is_row else words.width()
        least = round(SMALLEST * theme.small)
        sizes = range(theme.small, least - 1, -1)
        fits = (size for size in sizes if text_width(theme, text, size=size) <= room)
        size = next(fits, 0)
        paint_line(painter, words, text if size else name, theme, side=side, size=size, whole=True)
        return
    paint_line(painter, words, name, theme, side=side, whole=True)
    paint_line(painter, words.translated(0, words.height()), level, theme, side=side, whole=True)
