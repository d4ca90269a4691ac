"""Links as a picture: tokens left and right, and a line from each query to what it attends to."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.head_colours import Stroke
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.attention.painting import link_sentences, link_set
from viz_app.panels.attention.painting.link_lines import (
    MOST_LINES,
    DrawnLines,
    drawn_lines,
    paint_curves,
)
from viz_app.panels.attention.painting.link_values import paint_link_values
from viz_app.panels.attention.painting.links_layout import SENTENCE_LINES, LinksLayout
from viz_app.panels.attention.painting.stroke_legend import paint_strokes
from viz_app.panels.attention.painting.token_names import between_names
from viz_app.panels.attention.texts.picture_titles import BETWEEN, picture_notes
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.cell_image import is_vector, pixel_ratio
from viz_app.pictures.text_line import paint_heading, paint_line, paint_lines
from viz_app.texts.isolates import isolated
from viz_app.workbench.snapshots.pictures import FocusSnapshot

FADED = 0.1
"""Opacity of all other lines while one token's are shown."""

STEPPED = 0.3
"""The same at rest, while the row of the step stands out."""

TINT = 0.16
"""Share of the kind's colour in the ground of the token whose lines are shown."""


def paint_links(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    links: link_set.LinkSet,
    theme: Theme,
    *,
    lines: DrawnLines,
    spot: link_set.LinkEnd | None = None,
    at_rest: bool = False,
) -> None:
    """Paint links in their places.

    Args:
        painter: on what.
        layout: the places.
        focus: the tokens, and what is said of them.
        links: all of them, in view or not.
        theme: colours and sizes.
        lines: of all links in view.
        spot: the token whose lines are shown, the others nearly not; None = all lines.
        at_rest: nobody has chosen it: it is the row of the step, and the others are only fainter.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chosen = links.at(spot) if spot is not None else None
    picture = _Links(
        painter=painter,
        layout=layout,
        focus=focus,
        theme=theme,
        lines=lines,
        spot=spot,
        chosen=chosen,
        at_rest=at_rest,
    )
    picture.paint_words(links)
    if focus.rows and focus.columns:
        painter.setClipRect(layout.viewport)
        picture.paint_lines()
        for side in ("query", "key"):
            picture.paint_tokens(side)
        if spot is not None and chosen is not None:
            paint_link_values(painter, layout, focus, chosen, theme, spot=spot)
        painter.setClipping(False)
        if layout.sentence.height():
            said = link_sentences.end_sentence(
                focus, spot or link_set.LinkEnd("query", focus.query_row or 0)
            )
            paint_lines(painter, layout.sentence, said, theme, lines=SENTENCE_LINES)
    painter.restore()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Links:
    """What is painted where; ``chosen`` are the links of the ``spot``."""

    painter: QPainter
    layout: LinksLayout
    focus: FocusSnapshot
    theme: Theme
    lines: DrawnLines
    spot: link_set.LinkEnd | None
    chosen: link_set.LinkList | None
    at_rest: bool

    def paint_words(self, links: link_set.LinkSet) -> None:
        """Title, which links are there, the legend, and what stands on both sides."""
        painter, layout, theme = self.painter, self.layout, self.theme
        paint_heading(painter, layout.title, link_sentences.links_title(self.focus), theme)
        if layout.subtitle.height():
            paint_line(painter, layout.subtitle, self._subtitle(links), theme)
        strokes = link_set.strokes_of(self.focus, theme)[: len(layout.heads)]
        paint_strokes(painter, layout.heads, strokes, theme)
        self._paint_side_titles()

    def _subtitle(self, links: link_set.LinkSet) -> str:
        parts = [link_sentences.mass_text(self.focus, links)]
        if self.lines.n_in_view > MOST_LINES:
            parts.append(link_sentences.most_text(MOST_LINES))
        return BETWEEN.join([*parts, *picture_notes(self.focus)])

    def _paint_side_titles(self) -> None:
        """Above the tokens; where a title is longer than these, it begins at the picture's edge."""
        painter, layout, theme = self.painter, self.layout, self.theme
        queries, keys = link_sentences.side_titles(self.focus.kind, self.focus.row_labels)
        place, lines = layout.column_titles, layout.lines_rect
        half, needed = place.width() / 2, text_width(theme, queries, size=theme.small) + 1
        room = max(layout.queries.edge - place.left(), min(needed, half))
        left = QRectF(place.left(), place.top(), room, place.height())
        paint_line(painter, left, queries, theme, side="right")
        needed = text_width(theme, keys, size=theme.small) + 1
        start = min(layout.keys.edge, place.right() - min(needed, half))
        right = QRectF(start, place.top(), place.right() - start, place.height())
        paint_line(painter, right, keys, theme)
        between = f"{link_sentences.between_titles()} →"
        if text_width(theme, between, size=theme.small) + 4 * theme.unit < start - left.right():
            middle = QRectF(lines.left(), place.top(), lines.width(), place.height())
            paint_line(painter, middle, between, theme, side="centre")

    def paint_lines(self) -> None:
        """All lines, or those of a token over all others nearly faded away."""
        others = STEPPED if self.at_rest else FADED
        self._paint_drawn(self.lines, opacity=1.0 if self.chosen is None else others)
        if self.chosen is not None:
            ratio = pixel_ratio(self.painter)
            over = drawn_lines(self.layout, self.chosen, self._strokes(), self.theme, ratio=ratio)
            self._paint_drawn(over, opacity=1.0)

    def _paint_drawn(self, lines: DrawnLines, *, opacity: float) -> None:
        painter, layout = self.painter, self.layout
        if is_vector(painter) and layout.content <= layout.viewport.height():
            strokes = self._strokes()
            paint_curves(painter, layout, lines.links, strokes, self.theme, opacity=opacity)
            return
        painter.setOpacity(opacity)
        painter.drawImage(layout.lines_rect.topLeft(), lines.image)
        painter.setOpacity(1.0)

    def _strokes(self) -> tuple[Stroke, ...]:
        return tuple(link_set.strokes_of(self.focus, self.theme))

    def paint_tokens(self, side: link_set.LinkSide) -> None:
        """The tokens of one side that are in view."""
        layout, theme, spot = self.layout, self.theme, self.spot
        linked = None
        if self.chosen is not None and spot is not None and spot.side != side and not self.at_rest:
            linked = set((self.chosen.columns if side == "key" else self.chosen.rows).tolist())
        decoded = self.focus.decoded_rows if side == "query" else self.focus.decoded_columns
        for index in layout.seen(side):
            end = link_set.LinkEnd(side, index)
            if end == spot:
                self._paint_ground(layout.token_rect(end))
            bold = end == spot or (side == "query" and index == self.focus.query_row)
            is_there = decoded is None or index < decoded
            has_link = linked is None or index in linked
            colour = theme.text if is_there and has_link else faded(theme)
            self._paint_token(end, colour=colour, bold=bold)

    def _paint_ground(self, rect: QRectF) -> None:
        painter, theme = self.painter, self.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.panel, theme.kind_colour(self.focus.kind), share=TINT)))
        radius = min(theme.small_radius, rect.height() / 3)
        painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_token(self, end: link_set.LinkEnd, *, colour: str, bold: bool) -> None:
        """One token at its column's edge, with what is fed in before it."""
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

    def _paint_beside(self, end: link_set.LinkEnd, left: float, colour: str) -> None:
        """What is fed in before a query, and what it means after a key."""
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
