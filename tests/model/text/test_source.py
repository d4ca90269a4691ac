"""A user's sentence is checked before the model sees it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.messages import SourceError
from model.special_tokens import EOS_ID
from model.text.source import prepare_source
from model.text.word_tokenizer import WordTokenizer

TOKENIZER = WordTokenizer.trained(["我有一只猫。", "I have a cat."])


def test_a_source_ends_on_the_end_token():
    source = prepare_source("我有一只猫。", TOKENIZER, max_len=10)
    assert source.tokens == ("我", "有", "一", "只", "猫", "。", "</s>")
    assert source.ids == (*TOKENIZER.encode("我有一只猫。").ids, EOS_ID)
    assert source.notices == ()


def test_a_source_is_normalised():
    assert prepare_source(" 我\u00a0有\n", TOKENIZER, max_len=10).text == "我 有"


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b\x00", "\ud800"])
def test_an_empty_source_is_an_error(text: str):
    with pytest.raises(SourceError, match="The source is empty"):
        prepare_source(text, TOKENIZER, max_len=10)


def test_a_source_may_fill_every_position_with_the_end_token_in_it():
    assert len(prepare_source("我有一只猫。", TOKENIZER, max_len=7).ids) == 7


def test_a_source_that_is_one_token_too_long_is_an_error_with_both_numbers():
    with pytest.raises(SourceError) as failure:
        prepare_source("我有一只猫。", TOKENIZER, max_len=6)
    assert str(failure.value) == (
        "The source “我有一只猫。” has 6 tokens; this model reads at most 5."
    )


def test_an_error_quotes_only_the_beginning_of_a_long_source():
    with pytest.raises(SourceError) as failure:
        prepare_source("我" * 100_000, TOKENIZER, max_len=6)
    assert len(str(failure.value)) < 150


def test_a_source_of_nothing_known_is_an_error():
    with pytest.raises(SourceError, match="knows nothing in “Wörter”"):
        prepare_source("Wörter", TOKENIZER, max_len=10)


def test_unknown_words_are_noticed():
    source = prepare_source("I have a zebra.", TOKENIZER, max_len=10)
    assert source.unknown == ("zebra",)
    assert [str(notice) for notice in source.notices] == [
        "Unknown to this model, read as <unk>: zebra"
    ]


def test_removed_control_characters_are_noticed():
    source = prepare_source("I \u202ehave\x00 a cat.", TOKENIZER, max_len=10)
    assert source.text == "I have a cat."
    assert [str(notice) for notice in source.notices] == [
        "Control characters were removed: U+202E, U+0000."
    ]


@given(st.text(st.characters()))
def test_any_text_is_read_or_refused_in_a_sentence(text: str):
    try:
        source = prepare_source(text, TOKENIZER, max_len=12)
    except SourceError as refusal:
        assert str(refusal).endswith(".")
    else:
        assert 2 <= len(source.ids) <= 12
        assert source.ids[-1] == EOS_ID
        assert len(source.tokens) == len(source.ids)
