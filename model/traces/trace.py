"""Everything recorded of one translation: tokens, weights, steps. Numpy only."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.config import STACKS, ModelConfig, Stack
from model.messages import Message
from model.special_tokens import BOS_ID
from model.traces.recording import Recording

if TYPE_CHECKING:
    from model.text.tokenizer import Source

Kind = Literal["encoder", "decoder", "cross"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def stack_of(kind: Kind) -> Stack:
    return "encoder" if kind == "encoder" else "decoder"


def kinds_of(config: ModelConfig) -> tuple[Kind, ...]:
    whole = config.stacks == STACKS
    return tuple(kind for kind in KINDS if whole or kind in config.stacks)


StopReason = Literal["running", "end of sentence", "length limit"]


class _Likely:
    """A token with its natural log-probability."""

    __slots__ = ()
    log_probability: float

    @property
    def probability(self) -> float:
        """Softmax output, 0 … 1."""
        return float(np.exp(self.log_probability))


@dataclass(frozen=True, slots=True)
class Candidate(_Likely):
    """One token that the decoder could have chosen at a step."""

    token: str
    token_id: int
    log_probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCandidates(_Likely):
    """Predictions of an encoder without decoder at one position of its sentence.

    Attributes:
        masked: the token there was hidden from it.
        token_id, log_probability: of the token that was read; in a masked place, of the best one.
        candidates: the most probable tokens, best first.
        entropy: of the whole distribution, in bits.
    """

    masked: bool
    token_id: int
    log_probability: float
    candidates: tuple[Candidate, ...]
    entropy: float


@dataclass(frozen=True, eq=False, kw_only=True)
class DecodeStep(_Likely):
    """One decoded token with its candidates and its new attention rows.

    Attributes:
        index: 0 for the first decoded token; also the row of the decoder and cross matrices.
        fed: the token fed in at this query position; ``token`` is predicted from it.
        token, token_id, log_probability: what was chosen, with its natural log-probability.
        candidates: the most probable tokens, best first.
        entropy: of the whole next-token distribution, in bits.
        decoder_rows: ``[layers, heads, key]`` with ``index + 1`` keys, or those of all steps in a
            trace that looks ahead; read-only.
        cross_rows: ``[layers, heads, source]``; read-only.
        given: the token was not the model's choice but given, by a branch or a whole target.
    """

    index: int
    fed: str
    token: str
    token_id: int
    log_probability: float
    candidates: tuple[Candidate, ...]
    entropy: float
    decoder_rows: FloatArray
    cross_rows: FloatArray
    given: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Trace:
    """A translation as far as it has come; grows by :meth:`with_step`.

    Attributes:
        source_text: the sentence as it was read (normalised).
        source_tokens: tokens of the encoder, the end token included.
        encoder_weights: ``[layers, heads, source, source]``; read-only.
        unknown: source characters or words that the model does not know.
        notices: sentences on what was changed in the source or not understood.
        steps: decoded so far.
        stop: why decoding ended, or ``"running"``.
        translation: the target as text, as far as it has come.
        recording: where the steps have their rows, if one decode made them; the matrices are
            views of it. Without one they are put together from the steps.
        looks_ahead: the whole target was fed in at once to a decoder without a causal mask:
            every row attends to all of it.
        kinds: those that its model has; of any other kind the weights are 0.
        places: of a model without a decoder, what it expects at each place of the source.
    """

    source_text: str
    source_tokens: tuple[str, ...]
    source_ids: tuple[int, ...]
    encoder_weights: FloatArray
    unknown: tuple[str, ...] = ()
    notices: tuple[Message, ...] = ()
    steps: tuple[DecodeStep, ...] = ()
    stop: StopReason = "running"
    translation: str = ""
    recording: Recording | None = field(default=None, repr=False)
    looks_ahead: bool = False
    kinds: tuple[Kind, ...] = KINDS
    places: tuple[PlaceCandidates, ...] = ()

    @classmethod
    def begun(
        cls,
        source: Source,
        encoder_weights: FloatArray,
        *,
        recording: Recording | None = None,
        kinds: tuple[Kind, ...] = KINDS,
    ) -> Trace:
        return cls(
            source_text=source.text,
            source_tokens=source.tokens,
            source_ids=source.ids,
            encoder_weights=encoder_weights,
            unknown=source.unknown,
            notices=source.notices,
            recording=recording,
            kinds=kinds,
        )

    def with_step(self, step: DecodeStep, *, translation: str) -> Trace:
        return dataclasses.replace(self, steps=(*self.steps, step), translation=translation)

    def stopped(self, reason: StopReason) -> Trace:
        return dataclasses.replace(self, stop=reason)

    @property
    def finished(self) -> bool:
        return self.stop != "running"

    @property
    def n_places(self) -> int:
        """Number of steps, or of tokens without a decoder."""
        return len(self.steps or self.places)

    def walked(self, kind: Kind) -> bool:
        return kind != "encoder" or bool(self.places)

    @cached_property
    def nbytes(self) -> int:
        """Size of the weights in bytes."""
        rows = sum(step.decoder_rows.nbytes + step.cross_rows.nbytes for step in self.steps)
        return rows + self.encoder_weights.nbytes

    def depth(self, kind: Kind) -> int:
        # A decoder without recorded steps is assumed as deep as its encoder.
        if kind != "encoder":
            if self.recording is not None:
                return self.recording.n_layers
            if self.steps:
                return int(self.steps[0].decoder_rows.shape[0])
        return int(self.encoder_weights.shape[0])

    @property
    def n_heads(self) -> int:
        return int(self.encoder_weights.shape[1])

    @cached_property
    def log_probability(self) -> float:
        """Sum over the steps so far, natural logarithm."""
        return math.fsum(step.log_probability for step in self.steps)

    @property
    def fed_tokens(self) -> tuple[str, ...]:
        """The query tokens of decoder and cross rows; the first is ``<s>``."""
        return tuple(step.fed for step in self.steps)

    @property
    def predicted_tokens(self) -> tuple[str, ...]:
        return tuple(step.token for step in self.steps)

    @property
    def fed_ids(self) -> tuple[int, ...]:
        """Ids fed to the decoder; the first is that of ``<s>``."""
        return (BOS_ID, *self.predicted_ids)[: len(self.steps)]

    @property
    def predicted_ids(self) -> tuple[int, ...]:
        """The target so far, with ``</s>`` at the end if the model has written it."""
        return tuple(step.token_id for step in self.steps)

    def query_tokens(self, kind: Kind) -> tuple[str, ...]:
        return self.source_tokens if kind == "encoder" else self.fed_tokens

    def key_tokens(self, kind: Kind) -> tuple[str, ...]:
        return self.fed_tokens if kind == "decoder" else self.source_tokens

    def weights(self, kind: Kind) -> FloatArray:
        """All weights of a kind, ``[layers, heads, query, key]``; read-only."""
        if kind == "encoder":
            return self.encoder_weights
        return self.decoder_weights if kind == "decoder" else self.cross_weights

    def mask(self, kind: Kind) -> BoolArray:
        """``[query, key]``, True = may attend: causal for the decoder unless it looks ahead."""
        rows, columns = len(self.query_tokens(kind)), len(self.key_tokens(kind))
        if kind == "decoder" and not self.looks_ahead:
            return frozen(np.tri(rows, columns, dtype=np.bool_))
        return frozen(np.ones((rows, columns), dtype=np.bool_))

    @cached_property
    def decoder_weights(self) -> FloatArray:
        """Decoder self-attention, ``[layers, heads, query, key]``; causal unless looking ahead."""
        n = len(self.steps)
        if self.recording is not None:
            return self.recording.decoder_weights(n)
        weights = np.zeros((self.depth("decoder"), self.n_heads, n, n), dtype=np.float32)
        for row, step in enumerate(self.steps):
            weights[:, :, row, : step.decoder_rows.shape[-1]] = step.decoder_rows
        return frozen(weights)

    @cached_property
    def cross_weights(self) -> FloatArray:
        """Cross-attention, ``[layers, heads, query, source]``."""
        if self.recording is not None:
            return self.recording.cross_weights(len(self.steps))
        shape = (self.depth("cross"), self.n_heads, len(self.steps), len(self.source_tokens))
        weights = np.zeros(shape, dtype=np.float32)
        for row, step in enumerate(self.steps):
            weights[:, :, row] = step.cross_rows
        return frozen(weights)
