"""What the open experiment says of its runs and of the user's prediction."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.runs.experiments import ExperimentName, Outcome
from viz_app.panels.training.experiments.snapshot import OpenExperiment
from viz_app.panels.training.experiments.texts.experiments import experiment_text
from viz_app.texts.numbers import spoken_time
from viz_app.texts.system_reasons import system_reason

translate = QCoreApplication.translate


def state_sentence(experiment: OpenExperiment) -> str:
    """What became of the last run, where it gave no answer; else empty."""
    if experiment.status == "stopped":
        return translate("ExperimentView", "Last time it was stopped before the end.")
    if experiment.status == "failed":
        text = translate("ExperimentView", "Last time it failed: {reason}")
        return text.format(reason=system_reason(experiment.reason))
    return ""


def progress_sentence(experiment: OpenExperiment) -> str:
    """How far it is, while it runs; else empty."""
    if experiment.status != "running":
        return ""
    if experiment.paused:
        text = translate("ExperimentView", "Paused; {percent} % are done.")
        return text.format(percent=experiment.percent)
    if experiment.seconds_left is None:
        return translate("ExperimentView", "Setting up both models…")
    text = translate("ExperimentView", "Both models take turns: {percent} %, about {time} left.")
    return text.format(
        percent=experiment.percent, time=spoken_time(max(1, experiment.seconds_left))
    )


def verdict_sentence(experiment: OpenExperiment) -> str:
    """Whether the prediction was right."""
    result, prediction = experiment.result, experiment.prediction
    if result is None:
        return ""
    if result.outcome is None:
        return translate("ExperimentView", "Undecided")
    if prediction is None:
        return translate("ExperimentView", "The answer")
    options = experiment_text(experiment.experiment.name).options
    if prediction == result.right:
        text = translate("ExperimentView", "You predicted “{option}”: right.")
    else:
        text = translate("ExperimentView", "You predicted “{option}”: not this time.")
    return text.format(option=options[prediction])


def answer_text(name: ExperimentName, outcome: Outcome | None) -> str:
    """Why a run came out as it did; where that is no known story, only what was measured."""
    if outcome is None:
        return translate(
            "experiments",
            "The numbers of this run do not decide it: either the usual model has not learned its "
            "task, or the two are too close to differ and too far apart to be called equal.",
        )
    known = experiment_text(name).answers
    return known[outcome] if outcome in known else _plain_answers()[outcome]


def time_sentence(experiment: OpenExperiment) -> str:
    """How long it will take, or why it cannot be run now."""
    if not experiment.can_run:
        return translate("ExperimentView", "It can be run when nothing else is being trained.")
    text = translate(
        "ExperimentView", "Takes about {time}; you can go on using the window meanwhile."
    )
    return text.format(time=spoken_time(experiment.experiment.seconds))


def _plain_answers() -> dict[Outcome, str]:
    """What was measured, where no explanation is known."""
    return {
        "same": translate("experiments", "In this run both models did equally well."),
        "slower": translate(
            "experiments", "In this run both models got there, the changed one later."
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
