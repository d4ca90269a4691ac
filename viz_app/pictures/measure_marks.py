"""What a mosaic shows of a measure: a bar and a number under each tile, and a tint around it.

The tint lies around the tiles, never on them: colours of weights stay what they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, mixed
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.mosaic_names import tile_name
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.texts.measure_names import measure_number
from viz_app.workbench.snapshots.pictures import MosaicSnapshot

STRONGEST = 0.34
"""Share of the measure's colour in the tint of the greatest value."""

BAR = 3
"""Height of a bar, in px at 100 %."""

TALL = 4.0
"""A head's place that is lower than this, in lines of text, has a bar only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What stands under every tile.

    Attributes:
        height: of all of it, 0 without a measure.
        width: of the widest text, 0 without text.
        names: whether tiles are named: they are where their place does not tell.
        numbers: whether the measure's number is there.
    """

    height: float = 0.0
    width: float = 0.0
    names: bool = False
    numbers: bool = False

    @property
    def words(self) -> int:
        """How much it says: 0 … 2."""
        return int(self.names) + int(self.numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Px of the widest name and the widest number; names are needed where places tell nothing."""

    name: float
    number: float


def caption_words(snapshot: MosaicSnapshot, theme: Theme) -> Words | None:
    """How wide captions are; None without a measure."""
    if snapshot.measure is None or snapshot.measures is None:
        return None
    layers, heads = snapshot.weights.shape[:2]
    name = text_width(theme, tile_name(layers - 1, heads - 1), size=theme.small)
    texts = {measure_number(float(value)) for value in snapshot.measures.flat}
    return Words(
        name=name if snapshot.is_sorted else 0.0,
        number=max((text_width(theme, text, size=theme.small) for text in texts), default=0.0),
    )


def caption_for(words: Words | None, theme: Theme, *, width: float, height: float) -> Caption:
    """The caption that fits in places of a width and a height in px."""
    if words is None:
        return Caption()
    bar, line = math.ceil(BAR * theme.scale + 1.25 * theme.unit), math.ceil(theme.small * TIGHT)
    both = words.name + 2 * theme.unit + words.number if words.name else words.number
    for needed, numbers in ((both, True), (words.name, False)):
        if 0 < needed <= width - theme.unit and height >= TALL * line:
            return Caption(
                height=bar + line, width=math.ceil(needed), names=words.name > 0, numbers=numbers
            )
    return Caption(height=bar)


def tint(theme: Theme, share: float) -> str:
    """The colour around a tile whose measure is at a share, 0 … 1, of its range."""
    return mixed(theme.panel, measure_colour(theme), share=STRONGEST * share)


def measure_colour(theme: Theme) -> str:
    """Of bars: none that a kind of attention has."""
    return theme.curves[0]


def share_of(value: float, ends: tuple[float, float]) -> float:
    """Where a value lies between two ends, 0 … 1; at the low one where they are the same."""
    low, high = ends
    if high <= low:
        return 0.0
    return max(0.0, min((value - low) / (high - low), 1.0))


def paint_card(painter: QPainter, card: QRectF, theme: Theme, *, share: float) -> None:
    """The tint around a tile."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tint(theme, share)))
    painter.drawRoundedRect(card, 3, 3)
    painter.restore()


def paint_measure_bar(
    painter: QPainter, tile: QRectF, theme: Theme, *, value: float, ends: tuple[float, float]
) -> None:
    """A bar under a tile, as long as it is wide; it starts at 0, wherever that is."""
    top, height = tile.bottom() + 0.75 * theme.unit, BAR * theme.scale
    place = QRectF(tile.left() - 1, top, tile.width() + 1, height)
    painter.fillRect(place, QColor(mixed(theme.panel, theme.text, share=0.14)))
    zero, end = (share_of(at, ends) for at in (0.0, value))
    first, last = min(zero, end), max(zero, end)
    left, width = place.left() + first * place.width(), (last - first) * place.width()
    painter.fillRect(QRectF(left, top, max(width, 1.0), height), QColor(measure_colour(theme)))


def paint_caption(
    painter: QPainter, place: QRectF, caption: Caption, theme: Theme, *, name: str, number: str
) -> None:
    """Name at the left and number at the right under a tile; one alone is in the middle."""
    line = QRectF(place)
    line.setTop(place.bottom() - math.ceil(theme.small * TIGHT))
    sides: tuple[tuple[bool, str, TextSide], ...] = (
        (caption.names, name, "left" if caption.numbers else "centre"),
        (caption.numbers, number, "right" if caption.names else "centre"),
    )
    for wanted, text, side in sides:
        if wanted:
            paint_line(painter, line, text, theme, colour=theme.text, side=side, whole=True)
