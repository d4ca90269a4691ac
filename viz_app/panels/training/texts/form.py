"""What the form says: how long a run will take, how large its model is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.runs.time_presets import budget_seconds
from viz_app.panels.training.changes.estimating import time_name
from viz_app.panels.training.snapshot.panel import FormSnapshot
from viz_app.texts.numbers import spoken_time

translate = QCoreApplication.translate

MUCH_LONGER = 1.2
"""A run that takes so many times what was asked for is said to be longer."""


def estimate_sentence(snapshot: FormSnapshot) -> str:
    """How long the asked run will take here, or why that is not known."""
    estimate, epochs = snapshot.estimate, snapshot.request.training.epochs
    if estimate is None:
        if snapshot.active:
            return translate("TrainingForm", "Not measured while a model is being trained.")
        return translate("TrainingForm", "Measuring this machine…")
    total, each = estimate.seconds(epochs), estimate.seconds(1)
    several = translate(
        "TrainingForm", "About {time} here: {epochs} epochs of {each}, measured just now."
    )
    one = translate("TrainingForm", "About {time} here: one epoch, measured just now.")
    text = (several if epochs > 1 else one).format(
        time=spoken_time(total), epochs=f"{epochs:,}", each=spoken_time(each)
    )
    name = time_name(snapshot.request.preset)
    if name is not None and total > MUCH_LONGER * budget_seconds(name):
        longer = translate(
            "TrainingForm", "That is longer than you asked for, but a run takes at least one epoch."
        )
        text = f"{text} {longer}"
    cut = warmup_sentence(snapshot)
    return f"{text} {cut}" if cut else text


def warmup_sentence(snapshot: FormSnapshot) -> str:
    """That the warm-up is cut short, or nothing."""
    estimate, training = snapshot.estimate, snapshot.request.training
    updates = estimate.updates_per_epoch * training.epochs if estimate is not None else 0
    cut = training.warmup_of(updates)
    if estimate is None or cut == training.warmup:
        return ""
    return translate(
        "TrainingForm",
        "The warm-up of {asked} updates is cut to {cut}, half of the run's {updates}.",
    ).format(asked=f"{training.warmup:,}", cut=f"{cut:,}", updates=f"{updates:,}")


def parameters_text(count: int | None) -> str:
    """``412,160 parameters``; an ellipsis while it is not known."""
    number = "…" if count is None else f"{count:,}"
    return translate("TrainingForm", "{number} parameters").format(number=number)
