"""Title and subtitle at the top of a small picture."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width

TALL = 140
"""A picture lower than this, in px at 100 %, has no subtitle."""


NOTE_GAP = 3
"""Units between a title and what stands at the end of its line."""


def paint_plot_titles(
    painter: QPainter, rect: QRectF, title: str, subtitle: str, theme: Theme, *, corner: float = 0.0
) -> float:
    """Paint the title, and the subtitle where there is room; says where they end.

    So many px as ``corner`` stay free at the right end of the title, which is smaller where it
    would be cut off.
    """
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    room = max(rect.width() - corner, 0.0)
    fits = text_width(theme, title, size=theme.body, weight="bold") <= room
    size = theme.body if fits else theme.small
    free = line.adjusted(0, 0, room - rect.width(), 0)
    top = Qt.AlignmentFlag.AlignTop
    paint_heading(painter, free, title, theme, size=size, at_top=True)
    if not subtitle or rect.height() < TALL * theme.scale:
        return line.bottom()
    under = QRectF(rect.left(), line.bottom(), rect.width(), theme.small * 1.5)
    paint_line(painter, under, subtitle, theme, high=top)
    return under.bottom()


def note_width(title: str, note: str, theme: Theme) -> float:
    """Px that a title and its note need beside each other."""
    words = typeset_width(title, theme, size=theme.body, weight="bold")
    return words + NOTE_GAP * theme.unit + text_width(theme, note, size=theme.small)


def paint_title_and_note(
    painter: QPainter, rect: QRectF, title: str, note: str, theme: Theme
) -> float:
    """Paint the title, shortened if need be, and the note at its right; their bottom."""
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_line(painter, line, note, theme, side="right", whole=True)
    room = text_width(theme, note, size=theme.small) + NOTE_GAP * theme.unit
    free = line.adjusted(0, 0, -min(room, line.width()), 0)
    paint_typeset(painter, free, title, theme, size=theme.body, colour=theme.text, weight="bold")
    return line.bottom()
