"""Sentences to begin with."""

import dataclasses

import pytest

from model.decoding.samples import SAMPLES, STRINGS, companions_for, sample_sentences, with_samples
from model.runs.presets import TrainingConfig
from model.text.corpora import Corpus, Pair
from model.text.examples import EXAMPLES
from model.text.tasks import load_task
from model.text.tokenizer import prepare_source
from model.text.word_tokenizer import WordTokenizer
from model.training.new_model import new_model
from tests.model.builders import TINY, untrained_model

PAIRS = (
    Pair("eins zwei drei vier fünf sechs", "x"),
    Pair("eins zwei drei vier", "x"),
    Pair("eins", "x"),
)


@pytest.fixture
def own():
    return new_model(Corpus("own", PAIRS), TINY, TrainingConfig(), task="own.tsv")


@pytest.mark.parametrize("task", SAMPLES)
def test_tasks_have_fixed_sentences_without_unknown_words_and_of_two_lengths(task):
    corpus, strings = load_task(task), STRINGS.get(task, ())
    tokenizer = WordTokenizer.trained(pair.source for pair in corpus.pairs)
    sources = [prepare_source(text, tokenizer, max_len=30) for text in SAMPLES[task]]
    assert not any(source.unknown for source in sources)
    assert len({len(source.ids) for source in sources}) == 2
    assert not any(tokenizer.encode(text).unknown for text in strings)
    assert not set(strings) & set(SAMPLES[task])


def test_fixed_sentences_come_first():
    sentences = (*SAMPLES["reverse"], *STRINGS["reverse"])
    assert sample_sentences(untrained_model(task="reverse")) == sentences


def test_own_pairs_are_recorded_two_of_different_lengths(own):
    recorded = with_samples(own, Corpus("own", PAIRS))
    texts = ("eins zwei drei vier fünf sechs", "eins zwei drei vier")
    assert recorded.record["samples"] == list(texts)
    assert sample_sentences(recorded)[:2] == texts
    assert companions_for(recorded, texts[0])[0] == texts[1]
    assert companions_for(recorded, texts[1])[0] == texts[0]


def test_a_companion_is_so_much_longer_or_shorter_that_padding_shows(own):
    texts = ["eins zwei drei", "eins zwei drei vier fünf sechs eins", "eins zwei"]
    recorded = dataclasses.replace(own, record={"samples": texts})
    assert companions_for(recorded, "eins zwei drei vier")[0] == texts[1]
    assert companions_for(recorded, "eins zwei drei")[0] == texts[1]


def test_without_a_record_frequent_words_make_a_sentence(own):
    assert sample_sentences(own) == ("eins drei vier zwei fünf",)
    assert companions_for(own, "eins zwei drei vier")[0] == "eins zwei"  # the first half
    assert companions_for(own, "eins")[0] == "eins"  # a single word
    for record in ("eins", [3, None], [["eins"]], {}, None):  # nonsense is passed over
        odd = dataclasses.replace(own, record={"samples": record})
        assert sample_sentences(odd) == sample_sentences(own)


def test_fixed_tasks_record_nothing_and_what_cannot_be_read_is_left_out(own):
    model = untrained_model()
    assert with_samples(model, Corpus("copy", PAIRS)) is model
    odd = dataclasses.replace(own, record={"samples": ["☃", "", "eins " * 99, "drei zwei"]})
    assert sample_sentences(odd)[0] == "drei zwei"


def test_an_example_with_an_unknown_word_is_left_out():
    first, second = (example.text for example in EXAMPLES["zh-en"][:2])
    model = new_model(Corpus("zh-en", (Pair(second, "x"),)), TINY, TrainingConfig(), task="zh-en")
    assert model.src_tokenizer.encode(first).unknown
    assert sample_sentences(model) == (second,)


def test_without_a_known_example_the_fixed_sentences_are_there():
    pairs = tuple(Pair(text, "x") for text in SAMPLES["zh-en"])
    model = new_model(Corpus("zh-en", pairs), TINY, TrainingConfig(), task="zh-en")
    assert sample_sentences(model) == SAMPLES["zh-en"]
