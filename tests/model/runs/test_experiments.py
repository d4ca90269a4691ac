"""Each experiment changes one thing, and both arms learn from the same pairs."""

import dataclasses
import math
from collections import Counter

import numpy as np
import pytest

from model.messages import ConfigError
from model.runs.experiments import (
    EXPERIMENTS,
    HELDOUT,
    MIRROR_SYMBOLS,
    Experiment,
    experiment_corpus,
    experiment_named,
    mirror_corpus,
)

each = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)

DIFFERENCES = {
    "positions": {"variant": (None, "no-positions")},
    "causal": {"variant": (None, "peeking")},
    "heads": {"n_heads": (4, 1)},
    "norm": {"norm": ("pre", "post")},
    "scaling": {"variant": (None, "unscaled")},
    "layernorm": {"variant": (None, "untrained-norms")},
}


def test_there_are_six_each_of_another_name():
    assert [experiment.name for experiment in EXPERIMENTS] == list(DIFFERENCES)


@each
def test_its_arms_differ_in_one_thing(experiment: Experiment):
    usual, changed = (
        {**arm.model.to_json(), **arm.training.to_json(), "variant": arm.variant}
        for arm in experiment.arms
    )
    differences = {
        name: (usual[name], changed[name]) for name in usual if usual[name] != changed[name]
    }
    assert differences == DIFFERENCES[experiment.name]


@each
def test_its_arms_are_measured_after_every_epoch(experiment: Experiment):
    for arm in experiment.arms:
        assert arm.training.scored_every == 1
        assert experiment.arm(arm.name) is arm
    assert len({arm.name for arm in experiment.arms}) == 2


def test_norms_are_compared_without_warm_up():
    assert experiment_named("norm").arms[0].training.warmup == 0


@each
def test_an_outcome_makes_at_most_one_prediction_right(experiment: Experiment):
    assert 2 <= len(experiment.options) <= 4
    assert len({option.name for option in experiment.options}) == len(experiment.options)
    outcomes = [outcome for option in experiment.options for outcome in option.outcomes]
    assert len(set(outcomes)) == len(outcomes)


@each
def test_its_corpus_is_the_same_every_time_and_holds_pairs_out(experiment: Experiment):
    corpus = experiment_corpus(experiment)
    assert corpus == experiment_corpus(experiment)
    assert len(corpus.heldout) == HELDOUT
    assert 1000 < len(corpus.pairs) <= experiment.pairs
    assert not {pair.source for pair in corpus.heldout} & {pair.source for pair in corpus.pairs}


def test_mirrored_strings_join_each_letter_with_its_mirror_image():
    corpus = mirror_corpus(pairs=50, heldout=5)
    for source, target in (*corpus.pairs, *corpus.heldout):
        symbols, words = source.split(), target.split()
        assert set(symbols) <= set(MIRROR_SYMBOLS)
        assert [word[0] for word in words] == symbols
        assert [word[1] for word in reversed(words)] == symbols


def test_guessing_the_order_of_known_letters_costs_what_the_explanation_says():
    """−ln of one over all orders of a string's letters, for each token and the end."""
    pairs = experiment_corpus(experiment_named("positions")).pairs
    nats, tokens = 0.0, 0
    for source, _ in pairs:
        counts = Counter(source.split())
        n = sum(counts.values())
        nats += math.lgamma(n + 1) - sum(math.lgamma(count + 1) for count in counts.values())
        tokens += n + 1
    assert round(nats / tokens, 2) == 0.97


def test_frequencies_alone_cost_what_the_explanation_says():
    """Entropy of the letters and of the lengths, for each token and the end."""
    pairs = experiment_corpus(experiment_named("norm")).pairs
    lengths = np.array([len(source.split()) for source, _ in pairs])
    shares = np.array([*Counter(lengths).values()]) / len(lengths)
    letters = Counter(letter for source, _ in pairs for letter in source.split())
    odds = np.array([*letters.values()]) / sum(letters.values())
    of_length, of_letter = (-(p * np.log(p)).sum() for p in (shares, odds))
    per_token = (of_length + lengths.mean() * of_letter) / (lengths.mean() + 1)
    assert round(per_token, 2) == 2.87


def test_an_unknown_name_is_said():
    with pytest.raises(ConfigError, match=r"Unknown experiment 'magic'.*positions"):
        experiment_named("magic")
    with pytest.raises(ConfigError, match="heads has no arm 'magic'"):
        experiment_named("heads").arm("magic")


def test_experiments_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        EXPERIMENTS[0].pairs = 1
