"""Greedy decoding with a key/value cache, one token a step, everything recorded."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import torch

from model.decoding.feeding import feeding
from model.decoding.masked import masked_candidates
from model.decoding.next_token import TOP_K, decode_step
from model.decoding.reading import Reading, read_source
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID
from model.text.tokenizer import Tokenizer
from model.traces.recording import Recording, check_size
from model.traces.trace import DecodeStep, Trace, kinds_of


def translate_steps(
    model: TrainedModel,
    text: str,
    *,
    prefix: Sequence[int] = (),
    max_steps: int | None = None,
    top_k: int = TOP_K,
) -> Iterator[Trace]:
    """Translate a sentence; yields the trace after the encoder, then after every step.

    Without an encoder the sentence is what the target begins with. Without a decoder there is one
    trace alone: :func:`model.decoding.masked.masked_candidates`.

    Args:
        model: the model to decode with.
        text: as the user typed it.
        prefix: target ids that the decode starts from: they are fed in instead of the best
            candidates, each with its own log-probability. A prefix that ends on ``</s>`` makes
            this teacher forcing. By default the prompt, or what every target of the model begins
            with.
        max_steps: stop after so many tokens; by default the model's positions, or twice the
            source and a few more.
        top_k: candidates of each step, 1 or more.

    Raises:
        SourceError: the sentence cannot be translated, its weights would fill the memory, or the
            prefix is too long.
    """
    if not model.config.depth("decoder"):
        yield masked_candidates(model, text, top_k=top_k)
        return
    source = model.prepared(text)
    prefix = prefix or source.prompt or model.tgt_tokenizer.prefix
    prefix = prefix[: prefix.index(EOS_ID) + 1] if EOS_ID in prefix else prefix
    limit = _step_limit(
        prefix,
        max_steps=max_steps,
        n_source=len(source.ids or source.prompt),
        max_len=model.config.max_len,
    )
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
    """The trace with its next step; ended by ``</s>``, or by the last of ``limit`` steps."""
    text = tokenizer.decode((*trace.predicted_ids, step.token_id))
    longer = trace.with_step(step, translation=text)
    if step.token_id == EOS_ID:
        return longer.stopped("end of sentence")
    return longer.stopped("length limit") if len(longer.steps) == limit else longer


def length_limit(n_source: int, max_len: int) -> int:
    """Tokens after which a translation of so many source tokens ends by itself."""
    return min(max_len, 2 * n_source + 10)


def translate(model: TrainedModel, text: str) -> Trace:
    """The whole trace of a sentence.

    Raises:
        SourceError: the sentence cannot be translated.
    """
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
    """Decode one token a step until ``</s>`` or ``max_steps``; ``prefix`` is fed in first.

    The rows of the steps are views of the ``recording``, a new one by default.

    Raises:
        SourceError: the prefix has no room in ``max_steps``.
    """
    _check_room(prefix, max_steps)
    if recording is None:
        recording = reading.recording(max_steps)
    decoder = feeding(model, reading, max_steps=max_steps)
    before, fed = None, BOS_ID
    for index in range(max_steps):
        with torch.inference_mode():  # lighter than no_grad; nothing of a step is ever trained
            logits, own, cross = decoder.feed(fed)
            step = decode_step(
                logits.log_softmax(dim=-1),
                model.tgt_tokenizer,
                index=index,
                before=before,
                fed=fed,
                rows=recording.append(own, cross),
                given=prefix[index] if index < len(prefix) else None,
                top_k=top_k,
            )
        yield step
        before, fed = fed, step.token_id
        if fed == EOS_ID:
            return


def _step_limit(
    prefix: Sequence[int], *, max_steps: int | None, n_source: int, max_len: int
) -> int:
    """The steps that there may be.

    Raises:
        SourceError: the prefix has no room in them.
    """
    limit = length_limit(n_source, max_len) if max_steps is None else min(max_len, max_steps)
    _check_room(prefix, limit)
    return len(prefix) if prefix and prefix[-1] == EOS_ID else limit


def _check_room(prefix: Sequence[int], max_steps: int) -> None:
    if len(prefix) > max_steps:
        raise SourceError(
            "The given target has {tokens} tokens; there is room for {largest}.",
            tokens=len(prefix),
            largest=max_steps,
        )
