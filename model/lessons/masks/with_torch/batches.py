"""The masks of a batch of sentences, taken from the batch as training would build it."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from torch import Tensor

from model.decoding.batching import IdPair, make_batch
from model.decoding.greedy import translate_steps
from model.decoding.samples import companions_for
from model.decoding.tensors import bool_array
from model.decoding.trained import TrainedModel
from model.lessons.masks.record import MaskRecord
from model.network.masks import causal_mask
from model.special_tokens import BOS_ID, Ids
from model.steps import last_of
from model.text.tokenizer import Tokenizer
from model.traces.trace import Trace

_MOST_TRIED = 4
"""Sentences that are translated to find one with a longer translation."""


def companion_steps(model: TrainedModel, text: str) -> Generator[None, None, str]:
    """A second sentence for a batch with ``text``, whose target gets padding where that can be.

    The first with a longer translation, else with a shorter one, else the first.

    Each ``yield`` is a place to cancel.

    Raises:
        SourceError: the text cannot be translated.
    """
    length = yield from _target_length(model, text)
    longer = {}
    for other in companions_for(model, text)[:_MOST_TRIED]:
        longer[other] = (yield from _target_length(model, other)) - length
    # one token more is none: of the longest target the last token is not fed in
    return max(longer, key=lambda other: (longer[other] > 1, abs(longer[other]) > 1))


def batch_steps(
    model: TrainedModel, texts: Sequence[str]
) -> Generator[None, None, tuple[MaskRecord, Trace]]:
    """Translate each sentence; return the masks of all as one batch, and the first translation.

    Each ``yield`` is a place to cancel.

    Raises:
        SourceError: a sentence cannot be translated.
    """
    first, *others = texts
    original = yield from last_of(translate_steps(model, first))
    pairs = [_ids(original)]
    for text in others:  # one by one: of these only the ids are kept
        pairs.append(_ids((yield from last_of(translate_steps(model, text)))))
    return record_masks(model, pairs, texts=tuple(texts)), original


def record_masks(
    model: TrainedModel, pairs: Sequence[IdPair], *, texts: tuple[str, ...] = ()
) -> MaskRecord:
    """The masks of a batch, as the model uses them; ``texts`` are its sentences."""
    batch = make_batch(pairs, model.device)
    n_target = batch.tgt_in.size(1)
    cross = batch.src_mask[:, 0].expand(-1, n_target, -1)  # [batch, target, source]
    return MaskRecord(
        texts=texts,
        src_ids=_ids_of(batch.src),
        tgt_ids=_ids_of(batch.tgt_in),
        src_tokens=_tokens(batch.src, model.src_tokenizer),
        tgt_tokens=_tokens(batch.tgt_in, model.tgt_tokenizer),
        source_padding=bool_array(batch.src_mask[:, 0, 0]),
        causal=bool_array(causal_mask(n_target)[0, 0]),
        target=bool_array(batch.tgt_mask[:, 0]),
        cross=bool_array(cross),
    )


def _target_length(model: TrainedModel, text: str) -> Generator[None, None, int]:
    trace = yield from last_of(translate_steps(model, text))
    return len(trace.predicted_ids)


def _ids(trace: Trace) -> IdPair:
    return IdPair(trace.source_ids, (BOS_ID, *trace.predicted_ids))


def _ids_of(ids: Tensor) -> tuple[Ids, ...]:
    return tuple(tuple(row) for row in ids.tolist())


def _tokens(ids: Tensor, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    return tuple(tokenizer.tokens(row) for row in ids.tolist())
