"""The panel's pictures as figures for files: their size and their painters.

The painters are those of the panel's views; here nothing is scrolled, and all words have room.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.pictures import link_set
from viz_app.panels.attention.pictures.captions import (
    BETWEEN,
    key_names,
    picture_notes,
    query_names,
)
from viz_app.panels.attention.pictures.heatmap import (
    corrected_size,
    heatmap_picture,
    paint_focus,
)
from viz_app.panels.attention.pictures.link_set import LinkEnd, links_of, mass_text, strokes_of
from viz_app.panels.attention.pictures.links import drawn_lines, paint_links
from viz_app.panels.attention.pictures.links_layout import LABEL_SHARE, layout_links
from viz_app.panels.attention.pictures.text import paint_sentences, text_notes
from viz_app.panels.attention.pictures.text_layout import TextLayout, layout_text, sentences_of
from viz_app.panels.attention.room import AttentionSnapshot, averaged, chosen_alone
from viz_app.pictures.cell_image import pixel_ratio
from viz_app.pictures.figure_files import Paint
from viz_app.pictures.labels import text_width, text_widths
from viz_app.pictures.mosaic import mosaic_picture
from viz_app.pictures.picture import Picture
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import View

# ----------------------------------------------------------------------------------------- figures


MARGIN = 4
"""Around a picture, in units, as in a view."""

LINKS, TEXT = QSizeF(620, 260), QSizeF(760, 310)
"""Figures are no smaller, in px at 100 %, without their margins."""

LINE, LOWEST_LINE, LINES = 36.0, 23.0, 560.0
"""Height of a token at the sides of links, in px at 100 %: at most, at least, and of all tokens
between these."""

GROWN, TALLEST = 40.0, 4000.0
"""Steps in px by which the height grows until the sentences fit, and its limit."""


def attention_figure(shown: AttentionSnapshot, theme: Theme) -> tuple[QSize, Paint]:
    """Size in px of the picture of the chosen kind, and its painter with the background."""
    match shown.options.view:
        case "grid":
            return _figure(mosaic_picture(shown.mosaic).with_tokens(), theme)
        case "focus":
            return _figure(heatmap_picture(shown.focus), theme)
    size_of, paint = _PICTURES[shown.options.view]
    focus = shown.focus
    return _with_margin(
        size_of(focus, theme), lambda painter, rect: paint(painter, rect, focus, theme), theme
    )


def _figure(picture: Picture, theme: Theme) -> tuple[QSize, Paint]:
    return _with_margin(
        picture.size(theme), lambda painter, rect: picture.paint(painter, rect, theme), theme
    )


def paint_links_figure(painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme) -> None:
    shown = chosen_alone(focus)
    links, layout = links_of(shown), layout_links(rect, shown, theme)
    strokes, row = strokes_of(shown, theme), shown.marked_row
    paint_links(
        painter,
        layout,
        shown,
        links,
        theme,
        lines=drawn_lines(layout, links, strokes, theme, ratio=pixel_ratio(painter)),
        spot=None if row is None or not shown.columns else LinkEnd("query", row),
        at_rest=True,
    )


def paint_text_figure(painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme) -> None:
    shown = averaged(focus)
    paint_sentences(painter, layout_text(rect, sentences_of(shown), theme), shown, theme)


def _links_size(focus: FocusSnapshot, theme: Theme) -> QSize:
    count = max(len(focus.rows), len(focus.columns), 1)
    line = theme.scale * max(LOWEST_LINE, min(LINE, LINES / count))
    names = (*query_names(focus)[1], *key_names(focus))
    widest = max(text_widths(theme, names, size=theme.large, weight="bold"), default=0.0)
    notes = BETWEEN.join((mass_text(focus, links_of(chosen_alone(focus))), *picture_notes(focus)))
    least = _wide_enough(LINKS, notes, theme).expandedTo(QSizeF(widest / LABEL_SHARE, 0))

    def missing(rect: QRectF) -> QSizeF:
        height = layout_links(rect, focus, theme).viewport.height()
        return QSizeF(0.0, line * count - height)

    return corrected_size(least, missing)


def _text_size(focus: FocusSnapshot, theme: Theme) -> QSize:
    shown = averaged(focus)
    sentences = sentences_of(shown)
    size = _wide_enough(TEXT, BETWEEN.join(text_notes(shown)), theme)

    def is_cramped(layout: TextLayout) -> bool:
        return any(
            text.content > text.viewport.height() or text.size < theme.large
            for text in layout.sentences
        )

    while size.height() < TALLEST and is_cramped(
        layout_text(QRectF(QPointF(), size), sentences, theme)
    ):
        size.setHeight(size.height() + GROWN * theme.scale)
    return size.toSize()


def _wide_enough(size: QSizeF, notes: str, theme: Theme) -> QSizeF:
    """``size`` is at 100 %; the result is wide enough for the notes on one line."""
    width = text_width(theme, notes, size=theme.small) + theme.unit
    return (size * theme.scale).expandedTo(QSizeF(width, 0.0))


def _with_margin(size: QSize, paint: Paint, theme: Theme) -> tuple[QSize, Paint]:
    margin = MARGIN * frame_theme(theme).unit

    def paint_both(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, theme.panel)
        paint(painter, rect.adjusted(margin, margin, -margin, -margin))

    return size.grownBy(QMargins(margin, margin, margin, margin)), paint_both


_Sized = Callable[[FocusSnapshot, Theme], QSize]
_Painted = Callable[[QPainter, QRectF, FocusSnapshot, Theme], object]

_PICTURES: dict[View, tuple[_Sized, _Painted]] = {
    "links": (_links_size, paint_links_figure),
    "text": (_text_size, paint_text_figure),
}

# ------------------------------------------------------------------------------------ head painter
# A head in any of its views, painted by itself: no cursor, scrolled to the row in view.


TOLD = 2
"""Lines reserved for the sentence under a matrix, so that following pictures do not jump."""


def paint_head(
    painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme, *, view: View
) -> None:
    """The grid view is painted as a heatmap."""
    match view:
        case "links":
            _paint_links(painter, rect, chosen_alone(focus), theme)
        case "text":
            focus = averaged(focus)
            layout = layout_text(rect, sentences_of(focus), theme)
            paint_sentences(painter, layout.scrolled(_scrolls(layout, focus)), focus, theme)
        case _:
            paint_focus(painter, rect, focus, theme, told=TOLD)


def _paint_links(painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme) -> None:
    links, row = link_set.links_of(focus), focus.query_row
    layout = layout_links(rect, focus, theme)
    below = ((row or 0) + 1) * layout.line - layout.viewport.height()
    layout = layout_links(rect, focus, theme, scroll=max(below, 0.0))
    strokes = link_set.strokes_of(focus, theme)
    paint_links(
        painter,
        layout,
        focus,
        links,
        theme,
        lines=drawn_lines(layout, links, strokes, theme, ratio=pixel_ratio(painter)),
        spot=None if row is None or not focus.columns else link_set.LinkEnd("query", row),
        at_rest=focus.cell is None,
    )


def _scrolls(layout: TextLayout, focus: FocusSnapshot) -> list[float]:
    """Scroll positions in px: the sentence with the query shows the query's line."""
    scrolls = [0.0 for _ in layout.sentences]
    found = None if focus.query_row is None else layout.find(row=focus.query_row)
    if found is not None:
        number, placed = found
        text = layout.sentences[number]
        bottom = placed.rect.top() - text.viewport.top() + text.line
        scrolls[number] = max(bottom - text.viewport.height(), 0.0)
    return scrolls
