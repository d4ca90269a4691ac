"""Pictures of the embedding tab as widgets; every value is available by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.lessons.embedding import EmbeddedTokens, NearToken, OutputLogits
from model.text.words import dictionary
from viz_app.design.theme import Theme
from viz_app.panels.embedding.pictures import strips, texts
from viz_app.panels.embedding.pictures.output import (
    HistogramLayout,
    LogitHistogram,
    OutputLayout,
    OutputRows,
    histogram_of,
    layout_histogram,
    layout_output,
    output_head_height,
    output_rows,
    paint_histogram,
    paint_near,
    paint_output,
    rows_for,
)
from viz_app.panels.embedding.pictures.texts import (
    near_sentence,
    near_table,
    near_title,
    number_sentence,
    numbers_title,
    output_table,
    strip_tables,
    token_row_table,
    token_tables,
)
from viz_app.pictures.bars import BarRows
from viz_app.pictures.picture import ACROSS, DOWN, Pane, moved
from viz_app.pictures.text_line import paint_line
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import quoted
from viz_app.texts.visible_token import visible
from viz_app.widgets.cells_view import CellsView, LaidOut, Laying
from viz_app.widgets.picture_view import PictureView, ScrolledPicture
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ numbers view
# One token's numbers as a widget: dimension by dimension, with mouse or keys.


USUAL_LINES = 4
"""Row of the table, scaled, position, sum: so much room is kept before any is there."""


class NumbersView(LaidOut[strips.NumbersLayout], PictureView):
    """The sum of a token, value by value.

    Signals:
        dimension_reached: a dimension (from 0) reached by mouse or arrow keys.
    """

    dimension_reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._side: EmbeddedTokens | None = None
        self._token = 0
        self._gloss = ""
        self._dimension = 0
        self._lines = USUAL_LINES
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._retranslate()

    def set_token(self, side: EmbeddedTokens | None, token: int, gloss: str = "") -> None:
        if side is self._side and (token, gloss) == (self._token, self._gloss):
            return
        self._side, self._token, self._gloss = side, token, gloss
        if side is not None:
            if len(side.stages) != self._lines:
                self._lines = len(side.stages)
                self.updateGeometry()
            self._dimension = min(self._dimension, side.d_model - 1)
            self.describe(numbers_title(side, token, gloss))
        self.redraw()

    def set_dimension(self, dimension: int) -> None:
        if dimension != self._dimension:
            self._dimension = dimension
            self.redraw()

    def shown_values(self) -> Tables:
        return token_tables(self._side, self._token) if self._side else ()

    def caption_parts(self) -> tuple[str, ...]:
        if self._side is None:
            return super().caption_parts()
        token = visible(self._side.tokens[self._token])
        place = self.tr("position {number}: {token}").format(number=self._token, token=token)
        return (*super().caption_parts(), place)

    def still(self, theme: Theme) -> Laying[strips.NumbersLayout] | None:
        side, token, dimension = self._side, self._token, self._dimension
        rect, gloss = self.picture_rect(), self._gloss
        if side is None:
            return None

        def paint(painter: QPainter) -> strips.NumbersLayout:
            layout = strips.layout_numbers(rect, side, token, theme, dimension=dimension)
            strips.paint_token_numbers(
                painter, layout, side, theme, token=token, dimension=dimension, gloss=gloss
            )
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        side = self._side
        columns = side.d_model if side else 0
        cell = moved(Cell(0, self._dimension), event.key(), rows=1, columns=columns)
        vertical = event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}
        if side is None or cell is None or vertical:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._reach(cell.column)
        self.say(number_sentence(side, self._token, cell.column, self._gloss))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        dimension = self._layout.dimension_at(event.position()) if self._layout else None
        if dimension is not None and event.button() == Qt.MouseButton.LeftButton:
            self._reach(dimension)

    def hover(self, point: QPointF) -> None:
        dimension = self._layout.dimension_at(point) if self._layout else None
        if self._layout is None or self._side is None or dimension is None:
            self.hide_sentence()
            return
        text = number_sentence(self._side, self._token, dimension, self._gloss)
        self.show_sentence(text, point.toPoint(), self._layout.column_rect(dimension))

    def sizeHint(self) -> QSize:
        return self._size(800, tight=False)

    def minimumSizeHint(self) -> QSize:
        return self._size(460, tight=True)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Values of the selected token"))

    def _size(self, width: int, *, tight: bool) -> QSize:
        margins = (4 if tight else 8) * self.theme.unit
        height = round(strips.numbers_height(self._lines, self.theme, tight=tight)) + margins
        return QSize(self.scaled(width, 0).width(), height)

    def _reach(self, dimension: int) -> None:
        self.set_dimension(dimension)
        self.dimension_reached.emit(dimension)


# --------------------------------------------------------------------------------------- near view
# The tokens that are most similar to one: each told with mouse or keys.


class NearView(LaidOut[BarRows], CellsView):
    """A bar for each of the nearest tokens."""

    natural, smallest = (500, 380), (240, 240)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._near: tuple[tuple[NearToken, str], ...] = ()
        self._title = ""
        self._retranslate()

    def set_token(self, side: EmbeddedTokens | None, token: int, *, glossed: bool) -> None:
        """Show the nearest tokens of one side's token, with glosses if ``glossed``."""

        def gloss(one: str) -> str:
            return dictionary().get(one, "") if glossed else ""

        self._near = tuple((one, gloss(one.token)) for one in side.near[token]) if side else ()
        self._title = near_title(side, token, gloss(side.tokens[token])) if side else ""
        self.describe(self._title)
        self.redraw()

    def still(self, theme: Theme) -> Laying[BarRows] | None:
        rect, near, title = self.picture_rect(), self._near, self._title
        return (lambda painter: paint_near(painter, rect, near, theme, title)) if near else None

    def shown_values(self) -> Tables:
        near = tuple(one for one, _ in self._near)
        return (near_table(near, name=self._title),) if near else ()

    def extent(self) -> tuple[int, int]:
        return len(self._near), 1

    def cell_at(self, point: QPointF) -> Cell | None:
        row = self._layout.at(point) if self._layout else None
        return None if row is None else Cell(row, 0)

    def cell_rect(self, cell: Cell) -> QRectF | None:
        return self._layout.row_rect(cell.row) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        return near_sentence(*self._near[row], rank=row + 1)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Nearest tokens"))


# ------------------------------------------------------------------------------------- output view
# Logits and softmax of a step as a widget: every value said with mouse or keys.


ROOMY = 720
"""A picture at least so wide, in px at 100 %, has the histogram beside the bars."""

HISTOGRAM = 0.34
"""Of its width."""

_TURNS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""From bar to bar of the histogram."""


@dataclass(frozen=True, slots=True)
class OutputPlaces:
    """Places of the bars and, if it fits, of the histogram."""

    table: OutputLayout
    bars: HistogramLayout | None


class OutputView(LaidOut[OutputPlaces], PictureView):
    """Logits and probabilities of all candidates for the next token."""

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
        """Show the logits of a step (from 0); ``decodes`` is false for a position of an encoder."""
        shown = (self._output, self._step, self._tied, self._decodes)
        if (output, step, tied, decodes) == shown:
            return
        self._output, self._step, self._tied, self._decodes = output, step, tied, decodes
        self._cursor = self._bin = None
        self._histogram = histogram_of(output, step) if output else None
        if output is not None:
            self.describe(texts.output_subtitle(output, step, tied=tied, decodes=decodes))
        self.redraw()

    def rows(self) -> OutputRows | None:
        return self._layout.table.rows if self._layout else None

    def caption_parts(self) -> tuple[str, ...]:
        if self._output is None:
            return super().caption_parts()
        fed = visible(self._output.fed[self._step])
        after = self.tr("position {number}, after {token}").format(number=self._step, token=fed)
        return (*super().caption_parts(), after)

    def shown_values(self) -> Tables:
        rows, name = self.rows(), self.accessibleName()
        return (output_table(rows.tokens, name=name),) if rows else ()

    def cursor_rect(self) -> QRectF | None:
        places = self._layout
        if places is not None and places.bars is not None and self._bin is not None:
            bar = places.bars.bar_rect(self._bin)
            return bar.adjusted(-1, min(0.0, bar.height() - 6), 1, 0)
        if places is None or self._cursor is None:
            return None
        return places.table.row_rect(self._cursor)

    def still(self, theme: Theme) -> Laying[OutputPlaces] | None:
        output, histogram, step = self._output, self._histogram, self._step
        if output is None or histogram is None:
            return None
        whole, decodes = self.picture_rect(), self._decodes
        words = (
            texts.output_title(output, step, decodes=decodes),
            texts.output_subtitle(output, step, tied=self._tied, decodes=decodes),
        )
        titles = texts.histogram_titles(len(output.vocabulary))
        columns = texts.output_columns()

        def paint(painter: QPainter) -> OutputPlaces:
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
        key = event.key()
        places = self._layout
        if places is not None and key in DOWN:
            self._reach_row(places.table, DOWN[key])
        elif places is not None and places.bars is not None and key in _TURNS:
            self._reach_bin(places.bars, _TURNS[key])
        else:
            super().keyPressEvent(event)

    def row_sentence(self, row: int) -> str:
        rows = self.rows()
        if rows is None:
            return ""
        if row >= len(rows.tokens):
            return texts.rest_sentence(rows.others, rows.other_probability)
        return texts.ranked_sentence(rows.tokens[row], chosen=row == rows.chosen)

    def hover(self, point: QPointF) -> None:
        places = self._layout
        row = places.table.at(point) if places else None
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
        words = round(2 * output_head_height(self.theme) + self.theme.body)
        return QSize(self.scaled(420, 0).width(), words + self.scaled(0, 130).height())

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Logits and softmax"))

    def _reach_row(self, layout: OutputLayout, move: int) -> None:
        # The first key press selects the next token.
        last = len(layout.rows.tokens) - (0 if layout.rows.others else 1)
        start = layout.rows.chosen if self._cursor is None else self._cursor + move
        self._cursor, self._bin = max(0, min(start, last)), None
        self.show_ring()
        self.say(self.row_sentence(self._cursor))

    def _reach_bin(self, layout: HistogramLayout, move: int) -> None:
        # The first key press selects the largest logits.
        last = len(layout.histogram.counts) - 1
        start = last if self._bin is None else self._bin + move
        self._bin = max(0, min(start, last))
        self.show_ring()
        self.say(_bin_words(layout.histogram, self._bin))


def _paint_words(painter: QPainter, rect: QRectF, words: tuple[str, str], theme: Theme) -> float:
    """Paint title and subtitle; returns the y where they end."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_line(painter, title, words[0], theme, size=theme.body, colour=theme.text, weight="bold")
    below = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
    paint_line(painter, below, words[1], theme, size=theme.small, colour=theme.soft_text)
    return below.bottom() + 2 * theme.unit


def _places(whole: QRectF, top: float, theme: Theme) -> tuple[QRectF, QRectF | None]:
    """Rectangles of the bars and of the histogram; None for the latter if it does not fit."""
    place = QRectF(whole.left(), top, whole.width(), max(whole.bottom() - top, 1.0))
    if whole.width() < ROOMY * theme.scale:
        return place, None
    width = HISTOGRAM * whole.width()
    beside = QRectF(whole.right() - width, top, width, place.height())
    place.setWidth(whole.width() - width - 8 * theme.unit)
    return place, beside


def _bin_words(histogram: LogitHistogram, index: int) -> str:
    low, high = histogram.edges[index : index + 2]
    return texts.bin_sentence(histogram.counts[index], low, high)


# ------------------------------------------------------------------------------------- strips view
# The strips of all tokens as a widget: a token is chosen with mouse or keys, every number said.


FEWEST_ROWS = 4
"""So many rows are in view at least."""


class StripsView(LaidOut[strips.StripsLayout], ScrolledPicture):
    """Tokens of one side with their vectors.

    Signals:
        token_picked: a token (from 0) chosen by mouse or arrow keys.
        dimension_reached: a dimension (from 0) reached by mouse or arrow keys.
    """

    natural = (800, 240)

    token_picked = Signal(int)
    dimension_reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._side: EmbeddedTokens | None = None
        self._glosses: tuple[str, ...] = ()
        self._token = 0
        self._dimension = 0
        self._retranslate()

    def set_side(
        self, side: EmbeddedTokens | None, token: int, glosses: tuple[str, ...] = ()
    ) -> None:
        changed = side is not self._side or glosses != self._glosses
        if not changed and token == self._token:
            return
        self._side, self._token, self._glosses = side, token, glosses
        if side is not None:
            self._dimension = min(self._dimension, side.d_model - 1)
            self.describe(numbers_title(side, token, self._gloss(token)))
        if changed:
            self.arrange()
        if side is not None:
            layout = strips.layout_strips(self.picture_rect(), side, self.theme)
            height = layout.strips[0].cell_height
            self.reveal(token * height, (token + 1) * height)
        self.redraw()

    def set_dimension(self, dimension: int) -> None:
        if dimension != self._dimension:
            self._dimension = dimension
            self.update()

    def shown_values(self) -> Tables:
        return strip_tables(self._side) if self._side else ()

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        if self._side is None:
            return ()
        layout = strips.layout_strips(rect, self._side, self.theme)
        return (Pane(layout.viewport, layout.content),)

    def still(self, theme: Theme) -> Laying[strips.StripsLayout] | None:
        side, token, rect, scrolled = self._side, self._token, self.picture_rect(), self.scroll_of()
        glosses = self._glosses
        if side is None:
            return None

        def paint(painter: QPainter) -> strips.StripsLayout:
            layout = strips.layout_strips(rect, side, theme, scrolled=scrolled, glosses=glosses)
            strips.paint_strips(painter, layout, side, theme, chosen=token, glosses=glosses)
            return layout

        return paint

    def cursor_rect(self) -> QRectF | None:
        if self._layout is None:
            return None
        grid = self._layout.strips[-1]
        cell = grid.cell_rect(self._token, self._dimension)
        width = max(cell.width(), 3.0)
        return QRectF(cell.center().x() - width / 2, cell.top(), width, cell.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        side = self._side
        if side is None:
            super().keyPressEvent(event)
            return
        cell = moved(
            Cell(self._token, self._dimension),
            event.key(),
            rows=len(side.tokens),
            columns=side.d_model,
        )
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._reach(cell)
        self.say(number_sentence(side, cell.row, cell.column, self._gloss(cell.row)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._layout is None or event.button() != Qt.MouseButton.LeftButton:
            return
        token = self._layout.token_at(event.position())
        cell = self._layout.cell_at(event.position())
        if token is not None:
            self._reach(cell or Cell(token, self._dimension))

    def hover(self, point: QPointF) -> None:
        layout, side = self._layout, self._side
        token = layout.token_at(point) if layout else None
        if layout is None or side is None or token is None:
            self.hide_sentence()
            return
        cell = layout.cell_at(point)
        area = layout.row_rect(token)
        text = numbers_title(side, token, self._gloss(token))
        if cell is not None:
            text = number_sentence(side, cell.row, cell.column, self._gloss(token))
            area = next(
                grid.cell_rect(cell.row, cell.column)
                for grid in layout.strips
                if grid.cell_at(point) is not None
            )
        self.show_sentence(text, point.toPoint(), area)

    def minimumSizeHint(self) -> QSize:
        rows = round(
            FEWEST_ROWS * strips.LOWEST * self.theme.scale + strips.strips_head_height(self.theme)
        )
        return QSize(self.scaled(460, 0).width(), rows + 4 * self.theme.unit)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Tokens entering the model"))

    def _gloss(self, token: int) -> str:
        return self._glosses[token] if self._glosses else ""

    def _reach(self, cell: Cell) -> None:
        # The owner of the choice decides whether the token is selected.
        if cell.column != self._dimension:
            self.set_dimension(cell.column)
            self.dimension_reached.emit(cell.column)
        if cell.row != self._token:
            self.token_picked.emit(cell.row)


# ---------------------------------------------------------------------------------- token row view
# A row of tokens to choose one from, with mouse or keys.


class TokenRowView(LaidOut[strips.TokenRowLayout], PictureView):
    """Tokens, one of them chosen.

    Signals:
        token_picked: a token, from 0.
    """

    natural, smallest = (400, strips.BOX + 6), (200, strips.BOX + 6)

    token_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = ""
        self._tokens: tuple[str, ...] = ()
        self._chosen = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_title(self, title: str) -> None:
        self._title = title
        self.setAccessibleName(title)
        self.redraw()

    def set_tokens(self, tokens: tuple[str, ...], chosen: int) -> None:
        if (tokens, chosen) == (self._tokens, self._chosen):
            return
        self._tokens, self._chosen = tokens, chosen
        self.describe(quoted(tokens[chosen]) if tokens else "")
        self.redraw()

    def shown_values(self) -> Tables:
        row = token_row_table(self._tokens, self._chosen, name=self._title)
        return (row,) if self._tokens else ()

    def cursor_rect(self) -> QRectF | None:
        if self._layout is None or not self._tokens:
            return None
        return self._layout.boxes[self._chosen].adjusted(-1, -1, 1, 1)

    def picture_rect(self) -> QRectF:
        return QRectF(self.rect()).adjusted(self.theme.unit, 2, -self.theme.unit, -2)

    def still(self, theme: Theme) -> Laying[strips.TokenRowLayout]:
        title, tokens, chosen = self._title, self._tokens, self._chosen
        rect = self.picture_rect()

        def paint(painter: QPainter) -> strips.TokenRowLayout:
            layout = strips.layout_token_row(rect, title, tokens, theme, chosen=chosen)
            strips.paint_token_row(painter, layout, title, tokens, theme, chosen=chosen)
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move = ACROSS.get(event.key())
        if move is None or not self._tokens:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(max(0, min(self._chosen + move, len(self._tokens) - 1)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        token = self._token_at(event.position())
        if token is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(token)

    def hover(self, point: QPointF) -> None:
        token = self._token_at(point)
        if token is None or self._layout is None:
            self.hide_sentence()
            return
        text = self.tr("position {position}: {token}").format(
            position=token, token=quoted(self._tokens[token])
        )
        self.show_sentence(text, point.toPoint(), self._layout.boxes[token])

    def _token_at(self, point: QPointF) -> int | None:
        return self._layout.token_at(point) if self._layout else None

    def _pick(self, token: int) -> None:
        if token != self._chosen:
            self.token_picked.emit(token)
