"""Translations without positions, and with altered ones."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from model.decoding.greedy import translate_steps
from model.decoding.trained import TrainedModel
from model.lessons.positions import Alteration, AlteredRecord, AlteredSide, AlteredTranslation
from model.network.layers import PositionTable
from model.steps import last_of


@dataclass(frozen=True, slots=True)
class Lengths:
    """Positions of a sentence: ``source`` and ``target`` tokens, among which rows are exchanged."""

    source: int
    target: int


def with_positions(
    model: TrainedModel, how: Alteration, *, side: AlteredSide, lengths: Lengths, seed: int
) -> TrainedModel:
    """A copy of a model with other positions; the model is unchanged.

    ``removed`` adds 0 to every token; ``shuffled`` permutes the first ``lengths`` rows.
    """
    network = copy.deepcopy(model.network)
    for embedding, length, altered in (
        (network.src_embedding, lengths.source, side != "target"),
        (network.tgt_embedding, lengths.target, side != "source"),
    ):
        if altered:
            table = embedding.positions(0, model.config.max_len).detach()
            embedding.positions = PositionTable(_altered(table, how, length=length, seed=seed))
    return dataclasses.replace(model, network=network)


def altered_steps(
    model: TrainedModel, text: str, *, side: AlteredSide, seed: int
) -> Generator[AlteredRecord | None]:
    """Translate a sentence as it is, with shuffled positions, and without positions.

    Yields None while it decodes (a place to cancel), then the record. Raises SourceError if the
    sentence cannot be translated.
    """
    trace = yield from last_of(translate_steps(model, text))
    lengths = Lengths(len(trace.source_tokens), len(trace.steps))
    own = tuple(range(lengths.source))
    shuffled = own if side == "target" else exchanged(lengths.source, seed)
    removed = own if side == "target" else (None,) * lengths.source
    given: dict[Alteration | None, tuple[int | None, ...]] = {
        None: own,
        "shuffled": shuffled,
        "removed": removed,
    }
    translations = []
    for how, rows in given.items():
        if how is not None:
            altered = with_positions(model, how, side=side, lengths=lengths, seed=seed)
            trace = yield from last_of(translate_steps(altered, text))
        translations.append(
            AlteredTranslation(
                how=how,
                tokens=trace.predicted_tokens,
                text=trace.translation,
                source_rows=rows,
                log_probability=trace.log_probability,
                stop=trace.stop,
            )
        )
    yield AlteredRecord(
        source_text=trace.source_text,
        source_tokens=trace.source_tokens,
        side=side,
        seed=seed,
        translations=tuple(translations),
    )


def exchanged(length: int, seed: int) -> tuple[int, ...]:
    """A permutation of the positions in a single cycle, so that none keeps its row.

    Sattolo's algorithm (1986). A single position keeps its row.
    """
    noise, rows = np.random.default_rng(seed), list(range(length))
    for last in range(length - 1, 0, -1):
        other = int(noise.integers(last))
        rows[last], rows[other] = rows[other], rows[last]
    return tuple(rows)


def _altered(table: Tensor, how: Alteration, *, length: int, seed: int) -> Tensor:
    """Another table of the same shape, ``[max_len, d_model]``."""
    if how == "removed":
        return torch.zeros_like(table)
    rows = torch.arange(len(table))
    rows[:length] = torch.tensor(exchanged(length, seed), dtype=rows.dtype)
    return table[rows.to(table.device)]  # [max_len, d_model]
