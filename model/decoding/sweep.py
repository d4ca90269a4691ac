"""Activations of a run, their means, and what replacing them does to the loss on a sample."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from model.arrays import DoubleArray, FloatArray
from model.decoding.batches import Batch, IdPair, fits, make_batch, to_ids, translation_steps
from model.decoding.samples import SAMPLE, sample_sentences
from model.decoding.trained import TrainedModel, float_array
from model.messages import ConfigError, Message
from model.network.attention import KeyValue
from model.network.intervening import recording_sites
from model.special_tokens import PAD_ID
from model.steps import run_through
from model.text.corpora import Pair
from model.text.tasks import GENERATED, corpus_scores, exact_share, task_pairs
from model.traces.interventions import (
    SITES,
    Effect,
    How,
    Intervention,
    Interventions,
    Pruned,
    Site,
    head_sites,
)
from model.traces.trace import kinds_of

# ------------------------------------------------------------------------------------- activations


def activations(
    model: TrainedModel, src_ids: Sequence[int], tgt_ids: Sequence[int], sites: Sequence[Site]
) -> dict[Site, FloatArray]:
    """What sites have in one pass over a given target, which begins with ``<s>``.

    Of a site with heads ``[heads, row, …]``, of one head or a site without heads ``[row, …]``; a
    norm's scale ``[row]``.

    Raises:
        ConfigError: the model has no such site.
    """
    for site in sites:
        site.check(model.config)
    ids = IdPair(tuple(src_ids), (*tgt_ids, PAD_ID))
    with model.evaluating() as network, recording_sites(network, sites) as kept:
        _logits(model, make_batch([ids], model.device))
    found = {site: torch.cat([part[0] for part in parts]) for site, parts in kept.items()}
    return {
        site: float_array(found[site][..., 0] if site.name.endswith("norm_scale") else found[site])
        for site in sites
    }


def mean_activations(
    model: TrainedModel, pairs: Sequence[IdPair], sites: Sequence[Site]
) -> dict[Site, FloatArray]:
    """The mean at sites over all tokens of a sample: ``[heads, d]`` with heads, else ``[d]``."""
    sums: dict[Site, Tensor] = {}
    count = {"encoder": 0, "decoder": 0}
    for batch in _batches(model, pairs):
        with model.evaluating() as network, recording_sites(network, sites) as kept:
            _logits(model, batch)
        read = {"encoder": batch.src != PAD_ID, "decoder": batch.tgt_out != PAD_ID}
        for stack, tokens in read.items():
            count[stack] += int(tokens.sum())
        for site, (x,) in kept.items():
            stack = "encoder" if site.kind == "encoder" else "decoder"
            whole = x if x.dim() == 4 else x[:, None]  # [batch, heads or 1, row, d]
            total = (whole.double() * read[stack][:, None, :, None]).sum(dim=(0, 2))
            sums[site] = sums.get(site, torch.zeros_like(total)) + total
    return {site: float_array(_mean(site, total, count)) for site, total in sums.items()}


def _mean(site: Site, total: Tensor, count: Mapping[str, int]) -> Tensor:
    mean = total / count["encoder" if site.kind == "encoder" else "decoder"]
    return mean if SITES[site.name].in_heads and site.head is None else mean[0]


class Means:
    """Means of activations over pairs, computed when they are used: those of all heads in one pass.

    Attributes:
        described: what the pairs are.
    """

    def __init__(self, model: TrainedModel, pairs: Sequence[IdPair], described: Message) -> None:
        self.described = described
        self._model, self._pairs = model, pairs
        self._known: dict[Site, FloatArray] = {}

    def of(self, site: Site) -> FloatArray:
        """``[heads, d]``, or ``[d]`` of one head and of sites without heads.

        Raises ConfigError without pairs.
        """
        self._find([site])
        values = self._known[dataclasses.replace(site, head=None)]
        return values if site.head is None else values[site.head]

    def filled(self, interventions: Iterable[Intervention]) -> Interventions:
        """With the values of means where they are missing; raises ConfigError for a wrong site."""
        interventions = tuple(interventions)
        missing = [each.site for each in interventions if not each.filled]
        for site in missing:
            site.check(self._model.config)
        self._find(missing)
        return tuple(each if each.filled else self._filled(each) for each in interventions)

    def _find(self, sites: Iterable[Site]) -> None:
        """Compute what is not known in one pass, and with any head all heads of the model."""
        wanted = {dataclasses.replace(site, head=None) for site in sites} - self._known.keys()
        if not wanted:
            return
        if not self._pairs:
            raise ConfigError("No pair of the sample fits the model.")
        config = self._model.config
        heads = {each for kind in kinds_of(config) for each in head_sites(config, kind)}
        if not wanted.isdisjoint(heads):
            wanted |= heads
        self._known |= mean_activations(self._model, self._pairs, tuple(wanted))

    def _filled(self, intervention: Intervention) -> Intervention:
        values = self.of(intervention.site)
        return dataclasses.replace(intervention, values=values, origin=str(self.described))


def means_of(model: TrainedModel, pairs: Sequence[Pair] | None = None) -> Means:
    """Means over pairs, by default over a sample that suits the model."""
    if pairs is None:
        sample = run_through(sample_steps(model))
    else:
        sample = Sample(tuple(pairs), Message("{count} pairs", {"count": len(pairs)}))
    return Means(model, encoded_pairs(model, sample.pairs), sample.described)


def switched_off(sites: Iterable[Site], how: How) -> Interventions:
    """Each site at zero, or at a mean that has yet to be filled in."""
    return tuple(Intervention(site=site, how=how) for site in sites)


# ------------------------------------------------------------------------------------------ sample


SAMPLE_SEED, ORDER_SEED = 17, 18
"""Of the sample that is scored, and of the other one that heads are ordered by."""


class Sample(NamedTuple):
    """Pairs for means and losses, and what they are, for captions."""

    pairs: tuple[Pair, ...]
    described: Message

    def of(self, pairs: Sequence[Pair]) -> Sample:
        """Some of the pairs."""
        values = {**self.described.values, "count": len(pairs)}
        return Sample(tuple(pairs), Message(self.described.template, values))


def sample_steps(
    model: TrainedModel, count: int = SAMPLE, *, seed: int = SAMPLE_SEED
) -> Generator[None, None, Sample]:
    """Pairs that suit a model: of its task, or its sample sentences with its own translations."""
    pairs = _of_task(model, count, seed)
    if pairs:
        values = {"count": len(pairs), "task": model.task}
        return Sample(pairs, Message("{count} pairs of {task}", values))
    texts = sample_sentences(model)[:count]
    translations = yield from translation_steps(model, texts)
    pairs = tuple(Pair(*both) for both in zip(texts, translations, strict=True) if both[1])
    return Sample(
        pairs, Message("{count} sentences with the model’s own output", {"count": len(pairs)})
    )


def apart(ordering: Sample, scoring: Sample) -> tuple[Sample, Sample]:
    """Pairs that order the heads, and other ones that score the model without them.

    If no pair of the first is missing in the second, the second is shared out. Raises ConfigError
    if that has fewer than two.
    """
    others = tuple(pair for pair in ordering.pairs if pair not in scoring.pairs)
    if others:
        return ordering.of(others), scoring
    if len(scoring.pairs) < 2:
        raise ConfigError("Pruning needs two pairs at least: one orders heads, another scores.")
    return scoring.of(scoring.pairs[::2]), scoring.of(scoring.pairs[1::2])


def _of_task(model: TrainedModel, count: int, seed: int) -> tuple[Pair, ...]:
    if not model.config.depth("encoder") or not model.config.depth("decoder"):
        return ()
    if model.task in GENERATED:
        return task_pairs(model.task, count, seed=seed)
    phrases = task_pairs(model.task, LARGEST_TASK, seed=0)
    order = random.Random(seed).sample(range(len(phrases)), min(count, len(phrases)))
    return tuple(phrases[index] for index in order)


LARGEST_TASK = 100_000
"""More phrases than any shipped task has."""

# ----------------------------------------------------------------------------------------- forward


_TOGETHER = 64


def encoded_pairs(model: TrainedModel, pairs: Sequence[Pair]) -> list[IdPair]:
    """Pairs as ids, without those that the model has too few positions for.

    A model without a decoder predicts a token at each position: both sides end alike and are
    equally long.
    """
    sides = model.src_tokenizer, model.tgt_tokenizer
    ids = [to_ids(pair, *sides) for pair in pairs]
    if not model.config.depth("decoder"):
        end = model.tgt_tokenizer.suffix
        ids = [each._replace(tgt=(*each.tgt[:-1], *end)) for each in ids]
        ids = [each for each in ids if len(each.src) == len(each.tgt) - 1]
    return [each for each in ids if fits(each, model.config.max_len)]


def _batches(model: TrainedModel, pairs: Sequence[IdPair]) -> Iterator[Batch]:
    for start in range(0, len(pairs), _TOGETHER):
        yield make_batch(pairs[start : start + _TOGETHER], model.device)


def _logits(
    model: TrainedModel, batch: Batch, memory: tuple[KeyValue, ...] | None = None
) -> Tensor:
    """``[batch, target, vocabulary]``; of an encoder alone ``[batch, source, vocabulary]``."""
    with model.evaluating() as network:
        if not model.config.depth("decoder"):
            return network.predict(network.encode(batch.src, batch.src_mask).memory)
        if memory is None:
            memory = network.project_memory(network.encode(batch.src, batch.src_mask).memory)
        decoded = network.decode(
            batch.tgt_in, memory, tgt_mask=batch.tgt_mask, src_mask=batch.src_mask
        )
    return decoded.logits


def _losses(
    model: TrainedModel, batch: Batch, memory: tuple[KeyValue, ...] | None = None
) -> DoubleArray:
    """The loss of each target, summed over its tokens, in nats: ``[batch]``."""
    logits = _logits(model, batch, memory)
    losses = F.cross_entropy(
        logits.float().transpose(1, 2), batch.tgt_out, ignore_index=PAD_ID, reduction="none"
    )
    summed: DoubleArray = losses.double().sum(dim=1).cpu().numpy()
    return summed


# ------------------------------------------------------------------------------------------- sweep


RESAMPLES = 4000
"""Of the bootstrap; the standard error is then known to about 1 %."""


def sweep_steps(
    model: TrainedModel,
    pairs: Sequence[IdPair],
    groups: Sequence[Sequence[Site]],
    *,
    how: How = "mean",
    means: Means | None = None,
    seed: int = 0,
) -> Generator[Effect]:
    """The effect of switching off each group of sites, in their order.

    Means are taken over the same pairs unless they are given. Raises ConfigError without pairs or
    for a site that the model lacks.
    """
    if not pairs:
        raise ConfigError("No pair of the sample fits the model.")
    means = means or Means(model, pairs, Message("{count} pairs", {"count": len(pairs)}))
    batches = list(_batches(model, pairs))
    memories = [_memory(model, batch) for batch in batches]
    before = np.concatenate([_losses(model, *each) for each in zip(batches, memories, strict=True)])
    tokens = np.array([len(pair.tgt) - 1 for pair in pairs], dtype=float)
    drawn = _resamples(len(pairs), seed)
    for group in groups:
        changed = model.under(means.filled(switched_off(group, how)))
        in_encoder = any(site.kind == "encoder" for site in group)
        after = np.concatenate(
            [
                _losses(changed, batch, None if in_encoder else memory)
                for batch, memory in zip(batches, memories, strict=True)
            ]
        )
        more = after - before
        error = float((drawn @ more / (drawn @ tokens)).std()) if len(pairs) > 1 else math.nan
        yield Effect(
            sites=tuple(group),
            loss=float(more.sum() / tokens.sum()),
            standard_error=error,
            n=len(pairs),
        )


def _memory(model: TrainedModel, batch: Batch) -> tuple[KeyValue, ...] | None:
    """The projected memory, which changes in the decoder leave as it is."""
    if not model.config.depth("decoder"):
        return None
    with model.evaluating() as network:
        return network.project_memory(network.encode(batch.src, batch.src_mask).memory)


def _resamples(n: int, seed: int) -> DoubleArray:
    """How often each of ``n`` sentences is drawn in each resample, ``[resample, n]``."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(n, np.full(n, 1 / n), size=RESAMPLES).astype(np.float64)


# ------------------------------------------------------------------------------------------ prune


def pruning_steps(
    model: TrainedModel,
    pairs: Sequence[Pair],
    order: Sequence[Sequence[Site]],
    *,
    means: Means,
    how: How = "mean",
    random_orders: int = 2,
    stride: int = 1,
    seed: int = 0,
) -> Generator[Pruned | None]:
    """Switch groups off one after the other and score greedy translations; None between steps.

    The first order is the given one, from the least important to the most; the others are drawn.
    ``pairs`` are other ones than those that gave the order. ``stride``: groups from one score to
    the next.
    """
    generator = np.random.default_rng(seed)
    orders = [list(order)]
    orders += [
        [order[index] for index in generator.permutation(len(order))] for _ in range(random_orders)
    ]
    references = [[pair.target for pair in pairs]]
    for removed in sorted({*range(0, len(order), stride), len(order)}):
        for index, groups in enumerate(orders):
            sites = [site for group in groups[:removed] for site in group]
            changed = model.under(means.filled(switched_off(sites, how)))
            translations = yield from translation_steps(changed, [pair.source for pair in pairs])
            yield Pruned(
                order=index,
                removed=removed,
                exact=exact_share(translations, references),
                bleu=corpus_scores(translations, references).bleu,
            )
