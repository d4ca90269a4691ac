"""The masks of a batch of sentences, taken from the batch as training would build it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from torch import Tensor

from model.arrays import bool_array
from model.batching import IdPair, make_batch
from model.decoding import translate_steps
from model.mask_record import MaskRecord
from model.masks import causal_mask
from model.special_tokens import BOS_ID
from model.tokenizer import Tokenizer
from model.trace import Trace
from model.trained import TrainedModel


def mask_steps(model: TrainedModel, texts: Sequence[str]) -> Generator[MaskRecord | None]:
    """Translate each sentence, then give the masks of all of them as one batch.

    Yields None while it decodes (a place to cancel), and the record at the end.

    Raises:
        SourceError: a sentence cannot be translated.
    """
    pairs = []
    for text in texts:
        trace = yield from _last(translate_steps(model, text))
        pairs.append(_ids(trace))
    yield record_masks(model, pairs, texts=tuple(texts))


def record_masks(
    model: TrainedModel, pairs: Sequence[IdPair], *, texts: tuple[str, ...] = ()
) -> MaskRecord:
    """The masks of a batch, as the model uses them; ``texts`` are its sentences."""
    batch = make_batch(pairs, model.device)
    n_target = batch.tgt_in.size(1)
    cross = batch.src_mask[:, 0].expand(-1, n_target, -1)  # [batch, target, source]
    return MaskRecord(
        texts=texts,
        src_tokens=_tokens(batch.src, model.src_tokenizer),
        tgt_tokens=_tokens(batch.tgt_in, model.tgt_tokenizer),
        source_padding=bool_array(batch.src_mask[:, 0, 0]),
        causal=bool_array(causal_mask(n_target)[0, 0]),
        target=bool_array(batch.tgt_mask[:, 0]),
        cross=bool_array(cross),
    )


def _last(traces: Iterator[Trace]) -> Generator[None, None, Trace]:
    trace = next(traces)
    yield None
    for longer in traces:
        trace = longer
        yield None
    return trace


def _ids(trace: Trace) -> IdPair:
    return IdPair(trace.source_ids, (BOS_ID, *(step.token_id for step in trace.steps)))


def _tokens(ids: Tensor, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(tokenizer.token(token_id) for token_id in row) for row in ids.tolist())
