"""What the worker computes for the attention panel: effects of heads, pruning, alignments."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from model.lessons.alignment import (
    AlignedSample,
    GoldLinks,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
)
from model.messages import Message
from model.steps import last_of
from model.text.tasks import aligned_pairs
from model.traces.interventions import Effect, every_head
from model.traces.trace import Kind
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import PairFile, Pruning, Sweep, SweepQuestion

if TYPE_CHECKING:
    from model.decoding.sweep import Sample
    from model.decoding.trained import TrainedModel

# -------------------------------------------------------------------------------------- alignments


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


# ----------------------------------------------------------------------------------------- effects


MOST_PAIRS = 100
"""Pairs of a file that are used: with two halves, as many as a sample has."""

MOST_SCORES = 25
"""Scores of one order, so that models with many heads are pruned in bearable time."""

RANDOM_ORDERS = 2


class PairsRead(NamedTuple):
    """Pairs of a file, and what was left out of it, if anything was."""

    file: PairFile
    report: Message | None


def pairs_steps(path: Path) -> Iterator[PairsRead]:
    """The first pairs of a file; raises CorpusError."""
    from model.text.corpora import read_tsv

    corpus = read_tsv(path)
    yield PairsRead(PairFile(path.name, corpus.pairs[:MOST_PAIRS]), corpus.report)


def effect_steps(
    cache: ModelCache, question: SweepQuestion, *, first: Kind, known: Sequence[Effect] = ()
) -> Iterator[Sweep | None]:
    """The effects so far, after each head; those of the kind ``first`` first. Raises UserError."""
    from model.decoding.batches import IdPair
    from model.decoding.sweep import encoded_pairs, sweep_steps

    model, means = cache.take(question.model_key), None
    if question.sentence is not None:
        ids, described = [IdPair(*question.sentence)], Message("the sentence on screen")
        means = cache.means(question.model_key)
    else:
        sample = yield from _sample_steps(model, question)
        ids = encoded_pairs(model, sample.pairs)
        described = sample.of(sample.pairs[: len(ids)]).described
    sites = sorted(every_head(model.config), key=lambda site: site.kind != first)
    sweep = Sweep(question=question, sample=described, heads=len(sites), effects=tuple(known))
    yield sweep
    done = {effect.sites for effect in known}
    groups = [(site,) for site in sites if (site,) not in done]
    for effect in sweep_steps(model, ids, groups, how=question.how, means=means):
        sweep = replace(sweep, effects=(*sweep.effects, effect))
        yield sweep


def prune_steps(cache: ModelCache, question: SweepQuestion) -> Iterator[Pruning | None]:
    """The scores so far, after each; None between them. Raises UserError."""
    from model.decoding.sweep import (
        ORDER_SEED,
        Means,
        apart,
        encoded_pairs,
        pruning_steps,
        sample_steps,
        sweep_steps,
    )

    model, how = cache.take(question.model_key), question.how
    scoring = yield from _sample_steps(model, question)
    ordering = scoring if question.file else (yield from sample_steps(model, seed=ORDER_SEED))
    ordering, scoring = apart(ordering, scoring)
    ids, sites = encoded_pairs(model, ordering.pairs), every_head(model.config)
    pruning = Pruning(
        question=question,
        ordering=ordering.described,
        scoring=scoring.described,
        heads=len(sites),
        orders=1 + RANDOM_ORDERS,
    )
    yield pruning
    effects = []
    for effect in sweep_steps(model, ids, [[site] for site in sites], how=how):
        effects.append(effect)
        pruning = replace(pruning, ordered=len(effects))
        yield pruning
    means = Means(model, ids, ordering.described)
    means.fill(sites if how == "mean" else ())
    order = [effect.sites for effect in sorted(effects, key=lambda effect: effect.loss)]
    for point in pruning_steps(
        model,
        scoring.pairs,
        order,
        means=means,
        how=how,
        random_orders=RANDOM_ORDERS,
        stride=ceil(len(sites) / (MOST_SCORES - 1)),
    ):
        pruning = pruning if point is None else replace(pruning, points=(*pruning.points, point))
        yield None if point is None else pruning


def _sample_steps(model: TrainedModel, question: SweepQuestion) -> Generator[None, None, Sample]:
    from model.decoding.sweep import Sample, sample_steps

    if question.file is None:
        return (yield from sample_steps(model))
    name, pairs = question.file.name, question.file.pairs
    return Sample(pairs, Message("{count} pairs of {task}", {"count": len(pairs), "task": name}))
