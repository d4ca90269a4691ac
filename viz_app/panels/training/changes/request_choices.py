"""What a choice of task, time or size makes of a request."""

from __future__ import annotations

import dataclasses

from model.runs.presets import PRESETS, Preset, preset_for
from model.runs.time_presets import TimePreset, time_preset
from viz_app.panels.training.changes.estimating import time_name
from viz_app.panels.training.state.training import TrainingRequest


def with_task(request: TrainingRequest, task: str) -> TrainingRequest:
    """Another task, with the numbers that suit it; numbers of the user's own stay."""
    request = dataclasses.replace(request, task=task, experiment="", arm="")
    name = time_name(request.preset)
    if name is not None:
        return with_time(request, name)
    return _with(request, preset_for(task)) if request.preset else request


def with_time(request: TrainingRequest, name: TimePreset) -> TrainingRequest:
    """The numbers that make the most of so much time; epochs are fitted when it is measured."""
    return dataclasses.replace(_with(request, time_preset(request.task, name)), preset=name)


def with_size(request: TrainingRequest, name: str) -> TrainingRequest:
    """The numbers of a preset of :data:`model.runs.presets.PRESETS`."""
    return _with(request, PRESETS[name])


def size_name(request: TrainingRequest) -> str | None:
    """The preset whose model has the size that is asked for, or None."""
    return next((name for name, p in PRESETS.items() if p.model == request.model), None)


def _with(request: TrainingRequest, preset: Preset) -> TrainingRequest:
    return dataclasses.replace(
        request, preset=preset.name, model=preset.model, training=preset.training
    )
