"""The batch: its sentences to edit, and beside each what becomes of it when it is padded."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.mask_painter import batch_rows
from viz_app.panels.masks.painting.mask_pictures import place_sentence
from viz_app.panels.masks.shown import BatchShown
from viz_app.panels.masks.state import FEWEST, MOST
from viz_app.panels.masks.views.batch_view import LINE, BatchView
from viz_app.panels.masks.views.sentence_row import SentenceRow
from viz_app.widgets.scrolled_area import ScrolledArea
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class BatchEditor(Themed, Translated, ScrolledArea):
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
        self._arrange()
        self.tokens.sentence_clicked.connect(self._pick)
        self.set_theme(theme)

    @property
    def can_add(self) -> bool:
        """Whether there is room for another sentence, and none is still without a text."""
        return not self._blank and len(self._rows) < MOST

    def set_batch(self, shown: BatchShown) -> None:
        """Show a batch. An empty line stays until it gets a text."""
        if self._shown is None or shown.texts[0] != self._shown.texts[0]:
            self._blank = False
        self._shown = shown
        self._show()

    def row(self, index: int) -> SentenceRow:
        """The line of a sentence, from 0."""
        return self._rows[index]

    def lines(self) -> int:
        """How many lines there are."""
        return len(self._rows)

    def add(self) -> None:
        """An empty line to type into."""
        if self.can_add and self._shown is not None:
            self._set_blank(blank=True)
            field = self._rows[-1].field
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(field)

    def set_most_lines(self, lines: int) -> None:
        """Scroll when there are more."""
        self._most_lines = max(FEWEST, lines)
        self._fit()

    def _dress(self) -> None:
        for row in self._rows:
            row.set_theme(self.theme)
        self._grid.setHorizontalSpacing(2 * self.theme.unit)
        self._fit()

    def _retranslate(self) -> None:
        for row in self._rows:
            row.retranslate()
        self._show_tokens()

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
            self._grid.addWidget(widget, row.index, column)
        row.show()  # before it has a place: the keyboard may go there at once
        row.number_clicked.connect(lambda: self._pick(row.index))
        row.edited.connect(self._submit)
        row.removed.connect(lambda: self._remove(row.index))
        row.retranslate()
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
        """As high as its lines, up to the most that there is room for."""
        height = round(LINE * self.theme.scale)
        for line in range(MOST):
            self._grid.setRowMinimumHeight(line, height if line < len(self._rows) else 0)
        count = max(len(self._rows), FEWEST)
        self._content.setMinimumHeight(height * count)
        self.setFixedHeight(height * min(count, self._most_lines))
