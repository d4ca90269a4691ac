"""Teacher forcing on one sentence: the right target is fed in, whatever the model predicts.

Beside it stands a shorter pair, so that the batch is padded as those of training are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from torch import Tensor
from torch.nn.functional import cross_entropy

from model.decoding.batching import Batch, IdPair, fits, make_batch, to_ids
from model.decoding.greedy import translate_steps
from model.decoding.tensors import bool_array, float_array
from model.decoding.trained import TrainedModel
from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from model.messages import SourceError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.steps import last_of
from model.text.corpora import Pair
from model.text.references import shorter_pair
from model.text.tokenizer import Tokenizer
from model.text.words import join_words, split_words
from model.traces.trace import Trace


def teacher_forcing_steps(
    model: TrainedModel, text: str, *, target: Sequence[int]
) -> Generator[TeacherForcingRecord | None]:
    """The losses of a sentence and of a shorter companion, as one batch of training.

    Yields None while it looks for the companion (a place to cancel), and the record at the end.

    ``target`` has the ids that are expected, as a rule to ``</s>``; at least one.

    Raises:
        SourceError: the sentence cannot be read.
    """
    source = model.prepared(text)
    main = IdPair(source.ids, (BOS_ID, *target))
    companion = yield from _companion(model, source.text, main)
    pairs = [main] if companion is None else [main, companion]
    yield record_teacher_forcing(model, pairs)


def record_teacher_forcing(model: TrainedModel, pairs: Sequence[IdPair]) -> TeacherForcingRecord:
    """The losses of a batch, in eval mode and without label smoothing."""
    batch = make_batch(pairs, model.device)
    with model.evaluating() as network:
        logits = network(batch.src, batch.tgt_in).float()  # [batch, target, vocabulary]
        losses = _losses(logits, batch)
    src, tgt = model.src_tokenizer, model.tgt_tokenizer
    return TeacherForcingRecord(
        sources=tuple(src.decode(pair.src) for pair in pairs),
        targets=tuple(tgt.decode(pair.tgt) for pair in pairs),
        fed=_tokens(batch.tgt_in, tgt),
        expected=_tokens(batch.tgt_out, tgt),
        predicted=_tokens(logits.argmax(dim=-1), tgt),
        losses=float_array(losses),
        counts=bool_array(batch.tgt_out != PAD_ID),
        label_smoothing=_label_smoothing(model),
    )


def _losses(logits: Tensor, batch: Batch) -> Tensor:
    """Of every position, padding too, so that it can be shown what it would do.

    ``[batch, target, vocabulary]`` → ``[batch, target]``.
    """
    return cross_entropy(logits.transpose(1, 2), batch.tgt_out, reduction="none")


def _companion(
    model: TrainedModel, text: str, main: IdPair
) -> Generator[None, None, IdPair | None]:
    """A shorter pair: of the task's own sentences, else the beginning of ``text`` translated."""
    known = shorter_pair(model.task, text, model.tgt_tokenizer.decode(main.tgt))
    if known is not None:
        pair = to_ids(Pair(known.source, known.target), model.src_tokenizer, model.tgt_tokenizer)
        if _is_shorter(pair, main) and fits(pair, model.config.max_len):
            return pair
    yield None
    for beginning in _beginnings(text):
        trace = yield from _translated(model, beginning)
        if trace is not None:
            pair = IdPair(trace.source_ids, (BOS_ID, *trace.predicted_ids))
            if _is_shorter(pair, main) and pair.tgt[-1] == EOS_ID:
                return pair
    return None


def _is_shorter(pair: IdPair, main: IdPair) -> bool:
    return len(pair.tgt) < len(main.tgt)


def _beginnings(text: str) -> Iterator[str]:
    """Half of the words of a sentence, a quarter, … one word."""
    words = split_words(text)
    length = len(words) // 2
    while length:
        yield join_words(words[:length])
        length //= 2


def _translated(model: TrainedModel, text: str) -> Generator[None, None, Trace | None]:
    """The whole trace of a sentence, or None where the model cannot read it."""
    try:
        return (yield from last_of(translate_steps(model, text)))
    except SourceError:
        return None


def _tokens(ids: Tensor, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    return tuple(tokenizer.tokens(row) for row in ids.tolist())


def _label_smoothing(model: TrainedModel) -> float:
    """As the training record has it; 0 where it says nothing."""
    training: Any = model.record.get("training")
    value = training.get("label_smoothing", 0.0) if isinstance(training, dict) else 0.0
    return float(value) if isinstance(value, int | float) else 0.0
