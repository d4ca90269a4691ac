"""What the worker computes for the attention panel: scores of alignments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from model.lessons.alignment import (
    AlignedSample,
    GoldLinks,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
)
from model.steps import last_of
from model.text.tasks import aligned_pairs
from viz_app.workbench.jobs import ModelCache

AT_ONCE = 10
"""Pairs between two reports of scores."""


def aligned_sample_steps(cache: ModelCache, model_key: int) -> Iterator[AlignedSample | None]:
    """Scores so far over pairs of the model's own task, whose targets are given."""
    from model.decoding.greedy import reading_steps
    from model.decoding.samples import SAMPLE
    from model.decoding.sweep import SAMPLE_SEED

    model = cache.take(model_key)
    found: dict[RowChoice, list[Mapping[tuple[int, int | None], Links]]]
    found, gold = {"predicted": [], "fed": []}, list[GoldLinks]()
    for made in islice(aligned_pairs(model.task, seed=SAMPLE_SEED), SAMPLE):
        trace = yield from last_of(reading_steps(model, *made.pair))
        links = frozenset(made.links)
        gold.append(GoldLinks(links, links))
        for row, of_row in found.items():
            of_row.append(aligned_trace(trace, row).every_links())
        if not len(gold) % AT_ONCE:
            scores = {row: head_scores(of_row, gold) for row, of_row in found.items()}
            yield AlignedSample(task=model.task, n=len(gold), total=SAMPLE, by_row=scores)
