"""The sinusoidal table beside the learned one of a model that has one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting import position_pictures
from viz_app.panels.positions.snapshot import PositionsSnapshot, sinusoidal_twin
from viz_app.panels.positions.texts.pages import learned_sentence
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.value_view import ValueView


class LearnedPage(PositionsPage):
    """Two tables side by side with their similarities below; or where to find a learned one."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.tables = ValueView(theme), ValueView(theme)
        self.similarities = ValueView(theme), ValueView(theme)
        self.sentence = text_label(wraps=True, selectable=True)
        self.train = QPushButton()
        self.train.setProperty("primary", True)
        self.train.clicked.connect(intents.training_requested.emit)
        self._sides, self._right = QHBoxLayout(), QStackedWidget()
        self._none = QVBoxLayout()
        self._arrange()
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show both tables, as large as the model's."""
        self._show_table(0, sinusoidal_twin(snapshot))
        own = snapshot.kind in {"learned", "given"}
        if own:
            self._show_table(1, snapshot)
        self._right.setCurrentIndex(0 if own else 1)
        self.sentence.setText(learned_sentence(snapshot.learned, snapshot.kind))
        self.train.setVisible(snapshot.learned == ())

    def _dress(self) -> None:
        super()._dress()
        margin = 6 * self.theme.unit
        self._none.setContentsMargins(margin, margin, margin, margin)
        self._none.setSpacing(2 * self.theme.unit)
        self._sides.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        self.train.setText(self.tr("Train a model with learned positions…"))
        self.train.setToolTip(self.tr("Fills in the training form; nothing starts yet"))

    def _show_table(self, side: int, snapshot: PositionsSnapshot) -> None:
        count = snapshot.count
        self.tables[side].set_picture(
            position_pictures.table_picture(snapshot, count),
            lambda cell: position_pictures.table_sentence(snapshot, cell),
        )
        self.similarities[side].set_picture(
            position_pictures.similarity_picture(snapshot, count),
            lambda cell: position_pictures.similarity_sentence(snapshot, cell),
        )

    def _arrange(self) -> None:
        self._right.addWidget(scrolled(_column(self.tables[1], self.similarities[1])))
        self._right.addWidget(self._no_table())
        left = scrolled(_column(self.tables[0], self.similarities[0]))
        self.rows.addLayout(filled(self._sides, (left, 1), (self._right, 1)))

    def _no_table(self) -> QWidget:
        text = QWidget()
        text.setLayout(self._none)
        self._none.addStretch(1)
        self._none.addWidget(self.sentence)
        self._none.addWidget(self.train, 0, Qt.AlignmentFlag.AlignLeft)
        self._none.addStretch(1)
        return framed(text)


def _column(above: QWidget, below: QWidget) -> QWidget:
    column = QWidget()
    filled(QVBoxLayout(column), (framed(above), 6), (framed(below), 5))
    return column
