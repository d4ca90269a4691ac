"""How long the asked run would take, as far as it was measured."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.config import ModelConfig
from model.runs.presets import TrainingConfig

if TYPE_CHECKING:
    from model.messages import Message
    from model.runs.speed_estimate import SpeedEstimate

_ANY = TrainingConfig()
_NO_MATTER = (
    "epochs",
    "learning_rate",
    "warmup",
    "schedule",
    "label_smoothing",
    "weight_decay",
    "clip",
    "averaged",
    "patience",
    "seed",
)
"""Numbers of a run that do not change the time of an epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateQuestion:
    """What the probe measures: everything of a request that its speed depends on.

    Attributes:
        training: what does not matter for the speed has its default, see :func:`speed_of`.
    """

    task: str
    model: ModelConfig
    training: TrainingConfig
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateAnswer:
    """What the last probe has found so far, and of what; empty before the first.

    Attributes:
        left_out: which lines of the corpus cannot be learned from, or None.
        problem: why that run cannot be measured, or None.
    """

    question: EstimateQuestion | None = None
    left_out: Message | None = None
    estimate: SpeedEstimate | None = None
    problem: Message | None = None


def speed_of(training: TrainingConfig) -> TrainingConfig:
    """The same for the speed: typing another learning rate asks for no new measurement."""
    return dataclasses.replace(training, **{name: getattr(_ANY, name) for name in _NO_MATTER})
