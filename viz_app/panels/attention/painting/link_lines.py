"""The lines of links: which are in view, their image, and in files their curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from viz_app.design.head_colours import Stroke
from viz_app.design.theme import Theme, mixed
from viz_app.panels.attention.painting.link_raster import Curves, painted_curves
from viz_app.panels.attention.painting.link_set import LinkList, LinkSet
from viz_app.panels.attention.painting.links_layout import LinksLayout
from viz_app.pictures.cell_image import to_image

MOST_LINES = 2000
"""More lines than these in one view are a haze; the heaviest are drawn, and it is said."""

THINNEST, THICKEST = 0.8, 4.0
"""Widths of lines of a weight of 0 and of 1, in px at 100 %."""

MOST_OPAQUE = 0.85

CURVE = 0.6
"""Power of the level that is a line's opacity: a weight of 0.05 has to be seen too."""

APART = 3.5
"""The lines of different heads are so many px apart at a token, at 100 %, if there is room."""

HEADS_SHARE = 0.6
"""Share of a token's height that the lines of all heads may take."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnLines:
    """Lines that are drawn, ``image`` for the layout's ``lines_rect``.

    Attributes:
        links: what they stand for.
        n_in_view: links with at least one end in view; of too many only the heaviest are drawn.
    """

    links: LinkList
    n_in_view: int
    image: QImage


def drawn_lines(
    layout: LinksLayout,
    links: LinkSet | LinkList,
    strokes: Sequence[Stroke],
    theme: Theme,
    *,
    ratio: float,
) -> DrawnLines:
    """The lines of what is in view, in device pixels of ``ratio`` a px."""
    area = layout.lines_rect
    width, height = max(1, round(area.width() * ratio)), max(1, round(area.height() * ratio))
    in_view = links.touching(layout.seen("query"), layout.seen("key"))
    drawn = _heaviest(in_view)
    layers = [
        _curves(layout, drawn.taken(drawn.layers == layer), stroke, theme, ratio=ratio)
        for layer, stroke in enumerate(strokes)
    ]
    image = to_image(painted_curves(layers, width=width, height=height, coarse=ratio >= 2))
    image.setDevicePixelRatio(ratio)
    return DrawnLines(links=drawn, n_in_view=len(in_view), image=image)


def paint_curves(
    painter: QPainter,
    layout: LinksLayout,
    links: LinkList,
    strokes: Sequence[Stroke],
    theme: Theme,
    *,
    opacity: float,
) -> None:
    """The same lines as curves, which in a file stay sharp; nothing may be scrolled.

    All together have the ``opacity`` of an image: it is mixed into their colour, so that faint
    lines that cross do not add up.
    """
    place = layout.lines_rect
    for layer, stroke in enumerate(strokes):
        curves = _curves(layout, links.taken(links.layers == layer), stroke, theme, ratio=1.0)
        ends = zip(curves.starts, curves.ends, curves.widths, curves.opacities, strict=True)
        for start, end, width, alpha in ends:
            colour = QColor(mixed(theme.panel, stroke.colour, share=opacity))
            colour.setAlphaF(float(alpha))
            pen = QPen(colour, float(width))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if curves.dashes:
                pen.setDashPattern([length / float(width) for length in curves.dashes])
            painter.strokePath(_curve(place, float(start), float(end)), pen)


def _curve(place: QRectF, start: float, end: float) -> QPainterPath:
    """From edge to edge, level at both: the raster's 3t² − 2t³ has these control points."""
    third, top = place.width() / 3, place.top()
    path = QPainterPath(QPointF(place.left(), top + start))
    path.cubicTo(
        QPointF(place.left() + third, top + start),
        QPointF(place.right() - third, top + end),
        QPointF(place.right(), top + end),
    )
    return path


def line_offset(layer: int, layout: LinksLayout, theme: Theme, *, layers: int) -> float:
    """How far below a token's middle the lines of a head end, in px."""
    apart = min(APART * theme.scale, HEADS_SHARE * layout.line / layers)
    return (layer - (layers - 1) / 2) * apart


def _heaviest(links: LinkList) -> LinkList:
    """All, or as many as can be told apart."""
    if len(links) <= MOST_LINES:
        return links
    ranked = links.levels + _tie_breaks(links)
    return links.taken(np.argpartition(-ranked, MOST_LINES)[:MOST_LINES])


def _curves(
    layout: LinksLayout, links: LinkList, stroke: Stroke, theme: Theme, *, ratio: float
) -> Curves:
    """Of links that all belong to one head."""
    layer = int(links.layers[0]) if len(links) else 0
    offset = line_offset(layer, layout, theme, layers=links.n_layers)
    first = layout.line / 2 - layout.scroll + offset
    widths = THINNEST + (THICKEST - THINNEST) * links.levels
    colour = QColor(stroke.colour)
    return Curves(
        starts=((first + links.rows * layout.line) * ratio).astype(np.float32),
        ends=((first + links.columns * layout.line) * ratio).astype(np.float32),
        widths=(widths * (theme.scale * ratio)).astype(np.float32),
        opacities=(MOST_OPAQUE * links.levels**CURVE).astype(np.float32),
        colour=(colour.red(), colour.green(), colour.blue()),
        dashes=tuple(length * theme.scale * ratio for length in stroke.dashes),
    )


def _tie_breaks(links: LinkList) -> npt.NDArray[np.float64]:
    """Tiny numbers: of equal links some all over the picture are drawn, not the first rows'."""
    rows, columns, layers = (
        indices.astype(np.uint32) for indices in (links.rows, links.columns, links.layers)
    )
    mixed = rows * np.uint32(0x9E3779B1) + columns * np.uint32(0x85EBCA77)
    mixed += layers * np.uint32(0xC2B2AE3D)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(0x2C1B3C6D)
    return mixed.astype(np.float64) * 1e-16
