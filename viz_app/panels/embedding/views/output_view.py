"""Logits and softmax of a step as a widget: every value said with mouse or keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from model.lessons.embedding.record import OutputLogits
from viz_app.design.theme import Theme
from viz_app.panels.embedding.painting.histogram import (
    HistogramLayout,
    LogitHistogram,
    histogram_of,
    layout_histogram,
    paint_histogram,
)
from viz_app.panels.embedding.painting.output import (
    OutputLayout,
    OutputRows,
    layout_output,
    output_head_height,
    output_rows,
    paint_output,
    rows_for,
)
from viz_app.panels.embedding.texts import sentences
from viz_app.panels.embedding.texts.tables import output_table
from viz_app.pictures.text_line import paint_line
from viz_app.storage.value_tables import Tables
from viz_app.texts.visible_token import visible
from viz_app.widgets.cell_keys import DOWN
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView

ROOMY = 720
"""A picture at least so wide, in px at 100 %, has the histogram beside the bars."""

HISTOGRAM = 0.34
"""Of its width."""

_TURNS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""From bar to bar of the histogram."""


@dataclass(frozen=True, slots=True)
class OutputPlaces:
    """Where the bars are, and the histogram if there is room for it."""

    table: OutputLayout
    bars: HistogramLayout | None


class OutputView(LaidOut[OutputPlaces], PictureView):
    """What the model says of every token that could come next."""

    natural = (900, 380)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._output: OutputLogits | None = None
        self._step = 0
        self._tied, self._decodes = False, True
        self._cursor: int | None = None
        self._bin: int | None = None
        self._histogram: LogitHistogram | None = None
        self._retranslate()

    def set_step(
        self, output: OutputLogits | None, step: int, *, tied: bool, decodes: bool = True
    ) -> None:
        """Show the logits of a step (from 0), or of a place of an encoder, which decodes nothing.

        Shows, never modifies state.
        """
        shown = (self._output, self._step, self._tied, self._decodes)
        if (output, step, tied, decodes) == shown:
            return
        self._output, self._step, self._tied, self._decodes = output, step, tied, decodes
        self._cursor = self._bin = None
        self._histogram = histogram_of(output, step) if output else None
        if output is not None:
            self.describe(sentences.output_subtitle(output, step, tied=tied, decodes=decodes))
        self.redraw()

    def rows(self) -> OutputRows | None:
        """What has a row of its own, as painted last."""
        return self._layout.table.rows if self._layout else None

    def caption_parts(self) -> tuple[str, ...]:
        """After which token."""
        if self._output is None:
            return super().caption_parts()
        fed = visible(self._output.fed[self._step])
        after = self.tr("position {number}, after {token}").format(number=self._step, token=fed)
        return (*super().caption_parts(), after)

    def shown_values(self) -> Tables:
        """The tokens that have a row of their own."""
        rows, name = self.rows(), self.accessibleName()
        return (output_table(rows.tokens, name=name),) if rows else ()

    def cursor_rect(self) -> QRectF | None:
        """The row, or the bar of the histogram, that the arrow keys have reached."""
        places = self._layout
        if places is not None and places.bars is not None and self._bin is not None:
            bar = places.bars.bar_rect(self._bin)
            return bar.adjusted(-1, min(0.0, bar.height() - 6), 1, 0)
        if places is None or self._cursor is None:
            return None
        return places.table.row_rect(self._cursor)

    def still(self, theme: Theme) -> Laying[OutputPlaces] | None:
        """Title, bars, and the histogram where there is room for it."""
        output, histogram, step = self._output, self._histogram, self._step
        if output is None or histogram is None:
            return None
        whole, words = self.picture_rect(), self._words(output)
        titles = sentences.histogram_titles(len(output.vocabulary))
        columns = sentences.output_columns()

        def paint(painter: QPainter) -> OutputPlaces:
            """All in its place."""
            place, beside = _places(whole, _paint_words(painter, whole, words, theme), theme)
            bars = None if beside is None else layout_histogram(beside, histogram, theme)
            if bars is not None:
                paint_histogram(painter, bars, theme, titles)
            rows = output_rows(output, step, room=rows_for(place.height(), theme))
            table = layout_output(place, rows, theme)
            paint_output(painter, table, theme, columns)
            return OutputPlaces(table, bars)

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Home and End go from row to row, Left and Right through the histogram."""
        key = event.key()
        places = self._layout
        if places is not None and key in DOWN:
            self._reach_row(places.table, DOWN[key])
        elif places is not None and places.bars is not None and key in _TURNS:
            self._reach_bin(places.bars, _TURNS[key])
        else:
            super().keyPressEvent(event)

    def row_sentence(self, row: int) -> str:
        """A row's exact values."""
        rows = self.rows()
        if rows is None:
            return ""
        if row >= len(rows.tokens):
            return sentences.rest_sentence(rows.others, rows.other_probability)
        return sentences.ranked_sentence(rows.tokens[row], chosen=row == rows.chosen)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        places = self._layout
        row = places.table.row_at(point) if places else None
        if places is not None and row is not None:
            area = places.table.row_rect(row)
            self.show_sentence(self.row_sentence(row), point.toPoint(), area)
            return
        beside = places.bars if places else None
        index = beside.bin_at(point) if beside else None
        if beside is None or index is None:
            self.hide_sentence()
            return
        text = _bin_words(beside.histogram, index)
        self.show_sentence(text, point.toPoint(), beside.bar_rect(index))

    def minimumSizeHint(self) -> QSize:
        """Four tokens, and all others."""
        words = round(2 * output_head_height(self.theme) + self.theme.body)
        return QSize(self.scaled(420, 0).width(), words + self.scaled(0, 130).height())

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Logits and softmax"))

    def _reach_row(self, layout: OutputLayout, move: int) -> None:
        """The first key goes to the token that follows."""
        last = len(layout.rows.tokens) - (0 if layout.rows.others else 1)
        start = layout.rows.chosen if self._cursor is None else self._cursor + move
        self._cursor, self._bin = max(0, min(start, last)), None
        self.show_ring()
        self.say(self.row_sentence(self._cursor))

    def _reach_bin(self, layout: HistogramLayout, move: int) -> None:
        """The first key goes to the largest logits."""
        last = len(layout.histogram.counts) - 1
        start = last if self._bin is None else self._bin + move
        self._bin = max(0, min(start, last))
        self.show_ring()
        self.say(_bin_words(layout.histogram, self._bin))

    def _words(self, output: OutputLogits) -> tuple[str, str]:
        """Title and subtitle."""
        decodes = self._decodes
        return (
            sentences.output_title(output, self._step, decodes=decodes),
            sentences.output_subtitle(output, self._step, tied=self._tied, decodes=decodes),
        )


def _paint_words(painter: QPainter, rect: QRectF, words: tuple[str, str], theme: Theme) -> float:
    """Title and subtitle; says where they end."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_line(painter, title, words[0], theme, size=theme.body, colour=theme.text, weight="bold")
    below = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
    paint_line(painter, below, words[1], theme, size=theme.small, colour=theme.soft_text)
    return below.bottom() + 2 * theme.unit


def _places(whole: QRectF, top: float, theme: Theme) -> tuple[QRectF, QRectF | None]:
    """Of the bars, and of the histogram where there is room for it beside them."""
    place = QRectF(whole.left(), top, whole.width(), max(whole.bottom() - top, 1.0))
    if whole.width() < ROOMY * theme.scale:
        return place, None
    width = HISTOGRAM * whole.width()
    beside = QRectF(whole.right() - width, top, width, place.height())
    place.setWidth(whole.width() - width - 8 * theme.unit)
    return place, beside


def _bin_words(histogram: LogitHistogram, index: int) -> str:
    low, high = histogram.edges[index : index + 2]
    return sentences.bin_sentence(histogram.counts[index], low, high)
