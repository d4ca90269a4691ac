"""What a saved run must hold: its numbers and tensors, all checked before a run takes one of them.

What the fused optimizer reads is not checked by torch: moments of other shapes end the process.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
import torch
from torch import Tensor

from model import values
from model.checkpoint.tensors import check_tensors
from model.devices import Precision
from model.runs.card import LONGEST_RUN
from model.runs.curve import check_table
from model.training.run import TrainingRun

WEIGHTS, COPY, BEST, CURVE = "weights", "copy", "best", "curve"
MOMENTS = ("step", "exp_avg", "exp_avg_sq")
COLUMNS = (
    *("epoch", "epochs", "update", "updates", "loss", "validation_loss", "learning_rate"),
    *("gradient_norm", "tokens_per_second", "seconds_left", "bleu", "chrf", "exact"),
    "stopped_early",
)
"""Of the curve, in the order of the file: all but the notices."""

_MOST_PIECES = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPlace:
    """Where a run was: the numbers of it that are no tensors, named as in the run."""

    epoch: int
    index: int
    pieces: int
    tokens: int
    seconds: float
    stopping: tuple[float, int]
    copies: int
    good_epoch: int
    precision: str


def checked_place(run: TrainingRun, read: Mapping[str, Any]) -> SavedPlace:
    """The numbers of a file.

    Raises:
        ConfigError: one is missing, of another type, or none that such a run can have.
    """
    epochs = run.training.epochs
    plan = {
        "epoch": values.whole(1, epochs + 1),
        "index": values.whole(0, run.per_epoch - 1),
        "pieces": values.whole(1, _MOST_PIECES),
        "tokens": values.whole(largest=2**62),
        "seconds": values.number(0, LONGEST_RUN),
        "stopping": _stopping,
        "copies": values.whole(0, run.training.averaged),
        "good_epoch": values.whole(0, epochs),
    }
    precision = values.choice(get_args(Precision))
    checked = values.fields(plan, {"precision": precision})("", read)
    # runs of before it was written have never left what they were asked for
    now = checked.get("precision", run.updater.precision)
    return SavedPlace(**{name: checked[name] for name in plan}, precision=now)


def check_state(run: TrainingRun, place: SavedPlace, tensors: Mapping[str, Tensor]) -> None:
    """The tensors of a file: those that such a run has at that place, and no other.

    Raises:
        ValueError: one is not so.
    """
    others = {name: tensor for name, tensor in tensors.items() if name != CURVE}
    with_best = bool(part(tensors, BEST))
    check_tensors(others, dict(_shapes(run, copies=place.copies, with_best=with_best)))
    for name, tensor in others.items():
        if name.startswith((f"{MOMENTS[0]}/", f"{MOMENTS[2]}/")) and tensor.lt(0).any():
            raise ValueError(name)
    _check_curve(run, place, tensors)


def part(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """The tensors whose names begin so, without that."""
    start = f"{prefix}/"
    return {
        name.removeprefix(start): tensor
        for name, tensor in tensors.items()
        if name.startswith(start)
    }


def _stopping(name: str, value: Any) -> tuple[float, int]:
    """The best loss so far, infinite before the first, and the epochs since."""
    best, stale = values.many(lambda _, item: item, fewest=2, most=2)(name, value)
    return values.number(largest=math.inf)(name, best), values.whole()(name, stale)


def _shapes(
    run: TrainingRun, *, copies: int, with_best: bool
) -> Iterator[tuple[str, Sequence[int]]]:
    """Of all tensors but the curve; what is frozen has no moments."""
    sets = (WEIGHTS, *(f"{COPY}{number}" for number in range(copies)), *(BEST,) * with_best)
    for name, parameter in run.model.network.named_parameters():
        for prefix in sets:
            yield f"{prefix}/{name}", parameter.shape
        if parameter.requires_grad:
            step, *moments = MOMENTS
            yield f"{step}/{name}", ()
            for moment in moments:
                yield f"{moment}/{name}", parameter.shape


def _check_curve(run: TrainingRun, place: SavedPlace, tensors: Mapping[str, Tensor]) -> None:
    """One point for each update up to that place, and at least one."""
    curve = tensors.get(CURVE)
    if curve is None or curve.dtype != torch.float64:
        raise ValueError(CURVE)
    table = curve.numpy()
    check_table(table, COLUMNS)
    updates = np.arange(1, len(table) + 1)
    expected = {
        "update": updates,
        "epoch": (updates - 1) // run.per_epoch + 1,
        "updates": run.clock.updates,
        "epochs": run.training.epochs,
    }
    told = (table[:, COLUMNS.index(name)] for name in expected)
    same = all((one == other).all() for one, other in zip(told, expected.values(), strict=True))
    here = (place.epoch - 1) * run.per_epoch + place.index
    if not same or not len(table) == here > 0:
        raise ValueError("the curve ends elsewhere")
