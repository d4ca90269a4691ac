"""The sentences that a model is checked on, and what it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from model.decoding.greedy import greedy_steps
from model.decoding.reading import Reading, TargetPass, read_source, read_target
from model.decoding.samples import sample_sentences
from model.decoding.trained import TrainedModel
from model.lessons.checks.record import CheckName, Finding
from model.special_tokens import BOS_ID, SPECIAL_TOKENS, UNK_ID, Ids
from model.text.source import Source
from model.text.tokenizer import Tokenizer

SAMPLES, SENTENCES = 3, 4
"""At most so many are the model's samples, and so many there are: the rest is drawn."""

SHORTEST, LONGEST, DRAWN = 6, 12, 8
"""Tokens of a target: at least and at most; of a sentence that is drawn."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Specimen:
    """A source with a target that is fed in, all at once.

    Attributes:
        src: ids with what stands around a sentence.
        fed: ``<s>`` and the model's own translation, with drawn tokens where that is short.
        reading: what the encoder makes of the source.
        target: what the decoder makes of the target.
    """

    src: Ids
    fed: Ids
    reading: Reading
    target: TargetPass


class Patient:
    """A model, its sentences (made when they are first asked for), and what was found so far."""

    def __init__(self, model: TrainedModel) -> None:
        """Nothing is computed yet."""
        self.model = model
        self.checks: dict[CheckName, Finding] = {}

    @cached_property
    def sources(self) -> tuple[Ids, ...]:
        """Ids of the model's sample sentences, then of random ones."""
        samples = sample_sentences(self.model)[:SAMPLES]
        known = [self.model.prepared(text).ids for text in samples]
        drawn = [self.drawn_source(seed) for seed in range(SENTENCES)]
        return tuple([*known, *drawn][:SENTENCES])

    @cached_property
    def sentences(self) -> tuple[Specimen, ...]:
        """Each source with the model's own translation."""
        return tuple(self._read(ids) for ids in self.sources)

    def drawn_source(self, seed: int) -> Ids:
        """A sentence of random tokens."""
        tokenizer = self.model.src_tokenizer
        around = len(tokenizer.prefix) + len(tokenizer.suffix)
        length = max(1, min(DRAWN, self.model.config.max_len - around))
        body = _drawn(tokenizer, length, seed=seed)
        return (*tokenizer.prefix, *body, *tokenizer.suffix)[: self.model.config.max_len]

    def drawn_target(self, seed: int, length: int = DRAWN) -> Ids:
        """``<s>`` and random tokens that the model may predict."""
        forbidden = self.model.config.forbidden
        body = _drawn(self.model.tgt_tokenizer, length, seed=seed, without=forbidden)
        return (BOS_ID, *body)[: self.model.config.max_len]

    def logits(self, src: Sequence[int], *targets: Sequence[int]) -> Tensor:
        """Of targets of one length over one source: ``[targets, target, vocabulary]``."""
        tgt = torch.tensor([list(fed) for fed in targets], device=self.model.device)
        ids = torch.tensor([list(src)] * len(targets), device=self.model.device)
        with self.model.evaluating() as network:
            logits: Tensor = network(ids, tgt)  # [targets, target, vocabulary]
        return logits.float()

    def _read(self, ids: Ids) -> Specimen:
        model = self.model
        reading = read_source(model, source_of(model, ids))
        most = min(LONGEST, model.config.max_len)
        steps = greedy_steps(
            model, reading, prefix=model.tgt_tokenizer.prefix[:most], max_steps=most
        )
        own = [step.token_id for step in steps][:-1]
        missing = self.drawn_target(len(ids), max(0, SHORTEST - 1 - len(own)))[1:]
        fed = (BOS_ID, *own, *missing)[:most]
        return Specimen(src=ids, fed=fed, reading=reading, target=read_target(model, reading, fed))


def source_of(model: TrainedModel, ids: Ids) -> Source:
    """A source of ids that nobody typed."""
    return Source("", ids, model.src_tokenizer.tokens(ids), (), ())


def _drawn(tokenizer: Tokenizer, length: int, *, seed: int, without: Ids = ()) -> Ids:
    """Random ids, different ones as long as there are enough."""
    ids = np.setdiff1d(np.arange(len(SPECIAL_TOKENS), len(tokenizer)), without)
    ids = ids if len(ids) else np.array([UNK_ID])
    noise = np.random.default_rng(seed)
    return tuple(noise.choice(ids, size=length, replace=length > len(ids)).tolist())
