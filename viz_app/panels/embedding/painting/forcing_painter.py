"""Paints teacher forcing: two rows of tokens around the decoder, and the losses below."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from model.special_tokens import PAD
from viz_app.design.theme import Theme, faded, mixed
from viz_app.panels.embedding.painting.forcing import ForcingLayout, mean_width
from viz_app.panels.embedding.texts import forcing
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.bar_rows import across
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.token_box import BoxStyle, paint_box
from viz_app.texts.visible_token import visible


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
    picture = _Forcing(painter, layout, record, theme, with_padding)
    for sentence in range(len(record.fed)):
        picture.paint_words(sentence)
        picture.paint_decoder(sentence)
        picture.paint_axis(sentence)
        for position in range(layout.positions):
            picture.paint_tokens(sentence, position)
            picture.paint_loss(sentence, position)
    painter.restore()


@dataclass(frozen=True, slots=True)
class _Forcing:
    """What is painted where."""

    painter: QPainter
    layout: ForcingLayout
    record: TeacherForcingRecord
    theme: Theme
    with_padding: bool

    def paint_words(self, sentence: int) -> None:
        """The sentence over its block, and what each row is, unless the block before says so."""
        painter, layout, theme = self.painter, self.layout, self.theme
        text, place = forcing.sentence_title(self.record, sentence), layout.caption_rect(sentence)
        paint_line(painter, place, text, theme, colour=theme.text, weight="bold")
        if self._is_beside(sentence):
            return
        rows = (
            layout.fed_rect(sentence, 0),
            layout.expected_rect(sentence, 0),
            layout.predicted_rect(sentence, 0),
            layout.bar_area(sentence, 0),
        )
        for name, row in zip(forcing.loss_row_names(), rows, strict=True):
            paint_line(painter, across(row, layout.names), name, theme)

    def paint_decoder(self, sentence: int) -> None:
        """A band; each expected token is fed in at the next place: a slanted line."""
        painter, layout, theme = self.painter, self.layout, self.theme
        band = layout.band_rect(sentence)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(theme.panel, theme.decoder, share=0.12)))
        painter.drawRoundedRect(band, theme.small_radius, theme.small_radius)
        painter.setPen(QPen(QColor(mixed(theme.panel, theme.decoder, share=0.45)), theme.scale))
        for position in range(layout.positions - 1):
            if self.record.counts[sentence, position]:
                expected = layout.expected_rect(sentence, position)
                fed = layout.fed_rect(sentence, position + 1)
                start = QPointF(expected.right() - expected.width() / 3, expected.top())
                end = QPointF(fed.left() + fed.width() / 3, fed.bottom())
                painter.drawLine(QLineF(start, end))
        place = band.adjusted(2 * theme.unit, 0, 0, 0)
        paint_line(
            painter, place, forcing.decoder_name(), theme, colour=theme.decoder, weight="bold"
        )

    def paint_tokens(self, *at: int) -> None:
        """What is read, expected and predicted at a position of a sentence."""
        painter, layout, record, theme = self.painter, self.layout, self.record, self.theme
        fed, expected, predicted = (
            row[at[0]][at[1]] for row in (record.fed, record.expected, record.predicted)
        )
        counts = bool(record.counts[at])
        style = BoxStyle(hatched=fed == PAD, size=layout.size)
        paint_box(painter, layout.fed_rect(*at), fed, theme, style)
        tint = theme.decoder if counts else None
        style = BoxStyle(tint=tint, hatched=not counts, size=layout.size)
        paint_box(painter, layout.expected_rect(*at), expected, theme, style)
        right = predicted == expected
        colour = (theme.soft_text if right else theme.danger) if counts else faded(theme)
        text, place = "✓" if right else visible(predicted), layout.predicted_rect(*at)
        paint_line(painter, place, text, theme, colour=colour, side="centre")

    def paint_loss(self, *at: int) -> None:
        """The bar of a loss; that of padding is hatched, and drawn only as if it counted."""
        painter, layout, theme = self.painter, self.layout, self.theme
        area, loss = layout.bar_area(*at), float(self.record.losses[at])
        counts = bool(self.record.counts[at])
        if not counts and not self.with_padding:
            paint_hatched(painter, area, theme)
            return
        height = layout.height_of(loss)
        bar = QRectF(area.left(), area.bottom() - height, area.width(), height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.decoder if counts else theme.masked))
        painter.drawRect(bar)
        if not counts:
            paint_hatched(painter, bar, theme)
        text, line = forcing.loss_mark(loss), theme.small * 1.3
        place = QRectF(area.left(), bar.top() - line, area.width(), line)
        width = min(text_width(theme, text, size=theme.small) + theme.unit, place.width())
        middle = QRectF(place.center().x() - width / 2, place.top(), width, line - 1)
        painter.fillRect(middle, QColor(theme.panel))  # the line of the mean passes behind
        colour = theme.text if counts else theme.danger
        paint_line(painter, place, text, theme, colour=colour, side="centre")

    def paint_axis(self, sentence: int) -> None:
        """The base line, the end of the axis, and the mean as a dashed line."""
        painter, layout, theme = self.painter, self.layout, self.theme
        first, last = layout.bar_area(sentence, 0), layout.bar_area(sentence, layout.positions - 1)
        painter.setPen(QPen(QColor(theme.line), theme.scale))
        painter.drawLine(first.bottomLeft(), last.bottomRight())
        mean = self.record.mean_with_padding if self.with_padding else self.record.mean
        y = math.floor(first.bottom() - layout.height_of(mean)) + 0.5  # a sharp line
        colour = theme.danger if self.with_padding else theme.text
        painter.setPen(QPen(QColor(colour), theme.scale, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(first.left(), y), QPointF(last.right(), y))
        line = theme.small * 1.4
        if layout.ends_row(sentence):
            place = QRectF(last.right() + theme.unit, y - line / 2, mean_width(theme), line)
            paint_line(painter, place, forcing.mean_mark(mean), theme, colour=colour)
        if self._is_beside(sentence):
            return
        for value, height in ((f"{layout.axis:g}", first.top()), ("0", first.bottom())):
            left = first.left() - 8 * theme.unit
            place = QRectF(left, height - line / 2, 7.0 * theme.unit, line)
            paint_line(painter, place, value, theme, colour=faded(theme), side="right")

    def _is_beside(self, sentence: int) -> bool:
        blocks = self.layout.blocks
        return blocks[sentence].x() > blocks[0].x()
