"""One candidate's row: its token, a bar from 0 to 1, and its probability."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import Candidate
from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.pictures.bar_rows import paint_round_bar
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import with_p
from viz_app.texts.token_text import visible

NAMES = 0.42
"""Share of the width that tokens have."""


def paint_candidate(
    painter: QPainter,
    rect: QRectF,
    candidate: Candidate,
    *,
    chosen: bool,
    marked: bool,
    theme: Theme,
) -> None:
    """Paint a row: the token taken has the accent colour, the one under the cursor a ground."""
    if marked:
        painter.fillRect(rect, QColor(mixed(theme.panel, theme.accent, share=0.1)))
    height, gap = rect.height(), 2 * theme.unit
    names, numbers = NAMES * rect.width(), 13 * theme.unit
    name = QRectF(rect.left(), rect.top(), names, height)
    _paint_name(painter, name, candidate.token, chosen=chosen, theme=theme)
    room = rect.width() - names - gap - numbers
    left, top = rect.left() + names + gap, rect.top() + 0.2 * height
    bar = QRectF(left, top, room * candidate.probability, 0.6 * height)
    paint_round_bar(painter, bar, theme.accent if chosen else faded(theme))
    number = QRectF(bar.right() + gap / 2, rect.top(), numbers, height)
    text, weight = with_p(candidate.probability), _weight(chosen=chosen)
    paint_line(painter, number, text, theme, weight=weight, whole=True)


def paint_thumb(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint where the rows in view are among all: candidates above or below are not in view."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    painter.drawRoundedRect(rect, rect.width() / 2, rect.width() / 2)


def _paint_name(painter: QPainter, rect: QRectF, token: str, *, chosen: bool, theme: Theme) -> None:
    weight = _weight(chosen=chosen)
    metrics = QFontMetricsF(theme.font(theme.small, weight))
    text = metrics.elidedText(visible(token), Qt.TextElideMode.ElideMiddle, rect.width())
    ink = theme.soft_text if token in SPECIAL_TOKENS else theme.text
    paint_line(painter, rect, text, theme, colour=ink, weight=weight, side="right", whole=True)


def _weight(*, chosen: bool) -> Weight:
    return "bold" if chosen else "normal"
