"""How to train: the numbers of a run, and named sets of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from model import config
from model.devices import Precision
from model.messages import ConfigError
from model.runs.parameter_shapes import check_table, parameter_count
from model.special_tokens import Level

Schedule = Literal["constant", "cosine", "inverse-sqrt"]

MOST_EPOCHS = 10_000
"""Passes over a corpus that a run may have."""

LARGEST_COUNT = 1_000_000
"""No vocabulary or batch is larger."""

LARGEST_R_DROP = 100

LARGEST_TRAINED = 500_000_000
"""Parameters. A larger network is taken for a typing error: training holds each four times."""

MOST_TRAINED_LAYERS = 500
"""Of a stack: to make so many takes seconds, however narrow they are."""

MOST_AVERAGED = 20
"""Copies of the weights that a run may keep for their mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """The numbers of a training run.

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
        """Check every field."""
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
        """The warm-up of a run of so many updates: at most half of them."""
        return min(self.warmup, updates // 2)

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> TrainingConfig:
        """Inverse of :meth:`to_json`.

        Raises:
            ConfigError: a field is unknown or out of range.
        """
        return cls(**config.check_fields(cls, values))


NEW_POSITIONS: tuple[config.Positions, ...] = ("sinusoidal", "learned", "relative", "none")
"""Those that a new model can have: nobody gives it a table."""


def check_new(model: config.ModelConfig) -> None:
    """Raise ConfigError unless a model of that architecture can begin to learn to translate."""
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
    """Raise ConfigError for a network that is not even tried: before any memory is taken for it."""
    config.check_size("n_layers", model.deepest, largest=MOST_TRAINED_LAYERS)
    count = parameter_count(model, src_vocabulary=src_vocabulary, tgt_vocabulary=tgt_vocabulary)
    if count > LARGEST_TRAINED:
        raise ConfigError(
            "A model of {count:,} parameters is too large: the most is {most:,}.",
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

_DEFAULTS = {"copy": "tiny", "reverse": "tiny", "zh-en-large": "medium", "report": "report"}


def preset_for(task: str, name: str | None = None) -> Preset:
    """The named preset, or the one that suits the task.

    Raises:
        ConfigError: there is no preset of that name.
    """
    chosen = name or _DEFAULTS.get(task, "small")
    if chosen not in PRESETS:
        raise ConfigError(
            "There is no preset {name!r}. Presets: {presets}.",
            name=chosen,
            presets=", ".join(PRESETS),
        )
    return PRESETS[chosen]
