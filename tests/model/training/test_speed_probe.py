"""A probe measures what a run costs, with a clock of its own, and leaves no trace."""

import dataclasses
from collections.abc import Generator

import pytest
import torch

from model.messages import TrainingError
from model.runs.estimates import SpeedEstimate
from model.runs.presets import TrainingConfig
from model.steps import run_through
from model.text.corpora import Corpus, Pair
from model.text.tasks import load_task
from model.training import speed_probe
from model.training.new_model import new_model
from model.training.run import TrainingRun
from model.training.speed_probe import speed_probe_steps
from model.training.updating import Updater
from tests.model.builders import config, letters

CPU = torch.device("cpu")
TINY = config(n_layers=1, d_model=8, d_ff=8, dropout=0.2)
TRAINING = TrainingConfig(epochs=4, batch_tokens=256, warmup=5)


class Clock:
    """Time that passes by one second for each padded token that is learned from."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        self.sizes: list[int] = []
        update = Updater.update

        def timed(updater, group, **options):
            longest = max(len(pair.src) for pair in group), max(len(pair.tgt) for pair in group)
            self.sizes.append(len(group) * sum(longest))
            self.seconds += self.sizes[-1]
            return update(updater, group, **options)

        monkeypatch.setattr(Updater, "update", timed)

    def __call__(self) -> float:
        return self.seconds


def probe(corpus: Corpus, training=TRAINING, **options) -> Generator[None, None, SpeedEstimate]:
    return speed_probe_steps(corpus, TINY, training, device=CPU, **options)


def run_for(corpus: Corpus, training: TrainingConfig = TRAINING) -> TrainingRun:
    return TrainingRun(corpus, new_model(corpus, TINY, training, task="copy"), training)


def test_it_knows_the_run_s_updates_pairs_and_vocabularies():
    run = run_for(letters())
    estimate = run_through(probe(letters(), seconds=0.0))
    assert estimate.updates_per_epoch == run.per_epoch
    assert estimate.pairs == len(run.pairs)
    assert estimate.src_vocabulary == len(run.model.src_tokenizer)
    assert estimate.tgt_vocabulary == len(run.model.tgt_tokenizer)
    assert estimate.seconds_per_update > 0
    assert estimate.seconds_per_epoch > 0


def test_updates_are_measured_on_batches_of_all_lengths(monkeypatch):
    corpus = letters(pairs=2000)
    run = run_for(corpus)
    clock = Clock(monkeypatch)
    estimate = run_through(probe(corpus, seconds=20 * 200.0, now=clock))
    assert len(clock.sizes) < run.per_epoch / 2
    costs = [
        len(batch) * (max(len(one.src) for one in batch) + max(len(one.tgt) for one in batch))
        for batch in run.batches(1)
    ]
    mean = sum(costs) / len(costs)
    assert estimate.seconds_per_update == pytest.approx(mean, rel=0.05)
    assert estimate.updates_per_epoch == run.per_epoch


@pytest.mark.parametrize(("seconds", "warm"), [(0.0, 1), (1.0, 1), (2000.0, 3)])
def test_the_first_updates_do_not_count(monkeypatch, seconds, warm):
    clock = Clock(monkeypatch)
    estimate = run_through(probe(letters(), seconds=seconds, now=clock))
    counted = clock.sizes[warm:]
    assert counted
    assert sum(counted[:-1]) <= seconds <= sum(counted)
    assert estimate.seconds_per_update == pytest.approx(sum(counted) / len(counted))


def test_what_passes_while_others_have_their_turn_does_not_count(monkeypatch):
    clock = Clock(monkeypatch)
    plain = run_through(probe(letters(), seconds=3000.0, now=clock))
    steps = probe(letters(), seconds=3000.0, now=clock)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            disturbed = end.value
            break
        clock.seconds += 1e6
    assert disturbed == plain


def test_of_a_large_corpus_a_part_is_enough_to_know_the_number_of_updates(monkeypatch):
    corpus = letters(pairs=3000)
    monkeypatch.setattr(speed_probe, "_ENCODED", 700)
    estimate = run_through(probe(corpus, seconds=0.0))
    run = run_for(corpus)
    assert estimate.updates_per_epoch == pytest.approx(run.per_epoch, rel=0.03)
    assert estimate.pairs == len(run.pairs)


class Ticks:
    """Every look at it takes a second."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 1.0
        return self.seconds


def test_scores_and_held_out_pairs_cost_something_and_scores_that_come_rarely_less():
    def cost(corpus: Corpus, scored_every: int) -> float:
        training = dataclasses.replace(TRAINING, scored_every=scored_every)
        return run_through(probe(corpus, training, seconds=0.0, now=Ticks())).seconds_per_epoch

    often, rarely, never = (cost(letters(), every) for every in (1, 4, 0))
    assert 0 < cost(letters(heldout=0), 0) < never < often
    assert (often - never) == pytest.approx(4 * (rarely - never))


def test_random_numbers_of_others_go_on_as_if_it_had_not_been():
    torch.manual_seed(3)
    expected = torch.rand(5)
    torch.manual_seed(3)
    drawn = []
    for number, _ in enumerate(probe(letters(), seconds=0.0)):
        if number % 4 == 0 and len(drawn) < 5:
            drawn.append(torch.rand(1))
    assert number > 30  # there are many places to stop
    assert torch.equal(torch.cat(drawn), expected)


def test_a_run_beside_it_has_the_curve_that_it_has_alone():
    alone = [report.loss for report in run_for(letters()).reports()]
    steps = probe(letters(), seconds=0.0)
    beside = []
    for report in run_for(letters()).reports():
        beside.append(report.loss)
        next(steps, None)
    assert beside == alone


def test_the_smallest_corpus_can_be_probed_and_one_that_does_not_fit_cannot():
    estimate = run_through(probe(load_task("report"), seconds=0.0))
    assert estimate.updates_per_epoch >= 1
    one = run_through(probe(Corpus("x", (Pair("a", "b"),)), seconds=0.0))
    assert (one.updates_per_epoch, one.pairs) == (1, 1)
    with pytest.raises(TrainingError, match=r"No pair of long fits max_len \(32\)"):
        run_through(probe(Corpus("long", (Pair("a " * 40, "b"),))))


def test_words_that_are_all_too_rare_have_no_moments_to_wait_for(monkeypatch):
    """Each stands once in the corpus, so that the model would refuse to read any sentence."""
    corpus = Corpus("rare", tuple(Pair(f"x{n}a y{n}b", "z w") for n in "abcdefgh"))
    training = dataclasses.replace(TRAINING, min_count=2)
    estimate = run_through(probe(corpus, training, seconds=0.0, now=Ticks()))
    assert estimate.src_vocabulary == 4
    assert estimate.seconds_per_epoch == 0.0
