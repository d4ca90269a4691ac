"""Greedy decoding of many sentences at once: padded batches, nothing recorded."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from model.decoding.batching import padded
from model.decoding.greedy import length_limit
from model.decoding.masked import masked_candidates
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.network.attention import KeyValue
from model.network.masks import padding_mask
from model.special_tokens import BOS_ID, EOS_ID, Ids
from model.text.source import Source

GROUP = 64
"""Sentences decoded side by side."""
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
    """Return each text's translation, empty where it cannot be read; a ``yield`` a step."""
    translations = [""] * len(texts)
    for finished in translate_all_steps(model, texts):
        for done in finished:
            translations[done.index] = done.translation
        yield
    return translations


def translate_all_steps(
    model: TrainedModel, texts: Sequence[str], *, group: int = GROUP
) -> Iterator[list[TranslatedText]]:
    """Translate texts side by side; after every step, those that it finished.

    First come the texts that cannot be translated, in their order, each with its error; then the
    short texts and last the long ones. Each translation is the one of
    :func:`model.decoding.greedy.translate`, but where two candidates are equal to the last digit.

    ``group`` texts are decoded at once. Without a decoder there is one pass for each.
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
    """Add a piece of the texts to ``readable``; those that cannot be read, with their errors."""
    for index, text in enumerate(texts[start : start + PIECE], start=start):
        try:
            readable[index] = model.prepared(text)
        except SourceError as error:
            yield TranslatedText(index, "", error)


def _tokens(source: Source) -> int:
    return len(source.ids or source.prompt)


@dataclass(frozen=True, slots=True)
class _Row:
    """A sentence under way: which one, how many tokens it may have, and those that it has.

    ``given`` are those that it begins with.
    """

    index: int
    limit: int
    given: Ids
    ids: list[int] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        """Whether it has its ``</s>``, or all the tokens that it may have."""
        return self.ids[-1] == EOS_ID or len(self.ids) == self.limit


class _Rows:
    """Sentences decoded side by side; those that have ended leave and cost nothing any more."""

    def __init__(self, model: TrainedModel, sources: Mapping[int, Source]) -> None:
        """Run the encoder over sources, by their index, and project its memory."""
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
        """One token more for each; the sentences that end with it."""
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
        """The best token of each row, or the one that is given there. ``[rows, 1]``."""
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
