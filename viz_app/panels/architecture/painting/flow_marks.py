"""What the diagrams are drawn with: bent lines, arrow heads, additions, the blocks' colours."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from model.config import Stack
from model.lessons.architecture.record import Block
from viz_app.design.theme import Theme, mixed

HEAD = 3.2
"""Half the width of an arrow's head, in px at 100 %."""


def rounded_path(points: tuple[QPointF, ...], radius: float) -> QPainterPath:
    """A line through the points whose corners are cut by a curve."""
    path = QPainterPath(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = QLineF(corner, before), QLineF(corner, after)
        near = min(radius, into.length() / 2, out.length() / 2)
        if near <= 0:
            continue
        path.lineTo(into.pointAt(near / into.length()))
        path.quadTo(corner, out.pointAt(near / out.length()))
    path.lineTo(points[-1])
    return path


def paint_arrow_head(
    painter: QPainter, before: QPointF, end: QPointF, colour: str, theme: Theme
) -> None:
    """A triangle that ends at ``end``, on a line that comes from ``before``."""
    direction = QLineF(before, end)
    if direction.length() <= 0:
        return
    size = HEAD * theme.scale
    step = (end - before) / direction.length()
    aside = QPointF(-step.y(), step.x()) * size
    back = end - step * size * 1.7
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([end, back + aside, back - aside]))


def paint_plus(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """An addition: a plus in a circle that fills a square."""
    painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale))
    painter.setBrush(QColor(theme.panel))
    painter.drawEllipse(rect)
    middle, arm = rect.center(), 0.26 * rect.height()
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))


def block_colour(block: Block, theme: Theme) -> str:
    """The colour of the kind of attention, or of the block's side."""
    if block.kind == "cross_attention":
        return theme.cross
    return side_colour(block.side, theme)


def side_colour(side: Stack, theme: Theme) -> str:
    """Encoder or decoder, as everywhere."""
    return theme.encoder if side == "encoder" else theme.decoder


def block_fill(block: Block, theme: Theme) -> str:
    """Attention is strongest, other trained blocks are tinted, what is not is the panel."""
    shares = {
        "self_attention": 0.26,
        "cross_attention": 0.26,
        "feed_forward": 0.12,
        "embedding": 0.05,
        "output_transform": 0.12,
        "projection": 0.05,
        "softmax": 0.05,
    }
    if block.kind in {"embedding_norm", "norm", "final_norm"}:
        return mixed(theme.panel, theme.soft_text, share=0.18)
    return mixed(theme.panel, block_colour(block, theme), share=shares.get(block.kind, 0.0))
