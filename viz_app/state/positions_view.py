"""Snapshot for the positions tab: table, curves and similarity of positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from model.config import Positions
from model.summary import ModelSummary
from model.trace import FloatArray, frozen
from viz_app.state.app_state import AppState


@dataclass(frozen=True, kw_only=True)
class PositionsSnapshot:
    """The positional encodings of the current model's source side.

    Attributes:
        kind: sinusoidal or learned.
        table: ``[positions, d_model]``.
        tokens: of the sentence on screen, which stand at the first positions.
    """

    model: ModelSummary
    kind: Positions
    tokens: tuple[str, ...]
    table: FloatArray = field(compare=False, repr=False)

    @cached_property
    def similarity(self) -> FloatArray:
        """Cosine of every two positions, ``[positions, positions]``, −1 … 1."""
        return cosine_similarity(self.table)


def resolve_positions(state: AppState) -> PositionsSnapshot | None:
    """The positions tab, or None without a model."""
    model = state.model
    if model is None:
        return None
    return PositionsSnapshot(
        model=model,
        kind=model.config.positions,
        tokens=state.trace.source_tokens if state.trace else (),
        table=model.positions,
    )


def cosine_similarity(table: FloatArray) -> FloatArray:
    """Cosine of every two rows. ``[positions, d_model]`` → ``[positions, positions]``."""
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    unit = table / np.maximum(norms, np.finfo(np.float32).tiny)
    return frozen((unit @ unit.T).astype(np.float32))
