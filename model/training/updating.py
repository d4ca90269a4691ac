"""One weight update: loss, gradients, clipping, AdamW, learning rate schedule, averaging."""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

import torch
from torch import Tensor, nn

from model.decoding.batches import Batch, IdPair, make_batch
from model.decoding.trained import TrainedModel
from model.messages import Message, TrainingError
from model.network.device_choice import autocast_for, resolved
from model.runs.presets import Schedule, TrainingConfig
from model.training.loss import BatchLoss, batch_loss, rounded_batch_loss
from model.training.replicas import Replicas


def learning_rate(training: TrainingConfig, update: int, updates: int) -> float:
    """The learning rate of an update (counted from 0): linear warm-up, then the schedule.

    The warm-up takes at most half of all updates (:meth:`TrainingConfig.warmup_of`).
    ``inverse-sqrt`` is that of Vaswani et al. 2017, §5.3; ``cosine`` decays to a hundredth.
    """
    peak, warmup = training.learning_rate, training.warmup_of(updates)
    if update < warmup:
        return peak * (update + 1) / warmup
    share = (update - warmup) / max(1, updates - 1 - warmup)
    shapes: dict[Schedule, float] = {
        "constant": 1.0,
        "inverse-sqrt": math.sqrt(max(warmup, 1) / (update + 1)),
        "cosine": 0.01 + 0.99 * (1 + math.cos(math.pi * min(1.0, share))) / 2,
    }
    return peak * min(1.0, shapes[training.schedule])


class Updated(NamedTuple):
    """Result of an update: means over the whole batch's target tokens, on all replicas.

    ``stop``: some replica was asked to stop.
    """

    loss: float
    gradient_norm: float
    stop: bool
    notice: Message | None

    @property
    def finite(self) -> bool:
        """True if the weights were changed: a loss of NaN leaves them."""
        return math.isfinite(self.loss) and math.isfinite(self.gradient_norm)


class Updater:
    """Changes a model's weights, a batch at a time.

    ``pieces`` is how many parts a batch is computed in: out of memory doubles it, and the
    gradients, sums over all parts, stay what they were. ``precision`` is what products are in.
    """

    def __init__(self, model: TrainedModel, training: TrainingConfig, replicas: Replicas) -> None:
        """AdamW (Loshchilov and Hutter 2019) with the betas of Vaswani et al. 2017, §5.3."""
        self.model = model
        self.training = training
        self.replicas = replicas
        self.pieces = 1
        self.precision = resolved(model.device, training.precision).precision
        self.optimizer = torch.optim.AdamW(
            model.network.parameters(),
            lr=training.learning_rate,
            betas=(0.9, 0.98),
            eps=1e-9,
            weight_decay=training.weight_decay,
            fused=model.device.type in {"cpu", "cuda"},
        )
        replicas.same_weights(model.network)

    def update(
        self, group: Sequence[IdPair], *, number: int, rate: float, stop: bool = False
    ) -> Updated:
        """One step on a batch of pairs.

        Dropout is seeded by the run's seed, the update's number and the rank, so that a resumed run
        draws the same masks. Raises TrainingError if not even one pair fits into the device's
        memory.
        """
        torch.manual_seed(dropout_seed(self.training.seed, number, self.replicas.rank))
        network = self.model.network.train()
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        n_tokens = sum(len(pair.tgt) - 1 for pair in group)
        total, notice = self._gradients(self.replicas.share(group), n_tokens)
        sums = self.replicas.summed(torch.tensor([total, float(stop)], dtype=torch.float64))
        self.replicas.sum_gradients(network.parameters())
        norm = torch.nn.utils.clip_grad_norm_(network.parameters(), self.training.clip)
        loss, stops = sums.tolist()
        result = Updated(loss / n_tokens, float(norm), stops > 0, notice)
        if result.finite:
            self.optimizer.step()
        return result

    def _gradients(self, pairs: Sequence[IdPair], n_tokens: int) -> tuple[float, Message | None]:
        """Sum of the loss; sets the gradients of its mean over ``n_tokens``."""
        notice = None
        while True:
            try:
                self.optimizer.zero_grad(set_to_none=True)
                size = -(-len(pairs) // self.pieces) or 1
                parts = (pairs[start : start + size] for start in range(0, len(pairs), size))
                return sum(self._part(part, n_tokens) for part in parts), notice
            except torch.OutOfMemoryError as error:
                notice = self._halved(len(pairs), error)

    def _part(self, pairs: Sequence[IdPair], n_tokens: int) -> float:
        batch = make_batch(pairs, self.model.device)
        loss = self._loss(batch)
        (loss.smoothed / n_tokens).backward()
        return float(loss.plain)

    def _loss(self, batch: Batch) -> BatchLoss:
        device = self.model.device
        in_layers = device.type == "cpu" and self.precision == "bfloat16"
        loss_of = rounded_batch_loss if in_layers else batch_loss
        with nullcontext() if in_layers else autocast_for(device, self.precision):
            return loss_of(
                self.model.network,
                batch,
                self.training.label_smoothing,
                r_drop=self.training.r_drop,
            )

    def _halved(self, n_pairs: int, error: torch.OutOfMemoryError) -> Message:
        device = self.model.device.type.upper()
        if self.pieces >= n_pairs:
            raise TrainingError(
                "{device} is out of memory with a single pair; choose a smaller preset.",
                device=device,
            ) from error
        self.optimizer.zero_grad(set_to_none=True)
        torch.cuda.empty_cache()  # does nothing where no such device computes
        self.pieces *= 2
        return Message(
            "{device} is out of memory: from now on each batch is computed in {pieces} parts.",
            {"device": device, "pieces": self.pieces},
        )


def dropout_seed(seed: int, update: int, rank: int) -> int:
    """32 well-mixed bits, so that neighbouring updates have unrelated generator states."""
    text = f"{seed} {update} {rank}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "little")


Weights = dict[str, Tensor]


class WeightAverage:
    """Copies of the last weights, on the CPU; their mean usually translates better than the last.

    ``copies`` are oldest first.
    """

    def __init__(self, most: int) -> None:
        self.copies: deque[Weights] = deque(maxlen=most)

    def add(self, network: nn.Module) -> None:
        self.copies.append(copied_weights(network))

    def mean(self) -> Weights:
        """Each weight's mean over the copies; raises ValueError without a copy."""
        if not self.copies:
            raise ValueError("no copy of the weights to average")
        names = self.copies[0]
        return {n: torch.stack([copy[n] for copy in self.copies]).mean(dim=0) for n in names}


def copied_weights(network: nn.Module) -> Weights:
    """Copies of a network's parameters on the CPU; a shared one once."""
    return {
        name: parameter.detach().to("cpu", copy=True)
        for name, parameter in network.named_parameters()
    }


def put_weights(network: nn.Module, weights: Weights) -> None:
    """Set a network's parameters on any device; raises KeyError if a weight is missing."""
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            parameter.copy_(weights[name])
