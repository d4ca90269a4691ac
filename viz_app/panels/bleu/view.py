"""The BLEU tab: two sentences with their n-grams, the score, and its formula."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
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
from viz_app.panels.bleu.pictures import (
    Ngrams,
    Orders,
    ngrams_picture,
    order_texts,
    orders_picture,
    penalty_sentence,
    score_sentence,
    short_sentence,
    smoothing_sentence,
)
from viz_app.panels.bleu.room import BleuSnapshot, BleuState, order_picked, reference_typed
from viz_app.texts.labels import text_page, tool_tip
from viz_app.texts.visible_token import safe
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab, show_typeset
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

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

    def set_bleu(self, bleu: BleuExplained) -> None:
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
        self.ngrams = PictureView(theme, of=Ngrams)
        self.table = PictureView(theme, of=Orders, follows=True)
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
        self.table.picked.connect(lambda row: pick_order(row + 1))
        self.ngrams.pointed.connect(self._stand_out)
        self.ignore_case.clicked.connect(room.sets("ignores_case"))
        self.reference.textEdited.connect(room.does(reference_typed))

    def _head(self, gap: int) -> QHBoxLayout:
        label = text_label("small", self.tr("Reference"))
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
        caption = (self.tr("reference: {text}").format(text=safe(snapshot.reference)),)
        if snapshot.bleu is not None:
            about = snapshot.bleu, snapshot.order, caption
            self.ngrams.set_picture(ngrams_picture(*about))
            self.table.set_picture(orders_picture(*about))
            self.numbers.set_bleu(snapshot.bleu)
        bleu = snapshot.bleu
        self.score.setText(
            self.tr("BLEU {score}").format(score=f"{bleu.score:.2f}") if bleu else ""
        )
        smoothing = smoothing_sentence(bleu) if bleu else ""
        self.smoothing.setText(smoothing)
        self.smoothing.setVisible(bool(smoothing))
        self.hint.setText(self._hint(snapshot))
        self._bodies.setCurrentWidget(self._explained if snapshot.bleu else self.hint)

    def _stand_out(self, spot: Cell | None) -> None:
        picture = self.ngrams.picture
        if isinstance(picture, Ngrams):
            match = None if spot is None else picture.place(spot).match
            if match != picture.pointed:
                self.ngrams.set_picture(replace(picture, pointed=match))

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
