"""Teacher forcing: what the decoder reads, what is expected one place on, the loss of each place.

Where the places are; :mod:`.embedding_forcing_painter` paints them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from viz_app.design.theme import Theme
from viz_app.panels.embedding.texts.forcing import loss_mark, loss_row_names, mean_mark
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.token_box import box_width
from viz_app.workbench.state.selection import Cell

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
class ForcingLayout:
    """Places in the painter's px; positions count from 0.

    Attributes:
        names: left edge and width of what the rows are.
        blocks: left and top of each sentence.
        column: from one position to the next.
        size: of the tokens' text: smaller where columns are narrow.
        axis: the loss that a bar of full height stands for, in nats.
    """

    names: tuple[float, float]
    blocks: tuple[QPointF, ...]
    column: float
    size: int
    gap: float
    positions: int
    caption: float
    box: float
    band: float
    predicted: float
    bar: float
    axis: float

    @property
    def block_width(self) -> float:
        """Of all positions of a sentence."""
        return self.column * self.positions - self.gap

    def caption_rect(self, sentence: int) -> QRectF:
        """The sentence, over its block."""
        start = self.blocks[sentence]
        return QRectF(start.x(), start.y(), self.block_width, self.caption)

    def fed_rect(self, sentence: int, position: int) -> QRectF:
        """A token that the decoder reads."""
        return self._place(sentence, position, self.caption_rect(sentence).bottom(), self.box)

    def band_rect(self, sentence: int) -> QRectF:
        """The decoder, between what it reads and what is expected of it."""
        fed = self.fed_rect(sentence, 0)
        return QRectF(fed.left(), fed.bottom() + self.gap, self.block_width, self.band)

    def expected_rect(self, sentence: int, position: int) -> QRectF:
        """A token that is expected."""
        top = self.band_rect(sentence).bottom() + self.gap
        return self._place(sentence, position, top, self.box)

    def predicted_rect(self, sentence: int, position: int) -> QRectF:
        """The token that the model would choose."""
        top = self.expected_rect(sentence, position).bottom()
        return self._place(sentence, position, top, self.predicted)

    def bar_area(self, sentence: int, position: int) -> QRectF:
        """Where the bar of a loss may be; as high as the axis."""
        top = self.predicted_rect(sentence, position).bottom() + 0.8 * self.caption
        return self._place(sentence, position, top, self.bar)

    def column_rect(self, sentence: int, position: int) -> QRectF:
        """Everything of a position."""
        top = self.fed_rect(sentence, position).top()
        height = self.bar_area(sentence, position).bottom() - top
        return self._place(sentence, position, top, height)

    def cell_at(self, point: QPointF) -> Cell | None:
        """Sentence and position under a point, as row and column."""
        for sentence in range(len(self.blocks)):
            for position in range(self.positions):
                if self.column_rect(sentence, position).contains(point):
                    return Cell(sentence, position)
        return None

    def ends_row(self, sentence: int) -> bool:
        """Whether nothing stands right of a sentence."""
        after = sentence + 1
        return after == len(self.blocks) or self.blocks[after].x() <= self.blocks[sentence].x()

    def height_of(self, loss: float) -> float:
        """How high a bar is."""
        return min(loss / self.axis, 1.0) * self.bar

    def _place(self, sentence: int, position: int, top: float, height: float) -> QRectF:
        left = self.blocks[sentence].x() + position * self.column
        return QRectF(left, top, self.column - self.gap, height)


def layout_forcing(
    rect: QRectF, record: TeacherForcingRecord, theme: Theme, *, with_padding: bool
) -> ForcingLayout:
    """Fit the sentences of a batch under each other, or beside each other where it is low."""
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
        names=(rect.left(), names),
        blocks=tuple(rect.topLeft() + QPointF(names, 0) + start for start in starts),
        column=column,
        size=theme.body if column >= _widest(record, theme) else theme.small,
        gap=float(theme.unit),
        positions=positions,
        caption=_caption(theme),
        box=BOX * theme.scale,
        band=BAND * theme.scale,
        predicted=PREDICTED * theme.scale,
        bar=bar,
        axis=loss_axis(record, with_padding=with_padding),
    )


def stands_beside(record: TeacherForcingRecord, theme: Theme, width: float, height: float) -> bool:
    """Whether sentences stand beside each other: too low for all, and wide enough."""
    sentences, positions = len(record.fed), len(record.fed[0])
    low = height < _stacked_height(record, theme)
    column = min(_widest(record, theme), EASY_TOKEN * float(theme.unit))
    column = max(column, _narrowest(record, theme))
    needed = names_width(theme) + sentences * positions * column + mean_width(theme)
    needed += (sentences - 1) * APART * theme.unit
    return sentences > 1 and low and needed <= width


def loss_axis(record: TeacherForcingRecord, *, with_padding: bool) -> float:
    """The end of the axis in nats: a whole number above the largest loss that counts."""
    counted = record.losses if with_padding else record.losses[record.counts]
    return max(SMALLEST_AXIS, float(math.ceil(float(counted.max(initial=0.0)))))


def block_height(theme: Theme, *, bar: float) -> float:
    """Of one sentence with bars of a height, in px."""
    rows = (2 * BOX + BAND + PREDICTED) * theme.scale
    return 1.8 * _caption(theme) + rows + 2 * theme.unit + bar


def smallest_forcing(
    record: TeacherForcingRecord, theme: Theme, *, width: float
) -> tuple[float, float]:
    """Width and height that the picture needs where there is so much width, in px."""
    height = _stacked_height(record, theme)
    if stands_beside(record, theme, width, 0.0):
        height = block_height(theme, bar=LOWEST_BAR * theme.scale)
    columns = len(record.fed[0]) * _narrowest(record, theme)
    return names_width(theme) + columns + mean_width(theme), height


def names_width(theme: Theme) -> float:
    """Of what the rows are, at the left, with the numbers of the axis."""
    widths = (text_width(theme, name, size=theme.small) for name in loss_row_names())
    return max(widths) + 5 * theme.unit


def mean_width(theme: Theme) -> float:
    """Of the mean's value, right of the bars."""
    return text_width(theme, mean_mark(10.0), size=theme.small) + 2 * theme.unit


def _stacked_height(record: TeacherForcingRecord, theme: Theme) -> float:
    block = block_height(theme, bar=LOWEST_BAR * theme.scale)
    return len(record.fed) * (block + APART * theme.unit) - APART * theme.unit


def _caption(theme: Theme) -> float:
    return theme.small * 1.7


def _narrowest(record: TeacherForcingRecord, theme: Theme) -> float:
    """No loss is cut off: a part of a number is another number."""
    marks = {loss_mark(float(loss)) for loss in record.losses.flat}
    widest = max(text_width(theme, mark, size=theme.small) for mark in marks)
    return max(NARROWEST_TOKEN * float(theme.unit), math.ceil(widest) + 1.0 + theme.unit)


def _widest(record: TeacherForcingRecord, theme: Theme) -> float:
    rows = (*record.fed, *record.expected, *record.predicted)
    widest = max(box_width(token, theme) for row in rows for token in row) + 2 * theme.unit
    return min(widest, WIDEST_TOKEN * float(theme.unit))
