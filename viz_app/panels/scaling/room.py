"""Slice of the scaling tab, its question to the worker, and its snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from model.config import ModelConfig
from model.lessons.one_head import HeadAnatomy
from model.lessons.scaling import ScaleStudy, head_products, random_products, scale_study
from model.messages import Message
from model.values import Count, InSession
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.room import Answered, Room
from viz_app.workbench.snapshots.attention import HeadQuestion, head_question, query_row
from viz_app.workbench.snapshots.token_axes import RowLabel, row_labels
from viz_app.workbench.state import HeadPlace, head_place

# ------------------------------------------------------------------------------------------- state
# What the user studies of the scale: which vectors, how long, and times what their scores.


Vectors = Literal["random", "head"]
"""Whose products are studied: those of random vectors, or of the head that is chosen."""

SMALLEST_D_K, LARGEST_D_K = 1, 512

SMALLEST_FACTOR, LARGEST_FACTOR = 0.01, 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingState:
    """The user's choices, and the head that was computed last.

    Attributes:
        d_k: components of the random vectors; a head has its own.
        factor: by which the scores are multiplied.
        seed: which random vectors.
    """

    vectors: InSession[Vectors] = "random"
    d_k: Annotated[InSession[int], Meta(ge=SMALLEST_D_K, le=LARGEST_D_K)] = 64
    factor: Annotated[InSession[float], Meta(ge=SMALLEST_FACTOR, le=LARGEST_FACTOR)] = 1.0
    seed: InSession[Count] = 0
    anatomy: HeadAnatomy | None = None


ScalingRoom = Room[ScalingState]

# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, kw_only=True)
class ScalingSnapshot:
    """What the tab shows.

    Attributes:
        choices: of the user, with the head that was computed last.
        place, row: the head and the query that are chosen for the whole window.
        queries: names of the rows of that kind.
        config: of the model, or None without one.
    """

    choices: ScalingState
    place: HeadPlace
    row: int
    queries: tuple[RowLabel, ...]
    absent: Message | None = None
    config: ModelConfig | None = None

    @property
    def waiting(self) -> bool:
        """Whether the requested head has not been computed yet."""
        return self.choices.vectors == "head" and self._anatomy is None

    @cached_property
    def study(self) -> ScaleStudy | None:
        choices, anatomy = self.choices, self._anatomy
        if choices.vectors == "random":
            products = random_products(choices.d_k, choices.seed)
            return scale_study(products, choices.factor, seed=choices.seed)
        if anatomy is None:
            return None
        row = min(self.row, len(anatomy.query_tokens) - 1)
        return scale_study(head_products(anatomy, row), choices.factor, seed=choices.seed)

    @property
    def _anatomy(self) -> HeadAnatomy | None:
        """The computed head, if it is the chosen one."""
        anatomy = self.choices.anatomy
        if anatomy is None or self.absent is not None:
            return None
        place, computed = self.place, (anatomy.kind, anatomy.layer, anatomy.head)
        return anatomy if computed == (place.kind, place.layer, place.head) else None


def resolve_scaling(room: ScalingRoom) -> ScalingSnapshot | None:
    """None while the tab is not in front."""
    if room.bench.tab != "scaling":
        return None
    trace, selection = room.bench.trace, room.bench.selection
    glosses = room.bench.attention.glosses
    return ScalingSnapshot(
        choices=room.own,
        place=head_place(selection, trace, room.bench.interventions),
        row=query_row(room.bench),
        queries=row_labels(trace, selection.kind, glosses=glosses) if trace else (),
        absent=uncomputable(room.bench),
        config=room.bench.model.config if room.bench.model else None,
    )


def scaling_question(room: ScalingRoom) -> HeadQuestion | None:
    looked_at = room.bench.tab == "scaling" and room.own.vectors == "head"
    return head_question(room.bench) if looked_at else None


def d_k_chosen(room: ScalingRoom, d_k: int) -> ScalingRoom:
    return room.changed(d_k=max(SMALLEST_D_K, min(d_k, LARGEST_D_K)))


def factor_chosen(room: ScalingRoom, factor: float) -> ScalingRoom:
    return room.changed(factor=max(SMALLEST_FACTOR, min(factor, LARGEST_FACTOR)))


def vectors_drawn(room: ScalingRoom) -> ScalingRoom:
    return room.changed(seed=room.own.seed + 1)


def anatomy_arrived(room: ScalingRoom, answer: Answered[HeadQuestion, HeadAnatomy]) -> ScalingRoom:
    return room.changed(anatomy=answer.result)
