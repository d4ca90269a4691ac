"""Probes are few, readable, of different lengths, known to the model, and small on disk."""

import dataclasses

import pytest

from model.decoding.trained import TrainedModel
from model.runs.presets import PRESETS, TrainingConfig
from model.steps import run_through
from model.text.corpora import Corpus, Pair
from model.text.splitting import with_validation
from model.text.tasks import load_task
from model.traces.head_measures import Probe
from model.traces.trace import KINDS
from model.training.moments import MOST_BYTES, choose_probes, moment_steps
from model.training.new_model import new_model
from tests.model.builders import config, letters

TRAINING = TrainingConfig()
SMALL = config(n_layers=1, n_heads=2, d_model=8, d_ff=8)


def model_for(corpus: Corpus, architecture=SMALL, *, task: str = "mine") -> TrainedModel:
    return new_model(corpus, architecture, TRAINING, task=task)


def chosen(corpus: Corpus, architecture=SMALL, *, task: str = "mine", **options):
    return choose_probes(corpus, model_for(corpus, architecture, task=task), **options)


def n_bytes(model: TrainedModel, probes: tuple[Probe, ...]) -> int:
    moment = run_through(moment_steps(model, probes, update=0, epoch=0))
    return sum(trace.weights(kind).nbytes for trace in moment.traces for kind in KINDS)


def test_the_sample_sentences_of_a_toy_task_come_first_with_their_targets():
    first, second, *others = chosen(letters("reverse"), task="reverse")
    assert first == Probe("a b c d e f", "f e d c b a")
    assert second == Probe("h e l l o o n e s", "s e n o o l l e h")
    heldout = {pair.source: pair.target for pair in letters("reverse").heldout}
    assert len(others) == 2
    assert all(heldout[one.source] == one.target for one in others)


def test_a_sample_sentence_needs_a_target_in_the_corpus():
    corpus = with_validation(load_task("zh-en"), most=100, seed=0)
    probes = chosen(corpus, task="zh-en")
    assert probes[0] == Probe("我有一只猫。", "I have a cat.")
    pairs = {*corpus.pairs, *corpus.heldout}
    assert all(Pair(one.source, one.target) in pairs for one in probes)
    gone = tuple(pair for pair in corpus.pairs if pair.source != probes[0].source)
    assert probes[0] not in chosen(dataclasses.replace(corpus, pairs=gone), task="zh-en")


def test_held_out_pairs_come_before_those_that_are_learned_from():
    corpus = letters()
    heldout = {pair.source for pair in corpus.heldout}
    assert {one.source for one in chosen(corpus)} <= heldout
    learned = chosen(dataclasses.replace(corpus, heldout=()))
    assert len(learned) == 4
    assert {one.source for one in learned} <= {pair.source for pair in corpus.pairs}


def test_they_are_of_different_lengths_and_short_enough_to_read():
    lengths = [len(one.source.split()) + 1 for one in chosen(letters())]
    assert len(set(lengths)) == len(lengths) == 4
    assert all(4 <= length <= 14 for length in lengths)


def test_the_same_corpus_gives_the_same_probes():
    assert chosen(letters()) == chosen(letters())
    assert chosen(letters(), most=2) == chosen(letters())[:2]


def test_words_that_the_model_does_not_know_are_avoided():
    corpus = dataclasses.replace(letters(), heldout=(Pair("a 猫 b c", "a 猫 b c"),))
    assert not [one for one in chosen(corpus) if "猫" in one.source]
    alone = Corpus("x", (Pair("a b c d", "a b c d"),), heldout=(Pair("a 猫 b c", "a b c"),))
    assert [one.source for one in chosen(alone)] == ["a b c d"]


def test_where_nothing_is_known_something_is_still_chosen():
    training = dataclasses.replace(TRAINING, min_count=2)
    corpus = Corpus("x", (Pair("a a b c", "a a b c"), Pair("a a d", "a a d e")))
    model = new_model(corpus, SMALL, training, task="x")
    assert choose_probes(corpus, model)


def test_pairs_that_do_not_fit_or_cannot_be_read_are_no_probes():
    long = " ".join("ab" * 20)
    corpus = Corpus("x", (Pair(long, "a b c d"), Pair("a b c d", long), Pair("a b c", "b a c")))
    assert chosen(corpus) == (Probe("a b c", "b a c"),)
    foreign = dataclasses.replace(corpus, heldout=(Pair("猫 狗", "a b"),))
    assert chosen(foreign) == (Probe("a b c", "b a c"),)
    assert chosen(Corpus("x", (Pair(long, long),))) == ()


def test_very_short_and_very_long_pairs_serve_where_there_are_no_others():
    assert chosen(Corpus("x", (Pair("a", "b"),))) == (Probe("a", "b"),)
    long = " ".join("abcdefghijklmnopqrst")
    assert chosen(Corpus("x", (Pair(long, long),))) == (Probe(long, long),)


@pytest.mark.parametrize("heads", [(2, 4), (3, 8), (6, 8), (6, 16), (12, 16), (24, 32)])
def test_a_moment_is_never_larger_than_its_share_of_the_disk(heads):
    corpus = letters()
    n_layers, n_heads = heads
    model = model_for(corpus, config(n_layers=n_layers, n_heads=n_heads, d_model=n_heads, d_ff=1))
    probes = choose_probes(corpus, model)
    assert probes
    assert n_bytes(model, probes) <= MOST_BYTES


@pytest.mark.parametrize(("preset", "task"), [("small", "zh-en"), ("report", "report")])
def test_a_hundred_moments_of_a_shipped_preset_take_at_most_twenty_megabytes(preset, task):
    corpus = load_task(task)
    model = model_for(corpus, PRESETS[preset].model, task=task)
    probes = choose_probes(corpus, model)
    assert len(probes) == 4
    assert 100 * n_bytes(model, probes) <= 20_000_000


def test_one_probe_stays_where_every_pair_is_too_large():
    corpus = Corpus("x", (Pair("a b c d e f", "a b"), Pair("a b c d", "a b")))
    model = model_for(corpus, config(n_layers=100, n_heads=32, d_model=32, d_ff=1))
    assert choose_probes(corpus, model) == (Probe("a b c d", "a b"),)
