"""Links as a picture: lines from queries to keys."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from model.arrays import FloatArray
from viz_app.design.colour_map import Stroke
from viz_app.design.theme import Theme, mixed
from viz_app.panels.attention.pictures.captions import (
    BETWEEN,
    SAMPLE,
    HeadPicture,
    between_names,
    corrected_size,
    focus_title,
    key_names,
    paint_strokes,
    picture_notes,
    query_names,
    wide_enough,
)
from viz_app.panels.attention.pictures.link_set import (
    LinkEnd,
    LinkList,
    LinkSet,
    LinkSide,
    end_sentence,
    links_hint,
    links_of,
    mass_text,
    most_text,
    side_titles,
    strokes_of,
)
from viz_app.panels.attention.pictures.links_layout import (
    LABEL_SHARE,
    SENTENCE_LINES,
    LinksLayout,
    layout_links,
    paint_link_values,
)
from viz_app.panels.attention.room import chosen_alone
from viz_app.pictures.cell_image import is_vector, pixel_ratio, to_image
from viz_app.pictures.labels import elided, text_width, text_widths
from viz_app.pictures.legend import paint_replaced
from viz_app.pictures.picture import Pane
from viz_app.pictures.typeset import paint_heading, paint_line, paint_lines
from viz_app.texts.visible_token import isolated
from viz_app.workbench.snapshots.attention import FocusSnapshot

# ------------------------------------------------------------------------------------- link raster
# Many curves as one image, by numpy: Qt takes some tenths of a millisecond for each wide curve.


Pixels = npt.NDArray[np.uint32]
Rgb = tuple[int, int, int]

AT_ONCE = 24_000
"""Pixels, or crossings of a curve with a pixel column, processed at a time: they fit in caches."""

COARSE = 2_000_000
"""With more to do than this, fine pixels are computed two by two across."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curves:
    """Curves of one colour from the left edge of an image to its right edge, level at both.

    Attributes:
        starts, ends: heights of the ends in px from the top, ``[curve]``; they may be outside.
        widths: in px, across the curve, ``[curve]``.
        opacities: 0 … 1, without 1, ``[curve]``.
        colour: red, green and blue, 0 … 255.
        dashes: lengths of dashes and gaps by turns, in px across; none = unbroken.
    """

    starts: FloatArray
    ends: FloatArray
    widths: FloatArray
    opacities: FloatArray
    colour: Rgb = (0, 0, 0)
    dashes: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.starts)


def painted_curves(
    layers: Sequence[Curves], *, width: int, height: int, coarse: bool = False
) -> Pixels:
    """Premultiplied 0xAARRGGBB. ``[height, width]``, both in px.

    ``coarse``: two adjacent px across may share a value where there is much to draw.
    """
    shown = [curves for curves in layers if len(curves)]
    pixels = np.zeros((height, width), dtype=np.uint32)
    if not shown:
        return pixels
    # Four for each crossing, one for each pixel of a layer.
    cost = width * (4 * sum(len(curves) for curves in shown) + height * len(shown))
    step = 2 if coarse and cost > COARSE else 1
    middles = np.arange(0, width, step, dtype=np.float32) + np.float32(step / 2)
    colours = np.array([curves.colour for curves in shown], dtype=np.float32)
    at_once = max(1, AT_ONCE // max(height, *(len(curves) for curves in shown)))
    for first in range(0, len(middles), at_once):
        columns = middles[first : first + at_once]
        densities = np.stack([density(curves, columns, width, height) for curves in shown])
        place = slice(first * step, (first + len(columns)) * step)
        part = blended(densities, colours)
        pixels[:, place] = part.repeat(step, axis=1)[:, : width - first * step]
    return pixels


def density(curves: Curves, columns: FloatArray, width: int, height: int) -> FloatArray:
    """Optical density of curves in some columns of an image, 0 = nothing. ``[height, column]``.

    ``columns`` are their middles in px from the left of the whole image.
    """
    share = columns / np.float32(width)
    starts, rise = curves.starts[:, None], (curves.ends - curves.starts)[:, None]
    middle = starts + rise * (share * share * (3 - 2 * share))
    slope = rise * (share * (1 - share) * np.float32(6 / width))
    half = curves.widths[:, None] / 2 * np.sqrt(1 + slope * slope)
    ink = -np.log1p(-curves.opacities[:, None]) * inked(columns, curves.dashes)
    sides = np.concatenate([middle - half, middle + half])
    edges = _edges(sides, np.concatenate([ink, -ink]), height)
    return edges.cumsum(axis=0)[:height].astype(np.float32)


def blended(densities: FloatArray, colours: FloatArray) -> Pixels:
    """Premultiplied 0xAARRGGBB of layers that mix by their densities. ``[row, column]``.

    ``densities`` are ``[layer, row, column]``, ``colours`` ``[layer, 3]``, 0 … 255.
    """
    total = np.maximum(densities.sum(axis=0), np.float32(1e-6))
    alpha = 1 - np.exp(-total)
    share = alpha / total
    pixels: Pixels = _bytes(alpha * 255) << np.uint32(24)
    for channel, shift in enumerate((16, 8, 0)):
        light = np.einsum("l,lrc->rc", colours[:, channel], densities)
        pixels |= _bytes(light * share) << np.uint32(shift)
    return pixels


def inked(columns: FloatArray, dashes: tuple[float, ...]) -> FloatArray:
    """1 where a dash is, 0 in the gaps. ``[column]``."""
    if not dashes:
        return np.ones(len(columns), dtype=np.float32)
    ends = np.cumsum(dashes)
    inside = np.searchsorted(ends, columns % math.fsum(dashes), side="right") % 2 == 0
    return inside.astype(np.float32)


def _edges(places: FloatArray, ink: FloatArray, height: int) -> npt.NDArray[np.float64]:
    """Differences down each column: their cumulative sum is the ink. ``[height + 2, column]``.

    ``places`` and ``ink`` are ``[curve, column]``. The pixel that contains a place gets its covered
    share, the next one the rest.
    """
    columns = places.shape[1]
    places = places.clip(0, height)
    whole = places.astype(np.intp)
    rest = (places - whole) * ink
    at = whole * columns + np.arange(columns)
    edges = np.bincount(
        np.concatenate([at, at + columns]).ravel(),
        weights=np.concatenate([ink - rest, rest]).ravel(),
        minlength=(height + 2) * columns,
    )
    return edges.reshape(height + 2, columns).astype(np.float64, copy=False)


def _bytes(values: FloatArray) -> Pixels:
    return (values.clip(0, 255) + np.float32(0.5)).astype(np.uint32)


# -------------------------------------------------------------------------------------- link lines
# The lines of links: which are in view, their image, and in files their curves.


MOST_LINES = 2000
"""Lines drawn in one view, at most: the heaviest; the caption states it."""

THINNEST, THICKEST = 0.8, 4.0
"""Widths of lines of a weight of 0 and of 1, in px at 100 %."""

EVEN = 2.2
"""Width of lines that are all drawn alike, in px at 100 %."""

MOST_OPAQUE = 0.85

CURVE = 0.6
"""Exponent from level to opacity of a line: a weight of 0.05 must be visible too."""

APART = 3.5
"""Distance of the lines of different heads at a token, in px at 100 %, if there is room."""

HEADS_SHARE = 0.6
"""Share of a token's height that the lines of all heads may take."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnLines:
    """Lines that are drawn, ``image`` for the layout's ``lines_rect``.

    Attributes:
        links: those that are drawn.
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
    """Lines of the links in view, at ``ratio`` device pixels per px."""
    area = layout.lines_rect
    width, height = max(1, round(area.width() * ratio)), max(1, round(area.height() * ratio))
    in_view = links.touching(layout.seen("query"), layout.seen("key"))
    drawn = in_view
    if len(in_view) > MOST_LINES:
        ranked = in_view.levels + _tie_breaks(in_view)
        drawn = in_view.taken(np.argpartition(-ranked, MOST_LINES)[:MOST_LINES])
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
    """The same lines as vector curves, which stay sharp in a file; nothing may be scrolled.

    ``opacity`` applies to all of them as to one image: it is mixed into their colour, so that faint
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
    """From edge to edge, level at both: control points of the raster's 3t² − 2t³."""
    third, top = place.width() / 3, place.top()
    path = QPainterPath(QPointF(place.left(), top + start))
    path.cubicTo(
        QPointF(place.left() + third, top + start),
        QPointF(place.right() - third, top + end),
        QPointF(place.right(), top + end),
    )
    return path


def line_offset(layer: int, layout: LinksLayout, theme: Theme, *, layers: int) -> float:
    """Offset in px, downwards, of a head's lines from the middle of a token."""
    apart = min(APART * theme.scale, HEADS_SHARE * layout.line / layers)
    return (layer - (layers - 1) / 2) * apart


def _curves(
    layout: LinksLayout, links: LinkList, stroke: Stroke, theme: Theme, *, ratio: float
) -> Curves:
    """``links`` all belong to one head."""
    layer = int(links.layers[0]) if len(links) else 0
    offset = line_offset(layer, layout, theme, layers=links.n_layers)
    first = layout.line / 2 - layout.scroll + offset
    widths, opacities = THINNEST + (THICKEST - THINNEST) * links.levels, links.levels**CURVE
    if links.even:
        widths, opacities = np.full_like(widths, EVEN), np.ones_like(opacities)
    colour = QColor(stroke.colour)
    return Curves(
        starts=((first + links.rows * layout.line) * ratio).astype(np.float32),
        ends=((first + links.columns * layout.line) * ratio).astype(np.float32),
        widths=(widths * (theme.scale * ratio)).astype(np.float32),
        opacities=(MOST_OPAQUE * opacities).astype(np.float32),
        colour=(colour.red(), colour.green(), colour.blue()),
        dashes=tuple(length * theme.scale * ratio for length in stroke.dashes),
    )


def _tie_breaks(links: LinkList) -> npt.NDArray[np.float64]:
    # Of equal weights a sample of the whole picture is drawn, not the first rows.
    rows, columns, layers = (
        indices.astype(np.uint32) for indices in (links.rows, links.columns, links.layers)
    )
    mixed = rows * np.uint32(0x9E3779B1) + columns * np.uint32(0x85EBCA77)
    mixed += layers * np.uint32(0xC2B2AE3D)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(0x2C1B3C6D)
    return mixed.astype(np.float64) * 1e-16


# ------------------------------------------------------------------------------------------- links


FADED = 0.1
"""Opacity of all other lines while one token's are shown."""

STEPPED = 0.3
"""The same at rest, while the row of the step stands out."""

BEHIND = 0.4
"""Opacity of the hatching behind the lines of a replaced head."""

TINT = 0.16
"""Share of the kind's colour in the ground of the token whose lines are shown."""

FIGURE = (620, 260)
"""A figure is no smaller, in px at 100 %."""

LINE, LOWEST_LINE, LINES = 36.0, 23.0, 560.0
"""Height of a token in a figure, in px at 100 %: at most, at least, and of all tokens between."""


class LinkCache:
    """The links of one picture, and its lines as they were painted last.

    It may be used in several threads: at worst something is computed twice.
    """

    def __init__(self, focus: FocusSnapshot) -> None:
        self._focus = focus
        self.drawn: tuple[object, DrawnLines] | None = None

    @cached_property
    def links(self) -> LinkSet:
        return links_of(self._focus)

    @property
    def found(self) -> bool:
        return "links" in vars(self)

    def lines(
        self, layout: LinksLayout, strokes: Sequence[Stroke], theme: Theme, *, ratio: float
    ) -> DrawnLines:
        key = layout.lines_rect, layout.scroll, theme, ratio
        if self.drawn is None or self.drawn[0] != key:
            lines = drawn_lines(layout, self.links, strokes, theme, ratio=ratio)
            self.drawn = key, lines
            return lines
        return self.drawn[1]


@dataclass(frozen=True, kw_only=True)
class LinksPicture(HeadPicture):
    """Tokens left and right, with lines between them.

    Attributes:
        side: which token of the chosen cell has its lines emphasised.
        pointed: the token under the mouse, which is emphasised instead.
    """

    side: LinkSide = "query"
    pointed: LinkEnd | None = None
    cache: LinkCache = field(compare=False, repr=False)

    @property
    def chosen_end(self) -> LinkEnd | None:
        """The chosen cell's token on the side, or the token that was chosen elsewhere."""
        focus = self.focus
        if not focus.columns:
            return None
        if focus.cell is None:
            return None if focus.linked_row is None else LinkEnd("query", focus.linked_row)
        on_queries = self.side == "query"
        return LinkEnd(self.side, focus.cell.row if on_queries else focus.cell.column)

    @property
    def emphasised(self) -> LinkEnd | None:
        return self.pointed or self.chosen_end

    def has(self, end: LinkEnd) -> bool:
        return end.index < len(self.focus.rows if end.side == "query" else self.focus.columns)

    def say(self, spot: LinkEnd) -> str:
        return end_sentence(self.focus, spot)

    def sentence(self) -> str:
        row = self.focus.query_row
        if row is None or not self.focus.columns:
            return ""
        return self.say(self.chosen_end or LinkEnd("query", row))

    def panes(self, rect: QRectF, theme: Theme) -> tuple[Pane, ...]:
        layout = layout_links(rect, self.focus, theme)
        return (Pane(layout.viewport, layout.content),)

    def offsets_to_row(self, rect: QRectF, theme: Theme) -> tuple[float, ...]:
        layout = layout_links(rect, self.focus, theme)
        below = ((self.focus.query_row or 0) + 1) * layout.line - layout.viewport.height()
        return (max(below, 0.0),)

    def size(self, theme: Theme) -> QSize:
        """In which nothing is scrolled and no name is cut."""
        focus = self.focus
        count = max(len(focus.rows), len(focus.columns), 1)
        line = theme.scale * max(LOWEST_LINE, min(LINE, LINES / count))
        names = (*query_names(focus)[1], *key_names(focus))
        widest = max(text_widths(theme, names, size=theme.large, weight="bold"), default=0.0)
        notes = BETWEEN.join((mass_text(focus, self.cache.links), *picture_notes(focus)))
        least = wide_enough(FIGURE, notes, theme).expandedTo(QSizeF(widest / LABEL_SHARE, 0))

        def missing(rect: QRectF) -> QSizeF:
            return QSizeF(0.0, line * count - layout_links(rect, focus, theme).viewport.height())

        return corrected_size(least, missing)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> LinksLayout:
        return self.paint_scrolled(painter, rect, theme, (0.0,))

    def paint_scrolled(
        self, painter: QPainter, rect: QRectF, theme: Theme, offsets: Sequence[float]
    ) -> LinksLayout:
        """At rest the lines of the step's row stand out, and the others are faded less."""
        focus = self.focus
        layout = layout_links(rect, focus, theme, scroll=offsets[0] if offsets else 0.0)
        spot = self.emphasised
        row = focus.marked_row if focus.alignment is None else None
        if spot is None and row is not None and focus.columns:
            spot = LinkEnd("query", row)
        strokes, ratio = strokes_of(focus, theme), pixel_ratio(painter)
        parts = _LinksPainter(
            painter=painter,
            layout=layout,
            focus=focus,
            theme=theme,
            strokes=strokes,
            lines=self.cache.lines(layout, strokes, theme, ratio=ratio),
            spot=spot,
            chosen=None if spot is None else self.cache.links.at(spot),
            at_rest=self.emphasised is None,
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        parts.paint_words(self.cache.links)
        if focus.rows and focus.columns:
            painter.setClipRect(layout.viewport)
            parts.paint_lines()
            for side in ("query", "key"):
                parts.paint_tokens(side)
            if spot is not None and parts.chosen is not None:
                paint_link_values(painter, layout, focus, parts.chosen, theme, spot=spot)
            painter.setClipping(False)
            if layout.sentence.height():
                said = self.say(spot or LinkEnd("query", focus.query_row or 0))
                paint_lines(painter, layout.sentence, said, theme, lines=SENTENCE_LINES)
        painter.restore()
        return layout


def links_picture(focus: FocusSnapshot, *, side: LinkSide = "query") -> LinksPicture:
    shown = chosen_alone(focus)
    picture = LinksPicture(focus=shown, side=side, cache=LinkCache(shown))
    note = picture.sentence()
    if note and shown.cell is None:
        note = f"{note} {links_hint()}"
    return replace(picture, note=note)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LinksPainter:
    """Paints the parts of the picture; ``chosen`` are the links of the ``spot``."""

    painter: QPainter
    layout: LinksLayout
    focus: FocusSnapshot
    theme: Theme
    strokes: Sequence[Stroke]
    lines: DrawnLines
    spot: LinkEnd | None
    chosen: LinkList | None
    at_rest: bool

    def paint_words(self, links: LinkSet) -> None:
        painter, layout, theme, focus = self.painter, self.layout, self.theme, self.focus
        paint_heading(painter, layout.title, focus_title(focus, each=True), theme)
        if layout.subtitle.height():
            parts = [mass_text(focus, links)]
            if self.lines.n_in_view > MOST_LINES:
                parts.append(most_text(MOST_LINES))
            paint_line(
                painter, layout.subtitle, BETWEEN.join([*parts, *picture_notes(focus)]), theme
            )
        paint_strokes(painter, layout.heads, self.strokes[: len(layout.heads)], theme)
        for item, head in zip(layout.heads, focus.heads, strict=False):
            if focus.has_several and (focus.layer, head) in focus.replaced_heads:
                sample = QRectF(item.rect.topLeft(), QSizeF(SAMPLE * theme.unit, theme.small))
                sample.moveCenter(QPointF(sample.center().x(), item.rect.center().y()))
                paint_replaced(painter, sample, theme)
        # A title wider than its column begins at the picture's edge.
        queries, keys = side_titles(focus.kind, focus.row_labels)
        place, lines = layout.column_titles, layout.lines_rect
        half, needed = place.width() / 2, text_width(theme, queries, size=theme.small) + 1
        room = max(layout.queries.edge - place.left(), min(needed, half))
        left = QRectF(place.left(), place.top(), room, place.height())
        paint_line(painter, left, queries, theme, side="right")
        needed = text_width(theme, keys, size=theme.small) + 1
        start = min(layout.keys.edge, place.right() - min(needed, half))
        right = QRectF(start, place.top(), place.right() - start, place.height())
        paint_line(painter, right, keys, theme)
        between = QCoreApplication.translate("attention", "attends to") + " →"
        if text_width(theme, between, size=theme.small) + 4 * theme.unit < start - left.right():
            middle = QRectF(lines.left(), place.top(), lines.width(), place.height())
            paint_line(painter, middle, between, theme, side="centre")

    def paint_lines(self) -> None:
        if self.focus.is_replaced:
            place, layout = QRectF(self.layout.lines_rect), self.layout
            place.setHeight(min(place.height(), layout.content - layout.scroll))
            paint_replaced(self.painter, place, self.theme, opacity=BEHIND)
        others = STEPPED if self.at_rest else FADED
        self._paint_drawn(self.lines, opacity=1.0 if self.chosen is None else others)
        if self.chosen is not None:
            ratio = pixel_ratio(self.painter)
            over = drawn_lines(self.layout, self.chosen, self.strokes, self.theme, ratio=ratio)
            self._paint_drawn(over, opacity=1.0)

    def _paint_drawn(self, lines: DrawnLines, *, opacity: float) -> None:
        painter, layout = self.painter, self.layout
        if is_vector(painter) and layout.content <= layout.viewport.height():
            paint_curves(painter, layout, lines.links, self.strokes, self.theme, opacity=opacity)
            return
        painter.setOpacity(opacity)
        painter.drawImage(layout.lines_rect.topLeft(), lines.image)
        painter.setOpacity(1.0)

    def paint_tokens(self, side: LinkSide) -> None:
        layout, theme, spot = self.layout, self.theme, self.spot
        linked = None
        if self.chosen is not None and spot is not None and spot.side != side and not self.at_rest:
            linked = set((self.chosen.columns if side == "key" else self.chosen.rows).tolist())
        decoded = self.focus.decoded_rows if side == "query" else self.focus.decoded_columns
        hidden = self.focus.hidden_columns if side == "key" else ()
        for index in layout.seen(side):
            end = LinkEnd(side, index)
            if end == spot:
                self._paint_ground(layout.token_rect(end))
            bold = end == spot or (side == "query" and index == self.focus.query_row)
            is_there = (decoded is None or index < decoded) and index not in hidden
            has_link = linked is None or index in linked
            colour = theme.text if is_there and has_link else theme.soft_text
            self._paint_token(end, colour=colour, bold=bold)

    def _paint_ground(self, rect: QRectF) -> None:
        painter, theme = self.painter, self.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.panel, theme.kind_colour(self.focus.kind), share=TINT)))
        radius = min(theme.small_radius, rect.height() / 3)
        painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_token(self, end: LinkEnd, *, colour: str, bold: bool) -> None:
        painter, layout, theme = self.painter, self.layout, self.theme
        column, rect = layout.column(end.side), layout.token_rect(end)
        left = column.edge if end.side == "key" else column.edge - column.room
        paint_line(
            painter,
            QRectF(left, rect.top(), column.room, rect.height()),
            column.texts[end.index],
            theme,
            size=layout.size,
            colour=colour,
            weight="bold" if bold else "normal",
            side="right" if end.side == "query" else "left",
        )
        if column.fed:
            soft = "" if colour == theme.text else colour
            self._paint_beside(end, left, soft)

    def _paint_beside(self, end: LinkEnd, left: float, colour: str) -> None:
        layout, theme, between = self.layout, self.theme, between_names(self.focus)
        column, place, gap = layout.column(end.side), layout.token_rect(end), 2 * theme.unit
        if end.side == "key":
            name = text_width(theme, column.texts[end.index], size=layout.size, weight="bold")
            place.setLeft(left + min(name, column.room) + gap)
            gloss = elided(theme, column.fed[end.index], size=theme.small, width=place.width())
            paint_line(self.painter, place, gloss, theme, colour=colour)
            return
        place.setRight(left - gap)
        room = place.width() - text_width(theme, between, size=theme.small)
        fed = elided(theme, column.fed[end.index], size=theme.small, width=room)
        paint_line(self.painter, place, isolated(fed) + between, theme, colour=colour, side="right")
