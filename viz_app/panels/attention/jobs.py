"""What the worker computes for the attention panel: right alignments, and their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from model.config import LARGEST_SIZE
from model.lessons.alignment import (
    AlignedSample,
    GoldLinks,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
    read_pharaoh,
)
from model.messages import CorpusError
from model.steps import PIECE, last_of
from model.text.corpora import read_lines
from model.text.examples import right_links
from model.text.tasks import aligned_pairs
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import GoldFile, GoldQuestion

AT_ONCE = 10
"""Pairs between two reports of scores."""


def gold_steps(question: GoldQuestion) -> Iterator[tuple[GoldQuestion, GoldLinks | None]]:
    """The links of a translation, if its task is known to generate it."""
    known = right_links(*question)
    links = None if known is None else frozenset(known)
    yield question, None if links is None else GoldLinks(links, links)


def gold_file_steps(path: Path) -> Iterator[GoldFile | None]:
    """A Pharaoh file; raises CorpusError where a line is not made of links."""
    lines = []
    for line in read_lines(path):
        lines.append(line)
        try:
            read_pharaoh(line, n_source=LARGEST_SIZE, n_target=LARGEST_SIZE)
        except CorpusError as error:
            raise CorpusError(
                "{path}, line {line}: {reason}", path=path, line=len(lines), reason=error
            ) from error
        if not len(lines) % PIECE:
            yield None
    if not lines:
        raise CorpusError("{path} is empty.", path=path)
    yield GoldFile(name=path.name, lines=tuple(lines))


def aligned_sample_steps(
    cache: ModelCache, model_key: int
) -> Iterator[tuple[int, AlignedSample] | None]:
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
            sample = AlignedSample(task=model.task, n=len(gold), total=SAMPLE, by_row=scores)
            yield model_key, sample
