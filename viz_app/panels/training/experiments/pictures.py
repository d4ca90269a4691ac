"""Texts of the prepared experiments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from model.lessons.questions import Judgement
from model.runs.experiments import ExperimentName, Outcome, experiment_named
from viz_app.panels.training.experiments.room import OpenExperiment
from viz_app.panels.training.runs.pictures import task_text
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import spoken_time, system_reason, text_page
from viz_app.widgets.questions import judgement_sentence

# ------------------------------------------------------------------------------------------- pages
# What the pages of the experiments say: question, background, arms, predictions, explanations.


translate = QCoreApplication.translate


def experiment_page(name: ExperimentName, outcome: Outcome | None = None) -> TextPage:
    """Question, background and, of an outcome that has one, the explanation."""
    return text_page(f"experiment-{name}", outcome or "")


def arm_texts(name: ExperimentName) -> Mapping[str, str]:
    """Names of the arms, as column titles."""
    return _texts(name, "arm", (arm.name for arm in experiment_named(name).arms))


def option_texts(name: ExperimentName) -> Mapping[str, str]:
    """Texts of the predictions."""
    return _texts(name, "option", (option.name for option in experiment_named(name).options))


def _texts(name: ExperimentName, kind: str, names: Iterable[str]) -> Mapping[str, str]:
    return {one: text_page(f"experiment-{name}", f"{kind} {one}").body[-1] for one in names}


# --------------------------------------------------------------------------------------- sentences
# What the open experiment says of its runs and of the user's prediction.


def not_run_sentence(name: ExperimentName) -> str:
    experiment, arms = experiment_named(name), arm_texts(name)
    usual, changed = (arms[arm.name] for arm in experiment.arms)
    setting = translate(
        "ExperimentView",
        "Not run yet. Two models (“{usual}” and “{changed}”) learn the same task for {epochs} "
        "epochs: {task}. Their curves and translations appear here when you run the experiment.",
    )
    first, _ = experiment.arms
    values = {
        "task": task_text(experiment.task),
        "epochs": first.training.epochs,
        "usual": usual,
        "changed": changed,
    }
    return f"{experiment_page(name).title}\n\n{setting.format(**values)}"


NO_BREAK = "\u00a0"
"""A blank at which no line ends: a unit stays with its number."""


def state_sentence(experiment: OpenExperiment) -> str:
    """Result of the last run, if it gave no answer, or whose result is shown; else empty."""
    if experiment.recorded is not None:
        return recorded_experiment_sentence(experiment.recorded)
    if experiment.status == "stopped":
        return translate("ExperimentView", "The last run was stopped early.")
    if experiment.status == "failed":
        text = translate("ExperimentView", "The last run failed: {reason}")
        return text.format(reason=system_reason(experiment.reason))
    return ""


def recorded_experiment_sentence(seconds: float) -> str:
    text = translate(
        "ExperimentView",
        "Recorded on two cores, {time}. Run it yourself: your result replaces this one.",
    )
    return text.format(time=spoken_time(seconds).replace(" ", NO_BREAK))


def progress_sentence(experiment: OpenExperiment) -> str:
    """Progress while it runs; else empty."""
    if experiment.status != "running":
        return ""
    if experiment.paused:
        text = translate("ExperimentView", "Paused; {percent} % done.")
        return text.format(percent=experiment.percent)
    if experiment.seconds_left is None:
        return translate("ExperimentView", "Setting up both models…")
    text = translate(
        "ExperimentView", "Training both models in turn: {percent} %, about {time} left."
    )
    return text.format(
        percent=experiment.percent, time=spoken_time(max(1, experiment.seconds_left))
    )


def verdict_sentence(experiment: OpenExperiment) -> str:
    result, prediction = experiment.result, experiment.prediction
    if result is None:
        return ""
    if result.outcome is None:
        return translate("ExperimentView", "Inconclusive")
    if prediction is None:
        return translate("ExperimentView", "The answer")
    texts = option_texts(experiment.experiment.name)
    expected, shown = texts.get(result.right or "", ""), texts[prediction]
    return judgement_sentence(Judgement(prediction == result.right, expected, shown))


def answer_text(name: ExperimentName, outcome: Outcome | None) -> str:
    """Explanation of an outcome; without one, the measured result only."""
    if outcome is None:
        return translate(
            "experiments",
            "This run is inconclusive: either the unchanged model did not learn the task, "
            "or the difference is too small to count and too large to call the models equal.",
        )
    _, *explained = experiment_page(name, outcome).body
    measured: dict[Outcome, str] = {
        "same": translate("experiments", "In this run both models did equally well."),
        "slower": translate(
            "experiments", "In this run both models learned the task, the changed one later."
        ),
        "worse": translate("experiments", "In this run the changed model learned less well."),
        "nothing": translate(
            "experiments", "In this run the changed model learned hardly anything."
        ),
        "cheats": translate(
            "experiments", "In this run the changed model had the lower loss and the worse score."
        ),
        "better": translate("experiments", "In this run the changed model did better."),
    }
    return explained[0] if explained else measured[outcome]


def time_sentence(experiment: OpenExperiment) -> str:
    if not experiment.can_run:
        return translate("ExperimentView", "It can run when no other training is active.")
    text = translate("ExperimentView", "Takes about {time}; you can keep using the window.")
    return text.format(time=spoken_time(experiment.experiment.seconds))
