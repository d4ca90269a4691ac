"""The strip under the heatmaps: a sentence whose tokens are coloured by their weight."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from model.arrays import BoolArray, FloatArray
from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import Kind
from viz_app.design.colour_map import lut_for, readable_on, to_rgba
from viz_app.design.theme import Theme
from viz_app.panels.attention.room import AttentionHandle, picture_cell_picked
from viz_app.pictures.cell_image import shares
from viz_app.pictures.labels import Label, paint_label, text_width
from viz_app.pictures.legend import paint_replaced
from viz_app.pictures.picture import Picture, PlacedSpots, in_a_row
from viz_app.pictures.typeset import paint_line
from viz_app.storage.settings import ColourMap
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import decimal_number, glossed_name, quoted_name, shown_name
from viz_app.texts.sentences import past_compared_sentence, strip_caption, titled
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.interventions import Scope
from viz_app.workbench.snapshots.attention import FocusSnapshot, layer_mean
from viz_app.workbench.state import Cell, Scale

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------- token strip


LINE = 2.0
"""Height of a line in text sizes."""

FEW_LINES = 2
"""Text gets smaller before there are more lines than this."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Strip(Picture):
    """Tokens and their weights ``[key]``, 0 … 1, as seen from one row.

    Its spots are the indices of the tokens.

    Attributes:
        seen: which tokens may be attended to, ``[key]``; the others are faded.
        replaced: whether the activations of all these heads are replaced.
        glosses: meanings of the tokens; empty if they are not shown.
    """

    kind: Kind
    row: int
    tokens: tuple[str, ...]
    glosses: tuple[str, ...] = ()
    seen: BoolArray = field(repr=False)
    replaced: bool = False
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    weights: FloatArray = field(repr=False)

    natural = (400, 36)
    smallest = (200, 36)

    def say(self, spot: int) -> str:
        token = glossed_name(self.tokens[spot], self._gloss(spot))
        if not self.seen[spot]:
            return translate("TokenStrip", "masked: {token} may not be attended to").format(
                token=token
            )
        text = translate(
            "TokenStrip", "weight {weight} · {token}, mean over the heads of the layer"
        )
        return text.format(weight=decimal_number(float(self.weights[spot]), 4), token=token)

    def tables(self) -> Tables:
        columns = tuple(map(shown_name, self.tokens))
        values = self.weights[None]
        return (ValueTable(name=self.title, rows=(self.title,), columns=columns, values=values),)

    def height(self, width: float, theme: Theme) -> float:
        places = self.places(width, theme)
        return math.ceil(places[-1].bottom() if places else theme.large * LINE)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lut = lut_for(theme, self.kind, self.colour_map)
        colours = to_rgba(shares(self.weights, self.scale), lut=lut)
        places = [place.translated(rect.topLeft()) for place in self.places(rect.width(), theme)]
        for index, place in enumerate(places):
            ink = theme.soft_text
            if self.seen[index]:
                ink = readable_on(colours[index], theme)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(*colours[index].tolist()))
                painter.drawRoundedRect(place, theme.small_radius, theme.small_radius)
                if self.replaced:
                    paint_replaced(painter, place, theme, opacity=0.6)
            size = _text_size(self.tokens[index], round(place.height() / LINE), theme)
            name, gloss = place, self._gloss(index)
            if gloss:
                right = place.adjusted(0, 0, -size / 2, 0)
                paint_line(painter, right, gloss, theme, colour=ink, side="right", whole=True)
                name = place.adjusted(0, 0, -_gloss_width(gloss, theme), 0)
            text = shown_name(self.tokens[index])
            paint_label(painter, Label(index=index, text=text, rect=name, size=size), ink, theme)
        painter.restore()
        return in_a_row(places)

    def places(self, width: float, theme: Theme) -> list[QRectF]:
        """A rectangle for each token, in lines of ``width`` px, from the top left.

        The text is as large as it can be in :data:`FEW_LINES` lines.
        """
        for size in (theme.large, theme.body):
            most = FEW_LINES * (size * LINE + theme.unit)
            # Only as many tokens are measured as there is room for.
            if all(place.bottom() < most for place in self._wrap(size, width, theme)):
                return list(self._wrap(size, width, theme))
        return list(self._wrap(theme.small, width, theme))

    def _wrap(self, size: int, width: float, theme: Theme) -> Iterator[QRectF]:
        unit, height = theme.unit, size * LINE
        left = top = 0.0
        for index, token in enumerate(self.tokens):
            text = _text_size(token, size, theme)
            length = text_width(theme, shown_name(token), size=text) + size
            length = max(length, height) + _gloss_width(self._gloss(index), theme)
            length = min(length, width)
            if left and left + length > width:
                left, top = 0.0, top + height + unit
            yield QRectF(left, top, length, height)
            left += length + unit

    def _gloss(self, index: int) -> str:
        return self.glosses[index] if self.glosses else ""


def _gloss_width(gloss: str, theme: Theme) -> float:
    """Width in px of a gloss beside its token."""
    return text_width(theme, gloss, size=theme.small) + theme.unit if gloss else 0.0


def _text_size(token: str, size: int, theme: Theme) -> int:
    return theme.small if token in SPECIAL_TOKENS else size


def strip_of(focus: FocusSnapshot | None) -> Strip | None:
    """Strip of the row in view, mean over the heads of the layer; None without a row."""
    row = focus.query_row if focus else None
    if focus is None or row is None or focus.past_compared:
        return None
    weights, seen = layer_mean(focus)[row], focus.mask[row]
    order = np.where(seen, -weights, 1).argsort(kind="stable")[: min(3, int(seen.sum()))]
    best = ", ".join(
        f"{quoted_name(focus.columns[key])} {decimal_number(float(weights[key]))}" for key in order
    )
    every = {(focus.layer, head) for head in range(focus.trace.n_heads)}
    return Strip(
        title=translate("TokenStrip", "What the model attends to"),
        note=titled(strip_caption(focus, row), best),
        kind=focus.kind,
        row=row,
        tokens=focus.columns,
        glosses=focus.glosses,
        seen=seen,
        replaced=every <= focus.replaced_heads,
        scale=focus.scale,
        colour_map=focus.colour_map,
        weights=weights,
    )


# ------------------------------------------------------------------------------------- strip panel


class StripPanel(QFrame):
    """Where the model looks from the row in view, mean over a layer's heads."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self.theme, self._pick = theme, room.does(picture_cell_picked)
        self._caption = text_label("small", parent=self)
        self._strip = PictureView(theme, of=Strip, picks=True, margin=0)
        self._strip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._strip.setAccessibleName(translate("TokenStrip", "What the model attends to"))
        self._strip.picked.connect(self._on_picked)
        unit = theme.unit
        margins = (4 * unit, 3 * unit, 4 * unit, 3 * unit)
        self._column = filled(
            QVBoxLayout(self), self._caption, self._strip, spacing=2 * unit, margins=margins
        )
        self.show_focus(None)

    def show_focus(self, snapshot: FocusSnapshot | None) -> None:
        self._focus = snapshot
        strip = strip_of(snapshot)
        caption = strip_caption(snapshot, strip.row) if snapshot and strip else ""
        if snapshot is not None and snapshot.past_compared:
            caption = past_compared_sentence()
        self._caption.setText(caption)
        self._strip.set_picture(strip)
        if strip is None:
            self._strip.describe("")
        self._fit()

    def caption(self) -> str:
        return self._caption.text()

    def scope_at(self, point: QPointF | None) -> Scope | None:
        """What interventions are for at a point: the layer, and the token there."""
        focus = self._focus
        if focus is None or point is None:
            return None
        inside = self._strip.mapFrom(self, point.toPoint())
        index = self._strip.spots().at(QPointF(inside))
        columns = focus.projection.columns if focus.projection else ()
        token = None if index is None or index >= len(columns) else columns[index][0]
        return Scope(focus.kind, focus.layer).at(focus.trace, token)

    def strip(self) -> PictureView:
        return self._strip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _on_picked(self, index: int) -> None:
        strip = self._strip.picture
        if isinstance(strip, Strip):
            self._pick(strip.kind, Cell(strip.row, index))

    def _fit(self) -> None:
        theme, margins, strip = self.theme, self._column.contentsMargins(), self._strip.picture
        width = self.width() - margins.left() - margins.right() - 2
        most = FEW_LINES * (theme.large * LINE + theme.unit)
        needed = theme.large * LINE if strip is None else strip.height(max(width, 1), theme)
        self._strip.setFixedHeight(math.ceil(min(needed, most)))
