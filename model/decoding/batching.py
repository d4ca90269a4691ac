"""Pairs of sentences to padded tensors, sorted by length so that little is padding."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from model.network.masks import padding_mask, target_mask
from model.ordering import order_of
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID, Ids
from model.text.corpora import Pair
from model.text.tokenizer import Tokenizer


class IdPair(NamedTuple):
    """Source ids ending on ``</s>``; target ids from ``<s>`` to ``</s>``."""

    src: Ids
    tgt: Ids


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded sentences with their masks.

    Attributes:
        src: ``[batch, source]``.
        tgt_in: ``[batch, target]``, begins with ``<s>``: what the decoder reads.
        tgt_out: ``[batch, target]``, ends on ``</s>``: what it must predict.
        src_mask: ``[batch, 1, 1, source]``.
        tgt_mask: ``[batch, 1, target, target]``.
        n_tokens: target tokens that count in the loss.
    """

    src: Tensor
    tgt_in: Tensor
    tgt_out: Tensor
    src_mask: Tensor
    tgt_mask: Tensor
    n_tokens: int

    def repeated(self, times: int) -> Batch:
        """The same sentences so many times, one batch after the other."""
        if times == 1:
            return self
        return Batch(
            src=self.src.repeat(times, 1),
            tgt_in=self.tgt_in.repeat(times, 1),
            tgt_out=self.tgt_out.repeat(times, 1),
            src_mask=self.src_mask.repeat(times, 1, 1, 1),
            tgt_mask=self.tgt_mask.repeat(times, 1, 1, 1),
            n_tokens=self.n_tokens * times,
        )


def to_ids(pair: Pair, src: Tokenizer, tgt: Tokenizer) -> IdPair:
    """Ids of a pair with what the model reads around a sentence in place."""
    return IdPair(
        (*src.prefix, *src.encode(pair.source).ids, *src.suffix),
        (BOS_ID, *tgt.prefix, *tgt.encode(pair.target).ids, EOS_ID),
    )


def fits(pair: IdPair, max_len: int) -> bool:
    """Whether both sides have a position for every token."""
    return len(pair.src) <= max_len and len(pair.tgt) - 1 <= max_len


def padded(rows: Sequence[Ids]) -> Tensor:
    """``[batch, longest]`` ids, short rows filled with padding."""
    longest = max(len(row) for row in rows)
    filled = [(*row, *(PAD_ID,) * (longest - len(row))) for row in rows]
    return torch.tensor(filled, dtype=torch.long)  # [batch, longest]


def make_batch(pairs: Sequence[IdPair], device: torch.device) -> Batch:
    """One batch of pairs on a device, masks built once."""
    src = padded([pair.src for pair in pairs]).to(device)  # [batch, source]
    tgt = padded([pair.tgt for pair in pairs]).to(device)  # [batch, target + 1]
    tgt_in, tgt_out = tgt[:, :-1], tgt[:, 1:]
    n_tokens = sum(len(pair.tgt) - 1 for pair in pairs)
    return Batch(src, tgt_in, tgt_out, padding_mask(src), target_mask(tgt_in), n_tokens)


def bucketed(
    pairs: Sequence[IdPair], *, batch_tokens: int, random_source: random.Random
) -> Iterator[list[IdPair]]:
    """Groups of similar length, each of at most ``batch_tokens`` padded tokens, in random order.

    A pair longer than ``batch_tokens`` is a group of its own. Ties of length are shuffled, so
    that groups differ from epoch to epoch, but not how many there are.
    """
    shuffled = random_source.sample(pairs, len(pairs))
    order = order_of([len(pair.tgt) for pair in shuffled], [len(pair.src) for pair in shuffled])
    groups = list(_groups((shuffled[index] for index in order), batch_tokens))
    random_source.shuffle(groups)
    yield from groups


def _groups(pairs: Iterable[IdPair], batch_tokens: int) -> Iterator[list[IdPair]]:
    group: list[IdPair] = []
    src_longest = tgt_longest = 0
    for pair in pairs:
        src_longest = max(src_longest, len(pair.src))
        tgt_longest = max(tgt_longest, len(pair.tgt))
        if group and (src_longest + tgt_longest) * (len(group) + 1) > batch_tokens:
            yield group
            group, src_longest, tgt_longest = [], len(pair.src), len(pair.tgt)
        group.append(pair)
    if group:
        yield group
