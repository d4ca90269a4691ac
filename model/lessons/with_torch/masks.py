"""Records of the masks lesson, computed from a model with torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator, Sequence

import numpy as np
import torch
from torch import Tensor

from model.arrays import frozen
from model.decoding import greedy
from model.decoding.batches import IdPair, make_batch, tokens_of
from model.decoding.samples import companions_for
from model.decoding.trained import TrainedModel, bool_array
from model.lessons.masks import NO_EDITS, MaskChange, MaskEdits, MaskRecord
from model.lessons.with_torch.one_head import head_anatomy, record_inputs
from model.network.attention import causal_mask
from model.special_tokens import BOS_ID, PAD_ID
from model.steps import last_of
from model.traces.recording import WholePass, check_size
from model.traces.trace import Kind, Trace

_MOST_TRIED = 4
"""Sentences that are translated to find one with a longer translation."""


def companion_steps(model: TrainedModel, text: str) -> Generator[None, None, str]:
    """A second sentence for a batch with ``text``, preferably one that gets padding.

    The first with a longer translation, else with a shorter one, else the first. Each ``yield`` is
    a place to cancel. Raises SourceError if the text cannot be translated.
    """
    lengths, companions = {}, companions_for(model, text)[:_MOST_TRIED]
    for one in (text, *companions):
        trace = yield from last_of(greedy.translate_steps(model, one))
        lengths[one] = len(trace.predicted_ids)
    longer = {other: lengths[other] - lengths[text] for other in companions}
    # one token more is none: of the longest target the last token is not fed in
    return max(longer, key=lambda other: (longer[other] > 1, abs(longer[other]) > 1))


def batch_steps(
    model: TrainedModel, texts: Sequence[str]
) -> Generator[None, None, tuple[MaskRecord, Trace]]:
    """Translate each sentence; return the masks of all as one batch, and the first translation.

    Each ``yield`` is a place to cancel. Raises SourceError if a sentence cannot be translated.
    """
    first, *others = texts
    original = yield from last_of(greedy.translate_steps(model, first))
    pairs = [_ids(original)]
    for text in others:  # one by one: of these only the ids are kept
        pairs.append(_ids((yield from last_of(greedy.translate_steps(model, text)))))
    return record_masks(model, pairs, texts=tuple(texts)), original


def record_masks(
    model: TrainedModel, pairs: Sequence[IdPair], *, texts: tuple[str, ...] = ()
) -> MaskRecord:
    batch = make_batch(pairs, model.device)
    n_target = batch.tgt_in.size(1)
    cross = batch.src_mask[:, 0].expand(-1, n_target, -1)  # [batch, target, source]
    return MaskRecord(
        texts=texts,
        src_ids=tuple(map(tuple, batch.src.tolist())),
        tgt_ids=tuple(map(tuple, batch.tgt_in.tolist())),
        src_tokens=tokens_of(batch.src, model.src_tokenizer),
        tgt_tokens=tokens_of(batch.tgt_in, model.tgt_tokenizer),
        source_padding=bool_array(batch.src_mask[:, 0, 0]),
        causal=bool_array(causal_mask(n_target)[0, 0]),
        target=bool_array(batch.tgt_mask[:, 0]),
        cross=bool_array(cross),
    )


def _ids(trace: Trace) -> IdPair:
    return IdPair(trace.source_ids, (BOS_ID, *trace.predicted_ids))


def change_steps(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    edits: MaskEdits,
    kind: Kind,
    layer: int,
    head: int,
) -> Iterator[MaskChange | None]:
    """Run a source and its target under the model's own masks, then under edited ones.

    The whole target is fed at once, so that both passes have the same tokens and a token may attend
    to later ones if its mask allows it. Yields None between the two (a place to cancel), then the
    change.

    ``src_ids`` end on ``</s>``, ``tgt_ids`` begin with ``<s>``; without edits padding may follow.
    """
    keys: dict[Kind, Sequence[int]] = {"encoder": src_ids, "decoder": tgt_ids, "cross": src_ids}
    masks = NO_EDITS.masks(n_source=len(src_ids), n_target=len(tgt_ids))
    own = {}
    for name, mask in masks.items():  # without the padding at the end of the keys
        tokens = np.array(keys[name]) != PAD_ID
        own[name] = mask & np.flip(np.logical_or.accumulate(np.flip(tokens)))
    before = head_anatomy(record_inputs(model, src_ids, tgt_ids, masks=own), kind, layer, head)
    if not edits:
        yield MaskChange(before=before, after=before)
        return
    yield None
    masks = edits.masks(n_source=len(src_ids), n_target=len(tgt_ids))
    inputs = record_inputs(model, src_ids, tgt_ids, masks=masks)
    yield MaskChange(before=before, after=head_anatomy(inputs, kind, layer, head))


def altered_steps(
    model: TrainedModel,
    text: str,
    edits: MaskEdits,
    *,
    max_steps: int | None = None,
    top_k: int = greedy.TOP_K,
) -> Iterator[Trace]:
    """Translate a sentence greedily under edited masks; yields the growing trace.

    The whole target is recomputed at every step: a key/value cache is wrong as soon as an earlier
    token may attend to a later one.

    Without edits it is the trace of :func:`model.decoding.greedy.translate_steps`. The weights are
    those under the edited masks; the network is unchanged. Edits beyond the present length are
    ignored. It stops after ``max_steps`` tokens (default: as a translation); each step has
    ``top_k`` candidates, 1 or more. Raises SourceError if the sentence cannot be translated, or its
    weights would fill the memory.
    """
    max_len = model.config.max_len
    source = model.prepared(text)
    limit = greedy.length_limit(len(source.ids), max_len) if max_steps is None else max_steps
    limit = min(limit, max_len)
    check_size(source, model.config, max_steps=limit)
    masks = _masks(model, edits, n_source=len(source.ids), n_target=1)
    reading = greedy.read_source(model, source, masks["encoder"])
    trace = Trace.begun(source, reading.weights)
    yield trace
    while not trace.finished:
        fed = (BOS_ID, *trace.predicted_ids)
        masks = _masks(model, edits, n_source=len(source.ids), n_target=len(fed))
        passed = greedy.read_target(
            model, reading, fed, tgt_mask=masks["decoder"], src_mask=masks["cross"]
        )
        step = greedy.decode_step(
            passed.logits[-1].log_softmax(dim=-1),
            model.tgt_tokenizer,
            index=len(trace.steps),
            before=fed[-2] if len(fed) > 1 else None,
            fed=fed[-1],
            # views would keep every pass in memory
            rows=(frozen(passed.decoder[:, :, -1].copy()), frozen(passed.cross[:, :, -1].copy())),
            top_k=top_k,
        )
        longer = greedy.extended(trace, step, model.tgt_tokenizer, limit=limit)
        trace = dataclasses.replace(longer, recording=WholePass(passed.decoder, passed.cross))
        yield trace


def _masks(
    model: TrainedModel, edits: MaskEdits, *, n_source: int, n_target: int
) -> dict[Kind, Tensor]:
    """Masks by kind, ``[1, 1, query, key]``."""
    masks = edits.masks(n_source=n_source, n_target=n_target)
    return {
        kind: torch.tensor(mask, device=model.device)[None, None] for kind, mask in masks.items()
    }
