"""What is known of a foreign model and what is asked, one below the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from viz_app.app.importing.question_form import QuestionForm
from viz_app.app.importing.texts import Fact, can_be_imported, facts, family_text
from viz_app.app.state.importing import ImportState
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class AboutModel(Themed, Translated, QWidget):
    """Family, questions, network and vocabularies; scrolls where there is too little room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing is known yet."""
        super().__init__(parent)
        self._state = ImportState()
        self._facts: tuple[Fact, ...] = ()
        self.family = text_label("title", wraps=True, selectable=True)
        self.hint = text_label("soft", wraps=True)
        self.questions = QuestionForm()
        self.titles = text_label("title"), text_label("title")
        self._lines, self._grid = QWidget(), QGridLayout()
        self._lines.setLayout(self._grid)
        content = QWidget()
        self._column = filled(
            QVBoxLayout(content),
            *(self.family, self.hint, self.titles[0], self.questions, self.titles[1], self._lines),
        )
        self._column.addStretch(1)
        area = scrolled(content)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        filled(QVBoxLayout(self), area)
        self._retranslate()

    def show_state(self, state: ImportState) -> None:
        """Show what is known now; what was known with other answers stays until it is."""
        self._state = state
        self.questions.set_questions(state.questions, state.answers)
        self._show()

    def facts(self) -> dict[str, str]:
        """Captions and values, as they are shown."""
        return {fact.caption: fact.value for fact in self._facts}

    def _dress(self) -> None:
        unit = self.theme.unit
        self._column.setSpacing(2 * unit)
        self._column.setContentsMargins(0, 0, 3 * unit, 0)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * unit)
        self._grid.setVerticalSpacing(unit // 2)

    def _retranslate(self) -> None:
        self.titles[0].setText(self.tr("Questions"))
        self.titles[1].setText(self.tr("Network"))
        self.hint.setText("\n\n".join(can_be_imported()))
        self._show()

    def _show(self) -> None:
        reading = self._state.reading
        unknown = reading is None and not self._state.questions
        empty = self.tr("What can be imported") if unknown else ""
        self.family.setText(empty if reading is None else family_text(reading))
        self.hint.setVisible(unknown)
        self.titles[0].setVisible(bool(self._state.questions))
        self.titles[1].setVisible(reading is not None)
        known = () if reading is None else tuple(facts(reading))
        if known != self._facts:
            self._facts = known
            self._fill()

    def _fill(self) -> None:
        for old in self._lines.findChildren(QLabel):
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        for row, fact in enumerate(self._facts):
            caption, value = text_label("soft"), text_label(selectable=True, wraps=True)
            caption.setText(fact.caption)
            value.setText(fact.value)
            for column, part in enumerate((caption, value)):
                part.setToolTip(tool_tip(fact.tip))
                self._grid.addWidget(part, row, column)
        self._grid.setColumnStretch(1, 1)
