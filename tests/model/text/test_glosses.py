"""What Chinese tokens mean, in a word or two."""

from collections import Counter

import pytest

from model.text.glosses import GLOSSES, dictionary, glosses_of, rough_reading
from model.text.tasks import load_task
from model.text.words import split_words


def is_chinese(word):
    return "\u4e00" <= word[0] <= "\u9fff"


def test_every_line_has_a_token_once_and_a_short_gloss():
    lines = [line.split("\t") for line in GLOSSES.read_text(encoding="utf-8").splitlines()]
    assert all(len(line) == 2 and all(map(str.strip, line)) for line in lines)
    assert len({token for token, _ in lines}) == len(lines) == len(dictionary())
    assert max(len(gloss) for _, gloss in lines) <= 16
    assert all(is_chinese(token) for token, _ in lines)


def test_there_are_hundreds_of_characters():
    assert sum(len(token) == 1 for token in dictionary()) >= 1000


@pytest.mark.parametrize(("task", "share"), [("zh-en", 0.99), ("zh-en-large", 0.98)])
def test_nearly_every_character_of_the_shipped_phrases_is_known(task, share):
    counts = Counter(
        word
        for pair in load_task(task).pairs
        for word in split_words(pair.source)
        if is_chinese(word)
    )
    known = sum(count for word, count in counts.items() if word in dictionary())
    assert known / counts.total() >= share


def test_tokens_of_a_word_have_its_gloss():
    tokens = ("我", "的", "朋", "友", "在", "医", "院", "。", "</s>")
    expected = ("I, me", "'s, of", "friend", "friend", "at, in", "hospital", "hospital", "", "")
    assert glosses_of(tokens) == expected


def test_the_longest_word_comes_first():
    assert glosses_of(("火", "车", "站")) == ("station",) * 3
    assert glosses_of(("火", "车")) == ("train",) * 2
    assert glosses_of(("火",)) == ("fire",)


@pytest.mark.parametrize("tokens", [(), ("a", "cat", "</s>"), ("<unk>", "##2", "")])
def test_other_tokens_have_none(tokens):
    assert glosses_of(tokens) == ("",) * len(tokens)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("我有一只猫。", "I have one cat"),
        ("你喜欢吃苹果吗？", "you like eat apple"),
        ("a b c", ""),
        ("I like 猫 very much", ""),  # most of it needs no reading
        ("", ""),
    ],
)
def test_a_sentence_is_read_word_by_word(text, reading):
    assert rough_reading(text) == reading
