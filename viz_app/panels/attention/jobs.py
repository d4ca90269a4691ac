"""What the worker computes for the attention panel: effects, pruning, alignments, head names."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from model.lessons.alignment import (
    AlignedSample,
    GoldLinks,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
)
from model.messages import CorpusError, Message
from model.steps import last_of
from model.text.corpora import Corpus, read_lines, read_tsv
from model.text.examples import right_links
from model.text.tasks import GENERATED, aligned_pairs
from model.traces.head_names import HeadNames, NameTests
from model.traces.interventions import every_head
from model.traces.trace import KINDS
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import ORDERS, GoldQuestion, Sweep, SweepQuestion

if TYPE_CHECKING:
    from model.decoding.sweep import Sample
    from model.decoding.trained import TrainedModel

# -------------------------------------------------------------------------------------- alignments


AT_ONCE = 10
"""Pairs between two reports of scores."""


def gold_steps(question: GoldQuestion) -> Iterator[tuple[GoldQuestion, GoldLinks | None]]:
    """The links of a translation, if its task is known to generate it."""
    known = right_links(*question)
    links = None if known is None else frozenset(known)
    yield question, None if links is None else GoldLinks(links, links)


def gold_file_steps(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Name and lines of a file; raises CorpusError."""
    lines = tuple(read_lines(path))
    if not lines:
        raise CorpusError("{path} is empty.", path=path)
    yield path.name, lines


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


# ------------------------------------------------------------------------------------------- names


def name_steps(cache: ModelCache, model_key: int) -> Iterator[HeadNames | None]:
    """Scores so far of the tests that name heads, over the model's sample; raises UserError.

    Targets are given; a model with one stack reads or continues the sentences.
    """
    from model.decoding.greedy import reading_steps, translate_steps
    from model.decoding.samples import SAMPLE
    from model.decoding.sweep import SAMPLE_SEED, sample_steps

    model, links = cache.take(model_key), None
    sample = yield from sample_steps(model)
    pairs, described = sample.pairs, sample.described
    if model.task in GENERATED:
        made = [*islice(aligned_pairs(model.task, seed=SAMPLE_SEED), SAMPLE)]
        pairs, links = tuple(each.pair for each in made), [each.links for each in made]
    tests, both = NameTests(), len(model.config.stacks) == 2
    for index, pair in enumerate(pairs):
        steps = reading_steps(model, *pair) if both else translate_steps(model, pair.source)
        trace = yield from last_of(steps)
        tests.add(trace, None if links is None else aligned_trace(trace).keys_of(links[index]))
        done = index + 1
        if not done % AT_ONCE or done == len(pairs):
            yield HeadNames(
                model_key=model_key,
                sample=described,
                n=done,
                total=len(pairs),
                scores=tests.scores(),
            )


# ----------------------------------------------------------------------------------------- effects


MOST_PAIRS = 100
"""Pairs of a file that are used: with two halves, as many as a sample has."""

MOST_SCORES = 25
"""Scores of one order, so that models with many heads are pruned in bearable time."""


def pairs_steps(path: Path) -> Iterator[Corpus]:
    """The pairs of a file; raises CorpusError."""
    yield read_tsv(path)


def sweep_steps(cache: ModelCache, question: SweepQuestion) -> Iterator[Sweep | None]:
    """Effects so far after each head, then scores so far; raises UserError."""
    from model.decoding import sweep as sweeping
    from model.decoding.batches import IdPair

    model, how, means = cache.take(question.model_key), question.how, None
    if question.sentence is not None:
        ids, described = [IdPair(*question.sentence)], Message("the sentence on screen")
        means, scored = cache.means(question.model_key), None
    else:
        sample, scored = yield from _samples_steps(model, question)
        ids = sweeping.encoded_pairs(model, sample.pairs)
        described = sample.of(sample.pairs[: len(ids)]).described
        means = sweeping.Means(model, ids, described)
    # cross-attention first, which is in view first
    sites = sorted(every_head(model.config), key=lambda site: -KINDS.index(site.kind))
    sweep = Sweep(question=question, sample=described, heads=len(sites))
    yield sweep
    groups = [(site,) for site in sites]
    for effect in sweeping.sweep_steps(model, ids, groups, how=how, means=means):
        sweep = replace(sweep, effects=(*sweep.effects, effect))
        yield sweep
    if scored is None:
        return
    sweep = replace(sweep, scoring=scored.described)
    order = [effect.sites for effect in sorted(sweep.effects, key=lambda effect: effect.loss)]
    stride = ceil(len(sites) / (MOST_SCORES - 1))
    for point in sweeping.pruning_steps(
        model, scored.pairs, order, means=means, how=how, random_orders=ORDERS - 1, stride=stride
    ):
        sweep = sweep if point is None else replace(sweep, points=(*sweep.points, point))
        yield None if point is None else sweep


def _samples_steps(
    model: TrainedModel, question: SweepQuestion
) -> Generator[None, None, tuple[Sample, Sample | None]]:
    """Pairs to measure over, and other ones to score on where heads are pruned."""
    from model.decoding.sweep import ORDER_SEED, Sample, apart, sample_steps

    file = question.file
    if file is None:
        sample = other = yield from sample_steps(model)
        if question.prunes:
            other = yield from sample_steps(model, seed=ORDER_SEED)
    else:
        values = {"count": len(file.pairs[:MOST_PAIRS]), "task": file.name}
        described = Message("{count} pairs of {task}", values)
        sample = other = Sample(file.pairs[:MOST_PAIRS], described)
    return apart(other, sample) if question.prunes else (sample, None)
