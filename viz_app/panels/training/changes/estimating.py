"""What a choice makes of a request, when its speed is asked for, and what follows from that."""

from __future__ import annotations

import dataclasses

from model.messages import ConfigError, Message
from model.runs.parameter_shapes import parameter_count
from model.runs.presets import PRESETS, Preset, check_trainable, preset_for
from model.runs.speed_estimate import SpeedEstimate
from model.runs.time_presets import TIME_PRESETS, TimePreset, budget_seconds, fitted, time_preset
from viz_app.panels.training.state.estimate import EstimateAnswer, EstimateQuestion, speed_of
from viz_app.panels.training.state.training import TrainingRequest, TrainingRoom, TrainingState


def question_of(request: TrainingRequest) -> EstimateQuestion:
    """What to measure for a request."""
    return EstimateQuestion(
        task=request.task,
        model=request.model,
        training=speed_of(request.training),
        device=request.device,
    )


def estimate_question(room: TrainingRoom) -> EstimateQuestion | None:
    """What to measure now: only what the form in front shows, and only while nothing trains."""
    training = room.own
    if room.bench.tab != "training" or training.active:
        return None
    if size_problem(training.request) is not None:
        return None
    question = question_of(training.request)
    return None if training.estimate.question == question else question


def estimate_of(training: TrainingState) -> EstimateAnswer:
    """What was measured for the request in the form; empty when that is not measured yet."""
    estimate = training.estimate
    return estimate if estimate.question == question_of(training.request) else EstimateAnswer()


def request_made(room: TrainingRoom, request: TrainingRequest) -> TrainingRoom:
    """The form shows something else; a time preset has the epochs that there is time for."""
    return _fitted(room.changed(request=request))


def estimate_arrived(room: TrainingRoom, answer: EstimateAnswer) -> TrainingRoom:
    """The speed is known, or why it cannot be."""
    room = room.changed(estimate=answer)
    return room if room.own.active else _fitted(room)


def size_problem(request: TrainingRequest) -> Message | None:
    """Why a network of that size is not even tried, or None."""
    try:
        check_trainable(request.model)
    except ConfigError as error:
        return error.message
    return None


def counted_parameters(request: TrainingRequest, estimate: SpeedEstimate | None) -> int | None:
    """Trained numbers of the asked model; None while its vocabularies are not known."""
    if estimate is None:
        return None
    return parameter_count(
        request.model,
        src_vocabulary=estimate.src_vocabulary,
        tgt_vocabulary=estimate.tgt_vocabulary,
    )


def with_task(request: TrainingRequest, task: str) -> TrainingRequest:
    """Another task, with the numbers that suit it; numbers of the user's own stay."""
    request = dataclasses.replace(request, task=task, experiment="", arm="")
    name = time_name(request.preset)
    if name is not None:
        return with_time(request, name)
    return _with(request, preset_for(task)) if request.preset else request


def learned_positions(request: TrainingRequest) -> TrainingRequest:
    """A task of ours that takes a minute, with a table of positions that is learned."""
    short = with_time(with_task(request, "reverse"), "one-minute")
    return dataclasses.replace(short, model=dataclasses.replace(short.model, positions="learned"))


def with_time(request: TrainingRequest, name: TimePreset) -> TrainingRequest:
    """The numbers that make the most of so much time; epochs are fitted when it is measured."""
    return dataclasses.replace(_with(request, time_preset(request.task, name)), preset=name)


def with_size(request: TrainingRequest, name: str) -> TrainingRequest:
    """The numbers of a preset of :data:`model.runs.presets.PRESETS`."""
    return _with(request, PRESETS[name])


def size_name(request: TrainingRequest) -> str | None:
    """The preset whose model has the size that is asked for, or None."""
    return next((name for name, p in PRESETS.items() if p.model == request.model), None)


def time_name(preset: str) -> TimePreset | None:
    """The preset as one of time, or None."""
    return next((name for name in TIME_PRESETS if name == preset), None)


def _fitted(room: TrainingRoom) -> TrainingRoom:
    request, name = room.own.request, time_name(room.own.request.preset)
    estimate = estimate_of(room.own).estimate
    if name is None or estimate is None:
        return room
    preset = time_preset(request.task, name)
    config = fitted(preset, estimate, budget_seconds(name))
    return room.changed(request=dataclasses.replace(request, training=config))


def _with(request: TrainingRequest, preset: Preset) -> TrainingRequest:
    return dataclasses.replace(
        request, preset=preset.name, model=preset.model, training=preset.training
    )
