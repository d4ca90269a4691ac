"""Records of the embedding lesson, computed from a model with torch."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from model.config import Stack
from model.decoding.batches import IdPair, fits, make_batch, to_ids, tokens_of
from model.decoding.greedy import translate_steps
from model.decoding.trained import TrainedModel, bool_array, float_array
from model.lessons.embedding import (
    NEAREST,
    EmbeddedTokens,
    EmbeddingRecord,
    NearToken,
    OutputLogits,
    TeacherForcingRecord,
)
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.steps import last_of
from model.text.corpora import Pair
from model.text.tasks import shorter_pair
from model.text.tokenizer import Tokenizer
from model.text.words import join_words, split_words


def read_embedding(model: TrainedModel, pair: IdPair) -> EmbeddingRecord:
    """Embeddings and logits of a pair, without dropout.

    The target is fed at once, as in training; its logits equal those of decoding step by step. The
    pair has the source's ids, and the target's from ``<s>`` on; its last token is not fed. Without
    a decoder the logits are those of the source. Raises ValueError if the target has nothing to
    feed.
    """
    if len(pair.tgt) < 2:
        raise ValueError(f"a target of {len(pair.tgt)} tokens has no step")
    batch = make_batch([pair], model.device)
    with model.evaluating() as network:
        logits = network(batch.src, batch.tgt_in)[0]  # [target, vocabulary]
    source = _embedded(model, "encoder", batch.src, model.src_tokenizer)
    target = _embedded(model, "decoder", batch.tgt_in, model.tgt_tokenizer)
    fed = target or source
    output = OutputLogits(
        fed=fed.tokens if fed else (),
        chosen_ids=pair.tgt[1:],
        logits=float_array(logits),
        vocabulary=model.tgt_tokenizer.vocabulary,
    )
    return EmbeddingRecord(source=source, target=target, output=output)


def _embedded(
    model: TrainedModel, stack: Stack, ids: Tensor, tokenizer: Tokenizer
) -> EmbeddedTokens | None:
    if not model.config.depth(stack):
        return None
    adds_positions = model.config.positions not in {"relative", "none"}
    embedding, listed = model.network.embedding(stack), tuple(ids[0].tolist())
    with model.evaluating():
        positions = embedding.positions(0, len(listed))  # [length, d_model]
        rows = embedding.tokens(ids)[0]  # [length, d_model]
        embedded = embedding(ids)[0]  # [length, d_model]
    plain = isinstance(embedding.norm, nn.Identity)
    return EmbeddedTokens(
        tokens=tokenizer.tokens(listed),
        ids=listed,
        rows=float_array(rows),
        scale=embedding.scale,
        positions=float_array(positions) if adds_positions else None,
        embedded=float_array(embedded),
        vocabulary=embedding.tokens.num_embeddings,
        summed=None if plain else float_array(rows * embedding.scale + positions),
        near=tuple(_nearest(embedding.tokens.weight.detach(), listed, tokenizer)),
    )


def _nearest(
    table: Tensor, ids: Sequence[int], tokenizer: Tokenizer
) -> Iterator[tuple[NearToken, ...]]:
    """For each id the rows ``[vocabulary, d_model]`` of largest cosine similarity (0 for zeros)."""
    own, lengths = list(ids), table.norm(dim=1).clamp_min(1e-12)  # [vocabulary]
    similar = table[own] @ table.T / (lengths[own, None] * lengths)  # [length, vocabulary]
    similar[range(len(own)), own] = -math.inf
    found = similar.topk(min(NEAREST, len(table) - 1))
    for near, values in zip(found.indices.tolist(), found.values.tolist(), strict=True):
        yield tuple(map(NearToken, tokenizer.tokens(near), near, values))


def teacher_forcing_steps(
    model: TrainedModel, text: str, *, target: Sequence[int]
) -> Generator[TeacherForcingRecord | None]:
    """The losses of a sentence and of a shorter companion, as one batch of training.

    Yields None while it looks for the companion, where it can be cancelled, then the record.

    ``target`` has at least one expected id, usually up to ``</s>``. Raises SourceError if the
    sentence cannot be read.
    """
    source = model.prepared(text)
    main = IdPair(source.ids, (BOS_ID, *target))
    companion = yield from _companion(model, source.text, main)
    pairs = [main] if companion is None else [main, companion]
    yield record_teacher_forcing(model, pairs)


def record_teacher_forcing(model: TrainedModel, pairs: Sequence[IdPair]) -> TeacherForcingRecord:
    batch = make_batch(pairs, model.device)
    with model.evaluating() as network:
        logits = network(batch.src, batch.tgt_in).float()  # [batch, target, vocabulary]
        losses = cross_entropy(logits.transpose(1, 2), batch.tgt_out, reduction="none")
    src, tgt = model.src_tokenizer, model.tgt_tokenizer
    return TeacherForcingRecord(
        sources=tuple(src.decode(pair.src) for pair in pairs),
        targets=tuple(tgt.decode(pair.tgt) for pair in pairs),
        fed=tokens_of(batch.tgt_in, tgt),
        expected=tokens_of(batch.tgt_out, tgt),
        predicted=tokens_of(logits.argmax(dim=-1), tgt),
        losses=float_array(losses),  # [batch, target], padding included
        counts=bool_array(batch.tgt_out != PAD_ID),
        label_smoothing=_label_smoothing(model),
    )


def _companion(
    model: TrainedModel, text: str, main: IdPair
) -> Generator[None, None, IdPair | None]:
    known = shorter_pair(model.task, text, model.tgt_tokenizer.decode(main.tgt))
    if known is not None:
        pair = to_ids(Pair(known.source, known.target), model.src_tokenizer, model.tgt_tokenizer)
        if len(pair.tgt) < len(main.tgt) and fits(pair, model.config.max_len):
            return pair
    yield None
    words = split_words(text)
    while words := words[: len(words) // 2]:
        try:
            trace = yield from last_of(translate_steps(model, join_words(words)))
        except SourceError:  # another beginning may be read
            continue
        pair = IdPair(trace.source_ids, (BOS_ID, *trace.predicted_ids))
        if len(pair.tgt) < len(main.tgt) and pair.tgt[-1] == EOS_ID:
            return pair
    return None


def _label_smoothing(model: TrainedModel) -> float:
    """Label smoothing of the training record, 0 without one."""
    training: Any = model.record.get("training")
    value = training.get("label_smoothing", 0.0) if isinstance(training, dict) else 0.0
    return float(value) if isinstance(value, int | float) else 0.0
