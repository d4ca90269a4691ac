"""Word alignments of a model over pairs whose right alignment is known."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from model.decoding.greedy import translate_steps
from model.decoding.samples import SAMPLE
from model.decoding.sweep import SAMPLE_SEED
from model.decoding.trained import TrainedModel
from model.lessons.alignment import (
    GoldLinks,
    HeadAlignment,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
)
from model.steps import last_of
from model.text.tasks import aligned_pairs
from model.text.tokenizer import whole_target_ids
from model.traces.trace import Trace

AT_ONCE = 10
"""Pairs between two reports."""


def read_steps(model: TrainedModel, source: str, target: str) -> Iterator[Trace]:
    """Traces of a given target; raises SourceError, TargetError."""
    ids = whole_target_ids(target, model.tgt_tokenizer)
    return translate_steps(model, source, prefix=ids, max_steps=len(ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedSample:
    """Scores of every head over ``n`` of ``total`` pairs of a generated task, by either row."""

    task: str
    n: int
    total: int
    predicted: tuple[HeadAlignment, ...] = ()
    fed: tuple[HeadAlignment, ...] = ()


def sample_steps(model: TrainedModel, count: int = SAMPLE) -> Generator[AlignedSample | None]:
    """Scores so far over pairs of the model's own task, which are given as targets."""
    found: dict[RowChoice, list[Mapping[tuple[int, int | None], Links]]]
    found, gold = {"predicted": [], "fed": []}, list[GoldLinks]()
    for made in islice(aligned_pairs(model.task, seed=SAMPLE_SEED), count):
        trace = yield from last_of(read_steps(model, *made.pair))
        links = frozenset(made.links)
        gold.append(GoldLinks(links, links))
        for row, of_row in found.items():
            of_row.append(aligned_trace(trace, row).every_links())
        if len(gold) % AT_ONCE == 0 or len(gold) == count:
            scores = {row: head_scores(of_row, gold) for row, of_row in found.items()}
            yield AlignedSample(task=model.task, n=len(gold), total=count, **scores)
