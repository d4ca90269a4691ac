"""Pages on altered, omitted, learned and relative positions of models."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import STACKS, Stack
from model.lessons.positions import AlteredRecord, AlteredTranslation
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import glosses_of
from viz_app.design.theme import Theme, mixed
from viz_app.panels.positions.pictures import matrices
from viz_app.panels.positions.pictures.matrices import without_table
from viz_app.panels.positions.pictures.texts import (
    altered_note,
    altered_tables,
    altered_title,
    learned_sentence,
)
from viz_app.panels.positions.room import PositionsSnapshot, changed_tokens, sinusoidal_twin
from viz_app.panels.positions.view.curves import NamedCurves, PositionsIntents, PositionsPage
from viz_app.pictures.matrix import MatrixPicture
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import message_text, quoted, tool_tip
from viz_app.texts.sentences import head_name
from viz_app.texts.visible_token import visible
from viz_app.widgets.choosers import CalmCombo, Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured, Themed, Translated

# ------------------------------------------------------------------------------------ altered band
# One translation with altered positions: the source with what it was told, and what came of it.


NO_POSITION = "–"
"""Shown below a token without an added position."""

NO_BREAK, BLANK, THIN = "&#8288;", "&nbsp;", "&#8201;"
"""No line ends inside of a token or before its position; thin blanks pad one that stands out.

A narrow blank, U+202F, would not keep Qt from breaking a line after a Chinese character.
"""

TINT = 0.22
"""Share of the warning colour in the ground of a token that has changed."""


class AlteredBand(Pictured, Themed, QWidget):
    """Title and note above; source tokens with their positions, an arrow, target tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title, self.note = text_label("title", wraps=True), text_label("small", wraps=True)
        self.source, self.target = text_label(), text_label()
        self._arrow = text_label("soft")
        self._arrow.setText("→")
        self._tables: Tables = ()
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)

    def show_translation(
        self,
        translation: AlteredTranslation,
        source: Sequence[str],
        changed: Sequence[bool],
        glosses: Sequence[str] = (),
    ) -> None:
        """Show a translation; ``changed`` marks the target tokens to highlight."""
        theme = self.theme
        self.title.setText(altered_title(translation))
        self.setAccessibleName(self.title.text())
        self._tables = altered_tables(translation, source, changed)
        self.note.setText(altered_note(translation, sum(changed)))
        places = [NO_POSITION if row is None else str(row) for row in translation.source_rows]
        self.source.setText(
            _line(
                [
                    _placed(*named, theme)
                    for named in zip(source, places, glosses or [""] * len(source), strict=True)
                ]
            )
        )
        self.target.setText(
            _line(
                [
                    _token(token, theme, marked=mark)
                    for token, mark in zip(translation.tokens, changed, strict=True)
                ]
            )
        )
        self.source.setAccessibleName(
            ", ".join(f"{token} {place}" for token, place in zip(source, places, strict=True))
        )
        self.target.setAccessibleName(translation.text)

    def shown_values(self) -> Tables:
        return self._tables

    def _apply_theme(self) -> None:
        margin = 4 * self.theme.unit
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setHorizontalSpacing(margin)
        self._grid.setVerticalSpacing(2 * self.theme.unit)

    def _arrange(self) -> None:
        for line in (self.source, self.target):
            line.setWordWrap(True)
            line.setTextFormat(Qt.TextFormat.RichText)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(self.title, 0, 0, 1, 2)
        self._grid.addWidget(self.note, 0, 2)
        for column, widget in enumerate((self.source, self._arrow, self.target)):
            self._grid.addWidget(widget, 1, column)
        for column in (0, 2):
            self._grid.setColumnStretch(column, 1)


def _line(tokens: Sequence[str]) -> str:
    # A line can break only at the last of three blanks, so that no line begins with a blank.
    return f"{BLANK}{BLANK} ".join(tokens)


def _placed(token: str, place: str, gloss: str, theme: Theme) -> str:
    style = f"font-size:{theme.small}px; color:{theme.soft_text}"
    words = BLANK.join([place, *map(html.escape, gloss.split())])
    return f'{_token(token, theme, marked=False)}<span style="{style}">{BLANK}{words}</span>'


def _token(token: str, theme: Theme, *, marked: bool) -> str:
    special = token in SPECIAL_TOKENS
    size, colour = (theme.small, theme.soft_text) if special else (theme.large, theme.text)
    style = f"font-size:{size}px; color:{colour};"
    if marked:
        style += f" background-color:{mixed(theme.panel, theme.warning, share=TINT)};"
    text = NO_BREAK.join(html.escape(char) for char in visible(token))
    padded = f"{THIN}{text}{THIN}" if marked else text
    return f'<span style="{style}">{padded}</span>'


# ------------------------------------------------------------------------------------ without page
# The translation as it is, with positions shuffled, and without positions.


class WithoutPage(PositionsPage):
    """Three translations, one below the other."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.sentence = Segments(theme, names=("example", "own"), texts=self._sentence_texts)
        self.side = Segments(theme, names=("source", "target", "both"), texts=self._side_texts)
        self.again, self.offer = QPushButton(), QPushButton()
        self.unmoved = text_label(wraps=True, selectable=True)
        self.bands = tuple(AlteredBand(theme) for _ in range(3))
        self.waiting = placeholder(wraps=True)
        self._pictures = QStackedWidget()
        self._column = QVBoxLayout()
        self._arrange()
        self.side.picked.connect(intents.side_picked)
        self.sentence.picked.connect(intents.sentence_picked)
        self.offer.clicked.connect(lambda: intents.sentence_picked.emit("example"))
        self.again.clicked.connect(intents.exchange_requested.emit)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        self.side.set_current(snapshot.choices.side)
        self.sentence.set_current(snapshot.choices.sentence)
        self.sentence.setVisible(bool(snapshot.example))
        for choice in (self.sentence, self.side, self.again):
            choice.setEnabled(snapshot.absent is None)
        record = snapshot.altered
        self._pictures.setCurrentIndex(0 if record else 1)
        self.waiting.setText(self._reason(snapshot))
        if record is not None:
            self._show_record(
                record, own=not snapshot.shows_example, glossed=bool(snapshot.glosses)
            )
            self.unmoved.setVisible(not record.shows_effect)
            offers = bool(snapshot.example) and not snapshot.shows_example
            self.offer.setVisible(offers and not record.shows_effect)

    def _reason(self, snapshot: PositionsSnapshot) -> str:
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if not snapshot.has_table:
            return without_table(snapshot.kind)
        if snapshot.tokens:
            return self.tr("Translating three times …")
        return self.tr("Type a sentence to see the effect of its positions.")

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self._column.setSpacing(3 * self.theme.unit)
        self.refresh()

    def _retranslate(self) -> None:
        self.again.setText(self.tr("Shuffle again"))
        self.again.setToolTip(self.tr("Shuffle the positions in another way"))
        self.offer.setText(self.tr("Show an example that changes"))
        self.unmoved.setText(
            self.tr(
                "Shuffled positions do not change this translation: the words alone leave little "
                "choice. Shuffle again, or choose another sentence."
            )
        )

    def _sentence_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "example": (
                self.tr("Example"),
                self.tr("A sentence whose meaning depends on the order of its words"),
            ),
            "own": (self.tr("Current sentence"), self.tr("The sentence in the field above")),
        }

    def _side_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "source": (self.tr("Source"), self.tr("Alter the positions that the encoder reads")),
            "target": (self.tr("Target"), self.tr("Alter the positions that the decoder reads")),
            "both": (self.tr("Both"), self.tr("Alter the positions of both sides")),
        }

    def _show_record(self, record: AlteredRecord, *, own: bool, glossed: bool) -> None:
        glosses = glosses_of(record.source_tokens) if glossed else ()
        kept = record.translations[0]
        for band, translation in zip(self.bands, record.translations, strict=True):
            changed = changed_tokens(kept.tokens, translation.tokens)
            example = () if own else (quoted(record.source_text),)
            band.extra_caption = (self._side_texts()[record.side][0], *example)
            band.of_translation = own
            band.show_translation(translation, record.source_tokens, changed, glosses)

    def _arrange(self) -> None:
        self.again.setProperty("segment", True)
        for widget in (self.sentence, self.side, self.again):
            self.row.addWidget(widget)
        content = QWidget()
        filled(self._column, self.unmoved, *(framed(band) for band in self.bands))
        self._column.insertWidget(1, self.offer, 0, Qt.AlignmentFlag.AlignLeft)
        content.setLayout(self._column)
        self._column.addStretch(1)
        self._pictures.addWidget(scrolled(content))
        self._pictures.addWidget(self.waiting)
        self.rows.addWidget(self._pictures)


# ------------------------------------------------------------------------------------ learned page
# The sinusoidal table beside the learned one of a model that has one.


class LearnedPage(PositionsPage):
    """Two tables side by side with their similarities below; or how to find a learned table."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.tables = [PictureView(theme, of=MatrixPicture) for _ in range(2)]
        self.similarities = [PictureView(theme, of=MatrixPicture) for _ in range(2)]
        self.sentence = text_label(wraps=True, selectable=True)
        self.train = QPushButton()
        self.train.setProperty("primary", True)
        self.train.clicked.connect(intents.training_requested.emit)
        self._sides, self._right = QHBoxLayout(), QStackedWidget()
        self._none = QVBoxLayout()
        self._right.addWidget(scrolled(_column(self.tables[1], self.similarities[1])))
        text = QWidget()
        text.setLayout(self._none)
        self._none.addStretch(1)
        self._none.addWidget(self.sentence)
        self._none.addWidget(self.train, 0, Qt.AlignmentFlag.AlignLeft)
        self._none.addStretch(1)
        self._right.addWidget(framed(text))
        left = scrolled(_column(self.tables[0], self.similarities[0]))
        self.rows.addLayout(filled(self._sides, (left, 1), (self._right, 1)))
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        self._show_table(0, sinusoidal_twin(snapshot))
        own = snapshot.kind in {"learned", "given"}
        if own:
            self._show_table(1, snapshot)
        self._right.setCurrentIndex(0 if own else 1)
        self.sentence.setText(learned_sentence(snapshot.learned, snapshot.kind))
        self.train.setVisible(snapshot.learned == ())

    def _apply_theme(self) -> None:
        super()._apply_theme()
        margin = 6 * self.theme.unit
        self._none.setContentsMargins(margin, margin, margin, margin)
        self._none.setSpacing(2 * self.theme.unit)
        self._sides.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        self.train.setText(self.tr("Train a model with learned positions…"))
        self.train.setToolTip(self.tr("Fill in the training form without starting"))

    def _show_table(self, side: int, snapshot: PositionsSnapshot) -> None:
        count = snapshot.count
        self.tables[side].set_picture(matrices.table_picture(snapshot, count))
        self.similarities[side].set_picture(matrices.similarity_picture(snapshot, count))


def _column(above: QWidget, below: QWidget) -> QWidget:
    column = QWidget()
    filled(QVBoxLayout(column), (framed(above), 6), (framed(below), 5))
    return column


# --------------------------------------------------------------------------------- relative biases
# What heads add to their scores for distances: curves of all, and one head's matrix.


class RelativeBiases(Themed, Translated, QSplitter):
    """Bias matrix of the chosen head at the left, bias curves of each stack at the right."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.matrix = PictureView(theme, of=MatrixPicture)
        self.curves: dict[Stack, NamedCurves] = {
            stack: NamedCurves(theme, many=True) for stack in STACKS
        }
        self._frames = {stack: framed(curves) for stack, curves in self.curves.items()}
        self._down, self.choice = QSplitter(Qt.Orientation.Vertical), QWidget()
        self.stack = Segments(theme, names=STACKS, texts=self._stack_texts)
        self.head = CalmCombo(self.choice, characters=4)
        self._row = filled(QHBoxLayout(self.choice), self.stack, self.head)
        for frame in self._frames.values():
            self._down.addWidget(frame)
        self.addWidget(framed(self.matrix))
        self.addWidget(self._down)
        for splitter in (self, self._down):
            splitter.setChildrenCollapsible(False)
        self.setSizes([5000, 6000])
        self.stack.picked.connect(intents.stack_picked)
        self.head.activated.connect(intents.head_picked)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        known = snapshot.distances
        self.stack.set_current(snapshot.stack)
        self.stack.setVisible(len(known) > 1)
        heads = range(snapshot.model.config.n_heads)
        self.head.show_entries([head_name(head) for head in heads], snapshot.head)
        self.matrix.set_picture(matrices.bias_matrix(snapshot))
        for stack, curves in self.curves.items():
            self._frames[stack].setVisible(stack in known)
            if stack in known:
                plot = matrices.bias_curves(snapshot, stack)
                names = [str(head + 1) for head in heads]
                curves.show_curves(plot, title=plot.title, names=names)

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        for splitter in (self, self._down):
            splitter.setHandleWidth(3 * unit)

    def _retranslate(self) -> None:
        self.head.setAccessibleName(self.tr("Head"))
        self.head.setToolTip(tool_tip(self.tr("The head whose biases are shown as a matrix")))

    def _stack_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "encoder": (self.tr("Encoder"), self.tr("The biases that the encoder's heads add")),
            "decoder": (self.tr("Decoder"), self.tr("The biases that the decoder's heads add")),
        }
