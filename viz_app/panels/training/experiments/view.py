"""Widgets of the prepared experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSizePolicy,
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
)
from viz_app.panels.training.intents import TrainingIntents
from viz_app.texts.labels import NO_NUMBER, or_dash, short_loss
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, name_parts, scrolled, text_label
from viz_app.widgets.lesson_page import SourceLabel, show_typeset
from viz_app.widgets.themed import Themed, Translated

# ------------------------------------------------------------------------------------ result table
# What both arms of an experiment have reached, side by side.


Written = Callable[[ArmResult], str]


class ResultTable(Themed, Translated, QFrame):
    """A few values of each arm; a dash for unknown ones."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ("", "")
        self._arms: tuple[ArmResult | None, ...] = (None, None)
        self._score: Score = "exact"
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(0, 1)
        self._cells: list[list[QLabel]] = []
        self.setProperty("panel", True)
        for row in range(5):
            self._cells.append([self._label(row, column) for column in range(3)])
        self.set_theme(theme)

    def set_results(
        self, names: Sequence[str], arms: Sequence[ArmResult | None], *, score: Score
    ) -> None:
        self._names, self._arms, self._score = tuple(names), tuple(arms), score
        self._retranslate()

    def texts(self) -> list[list[str]]:
        return [[label.text() for label in row] for row in self._cells]

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._grid.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self._grid.setHorizontalSpacing(3 * unit)
        self._grid.setVerticalSpacing(unit)

    def _retranslate(self) -> None:
        rows = [["", *self._names]]
        for title, written in self._lines():
            numbers = (NO_NUMBER if arm is None else written(arm) for arm in self._arms)
            rows.append([title, *numbers])
        for labels, texts in zip(self._cells, rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
        self.setAccessibleName(self.tr("Results"))
        self.setAccessibleDescription("; ".join(_spoken(rows)))

    def _lines(self) -> tuple[tuple[str, Written], ...]:
        score = (
            (self.tr("Exact match"), lambda arm: or_dash(arm.exact, _percent))
            if self._score == "exact"
            else (self.tr("BLEU"), lambda arm: or_dash(arm.bleu, "{:.1f}".format))
        )
        return (
            (self.tr("After epoch"), lambda arm: str(arm.epoch)),
            (self.tr("Training loss (mean)"), lambda arm: short_loss(arm.loss)),
            (self.tr("Validation loss"), lambda arm: or_dash(arm.validation_loss, short_loss)),
            score,
        )

    def _label(self, row: int, column: int) -> QLabel:
        label = text_label()
        label.setWordWrap(column == 0 or row == 0)
        if row == 0 or column == 0:
            label.setProperty("role", "small")
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(label, row, column)
        return label


def _spoken(rows: Sequence[Sequence[str]]) -> list[str]:
    """``Training loss: with positions 0.004, without 0.976``."""
    (_, *names), *lines = rows
    return [
        f"{title}: " + ", ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
        for title, *texts in lines
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# ----------------------------------------------------------------------------------- wrapped label
# Text that wraps at whatever width there is.


class WrappedLabel(QLabel):
    """Wrapped text; unlike QLabel it has no preferred width."""

    def __init__(self, role: str = "", *, selectable: bool = False) -> None:
        """``role`` is one of the style sheet."""
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.setSizePolicy(policy)
        if role:
            self.setProperty("role", role)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def set_typeset(self, text: str, theme: Theme) -> None:
        """Show one of our texts with its formulas typeset."""
        show_typeset(self, text, theme)


# -------------------------------------------------------------------------------- experiments list
# The list of experiments: questions, each with what became of it.


DONE = "✓ "
"""Before the status of an experiment that has an answer."""


class ExperimentsList(Themed, Translated, QWidget):
    """One button per experiment, with its status below, which is not a button."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
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
        self._lines = lines
        for line in lines:
            question = experiment_page(line.name).title
            status = status_text(line.status, recorded=line.recorded)
            self.buttons[line.name].set_texts(question, status)
            done = line.status == "answered"
            self.statuses[line.name].setText(f"{DONE}{status}" if done else status)

    def _apply_theme(self) -> None:
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
                "Two small models that differ in one setting learn the same task. Predict "
                "how the changed one performs, then watch."
            )
        )
        self.set_lines(self._lines)


class ExperimentButton(Themed, QPushButton):
    """A button whose text can be wrapped."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = WrappedLabel()
        self.question.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self.question)
        self.set_theme(theme)

    def set_texts(self, question: str, status: str) -> None:
        self.question.set_typeset(question, self.theme)
        self.setAccessibleName(question)
        self.setAccessibleDescription(status)

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)

    def sizeHint(self) -> QSize:
        # Qt would use the text of the button, which is empty.
        return self._rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._rows.minimumSize()


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


# ------------------------------------------------------------------------------- prediction choice
# The predictions of an experiment: one is picked, and later one is marked as right.


RIGHT_MARK = "✓"


class PredictionChoice(Themed, QWidget):
    """Radio buttons with wrapped texts.

    Signals:
        picked: name of the chosen option.
    """

    picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._options: dict[str, _Option] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._group.buttonClicked.connect(self._on_clicked)
        self.set_theme(theme)

    def set_options(self, texts: Mapping[str, str]) -> None:
        if list(texts) != list(self._options):
            self._replace_options(texts)
        for name, text in texts.items():
            self._options[name].set_text(text)

    def set_choice(self, picked: str | None, *, right: str | None, locked: bool) -> None:
        self._group.setExclusive(False)  # else a button could not be let go
        for name, option in self._options.items():
            option.radio.setChecked(name == picked)
            option.radio.setEnabled(not locked)
            option.set_right(name == right)
        self._group.setExclusive(True)

    def radio(self, name: str) -> QRadioButton:
        return self._options[name].radio

    def label(self, name: str) -> QLabel:
        return self._options[name].label

    def _apply_theme(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)

    def _replace_options(self, texts: Mapping[str, str]) -> None:
        for option in self._options.values():
            self._group.removeButton(option.radio)
            self._rows.removeWidget(option)
            option.setParent(None)
            option.deleteLater()
        self._options = {name: _Option(self.theme, self) for name in texts}
        for name, option in self._options.items():
            name_parts(option, f"prediction-{name}")
            self._group.addButton(option.radio)
            self._rows.addWidget(option)

    def _on_clicked(self, radio: QRadioButton) -> None:
        for name, option in self._options.items():
            if option.radio is radio:
                self.picked.emit(name)


class _Option(Themed, QWidget):
    """A radio button with wrapped text, unlike QRadioButton."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.radio, self.label = QRadioButton(), WrappedLabel()
        self._text, self._right = "", False
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.radio, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self.label, 1)
        self.set_theme(theme)

    def set_text(self, text: str) -> None:
        self._text = text
        self._show()

    def set_right(self, right: bool) -> None:
        self._right = right
        self._show()

    def _apply_theme(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # The text is part of the button.
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.radio.click()
        super().mouseReleaseEvent(event)

    def _show(self) -> None:
        text = f"{self._text} {RIGHT_MARK}" if self._right else self._text
        self.label.setText(text)
        self.radio.setAccessibleName(text)


# --------------------------------------------------------------------------------- experiment view
# One experiment: its question, the user's prediction, the two runs, the answer.


class ExperimentView(Themed, Translated, QWidget):
    """The open experiment, from top to bottom."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
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
        if experiment == self._open:
            return
        self._open = experiment
        buttons = (self.run, self.run_blindly, self.again, self.show_runs)
        held = next((button for button in buttons if button.hasFocus()), None)
        self._show()
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _apply_theme(self) -> None:
        self._rows.setContentsMargins(0, 0, self.theme.unit, 0)
        self._rows.setSpacing(3 * self.theme.unit)
        self._show()

    def newest(self) -> QWidget:
        """Widget to scroll to: the progress or the answer."""
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
                self.tr("Train both models now, without a prediction"),
            ),
            (
                self.show_runs,
                self.tr("Show both runs"),
                self.tr("Show their curves, attention and the answer again"),
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
            self.run,
            self.time,
            self.run_blindly,
            self.state,
            self.told,
            self.progress,
            self.table,
            self.verdict,
            self.answer,
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
        name = experiment.experiment.name
        page, texts = experiment_page(name), option_texts(name)
        self.question.set_typeset(page.title, self.theme)
        self.background.set_typeset(page.body[0], self.theme)
        self.source.set_source(page.source)
        options = experiment.experiment.options
        self.choice.set_options({option.name: texts[option.name] for option in options})
        right = experiment.result.right if experiment.result else None
        locked = experiment.status in {"running", "answered"}
        self.choice.set_choice(experiment.prediction, right=right, locked=locked)
        self.ask.setHidden(locked)
        self._show_running(experiment)
        self._show_answer(experiment)

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
        self.progress.setAccessibleName(self.tr("Progress of the experiment"))
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


# -------------------------------------------------------------------------------------------- page
# The page of prepared experiments: all of them, or the one that is open.


class ExperimentsPage(Themed, QStackedWidget):
    """Page of experiments at the left; the curves of both runs are beside it."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot = ExperimentsSnapshot()
        self.list, self.view = ExperimentsList(theme, intents), ExperimentView(theme, intents)
        self._areas = scrolled(self.list), scrolled(self.view)
        self._grows = False
        for area in self._areas:
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.addWidget(area)
        self._areas[1].verticalScrollBar().rangeChanged.connect(self._on_grown)

    def set_snapshot(self, snapshot: ExperimentsSnapshot | None) -> None:
        """Show the state; None while the page is hidden."""
        old = self._snapshot
        if snapshot is None or snapshot == old:
            return
        self._snapshot = snapshot
        self.list.set_lines(snapshot.lines)
        self.view.set_experiment(snapshot.chosen)
        if _name(snapshot) != _name(old):
            self._turn_to(snapshot, old)
        else:
            self._grows = self._grows or _status(snapshot) != _status(old)

    def _turn_to(self, snapshot: ExperimentsSnapshot, old: ExperimentsSnapshot) -> None:
        # Scroll to the top, and move the keyboard focus to the new page.
        held = any(button.hasFocus() for button in (*self.list.buttons.values(), self.view.back))
        area = self._areas[0 if snapshot.chosen is None else 1]
        self.setCurrentWidget(area)
        if snapshot.chosen is not None:
            area.verticalScrollBar().setValue(0)
            self._grows = False
        if held:
            button = self.view.back
            if snapshot.chosen is None and old.chosen is not None:
                button = self.list.buttons[old.chosen.experiment.name]
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_grown(self) -> None:
        # New content must not remain hidden below the edge.
        if self._grows:
            self._grows = False
            self._areas[1].ensureWidgetVisible(self.view.newest())


def _name(snapshot: ExperimentsSnapshot) -> str | None:
    return None if snapshot.chosen is None else snapshot.chosen.experiment.name


def _status(snapshot: ExperimentsSnapshot) -> str | None:
    return None if snapshot.chosen is None else snapshot.chosen.status
