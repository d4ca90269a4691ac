"""What the user studies of the scale: which vectors, how long, and times what their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model import values
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Room

if TYPE_CHECKING:
    from model.lessons.one_head.anatomy_record import HeadAnatomy


Vectors = Literal["random", "head"]
"""Whose products are studied: those of random vectors, or of the head that is chosen."""

SMALLEST_D_K, LARGEST_D_K = 1, 512

SMALLEST_FACTOR, LARGEST_FACTOR = 0.01, 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingState:
    """The user's choices, and the head that was computed last.

    Attributes:
        d_k: components of the random vectors; a head has its own.
        factor: what the scores are multiplied by.
        seed: which random vectors.
    """

    vectors: Vectors = "random"
    d_k: int = 64
    factor: float = 1.0
    seed: int = 0
    anatomy: HeadAnatomy | None = None


ScalingRoom = Room[ScalingState]


KEPT: Plan = {
    "vectors": KeptField(values.choice(get_args(Vectors))),
    "d_k": KeptField(values.whole(SMALLEST_D_K, LARGEST_D_K)),
    "factor": KeptField(values.number(SMALLEST_FACTOR, LARGEST_FACTOR)),
    "seed": KeptField(values.whole()),
}
