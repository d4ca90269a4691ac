"""The batch: its sentences to edit, and the four masks of one of them."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
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
    Masks,
    batch_masks,
    mask_legend,
    mask_sentence,
    masks_picture,
)
from viz_app.panels.masks.pictures.token_rows import LINE, TokenRows, batch_rows
from viz_app.panels.masks.room import (
    FEWEST,
    MOST,
    BatchShown,
    MasksState,
    SentencesShown,
    sentence_picked,
    sentences_given,
)
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import ScrolledArea, filled, framed, name_parts, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.room import RoomHandle

# ----------------------------------------------------------------------------------------- chooser


class SentenceChoice(CalmCombo):
    """The sentences that the model can read, by number and text."""

    def __init__(self, room: RoomHandle[MasksState]) -> None:
        super().__init__(characters=16)
        self._sentences: tuple[int, ...] = ()
        pick = room.does(sentence_picked)
        self.setProperty("compact", True)
        self.activated.connect(lambda index: pick(self._sentences[index]))
        self.setAccessibleName(self.tr("Sentence of the batch"))
        self.setToolTip(self.tr("The sentence of the batch whose masks are shown"))

    def show_sentences(self, shown: SentencesShown) -> None:
        self._sentences = there = tuple(n for n, row in enumerate(shown.rows) if row is not None)
        names = [f"{index + 1} · {shown.texts[index]}" for index in there]
        self.show_entries(names, there.index(shown.sentence) if shown.sentence in there else -1)


# ------------------------------------------------------------------------------------------ editor


class SentenceRow(NamedTuple):
    """The widgets of a sentence: its number, its text, and a way to take it out."""

    number: QPushButton
    field: QLineEdit
    remove: QPushButton


class BatchEditor(ScrolledArea):
    """A line for each sentence, the first fixed; ``lines_changed`` tells of one more or less."""

    lines_changed = Signal()

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self.theme = theme
        self._pick_sentence, self._give = room.does(sentence_picked), room.does(sentences_given)
        self._shown: BatchShown | None = None
        self._blank = False
        self._most_lines = MOST
        self.rows: list[SentenceRow] = []
        self._content = QWidget()
        self.tokens = PictureView(theme, self._content, of=TokenRows, picks=True, margin=0)
        self._grid = QGridLayout(self._content)
        self._grid.setHorizontalSpacing(2 * theme.unit)
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
        self.tokens.picked.connect(lambda cell: self._pick(cell.row))
        self._fit()

    @property
    def can_add(self) -> bool:
        """Whether there is room for another sentence, and no line is empty."""
        return not self._blank and len(self.rows) < MOST

    def set_batch(self, shown: BatchShown) -> None:
        # An empty line stays until it gets a text.
        if self._shown is None or shown.texts[0] != self._shown.texts[0]:
            self._blank = False
        self._shown = shown
        self._show(shown)

    def add(self) -> None:
        if self.can_add and self._shown is not None:
            self._set_blank(blank=True)
            field = self.rows[-1].field
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

    def _show(self, shown: BatchShown) -> None:
        texts = (*shown.texts, "") if self._blank else shown.texts
        while len(self.rows) > len(texts):
            for widget in self.rows.pop():
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        while len(self.rows) < len(texts):
            self._add_row(len(self.rows))
        self._grid.removeWidget(self.tokens)
        self._grid.addWidget(self.tokens, 0, 3, len(texts), 1)
        rows = shown.rows + ((None,) if self._blank else ())
        for index, (row, text) in enumerate(zip(self.rows, texts, strict=True)):
            # A text that is being typed is kept.
            typed = row.field.hasFocus() and row.field.isModified()
            if not typed and text != row.field.text():
                row.field.setText(text)
                row.field.setCursorPosition(0)
            row.number.setChecked(index == shown.sentence)
            row.number.setEnabled(rows[index] is not None)
            row.remove.setEnabled(len(shown.texts) > FEWEST or index >= FEWEST)
        waiting, refused = self.tr("…"), self.tr("not in the batch: the model cannot read it")
        absent = waiting if shown.waits or None not in shown.rows else refused
        picture = batch_rows(shown.record, lines=rows, absent=absent, glosses=shown.glosses)
        self.tokens.set_picture(picture)
        self._fit()

    def _add_row(self, index: int) -> None:
        parent, theme, number = self._content, self.theme, index + 1
        row = SentenceRow(QPushButton(parent), QLineEdit(parent), QPushButton(parent))
        row.number.setText(str(number))
        row.number.setCheckable(True)
        row.number.setAutoExclusive(False)
        row.number.setFixedWidth(9 * theme.unit)
        row.number.setAccessibleName(self.tr("Sentence {number}").format(number=number))
        row.number.setToolTip(self.tr("Show the masks of this sentence of the batch"))
        row.field.setProperty("compact", True)
        row.field.setProperty("role", "sentence")
        row.field.setReadOnly(index == 0)
        row.field.setMinimumWidth(36 * theme.unit)
        row.field.setAccessibleName(self.tr("Text of sentence {number}").format(number=number))
        row.field.setPlaceholderText(self.tr("Type a sentence and press Enter"))
        row.field.setToolTip(
            self.tr("The sentence on screen: translate another one to change it")
            if index == 0
            else self.tr("Another sentence of the batch; press Enter to use it")
        )
        row.remove.setIcon(themed_icon("close", theme))
        row.remove.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        row.remove.setFixedWidth(8 * theme.unit)
        row.remove.setAccessibleName(self.tr("Remove sentence {number}").format(number=number))
        row.remove.setToolTip(self.tr("Remove this sentence from the batch"))
        for column, (name, widget) in enumerate(
            zip(("number", "text", "remove"), row, strict=True)
        ):
            widget.setProperty("segment", widget is not row.field or None)
            name_parts(widget, f"masks-sentence-{number}-{name}")
            self._grid.addWidget(widget, index, column)
            # before it has a place: the keyboard may go there at once
            widget.setVisible(widget is not row.remove or index > 0)
        row.number.clicked.connect(lambda: self._pick(index))
        row.field.editingFinished.connect(lambda: self._submit(row.field))
        row.remove.clicked.connect(lambda: self._remove(index))
        self.rows.append(row)

    def _pick(self, line: int) -> None:
        shown = self._shown
        if shown is None or line >= len(shown.rows) or shown.rows[line] is None:
            return
        for index, row in enumerate(self.rows):
            row.number.setChecked(index == line)
        self._pick_sentence(line)

    def _texts(self, *, without: int = 0) -> tuple[str, ...]:
        """Those beside the first."""
        texts = [row.field.text().strip() for row in self.rows]
        return tuple(text for n, text in enumerate(texts) if text and n not in {0, without})

    def _submit(self, field: QLineEdit) -> None:
        if not field.isModified():
            return
        field.setModified(False)
        given = self._texts()
        if self._shown is not None and given == self._shown.texts[1:]:
            self._set_blank(blank=False)  # nothing new will be shown
            return
        self._blank = False
        self._give(given)

    def _remove(self, index: int) -> None:
        if self._blank and index == len(self.rows) - 1:
            self._set_blank(blank=False)
            return
        self.rows[index].field.setModified(False)
        self._give(self._texts(without=index))

    def _set_blank(self, *, blank: bool) -> None:
        self._blank = blank
        if self._shown is not None:
            self._show(self._shown)
        self.lines_changed.emit()

    def _fit(self) -> None:
        height = round(LINE * self.theme.scale)
        for line in range(MOST):
            self._grid.setRowMinimumHeight(line, height if line < len(self.rows) else 0)
        count = max(len(self.rows), FEWEST)
        self._content.setMinimumHeight(height * count)
        self.setFixedHeight(height * min(count, self._most_lines))


# -------------------------------------------------------------------------------------- batch part


BATCH_SHARE = 0.34  # share of the height that the batch may take


class BatchPart(QWidget):
    """Two to six sentences, padded to the length of the longest, and the masks of one of them."""

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self._line = LINE * theme.scale
        self.editor = BatchEditor(theme, room)
        self.masks = PictureView(theme, of=Masks, picks=True)
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
        record = shown.record
        is_even = record.source_padding.all() and record.target_padding.all()
        self._caption.setText(
            self.tr("The batch: all sentences have the same length, so there is no padding")
            if is_even
            else self.tr("The batch: shorter sentences are padded to the length of the longest")
        )
        masks = batch_masks(record, shown.sentence_row, shown.source_glosses)
        sentence = self.tr("sentence {number}").format(number=shown.sentence + 1)
        self.masks.set_picture(masks_picture(masks, mask_sentence, sentence))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.editor.set_most_lines(int(self.height() * BATCH_SHARE / self._line))

    def _show_add(self) -> None:
        self.add.setEnabled(self.editor.can_add)


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
