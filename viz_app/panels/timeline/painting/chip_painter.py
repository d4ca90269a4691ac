"""One token's chip: its text, a number under it, and how it stands out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.panels.timeline.painting.chip_layout import Chip, ChipLayout
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import paint_line
from viz_app.texts.visible_token import visible

NUMBER_HEIGHT = 0.42
"""Share of a chip's height that its number has."""

WIDEST_CAPTION = 60
"""Units that the words after a line have at most."""


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
    weight: Weight = "bold" if state.current else "normal"
    metrics = QFontMetricsF(theme.font(chip.size, weight))
    width = rect.width() - 3 * theme.unit
    text = metrics.elidedText(visible(chip.token), Qt.TextElideMode.ElideMiddle, width)
    paint_line(
        painter,
        token,
        text,
        theme,
        size=chip.size,
        colour=_ink(chip, state, theme),
        weight=weight,
        side="centre",
        whole=True,
    )
    colour = faded(theme) if state.later else ""
    paint_line(painter, number, chip.number, theme, colour=colour, side="centre", whole=True)


def captions_width(captions: Sequence[str], theme: Theme) -> float:
    """Of the widest words after a line with the space around them, in px; 0 without any."""
    widths = (text_width(theme, caption, size=theme.small) for caption in captions)
    widest = max(widths, default=None)
    return 0.0 if widest is None else min(widest, WIDEST_CAPTION * theme.unit) + 2 * theme.unit


def paint_captions(
    painter: QPainter, captions: Sequence[str], layout: ChipLayout, theme: Theme
) -> None:
    """Paint one caption for each line, right of its chips."""
    width = float(WIDEST_CAPTION * theme.unit)
    for top, height, caption in zip(layout.tops, layout.heights, captions, strict=False):
        paint_line(painter, QRectF(layout.width + theme.unit, top, width, height), caption, theme)


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
