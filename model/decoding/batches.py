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

# ---------------------------------------------------------------------------------------- batching
# Pairs of sentences to padded tensors, sorted by length so that little is padding.


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
        return Batch(
            src=self.src.repeat(times, 1),
            tgt_in=self.tgt_in.repeat(times, 1),
            tgt_out=self.tgt_out.repeat(times, 1),
            src_mask=self.src_mask.repeat(times, 1, 1, 1),
            tgt_mask=self.tgt_mask.repeat(times, 1, 1, 1),
            n_tokens=self.n_tokens * times,
        )


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


# ---------------------------------------------------------------------------------------- encoding
# A corpus as ids, made in pieces that a job can be stopped between.


class EncodedCorpus(NamedTuple):
    """The pairs that fit the model's positions, as ids."""

    pairs: list[IdPair]
    heldout: list[IdPair]


def encode_steps(corpus: Corpus, model: TrainedModel) -> Generator[None, None, EncodedCorpus]:
    pairs = yield from _encode_steps(corpus.pairs, model)
    heldout = yield from _encode_steps(corpus.heldout, model)
    return EncodedCorpus(pairs, heldout)


def _encode_steps(
    pairs: Sequence[Pair], model: TrainedModel
) -> Generator[None, None, list[IdPair]]:
    sides = model.src_tokenizer, model.tgt_tokenizer
    encoded = yield from each_made(lambda pair: to_ids(pair, *sides), pairs)
    return [pair for pair in encoded if fits(pair, model.config.max_len)]


# ----------------------------------------------------------------------------------------- batches


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
        yield list(_read(model, texts, start=start, readable=readable))
    if not model.config.depth("decoder"):
        for index in readable:
            yield [TranslatedText(index, masked_candidates(model, texts[index]).translation)]
        return
    by_length = sorted(readable, key=lambda index: _tokens(readable[index]))
    for start in range(0, len(by_length), group):
        rows = _Rows(model, {index: readable[index] for index in by_length[start : start + group]})
        while rows.going_on:
            yield rows.step()


def _read(
    model: TrainedModel, texts: Sequence[str], *, start: int, readable: dict[int, Source]
) -> Iterator[TranslatedText]:
    for index, text in enumerate(texts[start : start + PIECE], start=start):
        try:
            readable[index] = model.prepared(text)
        except SourceError as error:
            yield TranslatedText(index, "", error)


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


class _Rows:
    """Sentences decoded in parallel; finished ones are removed."""

    def __init__(self, model: TrainedModel, sources: Mapping[int, Source]) -> None:
        self._model = model
        max_len, first = model.config.max_len, model.tgt_tokenizer.prefix
        self.going_on = [
            _Row(index, length_limit(_tokens(source), max_len), source.prompt or first)
            for index, source in sources.items()
        ]
        src = padded([source.ids for source in sources.values()]).to(model.device)  # [rows, source]
        self._src_mask = padding_mask(src)  # [rows, 1, 1, source]
        with model.evaluating() as network:
            memory = network.encode(src, self._src_mask).memory  # [rows, source, d_model]
            self._memory = network.project_memory(memory)
        self._past: tuple[KeyValue, ...] | None = None
        self._fed = src.new_full((src.size(0), 1), BOS_ID)  # [rows, 1]

    def step(self) -> list[TranslatedText]:
        with self._model.evaluating() as network:
            decoded = network.decode(
                self._fed,
                self._memory,
                tgt_mask=None,
                src_mask=self._src_mask,
                past=self._past,
            )
        self._fed, self._past = self._chosen(decoded.logits), decoded.past
        for row, token_id in zip(self.going_on, self._fed[:, 0].tolist(), strict=True):
            row.ids.append(token_id)
        ended = [row for row in self.going_on if row.ended]
        if ended:
            self._keep([place for place, row in enumerate(self.going_on) if not row.ended])
        return [
            TranslatedText(row.index, self._model.tgt_tokenizer.decode(row.ids)) for row in ended
        ]

    def _chosen(self, logits: Tensor) -> Tensor:
        """The best or the forced token of each row. ``[rows, 1]``."""
        step, best = len(self.going_on[0].ids), logits.argmax(dim=-1)
        for place, row in enumerate(self.going_on):
            if step < len(row.given):
                best[place] = row.given[step]
        return best

    def _keep(self, places: Sequence[int]) -> None:
        self.going_on = [self.going_on[place] for place in places]
        kept = torch.tensor(places, dtype=torch.long, device=self._fed.device)
        self._fed, self._src_mask = self._fed[kept], self._src_mask[kept]
        self._memory = _selected(self._memory, kept)
        self._past = _selected(self._past or (), kept)


def _selected(layers: Sequence[KeyValue], rows: Tensor) -> tuple[KeyValue, ...]:
    return tuple(KeyValue(layer.k[rows], layer.v[rows]) for layer in layers)
