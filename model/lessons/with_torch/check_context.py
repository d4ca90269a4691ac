"""The sentences that a model is checked on, and what the model computes for them."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from model.arrays import FloatArray
from model.decoding.greedy import Reading, TargetPass, greedy_steps, read_source, read_target
from model.decoding.samples import sample_sentences
from model.decoding.trained import TrainedModel
from model.lessons.checks import CheckName, Finding, Note
from model.network.attention import KeyValue, padding_mask, target_mask
from model.special_tokens import BOS_ID, PAD_ID, SPECIAL_TOKENS, UNK_ID, Ids
from model.text.tokenizer import Source, Tokenizer
from model.traces.trace import Kind, kinds_of

SAMPLES, SENTENCES = 3, 4
"""Maximum number of sample sentences, and number of all; the rest is random."""

SHORTEST, LONGEST, DRAWN = 6, 12, 8
"""Minimum and maximum length of a target, and length of a random sentence, in tokens."""


Checking = Generator[None, None, Finding]
"""A running check; it can be stopped at each ``yield``, some hundredths of a second apart."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Specimen:
    """A source with a target that is fed in, all at once; without a decoder, the source alone.

    Attributes:
        src: ids with what stands around a sentence; none without an encoder.
        fed: ``<s>`` and the model's own translation, or drawn tokens where there is none or a
            short one.
        reading: what the encoder makes of the source.
        target: what the decoder makes of the target.
    """

    src: Ids
    fed: Ids
    reading: Reading
    target: TargetPass | None


class CheckContext:
    """A model, its sentences, and the findings so far."""

    def __init__(self, model: TrainedModel) -> None:
        self.model = model
        self.checks: dict[CheckName, Finding] = {}
        self.sentences: tuple[Specimen, ...] = ()

    @property
    def has_encoder(self) -> bool:
        return "encoder" in self.model.config.stacks

    @property
    def has_decoder(self) -> bool:
        return "decoder" in self.model.config.stacks

    @cached_property
    def sources(self) -> tuple[Ids, ...]:
        known = [
            (source.ids or source.prompt)[: self.model.config.max_len]
            for source in map(self.model.prepared, sample_sentences(self.model)[:SAMPLES])
        ]
        drawn = [self.drawn_source(seed) for seed in range(SENTENCES)]
        return tuple([*known, *drawn][:SENTENCES])

    @cached_property
    def is_untrained(self) -> bool:
        parts = self.model.network.modules()
        gains = [part.weight for part in parts if isinstance(part, (nn.LayerNorm, nn.RMSNorm))]
        return bool(gains) and all(bool((gain == gain[0]).all()) for gain in gains)

    def reading(self) -> Generator[None]:
        """Make the sentences: sources with the model's own translation, one with random tokens."""
        # A model that repeats one token would show nothing of the decoder's heads.
        if not self.sentences:
            made = []
            for number, ids in enumerate(self.sources, start=1):
                made.append((yield from self._read(ids, says=number < SENTENCES)))
                yield
            self.sentences = tuple(made)

    def drawn_source(self, seed: int) -> Ids:
        if not self.has_encoder:
            return self.drawn_target(seed, SHORTEST)[1:]
        tokenizer = self.model.src_tokenizer
        around = len(tokenizer.prefix) + len(tokenizer.suffix)
        length = max(1, min(DRAWN, self.model.config.max_len - around))
        body = _drawn(tokenizer, length, seed=seed)
        return (*tokenizer.prefix, *body, *tokenizer.suffix)[: self.model.config.max_len]

    def drawn_target(self, seed: int, length: int = DRAWN) -> Ids:
        forbidden = self.model.config.forbidden
        body = _drawn(self.model.tgt_tokenizer, length, seed=seed, without=forbidden)
        return (BOS_ID, *body)[: self.model.config.max_len]

    def logits(self, src: Sequence[int], *targets: Sequence[int]) -> Tensor:
        """``[targets, target, vocabulary]`` over one source, or ``[1, source, vocabulary]``."""
        ids = torch.tensor([list(src)], dtype=torch.long, device=self.model.device)
        with self.model.evaluating() as network:
            encoded = network.encode(ids, padding_mask(ids))
            if not self.has_decoder:
                return network.predict(encoded.memory).float()
            tgt = torch.tensor([list(fed) for fed in targets], device=self.model.device)
            memory = [
                KeyValue(*(part.expand(len(targets), -1, -1, -1) for part in layer))
                for layer in network.project_memory(encoded.memory)
            ]
            decoded = network.decode(
                tgt, memory, tgt_mask=target_mask(tgt), src_mask=padding_mask(ids)
            )
        return decoded.logits.float()

    def weights(self, sentence: Specimen) -> Mapping[Kind, FloatArray]:
        """``[layers, heads, query, key]`` of each existing kind."""
        target = sentence.target
        found: dict[Kind, FloatArray] = {"encoder": sentence.reading.weights}
        if target is not None:
            found |= {"decoder": target.decoder, "cross": target.cross}
        return {kind: found[kind] for kind in kinds_of(self.model.config)}

    def _read(self, ids: Ids, *, says: bool) -> Generator[None, None, Specimen]:
        model, tokenizer = self.model, self.model.tgt_tokenizer
        src = ids if self.has_encoder else ()
        reading = read_source(model, source_of(model, src))
        if not self.has_decoder:
            return Specimen(src=src, fed=(), reading=reading, target=None)
        yield
        most = min(LONGEST, model.config.max_len)
        prefix = tokenizer.prefix if self.has_encoder else ids
        own = []
        if says:
            for step in greedy_steps(model, reading, prefix=prefix[:most], max_steps=most):
                own.append(step.token_id)
                yield
        said = [token_id for token_id in own[:-1] if token_id != PAD_ID]  # padding is masked
        shortest = SHORTEST if says else LONGEST
        missing = self.drawn_target(len(ids), max(0, shortest - 1 - len(said)))[1:]
        fed = (BOS_ID, *said, *missing)[:most]
        return Specimen(src=src, fed=fed, reading=reading, target=read_target(model, reading, fed))


def not_made(name: CheckName, note: Note) -> Finding:
    return Finding(name=name, verdict="not applicable", note=note)


def source_of(model: TrainedModel, ids: Ids) -> Source:
    return Source("", ids, model.src_tokenizer.tokens(ids), (), ())


def _drawn(tokenizer: Tokenizer, length: int, *, seed: int, without: Ids = ()) -> Ids:
    ids = np.setdiff1d(np.arange(len(SPECIAL_TOKENS), len(tokenizer)), without)
    ids = ids if len(ids) else np.array([UNK_ID])
    noise = np.random.default_rng(seed)
    return tuple(noise.choice(ids, size=length, replace=length > len(ids)).tolist())
