"""The list of experiments: questions, each with what became of it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from model.runs.experiments import EXPERIMENTS
from viz_app.design.theme import Theme
from viz_app.panels.training.experiments.snapshot import ExperimentLine, ExperimentStatus
from viz_app.panels.training.experiments.texts.experiments import experiment_text
from viz_app.panels.training.experiments.views.wrapped_label import WrappedLabel
from viz_app.panels.training.intents import TrainingIntents
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class ExperimentsList(Themed, Translated, QWidget):
    """One button an experiment."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """None has been run yet."""
        super().__init__()
        self._lines = tuple(ExperimentLine(e.name, "new") for e in EXPERIMENTS)
        self._intro = WrappedLabel("soft")
        self.buttons = {line.name: ExperimentButton(theme) for line in self._lines}
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self._intro)
        for name, button in self.buttons.items():
            button.clicked.connect(partial(intents.experiment_picked.emit, name))
            self._rows.addWidget(button)
        self._rows.addStretch(1)
        self.set_theme(theme)
        self._retranslate()

    def set_lines(self, lines: tuple[ExperimentLine, ...]) -> None:
        """Show what became of each; shows, never modifies state."""
        self._lines = lines
        for line in lines:
            question = experiment_text(line.name).question
            self.buttons[line.name].set_texts(question, status_text(line.status))

    def _dress(self) -> None:
        self._rows.setContentsMargins(0, 0, self.theme.unit, 0)
        self._rows.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self._intro.setText(
            self.tr(
                "Two small models that differ in one thing learn the same. Predict how the "
                "changed one does, then watch."
            )
        )
        self.set_lines(self._lines)


class ExperimentButton(Themed, QPushButton):
    """A button whose question may have several lines, and its status below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No texts yet."""
        super().__init__(parent)
        self.question, self.status = WrappedLabel(), WrappedLabel("small")
        self._rows = QVBoxLayout(self)
        for label in (self.question, self.status):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._rows.addWidget(label)
        self.set_theme(theme)

    def set_texts(self, question: str, status: str) -> None:
        """Show both; shows, never modifies state."""
        self.question.setText(question)
        self.status.setText(status)
        self.setAccessibleName(question)
        self.setAccessibleDescription(status)

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self._rows.setSpacing(unit // 2)

    def sizeHint(self) -> QSize:
        """That of the labels: Qt would ask for the button's own text, and there is none."""
        return self._rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """That of the labels."""
        return self._rows.minimumSize()


def status_text(status: ExperimentStatus) -> str:
    """What became of an experiment."""
    texts: dict[ExperimentStatus, str] = {
        "new": QCoreApplication.translate("ExperimentsList", "not run yet"),
        "running": QCoreApplication.translate("ExperimentsList", "running…"),
        "stopped": QCoreApplication.translate("ExperimentsList", "stopped before its end"),
        "failed": QCoreApplication.translate("ExperimentsList", "failed"),
        "answered": QCoreApplication.translate("ExperimentsList", "answered"),
    }
    return texts[status]
