"""Widgets of the prepared experiments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.runs.experiments import EXPERIMENTS, ArmResult
from model.text.tasks import Score
from viz_app.design.theme import Theme
from viz_app.panels.training.experiments import pictures
from viz_app.panels.training.experiments.pictures import (
    arm_texts,
    experiment_page,
    option_texts,
)
from viz_app.panels.training.experiments.room import (
    ExperimentLine,
    ExperimentsSnapshot,
    ExperimentStatus,
    OpenExperiment,
    experiment_opened,
    option_predicted,
)
from viz_app.panels.training.state import TrainingHandle
from viz_app.texts.labels import NO_NUMBER, or_dash, short_loss
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, scrolled, text_label, wrapped_label
from viz_app.widgets.lesson_page import SourceLabel, show_typeset
from viz_app.widgets.questions import AnswerChoice, WrappedButton


def _text(role: str = "") -> QLabel:
    return wrapped_label(role, selectable=True)


# ------------------------------------------------------------------------------------ result table


class ResultTable(QFrame):
    """A few values of each arm side by side; a dash for unknown ones."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("panel", True)
        grid, unit = QGridLayout(self), theme.unit
        grid.setColumnStretch(0, 1)
        grid.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        grid.setHorizontalSpacing(3 * unit)
        grid.setVerticalSpacing(unit)
        self._cells: list[list[QLabel]] = [[], [], [], [], []]
        for row, cells in enumerate(self._cells):
            for column in range(3):
                title = column == 0 or row == 0
                cells.append(text_label("small" if title else "", wraps=title, selectable=True))
                side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
                cells[-1].setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                grid.addWidget(cells[-1], row, column)
        self.setAccessibleName(self.tr("Results"))

    def set_results(
        self, names: Sequence[str], arms: Sequence[ArmResult | None], *, score: Score
    ) -> None:
        scores: tuple[str, Callable[[ArmResult], str]] = (
            (self.tr("Exact match"), lambda arm: or_dash(arm.exact, _percent))
            if score == "exact"
            else (self.tr("BLEU"), lambda arm: or_dash(arm.bleu, "{:.1f}".format))
        )
        lines: tuple[tuple[str, Callable[[ArmResult], str]], ...] = (
            (self.tr("After epoch"), lambda arm: str(arm.epoch)),
            (self.tr("Training loss (mean)"), lambda arm: short_loss(arm.loss)),
            (self.tr("Validation loss"), lambda arm: or_dash(arm.validation_loss, short_loss)),
            scores,
        )
        rows = [
            [title, *(NO_NUMBER if arm is None else written(arm) for arm in arms)]
            for title, written in lines
        ]
        for labels, texts in zip(self._cells, (["", *names], *rows), strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
        # ``Training loss: with positions 0.004, without 0.976``
        spoken = (
            f"{title}: " + ", ".join(map(" ".join, zip(names, numbers, strict=True)))
            for title, *numbers in rows
        )
        self.setAccessibleDescription("; ".join(spoken))

    def texts(self) -> list[list[str]]:
        return [[label.text() for label in row] for row in self._cells]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# -------------------------------------------------------------------------------- experiments list


DONE = "✓ "
"""Before the status of an experiment that has an answer."""


class ExperimentsList(QWidget):
    """One button per experiment, with its status below, which is not a button."""

    def __init__(self, theme: Theme, room: TrainingHandle) -> None:
        super().__init__()
        unit, intro = theme.unit, wrapped_label("soft")
        intro.setText(
            self.tr(
                "Two small models that differ in one setting learn the same task. Predict "
                "how the changed one performs, then watch."
            )
        )
        self.buttons = {each.name: WrappedButton(theme) for each in EXPERIMENTS}
        self.statuses = {name: wrapped_label("small") for name in self.buttons}
        rows = filled(QVBoxLayout(self), intro, spacing=3 * unit, margins=(0, 0, unit, 0))
        for name, button in self.buttons.items():
            self.statuses[name].setContentsMargins(3 * unit, 0, 0, 0)
            button.clicked.connect(partial(room.does(experiment_opened), name))
            rows.addLayout(filled(QVBoxLayout(), button, self.statuses[name], spacing=unit))
        rows.addStretch(1)
        self.set_lines(tuple(ExperimentLine(name, "new") for name in self.buttons))

    def set_lines(self, lines: tuple[ExperimentLine, ...]) -> None:
        for line in lines:
            status = status_text(line.status, recorded=line.recorded)
            self.buttons[line.name].set_texts(experiment_page(line.name).title, status)
            done = line.status == "answered"
            self.statuses[line.name].setText(f"{DONE}{status}" if done else status)


def status_text(status: ExperimentStatus, *, recorded: bool = False) -> str:
    """Status of an experiment; ``recorded``: the shipped result is shown until it has run."""
    if status == "new" and recorded:
        return QCoreApplication.translate("ExperimentsList", "recorded result; not run here yet")
    texts: dict[ExperimentStatus, str] = {
        "new": QCoreApplication.translate("ExperimentsList", "not run yet"),
        "running": QCoreApplication.translate("ExperimentsList", "running…"),
        "stopped": QCoreApplication.translate("ExperimentsList", "stopped early"),
        "failed": QCoreApplication.translate("ExperimentsList", "failed"),
        "answered": QCoreApplication.translate("ExperimentsList", "answered"),
    }
    return texts[status]


# --------------------------------------------------------------------------------- experiment view


class ExperimentView(QWidget):
    """One experiment: its question, the user's prediction, the two runs, the answer."""

    def __init__(self, theme: Theme, room: TrainingHandle) -> None:
        super().__init__()
        self._theme = theme
        self._open: OpenExperiment | None = None
        self.back, self.run, self.run_blindly = (QPushButton() for _ in range(3))
        self.show_runs, self.again = QPushButton(), QPushButton()
        self.question, self.background = _text("title"), _text()
        self.source = SourceLabel(theme)
        self.told, self.time = _text("small"), _text("small")
        self.ask, self.state = _text("soft"), _text()
        self.verdict, self.answer = _text("title"), _text()
        self.choice, self.table = AnswerChoice(theme), ResultTable(theme)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the experiment"))
        rows: tuple[QWidget, ...] = (
            *(self.back, self.question, self.background, self.source, self.ask, self.choice),
            *(self.run, self.time, self.run_blindly, self.state, self.told, self.progress),
            *(self.table, self.verdict, self.answer, self.again, self.show_runs),
        )
        unit = theme.unit
        column = filled(QVBoxLayout(self), *rows, spacing=3 * unit, margins=(0, 0, unit, 0))
        column.addStretch(1)
        self.run.setProperty("primary", True)
        for button in (self.back, self.run_blindly, self.again, self.show_runs):
            button.setProperty("compact", True)
            column.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        self.ask.setText(self.tr("What do you think?"))
        self._name_buttons()
        open_named = room.does(experiment_opened)
        self.back.clicked.connect(lambda: open_named(""))
        self.show_runs.clicked.connect(lambda: self._call(open_named))
        for button in (self.run, self.run_blindly, self.again):
            button.clicked.connect(lambda: self._call(room.train_experiment))
        self.choice.picked.connect(partial(self._call, room.does(option_predicted)))

    def set_experiment(self, experiment: OpenExperiment | None) -> None:
        if experiment == self._open:
            return
        self._open = experiment
        buttons = (self.run, self.run_blindly, self.again, self.show_runs)
        held = next((button for button in buttons if button.hasFocus()), None)
        if experiment is not None:
            self._show_question(experiment)
            self._show_running(experiment)
            self._show_answer(experiment)
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def newest(self) -> QWidget:
        """Widget to scroll to: the progress or the answer."""
        return self.progress if self.progress.isVisible() else self.answer

    def _name_buttons(self) -> None:
        for button, text, tip in (
            (self.back, self.tr("‹ All experiments"), self.tr("Back to the list")),
            (self.run, self.tr("Run the experiment"), self.tr("Train both models, taking turns")),
            (self.again, self.tr("Run it again"), self.tr("Train both models again, taking turns")),
            (
                self.run_blindly,
                self.tr("Run without predicting"),
                self.tr("Train both models now, without a prediction"),
            ),
            (
                self.show_runs,
                self.tr("Show both runs"),
                self.tr("Show their curves, attention and the answer again"),
            ),
        ):
            say(button, text, tip)

    def _call(self, does: Callable[..., None], *values: str) -> None:
        """Call with the name of the open experiment."""
        if self._open is not None:
            does(self._open.experiment.name, *values)

    def _show_question(self, experiment: OpenExperiment) -> None:
        name, result = experiment.experiment.name, experiment.result
        page, texts = experiment_page(name), option_texts(name)
        show_typeset(self.question, page.title, self._theme)
        show_typeset(self.background, page.body[0], self._theme)
        self.source.set_source(page.source)
        locked = experiment.status in {"running", "answered"}
        self.choice.set_options(
            {option.name: texts[option.name] for option in experiment.experiment.options},
            picked=experiment.prediction,
            right=result.right if result else None,
            locked=locked,
        )
        self.ask.setHidden(locked)

    def _show_running(self, experiment: OpenExperiment) -> None:
        running, answered = experiment.status == "running", experiment.status == "answered"
        predicted = experiment.prediction is not None
        self.run.setEnabled(predicted and experiment.can_run)
        for button in (self.run_blindly, self.again):
            button.setEnabled(experiment.can_run)
        self.run.setHidden(running or answered)
        self.run_blindly.setHidden(running or answered or predicted)
        self.again.setVisible(answered)
        self.time.setText(pictures.time_sentence(experiment))
        self.time.setHidden(running or (answered and experiment.can_run))
        self.state.setText(pictures.state_sentence(experiment))
        self.state.setVisible(bool(self.state.text()))
        self.told.setText(pictures.progress_sentence(experiment))
        self.progress.setValue(experiment.percent)
        for widget in (self.told, self.progress):
            widget.setVisible(running)

    def _show_answer(self, experiment: OpenExperiment) -> None:
        result, texts = experiment.result, arm_texts(experiment.experiment.name)
        names = [texts[arm.name] for arm in experiment.experiment.arms]
        self.table.set_results(names, experiment.arms, score=experiment.experiment.score)
        self.table.setVisible(any(arm is not None for arm in experiment.arms))
        self.show_runs.setVisible(experiment.status == "answered" and result is None)
        self.verdict.setVisible(result is not None)
        self.answer.setVisible(result is not None)
        if result is not None:
            self.verdict.setText(pictures.verdict_sentence(experiment))
            self.answer.setText(pictures.answer_text(experiment.experiment.name, result.outcome))


# -------------------------------------------------------------------------------------------- page


class ExperimentsPage(QStackedWidget):
    """All prepared experiments, or the one that is open; its curves are beside the page."""

    def __init__(
        self, theme: Theme, room: TrainingHandle, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot = ExperimentsSnapshot()
        self.list, self.view = ExperimentsList(theme, room), ExperimentView(theme, room)
        self._areas = scrolled(self.list), scrolled(self.view)
        self._grows = False
        for area in self._areas:
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.addWidget(area)
        self._areas[1].verticalScrollBar().rangeChanged.connect(self._on_grown)

    def set_snapshot(self, snapshot: ExperimentsSnapshot | None) -> None:
        """Show the state; None while the page is hidden."""
        if snapshot is None or snapshot == self._snapshot:
            return
        old, self._snapshot = self._snapshot.chosen, snapshot
        chosen = snapshot.chosen
        self.list.set_lines(snapshot.lines)
        self.view.set_experiment(chosen)
        if (chosen and chosen.experiment) != (old and old.experiment):
            self._turn_to(chosen, old)
        elif chosen and old and chosen.status != old.status:
            self._grows = True

    def _turn_to(self, chosen: OpenExperiment | None, old: OpenExperiment | None) -> None:
        # Scroll to the top, and move the keyboard focus to the new page.
        held = any(button.hasFocus() for button in (*self.list.buttons.values(), self.view.back))
        area = self._areas[0 if chosen is None else 1]
        self.setCurrentWidget(area)
        button = self.view.back
        if chosen is not None:
            area.verticalScrollBar().setValue(0)
            self._grows = False
        elif old is not None:
            button = self.list.buttons[old.experiment.name]
        if held:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_grown(self) -> None:
        # New content must not remain hidden below the edge.
        if self._grows:
            self._grows = False
            self._areas[1].ensureWidgetVisible(self.view.newest())
