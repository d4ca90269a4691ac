"""Tokenizers: every text has ids, known text comes back."""

import json
import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model.messages import ConfigError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID, SPECIAL_TOKENS, UNK_ID, Level
from model.text.word_tokenizer import WordTokenizer
from model.text.words import join_words, normalise, split_words
from tests.model.text.heap import bytes_kept

ENGLISH = [
    "I have a cat.",
    "You have a dog, don't you?",
    "The lowest of the low lowers the newest.",
    "In 1999 there were 12 cats and 19 dogs.",
]
CHINESE = ["我有一只猫。", "你有一只狗吗？", "我们在 2024 年学习英语。"]
TEXTS = [*ENGLISH, *CHINESE]
LEVELS: list[Level] = ["word", "bpe"]
ANY_TEXT = st.text(st.characters())

TOKENIZERS = {level: WordTokenizer.trained(TEXTS * 3, level=level, size=200) for level in LEVELS}


@pytest.fixture(params=LEVELS)
def tokenizer(request: pytest.FixtureRequest) -> WordTokenizer:
    return TOKENIZERS[request.param]


@pytest.mark.parametrize("level", LEVELS)
@given(text=ANY_TEXT)
@example(text="\ud800\x00\u202e😀👩\u200d👩\u200d👧 ##1 <s> </s> <pad> שלום \ufffe")
@example(text="١٢٣ 𐩀𐩁 ½ ²")
@example(text="\u3099か \u0301")
def test_every_text_can_be_encoded(level: Level, text: str):
    tokenizer = TOKENIZERS[level]
    encoded = tokenizer.encode(text)
    assert len(encoded.ids) == len(encoded.tokens)
    assert all(UNK_ID <= token_id < len(tokenizer) for token_id in encoded.ids)
    assert encoded.tokens == tuple(map(tokenizer.token, encoded.ids))
    assert bool(encoded.unknown) == (UNK_ID in encoded.ids)
    assert isinstance(tokenizer.decode(encoded.ids), str)


@pytest.mark.parametrize("level", LEVELS)
@given(text=ANY_TEXT)
def test_a_tokenizer_knows_all_that_it_was_trained_on(level: Level, text: str):
    words = split_words(normalise(text))
    assume(words)
    tokenizer = WordTokenizer.trained([text, text], level=level, size=10_000)
    encoded = tokenizer.encode(text)
    assert encoded.unknown == ()
    assert tokenizer.decode(encoded.ids) == join_words(words)


KNOWN = sorted({word for text in TEXTS for word in split_words(normalise(text))})


@given(st.lists(st.sampled_from(KNOWN).filter(lambda word: "##" not in word), max_size=30))
def test_known_words_come_back_in_any_order(words: list[str]):
    text = join_words(words)
    assert split_words(text) == words
    for tokenizer in TOKENIZERS.values():
        assert tokenizer.decode(tokenizer.encode(text).ids) == text


def test_special_tokens_have_fixed_ids_that_no_text_spells(tokenizer: WordTokenizer):
    assert tokenizer.vocabulary[:4] == SPECIAL_TOKENS
    fixed = [tokenizer.token(index) for index in (PAD_ID, BOS_ID, EOS_ID, UNK_ID)]
    assert fixed == ["<pad>", "<s>", "</s>", "<unk>"]
    assert not {PAD_ID, BOS_ID, EOS_ID} & set(tokenizer.encode("<pad> <s> </s>").ids)
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        assert tokenizer.decode([BOS_ID, *ids, EOS_ID, PAD_ID, PAD_ID]) == normalise(text)


def test_chinese_and_digits_are_split_and_later_digits_carry_the_joiner(tokenizer: WordTokenizer):
    assert tokenizer.encode("我有一只猫。").tokens == ("我", "有", "一", "只", "猫", "。")
    assert tokenizer.encode("1999").tokens == ("1", "##9", "##9", "##9")
    assert tokenizer.decode(tokenizer.encode("12 19").ids) == "12 19"


def test_the_pieces_of_a_word_carry_the_joiner_from_the_second_on():
    tokens = TOKENIZERS["bpe"].encode("newer").tokens
    assert len(tokens) > 1
    assert not tokens[0].startswith("##")
    assert all(token.startswith("##") for token in tokens[1:])
    assert "".join(token.removeprefix("##") for token in tokens) == "newer"
    assert TOKENIZERS["bpe"].encode("have").tokens == ("have",)  # it is frequent


def test_unknown_words_or_characters_are_reported_once_each_in_order():
    encoded = TOKENIZERS["word"].encode("I have zebra and zebra, 我要")
    assert encoded.unknown == ("zebra", "要")
    assert encoded.tokens.count("<unk>") == 3
    assert TOKENIZERS["bpe"].encode("猫 caZt 魚").unknown == ("Z", "魚")


def test_a_vocabulary_is_ranked_by_count_and_limited():
    for limit, kept in (
        *(({"size": size}, "") for size in (1, 2, 3, 4)),
        ({"size": 6}, "cb"),
        ({"min_count": 2}, "cb"),
    ):
        tokenizer = WordTokenizer.trained(["a b b c c c"], **limit)
        assert tokenizer.vocabulary == (*SPECIAL_TOKENS, *kept)
    with pytest.raises(ConfigError, match="'char'"):
        WordTokenizer.trained(["a"], level="char")  # type: ignore[arg-type]


def test_more_merges_make_fewer_tokens():
    few, many = (WordTokenizer.trained(TEXTS * 3, level="bpe", size=size) for size in (80, 200))
    assert len(few.merges) < len(many.merges)
    assert len(many) <= 200
    assert len(many.encode(ENGLISH[2]).ids) < len(few.encode(ENGLISH[2]).ids)


BPE_IN_A_NEW_PROCESS = """
import json, sys
from model.text.word_tokenizer import WordTokenizer
texts = json.load(sys.stdin)
print(json.dumps(WordTokenizer.trained(texts, level="bpe", size=300).to_json(), sort_keys=True))
"""


def test_the_same_texts_give_the_same_bpe_in_every_process():
    source = random.Random(0)
    texts = [
        " ".join("".join(source.choices("abcdefghij", k=source.randint(1, 8))) for _ in range(8))
        for _ in range(200)
    ]
    runs = {
        subprocess.run(
            [sys.executable, "-c", BPE_IN_A_NEW_PROCESS],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for _ in range(3)
    }
    assert len(runs) == 1


def test_a_tokenizer_that_is_gone_has_left_nothing_with_its_thread(tokenizer: WordTokenizer):
    kept = tokenizer.to_json()

    def made_and_used() -> None:
        again = WordTokenizer.from_json(kept)
        for text in ENGLISH:
            again.encode(text)

    assert bytes_kept(made_and_used, times=100) < 200


def test_json_gives_back_the_same_tokenizer(tokenizer: WordTokenizer):
    again = WordTokenizer.from_json(json.loads(json.dumps(tokenizer.to_json())))
    assert again.vocabulary == tokenizer.vocabulary
    assert again.merges == tokenizer.merges
    assert again.level == tokenizer.level
    for text in [*TEXTS, "lowest zebra 12345 要"]:
        assert again.encode(text) == tokenizer.encode(text)


def broken(**changes: Any) -> dict[str, Any]:
    return {**TOKENIZERS["bpe"].to_json(), **changes}


VOCABULARY = list(TOKENIZERS["bpe"].vocabulary)


@pytest.mark.parametrize(
    "values",
    [
        {},
        broken(level="char"),
        broken(level=None),
        broken(vocabulary=[]),
        broken(vocabulary=VOCABULARY[1:]),
        broken(vocabulary="abc"),
        broken(vocabulary=None),
        broken(vocabulary=[*VOCABULARY, VOCABULARY[5]]),
        broken(vocabulary=[*VOCABULARY[:-1], 7]),
        broken(vocabulary=[*VOCABULARY[:-1], {}]),
        broken(merges=[["a", "b", "c"]]),
        broken(merges=[["nowhere", "##to be found"]]),
        broken(merges=5),
        # of a second part without the joiner the library would cut the first letters away
        broken(vocabulary=[*VOCABULARY, "cd", "acd"], merges=[["a", "cd"]]),
        broken(vocabulary=[*VOCABULARY, "q", "aq"], merges=[["a", "q"]]),
        broken(vocabulary=[*VOCABULARY, "猫é", "a猫é"], merges=[["a", "猫é"]]),
    ],
)
def test_values_that_are_no_tokenizer_are_refused(values: dict[str, Any]):
    with pytest.raises(ConfigError):
        WordTokenizer.from_json(values)


@pytest.mark.parametrize("level", ["word", "bpe"])
def test_in_lower_case_every_text_is_read_so(level):
    texts = ["The Cat", "the cat", "THE DOG"] * 3
    tokenizer = WordTokenizer.trained(texts, level=level, lowercase=True)
    assert tokenizer.encode("THE cAT").ids == tokenizer.encode("the cat").ids
    assert tokenizer.decode(tokenizer.encode("The Dog").ids) == "the dog"
    assert not any(any(char.isupper() for char in t) for t in tokenizer.vocabulary[4:])
    values = json.loads(json.dumps(tokenizer.to_json()))
    again = WordTokenizer.from_json(values)
    assert again.lowercase
    assert again.encode("THE CAT") == tokenizer.encode("the cat")
    del values["lowercase"]  # of an older file
    assert not WordTokenizer.from_json(values).lowercase


def test_rare_characters_of_bpe_are_unknown():
    texts = ["猫猫狗狗", "猫猫狗狗", "鼬"]
    tokenizer = WordTokenizer.trained(texts, level="bpe", min_count=2)
    assert tokenizer.encode("猫鼬").tokens == ("猫", "<unk>")
    assert tokenizer.encode("猫鼬").unknown == ("鼬",)
    assert WordTokenizer.trained(texts, level="bpe").encode("猫鼬").unknown == ()
