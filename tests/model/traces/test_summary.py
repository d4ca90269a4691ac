"""Translations that run in circles, and those that do not."""

import pytest

from model.traces.summary import Repetition, repetition_of

CHINESE = "这本书是他的。"


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("The dog wagged its its its tail.", Repetition("its", 3, in_a_row=True)),
        ("No no no no!", Repetition("no", 4, in_a_row=True)),
        ("I can, I can, I can do it.", Repetition("i can", 3, in_a_row=True)),
        ("one two three four " * 3, Repetition("one two three four", 3, in_a_row=True)),
        ("He is old and he is tall and he is rich.", Repetition("he is", 3, in_a_row=False)),
        ("你好你好你好", Repetition("你 好", 3, in_a_row=True)),
    ],
)
def test_a_phrase_three_times(translation, expected):
    assert repetition_of(translation, CHINESE) == expected


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        (CHINESE, ""),
        (CHINESE, "I have a cat."),
        (CHINESE, "The man in the house saw the dog and the cat."),  # a word alone may come often
        (CHINESE, "It was very, very good."),
        (CHINESE, "He said he is old, but she is tall and it is late."),
        (CHINESE, "In 1111 there were 1000000 people."),
        (CHINESE, "one two three four five six " * 2),
        ("a b a c a", "a a a b c"),  # sorted: the source does it, too
        ("a a a", "a a a"),
        ("哈哈哈！", "Ha ha ha!"),
    ],
)
def test_usual_sentences_do_not(source, translation):
    assert repetition_of(translation, source) is None
