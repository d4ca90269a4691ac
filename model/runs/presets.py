"""Training settings of a run, and named presets of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from model import config
from model.config import ModelConfig, Precision
from model.messages import ConfigError
from model.runs.estimates import SpeedEstimate, check_table, parameter_count
from model.special_tokens import Level

# ----------------------------------------------------------------------------------------- presets


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Settings of a training run.

    Attributes:
        batch_tokens: most padded tokens (source plus target) of a batch.
        learning_rate: the peak, reached after ``warmup`` updates.
        clip: largest gradient norm.
        r_drop: weight of the divergence between two passes of a batch with different dropout, in
            twice the time (Liang et al. 2021); 0 = one pass.
        averaged: the model is the mean of the weights at the end of so many last epochs.
        patience: epochs without a better validation loss after which a run ends; 0 = never.
        scored_every: epochs from one BLEU score on validation pairs to the next; 0 = none.
        validation: pairs set apart where the corpus itself holds none out.
        precision: of the matrix products; weights are always float32.
        level: what a token is.
        vocabulary: most tokens of each side.
        min_count: a word, or a character of BPE, seen less often is ``<unk>``.
        lowercase: learn and read text in lower case.

    Raises:
        ConfigError: a number is out of range.
    """

    epochs: int = 20
    batch_tokens: int = 2048
    learning_rate: float = 1e-3
    warmup: int = 100
    schedule: Schedule = "cosine"
    label_smoothing: float = 0.0
    weight_decay: float = 0.0
    clip: float = 1.0
    r_drop: float = 0.0
    averaged: int = 1
    patience: int = 0
    scored_every: int = 0
    validation: int = 0
    precision: Precision = "auto"
    level: Level = "word"
    vocabulary: int = 8000
    min_count: int = 1
    lowercase: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        config.check_size("epochs", self.epochs, largest=MOST_EPOCHS)
        config.check_size("averaged", self.averaged, largest=MOST_AVERAGED)
        for name in ("batch_tokens", "vocabulary", "min_count"):
            config.check_size(name, getattr(self, name), largest=LARGEST_COUNT)
        for name in ("warmup", "seed", "patience", "scored_every", "validation"):
            config.check_count(name, getattr(self, name))
        config.check_share("label_smoothing", self.label_smoothing)
        config.check_share("weight_decay", self.weight_decay)
        if not (config.is_number(self.learning_rate) and 0 < self.learning_rate < 1):
            raise ConfigError(
                "learning_rate ({value!r}) must be above 0 and below 1.", value=self.learning_rate
            )
        if not (config.is_number(self.clip) and self.clip > 0):
            raise ConfigError("clip ({value!r}) must be above 0.", value=self.clip)
        if not (config.is_number(self.r_drop) and 0 <= self.r_drop <= LARGEST_R_DROP):
            raise ConfigError(
                "r_drop ({value!r}) must be from 0 to {largest}.",
                value=self.r_drop,
                largest=LARGEST_R_DROP,
            )
        config.check_choice("schedule", self.schedule, get_args(Schedule))
        config.check_choice("precision", self.precision, get_args(Precision))
        config.check_choice("level", self.level, get_args(Level))
        config.check_flag("lowercase", self.lowercase)

    def warmup_of(self, updates: int) -> int:
        """Warm-up of a run of ``updates`` updates, at most half of them."""
        return min(self.warmup, updates // 2)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> TrainingConfig:
        """Inverse of :meth:`to_json`; raises ConfigError if a field is unknown or out of range."""
        return cls(**config.check_fields(cls, values))


NEW_POSITIONS: tuple[config.Positions, ...] = ("sinusoidal", "learned", "relative", "none")
"""Positions available for new models: a given table is not."""


def check_new(model: config.ModelConfig) -> None:
    """Raise ConfigError unless a new model of that architecture can be trained."""
    config.check_choice("positions", model.positions, NEW_POSITIONS)
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
    config.check_size("n_layers", model.deepest, largest=MOST_TRAINED_LAYERS)
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
            "Unknown preset {name!r}. Presets: {presets}.",
            name=chosen,
            presets=", ".join(PRESETS),
        )
    return PRESETS[chosen]


# ------------------------------------------------------------------------------------ time presets
# Numbers of a run by the time that there is for it: a minute, ten, a night. No torch.


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
