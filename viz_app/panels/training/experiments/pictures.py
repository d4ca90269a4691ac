"""Texts of the prepared experiments."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.runs.experiments import ExperimentName, Outcome, experiment_named
from viz_app.panels.training.experiments.room import OpenExperiment
from viz_app.panels.training.runs.pictures import task_text
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import spoken_time, system_reason, text_page

# ------------------------------------------------------------------------------------- experiments
# What the prepared experiments say: question, background, predictions, explanations.


translate = QCoreApplication.translate


def experiment_page(name: ExperimentName, outcome: Outcome | None = None) -> TextPage:
    """Question, background and, of an outcome that has one, the explanation."""
    return text_page(f"experiment-{name}", outcome or "")


def arm_texts(name: ExperimentName) -> Mapping[str, str]:
    """Names of the arms, as column titles."""
    texts: Mapping[ExperimentName, Mapping[str, str]] = {
        "positions": {
            "with": translate("experiments", "with positions"),
            "without": translate("experiments", "without"),
        },
        "causal": {
            "with": translate("experiments", "with mask"),
            "without": translate("experiments", "without"),
        },
        "heads": {
            "four": translate("experiments", "four heads"),
            "one": translate("experiments", "one head"),
        },
        "norm": {
            "pre": translate("experiments", "pre-norm"),
            "post": translate("experiments", "post-norm"),
        },
        "scaling": {
            "with": translate("experiments", "divided"),
            "without": translate("experiments", "not divided"),
        },
        "layernorm": {
            "trained": translate("experiments", "trained"),
            "untrained": translate("experiments", "never trained"),
        },
    }
    return texts[name]


def option_texts(name: ExperimentName) -> Mapping[str, str]:
    """Texts of the predictions."""
    texts: Mapping[ExperimentName, Mapping[str, str]] = {
        "positions": {
            "same": translate("experiments", "It learns as well without them"),
            "slower": translate("experiments", "It learns as well, but more slowly"),
            "worse": translate("experiments", "It finds the letters, but not their order"),
            "nothing": translate("experiments", "It learns nothing at all"),
        },
        "causal": {
            "better": translate("experiments", "Its loss falls lower, and it translates better"),
            "same": translate("experiments", "There is no difference"),
            "cheats": translate("experiments", "Its loss falls lower, but its translations fail"),
            "worse": translate("experiments", "It learns less: too many tokens to attend to"),
        },
        "heads": {
            "same": translate("experiments", "No difference: they have equally many parameters"),
            "worse": translate("experiments", "One head learns it less well, or more slowly"),
            "better": translate("experiments", "One head learns it better: it is wider"),
        },
        "norm": {
            "same": translate("experiments", "Both learn the task"),
            "worse": translate("experiments", "Post-norm learns it, but less well"),
            "nothing": translate("experiments", "Post-norm learns hardly anything"),
            "better": translate("experiments", "Post-norm learns it better"),
        },
        "scaling": {
            "same": translate("experiments", "No: the weights compensate for it"),
            "worse": translate("experiments", "Yes: without division it learns much more slowly"),
            "nothing": translate("experiments", "Yes: without division it learns nothing"),
        },
        "layernorm": {
            "same": translate("experiments", "Hardly any difference"),
            "worse": translate(
                "experiments", "Without training it learns less well or more slowly"
            ),
            "nothing": translate("experiments", "Without training it learns nothing"),
        },
    }
    return texts[name]


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
    options = option_texts(experiment.experiment.name)
    if prediction == result.right:
        text = translate("ExperimentView", "You predicted “{option}”: right.")
    else:
        text = translate("ExperimentView", "You predicted “{option}”: not this time.")
    return text.format(option=options[prediction])


def answer_text(name: ExperimentName, outcome: Outcome | None) -> str:
    """Explanation of an outcome; without one, the measured result only."""
    if outcome is None:
        return translate(
            "experiments",
            "This run is inconclusive: either the unchanged model did not learn the task, "
            "or the difference is too small to count and too large to call the models equal.",
        )
    _, *explained = experiment_page(name, outcome).body
    return explained[0] if explained else _plain_answers()[outcome]


def time_sentence(experiment: OpenExperiment) -> str:
    if not experiment.can_run:
        return translate("ExperimentView", "It can run when no other training is active.")
    text = translate("ExperimentView", "Takes about {time}; you can keep using the window.")
    return text.format(time=spoken_time(experiment.experiment.seconds))


def _plain_answers() -> dict[Outcome, str]:
    """Measured results, for outcomes without an explanation."""
    return {
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
