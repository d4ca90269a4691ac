"""The BLEU tab: the translation on screen against a reference."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.bleu.explained import MAX_ORDER
from viz_app.design.theme import Theme
from viz_app.panels.bleu.intents import BleuIntents
from viz_app.panels.bleu.snapshot import BleuSnapshot
from viz_app.panels.bleu.texts import bleu_lesson, order_texts, smoothing_sentence
from viz_app.panels.bleu.views.ngram_view import NgramView
from viz_app.panels.bleu.views.numbers import BleuNumbers
from viz_app.panels.bleu.views.order_table import OrderTable
from viz_app.texts.isolates import safe
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import placeholder, text_label
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments


class BleuPanel(LessonTab):
    """Shows how near the translation is to a right one, and how that is counted."""

    _snapshot: BleuSnapshot | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=bleu_lesson, parent=parent)
        self.intents = BleuIntents(self)
        self.orders = Segments(
            theme, names=[str(n) for n in range(1, MAX_ORDER + 1)], texts=order_texts
        )
        self.ignore_case, self.reference = QCheckBox(), QLineEdit()
        self.ngrams, self.table = NgramView(theme), OrderTable(theme, self.intents)
        self.numbers = BleuNumbers(theme)
        self.score = text_label("token", selectable=True)
        self.hint, self._label = placeholder(wraps=True), text_label("small")
        self.smoothing = text_label("small", wraps=True, selectable=True)
        self._explained, self._bodies = QWidget(), QStackedWidget()
        self._head, self._below = QHBoxLayout(), QHBoxLayout()
        self._rows, self._body = QVBoxLayout(content), QVBoxLayout(self._explained)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def _show(self, snapshot: BleuSnapshot) -> None:
        self._show_reference(snapshot)
        self.orders.set_current(str(snapshot.order))
        self.ignore_case.setChecked(snapshot.ignores_case)
        for view in (self.ngrams, self.table):
            view.said_too = (self.tr("reference: {text}").format(text=safe(snapshot.reference)),)
        self.ngrams.set_bleu(snapshot.bleu, snapshot.order)
        self.table.set_bleu(snapshot.bleu, snapshot.order)
        self.numbers.set_bleu(snapshot.bleu)
        self._show_score()
        self._show_smoothing()
        self._show_hint()
        self._bodies.setCurrentWidget(self._explained if snapshot.bleu else self.hint)

    def _dress(self) -> None:
        for layout in (self._rows, self._body, self._below, self._head):
            layout.setSpacing(2 * self.theme.unit)

    def _arrange(self) -> None:
        self._placeholder.setWordWrap(True)
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._label.setBuddy(self.reference)
        self.reference.setProperty("compact", True)
        self.reference.setProperty("role", "sentence")
        filled(self._head, self._label, (self.reference, 1))
        area, sums = scrolled(self.numbers), QWidget()
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        sums.setLayout(filled(self._below, (framed(self.table), 4), (framed(area), 5)))
        sums.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        filled(self._body, (framed(self.ngrams), 1), sums, self.smoothing)
        self._bodies.addWidget(self.hint)
        self._bodies.addWidget(self._explained)
        filled(self._rows, self._head, (self._bodies, 1))
        self.lesson_page.tools.addWidget(self.orders)
        self.lesson_page.tools.addWidget(self.ignore_case)
        self.lesson_page.tools.addWidget(self.score, 1)

    def _connect(self) -> None:
        intents = self.intents
        self.orders.picked.connect(lambda name: intents.order_picked.emit(int(name)))
        self.ignore_case.clicked.connect(intents.case_ignored)
        self.reference.textEdited.connect(intents.reference_changed)

    def _show_reference(self, snapshot: BleuSnapshot) -> None:
        """What stands in the field already stays, with its cursor."""
        if self.reference.text() != snapshot.reference:
            self.reference.setText(snapshot.reference)

    def _show_score(self) -> None:
        bleu = self._snapshot.bleu if self._snapshot else None
        text = self.tr("BLEU {score}").format(score=f"{bleu.score:.2f}") if bleu else ""
        self.score.setText(text)

    def _show_smoothing(self) -> None:
        bleu = self._snapshot.bleu if self._snapshot else None
        text = smoothing_sentence(bleu) if bleu else ""
        self.smoothing.setText(text)
        self.smoothing.setVisible(bool(text))

    def _show_hint(self) -> None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.reference.strip():
            self.hint.setText("")
            return
        emptied = self.tr(
            "Type a correct translation above: BLEU says how close “{translation}” comes."
        )
        unknown = self.tr(
            "This sentence is not among Headlight’s own phrases. Type a correct translation "
            "of it above, and BLEU says how close “{translation}” comes."
        )
        hint = emptied if snapshot.origin == "typed" else unknown
        self.hint.setText(hint.format(translation=snapshot.translation))

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to score its translation."))
        self._label.setText(self.tr("Reference"))
        self.reference.setPlaceholderText(self.tr("a correct translation"))
        self.reference.setAccessibleName(self.tr("Reference translation"))
        self.reference.setToolTip(
            self.tr("A correct translation to compare with; the score follows as you type")
        )
        self.ignore_case.setText(self.tr("Ignore case"))
        self.ignore_case.setToolTip(self.tr("Let upper and lower case count as the same"))
        self._show_score()
        self._show_smoothing()
        self._show_hint()
