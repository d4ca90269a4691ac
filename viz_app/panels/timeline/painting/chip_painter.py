"""One token's chip: its text, a number under it, and how it stands out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.timeline.views.chip_layout import Chip
from viz_app.texts.token_text import visible

NUMBER_HEIGHT = 0.42
"""Share of a chip's height that its number has."""

CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipState:
    """How a chip stands out.

    Attributes:
        current: its step is in view.
        focused: and the keyboard is here.
        later: its step comes after the one in view.
        tint: of its ground: the accent, the colour of a difference, or None.
        leaves: here the branch has left its parent.
    """

    current: bool = False
    focused: bool = False
    later: bool = False
    tint: str | None = None
    leaves: bool = False


def paint_chip(painter: QPainter, rect: QRectF, chip: Chip, state: ChipState, theme: Theme) -> None:
    """Paint a chip into its place."""
    ground = mixed(theme.panel, state.tint, share=0.12) if state.tint else theme.panel
    painter.setPen(_edge(state, theme))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    if state.leaves:
        _paint_corner(painter, rect, theme)
    token, number = _shares(rect, chip)
    font = theme.font(chip.size, "bold" if state.current else "normal")
    width = rect.width() - 3 * theme.unit
    text = QFontMetricsF(font).elidedText(visible(chip.token), Qt.TextElideMode.ElideMiddle, width)
    painter.setFont(font)
    painter.setPen(QColor(_ink(chip, state, theme)))
    painter.drawText(token, int(CENTRE | Qt.TextFlag.TextDontClip), text)
    if chip.number:
        painter.setFont(theme.font(theme.small))
        painter.setPen(QColor(faded(theme) if state.later else theme.soft_text))
        painter.drawText(number, int(CENTRE | Qt.TextFlag.TextDontClip), chip.number)


def _shares(rect: QRectF, chip: Chip) -> tuple[QRectF, QRectF]:
    """Where the token and the number are."""
    if not chip.number:
        return rect, QRectF()
    below, inset = rect.height() * NUMBER_HEIGHT, rect.height() / 22
    token = rect.adjusted(0, inset, 0, -below)
    return token, rect.adjusted(0, rect.height() - below, 0, -inset)


def _paint_corner(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """A dog-ear in the accent colour."""
    size, corner = 2.5 * theme.unit, rect.topLeft()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.accent))
    painter.drawPolygon(QPolygonF([corner, corner + QPointF(size, 0), corner + QPointF(0, size)]))


def _edge(state: ChipState, theme: Theme) -> QPen:
    if not state.current:
        return QPen(QColor(theme.line), theme.scale)
    colour = theme.text if state.focused else theme.accent
    return QPen(QColor(colour), (2 if state.focused else 1.5) * theme.scale)


def _ink(chip: Chip, state: ChipState, theme: Theme) -> str:
    if state.later:
        return faded(theme)
    return theme.soft_text if chip.token in SPECIAL_TOKENS else theme.text
