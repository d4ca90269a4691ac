"""Training settings of a run, and named presets of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta

from model import config, values
from model.config import NEW_POSITIONS, AnyCount, Fraction, ModelConfig, Precision
from model.messages import ConfigError
from model.runs.estimates import SpeedEstimate, check_table, parameter_count
from model.special_tokens import Level
from model.values import FieldText

Schedule = Literal["constant", "cosine", "inverse-sqrt"]

MOST_EPOCHS = 10_000
"""Maximum number of passes over a corpus."""

LARGEST_COUNT = 1_000_000
"""Maximum size of a vocabulary or batch."""

LARGEST_R_DROP = 100

LARGEST_TRAINED = 500_000_000
"""Parameters. A larger network is taken for a typing error: training holds each four times."""

MOST_TRAINED_LAYERS = 500
"""Maximum depth of a stack: more layers take seconds to create, however narrow."""

MOST_AVERAGED = 20
"""Copies of the weights that a run may keep for their mean."""

LimitedCount = Annotated[int, Meta(ge=1, le=LARGEST_COUNT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Settings of a training run; raises ConfigError if a number is out of range.

    Attributes:
        r_drop: of the divergence (Liang et al. 2021); twice the time unless it is 0.
        patience: the loss is that of validation.
        scored_every: scores are BLEU and chrF of validation pairs.
        min_count: also of a character of BPE.
    """

    CLOSED: ClassVar[bool] = True

    epochs: Annotated[
        int, Meta(ge=1, le=MOST_EPOCHS), FieldText("epochs", "Passes over the whole corpus")
    ] = 20
    batch_tokens: Annotated[
        LimitedCount,
        FieldText("tokens in a batch", "Upper limit: source, target and padding together"),
    ] = 2048
    learning_rate: Annotated[
        float,
        Meta(gt=0, lt=1),
        FieldText("learning rate", "The highest, reached after the warm-up"),
    ] = 1e-3
    schedule: Annotated[
        Schedule, FieldText("schedule", "How the learning rate decreases after the warm-up")
    ] = "cosine"
    warmup: Annotated[
        AnyCount,
        FieldText(
            "warm-up", "Updates over which the learning rate rises from 0; at most half of all"
        ),
    ] = 100
    clip: Annotated[
        float,
        Meta(gt=0),
        FieldText("gradient clip", "Larger gradient norms are scaled down to this"),
    ] = 1.0
    label_smoothing: Annotated[
        Fraction,
        FieldText(
            "label smoothing",
            "Probability spread evenly over all tokens, including the correct one, 0 … 1",
        ),
    ] = 0.0
    weight_decay: Annotated[
        Fraction,
        FieldText(
            "weight decay",
            "Weights shrink by this fraction times the learning rate at every update",
            in_form=False,
        ),
    ] = 0.0
    r_drop: Annotated[
        float,
        Meta(ge=0, le=LARGEST_R_DROP),
        FieldText(
            "R-Drop",
            "Weight of the difference between two passes with different dropout; 0 = one pass",
            in_form=False,
        ),
    ] = 0.0
    averaged: Annotated[
        int,
        Meta(ge=1, le=MOST_AVERAGED),
        FieldText(
            "averaged epochs", "Number of last epochs over which the final weights are averaged"
        ),
    ] = 1
    patience: Annotated[
        AnyCount, FieldText("patience", "Epochs without a lower loss before stopping; 0 = never")
    ] = 0
    scored_every: Annotated[
        AnyCount, FieldText("score every", "Epochs between scores; 0 = no score")
    ] = 0
    validation: Annotated[
        AnyCount,
        FieldText(
            "held-out pairs", "Pairs to hold out if the corpus has no held-out pairs", in_form=False
        ),
    ] = 0
    precision: Annotated[
        Precision,
        FieldText("precision", "Of matrix products; automatic: bfloat16 where it pays off"),
    ] = "auto"
    level: Annotated[Level, FieldText("tokens", "Whole words, or learned subwords")] = "word"
    vocabulary: Annotated[
        LimitedCount, FieldText("vocabulary", "Maximum vocabulary size for each language")
    ] = 8000
    min_count: Annotated[
        LimitedCount,
        FieldText("minimum count", "A word seen less often becomes <unk>", in_form=False),
    ] = 1
    seed: Annotated[AnyCount, FieldText("seed", "The same seed gives the same run")] = 0
    lowercase: Annotated[bool, FieldText("lower case", "Learn and read text in lower case")] = False

    def __post_init__(self) -> None:
        values.check(self)

    def warmup_of(self, updates: int) -> int:
        """Warm-up of a run of ``updates`` updates, at most half of them."""
        return min(self.warmup, updates // 2)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> TrainingConfig:
        """Inverse of :meth:`to_json`; raises ConfigError if a field is unknown or out of range."""
        return values.read(cls, told)


def check_new(model: config.ModelConfig) -> None:
    """Raise ConfigError unless a new model of that architecture can be trained."""
    values.check_choice("positions", model.positions, NEW_POSITIONS)
    for name, stack in (("encoder_layers", "encoder"), ("decoder_layers", "decoder")):
        if stack not in model.stacks:
            raise ConfigError(
                "{name} ({value}) must be at least 1: a model that is trained here has an "
                "encoder and a decoder.",
                name=name,
                value=0,
            )


def check_trainable(
    model: config.ModelConfig, *, src_vocabulary: int = 1, tgt_vocabulary: int = 1
) -> None:
    """Raise ConfigError for a network too large to try, before memory is allocated."""
    values.read(values.within(1, MOST_TRAINED_LAYERS), model.deepest, "n_layers")
    count = parameter_count(model, src_vocabulary=src_vocabulary, tgt_vocabulary=tgt_vocabulary)
    if count > LARGEST_TRAINED:
        raise ConfigError(
            "A model of {count:,} parameters is too large: the maximum is {most:,}.",
            count=count,
            most=LARGEST_TRAINED,
        )
    check_table(model)


@dataclass(frozen=True, slots=True)
class Preset:
    """A model size with the training that suits it."""

    name: str
    model: config.ModelConfig
    training: TrainingConfig


_TINY = config.ModelConfig(n_layers=2, n_heads=4, d_model=64, d_ff=128, dropout=0.0, max_len=64)
_SMALL = config.ModelConfig(n_layers=3, n_heads=8, d_model=128, d_ff=256, dropout=0.1, max_len=128)
_MEDIUM = config.ModelConfig(
    n_layers=3, n_heads=8, d_model=256, d_ff=512, dropout=0.3, tie_embeddings=True, max_len=128
)
_PAPER = config.ModelConfig(
    n_layers=6, n_heads=8, d_model=512, d_ff=2048, dropout=0.0, norm="post", max_len=128
)
_REPORT_SMALL = dataclasses.replace(_PAPER, n_layers=2, n_heads=4, d_model=64, d_ff=256)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "tiny",
            _TINY,
            TrainingConfig(epochs=12, batch_tokens=2048, learning_rate=2e-3, warmup=200),
        ),
        Preset(
            "small",
            _SMALL,
            TrainingConfig(epochs=60, batch_tokens=1024, warmup=200, label_smoothing=0.1),
        ),
        Preset(
            "medium",
            _MEDIUM,
            TrainingConfig(
                epochs=30,
                batch_tokens=4096,
                learning_rate=1.5e-3,
                warmup=1000,
                label_smoothing=0.1,
                averaged=5,
                scored_every=5,
                validation=500,
                level="bpe",
                vocabulary=6000,
                min_count=2,
            ),
        ),
        Preset(
            "passive",
            dataclasses.replace(
                _SMALL, d_ff=512, dropout=0.0, tie_embeddings=True, share_embeddings=True
            ),
            TrainingConfig(epochs=4, learning_rate=2e-3, warmup=400, level="bpe", vocabulary=3000),
        ),
        Preset(
            "report",
            _PAPER,
            TrainingConfig(epochs=80, batch_tokens=32, learning_rate=1e-4, warmup=60),
        ),
        Preset(
            "report-small",
            _REPORT_SMALL,
            TrainingConfig(
                epochs=100, batch_tokens=32, learning_rate=2e-3, warmup=40, schedule="constant"
            ),
        ),
    )
}

_DEFAULTS = {
    "copy": "tiny",
    "reverse": "tiny",
    "passive": "passive",
    "zh-en-large": "medium",
    "report": "report",
}


def preset_for(task: str, name: str | None = None) -> Preset:
    """The named preset, or the task's default; raises ConfigError for an unknown name."""
    chosen = name or _DEFAULTS.get(task, "small")
    if chosen not in PRESETS:
        raise ConfigError(
            "Unknown preset {name!r}. Presets: {presets}.", name=chosen, presets=", ".join(PRESETS)
        )
    return PRESETS[chosen]


TimePreset = Literal["one-minute", "ten-minutes", "overnight"]
TIME_PRESETS: tuple[TimePreset, ...] = get_args(TimePreset)

_Family = Literal["toy", "grammar", "phrases", "sentences", "report", "files"]

_SECONDS: Mapping[TimePreset, float] = {
    "one-minute": 60.0,
    "ten-minutes": 600.0,
    "overnight": 28_800.0,
}
_FAMILIES: Mapping[str, _Family] = {
    "copy": "toy",
    "reverse": "toy",
    "passive": "grammar",
    "zh-en": "phrases",
    "zh-en-large": "sentences",
    "report": "report",
}

_WARMUP_SHARE = 8
"""The rate rises during at most this part (1/8) of the updates."""

_AVERAGED_SHARE = 4
"""Weights are averaged over at most this part (1/4) of the epochs: the first ones are worse."""


def budget_seconds(name: TimePreset) -> float:
    return _SECONDS[name]


def time_preset(task: str, name: TimePreset) -> Preset:
    """Settings for a task and a time; the epochs are the maximum that is useful.

    :func:`fitted` reduces the epochs to what the machine and corpus allow. Scores on held-out pairs
    follow every epoch; on 60 to 200 short pairs they take up to a tenth of the time. ``task`` may
    be the user's own files.
    """
    family = _FAMILIES.get(task, "files")
    model, training = _NUMBERS[family][name]
    return Preset(name, model, training)


def fitted(preset: Preset, estimate: SpeedEstimate, seconds: float) -> TrainingConfig:
    """The training with the epochs that fit, from 1 to the preset's.

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
_SMALL_IN_TIME = PRESETS["small"].model
_MEDIUM_IN_TIME = PRESETS["medium"].model
_LARGE = dataclasses.replace(_MEDIUM_IN_TIME, d_ff=1024, dropout=0.2)

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
_GRAMMAR = dataclasses.replace(PRESETS["passive"].training, scored_every=1)

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
    "grammar": {
        "one-minute": (
            dataclasses.replace(_TOY, tie_embeddings=True, share_embeddings=True),
            dataclasses.replace(_GRAMMAR, vocabulary=2000),
        ),
        "ten-minutes": (PRESETS["passive"].model, _GRAMMAR),
        "overnight": (PRESETS["passive"].model, dataclasses.replace(_GRAMMAR, epochs=30)),
    },
    "phrases": {
        "one-minute": (_QUICK, _TEXT_MINUTE),
        "ten-minutes": (_SMALL_IN_TIME, _TEXT_TEN),
        # so few pairs are learned by heart: strong dropout, two passes of each batch
        "overnight": (
            dataclasses.replace(_MEDIUM_IN_TIME, tie_embeddings=False),
            dataclasses.replace(_TEXT_TEN, epochs=200, warmup=500, r_drop=5.0),
        ),
    },
    "sentences": {
        "one-minute": (
            _QUICKEST,
            dataclasses.replace(_TEXT_MINUTE, epochs=4, batch_tokens=1536, vocabulary=4000),
        ),
        "ten-minutes": (
            _SMALL_IN_TIME,
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
        "ten-minutes": (_SMALL_IN_TIME, dataclasses.replace(_PIECES_TEN, warmup=300)),
        "overnight": (_MEDIUM_IN_TIME, _TEXT_NIGHT),
    },
}
