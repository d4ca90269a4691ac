"""A token in a box of its own: where tokens are counted or looked up one by one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, mixed
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.text_line import paint_line
from viz_app.texts.visible_token import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxStyle:
    """How a box stands out.

    Attributes:
        tint: colour of its ground and edge, or None for a plain one.
        bold: of the text.
        strong: bold too, with a thicker edge.
        hatched: nothing that counts.
        size: of the text in px; None is the theme's body size.
    """

    tint: str | None = None
    bold: bool = False
    strong: bool = False
    hatched: bool = False
    size: int | None = None


PLAIN = BoxStyle()


def box_width(token: str, theme: Theme, *, size: int | None = None) -> float:
    """What a box needs for its token, in px."""
    text = text_width(theme, visible(token), size=size or theme.body, weight="bold")
    return max(text + 3 * theme.unit, 7.0 * theme.unit)


def paint_box(
    painter: QPainter, rect: QRectF, token: str, theme: Theme, style: BoxStyle = PLAIN
) -> None:
    """Paint a token into its place."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_ground(style, theme)))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    if style.hatched:
        paint_hatched(painter, rect, theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_edge(style, theme))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    painter.restore()
    soft = style.hatched or token in SPECIAL_TOKENS
    paint_line(
        painter,
        rect.adjusted(theme.unit, 0, -theme.unit, 0),
        visible(token),
        theme,
        size=style.size or theme.body,
        colour=theme.soft_text if soft else theme.text,
        weight="bold" if style.strong or style.bold else "normal",
        side="centre",
    )


def _ground(style: BoxStyle, theme: Theme) -> str:
    if style.hatched:
        return theme.masked
    return mixed(theme.panel, style.tint, share=0.16) if style.tint else theme.panel


def _edge(style: BoxStyle, theme: Theme) -> QPen:
    if style.hatched:
        return QPen(QColor(theme.masked_line), theme.scale)
    colour = style.tint or (theme.accent if style.strong else theme.line)
    return QPen(QColor(colour), (1.6 if style.strong else 1.0) * theme.scale)
