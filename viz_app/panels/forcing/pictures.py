"""Teacher forcing as a picture, and sentences with the exact losses."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.lessons.embedding import TeacherForcingRecord
from model.special_tokens import PAD
from viz_app.design.theme import Theme, mixed
from viz_app.panels.forcing.room import Origin
from viz_app.pictures.bars import across
from viz_app.pictures.labels import text_width
from viz_app.pictures.legend import BoxStyle, box_width, paint_box, paint_hatched
from viz_app.pictures.picture import Picture, Spots, moved
from viz_app.pictures.typeset import paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import quoted
from viz_app.texts.visible_token import safe, visible
from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------------- sentences


translate = QCoreApplication.translate


def loss_row_names() -> tuple[str, str, str, str]:
    return (
        translate("forcing", "decoder reads"),
        translate("forcing", "expected"),
        translate("forcing", "model’s prediction"),
        translate("forcing", "loss (nats)"),
    )


def loss_mark(loss: float) -> str:
    """Three decimals."""
    return f"{loss:.3f}" if loss >= 0.0005 else "<0.001"


def mean_mark(value: float) -> str:
    return translate("forcing", "batch mean {value}").format(value=loss_mark(value))


def origin_sentence(origin: Origin, target: str) -> str:
    text = {
        "given": translate("forcing", "{target} – typed by you"),
        "reference": translate(
            "forcing", "{target} – built-in reference; type another and press Enter"
        ),
        "translation": translate(
            "forcing", "{target} – the model’s own output; type another and press Enter"
        ),
    }[origin]
    return text.format(target=target)


def position_sentence(record: TeacherForcingRecord, sentence: int, position: int) -> str:
    loss = float(record.losses[sentence, position])
    if not record.counts[sentence, position]:
        text = translate(
            "forcing",
            "position {position}: padding – no expected token, so its loss ({loss}) is ignored",
        )
        return text.format(position=position, loss=_exact(loss))
    text = translate(
        "forcing",
        "position {position}: after {fed}, expected {expected}: probability {probability}, "
        "loss −ln p = {loss} nats; model’s prediction: {predicted}",
    )
    return text.format(
        position=position,
        fed=quoted(record.fed[sentence][position]),
        expected=quoted(record.expected[sentence][position]),
        predicted=quoted(record.predicted[sentence][position]),
        probability=f"{math.exp(-loss):.6f}",
        loss=_exact(loss),
    )


def mean_sentence(record: TeacherForcingRecord) -> str:
    """Loss of the batch: mean over the positions that are not padding."""
    text = translate("forcing", "Mean over the {count} counted positions: {mean} nats.")
    return text.format(count=record.n_counting, mean=_exact(record.mean))


def padding_sentence(record: TeacherForcingRecord) -> str:
    if not record.n_padding:
        return translate("forcing", "This batch has no padding.")
    text = translate(
        "forcing",
        "With the {count} padding positions the mean would be {mean} nats, {share} % of it "
        "from padding: the model would learn to write <pad>.",
    )
    total = float(record.losses.sum(dtype=float))
    padding = float(record.losses[~record.counts].sum(dtype=float))
    return text.format(
        count=record.n_padding,
        mean=_exact(record.mean_with_padding),
        share=f"{100 * padding / total:.0f}" if total else "0",
    )


def smoothing_sentence(record: TeacherForcingRecord) -> str:
    """States that the losses are without label smoothing."""
    if not record.label_smoothing:
        return translate("forcing", "Training had no label smoothing.")
    return translate(
        "forcing",
        "This is the loss without label smoothing; training used label smoothing {value}.",
    ).format(value=f"{record.label_smoothing:g}")


def _exact(loss: float) -> str:
    """Four decimals, or two significant digits for small losses."""
    return f"{loss:.4f}" if loss >= 0.001 or loss == 0 else f"{loss:.2g}"


# ------------------------------------------------------------------------------------------ layout


BOX, BAND, PREDICTED = 28, 22, 20
"""Heights in px at 100 %: a row of tokens, the decoder between two, the predictions."""

LOWEST_BAR, HIGHEST_BAR = 36, 120
"""Of the bars, in px at 100 %."""

WIDEST_TOKEN, EASY_TOKEN, NARROWEST_TOKEN = 26, 13, 9
"""Of a column, in units; sentences stand beside each other where there is room for easy ones.

The narrowest has room for the losses, too.
"""

APART = 4
"""Units between two sentences."""

SMALLEST_AXIS = 1.0
"""The axis of losses ends there at least, in nats, so that small losses look small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcingLayout(Spots):
    """Layout in the painter's px; positions count from 0. Spots are sentence and position.

    Attributes:
        names: left edge and width of the row names.
        blocks: left and top of each sentence.
        column: distance between two positions.
        size: text size of the tokens, smaller in narrow columns.
        bar: height of a bar with the loss ``axis``, in nats.
    """

    theme: Theme
    names: tuple[float, float]
    blocks: tuple[QPointF, ...]
    column: float
    size: int
    positions: int
    bar: float
    axis: float

    @property
    def block_width(self) -> float:
        return self.column * self.positions - self.theme.unit

    def caption_rect(self, sentence: int) -> QRectF:
        start = self.blocks[sentence]
        return QRectF(start.x(), start.y(), self.block_width, _caption(self.theme))

    def fed_rect(self, sentence: int, position: int) -> QRectF:
        top = self.caption_rect(sentence).bottom()
        return self._place(sentence, position, top, BOX * self.theme.scale)

    def band_rect(self, sentence: int) -> QRectF:
        fed, theme = self.fed_rect(sentence, 0), self.theme
        top, height = fed.bottom() + theme.unit, BAND * theme.scale
        return QRectF(fed.left(), top, self.block_width, height)

    def expected_rect(self, sentence: int, position: int) -> QRectF:
        top = self.band_rect(sentence).bottom() + self.theme.unit
        return self._place(sentence, position, top, BOX * self.theme.scale)

    def predicted_rect(self, sentence: int, position: int) -> QRectF:
        top = self.expected_rect(sentence, position).bottom()
        return self._place(sentence, position, top, PREDICTED * self.theme.scale)

    def bar_area(self, sentence: int, position: int) -> QRectF:
        """Area of a bar, as high as the axis."""
        top = self.predicted_rect(sentence, position).bottom() + 0.8 * _caption(self.theme)
        return self._place(sentence, position, top, self.bar)

    def column_rect(self, sentence: int, position: int) -> QRectF:
        top = self.fed_rect(sentence, position).top()
        height = self.bar_area(sentence, position).bottom() - top
        return self._place(sentence, position, top, height)

    def at(self, point: QPointF) -> Cell | None:
        for sentence in range(len(self.blocks)):
            for position in range(self.positions):
                if self.column_rect(sentence, position).contains(point):
                    return Cell(sentence, position)
        return None

    def rect(self, spot: Cell) -> QRectF | None:
        there = spot.row < len(self.blocks) and spot.column < self.positions
        return self.column_rect(spot.row, spot.column) if there else None

    def moved(self, spot: Cell | None, key: int) -> Cell | None:
        return moved(spot, key, rows=len(self.blocks), columns=self.positions)

    def ends_row(self, sentence: int) -> bool:
        after = sentence + 1
        return after == len(self.blocks) or self.blocks[after].x() <= self.blocks[sentence].x()

    def is_beside(self, sentence: int) -> bool:
        return self.blocks[sentence].x() > self.blocks[0].x()

    def height_of(self, loss: float) -> float:
        """Height of the bar of a loss, in px."""
        return min(loss / self.axis, 1.0) * self.bar

    def _place(self, sentence: int, position: int, top: float, height: float) -> QRectF:
        left = self.blocks[sentence].x() + position * self.column
        return QRectF(left, top, self.column - self.theme.unit, height)


def layout_forcing(
    rect: QRectF, record: TeacherForcingRecord, theme: Theme, *, with_padding: bool
) -> ForcingLayout:
    """Place the sentences below each other, or side by side in a low picture."""
    sentences, positions = len(record.fed), len(record.fed[0])
    names, apart = names_width(theme), APART * float(theme.unit)
    across = sentences if stands_beside(record, theme, rect.width(), rect.height()) else 1
    down = sentences // across
    room = rect.width() - names - mean_width(theme) - (across - 1) * apart
    column = min(_widest(record, theme), room / (across * positions))
    column = max(column, _narrowest(record, theme))
    bar = (rect.height() - (down - 1) * apart) / down - block_height(theme, bar=0.0)
    bar = min(max(bar, LOWEST_BAR * theme.scale), HIGHEST_BAR * theme.scale)
    step_right = column * positions + apart
    step_down = block_height(theme, bar=bar) + apart
    starts = (
        QPointF(index % across * step_right, index // across * step_down)
        for index in range(sentences)
    )
    return ForcingLayout(
        theme=theme,
        names=(rect.left(), names),
        blocks=tuple(rect.topLeft() + QPointF(names, 0) + start for start in starts),
        column=column,
        size=theme.body if column >= _widest(record, theme) else theme.small,
        positions=positions,
        bar=bar,
        axis=loss_axis(record, with_padding=with_padding),
    )


def stands_beside(record: TeacherForcingRecord, theme: Theme, width: float, height: float) -> bool:
    """Whether sentences are side by side: the picture is too low, and wide enough."""
    sentences, positions = len(record.fed), len(record.fed[0])
    low = height < _stacked_height(record, theme)
    column = min(_widest(record, theme), EASY_TOKEN * float(theme.unit))
    column = max(column, _narrowest(record, theme))
    needed = names_width(theme) + sentences * positions * column + mean_width(theme)
    needed += (sentences - 1) * APART * theme.unit
    return sentences > 1 and low and needed <= width


def loss_axis(record: TeacherForcingRecord, *, with_padding: bool) -> float:
    """End of the axis in nats: a whole number above the largest counted loss."""
    counted = record.losses if with_padding else record.losses[record.counts]
    return max(SMALLEST_AXIS, float(math.ceil(float(counted.max(initial=0.0)))))


def block_height(theme: Theme, *, bar: float) -> float:
    """Height of one sentence, in px, for bars ``bar`` px high."""
    rows = (2 * BOX + BAND + PREDICTED) * theme.scale
    return 1.8 * _caption(theme) + rows + 2 * theme.unit + bar


def smallest_forcing(
    record: TeacherForcingRecord, theme: Theme, *, width: float
) -> tuple[float, float]:
    """Least width and height in px of the picture in a view of this width."""
    height = _stacked_height(record, theme)
    if stands_beside(record, theme, width, 0.0):
        height = block_height(theme, bar=LOWEST_BAR * theme.scale)
    columns = len(record.fed[0]) * _narrowest(record, theme)
    return names_width(theme) + columns + mean_width(theme), height


def names_width(theme: Theme) -> float:
    """Width of row names and axis labels, in px."""
    widths = (text_width(theme, name, size=theme.small) for name in loss_row_names())
    return max(widths) + 5 * theme.unit


def mean_width(theme: Theme) -> float:
    """Width of the label of the mean, in px."""
    return text_width(theme, mean_mark(10.0), size=theme.small) + 2 * theme.unit


def _stacked_height(record: TeacherForcingRecord, theme: Theme) -> float:
    block = block_height(theme, bar=LOWEST_BAR * theme.scale)
    return len(record.fed) * (block + APART * theme.unit) - APART * theme.unit


def _caption(theme: Theme) -> float:
    return theme.small * 1.7


def _narrowest(record: TeacherForcingRecord, theme: Theme) -> float:
    """Least column width, in px, at which no loss is cut off, and in a hall no token."""
    marks = {loss_mark(float(loss)) for loss in record.losses.flat}
    widest = max(text_width(theme, mark, size=theme.small) for mark in marks)
    token = _widest(record, theme) if theme.least else NARROWEST_TOKEN * float(theme.unit)
    return max(token, math.ceil(widest) + 1.0 + theme.unit)


def _widest(record: TeacherForcingRecord, theme: Theme) -> float:
    rows = (*record.fed, *record.expected, *record.predicted)
    widest = max(box_width(token, theme) for row in rows for token in row) + 2 * theme.unit
    return min(widest, WIDEST_TOKEN * float(theme.unit))


# ----------------------------------------------------------------------------------------- picture


@dataclass(frozen=True, kw_only=True, eq=False)
class Forcing(Picture):
    """Input, expected and predicted token and loss; ``with_padding``: as if padding counted."""

    record: TeacherForcingRecord
    with_padding: bool

    natural = (800, 420)
    smallest = (300, 200)

    def say(self, spot: Cell) -> str:
        return position_sentence(self.record, spot.row, spot.column)

    def tables(self) -> Tables:
        name = translate("forcing", "loss in nats, by expected token")
        record = self.record
        sentences = zip(record.targets, record.expected, record.losses, record.counts, strict=True)
        return tuple(
            ValueTable(
                name=f"{target}: {name}",
                rows=(name,),
                columns=tuple(map(visible, expected)),
                values=losses[None],
                mask=counts[None],  # of padding
            )
            for target, expected, losses, counts in sentences
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> ForcingLayout:
        layout = layout_forcing(rect, self.record, theme, with_padding=self.with_padding)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for sentence in range(len(self.record.fed)):
            self._paint_words(painter, layout, sentence)
            self._paint_decoder(painter, layout, sentence)
            self._paint_axis(painter, layout, sentence)
            for position in range(layout.positions):
                self._paint_tokens(painter, layout, sentence, position)
                self._paint_loss(painter, layout, sentence, position)
        painter.restore()
        return layout

    def _paint_words(self, painter: QPainter, layout: ForcingLayout, sentence: int) -> None:
        theme = layout.theme
        source, target = self.record.sources[sentence], self.record.targets[sentence]
        text, place = f"{safe(source)}  →  {safe(target)}", layout.caption_rect(sentence)
        paint_line(painter, place, text, theme, colour=theme.text, weight="bold")
        if layout.is_beside(sentence):
            return
        rows = (
            layout.fed_rect(sentence, 0),
            layout.expected_rect(sentence, 0),
            layout.predicted_rect(sentence, 0),
            layout.bar_area(sentence, 0),
        )
        for name, row in zip(loss_row_names(), rows, strict=True):
            paint_line(painter, across(row, layout.names), name, theme)

    def _paint_decoder(self, painter: QPainter, layout: ForcingLayout, sentence: int) -> None:
        """The band, and slanted lines: each expected token is the next input."""
        theme = layout.theme
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
        name = translate("forcing", "Decoder")
        paint_line(painter, place, name, theme, colour=theme.decoder, weight="bold")

    def _paint_tokens(self, painter: QPainter, layout: ForcingLayout, *at: int) -> None:
        record, theme = self.record, layout.theme
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
        colour = theme.soft_text if right or not counts else theme.danger
        text, place = "✓" if right else visible(predicted), layout.predicted_rect(*at)
        paint_line(painter, place, text, theme, colour=colour, side="centre")

    def _paint_loss(self, painter: QPainter, layout: ForcingLayout, *at: int) -> None:
        """Bar of a loss; padding is hatched, with a bar only if ``with_padding``."""
        theme = layout.theme
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
        text, line = loss_mark(loss), theme.small * 1.3
        place = QRectF(area.left(), bar.top() - line, area.width(), line)
        width = min(text_width(theme, text, size=theme.small) + theme.unit, place.width())
        middle = QRectF(place.center().x() - width / 2, place.top(), width, line - 1)
        painter.fillRect(middle, QColor(theme.panel))  # the line of the mean passes behind
        colour = theme.text if counts else theme.danger
        paint_line(painter, place, text, theme, colour=colour, side="centre")

    def _paint_axis(self, painter: QPainter, layout: ForcingLayout, sentence: int) -> None:
        theme = layout.theme
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
            paint_line(painter, place, mean_mark(mean), theme, colour=colour)
        if layout.is_beside(sentence):
            return
        for value, height in ((f"{layout.axis:g}", first.top()), ("0", first.bottom())):
            left = first.left() - 8 * theme.unit
            place = QRectF(left, height - line / 2, 7.0 * theme.unit, line)
            paint_line(painter, place, value, theme, colour=theme.soft_text, side="right")


def forcing_picture(record: TeacherForcingRecord, *, with_padding: bool) -> Forcing:
    return Forcing(
        title=translate("ForcingView", "Teacher forcing"),
        note=f"{mean_sentence(record)} {padding_sentence(record)}",
        record=record,
        with_padding=with_padding,
    )
