"""What the form says: corpora, times, how long a run will take."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.runs.time_presets import budget_seconds
from viz_app.panels.training.changes.estimating import time_name
from viz_app.panels.training.snapshot.panel import FormSnapshot
from viz_app.panels.training.texts.known_names import task_text
from viz_app.texts.message_text import isolated

translate = QCoreApplication.translate

MUCH_LONGER = 1.2
"""A run that takes so many times what was asked for is said to be longer."""


def corpus_text(task: str) -> str:
    """A task's name as it is read, or the names of its files without folders: ``a.zh → a.en``."""
    if not any(mark in task for mark in "/\\.,"):
        return task_text(task)
    return " → ".join(isolated(Path(part).name) for part in task.split(","))


def spoken_time(seconds: float) -> str:
    """Two units at most: ``0.4 s``, ``52 s``, ``9 min 40 s``, ``7 h 55 min``."""
    if seconds < 9.95:
        return translate("times", "{seconds} s").format(seconds=f"{seconds:.1f}")
    whole = round(seconds)
    if whole < 60:
        return translate("times", "{seconds} s").format(seconds=whole)
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        exact = translate("times", "{minutes} min {seconds} s")
        text = exact if rest else translate("times", "{minutes} min")
        return text.format(minutes=minutes, seconds=rest)
    hours, minutes = divmod(round(whole / 60), 60)
    return translate("times", "{hours} h {minutes} min").format(hours=hours, minutes=minutes)


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
            "TrainingForm", "That is longer than asked for, but a run has one epoch at least."
        )
        text = f"{text} {longer}"
    return text


def parameters_text(count: int | None) -> str:
    """``412,160 parameters``; an ellipsis while it is not known."""
    number = "…" if count is None else f"{count:,}"
    return translate("TrainingForm", "{number} parameters").format(number=number)
