"""Cleaning: what teaches nothing goes, with its line and reason; all else stays as it was."""

from pathlib import Path

import pytest

from model.messages import CorpusError, Message
from model.text.corpora import Corpus, Dropped, Pair, read_tsv
from model.text.splitting import LONGEST, cleaned
from model.text.words import split_words


def corpus_of(*pairs: tuple[str, str]) -> Corpus:
    return Corpus("some.tsv", tuple(Pair(*pair) for pair in pairs))


def words(count: int) -> str:
    return " ".join(["word"] * count)


def test_of_equal_pairs_the_first_stays():
    corpus = corpus_of(("a", "b"), ("c", "d"), ("a", "b"), ("a", "b"), ("a", "d"), ("c", "b"))
    kept = cleaned(corpus)
    assert kept.pairs == (*corpus.pairs[:2], *corpus.pairs[4:])
    assert kept.dropped == (Dropped(3, Message("duplicate")), Dropped(4, Message("duplicate")))


def test_pairs_are_compared_after_normalisation(tmp_path: Path):
    path = tmp_path / "x.tsv"
    path.write_text("你好!\tHello  there\n你好！\tHello\u00a0there\n", encoding="utf-8")
    assert cleaned(read_tsv(path)).pairs == (Pair("你好!", "Hello there"),)


def test_line_numbers_are_those_of_the_file(tmp_path: Path):
    path = tmp_path / "x.tsv"
    path.write_text("\na\tb\nalone\n\na\tb\nc\td\nc\td\n\n")
    kept = cleaned(read_tsv(path))
    assert [(line.line, str(line.reason)) for line in kept.dropped] == [
        (1, "empty"),
        (3, "no tab between source and target"),
        (4, "empty"),
        (5, "duplicate"),
        (7, "duplicate"),
        (8, "empty"),
    ]
    assert str(kept.report) == (
        "x.tsv: 6 of 8 lines were skipped: 3 × empty, 2 × duplicate, 1 × no tab between "
        "source and target; the first is line 1."
    )


@pytest.mark.parametrize("side", [0, 1])
def test_each_side_may_have_so_many_words_and_no_more(side: int):
    pairs = [(words(50), words(count)) for count in (99, 100, 101, 102)]
    corpus = corpus_of(*(pair[:: 1 - 2 * side] for pair in pairs))
    kept = cleaned(corpus)
    assert kept.pairs == corpus.pairs[:2]
    assert [str(line.reason) for line in kept.dropped] == ["longer than 100 words"] * 2


def test_words_are_those_of_the_models():
    clause = "我有12只猫。"
    most = LONGEST // len(split_words(clause))
    corpus = corpus_of((clause * most, words(50)), (clause * (most + 1), words(50)))
    assert cleaned(corpus).pairs == corpus.pairs[:1]


@pytest.mark.parametrize("side", [0, 1])
def test_the_longer_side_has_three_times_the_shorter_one_and_ten_words_to_spare(side: int):
    for shorter in (1, 2, 10):
        most = 3 * shorter + 10
        good, bad = (words(shorter), words(most)), (words(shorter), words(most + 1))
        corpus = corpus_of(good[:: 1 - 2 * side], bad[:: 1 - 2 * side])
        kept = cleaned(corpus)
        assert kept.pairs == corpus.pairs[:1]
        assert str(kept.dropped[0].reason) == "one side is much longer than the other"


def test_what_is_clean_and_what_is_held_out_stays_as_it_is():
    for corpus in (
        corpus_of(("a", "B"), ("a", "b"), ("A", "b")),  # case tells pairs apart
        corpus_of(("您好。", "Good afternoon, and how do you do?"), ("是。", words(12))),
        corpus_of(("a b", "a b"), ("a b", "b a")),
        Corpus("x", (Pair("a", "b"),), heldout=(Pair("a", "b"),) * 2),
    ):
        assert cleaned(corpus) == corpus
    corpus = corpus_of(("a", "b"), ("a", "b"), ("c", words(101)), ("d", words(60)), ("e", "f"))
    once = cleaned(corpus)
    assert len(once.pairs) == 2
    assert cleaned(once) == once
    assert cleaned(Corpus("x", once.pairs)).dropped == ()


def test_nothing_left_is_an_error_that_says_why():
    corpus = corpus_of(("a", words(101)), ("b", words(50)), ("c", words(200)))
    with pytest.raises(CorpusError) as failure:
        cleaned(corpus)
    assert str(failure.value) == (
        "some.tsv contains no usable pairs: 2 × longer than 100 words, 1 × one side is much "
        "longer than the other."
    )
