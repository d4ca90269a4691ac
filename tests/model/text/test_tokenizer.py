"""A user's sentence is checked before the model sees it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.messages import SourceError
from model.special_tokens import EOS_ID, SPECIAL_TOKENS
from model.text.tokenizer import TargetError, prepare_source, target_ids, whole_target_ids
from model.text.word_tokenizer import WordTokenizer

TOKENIZER = WordTokenizer.trained(["我有一只猫。", "I have a cat."])


def test_a_source_ends_on_the_end_token():
    source = prepare_source("我有一只猫。", TOKENIZER, max_len=10)
    assert source.tokens == ("我", "有", "一", "只", "猫", "。", "</s>")
    assert source.ids == (*TOKENIZER.encode("我有一只猫。").ids, EOS_ID)
    assert source.notices == ()
    assert prepare_source(" 我\u00a0有\n", TOKENIZER, max_len=10).text == "我 有"


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b\x00", "\ud800"])
def test_an_empty_source_is_an_error(text: str):
    with pytest.raises(SourceError, match="The source is empty"):
        prepare_source(text, TOKENIZER, max_len=10)


def test_a_source_may_fill_every_position_and_one_more_token_is_an_error_with_both_numbers():
    assert len(prepare_source("我有一只猫。", TOKENIZER, max_len=7).ids) == 7
    with pytest.raises(SourceError) as failure:
        prepare_source("我有一只猫。", TOKENIZER, max_len=6)
    assert str(failure.value) == (
        "The source “我有一只猫。” has 6 tokens; this model reads at most 5."
    )
    with pytest.raises(SourceError) as failure:
        prepare_source("我" * 100_000, TOKENIZER, max_len=6)
    assert len(str(failure.value)) < 150


def test_a_source_of_nothing_known_is_an_error():
    with pytest.raises(SourceError, match="knows no token in “Wörter”"):
        prepare_source("Wörter", TOKENIZER, max_len=10)


def test_unknown_words_and_removed_control_characters_are_noticed():
    source = prepare_source("I \u202ehave\x00 a zebra.", TOKENIZER, max_len=10)
    assert (source.text, source.unknown) == ("I have a zebra.", ("zebra",))
    assert [str(notice) for notice in source.notices] == [
        "Control characters were removed: U+202E, U+0000.",
        "Unknown to this model, read as <unk>: zebra",
    ]


LETTERS = WordTokenizer(level="word", vocabulary=[*SPECIAL_TOKENS, *"abcdehlo"])


@pytest.mark.parametrize("text", ["hello", "he llo", " h ello "])
def test_words_are_spelled_where_every_token_is_a_character(text: str):
    source = prepare_source(text, LETTERS, max_len=10)
    assert source.text == "h e l l o"
    assert source.tokens == (*"hello", "</s>")
    assert [str(notice) for notice in source.notices] == ["Read as single characters: h e l l o"]
    for tokenizer, typed in ((LETTERS, "h e l l o"), (TOKENIZER, "我有猫")):
        source = prepare_source(typed, tokenizer, max_len=10)
        assert (source.text, source.notices) == (typed, ())
    (notice,) = prepare_source("abc" * 100, LETTERS, max_len=400).notices
    assert str(notice) == f"Read as single characters: {' '.join('abc' * 4)} …"


def test_only_words_with_a_known_character_are_spelled():
    source = prepare_source("hex", LETTERS, max_len=10)
    assert (source.text, source.unknown, len(source.notices)) == ("h e x", ("x",), 2)
    with pytest.raises(SourceError, match="no token in “xyz”"):
        prepare_source("xyz", LETTERS, max_len=10)
    words = WordTokenizer(level="word", vocabulary=[*SPECIAL_TOKENS, "h", "cat"])
    assert prepare_source("h hat", words, max_len=10).unknown == ("hat",)


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


WORDS = WordTokenizer.trained(["I have a cat", "He has a dog ."], level="word")
PIECES = WordTokenizer.trained(["book store", "bookstore books"] * 3, level="bpe", size=60)


def test_words_are_ids_without_an_end_token():
    ids = target_ids("I have a dog.", WORDS)
    assert [WORDS.token(token_id) for token_id in ids] == ["I", "have", "a", "dog", "."]
    assert target_ids("  a\u200b  cat ", WORDS) == target_ids("a cat", WORDS)
    assert target_ids("hello", LETTERS) == LETTERS.encode("h e l l o").ids


def test_a_word_may_be_several_pieces():
    ids = target_ids("stores", PIECES)
    assert len(ids) > 1
    assert PIECES.decode(ids) == "stores"


def test_a_whole_target_stands_between_what_every_target_has():
    coded = WordTokenizer.trained(["I have a cat"], level="word")
    coded.prefix = coded.encode("have").ids
    assert whole_target_ids("a cat", coded) == (*coded.encode("have a cat").ids, EOS_ID)


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
        f"The target “{text}” contains words this model cannot write: {unknown}"
    )
    with pytest.raises(TargetError) as refused:
        target_ids(f"a {'x' * 1000}", WORDS)
    assert len(str(refused.value)) < 120
    assert "…" in str(refused.value)
