"""A batch as training reads it: what is fed in, what is expected, what counts. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

from model.arrays import BoolArray, FloatArray

Rows = tuple[tuple[str, ...], ...]
"""A row of tokens for each sentence, all of one length."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TeacherForcingRecord:
    """Cross-entropy of every position of a padded batch, position by position.

    Attributes:
        sources, targets: the sentences and their targets as text.
        fed: what the decoder reads; begins with ``<s>``, padded with ``<pad>``.
        expected: the same target one place further on, from its first word to ``</s>``.
        predicted: the most probable token at each position.
        losses: −ln of the probability of the expected token, ``[batch, target]``, in nats, without
            label smoothing; read-only.
        counts: whether a position counts, ``[batch, target]``: where a token is expected and no
            padding; read-only.
        label_smoothing: what the model was trained with; not part of ``losses``.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    fed: Rows
    expected: Rows
    predicted: Rows
    losses: FloatArray
    counts: BoolArray
    label_smoothing: float

    @property
    def mean(self) -> float:
        """Loss of the batch: over the positions that count."""
        return float(self.losses[self.counts].mean(dtype=float))

    @property
    def mean_with_padding(self) -> float:
        """What it would be if padding counted as well."""
        return float(self.losses.mean(dtype=float))

    @property
    def n_counting(self) -> int:
        """Positions that count."""
        return int(self.counts.sum())

    @property
    def n_padding(self) -> int:
        """Positions that do not."""
        return int(self.counts.size) - self.n_counting
