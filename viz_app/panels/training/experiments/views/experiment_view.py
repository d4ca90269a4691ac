"""One experiment: its question, the user's prediction, the two runs, the answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.experiments.snapshot import OpenExperiment
from viz_app.panels.training.experiments.texts import sentences
from viz_app.panels.training.experiments.texts.experiments import experiment_text
from viz_app.panels.training.experiments.views.prediction_choice import PredictionChoice
from viz_app.panels.training.experiments.views.result_table import ResultTable
from viz_app.panels.training.experiments.views.wrapped_label import WrappedLabel
from viz_app.panels.training.intents import TrainingIntents
from viz_app.widgets.buttons import say
from viz_app.widgets.source_label import SourceLabel
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class ExperimentView(Themed, Translated, QWidget):
    """Shows the open experiment from top to bottom."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """No experiment is open."""
        super().__init__()
        self._intents = intents
        self._open: OpenExperiment | None = None
        self.back, self.run, self.run_blindly = (QPushButton() for _ in range(3))
        self.show_runs, self.again = QPushButton(), QPushButton()
        self.question, self.background = _text("title"), _text()
        self.source = SourceLabel(theme)
        self.told, self.time = _text("small"), _text("small")
        self.ask, self.state = _text("soft"), _text()
        self.verdict, self.answer = _text("title"), _text()
        self.choice, self.table = PredictionChoice(theme), ResultTable(theme)
        self.progress = QProgressBar()
        self._rows = QVBoxLayout(self)
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()

    def set_experiment(self, experiment: OpenExperiment | None) -> None:
        """Show an experiment; shows, never modifies state."""
        if experiment == self._open:
            return
        self._open = experiment
        held = self._focused()
        self._show()
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dress(self) -> None:
        self._rows.setContentsMargins(0, 0, self.theme.unit, 0)
        self._rows.setSpacing(3 * self.theme.unit)
        self._show()

    def newest(self) -> QWidget:
        """What is worth looking at now: how far it is, or the answer."""
        return self.progress if self.progress.isVisible() else self.answer

    def _retranslate(self) -> None:
        self.ask.setText(self.tr("What do you think?"))
        for button, text, tip in (
            (self.back, self.tr("‹ All experiments"), self.tr("Back to the list")),
            (self.run, self.tr("Run the experiment"), self.tr("Train both models, taking turns")),
            (self.again, self.tr("Run it again"), self.tr("Train both models again, taking turns")),
            (
                self.run_blindly,
                self.tr("Run without predicting"),
                self.tr("Train both models right away; predict next time"),
            ),
            (
                self.show_runs,
                self.tr("Show both runs"),
                self.tr("Bring back their curves, their attention and the answer"),
            ),
        ):
            say(button, text, tip)
        self._show()

    def _arrange(self) -> None:
        self.run.setProperty("primary", True)
        self.progress.setTextVisible(False)
        rows: tuple[QWidget, ...] = (
            self.back,
            self.question,
            self.background,
            self.source,
            self.ask,
            self.choice,
            self.state,
            self.told,
            self.progress,
            self.table,
            self.verdict,
            self.answer,
            self.run,
            self.time,
            self.run_blindly,
            self.again,
            self.show_runs,
        )
        for widget in rows:
            self._rows.addWidget(widget)
        for button in (self.back, self.run_blindly, self.again, self.show_runs):
            button.setProperty("compact", True)
            self._rows.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        self._rows.addStretch(1)

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self._intents.experiment_picked.emit(""))
        self.show_runs.clicked.connect(self._on_show)
        for button in (self.run, self.run_blindly, self.again):
            button.clicked.connect(self._on_run)
        self.choice.picked.connect(self._on_picked)

    def _show(self) -> None:
        experiment = self._open
        if experiment is None:
            return
        text = experiment_text(experiment.experiment.name)
        self.question.set_typeset(text.question, self.theme)
        self.background.set_typeset(text.background, self.theme)
        self.source.set_source(text.source)
        options = experiment.experiment.options
        self.choice.set_options({option.name: text.options[option.name] for option in options})
        right = experiment.result.right if experiment.result else None
        locked = experiment.status in {"running", "answered"}
        self.choice.set_choice(experiment.prediction, right=right, locked=locked)
        self.ask.setHidden(locked)
        self._show_running(experiment)
        self._show_answer(experiment)

    def _show_running(self, experiment: OpenExperiment) -> None:
        """Buttons that start, how far it is, and what went wrong the last time."""
        running, answered = experiment.status == "running", experiment.status == "answered"
        predicted = experiment.prediction is not None
        self.run.setEnabled(predicted and experiment.can_run)
        for button in (self.run_blindly, self.again):
            button.setEnabled(experiment.can_run)
        self.run.setHidden(running or answered)
        self.run_blindly.setHidden(running or answered or predicted)
        self.again.setVisible(answered)
        self.time.setText(sentences.time_sentence(experiment))
        self.time.setHidden(running or (answered and experiment.can_run))
        self.state.setText(sentences.state_sentence(experiment))
        self.state.setVisible(bool(self.state.text()))
        self.told.setText(sentences.progress_sentence(experiment))
        self.progress.setValue(experiment.percent)
        self.progress.setAccessibleName(self.tr("Progress of the experiment"))
        for widget in (self.told, self.progress):
            widget.setVisible(running)

    def _show_answer(self, experiment: OpenExperiment) -> None:
        result, text = experiment.result, experiment_text(experiment.experiment.name)
        names = [text.arms[arm.name] for arm in experiment.experiment.arms]
        self.table.set_results(names, experiment.arms, score=experiment.experiment.score)
        self.table.setVisible(any(arm is not None for arm in experiment.arms))
        self.show_runs.setVisible(experiment.status == "answered" and result is None)
        self.verdict.setVisible(result is not None)
        self.answer.setVisible(result is not None)
        if result is not None:
            self.verdict.setText(sentences.verdict_sentence(experiment))
            self.answer.setText(sentences.answer_text(experiment.experiment.name, result.outcome))

    def _focused(self) -> QWidget | None:
        buttons = (self.run, self.run_blindly, self.again, self.show_runs)
        return next((button for button in buttons if button.hasFocus()), None)

    @Slot()
    def _on_show(self) -> None:
        if self._open is not None:
            self._intents.experiment_picked.emit(self._open.experiment.name)

    @Slot()
    def _on_run(self) -> None:
        if self._open is not None:
            self._intents.experiment_requested.emit(self._open.experiment.name)

    @Slot(str)
    def _on_picked(self, option: str) -> None:
        if self._open is not None:
            self._intents.predicted.emit(self._open.experiment.name, option)


def _text(role: str = "") -> WrappedLabel:
    return WrappedLabel(role, selectable=True)
