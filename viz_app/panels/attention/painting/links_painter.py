"""Links as a picture: tokens left and right, and a line from each query to what it attends to."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, Weight, faded, mixed
from viz_app.panels.attention.painting.link_lines import MOST_LINES, DrawnLines, drawn_lines
from viz_app.panels.attention.painting.link_list import LinkList
from viz_app.panels.attention.painting.link_set import LinkEnd, LinkSet, Side, strokes_of
from viz_app.panels.attention.painting.link_values import paint_values
from viz_app.panels.attention.painting.links_layout import SENTENCE_LINES, LinksLayout
from viz_app.panels.attention.painting.stroke_legend import paint_strokes
from viz_app.panels.attention.texts.link_sentences import (
    between_titles,
    end_sentence,
    links_title,
    mass_text,
    most_text,
    side_titles,
)
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.text_line import unparted
from viz_app.pictures.token_names import ARROW
from viz_app.texts.message_text import isolated
from viz_app.texts.picture_titles import BETWEEN, picture_notes
from viz_app.workbench.snapshots.pictures import FocusSnapshot

FADED = 0.1
"""Opacity of all other lines while one token's are shown."""

TINT = 0.16
"""Share of the kind's colour in the ground of the token whose lines are shown."""

FILLED = 0.85
"""How full lines are that are broken between words."""

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


def paint_links(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    links: LinkSet,
    theme: Theme,
    *,
    lines: DrawnLines,
    spot: LinkEnd | None = None,
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
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_words(painter, layout, focus, links, theme, lines=lines)
    if focus.rows and focus.columns:
        painter.setClipRect(layout.viewport)
        chosen = links.at(spot) if spot is not None else None
        _paint_lines(painter, layout, focus, lines, theme, chosen=chosen)
        for side in ("query", "key"):
            _paint_tokens(painter, layout, focus, theme, side=side, spot=spot, chosen=chosen)
        if spot is not None and chosen is not None:
            paint_values(painter, layout, focus, chosen, theme, spot=spot)
        painter.setClipping(False)
        said = spot or _resting(focus)
        _paint_sentence(painter, layout.sentence, end_sentence(focus, said), theme)
    painter.restore()


def _resting(focus: FocusSnapshot) -> LinkEnd:
    """What is spoken of while no token is chosen."""
    return LinkEnd("query", focus.query_row or 0)


def _paint_words(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    links: LinkSet,
    theme: Theme,
    *,
    lines: DrawnLines,
) -> None:
    """Title, which links are there, the legend, and what stands on both sides."""
    _paint_text(painter, layout.title, links_title(focus), theme, weight="bold")
    if layout.subtitle.height():
        _paint_soft(painter, layout.subtitle, _subtitle(focus, links, lines), theme)
    paint_strokes(painter, layout.heads, strokes_of(focus, theme)[: len(layout.heads)], theme)
    _paint_side_titles(painter, layout, focus, theme)


def _paint_side_titles(
    painter: QPainter, layout: LinksLayout, focus: FocusSnapshot, theme: Theme
) -> None:
    """Above the tokens; where a title is longer than these, it begins at the picture's edge."""
    queries, keys = side_titles(focus.kind, focus.row_labels)
    place, lines = layout.column_titles, layout.lines_rect
    half, needed = place.width() / 2, text_width(theme, queries, size=theme.small) + 1
    room = max(layout.queries.edge - place.left(), min(needed, half))
    left = QRectF(place.left(), place.top(), room, place.height())
    _paint_soft(painter, left, queries, theme, flags=RIGHT)
    needed = text_width(theme, keys, size=theme.small) + 1
    start = min(layout.keys.edge, place.right() - min(needed, half))
    right = QRectF(start, place.top(), place.right() - start, place.height())
    _paint_soft(painter, right, keys, theme)
    between = f"{between_titles()} →"
    middle = QRectF(left.right(), place.top(), start - left.right(), place.height())
    if text_width(theme, between, size=theme.small) + 4 * theme.unit < middle.width():
        middle = QRectF(lines.left(), place.top(), lines.width(), place.height())
        _paint_soft(painter, middle, between, theme, flags=int(Qt.AlignmentFlag.AlignCenter))


def _subtitle(focus: FocusSnapshot, links: LinkSet, lines: DrawnLines) -> str:
    parts = [mass_text(focus, links)]
    if lines.n_in_view > MOST_LINES:
        parts.append(most_text(MOST_LINES))
    return BETWEEN.join([*parts, *picture_notes(focus)])


def _paint_lines(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    lines: DrawnLines,
    theme: Theme,
    *,
    chosen: LinkList | None,
) -> None:
    """All lines, or those of a token over all others nearly faded away."""
    place = layout.lines_rect.topLeft()
    painter.setOpacity(1.0 if chosen is None else FADED)
    painter.drawImage(place, lines.image)
    painter.setOpacity(1.0)
    if chosen is not None:
        ratio = painter.device().devicePixelRatioF()
        over = drawn_lines(layout, chosen, strokes_of(focus, theme), theme, ratio=ratio)
        painter.drawImage(place, over.image)


def _paint_tokens(
    painter: QPainter,
    layout: LinksLayout,
    focus: FocusSnapshot,
    theme: Theme,
    *,
    side: Side,
    spot: LinkEnd | None,
    chosen: LinkList | None,
) -> None:
    """The tokens of one side that are in view."""
    linked = None
    if chosen is not None and spot is not None and spot.side != side:
        linked = set((chosen.columns if side == "key" else chosen.rows).tolist())
    for index in layout.seen(side):
        end = LinkEnd(side, index)
        if end == spot:
            _paint_ground(painter, layout.token_rect(end), theme, focus)
        bold = end == spot or (side == "query" and index == focus.query_row)
        colour = _token_colour(focus, end, theme)
        if linked is not None and index not in linked:
            colour = faded(theme)
        _paint_token(painter, layout, end, theme, colour=colour, bold=bold)


def _token_colour(focus: FocusSnapshot, end: LinkEnd, theme: Theme) -> str:
    decoded = focus.decoded_rows if end.side == "query" else focus.decoded_columns
    return faded(theme) if decoded is not None and end.index >= decoded else theme.text


def _paint_ground(painter: QPainter, rect: QRectF, theme: Theme, focus: FocusSnapshot) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(mixed(theme.panel, theme.kind_colour(focus.kind), share=TINT)))
    radius = min(theme.small_radius, rect.height() / 3)
    painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_token(
    painter: QPainter, layout: LinksLayout, end: LinkEnd, theme: Theme, *, colour: str, bold: bool
) -> None:
    """One token at its column's edge, with what is fed in before it."""
    column, rect = layout.column(end.side), layout.token_rect(end)
    left = column.edge if end.side == "key" else column.edge - column.room
    place = QRectF(left, rect.top(), column.room, rect.height())
    flags = RIGHT if end.side == "query" else LEFT
    weight: Weight = "bold" if bold else "normal"
    text = column.texts[end.index]
    _paint_text(
        painter, place, text, theme, size=layout.size, weight=weight, colour=colour, flags=flags
    )
    if column.fed:
        before = QRectF(rect.left(), rect.top(), left - 2 * theme.unit - rect.left(), rect.height())
        soft = theme.soft_text if colour == theme.text else colour
        room = before.width() - text_width(theme, ARROW, size=theme.small)
        fed = elided(theme, column.fed[end.index], size=theme.small, width=room)
        _paint_soft(painter, before, isolated(fed) + ARROW, theme, colour=soft, flags=RIGHT)


def _paint_sentence(painter: QPainter, rect: QRectF, sentence: str, theme: Theme) -> None:
    if rect.height():
        painter.setFont(theme.font(theme.body))
        painter.setPen(QColor(theme.text))
        room = SENTENCE_LINES * FILLED * rect.width()
        shown = elided(theme, sentence, size=theme.body, width=room)
        painter.drawText(rect, int(WRAPPED), unparted(shown))


def _paint_soft(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    colour: str = "",
    flags: int = LEFT,
) -> None:
    colour = colour or theme.soft_text
    _paint_text(painter, rect, text, theme, size=theme.small, colour=colour, flags=flags)


def _paint_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int = 0,
    weight: Weight = "normal",
    colour: str = "",
    flags: int = LEFT,
) -> None:
    """A text in one line, shortened to its place; it cannot turn to the right-to-left side."""
    size = size or theme.body
    painter.setFont(theme.font(size, weight))
    painter.setPen(QColor(colour or theme.text))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    if text_width(theme, text, size=size, weight=weight) > rect.width() + 1:
        text = elided(theme, text, size=size, width=rect.width(), weight=weight)
    painter.drawText(rect, flags | int(Qt.TextFlag.TextSingleLine), isolated(text))
