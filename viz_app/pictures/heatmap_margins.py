"""What stands around a heatmap's cells: bars of rows and columns, the scale, marks of a zoom."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.colour_map import diverging_lut, lut_for
from viz_app.design.theme import Theme, faded
from viz_app.pictures.colour_bar import paint_bar
from viz_app.pictures.heatmap_layout import HeatmapLayout
from viz_app.pictures.profiles import Profile, column_profile, paint_profile, row_profile
from viz_app.texts.profile_texts import level_text, profile_name
from viz_app.workbench.snapshots.pictures import FocusSnapshot

SHORTEST_MARK = 8.0
"""Length of a scroll mark in px at 100 %, however little is in view."""


def paint_margins(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """Paint all of it, as far as the layout has room for it."""
    if not layout.row_bars.isEmpty():
        _paint_row_bars(painter, layout, snapshot, theme)
    if not layout.column_bars.isEmpty():
        _paint_column_bars(painter, layout, snapshot, theme)
    lut = lut_for(theme, snapshot.kind, snapshot.colour_map)
    if snapshot.compared is not None:
        lut = diverging_lut(theme)
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


def _mark(before: float, seen: float, whole: float, theme: Theme) -> tuple[float, float]:
    """Start and length of a mark along a side of ``seen`` px."""
    length = min(seen, max(SHORTEST_MARK * theme.scale, seen * seen / whole))
    return before / max(whole - seen, 1.0) * (seen - length), length


def _paint_row_bars(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """The bars, and under them their range and what they are."""
    place, profile = layout.row_bars, row_profile(snapshot)
    colour = theme.kind_colour(snapshot.kind)
    paint_profile(
        painter,
        place,
        layout.grid,
        profile,
        theme,
        colour=colour,
        strong=None if snapshot.past_compared else snapshot.query_row,
    )
    _paint_axis(painter, place, theme, row=True)
    lines = _captions(profile, snapshot)
    height = max(layout.column_bars.height(), theme.small * 2.0) / len(lines)
    for at, text in enumerate(lines):
        under = QRectF(place.left(), layout.column_bars.top() + at * height, 0.0, height)
        _paint_caption(painter, under, text, theme, side=Qt.AlignmentFlag.AlignLeft)


def _paint_column_bars(
    painter: QPainter, layout: HeatmapLayout, snapshot: FocusSnapshot, theme: Theme
) -> None:
    """The bars, and left of them what they are and their range."""
    place, profile = layout.column_bars, column_profile(snapshot)
    cell = snapshot.cell
    paint_profile(
        painter,
        place,
        layout.grid,
        profile,
        theme,
        colour=theme.kind_colour(snapshot.kind),
        strong=None if cell is None else cell.column,
    )
    _paint_axis(painter, place, theme, row=False)
    lines = _captions(profile, snapshot)
    height, end = place.height() / len(lines), place.left() - 1.5 * theme.unit
    for at, text in enumerate(lines):
        left = QRectF(0, place.top() + at * height, end, height)
        _paint_caption(painter, left, text, theme, side=Qt.AlignmentFlag.AlignRight)


def _captions(profile: Profile, snapshot: FocusSnapshot) -> tuple[str, str]:
    """What bars are, and the range of their axis."""
    difference = snapshot.compared is not None
    return (
        profile_name(profile, difference=difference),
        level_text(profile, difference=difference),
    )


def _paint_axis(painter: QPainter, place: QRectF, theme: Theme, *, row: bool) -> None:
    """A hairline where the bars' axis ends."""
    end = (
        QRectF(place.right(), place.top(), 1, place.height())
        if row
        else QRectF(place.left(), place.bottom(), place.width(), 1)
    )
    painter.fillRect(end, QColor(theme.line))


def _paint_caption(
    painter: QPainter, place: QRectF, text: str, theme: Theme, *, side: Qt.AlignmentFlag
) -> None:
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    painter.drawText(place, int(flags), text)
