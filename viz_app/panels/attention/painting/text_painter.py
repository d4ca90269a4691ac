"""The sentence itself as a picture: every token on the colour of its weight, as seen by a query."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from viz_app.design.colour_map import Rgba
from viz_app.design.theme import Theme
from viz_app.panels.attention.painting.link_set import LinkEnd
from viz_app.panels.attention.painting.sentence_layout import SentenceLayout
from viz_app.panels.attention.painting.text_layout import TextLayout
from viz_app.panels.attention.painting.unit_painter import (
    key_colours,
    key_state,
    paint_frames,
    paint_key,
    paint_query,
)
from viz_app.panels.attention.texts.link_sentences import end_sentence
from viz_app.panels.attention.texts.text_captions import text_caption, text_notes
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.colour_bar import paint_flat_bar
from viz_app.pictures.text_line import paint_line, paint_lines
from viz_app.texts.key_sentences import key_weight
from viz_app.texts.picture_titles import BETWEEN
from viz_app.texts.sentences import Swatch, cell_sentence, legend_entries
from viz_app.workbench.snapshots.pictures import FocusSnapshot

MOST_VALUES = 5
"""Keys whose weight stands below them."""

LEAST_VALUE = 0.05
"""A lighter key's weight does not stand below it."""


def paint_sentences(
    painter: QPainter, layout: TextLayout, focus: FocusSnapshot, theme: Theme
) -> None:
    """Paint the sentences in their places, and what is said of them."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rows = round(layout.caption.height() / (theme.body * 1.4))
    top = Qt.AlignmentFlag.AlignTop
    paint_lines(
        painter, layout.caption, text_caption(focus), theme, weight="bold", lines=rows, high=top
    )
    if layout.subtitle.height():
        paint_line(painter, layout.subtitle, BETWEEN.join(text_notes(focus)), theme)
    colours = key_colours(focus, theme)
    for text in layout.sentences:
        paint_line(painter, text.title, text.sentence.title, theme)
        painter.save()
        edge = 2.0 * theme.scale
        painter.setClipRect(text.viewport.adjusted(-edge, -edge, edge, edge))
        _paint_sentence(painter, text, focus, colours, theme)
        painter.restore()
    if layout.bar.height():
        paint_flat_bar(painter, layout.bar, focus, theme, entries=_entries(layout, focus))
    if layout.told.height():
        paint_lines(painter, layout.told, told_sentence(focus), theme, lines=2)
    painter.restore()


def told_sentence(focus: FocusSnapshot) -> str:
    """The exact weight under the cursor, else what the query looks at most; empty without rows."""
    row = focus.query_row
    if row is None or not focus.columns:
        return ""
    return (
        cell_sentence(focus, focus.cell)
        if focus.cell
        else end_sentence(focus, LinkEnd("query", row))
    )


def named_values(text: SentenceLayout, focus: FocusSnapshot, theme: Theme) -> dict[int, QRectF]:
    """Keys whose weight stands below them, with its place: the heaviest, none over another."""
    row = focus.query_row
    if row is None or row >= focus.decoded_rows:
        return {}
    placed = {
        unit.unit.column: unit for unit in text.seen() if key_state(unit.unit, focus) == "weight"
    }
    heaviest = sorted(placed, key=lambda column: -abs(focus.weights[row, column or 0]))
    places: dict[int, QRectF] = {}
    for column in heaviest[:MOST_VALUES]:
        if column is None or abs(focus.weights[row, column]) < LEAST_VALUE:
            break
        ground = text.rect_of(placed[column])
        width = text_width(theme, key_weight(focus, row, column), size=theme.small) + theme.unit
        left = max(ground.center().x() - width / 2, text.viewport.left())
        place = QRectF(left, ground.bottom() + 1, width, theme.small * 1.1)
        if not any(place.intersects(other) for other in places.values()):
            places[column] = place
    return places


def _paint_sentence(
    painter: QPainter, text: SentenceLayout, focus: FocusSnapshot, colours: Rgba, theme: Theme
) -> None:
    seen = [dataclasses.replace(placed, rect=text.rect_of(placed)) for placed in text.seen()]
    for placed in seen:
        if text.sentence.has_keys and placed.unit.column is not None:
            paint_key(painter, placed, focus, colours, theme)
        else:
            paint_query(painter, placed, focus, theme)
    for placed in seen:
        paint_frames(painter, placed, focus, theme, has_keys=text.sentence.has_keys)
    if text.sentence.has_keys and focus.query_row is not None:
        for column, place in named_values(text, focus, theme).items():
            value = key_weight(focus, focus.query_row, column)
            ink = theme.text
            paint_line(painter, place, value, theme, colour=ink, side="centre", whole=True)


def _entries(layout: TextLayout, focus: FocusSnapshot) -> list[tuple[Swatch, str]]:
    """The legend of what is there: masked keys; those not decoded are only fainter."""
    masked = any(
        key_state(placed.unit, focus) == "masked"
        for text in layout.sentences
        if text.sentence.has_keys
        for placed in text.units
    )
    return [entry for entry in legend_entries(focus) if masked and entry[0] == "masked"]
