"""BLEU number by number, against sacrebleu's own."""

import math
import random

import pytest
from sacrebleu.metrics import BLEU

from model.lessons.bleu import BleuExplained, explain_bleu
from model.text.tasks import corpus_scores

PAIRS = {
    "the reading report's": (
        "A lady in a bright pink shirt is pulling a cart of food and <unk> .",
        "A lady in a bright pink shirt is pulling a hot food cart .",
    ),
    "right": ("I have a cat.", "I have a cat."),
    "one wrong word": ("I have a dog.", "I have a cat."),
    "no four in a row": ("I have one black cat here.", "We have a black cat."),
    "no two in a row": ("cat a have I we", "I have a cat."),
    "nothing": ("good morning all of you", "I have a cat."),
    "too short": ("A cat.", "I have a cat."),
    "one word": ("cat", "I have a cat."),
    "one word, right": ("cat", "cat"),
    "clipped": ("the the the the the the the", "the cat is on the mat"),
    "empty": ("", "I have a cat."),
    "empty reference": ("I have a cat.", ""),
    "Chinese": ("我有一只狗。", "我有一只猫。"),
    "Chinese, short": ("猫", "我有一只猫。"),
    "upper case": ("i have a CAT.", "I have a cat."),
    "numbers and dashes": ("2,000 well-known dogs -- no!", "2,000 well-known cats - no!"),
}


@pytest.fixture(params=PAIRS.values(), ids=PAIRS.keys())
def texts(request: pytest.FixtureRequest) -> tuple[str, str]:
    return request.param


def metric(explained: BleuExplained, *, lowercase: bool = False, effective: bool) -> BLEU:
    return BLEU(tokenize=explained.tokenizer, lowercase=lowercase, effective_order=effective)


def of_order(explained: BleuExplained, n: int) -> dict[str, int]:
    """How often each matched n-gram counts."""
    return {" ".join(match.ngram): match.counted for match in explained.orders[n - 1].matches}


@pytest.mark.parametrize("lowercase", [False, True])
def test_every_number_is_sacrebleus(texts, lowercase):
    translation, reference = texts
    explained = explain_bleu(translation, reference, lowercase=lowercase)
    bleu = metric(explained, lowercase=lowercase, effective=True)
    expected = bleu.sentence_score(translation, [reference])
    assert explained.score == pytest.approx(expected.score, abs=1e-6)
    assert explained.sacrebleu == expected.score
    assert [order.matched for order in explained.orders] == expected.counts
    assert [order.total for order in explained.orders] == expected.totals
    shown = [order.precision for order in explained.orders]
    assert shown == pytest.approx(expected.precisions, abs=1e-6)
    assert explained.brevity_penalty == pytest.approx(expected.bp, abs=1e-9)
    assert len(explained.translation) == expected.sys_len
    assert len(explained.reference) == expected.ref_len
    assert explained.signature == str(bleu.get_signature())


def test_the_score_of_four_words_or_more_is_what_evaluate_prints(texts):
    translation, reference = texts
    explained = explain_bleu(translation, reference)
    evaluated = corpus_scores([translation], [[reference]])
    assert explained.corpus_score == evaluated.bleu
    assert explained.corpus_signature == evaluated.bleu_signature
    if len(explained.translation) >= 4:
        assert explained.score == pytest.approx(evaluated.bleu, abs=1e-6)
    elif explained.score:
        assert explained.corpus_score == 0


def test_random_sentences_score_as_sacrebleu_scores_them():
    chance = random.Random(1)
    for _ in range(300):
        left, right = (" ".join(chance.choices([*"abcde."], k=chance.randint(1, 9))) for _ in "lr")
        explained = explain_bleu(left, right)
        expected = metric(explained, effective=True).sentence_score(left, [right])
        assert explained.score == pytest.approx(expected.score, abs=1e-6), (left, right)


def test_smoothing_is_that_of_the_orders_without_a_match_where_anything_matches():
    explained = explain_bleu("cat a have I we", "I have a cat.")
    assert [order.smoothed for order in explained.orders] == [False, True, True, True]
    assert [order.precision for order in explained.orders[1:]] == [100 / 8, 100 / 12, 100 / 16]
    assert "smooth:exp" in explained.signature
    nothing = explain_bleu("good morning all", "I have a cat.")
    assert not any(order.smoothed for order in nothing.orders)
    assert nothing.score == 0


def test_a_short_translation_has_no_higher_orders():
    explained = explain_bleu("A cat.", "A cat.")
    assert explained.highest == 3
    assert explained.score == pytest.approx(100)
    assert explained.orders[3].total == 0


def test_a_word_counts_once_for_each_time_the_reference_has_it():
    """The paper's own example (section 2.1): 2 of 7."""
    explained = explain_bleu("the the the the the the the", "the cat is on the mat")
    order = explained.orders[0]
    assert (order.matched, order.total) == (2, 7)
    assert order.matches[0].counted == 2
    assert order.matches[0].counted_in_translation == (0, 1)
    assert order.matches[0].counted_in_reference == (0, 4)
    assert order.matches[0].translation == (0, 1, 2, 3, 4, 5, 6)


def test_places_of_matched_ngrams_are_named_for_each_order():
    explained = explain_bleu("I have a dog.", "Yes, I have a cat.")
    assert explained.translation == ("I", "have", "a", "dog", ".")
    assert explained.reference == ("Yes", ",", "I", "have", "a", "cat", ".")
    assert of_order(explained, 2) == {"I have": 1, "have a": 1}
    words, pairs, triples, _ = (order.matches for order in explained.orders)
    assert [match.counted_in_translation for match in words] == [(0,), (1,), (2,), (4,)]
    assert [match.counted_in_translation for match in pairs] == [(0,), (1,)]
    assert [match.counted_in_reference for match in pairs] == [(2,), (3,)]
    assert triples[0].counted_in_reference == (2,)
    assert explained.orders[3].matches == ()


def test_the_brevity_penalty_punishes_what_is_too_short():
    explained = explain_bleu("I have a cat", "I have a black cat and a dog")
    assert explained.brevity_penalty == pytest.approx(math.exp(1 - 8 / 4))
    assert explain_bleu("I have a black cat and", "I have a cat").brevity_penalty == 1


def test_chinese_counts_character_by_character_and_case_unless_it_was_said_not_to(capsys):
    for text, name in (("我有一只猫。", "zh"), ("I have a 猫.", "13a")):
        explained = explain_bleu(text, text)
        assert explained.tokenizer == name
        assert ("我" in explained.translation) == (name == "zh")
    assert of_order(explain_bleu("A Cat .", "a cat"), 1) == {}
    assert of_order(explain_bleu("A Cat .", "a cat", lowercase=True), 1) == {"a": 1, "cat": 1}
    assert capsys.readouterr().err == ""  # sacrebleu gives no advice
