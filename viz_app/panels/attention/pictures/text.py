"""The text view as a picture: the sentence, each token on the colour of its weight."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viz_app.design.colour_map import readable_on, to_rgba
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.attention.pictures.captions import (
    BETWEEN,
    HeadPicture,
    paint_flat_bar,
    picture_lut,
    picture_notes,
    wide_enough,
)
from viz_app.panels.attention.pictures.link_set import LinkEnd, end_sentence, heads_of_layer
from viz_app.panels.attention.pictures.text_layout import (
    BELOW,
    TOLD_LINE,
    PlacedUnit,
    SentenceLayout,
    TextLayout,
    TextUnit,
    layout_text,
    sentences_of,
)
from viz_app.panels.attention.room import averaged
from viz_app.pictures.cell_image import shares, signed_shares
from viz_app.pictures.labels import paint_label, text_width
from viz_app.pictures.legend import paint_hatched, paint_replaced
from viz_app.pictures.picture import Pane
from viz_app.pictures.typeset import paint_line, paint_lines
from viz_app.texts.labels import quoted_name
from viz_app.texts.sentences import (
    Swatch,
    cell_sentence,
    key_weight,
    kind_explanation,
    kind_name,
    legend_entries,
    titled,
)
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------- text captions
# What the text view says: whose look it shows, and how it is used.


translate = QCoreApplication.translate


def text_caption(focus: FocusSnapshot) -> str:
    """``Where head 3 of layer 2 looks to predict “cat” after “a”``; without rows the kind."""
    row = focus.query_row
    if row is None:
        return kind_name(focus.kind)
    label = focus.rows[row]
    text = _template(focus)
    if focus.single_head is None:
        text = BETWEEN.join((text, "{heads}"))
    return text.format(
        fed=quoted_name(label.fed),
        token=quoted_name(label.predicted or label.fed),
        heads=heads_of_layer(focus),
    )


def _template(focus: FocusSnapshot) -> str:
    looks_back = focus.kind == "decoder" and not focus.looks_ahead
    if focus.single_head is not None and looks_back:
        both = translate(
            "attention", "Where {heads} looks back when predicting {token} after {fed}"
        )
        fed = translate("attention", "What {fed} looks back at in {heads}")
        predicted = translate("attention", "Where {heads} looks back when predicting {token}")
    elif focus.single_head is not None:
        both = translate("attention", "Where {heads} looks when predicting {token} after {fed}")
        fed = translate("attention", "What {fed} attends to in {heads}")
        predicted = translate("attention", "Where {heads} looks when predicting {token}")
    elif focus.combination == "rollout":
        both = translate("attention", "Where the prediction of {token} after {fed} comes from")
        fed = translate("attention", "Where the information at {fed} comes from")
        predicted = translate("attention", "Where the prediction of {token} comes from")
    elif looks_back:
        both = translate(
            "attention", "Where the model looks back when predicting {token} after {fed}"
        )
        fed = translate("attention", "What {fed} looks back at")
        predicted = translate("attention", "Where the model looks back when predicting {token}")
    else:
        both = translate("attention", "Where the model looks when predicting {token} after {fed}")
        fed = translate("attention", "What {fed} attends to")
        predicted = translate("attention", "Where the model looks when predicting {token}")
    reading = "fed" if focus.kind == "encoder" else focus.row_labels
    return {"both": both, "fed": fed, "predicted": predicted}[reading]


def text_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    return (kind_explanation(focus.kind, looks_ahead=focus.looks_ahead), *picture_notes(focus))


def text_hint(focus: FocusSnapshot) -> str:
    if focus.kind == "cross":
        return translate(
            "attention",
            "Up and Down, or Ctrl+Left and Ctrl+Right, choose the target token; Left and "
            "Right move along the source tokens and read out their weights; Escape clears "
            "the selection.",
        )
    return translate(
        "attention",
        "Up and Down, or Ctrl+Left and Ctrl+Right, choose the query token; Left and Right "
        "move along the tokens and read out their weights; Escape clears the selection.",
    )


# ------------------------------------------------------------------------------------ text painter


KeyState = Literal["weight", "masked", "blank"]

TINT = 0.14
"""Share of the kind's colour in the ground of the query among the queries."""

BEHIND = 0.6
"""Opacity of the hatching behind the tokens of a replaced head."""

MOST_VALUES = 5
"""Keys whose weight stands below them."""

LEAST_VALUE = 0.05
"""Smaller weights are not shown below their keys."""


FIGURE = (760, 310)
"""A figure is no smaller, in px at 100 %."""

GROWN, TALLEST = 40.0, 4000.0
"""Steps in px by which a figure's height grows until the sentences fit, and its limit."""


@dataclass(frozen=True, kw_only=True)
class TextPicture(HeadPicture):
    """The sentences, every token on the colour of its weight.

    Attributes:
        largest: text size in px that the tokens do not exceed; 0 = as large as fits.
    """

    largest: int = 0

    def layout(self, rect: QRectF, theme: Theme) -> TextLayout:
        """Not scrolled; the same for every query."""
        return layout_text(rect, sentences_of(self.focus), theme, largest=self.largest)

    def say(self, spot: TextUnit) -> str:
        focus, row = self.focus, self.focus.query_row
        if row is None or not focus.columns:
            return ""
        if spot.column is not None:
            return cell_sentence(focus, Cell(row, spot.column))
        return end_sentence(focus, LinkEnd("query", spot.row)) if spot.row is not None else ""

    def sentence(self) -> str:
        """Exact weight under the cursor, else the query's heaviest keys; empty without rows."""
        focus, row = self.focus, self.focus.query_row
        if row is None or not focus.columns:
            return ""
        if focus.cell is not None:
            return cell_sentence(focus, focus.cell)
        return end_sentence(focus, LinkEnd("query", row))

    def panes(self, rect: QRectF, theme: Theme) -> tuple[Pane, ...]:
        sentences = self.layout(rect, theme).sentences
        return tuple(Pane(text.viewport, text.content) for text in sentences)

    def offsets_to_row(self, rect: QRectF, theme: Theme) -> tuple[float, ...]:
        layout, row = self.layout(rect, theme), self.focus.query_row
        offsets = [0.0 for _ in layout.sentences]
        found = None if row is None else layout.find(row=row)
        if found is not None:
            number, placed = found
            text = layout.sentences[number]
            bottom = placed.rect.top() - text.viewport.top() + text.line
            offsets[number] = max(bottom - text.viewport.height(), 0.0)
        return tuple(offsets)

    def size(self, theme: Theme) -> QSize:
        """In which nothing is scrolled and the tokens are large."""
        size = wide_enough(FIGURE, BETWEEN.join(text_notes(self.focus)), theme)
        while size.height() < TALLEST and any(
            text.content > text.viewport.height() or text.size < theme.large
            for text in self.layout(QRectF(QPointF(), size), theme).sentences
        ):
            size.setHeight(size.height() + GROWN * theme.scale)
        return size.toSize()

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> TextLayout:
        return self.paint_scrolled(painter, rect, theme, (0.0, 0.0))

    def paint_scrolled(
        self, painter: QPainter, rect: QRectF, theme: Theme, offsets: Sequence[float]
    ) -> TextLayout:
        focus, layout = self.focus, self.layout(rect, theme).scrolled(offsets)
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
            lines = round(layout.told.height() / (theme.body * TOLD_LINE))
            paint_lines(painter, layout.told, self.sentence(), theme, lines=lines)
        painter.restore()
        return layout


def text_picture(focus: FocusSnapshot) -> TextPicture:
    """Of the mean, where several heads are chosen."""
    shown = averaged(focus)
    picture = TextPicture(focus=shown)
    sentence = picture.sentence()
    note = sentence or text_caption(shown)
    if sentence and shown.cell is None:
        note = f"{titled(text_caption(shown), sentence)} {text_hint(shown)}"
    return dataclasses.replace(picture, note=note)


def named_values(text: SentenceLayout, focus: FocusSnapshot, theme: Theme) -> dict[int, QRectF]:
    """Places of the values of the heaviest keys, by column, without overlap."""
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
        line = theme.small * BELOW
        top = ground.bottom() + 1 + line * text.sentence.is_glossed
        place = QRectF(left, top, width, line)
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
    for label in text.glosses(theme):
        paint_label(painter, label, theme.soft_text, theme)
    if text.sentence.has_keys and focus.query_row is not None:
        for column, place in named_values(text, focus, theme).items():
            value = key_weight(focus, focus.query_row, column)
            paint_line(painter, place, value, theme, colour=theme.text, side="centre", whole=True)


def _entries(layout: TextLayout, focus: FocusSnapshot) -> list[tuple[Swatch, str]]:
    # Keys that are not decoded yet are only faded: no entry.
    masked = any(
        key_state(placed.unit, focus) == "masked"
        for text in layout.sentences
        if text.sentence.has_keys
        for placed in text.units
    )
    return [entry for entry in legend_entries(focus) if masked and entry[0] != "blank"]


def key_colours(focus: FocusSnapshot, theme: Theme) -> Rgba:
    """Grounds of the keys for the row in view. ``uint8 [column, 4]``."""
    row = focus.query_row
    weights = focus.weights[row] if row is not None else np.zeros(0, dtype=np.float32)
    places = shares if focus.compared is None else signed_shares
    return to_rgba(
        places(weights / np.float32(focus.top), focus.scale), lut=picture_lut(focus, theme)
    )


def _paint_key(
    painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, colours: Rgba, theme: Theme
) -> None:
    state, ink = key_state(placed.unit, focus), theme.soft_text
    if state == "weight" and placed.unit.column is not None:
        colour = colours[placed.unit.column]
        _fill(painter, placed.rect, QColor(*colour.tolist()), theme)
        if focus.is_replaced:
            paint_replaced(painter, placed.rect, theme, opacity=BEHIND)
        ink = readable_on(colour, theme)
    elif state == "masked":
        hides = focus.covered and focus.mask[focus.query_row, placed.unit.column]
        ground = faded(theme) if hides else theme.masked
        _fill(painter, placed.rect, QColor(ground), theme, hatched=not hides)
        ink = theme.panel if hides else ink
    else:
        _paint_query(painter, placed, focus, theme)
        return
    _paint_unit(painter, placed, ink, theme)


def _paint_query(painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, theme: Theme) -> None:
    row = placed.unit.row
    if row is not None and row == focus.query_row:
        ground = mixed(theme.panel, theme.kind_colour(focus.kind), share=TINT)
        _fill(painter, placed.rect, QColor(ground), theme)
    there = row < focus.decoded_rows if row is not None else _is_decoded(placed.unit, focus)
    _paint_unit(painter, placed, theme.text if there else theme.soft_text, theme)


def _paint_frames(
    painter: QPainter, placed: PlacedUnit, focus: FocusSnapshot, theme: Theme, *, has_keys: bool
) -> None:
    is_query = placed.unit.row is not None and placed.unit.row == focus.query_row
    if is_query:
        _outline(painter, placed.rect, theme.kind_colour(focus.kind), theme)
    if has_keys and focus.cell is not None and placed.unit.column == focus.cell.column:
        inset = 3 * theme.scale if is_query else 0.0
        _outline(painter, placed.rect.adjusted(inset, inset, -inset, -inset), theme.text, theme)


def key_state(unit: TextUnit, focus: FocusSnapshot) -> KeyState:
    """State of a token for the row in view; the row's own token is never masked.

    A weight of NaN counts as masked.
    """
    row = focus.query_row
    if unit.column is None or row is None or not _is_decoded(unit, focus):
        return "blank"
    if focus.mask[row, unit.column]:
        return "masked" if np.isnan(focus.weights[row, unit.column]) else "weight"
    return "blank" if unit.row == row else "masked"


def _is_decoded(unit: TextUnit, focus: FocusSnapshot) -> bool:
    """Whether both a key and the query in view are decoded at the step on screen."""
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
    text, size = placed.unit.text, placed.size
    place = placed.rect.adjusted(-1, 0, 1, 0)  # its edges are rounded: no letter goes for that
    paint_line(painter, place, text, theme, size=size, colour=colour, side="centre")
