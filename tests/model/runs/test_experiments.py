"""Each experiment changes one thing, and both arms learn from the same pairs."""

import dataclasses
import itertools
import math
from collections import Counter

import numpy as np
import pytest

from model.messages import ConfigError
from model.runs.experiments import (
    EXPERIMENTS,
    HELDOUT,
    MIRROR_SYMBOLS,
    ArmResult,
    arm_result,
    experiment_corpus,
    experiment_named,
    experiment_result,
    measured_outcome,
    mirror_corpus,
)
from model.runs.progress import CurvePoint

DIFFERENCES = {
    "positions": {"variant": (None, "no-positions")},
    "causal": {"variant": (None, "peeking")},
    "heads": {"n_heads": (4, 1)},
    "norm": {"norm": ("pre", "post")},
    "scaling": {"variant": (None, "unscaled")},
    "layernorm": {"variant": (None, "untrained-norms")},
}


def test_arms_differ_in_one_thing_and_are_measured_after_every_epoch():
    assert [experiment.name for experiment in EXPERIMENTS] == list(DIFFERENCES)
    assert experiment_named("norm").arms[0].training.warmup == 0
    for experiment in EXPERIMENTS:
        usual, changed = (
            {**arm.model.to_json(), **arm.training.to_json(), "variant": arm.variant}
            for arm in experiment.arms
        )
        differences = {
            name: (usual[name], changed[name]) for name in usual if usual[name] != changed[name]
        }
        assert differences == DIFFERENCES[experiment.name]
        for arm in experiment.arms:
            assert arm.training.scored_every == 1
            assert experiment.arm(arm.name) is arm
        assert len({arm.name for arm in experiment.arms}) == 2


def test_an_outcome_makes_at_most_one_prediction_right():
    for experiment in EXPERIMENTS:
        assert 2 <= len(experiment.options) <= 4
        assert len({option.name for option in experiment.options}) == len(experiment.options)
        outcomes = [outcome for option in experiment.options for outcome in option.outcomes]
        assert len(set(outcomes)) == len(outcomes)


def test_a_corpus_is_the_same_every_time_and_holds_pairs_out():
    for experiment in EXPERIMENTS:
        corpus = experiment_corpus(experiment)
        assert corpus == experiment_corpus(experiment)
        assert len(corpus.heldout) == HELDOUT
        assert 1000 < len(corpus.pairs) <= experiment.pairs
        assert not {pair.source for pair in corpus.heldout} & {p.source for p in corpus.pairs}


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


SOLVED = ArmResult(
    epoch=10, first_loss=3.9, loss=0.005, validation_loss=0.01, exact=0.98, bleu=99.0, good_after=8
)


def arm(**changes) -> ArmResult:
    """An arm that has solved its task, but for some numbers."""
    return dataclasses.replace(SOLVED, **changes)


def curve(*scores: float | None, per_epoch: int = 3) -> list[CurvePoint]:
    """Losses 4.0, 3.9, …; exact match at the end of each epoch."""
    points = []
    for epoch, score in enumerate(scores, start=1):
        for index in range(per_epoch):
            update = len(points) + 1
            last = index == per_epoch - 1
            points.append(
                CurvePoint(
                    update=update,
                    epoch=epoch,
                    loss=4.1 - update / 10,
                    learning_rate=1e-3,
                    gradient_norm=1.0,
                    validation_loss=1 / epoch if last else None,
                    exact=score if last else None,
                    bleu=None if score is None or not last else 50 * score,
                )
            )
    return points


def test_an_arms_numbers_are_those_of_its_last_whole_epoch():
    points = curve(0.1, 0.95, 0.93, 0.97)
    result = arm_result(points[:-1], "exact")  # the fourth epoch has not come to its end
    assert result == ArmResult(
        epoch=3,
        first_loss=pytest.approx(4.0),
        loss=pytest.approx((3.4 + 3.3 + 3.2) / 3),
        validation_loss=pytest.approx(1 / 3),
        exact=0.93,
        bleu=pytest.approx(46.5),
        good_after=2,
    )


def test_what_is_good_is_measured_by_the_experiments_score():
    points = curve(0.95, 0.99)
    assert arm_result(points, "exact").good_after == 1
    assert arm_result(points, "bleu").good_after is None
    assert arm_result(points, "bleu").score("bleu") == pytest.approx(0.495)
    assert arm_result(points, "exact").score("exact") == 0.99
    assert arm_result([], "exact") is arm_result(curve(0.5)[:2], "exact") is None


def test_the_outcome_follows_from_the_numbers():
    for changes, outcome in (
        ({}, "same"),
        ({"exact": 0.94, "loss": 0.1}, "same"),
        ({"good_after": None}, "same"),
        ({"good_after": 11}, "same"),
        ({"good_after": 12}, "slower"),
        ({"good_after": 5}, "better"),
        ({"exact": 0.57, "loss": 0.156}, "worse"),
        ({"exact": 0.04, "loss": 0.976}, "worse"),
        ({"exact": 0.12, "loss": 3.5}, "worse"),
        ({"exact": 0.0, "loss": 2.8}, "nothing"),
        ({"exact": 0.0, "loss": 3.88}, "nothing"),
        ({"exact": 0.0, "loss": 0.002}, "cheats"),
        ({"exact": 0.9}, None),
        ({"exact": None}, None),
    ):
        assert measured_outcome(arm(), arm(**changes), score="exact") == outcome
    usual = arm(exact=0.5, good_after=None, loss=0.3)
    assert measured_outcome(usual, arm(), score="exact") == "better"


def test_nothing_follows_where_the_usual_arm_has_not_learned():
    poor = arm(exact=0.1, loss=2.0, good_after=None)
    assert measured_outcome(poor, arm(exact=0.0), score="exact") is None
    assert measured_outcome(poor, arm(), score="exact") is None


def test_translations_are_measured_by_bleu():
    usual = arm(exact=None, bleu=39.6, loss=0.42, good_after=None)
    changed = arm(exact=None, bleu=0.3, loss=0.13, good_after=None)
    assert measured_outcome(usual, changed, score="bleu") == "cheats"
    assert measured_outcome(usual, changed, score="exact") is None


def test_the_right_prediction_is_the_one_that_names_the_outcome():
    others = (arm(bleu=98.0), arm(exact=0.5, bleu=50.0, loss=0.2), arm(exact=0.9, bleu=90))
    for experiment, changed in itertools.product(EXPERIMENTS, others):
        result = experiment_result(experiment, (arm(bleu=98.0), changed))
        options = {option.name: option.outcomes for option in experiment.options}
        assert result.arms == (arm(bleu=98.0), changed)
        if result.outcome is None:
            assert result.right is None
        else:
            assert result.outcome in options[result.right]


def test_an_outcome_that_nobody_could_predict_makes_no_prediction_right():
    cheating = arm(exact=0.0, loss=0.001)
    result = experiment_result(experiment_named("heads"), (arm(), cheating))
    assert (result.outcome, result.right) == ("cheats", None)
