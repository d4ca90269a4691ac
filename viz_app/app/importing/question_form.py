"""What is asked about a foreign model: a line for each question, and who has answered it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from model.checkpoint.import_reading import ImportQuestion
from viz_app.app.importing.question_texts import answer_text, question_texts
from viz_app.texts.import_texts import who_said
from viz_app.texts.token_text import tool_tip
from viz_app.widgets import file_dialogs
from viz_app.widgets.buttons import say
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

CHARACTERS = 10
"""Of an answer that have room."""


class QuestionForm(Themed, Translated, QWidget):
    """Shows questions; a field stays where it is while its question is asked again.

    Signals:
        answered: the name of a question and its answer, empty where it was taken back.
    """

    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing is asked yet."""
        super().__init__(parent)
        self.fields: dict[str, AnswerField] = {}
        self._asked: tuple[Sequence[ImportQuestion], Mapping[str, str]] = ((), {})
        self._names: dict[str, tuple[QLabel, QLabel]] = {}
        self._first: set[str] = set()  # were open once: they stay above those the model answers
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)

    def set_questions(
        self, questions: Sequence[ImportQuestion], answers: Mapping[str, str]
    ) -> None:
        """Ask these, open ones first; ``answers`` were given, though perhaps not used yet."""
        self._first |= {question.name for question in questions if question.open}
        questions = sorted(questions, key=lambda question: question.name not in self._first)
        self._asked = questions, answers
        for name in [*self.fields]:
            if name not in {question.name for question in questions}:
                self._remove(name)
        for row, question in enumerate(questions):
            self._ask(row, question, answers.get(question.name))

    def focus_chain(self) -> Iterator[QWidget]:
        """What the keyboard reaches here, from top to bottom."""
        for question in self._asked[0]:
            yield from self.fields[question.name].parts

    def focus_first_open(self) -> None:
        """Give the keyboard to the first question that nobody has answered."""
        names = (question.name for question in self._asked[0] if question.open)
        name = next(names, None)
        if name is not None:
            self.fields[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask(self, row: int, question: ImportQuestion, given: str | None) -> None:
        kind = _kind(question)
        if question.name in self.fields and not isinstance(self.fields[question.name], kind):
            self._remove(question.name)
        if question.name not in self.fields:
            self._add(question.name, kind)
        field, (caption, status) = self.fields[question.name], self._names[question.name]
        for column, part in enumerate((caption, field, status)):
            self._grid.addWidget(part, row, column)
        text, tip = question_texts(question.name)
        caption.setText(text)
        field.setToolTip(tool_tip(tip))
        field.setAccessibleName(text)
        field.show_question(question, given)
        status.setText(who_said(question))
        status.setProperty("role", "warning" if question.open else "small")
        status.style().polish(status)

    def _add(self, name: str, kind: type[AnswerField]) -> None:
        field = self.fields[name] = kind(self)
        field.set_theme(self.theme)
        field.answered.connect(lambda answer: self.answered.emit(name, answer))
        caption = text_label(parent=self, wraps=True)
        caption.setBuddy(field)
        self._names[name] = caption, text_label("small", parent=self)

    def _remove(self, name: str) -> None:
        for part in (self.fields.pop(name), *self._names.pop(name)):
            self._grid.removeWidget(part)
            part.hide()
            part.deleteLater()

    def _dress(self) -> None:
        self._grid.setColumnMinimumWidth(0, 9 * self.theme.small)
        self._grid.setHorizontalSpacing(2 * self.theme.unit)
        self._grid.setVerticalSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        self.set_questions(*self._asked)


class AnswerField(Themed, QWidget):
    """Where one question is answered.

    Attributes:
        parts: what the keyboard reaches.
    """

    parts: tuple[QWidget, ...] = ()
    answered = Signal(str)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        """Show the answer: what was ``given``, else what is used; none of an open question."""
        raise NotImplementedError

    def _hold(self, *parts: QWidget) -> None:
        """Have these parts, the first of which gets the keyboard."""
        filled(QHBoxLayout(self), (parts[0], 1), *parts[1:])
        self.parts = parts
        self.setFocusProxy(parts[0])
        for part in parts:
            part.setProperty("compact", True)


class ChoiceField(AnswerField):
    """One of some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No choices yet."""
        super().__init__(parent)
        self.combo = CalmCombo(characters=CHARACTERS)
        self._choices: tuple[str, ...] = ()
        self._hold(self.combo)
        self.combo.activated.connect(lambda row: self.answered.emit(self._choices[row]))

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        """Nothing is chosen while nobody has said it."""
        self._choices = question.choices
        answer = given if question.open else (given or question.answer)
        chosen = question.choices.index(answer) if answer in question.choices else -1
        self.combo.setPlaceholderText(self.tr("Choose…"))
        texts = [answer_text(question, choice) for choice in question.choices]
        self.combo.show_entries(texts, chosen)
        self.combo.setAccessibleName(self.accessibleName())
        self.combo.setToolTip(self.toolTip())


class NumberField(AnswerField):
    """A whole number; below the smallest stands that nobody has said it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No number yet."""
        super().__init__(parent)
        self.spin = QSpinBox()
        self.spin.setKeyboardTracking(False)
        self._hold(self.spin)
        self._smallest = 0
        self.spin.valueChanged.connect(self._on_value)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        """The range is the question's."""
        self._smallest = question.smallest
        answer = given or ("" if question.open else question.answer)
        with QSignalBlocker(self.spin):
            self.spin.setRange(question.smallest - 1, question.largest)
            self.spin.setSpecialValueText(self.tr("Choose…"))
            self.spin.setValue(int(answer) if answer.isdecimal() else question.smallest - 1)
        self.spin.setAccessibleName(self.accessibleName())
        self.spin.setToolTip(self.toolTip())

    def _dress(self) -> None:
        self.spin.lineEdit().setTextMargins(2 * self.theme.unit, 0, 0, 0)

    @Slot(int)
    def _on_value(self, value: int) -> None:
        self.answered.emit(str(value) if value >= self._smallest else "")


class PathField(AnswerField):
    """A file, typed or chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No file yet."""
        super().__init__(parent)
        self.line, self.button = QLineEdit(), QPushButton()
        self.button.setAutoDefault(False)
        self._shown = ""
        self._hold(self.line, self.button)
        self.line.editingFinished.connect(lambda: self._take(self.line.text().strip()))
        self.button.clicked.connect(self._ask)

    def show_question(self, question: ImportQuestion, given: str | None) -> None:
        """What was typed and not sent stays."""
        shown = question.answer if given is None else given
        if shown != self._shown or not self.line.isModified():
            self._shown = shown
            self.line.setText(shown)
        self.line.setPlaceholderText(self.tr("Choose…"))
        self.line.setAccessibleName(self.accessibleName())
        self.line.setToolTip(tool_tip(shown) if shown else self.toolTip())
        say(self.button, self.tr("File…"), self.tr("Choose the file"))

    @Slot()
    def _ask(self) -> None:
        path = file_dialogs.ask_any_file(self, self.accessibleName())
        if path is not None:
            self._take(str(path))

    def _take(self, text: str) -> None:
        self.line.setModified(False)
        if text != self._shown:
            self._shown = str(Path(text).expanduser()) if text else ""
            self.line.setText(self._shown)
            self.answered.emit(self._shown)


def _kind(question: ImportQuestion) -> type[AnswerField]:
    if question.is_path:
        return PathField
    return ChoiceField if question.choices else NumberField
