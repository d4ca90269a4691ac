"""Text to words and back."""

import unicodedata

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model.text.words import (
    blanks_before,
    control_characters,
    is_continuation,
    join_words,
    normalise,
    split_words,
    word_spans,
)

ANY_TEXT = st.text(st.characters())
"""Everything that a Python string can hold, lone surrogates included."""


@given(ANY_TEXT)
@example("e\u200d\u0301")
@example(" \u00a8a")
def test_normalising_twice_changes_nothing_more(text: str):
    once = normalise(text)
    assert normalise(once) == once


@given(ANY_TEXT)
def test_a_normalised_text_has_single_blanks_and_no_control_characters(text: str):
    clean = normalise(text)
    assert clean == " ".join(clean.split())
    assert all(char == " " or not char.isspace() for char in clean)
    assert not {unicodedata.category(char) for char in clean} & {"Cc", "Cf", "Cs", "Co"}


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\u00a0b", "a b"),
        ("a\u202fb\u3000c", "a b c"),
        ("  a \t b\r\n", "a b"),
        ("ＡＢＣ１２", "ABC12"),
        ("ﬁne", "fine"),
        ("a\x00b\u200b\ufeffc", "abc"),
        ("\u202eevil", "evil"),
        ("\ud800x", "x"),
        ("e\u0301", "é"),
        ("", ""),
    ],
)
def test_normalising_follows_nfkc_and_drops_what_cannot_be_seen(text: str, clean: str):
    assert normalise(text) == clean


def test_removed_control_characters_are_named_once_in_order():
    assert control_characters("a\x00b\u200b\x00\n") == ("U+0000", "U+200B")


@given(ANY_TEXT)
def test_no_control_character_is_reported_for_a_clean_text(text: str):
    assert control_characters(normalise(text)) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我有一只猫。", ["我", "有", "一", "只", "猫", "。"]),
        ("I don't know.", ["I", "don't", "know", "."]),
        ("2024年", ["2", "##0", "##2", "##4", "年"]),
        ("1 2", ["1", "2"]),
        ("3.14", ["3", ".", "1", "##4"]),
        ("snake_case", ["snake", "_", "case"]),
        ("<pad> ##1", ["<", "pad", ">", "#", "#", "1"]),
        ("שלום עולם", ["שלום", "עולם"]),
        ("😀😀", ["😀", "😀"]),
        ("ひらがなカナ", list("ひらがなカナ")),
        ("Größe", ["Größe"]),
        ("", []),
    ],
)
def test_words_are_split_so(text: str, words: list[str]):
    assert split_words(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "I have a cat.",
        "Don't you know? Yes, I do!",
        "我有一只猫。",
        "他说:“我们走吧！”",
        'He said "good morning" to me.',
        "It costs $20 (or 30%).",
        "A well-known book, 1999.",
        "我有 12 只猫.",
        "Where is Tom's dog?",
        "The train leaves at 7:45 p.m.",
        "It is 23.5 kilograms, 12,000 yuan and 1,234,567 steps.",
        "The 3rd of May, the 21st century, 4 to 2.",
        "In 1990, 200 people came; on May 5, 20 did.",
        "I take vitamin C. I sleep well.",
    ],
)
def test_plain_sentences_come_back_as_they_were(text: str):
    clean = normalise(text)
    joined = join_words(split_words(clean))
    assert joined.replace(" ", "") == clean.replace(" ", "")
    if "他说" not in text:  # a blank after the ASCII colon that NFKC makes is right in English
        assert joined == clean


@given(ANY_TEXT)
def test_joining_loses_only_blanks(text: str):
    clean = normalise(text)
    assert join_words(split_words(clean)).replace(" ", "") == clean.replace(" ", "")


@given(ANY_TEXT)
@example('"a" "b"')
@example("1 2 ##3 # #4")
def test_splitting_what_was_joined_gives_the_same_words(text: str):
    clean = normalise(text)
    # A lone accent would join the letter before it.
    assume(not any(unicodedata.category(char).startswith("M") for char in clean))
    words = split_words(clean)
    assert split_words(normalise(join_words(words))) == words


@given(ANY_TEXT)
def test_no_word_is_empty_or_holds_a_blank(text: str):
    assert all(word and not any(map(str.isspace, word)) for word in split_words(normalise(text)))


def test_pieces_join_without_a_blank():
    assert join_words(["I", "have", "a", "book", "##store", "."]) == "I have a bookstore."


def test_quotes_open_and_close_by_turns():
    words = ["Say", '"', "a", '"', "and", '"', "b", '"', "."]
    assert join_words(words) == 'Say "a" and "b".'


def test_the_joiner_alone_is_no_continuation():
    assert is_continuation("##a")
    assert not is_continuation("##")
    assert not is_continuation("a##b")


def test_spans_cover_pieces_word_by_word():
    assert word_spans(["I", "book", "##st", "##ore", "."]) == [(0, 1), (1, 4), (4, 5)]
    assert word_spans(["##a", "b"]) == [(0, 1), (1, 2)]
    assert word_spans([]) == []


@given(st.lists(st.sampled_from(["a", "##b", "c", "##1"])))
def test_spans_follow_one_another_without_a_gap(pieces: list[str]):
    spans = word_spans(pieces)
    assert [index for start, end in spans for index in range(start, end)] == [*range(len(pieces))]


WORDS = [
    "我",
    "猫",
    "。",
    "、",
    ".",
    "a",
    "cat",
    "##s",
    '"',
    "(",
    ")",
    "-",
    "5",
    "##6",
    "</s>",
    "$",
]


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_blanks_are_those_of_the_joined_text(tokens):
    text = ""
    for token, spaced in zip(tokens, blanks_before(tokens), strict=True):
        piece = token[2:] if token.startswith("##") and len(token) > 2 else token
        text += f" {piece}" if spaced else piece
    assert text == join_words(tokens)


@pytest.mark.parametrize("before", ["猫", "a", "##a", "(", '"', "1", ""])
def test_an_empty_word_of_a_forged_vocabulary_adds_nothing_to_chinese(before: str):
    joined = join_words([before, "", "猫"])
    assert joined.replace(" ", "") == join_words([before, "猫"]).replace(" ", "")
    assert join_words(["猫", "", "狗"]) == "猫狗"
