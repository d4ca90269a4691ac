"""One candidate's row: its token, a bar from 0 to 1, and its probability, of two branches two."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.pictures.bar_rows import paint_round_bar
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import or_dash, with_p
from viz_app.texts.visible_token import visible

NAMES = 0.42
"""Share of the width that tokens have."""


def paint_candidate(
    painter: QPainter,
    rect: QRectF,
    token: str,
    probabilities: Sequence[float | None],
    *,
    chosen: tuple[bool, bool],
    marked: bool,
    theme: Theme,
) -> None:
    """Paint a row: the token taken has a strong colour, the one under the cursor a ground.

    Args:
        painter: where to.
        rect: the row.
        token: its name.
        probabilities: here, and in a compared branch if there is one; None where it is not known.
        chosen: whether it was taken here, and there.
        marked: whether it is under the cursor.
        theme: colours and sizes.
    """
    if marked:
        painter.fillRect(rect, QColor(mixed(theme.panel, theme.accent, share=0.1)))
    height, gap = rect.height(), 2 * theme.unit
    names, numbers = NAMES * rect.width(), 14 * len(probabilities) * theme.unit
    name = QRectF(rect.left(), rect.top(), names, height)
    _paint_name(painter, name, token, chosen=any(chosen), theme=theme)
    room = rect.width() - names - gap - numbers
    left, thick = rect.left() + names + gap, 0.6 * height / len(probabilities)
    longest = 0.0
    for line, (value, taken) in enumerate(zip(probabilities, chosen, strict=False)):
        strong = (theme.accent, theme.negative)[line]
        weak = faded(theme) if line == 0 else mixed(theme.panel, theme.negative, share=0.45)
        bar = QRectF(left, rect.top() + 0.2 * height + line * thick, room * (value or 0.0), thick)
        if value is not None:
            paint_round_bar(painter, bar, strong if taken else weak)
        longest = max(longest, bar.width())
    texts = [or_dash(value, with_p) for value in probabilities]
    number = QRectF(left + longest + gap / 2, rect.top(), numbers, height)
    weight = _weight(chosen=any(chosen))
    paint_line(painter, number, " | ".join(texts), theme, weight=weight, whole=True)


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
