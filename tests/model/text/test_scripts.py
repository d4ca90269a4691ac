"""Which script a text is in, and which a model reads."""

import pytest

from model.messages import Message
from model.special_tokens import SPECIAL_TOKENS
from model.text.scripts import foreign_script, letters_of, scripts_of

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
