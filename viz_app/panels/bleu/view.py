"""The BLEU tab: two sentences with their n-grams, the score, and its formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.bleu import MAX_ORDER, BleuExplained
from viz_app.design.theme import Theme
from viz_app.panels.bleu import pictures
from viz_app.panels.bleu.pictures import (
    NgramsLayout,
    layout_ngrams,
    match_table,
    order_sentence,
    order_table,
    order_texts,
    paint_ngrams,
    penalty_sentence,
    score_sentence,
    short_sentence,
    smoothing_sentence,
)
from viz_app.panels.bleu.room import BleuSnapshot, BleuState, order_picked, reference_typed
from viz_app.pictures.picture import Pane, moved
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import text_page, tool_tip
from viz_app.texts.visible_token import safe
from viz_app.widgets.cells_view import LaidOut, Laying
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab, show_typeset
from viz_app.widgets.picture_view import PictureView, ScrolledPicture
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------- ngram view


class NgramView(LaidOut[NgramsLayout], ScrolledPicture):
    """Translation and reference; the match under the mouse is highlighted in both."""

    natural, smallest = (800, 220), (300, 110)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bleu: BleuExplained | None = None
        self._n = 1
        self._cursor: Cell | None = None
        self._pointed: int | None = None
        self.setAccessibleName(self.tr("Matching n-grams"))

    def set_bleu(self, bleu: BleuExplained | None, n: int) -> None:
        """Show the n-grams of an order (1 … 4)."""
        if bleu == self._bleu and n == self._n:
            return
        self._bleu, self._n = bleu, n
        self._cursor = self._pointed = self._layout = None  # places are those of the words before
        self.describe(pictures.order_sentence(bleu, n) if bleu else "")
        self.arrange()
        self.redraw()

    def pointed_match(self) -> int | None:
        """Index of the highlighted match in the order's matches."""
        return self._pointed

    def shown_values(self) -> Tables:
        return (match_table(self._bleu.orders[self._n - 1]),) if self._bleu else ()

    def caption_parts(self) -> tuple[str, ...]:
        name, *others = super().caption_parts()
        return (name, f"n = {self._n}", *others)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        if self._bleu is None:
            return ()
        layout = layout_ngrams(rect, self._bleu, self._n, self.theme)
        return (Pane(rect, layout.bottom - rect.top()),)

    def still(self, theme: Theme) -> Laying[NgramsLayout] | None:
        bleu, n, pointed = self._bleu, self._n, self._pointed
        rect, scrolled = self.picture_rect(), self.scroll_of()
        if bleu is None:
            return None

        def paint(painter: QPainter) -> NgramsLayout:
            layout = layout_ngrams(rect, bleu, n, theme, scrolled=scrolled)
            painter.setClipRect(rect.adjusted(-2, -2, 2, 2))
            paint_ngrams(painter, layout, bleu, theme, pointed=pointed)
            return layout

        return paint

    def cursor_rect(self) -> QRectF | None:
        if self._layout is None or self._cursor is None:
            return None
        sentence = self._layout.sentences[self._cursor.row]
        if self._cursor.column >= len(sentence.places):
            return None
        return sentence.outline(sentence.places[self._cursor.column])

    def ngram_sentence(self, sentence: int, place: int) -> str:
        """Sentence on an n-gram; ``sentence``: 0 (translation) or 1 (reference)."""
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
            return pictures.lone_sentence(ngram, is_reference=is_reference)
        if not found.counts:
            return pictures.clipped_sentence(order, found.match, is_reference=is_reference)
        return pictures.match_sentence(order, found.match)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
        self._stand_out(None)
        super().rest()

    def _moved(self, key: int) -> Cell | None:
        """Cell that a key leads to; None if a sentence is shorter than n."""
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


# ----------------------------------------------------------------------------------------- numbers
# How a score comes about: brevity penalty, mean of the precisions, sacrebleu's signature.


class BleuNumbers(QWidget):
    """Two formulas with the sentence's values, and the result of sacrebleu."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.penalty_formula = FormulaView(theme, "bleu_brevity")
        self.score_formula = FormulaView(theme, "bleu_score")
        self.penalty, self.product, self.signature, self.remark = (
            text_label(role, wraps=True, selectable=True) for role in ("", "", "small", "small")
        )
        grid, unit = QGridLayout(self), theme.unit
        grid.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 2 * unit)
        grid.setHorizontalSpacing(4 * unit)
        grid.setVerticalSpacing(unit)
        grid.addWidget(self.penalty_formula, 0, 0)
        grid.addWidget(self.penalty, 0, 1)
        grid.addWidget(self.score_formula, 1, 0)
        grid.addWidget(self.product, 1, 1)
        grid.addWidget(self.signature, 2, 0, 1, 2)
        grid.addWidget(self.remark, 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(4, 1)

    def set_bleu(self, bleu: BleuExplained | None) -> None:
        if bleu is None:
            return
        self.penalty.setText(penalty_sentence(bleu))
        show_typeset(self.product, score_sentence(bleu), self.theme)
        self.signature.setText(
            self.tr("sacrebleu: {score} · {signature}").format(
                score=f"{bleu.sacrebleu:.2f}",
                # a line may be broken after each entry
                signature=bleu.signature.replace("|", "|\u200b"),
            )
        )
        remark = short_sentence(bleu)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))


# ------------------------------------------------------------------------------------- order table
# The four orders as a widget: one is chosen with mouse or keys.


_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class OrderTable(LaidOut[pictures.TableLayout], PictureView):
    """Matches, totals and precisions."""

    def __init__(self, theme: Theme, pick: Callable[[int], None]) -> None:
        """``pick`` is called with the order that the user picks."""
        super().__init__(theme)
        self._pick = pick
        self._bleu: BleuExplained | None = None
        self._n = 1
        self.setAccessibleName(self.tr("Precision of each order"))

    def set_bleu(self, bleu: BleuExplained | None, n: int) -> None:
        if bleu == self._bleu and n == self._n:
            return
        self._bleu, self._n = bleu, n
        self.describe(order_sentence(bleu, n) if bleu else "")
        self.redraw()

    def cursor_rect(self) -> QRectF | None:
        return self._layout.row_rect(self._n - 1) if self._layout else None

    def shown_values(self) -> Tables:
        name = self.accessibleName()
        return (order_table(self._bleu, name=name),) if self._bleu else ()

    def still(self, theme: Theme) -> Laying[pictures.TableLayout] | None:
        bleu, n, rect = self._bleu, self._n, self.picture_rect()
        if bleu is None:
            return None

        def paint(painter: QPainter) -> pictures.TableLayout:
            layout = pictures.layout_table(rect, bleu, theme)
            pictures.paint_table(painter, layout, bleu, theme, chosen=n)
            return layout

        return paint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or self._bleu is None:
            super().keyPressEvent(event)
            return
        order = max(1, min(self._n + move, MAX_ORDER))
        self.show_ring()
        if order != self._n:
            self._pick(order)
        self.say(order_sentence(self._bleu, order))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(row + 1)

    def hover(self, point: QPointF) -> None:
        row = self._row_at(point)
        if row is None or self._bleu is None or self._layout is None:
            self.hide_sentence()
            return
        text = order_sentence(self._bleu, row + 1)
        self.show_sentence(text, point.toPoint(), self._layout.row_rect(row))

    def sizeHint(self) -> QSize:
        return self._size(420, tight=False)

    def minimumSizeHint(self) -> QSize:
        return self._size(330, tight=True)

    def _row_at(self, point: QPointF) -> int | None:
        return self._layout.at(point) if self._layout else None

    def _size(self, width: int, *, tight: bool) -> QSize:
        margins = 4 * self.theme.unit
        height = round(pictures.table_height(self.theme, tight=tight)) + margins
        return QSize(self.scaled(width, 0).width(), height)


# ------------------------------------------------------------------------------------------- panel
# The BLEU tab: the translation on screen against a reference.


class BleuPanel(LessonTab):
    """BLEU of the current translation, step by step."""

    _snapshot: BleuSnapshot | None

    def __init__(
        self, theme: Theme, room: RoomHandle[BleuState], parent: QWidget | None = None
    ) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=partial(text_page, "bleu"), parent=parent)
        pick_order = room.does(order_picked)
        self.orders = Segments(
            theme, names=[str(n) for n in range(1, MAX_ORDER + 1)], texts=order_texts
        )
        self.ignore_case, self.reference = QCheckBox(self.tr("Ignore case")), QLineEdit()
        self.ngrams, self.table = NgramView(theme), OrderTable(theme, pick_order)
        self.numbers = BleuNumbers(theme)
        self.score = text_label("token", selectable=True)
        self.hint = placeholder(wraps=True)
        self.smoothing = text_label("small", wraps=True, selectable=True)
        self._explained, self._bodies = QWidget(), QStackedWidget()
        self._placeholder.setWordWrap(True)
        self._placeholder.setText(self.tr("Type a sentence to score its translation."))
        self.ignore_case.setToolTip(self.tr("Treat upper and lower case as the same"))
        gap = 2 * theme.unit
        filled(QVBoxLayout(content), self._head(gap), (self._bodies, 1), spacing=gap)
        self._arrange(gap)
        self.orders.picked.connect(lambda name: pick_order(int(name)))
        self.ignore_case.clicked.connect(room.sets("ignores_case"))
        self.reference.textEdited.connect(room.does(reference_typed))

    def _head(self, gap: int) -> QHBoxLayout:
        label = text_label("small")
        label.setText(self.tr("Reference"))
        label.setBuddy(self.reference)
        self.reference.setPlaceholderText(self.tr("a correct translation"))
        self.reference.setAccessibleName(self.tr("Reference"))
        self.reference.setProperty("compact", True)
        self.reference.setProperty("role", "sentence")
        return filled(QHBoxLayout(), label, (self.reference, 1), spacing=gap)

    def _arrange(self, gap: int) -> None:
        area, sums = scrolled(self.numbers), QWidget()
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        filled(QHBoxLayout(sums), (framed(self.table), 4), (framed(area), 5), spacing=gap)
        sums.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        body = QVBoxLayout(self._explained)
        filled(body, (framed(self.ngrams), 1), sums, self.smoothing, spacing=gap)
        self._bodies.addWidget(self.hint)
        self._bodies.addWidget(self._explained)
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.lesson_page.tools.addWidget(self.orders)
        self.lesson_page.tools.addWidget(self.ignore_case)
        self.lesson_page.tools.addWidget(self.score, 1)

    def _show(self, snapshot: BleuSnapshot) -> None:
        # An equal text is not set again: that would move the cursor.
        if self.reference.text() != snapshot.reference:
            self.reference.setText(snapshot.reference)
        own = snapshot.origin == "own target"
        self.reference.setToolTip(
            tool_tip(
                self.tr("Your own target of this sentence; type here to compare with another one")
                if own
                else self.tr("A correct translation to compare with; the score updates as you type")
            )
        )
        self.orders.set_current(str(snapshot.order))
        self.ignore_case.setChecked(snapshot.ignores_case)
        for view in (self.ngrams, self.table):
            view.extra_caption = (
                self.tr("reference: {text}").format(text=safe(snapshot.reference)),
            )
        self.ngrams.set_bleu(snapshot.bleu, snapshot.order)
        self.table.set_bleu(snapshot.bleu, snapshot.order)
        self.numbers.set_bleu(snapshot.bleu)
        self._show_score(snapshot.bleu)
        self.hint.setText(self._hint(snapshot))
        self._bodies.setCurrentWidget(self._explained if snapshot.bleu else self.hint)

    def _show_score(self, bleu: BleuExplained | None) -> None:
        text = self.tr("BLEU {score}").format(score=f"{bleu.score:.2f}") if bleu else ""
        self.score.setText(text)
        smoothing = smoothing_sentence(bleu) if bleu else ""
        self.smoothing.setText(smoothing)
        self.smoothing.setVisible(bool(smoothing))

    def _hint(self, snapshot: BleuSnapshot) -> str:
        if snapshot.reference.strip():
            return ""
        emptied = self.tr(
            "Type a reference translation above: BLEU then scores “{translation}” against it."
        )
        unknown = self.tr(
            "Headlight has no reference for this sentence. Type one above, and BLEU scores "
            "“{translation}” against it."
        )
        hint = emptied if snapshot.origin == "typed" else unknown
        return hint.format(translation=snapshot.translation)
