"""What stands around a heatmap's cells: bars of rows and columns, the scale, marks of a zoom."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, faded
from viz_app.pictures.colour_bar import paint_bar, picture_lut
from viz_app.pictures.heatmap_layout import HeatmapLayout
from viz_app.pictures.profiles import Profile, column_profile, paint_profile, row_profile
from viz_app.pictures.text_line import paint_line
from viz_app.workbench.snapshots.pictures import FocusSnapshot

translate = QCoreApplication.translate

SHORTEST_MARK = 8.0
"""Length of a scroll mark in px at 100 %, however little is in view."""


def paint_margins(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """Paint all of it, as far as the layout has room for it."""
    _paint_row_bars(painter, layout, snapshot, theme)
    _paint_column_bars(painter, layout, snapshot, theme)
    lut = picture_lut(snapshot, theme)
    paint_bar(painter, layout.bar, lut, theme, ticks=layout.ticks)
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


def profile_name(profile: Profile, *, difference: bool) -> str:
    """In a word, for beside the bars."""
    if profile.axis == "row":
        return translate("attention", "moved") if difference else translate("attention", "entropy")
    return translate("attention", "mean")


def level_text(profile: Profile, *, difference: bool) -> str:
    """Where the bars' axis begins and ends: ``0–0.5``, ``0–3.81 bits``."""
    level = f"{profile.level:.3g}"
    if profile.axis == "row" and not difference:
        return translate("attention", "0–{level} bits").format(level=level)
    return f"±{level}" if profile.is_signed else f"0–{level}"


def _mark(before: float, seen: float, whole: float, theme: Theme) -> tuple[float, float]:
    """Start and length of a mark along a side of ``seen`` px."""
    length = min(seen, max(SHORTEST_MARK * theme.scale, seen * seen / whole))
    return before / max(whole - seen, 1.0) * (seen - length), length


def _paint_row_bars(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """The bars, and under them their range and what they are."""
    place = layout.row_bars
    if place.isEmpty():
        return
    profile = row_profile(snapshot)
    strong = None if snapshot.past_compared else snapshot.query_row
    colour = theme.kind_colour(snapshot.kind)
    paint_profile(painter, place, layout.grid, profile, theme, colour=colour, strong=strong)
    painter.fillRect(QRectF(place.right(), place.top(), 1, place.height()), QColor(theme.line))
    height = max(layout.column_bars.height(), theme.small * 2.0) / 2
    for at, text in enumerate(_captions(profile, snapshot)):
        under = QRectF(place.left(), layout.column_bars.top() + at * height, 0.0, height)
        paint_line(painter, under, text, theme, whole=True)


def _paint_column_bars(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """The bars, and left of them what they are and their range."""
    place = layout.column_bars
    if place.isEmpty():
        return
    profile = column_profile(snapshot)
    strong = None if snapshot.cell is None else snapshot.cell.column
    colour = theme.kind_colour(snapshot.kind)
    paint_profile(painter, place, layout.grid, profile, theme, colour=colour, strong=strong)
    painter.fillRect(QRectF(place.left(), place.bottom(), place.width(), 1), QColor(theme.line))
    height, end = place.height() / 2, place.left() - 1.5 * theme.unit
    for at, text in enumerate(_captions(profile, snapshot)):
        left = QRectF(0, place.top() + at * height, end, height)
        paint_line(painter, left, text, theme, side="right", whole=True)


def _captions(profile: Profile, snapshot: FocusSnapshot) -> tuple[str, str]:
    """What bars are, and the range of their axis."""
    difference = snapshot.compared is not None
    name = profile_name(profile, difference=difference)
    return name, level_text(profile, difference=difference)
