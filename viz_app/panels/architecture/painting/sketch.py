"""One sublayer in its residual connection, from left to right: post-norm or pre-norm."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.config import Norm
from viz_app.design.theme import Theme, mixed
from viz_app.panels.architecture.painting import flow_marks
from viz_app.pictures.text_line import paint_line

BOX = (96.0, 26.0)
"""Greatest width, and height, of the boxes in px at 100 %."""


@dataclass(frozen=True, slots=True)
class SketchLayout:
    """Where the parts are, in px; the stream runs through their middles from left to right."""

    sublayer: QRectF
    norm: QRectF
    add: QRectF
    fork: QPointF
    start: QPointF
    end: QPointF

    @property
    def stops(self) -> tuple[QRectF, QRectF, QRectF]:
        """The parts in the order in which they compute."""
        first, second, third = sorted(
            (self.sublayer, self.norm, self.add), key=lambda rect: rect.left()
        )
        return first, second, third


def layout_sketch(rect: QRectF, norm: Norm, theme: Theme) -> SketchLayout:
    """Both boxes and the addition, in the order of a norm."""
    scale = theme.scale
    width = min(BOX[0] * scale, 0.26 * rect.width())
    height, circle = BOX[1] * scale, 18 * scale
    gap = min(34 * scale, (rect.width() - 2 * width - circle) / 5)
    middle = rect.bottom() - height / 2 - 2 * scale
    left = rect.center().x() - (2 * width + circle + 5 * gap) / 2
    start, x = QPointF(left, middle), left + 1.5 * gap
    places: dict[str, QRectF] = {}
    order = ("norm", "sublayer", "add") if norm == "pre" else ("sublayer", "add", "norm")
    for name in order:
        size = circle if name == "add" else width
        tall = circle if name == "add" else height
        places[name] = QRectF(x, middle - tall / 2, size, tall)
        x += size + gap
    fork = QPointF(left + 0.75 * gap, middle)
    end = QPointF(x, middle)
    return SketchLayout(places["sublayer"], places["norm"], places["add"], fork, start, end)


def paint_sketch(
    painter: QPainter, rect: QRectF, norm: Norm, theme: Theme, *, names: tuple[str, str]
) -> SketchLayout:
    """Paint it; ``names`` are those of the sublayer and of the norm."""
    layout = layout_sketch(rect, norm, theme)
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    before = layout.start
    for stop in layout.stops:
        _paint_arrow(painter, (before, QPointF(stop.left(), before.y())), theme)
        before = QPointF(stop.right(), before.y())
    _paint_arrow(painter, (before, layout.end), theme)
    height = layout.norm.top() - 12 * theme.scale
    add = QPointF(layout.add.center().x(), layout.add.top())
    detour = (layout.fork, QPointF(layout.fork.x(), height), QPointF(add.x(), height), add)
    _paint_arrow(painter, detour, theme)
    sublayer, normalisation = names
    _paint_box(painter, layout.sublayer, sublayer, theme.encoder, theme, share=0.2)
    _paint_box(painter, layout.norm, normalisation, theme.soft_text, theme, share=0.18)
    flow_marks.paint_plus(painter, layout.add, theme)
    return layout


def _paint_arrow(painter: QPainter, points: tuple[QPointF, ...], theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.soft_text), 1.5 * theme.scale))
    painter.setBrush(QColor(0, 0, 0, 0))
    painter.drawPath(flow_marks.rounded_path(points, 5 * theme.scale))
    flow_marks.paint_arrow_head(painter, points[-2], points[-1], theme.soft_text, theme)


def _paint_box(
    painter: QPainter, rect: QRectF, name: str, colour: str, theme: Theme, *, share: float
) -> None:
    painter.setPen(QPen(QColor(mixed(theme.panel, colour, share=0.7)), max(1.0, theme.scale)))
    painter.setBrush(QColor(mixed(theme.panel, colour, share=share)))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    paint_line(painter, rect, name, theme, colour=theme.text, side="centre", whole=True)
