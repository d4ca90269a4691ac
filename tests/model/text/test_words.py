"""Text to words and back."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model.messages import Message
from model.special_tokens import SPECIAL_TOKENS
from model.text.tasks import load_task
from model.text.words import (
    GLOSSES,
    blanks_before,
    control_characters,
    dictionary,
    foreign_script,
    glosses_of,
    is_continuation,
    join_words,
    letters_of,
    normalise,
    rough_reading,
    scripts_of,
    split_words,
    word_spans,
)
from tests.every import every

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


@every(
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


@every(
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


WORDS = ["我", "猫", "a", "cat", "##s", "5", "##6", "</s>", *'。、."()-$']


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


CHINESE = (*SPECIAL_TOKENS, "。", "1", "##2", *"我有一只猫在医院", "Tom")
LETTERS = (*SPECIAL_TOKENS, *"abcdefgh", "##ing")
BOTH = (*SPECIAL_TOKENS, *"猫狗", "cat", "dog", "bird")


@pytest.mark.parametrize(
    ("vocabulary", "scripts"),
    [
        (CHINESE, ("CJK",)),  # a name or two is hardly reading
        (LETTERS, ("LATIN",)),
        (BOTH, ("LATIN", "CJK")),
        (("かな", "カナ", "猫"), ("KANA", "CJK")),
        ((*SPECIAL_TOKENS, "1", "。"), ()),
        ((), ()),
    ],
)
def test_a_vocabulary_has_the_scripts_that_more_than_a_few_tokens_are_in(vocabulary, scripts):
    assert scripts_of(vocabulary) == scripts


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("The cat is black.", "LATIN"),
        ("THE CAT", "LATIN"),
        ("Привет, мир", "CYRILLIC"),
        ("I like 猫", "LATIN"),
        ("我有一只猫。", ""),
        ("我用Python写字", ""),  # words count, not letters
        ("Tom 猫", ""),  # no more than half
        ("12 + 7 = ?", ""),
        ("   ", ""),
    ],
)
def test_a_text_is_foreign_to_a_chinese_model_when_most_of_its_words_are(text, script):
    assert foreign_script(text, scripts_of(CHINESE)) == script


def test_the_same_is_general():
    assert foreign_script("我有一只猫。", scripts_of(LETTERS)) == "CJK"
    assert foreign_script("我有一只猫。", scripts_of(BOTH)) == ""
    assert foreign_script("The cat is black.", scripts_of(LETTERS)) == ""
    assert foreign_script("The cat is black.", ()) == ""


def test_letters_have_names():
    assert letters_of("LATIN") == Message("Latin letters")
    assert letters_of("RUNIC") == Message("other letters")


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


@pytest.mark.parametrize("text", ["我吃了饭。", "他走了。", "我很累了。", "天黑了。", "他买了书。"])
def test_the_particle_of_completion_is_glossed_as_one(text):
    assert glosses_of(tuple(text))[text.index("了")] == "(done)"


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
