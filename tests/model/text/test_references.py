"""Right translations that Headlight knows."""

import pytest

from model.decoding.samples import EXAMPLES, SAMPLES
from model.text.references import known_reference, shorter_pair
from model.text.tasks import load_task
from model.text.words import split_words


@pytest.mark.parametrize("task", ["zh-en", "zh-en-large"])
def test_the_sample_sentence_has_a_reference_among_the_phrases(task):
    assert known_reference(task, SAMPLES[task][0]) == "I have a cat."
    assert known_reference(task, " 我有一只猫｡\n") == "I have a cat."


@pytest.mark.parametrize("task", ["zh-en", "zh-en-large"])
def test_every_example_has_a_reference(task):
    found = {text: known_reference(task, text) for text in (*SAMPLES[task], *EXAMPLES[task])}
    assert len(found) == 10
    assert [text for text, reference in found.items() if not reference] == []
    assert found["请给我一杯水。"] == "Please give me a glass of water."


def test_examples_are_no_phrases_of_the_users_own_task():
    assert known_reference("my.tsv", "请给我一杯水。") == ""


def test_the_first_of_several_right_translations_is_taken():
    pairs = load_task("report").pairs
    assert known_reference("report", pairs[0].source) == pairs[0].target


@pytest.mark.parametrize(
    ("task", "reference"), [("copy", "a b d"), ("reverse", "d b a"), ("my.tsv", "")]
)
def test_toy_tasks_know_all_and_the_users_own_nothing(task, reference):
    assert known_reference(task, "a  b d") == reference


def test_a_sentence_of_no_phrase_has_none():
    assert known_reference("zh-en", "猫猫猫猫。") == ""


def test_a_shorter_pair_has_fewer_words_on_both_sides():
    pair = shorter_pair("zh-en", "我有一只猫。", "I have a cat.")
    assert pair in load_task("zh-en").pairs
    assert len(split_words(pair.source)) < 6
    assert len(split_words(pair.target)) < 5


@pytest.mark.parametrize(
    ("task", "expected"), [("copy", ("a b", "a b")), ("reverse", ("a b", "b a")), ("my.tsv", None)]
)
def test_a_shorter_pair_of_a_toy_task_is_half_a_sentence(task, expected):
    assert shorter_pair(task, "a b c d e", "e d c b a") == expected


def test_nothing_is_shorter_than_a_word():
    assert shorter_pair("zh-en", "猫", "cat") is None
    assert shorter_pair("copy", "a", "a") is None
