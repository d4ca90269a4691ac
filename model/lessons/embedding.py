"""Embedding of the source tokens, logits and losses of the target tokens. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen, softmax

EmbeddingStage = Literal["rows", "scaled", "positions", "summed", "embedded"]
"""An array of :class:`EmbeddedTokens` on the way from the table into the model."""


NEAREST = 10
"""Rows of a table that are compared with each of a sentence's."""


@dataclass(frozen=True, slots=True)
class NearToken:
    """A row of a table of tokens, and its cosine similarity to another row, in [−1, 1]."""

    token: str
    token_id: int
    similarity: float


@dataclass(frozen=True, eq=False, kw_only=True)
class EmbeddedTokens:
    """One side's tokens on their way into the model; all arrays are read-only.

    Attributes:
        tokens, ids: as the model reads them; the target's begin with ``<s>``.
        rows: of the table of tokens, ``[length, d_model]``.
        scale: √d_model, or 1 in a model that does not scale.
        positions: what is added at each position, ``[length, d_model]``; None where nothing is.
        summed: the scaled rows with their positions, ``[length, d_model]``; None where no norm
            follows: then it is ``embedded``.
        embedded: what the network's own embedding gave, ``[length, d_model]``.
        vocabulary: rows that the table has.
        near: for each token the :data:`NEAREST` other rows of the table, most similar first.
    """

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    rows: FloatArray
    scale: float
    positions: FloatArray | None
    embedded: FloatArray
    vocabulary: int
    summed: FloatArray | None = None
    near: tuple[tuple[NearToken, ...], ...] = ()

    @property
    def d_model(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def stages(self) -> tuple[EmbeddingStage, ...]:
        """The model's stages in order: scaling, positions and norm are optional."""
        scaled: tuple[EmbeddingStage, ...] = ("scaled",) if self.scale != 1 else ()
        placed: tuple[EmbeddingStage, ...] = ("positions",) if self.positions is not None else ()
        summed: tuple[EmbeddingStage, ...] = ("summed",) if self.summed is not None else ()
        return ("rows", *scaled, *placed, *(summed if placed else ()), "embedded")

    def values(self, stage: EmbeddingStage) -> FloatArray:
        """Values of a stage, ``[length, d_model]``; raises ValueError if it does not exist."""
        found: FloatArray | None = getattr(self, stage)
        if found is None:
            raise ValueError(f"the model has no stage {stage!r}")
        return found

    @cached_property
    def scaled(self) -> FloatArray:
        """The embeddings × the scale, ``[length, d_model]``."""
        return frozen(self.rows * np.float32(self.scale))


@dataclass(frozen=True, slots=True)
class RankedToken:
    """A token of the vocabulary at one position of the target; rank 1 has the largest logit."""

    token: str
    token_id: int
    logit: float
    probability: float
    rank: int


@dataclass(frozen=True, eq=False, kw_only=True)
class OutputLogits:
    """What the output projection says at each position of the target, or of an encoder alone.

    Attributes:
        chosen_ids: the token that follows each of them in the target; of an encoder alone, the
            one that belongs there.
        logits: ``[target, vocabulary]``; read-only.
        vocabulary: the token of each id.
    """

    fed: tuple[str, ...]
    chosen_ids: tuple[int, ...]
    logits: FloatArray
    vocabulary: tuple[str, ...]

    def probabilities(self, step: int) -> FloatArray:
        """Softmax of a step's logits, ``[vocabulary]``; sums to 1."""
        return frozen(softmax(self.logits[step].astype(np.float64)).astype(np.float32))

    def best(self, step: int, count: int) -> tuple[RankedToken, ...]:
        """The tokens with the largest logits of a step, best first; ties by lower id."""
        order = np.argsort(-self.logits[step], kind="stable")[:count]
        probabilities = self.probabilities(step)
        return tuple(
            self._ranked(step, int(token_id), rank, float(probabilities[token_id]))
            for rank, token_id in enumerate(order, start=1)
        )

    def chosen(self, step: int) -> RankedToken:
        """The target's next token and its rank."""
        token_id = self.chosen_ids[step]
        row = self.logits[step]
        above = np.count_nonzero(row > row[token_id])
        equals_before = np.count_nonzero(row[:token_id] == row[token_id])
        probability = float(self.probabilities(step)[token_id])
        return self._ranked(step, token_id, 1 + int(above + equals_before), probability)

    def _ranked(self, step: int, token_id: int, rank: int, probability: float) -> RankedToken:
        logit = float(self.logits[step, token_id])
        return RankedToken(self.vocabulary[token_id], token_id, logit, probability, rank)


@dataclass(frozen=True, eq=False, kw_only=True)
class EmbeddingRecord:
    """A sentence and its target: into the model on both sides, and out of it.

    A side that the model does not have is None.
    """

    source: EmbeddedTokens | None
    target: EmbeddedTokens | None
    output: OutputLogits


Rows = tuple[tuple[str, ...], ...]
"""A row of tokens for each sentence, all of one length."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TeacherForcingRecord:
    """Cross-entropy of every position of a padded batch, position by position.

    Attributes:
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
        return float(self.losses[self.counts].mean(dtype=float))

    @property
    def mean_with_padding(self) -> float:
        return float(self.losses.mean(dtype=float))

    @property
    def n_counting(self) -> int:
        return int(self.counts.sum())

    @property
    def n_padding(self) -> int:
        return int(self.counts.size) - self.n_counting
