"""Predict, then see: answers to choose from, and the sentence on the prediction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from model.lessons.questions import Judgement
from viz_app.design.theme import Theme
from viz_app.widgets.layout import filled, name_parts, wrapped_label
from viz_app.widgets.lesson_page import show_typeset


def judgement_sentence(judgement: Judgement) -> str:
    """Of the prediction; the right answer is marked among the answers."""
    if judgement.right:
        text = QCoreApplication.translate("questions", "You predicted “{answer}”: right.")
    else:
        text = QCoreApplication.translate("questions", "You predicted “{answer}”: not this time.")
    return text.format(answer=judgement.shown)


RIGHT_MARK = "✓"


class AnswerChoice(QWidget):
    """Answers of which one is picked, and later one is marked as right.

    Signals:
        picked: name of the chosen option.
    """

    picked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._group = theme, QButtonGroup(self)
        self._options: dict[str, _Option] = {}
        self._rows = filled(QVBoxLayout(self), spacing=2 * theme.unit)

    def set_options(
        self, texts: Mapping[str, str], *, picked: str | None, right: str | None, locked: bool
    ) -> None:
        """Show the answers by name; a locked choice cannot be changed."""
        if list(texts) != list(self._options):
            self._replace_options(texts)
        self._group.setExclusive(False)  # else a button could not be let go
        for name, option in self._options.items():
            option.set_text(f"{texts[name]} {RIGHT_MARK}" if name == right else texts[name])
            option.radio.setChecked(name == picked)
            option.radio.setEnabled(not locked)
        self._group.setExclusive(True)

    def radio(self, name: str) -> QRadioButton:
        return self._options[name].radio

    def label(self, name: str) -> QLabel:
        return self._options[name].label

    def _replace_options(self, names: Iterable[str]) -> None:
        for option in self._options.values():
            self._group.removeButton(option.radio)
            self._rows.removeWidget(option)
            option.setParent(None)
            option.deleteLater()
        self._options = {name: _Option(self._theme) for name in names}
        for name, option in self._options.items():
            name_parts(option, f"prediction-{name}")
            option.radio.clicked.connect(partial(self.picked.emit, name))
            self._group.addButton(option.radio)
            self._rows.addWidget(option)


class _Option(QWidget):
    """A radio button with wrapped text, unlike QRadioButton."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.radio, self.label = QRadioButton(), wrapped_label()
        row = filled(QHBoxLayout(self), self.radio, (self.label, 1), spacing=theme.unit)
        row.setAlignment(self.radio, Qt.AlignmentFlag.AlignTop)

    def set_text(self, text: str) -> None:
        self.label.setText(text)
        self.radio.setAccessibleName(text)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # The text is part of the button.
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.radio.click()
        super().mouseReleaseEvent(event)


class WrappedButton(QPushButton):
    """A button whose text can be wrapped."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, unit = theme, theme.unit
        self.question = wrapped_label()
        self.question.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        margins = (3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self._rows = filled(QVBoxLayout(self), self.question, margins=margins)

    def set_texts(self, question: str, status: str) -> None:
        show_typeset(self.question, question, self._theme)
        self.setAccessibleName(question)
        self.setAccessibleDescription(status)

    def sizeHint(self) -> QSize:
        # Qt would use the text of the button, which is empty.
        return self._rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._rows.minimumSize()
