"""The precision that a run computes in, and when it leaves bfloat16."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from model.decoding.batches import IdPair
from model.decoding.trained import TrainedModel
from model.messages import Message
from model.network.device_choice import has_bfloat16
from model.runs.presets import TrainingConfig
from model.training.loss import DivergenceWatch
from model.training.updating import Updated, Updater, Weights, copied_weights, put_weights

LONG_SECONDS = 60
"""Estimated training time from which bfloat16 is used."""

_SPEEDS: Mapping[str, float] = {"cpu": 5e10, "cuda": 1e13}
"""Multiplications and additions a second in float32, of a slow device of the kind.

Not measured: the same run must be the same tomorrow, when the machine has more to do.
"""

_SMALLEST_WIDTH, _SMALLEST_BATCH = 128, 512
"""Narrower layers, or smaller batches, cost more to round than bfloat16 saves."""

_SMALLEST_WORK_OF_A_CARD = 2**31
"""Of a batch's tokens times the square of d_model: with less a card waits for its launches.

bfloat16 adds to them. On an H200 it took 1.2 × the time of float32 with half of this, and 0.6 to
0.7 × with twice as much.
"""


def with_precision(
    training: TrainingConfig, model: TrainedModel, pairs: Sequence[IdPair], *, share: float = 1.0
) -> TrainingConfig:
    """The settings with the precision chosen if it is ``auto``.

    bfloat16 if the device supports it natively and the run takes longer than :data:`LONG_SECONDS`.
    ``pairs`` are this ``share`` of all training pairs.
    """
    if training.precision != "auto":
        return training
    pays = (
        has_bfloat16(model.device)
        and is_worth_rounding(
            model.device, d_model=model.config.d_model, batch_tokens=training.batch_tokens
        )
        and estimated_seconds(training, model, pairs) / share > LONG_SECONDS
    )
    return replace(training, precision="bfloat16" if pays else "float32")


def is_worth_rounding(device: torch.device, *, d_model: int, batch_tokens: int) -> bool:
    """True if bfloat16 saves more time in matrix products than rounding takes."""
    if device.type == "cuda":
        return batch_tokens * d_model**2 >= _SMALLEST_WORK_OF_A_CARD
    return d_model >= _SMALLEST_WIDTH and batch_tokens >= _SMALLEST_BATCH


def estimated_seconds(
    training: TrainingConfig, model: TrainedModel, pairs: Sequence[IdPair]
) -> float:
    """Duration of a run in float32, from its matrix products only.

    A token costs one multiplication and one addition per matrix entry forward, and twice that
    backward (Kaplan et al. 2020, §2.1).
    """
    network = model.network
    encoder = sum(weight.numel() for weight in network.encoder_layers.parameters())
    decoder = sum(weight.numel() for weight in network.decoder_layers.parameters())
    read = sum(len(pair.src) for pair in pairs) * encoder
    written = sum(len(pair.tgt) for pair in pairs) * (decoder + network.output.weight.numel())
    passes = 2 if training.r_drop else 1
    operations = 6 * (read + written) * passes * training.epochs
    return operations / _SPEEDS.get(model.device.type, _SPEEDS["cpu"])


KEPT_EVERY = 100
"""Updates between two stored states."""

_State = tuple[int, Weights, dict[str, Any]]
"""Number of updates, weights, and the optimizer's moments."""


class PrecisionGuard:
    """Watches every update in bfloat16, and returns to float32 after a divergence.

    The batches since the stored state are not repeated: the run continues with the next one, and
    its curve has a point for each update.
    """

    def __init__(self, updater: Updater) -> None:
        self._updater = updater
        self._watch = DivergenceWatch()
        self._kept: _State | None = None

    def updated(self, update: Callable[[], Updated], *, number: int) -> Updated:
        """Run ``update``; repeat it in float32 if the run has diverged.

        ``number`` is the number of updates before it.
        """
        updater, watch = self._updater, self._watch
        if updater.precision == "float32":
            return update()
        if not self._kept or (not watch.alarmed and number >= self._kept[0] + KEPT_EVERY):
            moments = copy.deepcopy(updater.optimizer.state_dict())
            self._kept = number, copied_weights(updater.model.network), moments
        done = update()
        if done.finite and not watch.diverged(done.loss):
            return done
        back, weights, moments = self._kept
        put_weights(updater.model.network, weights)
        updater.optimizer.load_state_dict(moments)
        updater.precision = "float32"
        self._kept = None
        notice = Message(
            "In bfloat16 the loss became {value:.4g} at update {update}: continuing in "
            "float32 from the weights of update {back}.",
            {"value": done.loss, "update": number + 1, "back": back},
        )
        return update()._replace(notice=notice)
