"""A given target is one that the model can write."""

import pytest

from model.special_tokens import EOS_ID
from model.text.target import TargetError, target_ids, whole_target_ids
from model.text.word_tokenizer import WordTokenizer

WORDS = WordTokenizer.trained(["I have a cat", "He has a dog ."], level="word")
PIECES = WordTokenizer.trained(["book store", "bookstore books"] * 3, level="bpe", size=60)


def test_words_are_ids_without_an_end_token():
    ids = target_ids("I have a dog.", WORDS)
    assert [WORDS.token(token_id) for token_id in ids] == ["I", "have", "a", "dog", "."]


def test_a_word_may_be_several_pieces():
    ids = target_ids("stores", PIECES)
    assert len(ids) > 1
    assert PIECES.decode(ids) == "stores"


def test_a_whole_target_stands_between_what_every_target_has():
    coded = WordTokenizer.trained(["I have a cat"], level="word")
    coded.prefix = coded.encode("have").ids
    assert whole_target_ids("a cat", coded) == (*coded.encode("have a cat").ids, EOS_ID)


def test_text_is_normalised_first():
    assert target_ids("  a\u200b  cat ", WORDS) == target_ids("a cat", WORDS)


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "\0"])
def test_a_target_without_a_word_is_refused(text: str):
    with pytest.raises(TargetError, match="There is no word in “"):
        target_ids(text, WORDS)


@pytest.mark.parametrize(
    ("text", "tokenizer", "unknown"),
    [("a bird", WORDS, "bird"), ("a ☃ and ☃", WORDS, "☃ and"), ("书store", PIECES, "书")],
)
def test_what_the_model_cannot_write_is_quoted(text: str, tokenizer: WordTokenizer, unknown: str):
    with pytest.raises(TargetError) as refused:
        target_ids(text, tokenizer)
    assert str(refused.value) == (
        f"The target “{text}” has what this model cannot write: {unknown}"
    )


def test_a_long_target_is_quoted_by_its_beginning():
    with pytest.raises(TargetError) as refused:
        target_ids(f"a {'x' * 1000}", WORDS)
    assert len(str(refused.value)) < 120
    assert "…" in str(refused.value)
