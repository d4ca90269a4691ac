"""What a model makes of its probes at this moment of its training: attention and translations."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from model.arrays import FloatArray
from model.decoding.batches import translate_all_steps
from model.decoding.encoding import run_through
from model.decoding.greedy import TOP_K, Reading, read_source
from model.decoding.next_token import best_candidates, entropy_bits
from model.decoding.trained import TrainedModel
from model.network.masks import target_mask
from model.special_tokens import BOS_ID, EOS_ID
from model.text.source import prepare_source
from model.text.tokenizer import Tokenizer
from model.traces.head_numbers import head_numbers
from model.traces.moment import Moment
from model.traces.probe import Probe, SampleTranslations
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import DecodeStep, Trace


class _Passed(NamedTuple):
    """One pass of the decoder over a whole target.

    ``log_probabilities`` is ``[target, vocabulary]``, ``decoder`` is
    ``[layers, heads, target, target]`` and ``cross`` ``[layers, heads, target, source]``.
    """

    log_probabilities: Tensor
    decoder: FloatArray
    cross: FloatArray


def record_moment(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Moment:
    """The attention that a model's probes have now, their targets given.

    Raises:
        SourceError: a probe's source cannot be read.
        ValueError: there is no probe, or a target is longer than the model's positions.
    """
    return run_through(moment_steps(model, probes, update=update, epoch=epoch))


def moment_steps(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Generator[None, None, Moment]:
    """The same with a ``yield`` after each probe; the model must not change in between.

    Raises:
        SourceError, ValueError: as :func:`record_moment`.
    """
    traces = []
    for probe in probes:
        traces.append(_forced_trace(model, probe))
        yield
    found = tuple(traces)
    return Moment(update=update, epoch=epoch, traces=found, numbers=head_numbers(found))


def sample_steps(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Generator[None, None, SampleTranslations]:
    """The greedy translations of the probes, a ``yield`` after every token.

    A source that the model cannot read has an empty translation.
    """
    translations = [""] * len(probes)
    for finished in translate_all_steps(model, [probe.source for probe in probes]):
        for done in finished:
            translations[done.index] = done.translation
        yield
    return SampleTranslations(update=update, epoch=epoch, translations=tuple(translations))


def _forced_trace(model: TrainedModel, probe: Probe) -> Trace:
    """What :func:`model.decoding.greedy.translate_steps` ends on, the whole target its prefix.

    A decoder without a causal mask looks ahead, as it does in training: there nobody hides the
    later tokens from it, which in decoding do not exist.
    """
    source = prepare_source(probe.source, model.src_tokenizer, max_len=model.config.max_len)
    target = (*model.tgt_tokenizer.encode(probe.target).ids, EOS_ID)
    reading = read_source(model, source)
    passed = _passed(model, reading, target)
    looks_ahead = model.network.looks_ahead
    given = given_target(passed.decoder, passed.cross, looks_ahead=looks_ahead)
    return Trace(
        source_text=source.text,
        source_tokens=source.tokens,
        source_ids=source.ids,
        encoder_weights=reading.weights,
        unknown=source.unknown,
        notices=source.notices,
        steps=tuple(_steps(model.tgt_tokenizer, target, passed.log_probabilities, given)),
        stop="end of sentence",
        translation=model.tgt_tokenizer.decode(target),
        recording=given.recording,
        looks_ahead=looks_ahead,
    )


def _passed(model: TrainedModel, reading: Reading, target: Sequence[int]) -> _Passed:
    """Every position of the target at once, as in training, but without dropout."""
    fed = torch.tensor([[BOS_ID, *target[:-1]]], device=reading.src_mask.device)  # [1, target]
    with model.evaluating() as network:
        decoded = network.decode(
            fed,
            reading.memory,
            tgt_mask=target_mask(fed),
            src_mask=reading.src_mask,
            record=True,
        )
    logits = decoded.logits[0].float()  # [target, vocabulary]
    return _Passed(
        logits.log_softmax(dim=-1).cpu(),
        _weights(decoded.self_weights),
        _weights(decoded.cross_weights),
    )


def _weights(weights: Tensor | None) -> FloatArray:
    """``[layers, 1, heads, query, key]`` → ``[layers, heads, query, key]``."""
    if weights is None:
        raise ValueError("weights were not recorded")
    array: FloatArray = weights[:, 0].float().cpu().numpy()
    return array


def _steps(
    tokenizer: Tokenizer, target: Sequence[int], log_probabilities: Tensor, given: GivenTarget
) -> Iterator[DecodeStep]:
    """``log_probabilities`` is ``[target, vocabulary]``."""
    fed = (BOS_ID, *target)
    each = zip(target, log_probabilities, given.rows, strict=True)
    for row, (token_id, of_row, (decoder_rows, cross_rows)) in enumerate(each):
        yield DecodeStep(
            index=row,
            fed=tokenizer.token(fed[row]),
            token=tokenizer.token(token_id),
            token_id=token_id,
            log_probability=float(of_row[token_id]),
            candidates=best_candidates(of_row, tokenizer, TOP_K),
            entropy=entropy_bits(of_row),
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            given=True,
        )
