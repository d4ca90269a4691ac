"""Two sentences with their n-grams: the same colour, and dashes, for the same n-gram."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.bleu.explained import BleuExplained
from viz_app.design.head_colours import Stroke, head_stroke
from viz_app.design.theme import Theme, mixed
from viz_app.panels.bleu.painting.ngram_layout import NgramPlace, NgramSentence, NgramsLayout
from viz_app.panels.bleu.texts import sentence_titles
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.token_box import BoxStyle, paint_box

THICK = 4
"""Of an n-gram's line, in px at 100 %."""


def paint_ngrams(
    painter: QPainter,
    layout: NgramsLayout,
    bleu: BleuExplained,
    theme: Theme,
    *,
    pointed: int | None,
) -> None:
    """Paint both sentences; the match that is pointed at stands out in both."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    both = (bleu.translation, bleu.reference)
    titles = sentence_titles(bleu)
    for sentence, words, title in zip(layout.sentences, both, titles, strict=True):
        paint_line(painter, sentence.title, title, theme)
        if sentence.n == 1:
            _paint_single(painter, sentence, words, theme, pointed=pointed)
        else:
            _paint_words(painter, sentence, words, theme)
            _paint_strips(painter, sentence, theme, pointed=pointed)
    painter.restore()


def _paint_single(
    painter: QPainter,
    sentence: NgramSentence,
    words: Sequence[str],
    theme: Theme,
    *,
    pointed: int | None,
) -> None:
    """Words that match have a colour; of too many the last have only its dashed edge."""
    for place in sentence.places:
        box, word = sentence.words[place.start], words[place.start]
        if place.match is None or not place.counts:
            paint_box(painter, box, word, theme, BoxStyle(size=sentence.size))
        else:
            strong = place.match == pointed
            tint = head_stroke(theme, place.match).colour
            style = BoxStyle(tint=tint, strong=strong, size=sentence.size)
            paint_box(painter, box, word, theme, style)
        if place.match is not None and not place.counts:
            stroke = head_stroke(theme, place.match)
            painter.setPen(QPen(QColor(stroke.colour), theme.scale, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, theme.small_radius, theme.small_radius)


def _paint_words(
    painter: QPainter, sentence: NgramSentence, words: Sequence[str], theme: Theme
) -> None:
    """Words that are part of a match have a tint; the strips below say of which."""
    covered = {
        word
        for place in sentence.places
        if place.counts
        for word in range(place.start, place.start + sentence.n)
    }
    for index, (box, word) in enumerate(zip(sentence.words, words, strict=True)):
        tint = theme.accent if index in covered else None
        paint_box(painter, box, word, theme, BoxStyle(tint=tint, size=sentence.size))


def _paint_strips(
    painter: QPainter, sentence: NgramSentence, theme: Theme, *, pointed: int | None
) -> None:
    """A line under each n-gram: coloured where it counts, else a thin grey one."""
    for place in sentence.places:
        painter.setPen(
            _pen(place, theme, strong=place.match is not None and place.match == pointed)
        )
        for strip in sentence.segments(place):
            inset = 2.5 * theme.unit
            y = strip.center().y() + 1
            painter.drawLine(
                strip.topLeft().toPoint().x() + round(inset),
                round(y),
                round(strip.right() - inset),
                round(y),
            )


def _pen(place: NgramPlace, theme: Theme, *, strong: bool) -> QPen:
    if place.match is None:
        return QPen(QColor(theme.masked_line), 1.2 * theme.scale)
    stroke: Stroke = head_stroke(theme, place.match)
    width = (THICK + 2 if strong else THICK) * theme.scale
    if not place.counts:
        pale = mixed(theme.panel, stroke.colour, share=0.5)
        return QPen(QColor(pale), 1.5 * theme.scale, Qt.PenStyle.DashLine)
    pen = QPen(QColor(stroke.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if stroke.dashes:
        pen.setDashPattern([length * theme.scale / width for length in stroke.dashes])
    return pen
