"""The strip under the heatmaps: a sentence whose tokens are coloured by their weight."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout

from model.arrays import FloatArray
from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import Kind
from viz_app.design.colour_map import lut_for, readable_on, to_rgba
from viz_app.design.theme import Theme, faded
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.cell_image import shares
from viz_app.pictures.labels import Label, paint_label, text_width
from viz_app.pictures.text_line import paint_line
from viz_app.storage.settings import ColourMap
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import glossed_name, quoted_name, shown_name
from viz_app.texts.sentences import past_compared_sentence, strip_caption, titled
from viz_app.widgets.layout import scrolled, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.snapshots.attention import FocusSnapshot, layer_mean
from viz_app.workbench.state import Cell, Scale

# ------------------------------------------------------------------------------------- token strip
# A sentence whose tokens are coloured by how much is looked at them.


LINE = 2.0
"""Height of a line in text sizes."""

FEW_LINES = 2
"""Text gets smaller before there are more lines than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Tokens and their weights ``[key]``, 0 … 1, as seen from one row.

    Attributes:
        n_keys: keys that may be attended to; those after them are faded.
        glosses: meanings of the tokens; empty if they are not shown.
    """

    kind: Kind
    row: int
    tokens: tuple[str, ...]
    glosses: tuple[str, ...] = ()
    n_keys: int
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    weights: FloatArray = field(repr=False)


def strip_of(focus: FocusSnapshot | None) -> Strip | None:
    """Strip of the row in view, mean over the heads of the layer; None without a row."""
    row = focus.query_row if focus else None
    if focus is None or row is None or focus.past_compared:
        return None
    return Strip(
        kind=focus.kind,
        row=row,
        tokens=focus.columns,
        glosses=focus.glosses,
        n_keys=int(focus.mask[row].sum()),
        scale=focus.scale,
        colour_map=focus.colour_map,
        weights=layer_mean(focus)[row],
    )


class TokenStrip(PictureView):
    """Shows a strip, wrapped into as many lines as it needs."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._strip: Strip | None = None
        self._lines: dict[tuple[int, float], list[QRectF]] = {}
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._retranslate()

    def set_strip(self, strip: Strip | None, caption: str) -> None:
        """Show a strip; a screen reader reads ``caption`` before the heaviest tokens."""
        if _texts(strip) != _texts(self._strip):
            self._lines = {}
        self._strip = strip
        best = ""
        if strip is not None:
            order = (-strip.weights[: strip.n_keys]).argsort(kind="stable")[:3]
            best = ", ".join(
                f"{quoted_name(strip.tokens[i])} {strip.weights[i]:.2f}" for i in order
            )
        self.describe(titled(caption, best) if strip else "")
        self.updateGeometry()
        self.redraw()

    def places(self, width: float) -> list[QRectF]:
        """A rectangle for each token, in lines of ``width`` px."""
        return self._wrapped(self._size(width), width)

    def picture_rect(self) -> QRectF:
        return QRectF(self.rect())

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        strip = self._strip
        if strip is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lut = lut_for(self.theme, strip.kind, strip.colour_map)
        colours = to_rgba(shares(strip.weights, strip.scale), lut=lut)
        size = self._size(rect.width())
        for index, place in enumerate(self._wrapped(size, rect.width())):
            colour = faded(self.theme)
            if index < strip.n_keys:
                colour = readable_on(colours[index], self.theme)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(*colours[index].tolist()))
                painter.drawRoundedRect(place, self.theme.small_radius, self.theme.small_radius)
            self._paint_token(painter, index, place, colour, size=size)

    def _paint_token(
        self, painter: QPainter, index: int, place: QRectF, colour: str, *, size: int
    ) -> None:
        name, theme = shown_name(self._tokens()[index]), self.theme
        size, gloss = self._text_size(name, size), self._gloss(index)
        if gloss:
            right = place.adjusted(0, 0, -size / 2, 0)
            paint_line(painter, right, gloss, theme, colour=colour, side="right", whole=True)
            place = place.adjusted(0, 0, -self._gloss_width(index), 0)
        paint_label(painter, Label(index=index, text=name, rect=place, size=size), colour, theme)

    def shown_values(self) -> Tables:
        strip = self._strip
        if strip is None:
            return ()
        columns, name = tuple(map(shown_name, strip.tokens)), self.accessibleName()
        values = strip.weights[None]
        return (ValueTable(name=name, rows=(name,), columns=columns, values=values),)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rects = self.places(width)
        return math.ceil(rects[-1].bottom() if rects else self.theme.large * LINE)

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(400, 0).width(), self.heightForWidth(max(self.width(), 1)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(200, 0).width(), math.ceil(self.theme.large * LINE))

    def hover(self, point: QPointF) -> None:
        index = self._index_at(point)
        if index is None or self._strip is None:
            self.hide_sentence()
            return
        self.show_sentence(self.sentence(index), point.toPoint(), self.places(self.width())[index])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event.position())
        if index is not None and self._strip is not None:
            self.intents.cell_picked.emit(self._strip.kind, Cell(self._strip.row, index))

    def sentence(self, index: int) -> str:
        strip = self._strip
        if strip is None:
            return ""
        token = glossed_name(strip.tokens[index], self._gloss(index))
        if index >= strip.n_keys:
            return self.tr("masked: {token} may not be attended to").format(token=token)
        text = self.tr("weight {weight} · {token}, mean over the heads of the layer")
        return text.format(weight=f"{strip.weights[index]:.4f}", token=token)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("What the model attends to"))

    def _index_at(self, point: QPointF) -> int | None:
        places = enumerate(self.places(self.width()))
        return next((index for index, place in places if place.contains(point)), None)

    def _size(self, width: float) -> int:
        """Largest text size with which the tokens fit into :data:`FEW_LINES` lines."""
        sizes = (self.theme.large, self.theme.body, self.theme.small)
        return next((size for size in sizes[:-1] if self._fits(size, width)), sizes[-1])

    def _fits(self, size: int, width: float) -> bool:
        # Only as many tokens are measured as there is room for.
        most = FEW_LINES * (size * LINE + self.theme.unit)
        return all(place.bottom() < most for place in self._wrap(size, width))

    def _apply_theme(self) -> None:
        self._lines = {}
        super()._apply_theme()

    def _wrapped(self, size: int, width: float) -> list[QRectF]:
        # Cached: a layout asks for the height of a width several times.
        if (size, width) not in self._lines:
            self._lines[size, width] = list(self._wrap(size, width))
        return self._lines[size, width]

    def _wrap(self, size: int, width: float) -> Iterator[QRectF]:
        unit, height = self.theme.unit, size * LINE
        left = top = 0.0
        for index, token in enumerate(self._tokens()):
            text_size = self._text_size(token, size)
            length = text_width(self.theme, shown_name(token), size=text_size) + size
            length = min(max(length, height) + self._gloss_width(index), width)
            if left and left + length > width:
                left, top = 0.0, top + height + unit
            yield QRectF(left, top, length, height)
            left += length + unit

    def _tokens(self) -> tuple[str, ...]:
        return self._strip.tokens if self._strip else ()

    def _gloss(self, index: int) -> str:
        return self._strip.glosses[index] if self._strip and self._strip.glosses else ""

    def _gloss_width(self, index: int) -> float:
        """Width in px of a gloss beside its token."""
        gloss = self._gloss(index)
        return (
            text_width(self.theme, gloss, size=self.theme.small) + self.theme.unit if gloss else 0
        )

    def _text_size(self, token: str, size: int) -> int:
        return self.theme.small if token in SPECIAL_TOKENS else size


def _texts(strip: Strip | None) -> object:
    """What the places of the tokens depend on."""
    return strip and (strip.tokens, strip.glosses)


# ------------------------------------------------------------------------------------- strip panel
# The strip under the heatmaps with its caption, in a frame.


class StripPanel(Themed, Translated, QFrame):
    """Where the model looks from the row in view, mean over a layer's heads."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self._snapshot: FocusSnapshot | None = None
        self._caption = text_label(parent=self)
        self._caption.setProperty("role", "small")
        self._strip = TokenStrip(theme, intents)
        self._area = scrolled(self._strip)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._caption)
        self._column.addWidget(self._area)
        self.set_theme(theme)

    def show_focus(self, snapshot: FocusSnapshot | None) -> None:
        self._snapshot = snapshot
        strip = strip_of(snapshot)
        caption = strip_caption(snapshot, strip.row) if snapshot and strip else ""
        if snapshot is not None and snapshot.past_compared:
            caption = past_compared_sentence()
        self._caption.setText(caption)
        self._strip.set_strip(strip, caption)
        self._fit()

    def caption(self) -> str:
        return self._caption.text()

    def strip(self) -> TokenStrip:
        return self._strip

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._column.setContentsMargins(4 * unit, 3 * unit, 4 * unit, 3 * unit)
        self._column.setSpacing(2 * unit)
        self._fit()

    def _retranslate(self) -> None:
        self.show_focus(self._snapshot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        theme, margins = self.theme, self._column.contentsMargins()
        width = self.width() - margins.left() - margins.right() - 2
        most = FEW_LINES * (theme.large * LINE + theme.unit)
        needed = self._strip.heightForWidth(max(width, 1))
        self._area.setFixedHeight(math.ceil(min(needed, most)))
