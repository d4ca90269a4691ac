"""Greedy decoding under masks that a user has changed.

The whole target is computed anew at every step: a key/value cache holds what the earlier tokens
were when nothing came after them, and that is wrong as soon as one of them may look ahead.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from model.arrays import BoolArray, FloatArray, frozen
from model.decoding.greedy import TOP_K, length_limit
from model.decoding.next_token import best_candidates, entropy_bits
from model.decoding.tensors import float_array
from model.decoding.trained import TrainedModel
from model.lessons.masks.edits import MaskEdits
from model.special_tokens import BOS_ID, EOS_ID
from model.text.source import Source, prepare_source
from model.traces.recording import WholePass, check_size
from model.traces.trace import DecodeStep, Trace


class _Pass(NamedTuple):
    """One pass over the target so far: the last row's distribution, and all weights."""

    log_probabilities: Tensor  # [vocabulary]
    weights: WholePass


def altered_steps(
    model: TrainedModel,
    text: str,
    edits: MaskEdits,
    *,
    max_steps: int | None = None,
    top_k: int = TOP_K,
) -> Iterator[Trace]:
    """Translate a sentence under edited masks; yields the trace as it grows.

    Without edits it is the trace of :func:`model.decoding.greedy.translate_steps`. The weights
    are those under the edited masks; the network stays as it is. Edits beyond the present length
    wait: a token that is not decoded yet cannot be attended to.

    Args:
        model: the model to decode with.
        text: as the user typed it.
        edits: the cells of the masks that are flipped.
        max_steps: stop after so many tokens; by default where a translation would.
        top_k: candidates of each step, 1 or more.

    Raises:
        SourceError: the sentence cannot be translated, or its weights would fill the memory.
    """
    max_len = model.config.max_len
    source = prepare_source(text, model.src_tokenizer, max_len=max_len)
    limit = length_limit(len(source.ids), max_len) if max_steps is None else max_steps
    limit = min(limit, max_len)
    check_size(source, model.config, max_steps=limit)
    reader = _Reader(model, source, edits)
    trace = reader.first_trace()
    yield trace
    while not trace.finished:
        trace = reader.longer(trace, top_k=top_k)
        if trace.steps[-1].token_id == EOS_ID:
            trace = trace.stopped("end of sentence")
        elif len(trace.steps) == limit:
            trace = trace.stopped("length limit")
        yield trace


class _Reader:
    """A sentence, read once under edited masks, and its target under them."""

    def __init__(self, model: TrainedModel, source: Source, edits: MaskEdits) -> None:
        """Run the encoder once and project its memory for every decoder layer."""
        self._model, self._source, self._edits = model, source, edits
        src = torch.tensor([source.ids], device=model.device)  # [1, source]
        mask = self._masks(n_target=1)["encoder"]
        with model.evaluating() as network:
            encoded = network.encode(src, mask, record=True)
            self._memory = network.project_memory(encoded.memory)
        self._encoder_weights = _of_one(encoded.weights)

    def first_trace(self) -> Trace:
        """Before the first step."""
        return Trace(
            source_text=self._source.text,
            source_tokens=self._source.tokens,
            source_ids=self._source.ids,
            encoder_weights=self._encoder_weights,
            unknown=self._source.unknown,
            notices=self._source.notices,
        )

    def longer(self, trace: Trace, *, top_k: int) -> Trace:
        """The trace with the best next token; its matrices are those of the new pass."""
        ids = trace.predicted_ids
        whole = self._pass([BOS_ID, *ids])
        step = self._step(whole, trace, top_k=top_k)
        text = self._model.tgt_tokenizer.decode([*ids, step.token_id])
        longer = trace.with_step(step, translation=text)
        return dataclasses.replace(longer, recording=whole.weights)

    def _pass(self, fed: list[int]) -> _Pass:
        tgt = torch.tensor([fed], device=self._model.device)  # [1, target]
        masks = self._masks(n_target=len(fed))
        with self._model.evaluating() as network, torch.inference_mode():
            decoded = network.decode(
                tgt,
                self._memory,
                tgt_mask=masks["decoder"],
                src_mask=masks["cross"],
                record=True,
            )
            log_probabilities = decoded.logits[0, -1].float().log_softmax(dim=-1)
        weights = WholePass(_of_one(decoded.self_weights), _of_one(decoded.cross_weights))
        return _Pass(log_probabilities, weights)

    def _step(self, whole: _Pass, trace: Trace, *, top_k: int) -> DecodeStep:
        index = len(trace.steps)
        candidates = best_candidates(whole.log_probabilities, self._model.tgt_tokenizer, top_k)
        best = candidates[0]
        fed = trace.steps[-1].token if trace.steps else self._model.tgt_tokenizer.token(BOS_ID)
        return DecodeStep(
            index=index,
            fed=fed,
            token=best.token,
            token_id=best.token_id,
            log_probability=best.log_probability,
            candidates=candidates,
            entropy=entropy_bits(whole.log_probabilities),
            # copies: a view of the last row would keep every pass in memory
            decoder_rows=frozen(whole.weights.decoder_weights(index + 1)[:, :, -1].copy()),
            cross_rows=frozen(whole.weights.cross_weights(index + 1)[:, :, -1].copy()),
        )

    def _masks(self, *, n_target: int) -> dict[str, Tensor]:
        """By kind, ``[1, 1, query, key]``."""
        masks = self._edits.masks(n_source=len(self._source.ids), n_target=n_target)
        return {kind: self._tensor(mask) for kind, mask in masks.items()}

    def _tensor(self, mask: BoolArray) -> Tensor:
        return torch.tensor(mask, device=self._model.device)[None, None]


def _of_one(weights: Tensor | None) -> FloatArray:
    """``[layers, 1, heads, query, key]`` → ``[layers, heads, query, key]``.

    Raises:
        ValueError: nothing was recorded.
    """
    if weights is None:
        raise ValueError("weights were not recorded")
    return float_array(weights[:, 0])
