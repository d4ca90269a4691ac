"""Snapshot for the training tab."""

from __future__ import annotations

from dataclasses import dataclass

from model.presets import PRESETS, Preset
from model.tasks import TASKS
from viz_app.state.app_state import AppState
from viz_app.state.training import TrainingState


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSnapshot:
    """What can be asked for and how far the run is.

    Attributes:
        can_save: whether there is a current model to save.
        model_name: of that model.
    """

    training: TrainingState
    tasks: tuple[str, ...] = TASKS
    presets: tuple[Preset, ...] = tuple(PRESETS.values())
    can_save: bool = False
    model_name: str | None = None


def resolve_training(state: AppState) -> TrainingSnapshot:
    """The training tab."""
    return TrainingSnapshot(
        training=state.training,
        can_save=state.model is not None,
        model_name=state.model.name if state.model else None,
    )
