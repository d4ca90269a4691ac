"""What of training a session keeps: what the user asks for; runs have folders of their own."""

from __future__ import annotations

from typing import Any

from model import values
from model.config import ModelConfig, is_number
from model.devices import DEVICES
from model.runs.presets import PRESETS, TrainingConfig, check_new
from model.runs.time_presets import TIME_PRESETS
from model.text.tasks import TASKS
from viz_app.panels.training.state.replay import ReplayState
from viz_app.panels.training.state.training import ExperimentsState, TrainingRequest
from viz_app.workbench.kept import KeptField, Plan

LARGEST_TYPED = 10**12
"""No field of the form takes more digits."""

_ASKED = ("task", "preset", "model", "training", "device")


def _plain_request(request: TrainingRequest) -> dict[str, Any]:
    """The path of a corpus tells of this computer, and leads nowhere on another: it is not in."""
    told = {field: getattr(request, field) for field in _ASKED}
    told["task"] = request.task if request.task in TASKS else TrainingRequest().task
    return {**told, "model": request.model.to_json(), "training": request.training.to_json()}


def _request(name: str, value: Any) -> TrainingRequest:
    told = _REQUEST(name, value)
    return TrainingRequest(**{field: told[field] for field in _ASKED})


def _model(told: dict[str, Any]) -> ModelConfig:
    """What a form can ask for.

    Raises:
        ConfigError: it is none, or one that cannot begin to learn.
    """
    model = ModelConfig.from_json(told)
    check_new(model)
    return model


def _numbers(name: str, value: Any) -> dict[str, Any]:
    told = values.mapping(name, value)
    for key, number in told.items():
        if is_number(number):
            values.number(0, LARGEST_TYPED)(key, number)
    return told


def _experiments(name: str, value: Any) -> ExperimentsState:
    told = _EXPERIMENTS(name, value)
    if told["chosen"] is None and not told["predictions"]:
        return ExperimentsState()
    from model.runs.experiments import experiment_named  # 40 ms, which no start needs

    for experiment, option in told["predictions"]:
        options = tuple(known.name for known in experiment_named(experiment).options)
        values.choice(options)(name, option)
    if told["chosen"] is not None:
        experiment_named(told["chosen"])
    return ExperimentsState(chosen=told["chosen"], predictions=told["predictions"])


def _plain_experiments(experiments: ExperimentsState) -> dict[str, Any]:
    predictions = list(map(list, experiments.predictions))
    return {"chosen": experiments.chosen, "predictions": predictions}


def _replay(name: str, value: Any) -> ReplayState:
    from model.traces.moment import HEAD_NUMBERS

    return ReplayState(number=values.choice(HEAD_NUMBERS)(name, value))


_WORD = values.text(values.MOST_SHOWN)
_REQUEST = values.fields(
    {
        "task": values.choice(TASKS),  # a file that anybody's session names would be read
        "preset": values.choice(("", *PRESETS, *TIME_PRESETS)),
        "model": values.made(_model, _numbers),
        "training": values.made(TrainingConfig.from_json, _numbers),
        "device": values.choice(DEVICES),
    }
)
_EXPERIMENTS = values.fields(
    {
        "chosen": values.maybe(_WORD),
        "predictions": values.many(values.many(_WORD, fewest=2, most=2), most=values.MOST_SHOWN),
    }
)

KEPT: Plan = {
    "request": KeptField(_request, _plain_request),
    "experiments": KeptField(_experiments, _plain_experiments),
    "replay": KeptField(_replay, lambda replay: replay.number),
}
