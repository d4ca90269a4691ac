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
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

DONE = "✓ "
"""Before the status of an experiment that has an answer."""


class ExperimentsList(Themed, Translated, QWidget):
    """One button an experiment, and what became of it below: that is nothing to press."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """None has been run yet."""
        super().__init__()
        self._lines = tuple(ExperimentLine(e.name, "new") for e in EXPERIMENTS)
        self._intro = WrappedLabel("soft")
        self.buttons = {line.name: ExperimentButton(theme) for line in self._lines}
        self.statuses = {line.name: WrappedLabel("small") for line in self._lines}
        self._rows = QVBoxLayout(self)
        self._pairs: list[QVBoxLayout] = []
        self._rows.addWidget(self._intro)
        for name, button in self.buttons.items():
            button.clicked.connect(partial(intents.experiment_picked.emit, name))
            pair = filled(QVBoxLayout(), button, self.statuses[name])
            self._pairs.append(pair)
            self._rows.addLayout(pair)
        self._rows.addStretch(1)
        self.set_theme(theme)
        self._retranslate()

    def set_lines(self, lines: tuple[ExperimentLine, ...]) -> None:
        """Show what became of each; shows, never modifies state."""
        self._lines = lines
        for line in lines:
            question = experiment_text(line.name).question
            status = status_text(line.status)
            self.buttons[line.name].set_texts(question, status)
            done = line.status == "answered"
            self.statuses[line.name].setText(f"{DONE}{status}" if done else status)

    def _dress(self) -> None:
        self._rows.setContentsMargins(0, 0, self.theme.unit, 0)
        self._rows.setSpacing(3 * self.theme.unit)
        for pair in self._pairs:
            pair.setSpacing(self.theme.unit)
        for status in self.statuses.values():
            status.setContentsMargins(3 * self.theme.unit, 0, 0, 0)
        self.set_lines(self._lines)

    def _retranslate(self) -> None:
        self._intro.setText(
            self.tr(
                "Two small models that differ in one thing learn the same task. Predict how the "
                "changed one will do, then watch."
            )
        )
        self.set_lines(self._lines)


class ExperimentButton(Themed, QPushButton):
    """A button whose question may have several lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No texts yet."""
        super().__init__(parent)
        self.question = WrappedLabel()
        self.question.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self.question)
        self.set_theme(theme)

    def set_texts(self, question: str, status: str) -> None:
        """Show the question; who hears it hears the status too. Never modifies state."""
        self.question.set_typeset(question, self.theme)
        self.setAccessibleName(question)
        self.setAccessibleDescription(status)

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)

    def sizeHint(self) -> QSize:
        """That of the label: Qt would ask for the button's own text, and there is none."""
        return self._rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """That of the label."""
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
