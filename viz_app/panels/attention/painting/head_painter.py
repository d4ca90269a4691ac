"""A head in any of its views, painted by itself: no cursor, scrolled to the row in view."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.panels.attention.painting import link_set
from viz_app.panels.attention.painting.heatmap_painter import paint_focus
from viz_app.panels.attention.painting.link_lines import drawn_lines
from viz_app.panels.attention.painting.links_layout import layout_links
from viz_app.panels.attention.painting.links_painter import paint_links
from viz_app.panels.attention.painting.text_layout import TextLayout, layout_text
from viz_app.panels.attention.painting.text_painter import paint_sentences
from viz_app.panels.attention.painting.text_units import sentences_of
from viz_app.panels.attention.snapshot.chosen_heads import averaged, chosen_alone
from viz_app.pictures.cell_image import pixel_ratio
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import View

TOLD = 2
"""Lines of the sentence under a matrix: what comes after it in the same place must not jump."""


def paint_head(
    painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme, *, view: View
) -> None:
    """Paint what the head's own view shows into ``rect``; beside a grid that is the matrix."""
    match view:
        case "links":
            _paint_links(painter, rect, chosen_alone(focus), theme)
        case "text":
            _paint_text(painter, rect, averaged(focus), theme)
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


def _paint_text(painter: QPainter, rect: QRectF, focus: FocusSnapshot, theme: Theme) -> None:
    layout = layout_text(rect, sentences_of(focus), theme)
    paint_sentences(painter, layout.scrolled(_scrolls(layout, focus)), focus, theme)


def _scrolls(layout: TextLayout, focus: FocusSnapshot) -> list[float]:
    """Down to the query's line, in the sentence that has it."""
    scrolls = [0.0 for _ in layout.sentences]
    found = None if focus.query_row is None else layout.find(row=focus.query_row)
    if found is not None:
        number, placed = found
        text = layout.sentences[number]
        bottom = placed.rect.top() - text.viewport.top() + text.line
        scrolls[number] = max(bottom - text.viewport.height(), 0.0)
    return scrolls
