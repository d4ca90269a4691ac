"""Texts of the prepared experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from model.runs.experiments import ExperimentName, Outcome, experiment_named
from viz_app.panels.training.experiments.room import OpenExperiment
from viz_app.panels.training.runs.pictures import task_text
from viz_app.texts.labels import spoken_time, system_reason
from viz_app.texts.picture_caption import BA, VASWANI, XIONG, XU, cited

# ------------------------------------------------------------------------------------- experiments
# What the prepared experiments say: question, background, predictions, explanations.


translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentText:
    """Texts of one experiment in the current language.

    Attributes:
        question: of the experiment.
        background: at most 120 words; everyday word first, the term in brackets.
        source: of the idea.
        arms: name of each arm, as a column title.
        options: text of each prediction.
        answers: explanation of each outcome that has one.
    """

    question: str
    background: str
    source: str
    arms: Mapping[str, str]
    options: Mapping[str, str]
    answers: Mapping[Outcome, str] = field(default_factory=dict)


def experiment_text(name: ExperimentName) -> ExperimentText:
    return _TEXTS[name]()


def _positions() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "Does a model need to know the position of each token?"),
        background=translate(
            "experiments",
            "Attention compares every token with every other, but treats a sentence as an "
            "unordered set of vectors. A vector that depends on the position is therefore "
            "added to each token (positional encoding). Here one model has it and the other "
            "does not; both learn to reverse strings of letters.",
        ),
        source=cited((VASWANI, "§3.5")),
        arms={
            "with": translate("experiments", "with positions"),
            "without": translate("experiments", "without"),
        },
        options={
            "same": translate("experiments", "It learns as well without them"),
            "slower": translate("experiments", "It learns as well, but more slowly"),
            "worse": translate("experiments", "It finds the letters, but not their order"),
            "nothing": translate("experiments", "It learns nothing at all"),
        },
        answers={
            "worse": translate(
                "experiments",
                "Without positions the encoder knows which letters occur, but not where. A "
                "model that knows the letters of these strings but must guess their order "
                "has an average loss of 0.97: compare this with the losses above. A few "
                "short strings come out right by chance.",
            )
        },
    )


def _causal() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "What if the decoder can see future tokens?"),
        background=translate(
            "experiments",
            "In training the decoder reads the whole correct translation at once and "
            "predicts each next token. A mask hides the tokens that come later (causal "
            "mask). Here one of two models is trained without this mask on Chinese and "
            "English phrases. Both then translate phrases that they have not seen.",
        ),
        source=cited((VASWANI, "§3.2.3")),
        arms={
            "with": translate("experiments", "with mask"),
            "without": translate("experiments", "without"),
        },
        options={
            "better": translate("experiments", "Its loss falls lower, and it translates better"),
            "same": translate("experiments", "There is no difference"),
            "cheats": translate("experiments", "Its loss falls lower, but its translations fail"),
            "worse": translate("experiments", "It learns less: too many tokens to attend to"),
        },
        answers={
            "cheats": translate(
                "experiments",
                "Without the mask, the model can copy the next token: see how the decoder "
                "attends to the right of the diagonal. The training loss falls, and so does "
                "the validation loss, because it is also measured with the correct "
                "translation as input (teacher forcing). When the model translates on its "
                "own, the next token does not exist yet, so there is nothing to copy. A low "
                "loss proves nothing if the model can see the answer.",
            )
        },
    )


def _heads() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "One wide head, or four narrow ones?"),
        background=translate(
            "experiments",
            "Heads work in parallel, each with its own weights (multi-head attention). Four "
            "heads of 16 dimensions have as many parameters as one of 64. The task is to "
            "join each letter with its mirror image: a b c d → ad bc cb da. To write one "
            "word, the model must attend to two positions.",
        ),
        source=cited((VASWANI, translate("papers", "§3.2.2, table 3 (A)"))),
        arms={
            "four": translate("experiments", "four heads"),
            "one": translate("experiments", "one head"),
        },
        options={
            "same": translate("experiments", "No difference: they have equally many parameters"),
            "worse": translate("experiments", "One head learns it less well, or more slowly"),
            "better": translate("experiments", "One head learns it better: it is wider"),
        },
        answers={outcome: _split_attention() for outcome in ("worse", "slower")},
    )


def _split_attention() -> str:
    return translate(
        "experiments",
        "The weights of a head sum to 1: weight spent on one position is not available for "
        "another. Compare the cross-attention of both runs. The single head follows the "
        "diagonal, so the mirror letters must come through the encoder’s single head, which "
        "also has to find the end of the string and stays blurred. Of the four heads, some "
        "follow the diagonal and others the opposite direction.",
    )


def _norm() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "Normalise before or after each sublayer?"),
        background=translate(
            "experiments",
            "LayerNorm normalises values to mean 0 and variance 1. The paper applies it "
            "after a sublayer’s output is added to its input (post-norm), later models "
            "before the sublayer (pre-norm). Here both models have six layers and use the "
            "full learning rate from the first update: no warm-up.",
        ),
        source=cited((VASWANI, "§3.1, §5.3"), (XIONG, "")),
        arms={
            "pre": translate("experiments", "pre-norm"),
            "post": translate("experiments", "post-norm"),
        },
        options={
            "same": translate("experiments", "Both learn the task"),
            "worse": translate("experiments", "Post-norm learns it, but less well"),
            "nothing": translate("experiments", "Post-norm learns hardly anything"),
            "better": translate("experiments", "Post-norm learns it better"),
        },
        answers={
            "nothing": translate(
                "experiments",
                "With post-norm, the gradients of the last layers are large at first, and "
                "updates at the full learning rate ruin the weights before they have "
                "learned anything. The loss stays just below 2.87, the value that letter "
                "frequencies and lengths alone give. Pre-norm leaves a path without "
                "normalisation from the first layer to the last (residual stream). The "
                "paper's remedy is small first updates (warm-up): with 200 warm-up updates "
                "this model starts to learn.",
            )
        },
    )


def _scaling() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "Does it matter that scores are divided by √d_k?"),
        background=translate(
            "experiments",
            "The score of a query and a key is a sum of d_k products: the wider the "
            "vectors, the larger it gets. The paper divides it by √d_k before the softmax "
            "(scaled dot product). Here there is one head of 64 dimensions. One model "
            "divides by 8, the other does not; both learn to reverse strings of letters.",
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, footnote 4"))),
        arms={
            "with": translate("experiments", "divided"),
            "without": translate("experiments", "not divided"),
        },
        options={
            "same": translate("experiments", "No: the weights compensate for it"),
            "worse": translate("experiments", "Yes: without division it learns much more slowly"),
            "nothing": translate("experiments", "Yes: without division it learns nothing"),
        },
        answers={outcome: _steep_softmax() for outcome in ("worse", "slower")},
    )


def _steep_softmax() -> str:
    return translate(
        "experiments",
        "Without the division, scores are eight times as far apart from the first update "
        "on. The softmax then gives one key nearly all the weight, where its derivatives "
        "are nearly 0: hardly any gradient reaches queries and keys. The model still "
        "learns, but far more slowly. The tab “Scaling” shows these derivatives.",
    )


def _layernorm() -> ExperimentText:
    return ExperimentText(
        question=translate("experiments", "Does LayerNorm have to be trained?"),
        background=translate(
            "experiments",
            "After normalising to mean 0 and variance 1, LayerNorm multiplies by a gain and "
            "adds a bias; both are trained. A common mistake is to create a new LayerNorm "
            "in every forward pass: its gain then stays 1 and its bias 0. Here one model "
            "trains them, the other never does; both learn to reverse strings of letters.",
        ),
        source=cited((BA, ""), (XU, "")),
        arms={
            "trained": translate("experiments", "trained"),
            "untrained": translate("experiments", "never trained"),
        },
        options={
            "same": translate("experiments", "Hardly any difference"),
            "worse": translate(
                "experiments", "Without training it learns less well or more slowly"
            ),
            "nothing": translate("experiments", "Without training it learns nothing"),
        },
        answers={
            "same": translate(
                "experiments",
                "Normalising to mean 0 and variance 1 needs no training, and it is the part "
                "that helps. Gain and bias only scale and shift, which the next projection "
                "can do as well. The mistake therefore goes unnoticed: the loss looks "
                "right. It is still a mistake: a module created anew in every pass never "
                "learns and is in no checkpoint.",
            )
        },
    )


_TEXTS: Mapping[ExperimentName, Callable[[], ExperimentText]] = {
    "positions": _positions,
    "causal": _causal,
    "heads": _heads,
    "norm": _norm,
    "scaling": _scaling,
    "layernorm": _layernorm,
}

# --------------------------------------------------------------------------------------- sentences
# What the open experiment says of its runs and of the user's prediction.


def not_run_sentence(name: ExperimentName) -> str:
    experiment, text = experiment_named(name), experiment_text(name)
    usual, changed = (text.arms[arm.name] for arm in experiment.arms)
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
    return f"{text.question}\n\n{setting.format(**values)}"


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
    options = experiment_text(experiment.experiment.name).options
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
    known = experiment_text(name).answers
    return known[outcome] if outcome in known else _plain_answers()[outcome]


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
