"""Numbers of a run by the time that there is for it: a minute, ten, a night. No torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal, get_args

from model.config import ModelConfig
from model.runs.presets import PRESETS, Preset, TrainingConfig
from model.runs.speed_estimate import SpeedEstimate

TimePreset = Literal["one-minute", "ten-minutes", "overnight"]
TIME_PRESETS: tuple[TimePreset, ...] = get_args(TimePreset)

_Family = Literal["toy", "phrases", "sentences", "report", "files"]

_SECONDS: Mapping[TimePreset, float] = {
    "one-minute": 60.0,
    "ten-minutes": 600.0,
    "overnight": 28_800.0,
}
_FAMILIES: Mapping[str, _Family] = {
    "copy": "toy",
    "reverse": "toy",
    "zh-en": "phrases",
    "zh-en-large": "sentences",
    "report": "report",
}

_WARMUP_SHARE = 8
"""The rate rises during at most this part (1/8) of the updates."""

_AVERAGED_SHARE = 4
"""Weights are averaged over at most this part (1/4) of the epochs: the first ones are worse."""


def budget_seconds(name: TimePreset) -> float:
    """The time that a preset is for."""
    return _SECONDS[name]


def time_preset(task: str, name: TimePreset) -> Preset:
    """Numbers that suit a task and a time; its epochs are the most that make sense.

    How many epochs the time is enough for depends on the machine and on the corpus:
    :func:`fitted` settles it. Scores on held-out pairs come after every epoch; on 60 to 200 short
    pairs they take up to a tenth of the time. ``task`` may be the user's own files.
    """
    family = _FAMILIES.get(task, "files")
    model, training = _NUMBERS[family][name]
    return Preset(name, model, training)


def fitted(preset: Preset, estimate: SpeedEstimate, seconds: float) -> TrainingConfig:
    """The training for the epochs that there is time for: 1 or more, the preset's at most.

    With few updates the warm-up is shorter, and fewer epochs are averaged.
    """
    training = preset.training
    epochs = min(training.epochs, estimate.epochs_within(seconds))
    updates = epochs * estimate.updates_per_epoch
    return dataclasses.replace(
        training,
        epochs=epochs,
        warmup=min(training.warmup, max(1, updates // _WARMUP_SHARE)),
        averaged=min(training.averaged, max(1, epochs // _AVERAGED_SHARE)),
    )


_TOY = PRESETS["tiny"].model
_LARGER_TOY = dataclasses.replace(_TOY, n_layers=3, d_model=128, d_ff=256)
_QUICK = ModelConfig(n_layers=2, n_heads=4, d_model=128, d_ff=256, dropout=0.1, max_len=128)
_QUICKEST = dataclasses.replace(_QUICK, d_model=96, d_ff=192, dropout=0.0)
_SMALL = PRESETS["small"].model
_MEDIUM = PRESETS["medium"].model
_LARGE = dataclasses.replace(_MEDIUM, d_ff=1024, dropout=0.2)

_TOY_MINUTE = TrainingConfig(
    epochs=8, batch_tokens=1024, learning_rate=3e-3, warmup=100, scored_every=1
)
_TEXT_MINUTE = TrainingConfig(
    epochs=30,
    batch_tokens=768,
    learning_rate=3e-3,
    warmup=100,
    label_smoothing=0.1,
    scored_every=1,
    validation=60,
)
_TEXT_TEN = dataclasses.replace(
    _TEXT_MINUTE,
    epochs=60,
    batch_tokens=1024,
    learning_rate=1e-3,
    warmup=200,
    averaged=5,
    validation=100,
)
_TEXT_NIGHT = dataclasses.replace(
    PRESETS["medium"].training, epochs=100, scored_every=1, validation=200
)
_PIECES_TEN = dataclasses.replace(
    _TEXT_TEN, batch_tokens=2048, level="bpe", vocabulary=4000, min_count=2
)

_NUMBERS: Mapping[_Family, Mapping[TimePreset, tuple[ModelConfig, TrainingConfig]]] = {
    "toy": {
        "one-minute": (_TOY, _TOY_MINUTE),
        "ten-minutes": (
            _LARGER_TOY,
            dataclasses.replace(_TOY_MINUTE, epochs=30, learning_rate=1e-3, warmup=300),
        ),
        "overnight": (
            dataclasses.replace(_LARGER_TOY, n_heads=8, dropout=0.1),
            dataclasses.replace(_TOY_MINUTE, epochs=200, learning_rate=1e-3, warmup=500),
        ),
    },
    "phrases": {
        "one-minute": (_QUICK, _TEXT_MINUTE),
        "ten-minutes": (_SMALL, _TEXT_TEN),
        # so few pairs are learned by heart: strong dropout, two passes of each batch
        "overnight": (
            dataclasses.replace(_MEDIUM, tie_embeddings=False),
            dataclasses.replace(_TEXT_TEN, epochs=200, warmup=500, r_drop=5.0),
        ),
    },
    "sentences": {
        "one-minute": (
            _QUICKEST,
            dataclasses.replace(_TEXT_MINUTE, epochs=4, batch_tokens=1536, vocabulary=4000),
        ),
        "ten-minutes": (
            _SMALL,
            dataclasses.replace(_PIECES_TEN, epochs=12, learning_rate=2e-3, warmup=500),
        ),
        "overnight": (_LARGE, dataclasses.replace(_TEXT_NIGHT, epochs=60)),
    },
    "report": {
        "one-minute": (
            PRESETS["report-small"].model,
            dataclasses.replace(PRESETS["report-small"].training, scored_every=1),
        ),
        "ten-minutes": (
            PRESETS["report"].model,
            dataclasses.replace(PRESETS["report"].training, scored_every=1),
        ),
        "overnight": (
            PRESETS["report"].model,
            dataclasses.replace(PRESETS["report"].training, epochs=200, scored_every=1),
        ),
    },
    # a hundred pairs or a million: few enough parameters to learn, pieces where there is time
    "files": {
        "one-minute": (_QUICK, dataclasses.replace(_TEXT_MINUTE, batch_tokens=1024)),
        "ten-minutes": (_SMALL, dataclasses.replace(_PIECES_TEN, warmup=300)),
        "overnight": (_MEDIUM, _TEXT_NIGHT),
    },
}
