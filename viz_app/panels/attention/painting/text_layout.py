"""Where everything of the text view goes: sentences, and what is said above and below them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.design.theme import Theme
from viz_app.panels.attention.painting import sentence_layout
from viz_app.panels.attention.painting.text_units import TextSentence, TextUnit

WIDE = 560
"""A picture narrower than this, in px at 100 %, has a line more for caption and sentence."""

TOLD_LINE = 1.4
"""Height of a line of the sentence, in text sizes."""

TALL, EXPLAINED = 300, 170
"""Pictures lower than this, in px at 100 %, have no sentence; no colour bar and no subtitle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLayout:
    """Places in the painter's px.

    Attributes:
        subtitle, bar, told: of no height where there is no room; ``told`` is the sentence that
            says the weights.
        sentences: of queries and of keys, or the one that is both.
    """

    rect: QRectF
    caption: QRectF
    subtitle: QRectF
    sentences: tuple[sentence_layout.SentenceLayout, ...]
    bar: QRectF
    told: QRectF

    def scrolled(self, scrolls: Sequence[float]) -> TextLayout:
        """The same with each sentence scrolled by so many px, as far as there is more below."""
        sentences = tuple(
            dataclasses.replace(
                text, scroll=min(scroll, max(0.0, text.content - text.viewport.height()))
            )
            for text, scroll in zip(self.sentences, scrolls, strict=False)
        )
        return dataclasses.replace(self, sentences=sentences)

    def unit_at(self, point: QPointF) -> tuple[TextUnit, QRectF] | None:
        """The token under a point, and its ground."""
        for text in self.sentences:
            if text.viewport.contains(point):
                for placed in text.seen():
                    rect = text.rect_of(placed)
                    if rect.contains(point):
                        return placed.unit, rect
        return None

    def find(
        self, *, row: int | None = None, column: int | None = None
    ) -> tuple[int, sentence_layout.PlacedUnit] | None:
        """The token that is a query or a key, and the number of its sentence."""
        for number, text in enumerate(self.sentences):
            for placed in text.units:
                is_query = row is not None and placed.unit.row == row
                if is_query or (column is not None and placed.unit.column == column):
                    return number, placed
        return None


def layout_text(
    rect: QRectF, sentences: Sequence[TextSentence], theme: Theme, *, largest: int = 0
) -> TextLayout:
    """Places in ``rect``, nothing scrolled; a subtitle gives way to a bar.

    Tokens are as large as fits, but at most ``largest`` px where that is given.
    """
    layout = _layout(rect, sentences, theme, subtitled=True, largest=largest)
    if layout.bar.height() and layout.sentences[-1].viewport.bottom() > layout.bar.top():
        return _layout(rect, sentences, theme, subtitled=False, largest=largest)
    return layout


def _layout(
    rect: QRectF,
    sentences: Sequence[TextSentence],
    theme: Theme,
    *,
    subtitled: bool,
    largest: int,
) -> TextLayout:
    explained = rect.height() >= EXPLAINED * theme.scale
    tall = rect.height() >= TALL * theme.scale
    narrow = rect.width() < WIDE * theme.scale
    lines = 2 if tall and narrow else 1
    caption = QRectF(rect.left(), rect.top(), rect.width(), lines * theme.body * 1.4)
    subtitle = QRectF(
        rect.left(),
        caption.bottom(),
        rect.width(),
        theme.small * 1.6 if explained and subtitled else 0.0,
    )
    told_height = theme.body * TOLD_LINE * (3 if narrow else 2) if tall else 0.0
    told = QRectF(rect.left(), rect.bottom() - told_height, rect.width(), told_height)
    bar_height = theme.unit * 3 + theme.small * 1.3 if explained else 0.0
    bar = QRectF(rect.left(), told.top() - bar_height, rect.width(), bar_height)
    top = subtitle.bottom() + (4 if tall else 1) * theme.unit
    bottom = bar.top() - (3 * theme.unit if explained and subtitled else 0)
    room = QRectF(rect.left(), top, rect.width(), max(bottom - top, 1.0))
    return TextLayout(
        rect=rect,
        caption=caption,
        subtitle=subtitle,
        sentences=sentence_layout.layout_sentences(room, sentences, theme, largest=largest),
        bar=bar,
        told=told,
    )
