"""One token of the text view: on the colour of its weight, hatched when masked, or framed."""

from __future__ import annotations

from typing import Literal

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viz_app.design.colour_map import Rgba, diverging_lut, lut_for, readable_on, to_rgba
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.attention.painting.sentence_layout import PlacedUnit
from viz_app.panels.attention.painting.text_units import TextUnit
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.levels import shares, signed_shares
from viz_app.pictures.text_line import paint_line
from viz_app.workbench.snapshots.pictures import FocusSnapshot

KeyState = Literal["weight", "masked", "blank"]

TINT = 0.14
"""Share of the kind's colour in the ground of the query among the queries."""


def key_colours(focus: FocusSnapshot, theme: Theme) -> Rgba:
    """Grounds of the keys, as the row in view sees them. ``uint8 [column, 4]``."""
    row = focus.query_row
    weights = focus.weights[row] if row is not None else np.zeros(0, dtype=np.float32)
    if focus.compared is not None:
        return to_rgba(signed_shares(weights, focus.scale), lut=diverging_lut(theme))
    return to_rgba(shares(weights, focus.scale), lut=lut_for(theme, focus.kind, focus.colour_map))


def paint_key(
    painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, colours: Rgba, theme: Theme
) -> None:
    """A key on its colour, hatched when it is masked, or without a ground when not there yet."""
    state = key_state(placed.unit, focus)
    if state == "weight" and placed.unit.column is not None:
        colour = colours[placed.unit.column]
        _fill(painter, placed.rect, QColor(*colour.tolist()), theme)
        _paint_unit(painter, placed, readable_on(colour, theme), theme)
    elif state == "masked":
        _fill(painter, placed.rect, QColor(theme.masked), theme, hatched=True)
        _paint_unit(painter, placed, theme.soft_text, theme)
    else:
        paint_query(painter, placed, focus, theme)


def paint_query(painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, theme: Theme) -> None:
    """A token without a weight; the query in view has a faint ground."""
    row = placed.unit.row
    if row is not None and row == focus.query_row:
        ground = mixed(theme.panel, theme.kind_colour(focus.kind), share=TINT)
        _fill(painter, placed.rect, QColor(ground), theme)
    there = row < focus.decoded_rows if row is not None else _is_decoded(placed.unit, focus)
    _paint_unit(painter, placed, theme.text if there else faded(theme), theme)


def paint_frames(
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


def key_state(unit: TextUnit, focus: FocusSnapshot) -> KeyState:
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
    text, size = placed.unit.text, placed.size
    paint_line(painter, placed.rect, text, theme, size=size, colour=colour, side="centre")
