"""Two sentences with their n-grams as a widget: each said with mouse or keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from model.lessons.bleu.explained import BleuExplained
from viz_app.design.theme import Theme
from viz_app.panels.bleu import texts
from viz_app.panels.bleu.painting.ngram_layout import NgramsLayout, layout_ngrams
from viz_app.panels.bleu.painting.ngram_painter import paint_ngrams
from viz_app.panels.bleu.tables import match_table
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.scrolled_picture import Pane, ScrolledPicture
from viz_app.workbench.state.selection import Cell


class NgramView(LaidOut[NgramsLayout], ScrolledPicture):
    """Translation and reference; what is pointed at stands out in both."""

    natural, smallest = (800, 220), (300, 110)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bleu: BleuExplained | None = None
        self._n = 1
        self._cursor: Cell | None = None
        self._pointed: int | None = None
        self._retranslate()

    def set_bleu(self, bleu: BleuExplained | None, n: int) -> None:
        """Show the n-grams of an order (1 … 4); shows, never modifies state."""
        if bleu == self._bleu and n == self._n:
            return
        self._bleu, self._n = bleu, n
        self._cursor = self._pointed = self._layout = None  # places are those of the words before
        self.describe(texts.order_sentence(bleu, n) if bleu else "")
        self.arrange()
        self.redraw()

    def pointed(self) -> int | None:
        """The match that stands out, as an index of the order's matches."""
        return self._pointed

    def shown_values(self) -> Tables:
        """How often each n-gram of the order that is shown is in both sentences."""
        return (match_table(self._bleu.orders[self._n - 1]),) if self._bleu else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Of how many words."""
        name, *others = super().caption_parts()
        return (name, f"n = {self._n}", *others)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        """Both sentences."""
        if self._bleu is None:
            return ()
        layout = layout_ngrams(rect, self._bleu, self._n, self.theme)
        return (Pane(rect, layout.bottom - rect.top()),)

    def still(self, theme: Theme) -> Laying[NgramsLayout] | None:
        """Both sentences."""
        bleu, n, pointed = self._bleu, self._n, self._pointed
        rect, scrolled = self.picture_rect(), self.scroll_of()
        if bleu is None:
            return None

        def paint(painter: QPainter) -> NgramsLayout:
            """As far as they are in view."""
            layout = layout_ngrams(rect, bleu, n, theme, scrolled=scrolled)
            painter.setClipRect(rect.adjusted(-2, -2, 2, 2))
            paint_ngrams(painter, layout, bleu, theme, pointed=pointed)
            return layout

        return paint

    def cursor_rect(self) -> QRectF | None:
        """The words of the n-gram that the arrow keys have reached."""
        if self._layout is None or self._cursor is None:
            return None
        sentence = self._layout.sentences[self._cursor.row]
        if self._cursor.column >= len(sentence.places):
            return None
        return sentence.outline(sentence.places[self._cursor.column])

    def ngram_sentence(self, sentence: int, place: int) -> str:
        """What is to be said of an n-gram: of sentence 0 (translation) or 1 (reference)."""
        if self._bleu is None or self._layout is None:
            return ""
        found, order = (
            self._layout.sentences[sentence].places[place],
            self._bleu.orders[self._n - 1],
        )
        is_reference = sentence == 1
        if found.match is None:
            words = self._bleu.reference if is_reference else self._bleu.translation
            ngram = tuple(words[found.start : found.start + self._n])
            return texts.lone_sentence(ngram, is_reference=is_reference)
        if not found.counts:
            return texts.clipped_sentence(order, found.match, is_reference=is_reference)
        return texts.match_sentence(order, found.match)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End go from n-gram to n-gram; Up and Down change the sentence."""
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self._cursor = cell
        self._point_at(cell)
        self.show_ring()
        self._reveal(cell)
        self.say(self.ngram_sentence(cell.row, cell.column))

    def hover(self, point: QPointF) -> None:
        """Say the n-gram under the mouse."""
        found = self._place_at(point)
        if found is None or self._layout is None:
            self._stand_out(None)
            self.hide_sentence()
            return
        sentence = self._layout.sentences[found.row]
        area = sentence.area(sentence.places[found.column])[0]
        self._point_at(found)
        self.show_sentence(self.ngram_sentence(found.row, found.column), point.toPoint(), area)

    def rest(self) -> None:
        """Nothing stands out while nothing is under the mouse."""
        self._stand_out(None)
        super().rest()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Matching n-grams"))

    def _moved(self, key: int) -> Cell | None:
        """Where a key leads; a sentence that is too short has no n-gram to go to."""
        if self._layout is None:
            return None
        counts = [len(sentence.places) for sentence in self._layout.sentences]
        rows = [row for row, count in enumerate(counts) if count]
        if not rows:
            return None
        cell = moved(self._cursor, key, rows=2, columns=max(counts), start=Cell(rows[0], 0))
        if cell is None:
            return None
        row = cell.row if cell.row in rows else rows[0]
        return Cell(row, min(cell.column, counts[row] - 1))

    def _place_at(self, point: QPointF) -> Cell | None:
        for row, sentence in enumerate(self._layout.sentences if self._layout else ()):
            place = sentence.place_at(point)
            if place is not None:
                return Cell(row, place)
        return None

    def _point_at(self, cell: Cell) -> None:
        if self._layout is not None:
            self._stand_out(self._layout.sentences[cell.row].places[cell.column].match)

    def _stand_out(self, match: int | None) -> None:
        if match != self._pointed:
            self._pointed = match
            self.redraw()

    def _reveal(self, cell: Cell) -> None:
        if self._layout is None:
            return
        sentence = self._layout.sentences[cell.row]
        box = sentence.words[sentence.places[cell.column].start]
        top = self.picture_rect().top() - self.scroll_of()
        self.reveal(box.top() - top, sentence.area(sentence.places[cell.column])[-1].bottom() - top)
