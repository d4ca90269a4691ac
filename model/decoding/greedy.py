"""Greedy decoding with a key/value cache, one token a step, with every weight recorded."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from model.arrays import FloatArray
from model.decoding.trained import TrainedModel, float_array, of_one, own_array
from model.messages import SourceError
from model.network.attention import KeyValue, causal_mask, whole_mask
from model.network.transformer import Decoded
from model.special_tokens import BOS_ID, EOS_ID
from model.text.tokenizer import Source, Tokenizer, whole_target_ids
from model.traces.recording import Recording, check_size
from model.traces.trace import Candidate, DecodeStep, PlaceCandidates, Trace, kinds_of

TOP_K = 5
"""Default number of candidates per step."""


def decode_step(
    log_probabilities: Tensor,
    tokenizer: Tokenizer,
    *,
    index: int,
    fed: int,
    rows: tuple[FloatArray, FloatArray],
    before: int | None = None,
    given: int | None = None,
    top_k: int = TOP_K,
) -> DecodeStep:
    """The step for a distribution: its best token, or the ``given`` one.

    ``log_probabilities`` are ``[vocabulary]``; ``rows`` are the decoder and cross weights of the
    new token ``fed``, which followed the token ``before``; ``top_k`` is at least 1.
    """
    candidates = best_candidates(log_probabilities, tokenizer, top_k, after=fed)
    chosen = candidates[0].token_id if given is None else given
    decoder_rows, cross_rows = rows
    return DecodeStep(
        index=index,
        fed=tokenizer.token(fed, before),
        token=tokenizer.token(chosen, fed),
        token_id=chosen,
        log_probability=float(log_probabilities[chosen]),
        candidates=candidates,
        entropy=entropy_bits(log_probabilities),
        decoder_rows=decoder_rows,
        cross_rows=cross_rows,
        given=given is not None,
    )


def best_candidates(
    log_probabilities: Tensor, tokenizer: Tokenizer, top_k: int, *, after: int | None = None
) -> tuple[Candidate, ...]:
    """The most probable tokens of ``[vocabulary]``, best first, at most ``top_k``."""
    best = log_probabilities.topk(min(top_k, log_probabilities.numel()))
    return tuple(
        Candidate(tokenizer.token(token_id, after), token_id, value)
        for token_id, value in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def entropy_bits(log_probabilities: Tensor) -> float:
    """Entropy of a distribution ``[vocabulary]``, in bits."""
    known = log_probabilities.detach().numpy(force=True)
    # what is never predicted adds 0 · 1e9, not 0 · ∞, which is no number
    surprise = np.minimum(-known, np.float32(1e9))
    return float(np.exp(known).dot(surprise)) / math.log(2)


def masked_candidates(model: TrainedModel, text: str, *, top_k: int = TOP_K) -> Trace:
    """A trace without steps, with candidates for every place (Devlin et al. 2019, section 3.1).

    Its translation has the best candidate in each masked place. The other places contain their own
    token, which their candidates reflect. The text has the tokenizer's mask where a token is to be
    predicted; each place has ``top_k`` candidates, 1 or more. Raises SourceError if the sentence
    cannot be read, or its weights would fill the memory.
    """
    source, tokenizer = model.prepared(text), model.tgt_tokenizer
    check_size(source, model.config, max_steps=0)
    src = torch.tensor([source.ids], device=model.device)  # [1, source]
    with model.evaluating() as network:
        encoded = network.encode(src, whole_mask(src), record=True)
        log_probabilities = network.predict(encoded.memory)[0].float().log_softmax(dim=-1)
    places = tuple(
        _place(row, token_id, tokenizer, top_k=top_k)
        for token_id, row in zip(source.ids, log_probabilities, strict=True)
    )
    weights, kinds = float_array(of_one(encoded.weights)), kinds_of(model.config)
    return dataclasses.replace(
        Trace.begun(source, weights, kinds=kinds),
        stop="end of sentence",
        translation=tokenizer.decode(place.token_id for place in places),
        places=places,
    )


def masked_text(model: TrainedModel, text: str, place: int) -> str:
    """A sentence with the mask in place of one token of its trace.

    Raises SourceError if the sentence cannot be read, or the place has a mask or special token.
    """
    source, tokenizer = model.prepared(text), model.src_tokenizer
    masked = tokenizer.masked(source.text, place - len(tokenizer.prefix))
    if source.ids[place] == tokenizer.mask:
        raise SourceError("This token is already masked: its prediction is shown.")
    if masked == source.text:
        raise SourceError(
            "{token} marks the ends of every sentence and cannot be masked.",
            token=source.tokens[place],
        )
    return masked


def _place(row: Tensor, read: int, tokenizer: Tokenizer, *, top_k: int) -> PlaceCandidates:
    """Candidates of a place with the token ``read``. ``row``: log-probabilities ``[token]``."""
    candidates, masked = best_candidates(row, tokenizer, top_k), read == tokenizer.mask
    token_id = candidates[0].token_id if masked else read
    return PlaceCandidates(
        masked=masked,
        token_id=token_id,
        log_probability=float(row[token_id]),
        candidates=candidates,
        entropy=entropy_bits(row),
    )


class Reading(NamedTuple):
    """The encoder's result for one sentence, kept while its target is decoded.

    Without an encoder there are no source tokens, no memory, and weights of 0 layers. ``memory``
    has keys and values for each decoder layer; ``src_mask`` is ``[1, 1, 1, source]``; ``weights``
    are the encoder's, ``[layers, heads, source, source]``; ``decoder_layers`` is the depth of the
    decoder.
    """

    memory: tuple[KeyValue, ...]
    src_mask: Tensor
    weights: FloatArray
    decoder_layers: int

    def recording(self, max_steps: int) -> Recording:
        """A recording with room for ``max_steps`` steps."""
        _, n_heads, n_source, _ = self.weights.shape
        return Recording(
            n_layers=self.decoder_layers, n_heads=n_heads, n_source=n_source, max_steps=max_steps
        )


class TargetPass(NamedTuple):
    """One pass of the decoder over a whole target.

    ``logits`` is ``[target, vocabulary]``, ``decoder`` is ``[layers, heads, target, target]`` and
    ``cross`` ``[layers, heads, target, source]``.
    """

    logits: Tensor
    decoder: FloatArray
    cross: FloatArray


def read_source(model: TrainedModel, source: Source, mask: Tensor | None = None) -> Reading:
    """Run the encoder once; ``mask`` replaces the model's, ``[1, 1, source, source]``."""
    src = torch.tensor([source.ids], dtype=torch.long, device=model.device)  # [1, source]
    src_mask = whole_mask(src)
    with model.evaluating() as network:
        encoded = network.encode(src, src_mask if mask is None else mask, record=True)
        memory = network.project_memory(encoded.memory)
    weights = of_one(encoded.weights, none=(0, model.config.n_heads, 0, 0))
    return Reading(memory, src_mask, float_array(weights), model.config.depth("decoder"))


def read_target(
    model: TrainedModel,
    reading: Reading,
    fed: Sequence[int],
    *,
    tgt_mask: Tensor | None = None,
    src_mask: Tensor | None = None,
) -> TargetPass:
    """All positions of a target at once, as in training, but without dropout.

    ``fed`` begins with the id of ``<s>``; the masks replace the model's own, ``[1, 1, target,
    target]`` and ``[1, 1, target, source]``.
    """
    tgt = torch.tensor([list(fed)], device=model.device)  # [1, target]
    causal = causal_mask(len(fed), device=model.device)
    with model.evaluating() as network:
        decoded = network.decode(
            tgt,
            reading.memory,
            tgt_mask=causal if tgt_mask is None else tgt_mask,
            src_mask=reading.src_mask if src_mask is None else src_mask,
            record=True,
        )
    return TargetPass(decoded.logits[0].float(), *_weights_of(decoded))


def feed(
    model: TrainedModel, reading: Reading, token_id: int, past: Sequence[KeyValue] | None = None
) -> Decoded:
    """One more token of a target, after the keys and values of those before it."""
    tgt = torch.tensor([[token_id]], device=reading.src_mask.device)  # [1, 1]
    with model.evaluating() as network:
        # one sentence alone has no padding, and nothing comes after its last token
        return network.decode(
            tgt, reading.memory, tgt_mask=None, src_mask=None, past=past, record=True
        )


def _weights_of(decoded: Decoded) -> tuple[FloatArray, FloatArray]:
    """Of decoder and cross attention, ``[layers, heads, query, key]``; no key without encoder."""
    own = of_one(decoded.self_weights)
    cross = of_one(decoded.cross_weights, none=(*own.shape[:3], 0))
    return own_array(own), own_array(cross)


def reading_steps(model: TrainedModel, source: str, target: str) -> Iterator[Trace]:
    """Traces of a given target (teacher forcing); raises SourceError, TargetError."""
    ids = whole_target_ids(target, model.tgt_tokenizer)
    return translate_steps(model, source, prefix=ids, max_steps=len(ids))


def translate_steps(
    model: TrainedModel,
    text: str,
    *,
    prefix: Sequence[int] = (),
    max_steps: int | None = None,
    top_k: int = TOP_K,
) -> Iterator[Trace]:
    """Translate a sentence; yields the trace after the encoder, then after every step.

    Without an encoder the sentence is the beginning of the target. Without a decoder there is a
    single trace: :func:`model.decoding.greedy.masked_candidates`. Raises SourceError if the
    sentence cannot be translated, its weights would fill the memory, or the prefix is too long.

    ``prefix`` (default: the prompt, or the model's forced first token) is fed to the decoder in
    place of the best candidates, each with its own log-probability; one that ends on ``</s>`` makes
    this teacher forcing. It stops after ``max_steps`` tokens (default: the model's positions, or
    twice the source length and a few more). Each step has ``top_k`` candidates, 1 or more.
    """
    if not model.config.depth("decoder"):
        yield masked_candidates(model, text, top_k=top_k)
        return
    source = model.prepared(text)
    prefix = prefix or source.prompt or model.tgt_tokenizer.prefix
    prefix = prefix[: prefix.index(EOS_ID) + 1] if EOS_ID in prefix else prefix
    n_source, max_len = len(source.ids or source.prompt), model.config.max_len
    limit = length_limit(n_source, max_len) if max_steps is None else min(max_len, max_steps)
    _check_room(prefix, limit)
    if prefix and prefix[-1] == EOS_ID:
        limit = len(prefix)
    check_size(source, model.config, max_steps=limit)
    reading = read_source(model, source)
    recording = reading.recording(limit)
    kinds = kinds_of(model.config)
    trace = Trace.begun(source, reading.weights, recording=recording, kinds=kinds)
    yield trace
    for step in greedy_steps(
        model, reading, prefix=prefix, max_steps=limit, top_k=top_k, recording=recording
    ):
        trace = extended(trace, step, model.tgt_tokenizer, limit=limit)
        yield trace


def extended(trace: Trace, step: DecodeStep, tokenizer: Tokenizer, *, limit: int) -> Trace:
    """The trace with its next step; finished after ``</s>`` or ``limit`` steps."""
    text = tokenizer.decode((*trace.predicted_ids, step.token_id))
    longer = trace.with_step(step, translation=text)
    if step.token_id == EOS_ID:
        return longer.stopped("end of sentence")
    return longer.stopped("length limit") if len(longer.steps) == limit else longer


def length_limit(n_source: int, max_len: int) -> int:
    """Default maximum number of tokens of a translation."""
    return min(max_len, 2 * n_source + 10)


def translate(model: TrainedModel, text: str) -> Trace:
    """The finished trace of a sentence; raises SourceError if it cannot be translated."""
    *_, trace = translate_steps(model, text)
    return trace


def greedy_steps(
    model: TrainedModel,
    reading: Reading,
    *,
    prefix: Sequence[int] = (),
    max_steps: int,
    top_k: int = TOP_K,
    recording: Recording | None = None,
) -> Generator[DecodeStep]:
    """Decode one token per step until ``</s>`` or ``max_steps``; ``prefix`` is fed first.

    The rows of the steps are views of the ``recording`` (default: a new one). Raises SourceError if
    the prefix is longer than ``max_steps``.
    """
    _check_room(prefix, max_steps)
    if recording is None:
        recording = reading.recording(max_steps)
    past: tuple[KeyValue, ...] | None = None
    before, fed = None, BOS_ID
    for index in range(max_steps):
        with torch.inference_mode():  # lighter than no_grad; nothing of a step is ever trained
            decoded = feed(model, reading, fed, past)
            past = decoded.past
            own, cross = _weights_of(decoded)
            step = decode_step(
                decoded.logits[0, -1].float().log_softmax(dim=-1),
                model.tgt_tokenizer,
                index=index,
                before=before,
                fed=fed,
                rows=recording.append(own[:, :, -1], cross[:, :, -1]),
                given=prefix[index] if index < len(prefix) else None,
                top_k=top_k,
            )
        yield step
        before, fed = fed, step.token_id
        if fed == EOS_ID:
            return


def _check_room(prefix: Sequence[int], max_steps: int) -> None:
    if len(prefix) > max_steps:
        raise SourceError(
            "The given target has {tokens} tokens; there is room for {largest}.",
            tokens=len(prefix),
            largest=max_steps,
        )
