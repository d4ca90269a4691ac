"""How far a run is, as a sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.state.training import TrainingState, TrainingStatus
from viz_app.ui.texts.known_names import preset_text
from viz_app.ui.training.training_form import corpus_text

translate = QCoreApplication.translate


def run_sentence(training: TrainingState) -> str:
    """What the run does, or what became of it."""
    sentences: dict[TrainingStatus, str] = {
        "idle": translate("TrainingPanel", "Choose a task and a size, then start."),
        "starting": translate("TrainingPanel", "Reading the corpus of {task}…"),
        "running": translate("TrainingPanel", "Training {task}, size {preset}."),
        "paused": translate(
            "TrainingPanel", "Paused. The run goes on exactly here when you resume it."
        ),
        "finished": translate("TrainingPanel", "Training {task} is done."),
        "cancelled": translate("TrainingPanel", "Cancelled. What was learned is dropped."),
        "failed": translate("TrainingPanel", "Training {task} failed; the message above says why."),
    }
    request = training.request
    return sentences[training.status].format(
        task=corpus_text(request.task), preset=preset_text(request.preset)
    )
