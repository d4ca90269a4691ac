"""Greedy decoding of many sentences in padded batches, without recording."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from torch import Tensor

from model.decoding.greedy import length_limit, masked_candidates
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.network.attention import KeyValue, padding_mask, target_mask
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID, Ids
from model.steps import each_made, order_of
from model.text.corpora import Corpus, Pair
from model.text.tokenizer import Source, Tokenizer


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
        if times == 1:
            return self
        src, tgt_in, tgt_out, src_mask, tgt_mask = (
            part.repeat(times, *[1] * (part.dim() - 1))
            for part in (self.src, self.tgt_in, self.tgt_out, self.src_mask, self.tgt_mask)
        )
        return Batch(src, tgt_in, tgt_out, src_mask, tgt_mask, self.n_tokens * times)


def to_ids(pair: Pair, src: Tokenizer, tgt: Tokenizer) -> IdPair:
    return IdPair(
        (*src.prefix, *src.encode(pair.source).ids, *src.suffix),
        (BOS_ID, *tgt.prefix, *tgt.encode(pair.target).ids, EOS_ID),
    )


def fits(pair: IdPair, max_len: int) -> bool:
    return len(pair.src) <= max_len and len(pair.tgt) - 1 <= max_len


def padded(rows: Sequence[Ids]) -> Tensor:
    """``[batch, longest]`` ids, short rows padded at the end."""
    longest = max(len(row) for row in rows)
    filled = [(*row, *(PAD_ID,) * (longest - len(row))) for row in rows]
    return torch.tensor(filled, dtype=torch.long)  # [batch, longest]


def tokens_of(ids: Tensor, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    """``[batch, length]`` ids as tokens, padding included."""
    return tuple(tokenizer.tokens(row) for row in ids.tolist())


def make_batch(pairs: Sequence[IdPair], device: torch.device) -> Batch:
    src = padded([pair.src for pair in pairs]).to(device)  # [batch, source]
    tgt = padded([pair.tgt for pair in pairs]).to(device)  # [batch, target + 1]
    tgt_in, tgt_out = tgt[:, :-1], tgt[:, 1:]
    n_tokens = sum(len(pair.tgt) - 1 for pair in pairs)
    return Batch(src, tgt_in, tgt_out, padding_mask(src), target_mask(tgt_in), n_tokens)


def bucketed(
    pairs: Sequence[IdPair], *, batch_tokens: int, random_source: random.Random
) -> Iterator[list[IdPair]]:
    """Groups of similar length, each of at most ``batch_tokens`` padded tokens, shuffled.

    A pair longer than ``batch_tokens`` is a group of its own. Pairs of equal length are shuffled,
    so that groups differ from epoch to epoch, but their number does not.
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


class EncodedCorpus(NamedTuple):
    """The pairs that fit the model's positions, as ids."""

    pairs: list[IdPair]
    heldout: list[IdPair]


def encode_steps(corpus: Corpus, model: TrainedModel) -> Generator[None, None, EncodedCorpus]:
    sides, max_len = (model.src_tokenizer, model.tgt_tokenizer), model.config.max_len
    kept = []
    for pairs in (corpus.pairs, corpus.heldout):
        encoded = yield from each_made(lambda pair: to_ids(pair, *sides), pairs)
        kept.append([pair for pair in encoded if fits(pair, max_len)])
    return EncodedCorpus(*kept)


GROUP = 64
"""Sentences decoded in parallel."""
PIECE = 500
"""Texts read from one ``yield`` to the next: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """The translation of ``texts[index]``; with an error, it could not be read and is empty."""

    index: int
    translation: str
    error: SourceError | None = None


def translation_steps(
    model: TrainedModel, texts: Sequence[str]
) -> Generator[None, None, list[str]]:
    """Each text's translation, empty if it cannot be read; a ``yield`` per step."""
    translations = [""] * len(texts)
    for finished in translate_all_steps(model, texts):
        for done in finished:
            translations[done.index] = done.translation
        yield
    return translations


def translate_all_steps(
    model: TrainedModel, texts: Sequence[str], *, group: int = GROUP
) -> Iterator[list[TranslatedText]]:
    """Translate texts in parallel; after every step yields the finished ones.

    Texts that cannot be translated come first, in their order, each with its error; then the short
    ones before the long ones. Each translation equals :func:`model.decoding.greedy.translate`
    unless two candidates tie.

    ``group`` texts are decoded at once. Without a decoder there is one pass per text.
    """
    readable: dict[int, Source] = {}
    for start in range(0, len(texts), PIECE):
        failed = []
        for index, text in enumerate(texts[start : start + PIECE], start=start):
            try:
                readable[index] = model.prepared(text)
            except SourceError as error:
                failed.append(TranslatedText(index, "", error))
        yield failed
    if not model.config.depth("decoder"):
        for index in readable:
            yield [TranslatedText(index, masked_candidates(model, texts[index]).translation)]
        return
    by_length = sorted(readable, key=lambda index: _tokens(readable[index]))
    for start in range(0, len(by_length), group):
        together = by_length[start : start + group]
        yield from _decoded(model, {index: readable[index] for index in together})


def _tokens(source: Source) -> int:
    return len(source.ids or source.prompt)


@dataclass(frozen=True, slots=True)
class _Row:
    """A sentence being decoded: its index, the maximum length, and its tokens so far.

    ``given`` are its forced first tokens.
    """

    index: int
    limit: int
    given: Ids
    ids: list[int] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return self.ids[-1] == EOS_ID or len(self.ids) == self.limit


def _decoded(model: TrainedModel, sources: Mapping[int, Source]) -> Iterator[list[TranslatedText]]:
    """Decode sentences in parallel; those that each step yields are finished and left out."""
    max_len, first = model.config.max_len, model.tgt_tokenizer.prefix
    rows = [
        _Row(index, length_limit(_tokens(source), max_len), source.prompt or first)
        for index, source in sources.items()
    ]
    src = padded([source.ids for source in sources.values()]).to(model.device)  # [rows, source]
    src_mask = padding_mask(src)  # [rows, 1, 1, source]
    with model.evaluating() as network:
        memory = network.project_memory(network.encode(src, src_mask).memory)
    past: tuple[KeyValue, ...] = ()
    fed = src.new_full((src.size(0), 1), BOS_ID)  # [rows, 1]
    while rows:
        with model.evaluating() as network:
            decoded = network.decode(fed, memory, tgt_mask=None, src_mask=src_mask, past=past)
        past = decoded.past
        for row, best in zip(rows, decoded.logits[:, 0].argmax(dim=-1).tolist(), strict=True):
            step = len(row.ids)
            row.ids.append(row.given[step] if step < len(row.given) else best)
        ended = [row for row in rows if row.ended]
        if ended:
            going_on = [place for place, row in enumerate(rows) if not row.ended]
            rows = [rows[place] for place in going_on]
            kept = torch.tensor(going_on, dtype=torch.long, device=src.device)
            src_mask, memory, past = src_mask[kept], _selected(memory, kept), _selected(past, kept)
        fed = src.new_tensor([row.ids[-1:] for row in rows])
        yield [TranslatedText(row.index, model.tgt_tokenizer.decode(row.ids)) for row in ended]


def _selected(layers: Sequence[KeyValue], rows: Tensor) -> tuple[KeyValue, ...]:
    return tuple(KeyValue(layer.k[rows], layer.v[rows]) for layer in layers)
