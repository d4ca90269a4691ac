"""The batch: its sentences to edit, and each of them padded."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures.masks import (
    batch_rows,
    mask_legend,
    mask_pictures,
    mask_sentence,
    place_sentence,
)
from viz_app.panels.masks.pictures.token_rows import Places, TokenRows, paint_token_rows
from viz_app.panels.masks.room import FEWEST, MOST
from viz_app.panels.masks.snapshot import BatchShown
from viz_app.panels.masks.view.tiles import MasksIntents, TilesView
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import ScrolledArea, filled, framed, name_parts, text_label
from viz_app.widgets.picture_view import Still
from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------- sentence choice
# Which sentence of the batch: a chooser.


CHARACTERS = 16


class SentenceChoice(CalmCombo):
    """The sentences that the model can read, by number and text."""

    def __init__(self, intents: MasksIntents) -> None:
        super().__init__(characters=CHARACTERS)
        self._sentences: tuple[int, ...] = ()
        self.setProperty("compact", True)
        self.activated.connect(lambda index: intents.sentence_picked.emit(self._sentences[index]))
        self.setAccessibleName(self.tr("Sentence of the batch"))
        self.setToolTip(self.tr("The sentence of the batch whose masks are shown"))

    def show_sentences(
        self, texts: tuple[str, ...], rows: tuple[int | None, ...], current: int
    ) -> None:
        self._sentences = tuple(index for index, row in enumerate(rows) if row is not None)
        names = [f"{index + 1} · {texts[index]}" for index in self._sentences]
        there = current in self._sentences
        self.show_entries(names, self._sentences.index(current) if there else -1)


# ------------------------------------------------------------------------------------ sentence row
# One sentence of a batch: its number, its text, and a way to take it out.


_PARTS = "number", "text", "remove"


class SentenceRow(QObject):
    """Three widgets for a grid.

    Signals:
        number_clicked: requests the masks of this sentence.
        edited: the text was changed and Enter pressed, or the field left.
        removed: the sentence shall go.
    """

    number_clicked = Signal()
    edited = Signal()
    removed = Signal()

    def __init__(self, index: int, theme: Theme, parent: QWidget) -> None:
        """``index`` counts from 0; the first sentence is the one on screen."""
        super().__init__(parent)
        self.index = index
        self.number, self.remove = QPushButton(parent), QPushButton(parent)
        self.field = QLineEdit(parent)
        self.number.setCheckable(True)
        self.number.setAutoExclusive(False)
        self.number.setProperty("segment", True)
        self.remove.setProperty("segment", True)
        self.field.setProperty("compact", True)
        self.field.setProperty("role", "sentence")
        self.field.setReadOnly(index == 0)
        self.number.clicked.connect(self._on_number)
        self.field.editingFinished.connect(self._on_edited)
        self.remove.clicked.connect(self.removed)
        self.remove.setIcon(themed_icon("close", theme))
        self.remove.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.remove.setFixedWidth(8 * theme.unit)
        self.number.setFixedWidth(9 * theme.unit)
        self.field.setMinimumWidth(36 * theme.unit)
        self._name()

    @property
    def widgets(self) -> tuple[QPushButton, QLineEdit, QPushButton]:
        return self.number, self.field, self.remove

    def set_text(self, text: str) -> None:
        # A text that is being typed is kept.
        if not (self.field.hasFocus() and self.field.isModified()) and text != self.field.text():
            self.field.setText(text)
            self.field.setCursorPosition(0)

    def _name(self) -> None:
        number = self.index + 1
        self.number.setText(str(number))
        self.number.setAccessibleName(self.tr("Sentence {number}").format(number=number))
        self.number.setToolTip(self.tr("Show the masks of this sentence of the batch"))
        self.field.setAccessibleName(self.tr("Text of sentence {number}").format(number=number))
        self.field.setPlaceholderText(self.tr("Type a sentence and press Enter"))
        self.field.setToolTip(
            self.tr("The sentence on screen: translate another one to change it")
            if self.index == 0
            else self.tr("Another sentence of the batch; press Enter to use it")
        )
        self.remove.setAccessibleName(self.tr("Remove sentence {number}").format(number=number))
        self.remove.setToolTip(self.tr("Remove this sentence from the batch"))

    def show(self) -> None:
        for widget in self.widgets:
            widget.setVisible(widget is not self.remove or self.index > 0)

    def discard(self) -> None:
        for widget in self.widgets:
            widget.hide()
            widget.deleteLater()
        self.deleteLater()

    def _on_number(self) -> None:
        self.number.setChecked(True)
        self.number_clicked.emit()

    def _on_edited(self) -> None:
        if self.field.isModified():
            self.field.setModified(False)
            self.edited.emit()


# -------------------------------------------------------------------------------------- batch view
# Rows of padded tokens as a widget that says what is under the mouse or the cell cursor.


LINE = 32
"""Height of a line of tokens, in px at 100 %."""

NOTED_LINE = 46
"""The same with a number under each token."""

GLOSS_LINE = 12
"""Additional height with glosses, in px at 100 %."""

PlaceSentence = Callable[[int, int], str]
"""Describes a place in a row, by their indices."""


class BatchView(CellsView):
    """Tokens of a batch, padding hatched; ``sentence_clicked`` has the line (from 0)."""

    sentence_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: TokenRows | None = None
        self._say: PlaceSentence = lambda _row, _place: ""
        self._places: Places = []
        self.setAccessibleName(self.tr("The batch"))

    def set_rows(self, rows: TokenRows | None, say: PlaceSentence) -> None:
        self._rows, self._say, self._places, self._cursor = rows, say, [], None
        self.describe("; ".join(" ".join(row) for row in rows.tokens) if rows else "")
        self.updateGeometry()
        self.redraw()

    def places(self) -> Places:
        return self._places

    def shown_values(self) -> Tables:
        return self._rows.tables() if self._rows else ()

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        if self._rows is not None:
            self._places = paint_token_rows(painter, rect, self._rows, self.theme)

    def still(self, theme: Theme) -> Still | None:
        shown, rect = self._rows, self.picture_rect()
        return (lambda painter: paint_token_rows(painter, rect, shown, theme)) if shown else None

    def picture_rect(self) -> QRectF:
        return QRectF(self.rect())

    def sizeHint(self) -> QSize:
        return self.scaled(600, self._height())

    def minimumSizeHint(self) -> QSize:
        return self.scaled(120, self._height())

    def extent(self) -> tuple[int, int]:
        return len(self._places), max((len(line) for line in self._places), default=0)

    def cell_at(self, point: QPointF) -> Cell | None:
        for line, places in enumerate(self._places):
            for place, area in enumerate(places):
                if area.contains(point):
                    return Cell(line, place)
        return None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        line = self._places[cell.row]
        return line[cell.column] if line else None

    def cell_sentence(self, row: int, column: int) -> str:
        shown = self._rows.shown[row] if self._rows else None
        return "" if shown is None else self._say(shown, column)

    def go_to(self, cell: Cell) -> None:
        if self._places[cell.row]:
            super().go_to(cell)
        else:
            self.show_ring()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.sentence_clicked.emit(cell.row)

    def _height(self) -> int:
        rows = self._rows
        line = LINE
        if rows is not None and rows.notes:
            line = NOTED_LINE + (GLOSS_LINE if rows.glosses else 0)
        return line * (len(rows.shown) if rows is not None else 2)


# ------------------------------------------------------------------------------------ batch editor


class BatchEditor(ScrolledArea):
    """A line for each sentence, the first fixed; ``lines_changed`` tells of one more or less."""

    lines_changed = Signal()

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.theme, self._intents = theme, intents
        self._shown: BatchShown | None = None
        self._blank = False
        self._most_lines = MOST
        self._rows: list[SentenceRow] = []
        self._content = QWidget()
        self.tokens = BatchView(theme, self._content)
        self._grid = QGridLayout(self._content)
        self._grid.setHorizontalSpacing(2 * theme.unit)
        self._arrange()
        self.tokens.sentence_clicked.connect(self._pick)
        self._fit()

    @property
    def can_add(self) -> bool:
        """Whether there is room for another sentence, and no line is empty."""
        return not self._blank and len(self._rows) < MOST

    def set_batch(self, shown: BatchShown) -> None:
        # An empty line stays until it gets a text.
        if self._shown is None or shown.texts[0] != self._shown.texts[0]:
            self._blank = False
        self._shown = shown
        self._show()

    def row(self, index: int) -> SentenceRow:
        return self._rows[index]

    def lines(self) -> int:
        return len(self._rows)

    def add(self) -> None:
        if self.can_add and self._shown is not None:
            self._set_blank(blank=True)
            field = self._rows[-1].field
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(field)

    def set_most_lines(self, lines: int) -> None:
        """Scroll if there are more lines."""
        self._most_lines = max(FEWEST, lines)
        self._fit()

    def view_state(self) -> bool:
        return self._blank

    def set_view_state(self, state: bool, *, same: bool) -> None:
        if state and same:
            self._set_blank(blank=True)

    def _arrange(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(3, 5)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)

    def _show(self) -> None:
        if self._shown is None:
            return
        texts = (*self._shown.texts, "") if self._blank else self._shown.texts
        self._make_rows(len(texts))
        fewest = len(self._shown.texts) <= FEWEST
        for row, text in zip(self._rows, texts, strict=True):
            row.set_text(text)
            row.number.setChecked(row.index == self._shown.sentence)
            read = row.index < len(self._shown.rows) and self._shown.rows[row.index] is not None
            row.number.setEnabled(read)
            row.remove.setEnabled(not fewest or row.index >= FEWEST)
        self._show_tokens()
        self._fit()

    def _show_tokens(self) -> None:
        shown = self._shown
        if shown is None:
            return
        glosses = shown.glosses
        record, lines = shown.record, shown.rows + ((None,) if self._blank else ())
        waiting, refused = self.tr("…"), self.tr("not in the batch: the model cannot read it")
        absent = waiting if shown.waits or None not in shown.rows else refused
        self.tokens.set_rows(
            batch_rows(record, lines=lines, absent=absent, glosses=glosses),
            lambda row, place: place_sentence(
                record, sentence=row, place=place, gloss=glosses[row][place] if glosses else ""
            ),
        )

    def _make_rows(self, count: int) -> None:
        while len(self._rows) > count:
            row = self._rows.pop()
            for widget in row.widgets:
                self._grid.removeWidget(widget)
            row.discard()
        while len(self._rows) < count:
            self._add_row()
        self._grid.removeWidget(self.tokens)
        self._grid.addWidget(self.tokens, 0, 3, count, 1)

    def _add_row(self) -> None:
        row = SentenceRow(len(self._rows), self.theme, self._content)
        for column, widget in enumerate(row.widgets):
            name_parts(widget, f"masks-sentence-{row.index + 1}-{_PARTS[column]}")
            self._grid.addWidget(widget, row.index, column)
        row.show()  # before it has a place: the keyboard may go there at once
        row.number_clicked.connect(lambda: self._pick(row.index))
        row.edited.connect(self._submit)
        row.removed.connect(lambda: self._remove(row.index))
        self._rows.append(row)

    def _pick(self, line: int) -> None:
        shown = self._shown
        if shown is None or line >= len(shown.rows) or shown.rows[line] is None:
            return
        for row in self._rows:
            row.number.setChecked(row.index == line)
        self._intents.sentence_picked.emit(line)

    def _submit(self) -> None:
        texts = tuple(row.field.text().strip() for row in self._rows[1:])
        given = tuple(text for text in texts if text)
        if self._shown is not None and given == self._shown.texts[1:]:
            self._set_blank(blank=False)  # nothing new will be shown
            return
        self._blank = False
        self._intents.sentences_changed.emit(given)

    def _remove(self, index: int) -> None:
        if self._blank and index == len(self._rows) - 1:
            self._set_blank(blank=False)
            return
        texts = [row.field.text().strip() for row in self._rows if row.index not in {0, index}]
        self._rows[index].field.setModified(False)
        self._intents.sentences_changed.emit(tuple(text for text in texts if text))

    def _set_blank(self, *, blank: bool) -> None:
        self._blank = blank
        self._show()
        self.lines_changed.emit()

    def _fit(self) -> None:
        height = round(LINE * self.theme.scale)
        for line in range(MOST):
            self._grid.setRowMinimumHeight(line, height if line < len(self._rows) else 0)
        count = max(len(self._rows), FEWEST)
        self._content.setMinimumHeight(height * count)
        self.setFixedHeight(height * min(count, self._most_lines))


# -------------------------------------------------------------------------------------- batch part
# The batch, and the four masks of one of its sentences.


BATCH_SHARE = 0.34
"""Share of the height that the batch may take."""


class BatchPart(QWidget):
    """Two to six sentences, padded to the length of the longest."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents, self._line = intents, LINE * theme.scale
        self.editor, self.masks = BatchEditor(theme, intents), TilesView(theme)
        self.add, frame, unit = QPushButton(self.tr("Add a sentence")), QFrame(), theme.unit
        self._caption = text_label("small", wraps=True)
        head = filled(QHBoxLayout(), (self._caption, 1), _Legend(theme), self.add)
        self.add.setProperty("segment", True)
        self.add.setToolTip(
            tool_tip(self.tr("Add a sentence to the batch (at most {most})").format(most=MOST))
        )
        frame.setProperty("panel", True)
        margins = (4 * unit, 2 * unit, 4 * unit, 2 * unit)
        filled(QVBoxLayout(frame), head, self.editor, spacing=2 * unit, margins=margins)
        filled(QVBoxLayout(self), frame, (framed(self.masks), 1), spacing=3 * unit)
        self.add.clicked.connect(self.editor.add)
        self.editor.lines_changed.connect(self._show_add)

    def set_shown(self, shown: BatchShown) -> None:
        self.editor.set_batch(shown)
        self._show_add()
        self._show_caption(shown)
        self._show_masks(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.editor.set_most_lines(int(self.height() * BATCH_SHARE / self._line))

    def _show_add(self) -> None:
        self.add.setEnabled(self.editor.can_add)

    def _show_caption(self, shown: BatchShown) -> None:
        record = shown.record
        is_even = record.source_padding.all() and record.target_padding.all()
        self._caption.setText(
            self.tr("The batch: all sentences have the same length, so there is no padding")
            if is_even
            else self.tr("The batch: shorter sentences are padded to the length of the longest")
        )

    def _show_masks(self, shown: BatchShown) -> None:
        pictures = mask_pictures(shown.record, shown.sentence_row, shown.source_glosses)
        sentence = self.tr("sentence {number}").format(number=shown.sentence + 1)
        self.masks.extra_caption = (sentence,)
        self.masks.set_pictures(
            pictures, lambda picture, cell: mask_sentence(pictures[picture], cell)
        )


class _Legend(QWidget):
    """Legend of tinted and hatched cells."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self) -> QSize:
        width = legend_width(mask_legend(), self.theme) + 6 * self.theme.unit
        return QSize(round(width), 6 * self.theme.unit)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        place = QPointF(3.0 * self.theme.unit, (self.height() - self.theme.small) / 2)
        with QPainter(self) as painter:
            paint_legend(painter, place, mask_legend(), self.theme)
