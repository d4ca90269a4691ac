"""The scaling tab: what the user does there, what the worker is asked, and what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from model.config import ModelConfig
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.scaling.scale_study import (
    ScaleStudy,
    head_products,
    random_products,
    scale_study,
)
from model.messages import Message
from viz_app.panels.scaling import state
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.snapshots.chosen_head import HeadQuestion, head_question, query_row
from viz_app.workbench.snapshots.token_axes import RowLabel, row_labels
from viz_app.workbench.state.selection import HeadPlace, head_place


@dataclass(frozen=True, kw_only=True)
class ScalingSnapshot:
    """What the tab shows.

    Attributes:
        choices: of the user, with the head that was computed last.
        place, row: the head and the query that are chosen for the whole window.
        queries: what the rows of that kind are called.
        config: of the model, or None without one.
    """

    choices: state.ScalingState
    place: HeadPlace
    row: int
    queries: tuple[RowLabel, ...]
    absent: Message | None = None
    config: ModelConfig | None = None

    @property
    def waiting(self) -> bool:
        """Whether a head is asked for that is not there yet."""
        return self.choices.vectors == "head" and self._anatomy is None

    @cached_property
    def study(self) -> ScaleStudy | None:
        """The numbers, or None while they are not there."""
        choices, anatomy = self.choices, self._anatomy
        if choices.vectors == "random":
            return scale_study(random_products(choices.d_k, choices.seed), choices.factor)
        if anatomy is None:
            return None
        row = min(self.row, len(anatomy.query_tokens) - 1)
        return scale_study(head_products(anatomy, row), choices.factor)

    @property
    def _anatomy(self) -> HeadAnatomy | None:
        """The head that was computed, if it is the one that is chosen."""
        anatomy = self.choices.anatomy
        if anatomy is None or self.absent is not None:
            return None
        place, computed = self.place, (anatomy.kind, anatomy.layer, anatomy.head)
        return anatomy if computed == (place.kind, place.layer, place.head) else None


def resolve_scaling(room: state.ScalingRoom) -> ScalingSnapshot | None:
    """The scaling tab, or None while it is not in front."""
    if room.bench.tab != "scaling":
        return None
    trace, selection = room.bench.trace, room.bench.selection
    glosses = room.bench.attention.glosses
    return ScalingSnapshot(
        choices=room.own,
        place=head_place(selection, trace),
        row=query_row(room.bench),
        queries=row_labels(trace, selection.kind, glosses=glosses) if trace else (),
        absent=uncomputable(room.bench),
        config=room.bench.model.config if room.bench.model else None,
    )


def scaling_question(room: state.ScalingRoom) -> HeadQuestion | None:
    """Which head the worker shall compute, if one is looked at."""
    looked_at = room.bench.tab == "scaling" and room.own.vectors == "head"
    return head_question(room.bench) if looked_at else None


def d_k_chosen(room: state.ScalingRoom, d_k: int) -> state.ScalingRoom:
    """Random vectors with so many components."""
    return room.changed(d_k=max(state.SMALLEST_D_K, min(d_k, state.LARGEST_D_K)))


def factor_chosen(room: state.ScalingRoom, factor: float) -> state.ScalingRoom:
    """Multiply the scores by something."""
    return room.changed(factor=max(state.SMALLEST_FACTOR, min(factor, state.LARGEST_FACTOR)))


def vectors_drawn(room: state.ScalingRoom) -> state.ScalingRoom:
    """Draw other random vectors."""
    return room.changed(seed=room.own.seed + 1)
