"""The lines of links: which are in view, and their image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage

from viz_app.ui.design.head_colours import Stroke
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.cell_image import to_image
from viz_app.ui.painting.link_raster import Curves, painted_curves
from viz_app.ui.painting.link_set import LinkSet
from viz_app.ui.painting.links_layout import LinksLayout

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

    links: LinkSet
    n_in_view: int
    image: QImage


def drawn_lines(
    layout: LinksLayout, links: LinkSet, strokes: Sequence[Stroke], theme: Theme, *, ratio: float
) -> DrawnLines:
    """The lines of what is in view, in device pixels of ``ratio`` a px."""
    area = layout.lines_rect
    width, height = max(1, round(area.width() * ratio)), max(1, round(area.height() * ratio))
    drawn, count = _heaviest_in_view(layout, links)
    layers = [
        _curves(layout, drawn.taken(drawn.layers == layer), stroke, theme, ratio=ratio)
        for layer, stroke in enumerate(strokes)
    ]
    image = to_image(painted_curves(layers, width=width, height=height, coarse=ratio >= 2))
    image.setDevicePixelRatio(ratio)
    return DrawnLines(links=drawn, n_in_view=count, image=image)


def line_offset(layer: int, layout: LinksLayout, theme: Theme, *, layers: int) -> float:
    """How far below a token's middle the lines of a head end, in px."""
    apart = min(APART * theme.scale, HEADS_SHARE * layout.line / layers)
    return (layer - (layers - 1) / 2) * apart


def _heaviest_in_view(layout: LinksLayout, links: LinkSet) -> tuple[LinkSet, int]:
    """The links that are drawn, and how many are in view."""
    queries, keys = layout.seen("query"), layout.seen("key")
    which = np.flatnonzero(_within(links.rows, queries) | _within(links.columns, keys))
    if len(which) <= MOST_LINES:
        return links.taken(which), len(which)
    ranked = links.levels[which] + _tie_breaks(links, which)
    heaviest = np.argpartition(-ranked, MOST_LINES)[:MOST_LINES]
    return links.taken(which[heaviest]), len(which)


def _curves(
    layout: LinksLayout, links: LinkSet, stroke: Stroke, theme: Theme, *, ratio: float
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


def _within(indices: npt.NDArray[np.int32], seen: range) -> npt.NDArray[np.bool_]:
    return (indices >= seen.start) & (indices < seen.stop)


def _tie_breaks(links: LinkSet, which: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """Tiny numbers: of equal links some all over the picture are drawn, not the first rows'."""
    rows, columns, layers = (
        indices[which].astype(np.uint32) for indices in (links.rows, links.columns, links.layers)
    )
    mixed = rows * np.uint32(0x9E3779B1) + columns * np.uint32(0x85EBCA77)
    mixed += layers * np.uint32(0xC2B2AE3D)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(0x2C1B3C6D)
    return mixed.astype(np.float64) * 1e-16
