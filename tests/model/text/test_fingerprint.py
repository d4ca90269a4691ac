"""The fingerprint: equal for equal sentences in equal order, and for nothing else."""

import hashlib
import itertools
import json

import pytest

from model.messages import Message
from model.text.corpora import Corpus, Dropped, Pair


def corpus_of(pairs: list[tuple[str, str]], heldout: list[tuple[str, str]] | None = None) -> Corpus:
    held = tuple(Pair(*pair) for pair in heldout or [])
    return Corpus("x", tuple(Pair(*pair) for pair in pairs), heldout=held)


def test_it_is_the_sha256_of_the_text_that_is_documented():
    text = rb'[[["\u732b", "a \"cat\""], ["b", "c"]], [["d", "e"]]]'
    corpus = corpus_of([("猫", 'a "cat"'), ("b", "c")], [("d", "e")])
    assert corpus.fingerprint == hashlib.sha256(text).hexdigest()[:16]


@pytest.mark.parametrize("heldout", [0, 1, 1000, 2001])
def test_of_many_pairs_it_is_the_same_sha256(heldout):
    pairs = [(f"a {number}", f"猫 {number}") for number in range(2500)]
    text = json.dumps([pairs[heldout:], pairs[:heldout]]).encode()
    corpus = corpus_of(pairs[heldout:], pairs[:heldout])
    assert corpus.fingerprint == hashlib.sha256(text).hexdigest()[:16]


def test_corpora_that_differ_in_any_way_have_different_ones():
    corpora = [
        corpus_of([("a", "b"), ("c", "d")]),
        corpus_of([("c", "d"), ("a", "b")]),
        corpus_of([("b", "a"), ("c", "d")]),
        corpus_of([("a", "B"), ("c", "d")]),
        corpus_of([("a", "b")], [("c", "d")]),
        corpus_of([], [("a", "b"), ("c", "d")]),
        corpus_of([("a", "bc"), ("", "d")]),
        corpus_of([("a", "b\tc"), ("d", "")]),
        corpus_of([("a", 'b"], ["c'), ("", "d")]),
        corpus_of([]),
    ]
    for one, other in itertools.combinations(corpora, 2):
        assert one.fingerprint != other.fingerprint


def test_only_sentences_count():
    corpus = corpus_of([("a", "b")])
    same = Corpus(
        "y", corpus.pairs, dropped=(Dropped(1, Message("empty")),), attributions=("#1 (ann)",)
    )
    assert same.fingerprint == corpus.fingerprint


def test_half_a_character_is_no_obstacle():
    assert len(corpus_of([("\ud800", "a")]).fingerprint) == 16
