"""The sentence itself as a picture: every token on the colour of its weight, as seen by a query."""

from __future__ import annotations

import dataclasses
from typing import Literal

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viz_app.state.attention_snapshots import FocusSnapshot
from viz_app.ui.design.colour_map import Rgba, diverging_lut, lut_for, readable_on, to_rgba
from viz_app.ui.design.theme import Theme, faded, mixed
from viz_app.ui.painting.axis_labels import elided, text_width
from viz_app.ui.painting.flat_bar import paint_flat_bar
from viz_app.ui.painting.legend import Swatch, paint_hatched
from viz_app.ui.painting.levels import shares, signed_shares
from viz_app.ui.painting.link_set import LinkEnd
from viz_app.ui.painting.text_layout import PlacedUnit, SentenceLayout, TextLayout
from viz_app.ui.painting.text_units import TextUnit
from viz_app.ui.texts.key_sentences import key_weight
from viz_app.ui.texts.link_sentences import end_sentence
from viz_app.ui.texts.message_text import isolated
from viz_app.ui.texts.picture_titles import BETWEEN
from viz_app.ui.texts.sentences import cell_sentence, legend_entries
from viz_app.ui.texts.text_captions import text_caption, text_notes

KeyState = Literal["weight", "masked", "blank"]

MOST_VALUES = 5
"""Keys whose weight stands below them."""

LEAST_VALUE = 0.05
"""A lighter key's weight does not stand below it."""

TINT = 0.14
"""Share of the kind's colour in the ground of the query among the queries."""

FILLED = 0.85
"""How full lines are that are broken between words."""

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
CAPTION = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


def paint_text(painter: QPainter, layout: TextLayout, focus: FocusSnapshot, theme: Theme) -> None:
    """Paint the sentences in their places, and what is said of them."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_caption(painter, layout.caption, text_caption(focus), theme)
    if layout.subtitle.height():
        notes = BETWEEN.join(text_notes(focus))
        _paint_line(painter, layout.subtitle, notes, theme, size=theme.small, soft=True)
    colours = key_colours(focus, theme)
    for text in layout.sentences:
        _paint_line(painter, text.title, text.sentence.title, theme, size=theme.small, soft=True)
        painter.save()
        edge = 2.0 * theme.scale
        painter.setClipRect(text.viewport.adjusted(-edge, -edge, edge, edge))
        _paint_sentence(painter, text, focus, colours, theme)
        painter.restore()
    if layout.bar.height():
        paint_flat_bar(painter, layout.bar, focus, theme, entries=_entries(layout, focus))
    if layout.told.height():
        _paint_told(painter, layout.told, told_sentence(focus), theme)
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


def key_colours(focus: FocusSnapshot, theme: Theme) -> Rgba:
    """Grounds of the keys, as the row in view sees them. ``uint8 [column, 4]``."""
    row = focus.query_row
    weights = focus.weights[row] if row is not None else np.zeros(0, dtype=np.float32)
    if focus.compared is not None:
        return to_rgba(signed_shares(weights, focus.scale), lut=diverging_lut(theme))
    return to_rgba(shares(weights, focus.scale), lut=lut_for(theme, focus.kind, focus.colour_map))


def named_values(text: SentenceLayout, focus: FocusSnapshot, theme: Theme) -> dict[int, QRectF]:
    """Keys whose weight stands below them, with its place: the heaviest, none over another."""
    row = focus.query_row
    if row is None or row >= focus.decoded_rows:
        return {}
    placed = {
        unit.unit.column: unit for unit in text.seen() if _state(unit.unit, focus) == "weight"
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
            _paint_key(painter, placed, focus, colours, theme)
        else:
            _paint_query(painter, placed, focus, theme)
    for placed in seen:
        _paint_frames(painter, placed, focus, theme, has_keys=text.sentence.has_keys)
    if text.sentence.has_keys and focus.query_row is not None:
        for column, place in named_values(text, focus, theme).items():
            value = key_weight(focus, focus.query_row, column)
            painter.setFont(theme.font(theme.small))
            painter.setPen(QColor(theme.text))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), value)


def _paint_key(
    painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, colours: Rgba, theme: Theme
) -> None:
    """A key on its colour, hatched when it is masked, or without a ground when not there yet."""
    state = _state(placed.unit, focus)
    if state == "weight" and placed.unit.column is not None:
        colour = colours[placed.unit.column]
        _fill(painter, placed.rect, QColor(*colour.tolist()), theme)
        _paint_unit(painter, placed, readable_on(colour, theme), theme)
    elif state == "masked":
        _fill(painter, placed.rect, QColor(theme.masked), theme, hatched=True)
        _paint_unit(painter, placed, theme.soft_text, theme)
    else:
        _paint_query(painter, placed, focus, theme)


def _paint_query(painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, theme: Theme) -> None:
    """A token without a weight; the query in view has a faint ground."""
    row = placed.unit.row
    if row is not None and row == focus.query_row:
        ground = mixed(theme.panel, theme.kind_colour(focus.kind), share=TINT)
        _fill(painter, placed.rect, QColor(ground), theme)
    there = row < focus.decoded_rows if row is not None else _is_decoded(placed.unit, focus)
    _paint_unit(painter, placed, theme.text if there else faded(theme), theme)


def _paint_frames(
    painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, theme: Theme, *, has_keys: bool
) -> None:
    """The query in view in the kind's colour, the key under the cursor in the text's."""
    if placed.unit.row is not None and placed.unit.row == focus.query_row:
        _outline(painter, placed.rect, theme.kind_colour(focus.kind), theme)
    if has_keys and focus.cell is not None and placed.unit.column == focus.cell.column:
        inside = placed.unit.row == focus.query_row and placed.unit.row is not None
        inset = 3 * theme.scale if inside else 0.0
        rect = placed.rect.adjusted(inset, inset, -inset, -inset)
        _outline(painter, rect, theme.text, theme)


def _state(unit: TextUnit, focus: FocusSnapshot) -> KeyState:
    """What a token is as the row in view sees it; the row's own token is never masked."""
    row = focus.query_row
    if unit.column is None or row is None or not _is_decoded(unit, focus):
        return "blank"
    if focus.mask[row, unit.column]:
        return "weight"
    return "blank" if unit.row == row else "masked"


def _is_decoded(unit: TextUnit, focus: FocusSnapshot) -> bool:
    """Whether a key is there at the step on screen, and the query that looks at it."""
    if focus.query_row is not None and focus.query_row >= focus.decoded_rows:
        return False
    return focus.decoded_columns is None or (unit.column or 0) < focus.decoded_columns


def _entries(layout: TextLayout, focus: FocusSnapshot) -> list[tuple[Swatch, str]]:
    """The legend of what is there: masked keys; those not decoded are only fainter."""
    masked = any(
        _state(placed.unit, focus) == "masked"
        for text in layout.sentences
        if text.sentence.has_keys
        for placed in text.units
    )
    return [entry for entry in legend_entries(focus) if masked and entry[0] == "masked"]


def _fill(
    painter: QPainter, rect: QRectF, colour: QColor, theme: Theme, *, hatched: bool = False
) -> None:
    radius = min(theme.small_radius, rect.height() / 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if hatched:
        painter.save()
        path = QPainterPath()
        path.addRoundedRect(rect, radius, radius)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        paint_hatched(painter, rect, theme)
        painter.restore()


def _outline(painter: QPainter, rect: QRectF, colour: str, theme: Theme) -> None:
    radius = min(theme.small_radius, rect.height() / 4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 2 * theme.scale))
    painter.drawRoundedRect(rect, radius, radius)


def _paint_unit(painter: QPainter, placed: PlacedUnit, colour: str, theme: Theme) -> None:
    """The token's text in the middle of its ground."""
    painter.setFont(theme.font(placed.size))
    painter.setPen(QColor(colour))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
    text = placed.unit.text
    if text_width(theme, text, size=placed.size) > placed.rect.width():
        text = elided(theme, text, size=placed.size, width=placed.rect.width())
    painter.drawText(placed.rect, int(flags), isolated(text))


def _paint_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int,
    soft: bool = False,
) -> None:
    """A text in one line, shortened to its place."""
    painter.setFont(theme.font(size))
    painter.setPen(QColor(theme.soft_text if soft else theme.text))
    painter.drawText(rect, LEFT, elided(theme, text, size=size, width=rect.width()))


def _paint_caption(painter: QPainter, rect: QRectF, caption: str, theme: Theme) -> None:
    """Bold, in as many lines as there are, the first at the top."""
    lines = round(rect.height() / (theme.body * 1.4))
    room = rect.width() * (FILLED * lines if lines > 1 else 1.0)
    painter.setFont(theme.font(theme.body, "bold"))
    painter.setPen(QColor(theme.text))
    shown = elided(theme, caption, size=theme.body, width=room, weight="bold")
    painter.drawText(rect, int(CAPTION), shown)


def _paint_told(painter: QPainter, rect: QRectF, sentence: str, theme: Theme) -> None:
    painter.setFont(theme.font(theme.body))
    painter.setPen(QColor(theme.text))
    shown = elided(theme, sentence, size=theme.body, width=2 * FILLED * rect.width())
    painter.drawText(rect, int(WRAPPED), shown)
