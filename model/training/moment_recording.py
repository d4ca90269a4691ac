"""What a model makes of its probes at this moment of its training: attention and translations."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator, Sequence

from torch import Tensor

from model.decoding.batches import translation_steps
from model.decoding.next_token import decode_step
from model.decoding.reading import read_source, read_target
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID, EOS_ID
from model.text.tokenizer import Tokenizer
from model.traces.moment import Moment, head_numbers
from model.traces.probe import Probe, SampleTranslations
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import DecodeStep, Trace


def moment_steps(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Generator[None, None, Moment]:
    """The attention that a model's probes have now, their targets given.

    A ``yield`` comes after each probe; the model must not change in between.

    Raises:
        SourceError: a probe's source cannot be read.
        ValueError: there is no probe, or a target is longer than the model's positions.
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
    translations = yield from translation_steps(model, [probe.source for probe in probes])
    return SampleTranslations(update=update, epoch=epoch, translations=tuple(translations))


def _forced_trace(model: TrainedModel, probe: Probe) -> Trace:
    """What :func:`model.decoding.greedy.translate_steps` ends on, the whole target its prefix.

    A decoder without a causal mask looks ahead, as it does in training: there nobody hides the
    later tokens from it, which in decoding do not exist.
    """
    source = model.prepared(probe.source)
    tokenizer = model.tgt_tokenizer
    target = (*tokenizer.prefix, *tokenizer.encode(probe.target).ids, EOS_ID)
    reading = read_source(model, source)
    passed = read_target(model, reading, (BOS_ID, *target[:-1]))
    looks_ahead = model.network.looks_ahead
    given = given_target(passed.decoder, passed.cross, looks_ahead=looks_ahead)
    log_probabilities = passed.logits.log_softmax(dim=-1).cpu()
    return dataclasses.replace(
        Trace.begun(source, reading.weights, recording=given.recording),
        steps=tuple(_steps(tokenizer, target, log_probabilities, given)),
        stop="end of sentence",
        translation=tokenizer.decode(target),
        looks_ahead=looks_ahead,
    )


def _steps(
    tokenizer: Tokenizer, target: Sequence[int], log_probabilities: Tensor, given: GivenTarget
) -> Iterator[DecodeStep]:
    """``log_probabilities`` is ``[target, vocabulary]``."""
    fed = (BOS_ID, *target)
    each = zip(target, log_probabilities, given.rows, strict=True)
    for row, (token_id, of_row, rows) in enumerate(each):
        yield decode_step(of_row, tokenizer, index=row, fed=fed[row], rows=rows, given=token_id)
