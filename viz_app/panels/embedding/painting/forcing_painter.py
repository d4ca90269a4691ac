"""Paints teacher forcing: two rows of tokens around the decoder, and the losses below."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from model.special_tokens import PAD
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.embedding.painting.forcing import ForcingLayout, mean_width
from viz_app.panels.embedding.texts.forcing import (
    decoder_name,
    loss_mark,
    loss_row_names,
    mean_mark,
    sentence_title,
)
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.token_box import BoxStyle, paint_box
from viz_app.texts.token_text import visible


def paint_forcing(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    with_padding: bool,
) -> None:
    """Paint every sentence of the batch."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for sentence in range(len(record.fed)):
        _paint_words(painter, layout, record, theme, sentence=sentence)
        _paint_decoder(painter, layout, record, theme, sentence=sentence)
        _paint_axis(painter, layout, record, theme, sentence=sentence, with_padding=with_padding)
        for position in range(layout.positions):
            _paint_tokens(painter, layout, record, theme, at=(sentence, position))
            _paint_loss(
                painter, layout, record, theme, at=(sentence, position), with_padding=with_padding
            )
    painter.restore()


def _paint_words(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    sentence: int,
) -> None:
    """The sentence over its block, and what each row is, unless the block before says so."""
    text = sentence_title(record, sentence)
    paint_line(
        painter,
        layout.caption_rect(sentence),
        text,
        theme,
        size=theme.small,
        colour=theme.text,
        weight="bold",
    )
    if layout.blocks[sentence].x() > layout.blocks[0].x():
        return
    places = (
        layout.fed_rect(sentence, 0),
        layout.expected_rect(sentence, 0),
        layout.predicted_rect(sentence, 0),
        layout.bar_area(sentence, 0),
    )
    left, width = layout.names
    for name, row in zip(loss_row_names(), places, strict=True):
        place = QRectF(left, row.top(), width, row.height())
        paint_line(painter, place, name, theme, size=theme.small, colour=theme.soft_text)


def _paint_decoder(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    sentence: int,
) -> None:
    """The decoder as a band; each expected token is fed in at the next place: a slanted line."""
    band = layout.band_rect(sentence)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(mixed(theme.panel, theme.decoder, share=0.12)))
    painter.drawRoundedRect(band, theme.small_radius, theme.small_radius)
    painter.setPen(QPen(QColor(mixed(theme.panel, theme.decoder, share=0.45)), theme.scale))
    for position in range(layout.positions - 1):
        if record.counts[sentence, position]:
            expected = layout.expected_rect(sentence, position)
            fed = layout.fed_rect(sentence, position + 1)
            start = QPointF(expected.right() - expected.width() / 3, expected.top())
            end = QPointF(fed.left() + fed.width() / 3, fed.bottom())
            painter.drawLine(QLineF(start, end))
    paint_line(
        painter,
        band.adjusted(2 * theme.unit, 0, 0, 0),
        decoder_name(),
        theme,
        size=theme.small,
        colour=theme.decoder,
        weight="bold",
    )


def _paint_tokens(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    at: tuple[int, int],
) -> None:
    sentence, position = at
    fed, expected = record.fed[sentence][position], record.expected[sentence][position]
    counts = bool(record.counts[sentence, position])
    paint_box(
        painter, layout.fed_rect(*at), fed, theme, BoxStyle(hatched=fed == PAD, size=layout.size)
    )
    paint_box(
        painter,
        layout.expected_rect(*at),
        expected,
        theme,
        BoxStyle(tint=theme.decoder if counts else None, hatched=not counts, size=layout.size),
    )
    predicted = record.predicted[sentence][position]
    right = predicted == expected
    colour = theme.soft_text if right else theme.danger
    paint_line(
        painter,
        layout.predicted_rect(*at),
        "✓" if right else visible(predicted),
        theme,
        size=theme.small,
        colour=colour if counts else faded(theme),
        side="centre",
    )


def _paint_loss(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    at: tuple[int, int],
    with_padding: bool,
) -> None:
    """The bar of a loss; that of padding is hatched, and drawn only as if it counted."""
    area, loss = layout.bar_area(*at), float(record.losses[at])
    counts = bool(record.counts[at])
    if not counts and not with_padding:
        paint_hatched(painter, area, theme)
        return
    height = layout.height_of(loss)
    bar = QRectF(area.left(), area.bottom() - height, area.width(), height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.decoder if counts else theme.masked))
    painter.drawRect(bar)
    if not counts:
        paint_hatched(painter, bar, theme)
    text, line = loss_mark(loss), theme.small * 1.3
    place = QRectF(area.left(), bar.top() - line, area.width(), line)
    width = min(text_width(theme, text, size=theme.small) + theme.unit, place.width())
    middle = QRectF(place.center().x() - width / 2, place.top(), width, line - 1)
    painter.fillRect(middle, QColor(theme.panel))  # the line of the mean passes behind
    paint_line(
        painter,
        place,
        text,
        theme,
        size=theme.small,
        colour=theme.text if counts else theme.danger,
        side="centre",
    )


def _paint_axis(
    painter: QPainter,
    layout: ForcingLayout,
    record: TeacherForcingRecord,
    theme: Theme,
    *,
    sentence: int,
    with_padding: bool,
) -> None:
    """The base line, the end of the axis, and the mean as a dashed line."""
    first, last = layout.bar_area(sentence, 0), layout.bar_area(sentence, layout.positions - 1)
    painter.setPen(QPen(QColor(theme.line), theme.scale))
    painter.drawLine(first.bottomLeft(), last.bottomRight())
    mean = record.mean_with_padding if with_padding else record.mean
    y = math.floor(first.bottom() - layout.height_of(mean)) + 0.5  # a sharp line
    colour = theme.danger if with_padding else theme.text
    painter.setPen(QPen(QColor(colour), theme.scale, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(first.left(), y), QPointF(last.right(), y))
    line = theme.small * 1.4
    if layout.ends_row(sentence):
        place = QRectF(last.right() + theme.unit, y - line / 2, mean_width(theme), line)
        paint_line(painter, place, mean_mark(mean), theme, size=theme.small, colour=colour)
    if layout.blocks[sentence].x() > layout.blocks[0].x():
        return
    for value, height in ((f"{layout.axis:g}", first.top()), ("0", first.bottom())):
        place = QRectF(first.left() - 8 * theme.unit, height - line / 2, 7.0 * theme.unit, line)
        paint_line(
            painter, place, value, theme, size=theme.small, colour=faded(theme), side="right"
        )
