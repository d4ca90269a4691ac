"""Alignments and error rates by hand, and shipped models against known alignments."""

import math
from collections import defaultdict

import numpy as np
import pytest

from model.checkpoint.file import load
from model.decoding.greedy import translate
from model.lessons.alignment import (
    AlignedTrace,
    GoldLinks,
    aligned_trace,
    aligned_words,
    alignment_scores,
    head_scores,
    pharaoh,
    read_pharaoh,
    words_of,
)
from model.messages import CorpusError
from model.text.tasks import task_pairs


def test_words_of_subwords_and_special_tokens():
    assert words_of(("the", "ca", "##t", ".", "</s>")) == (0, 1, 1, 2, None)


def test_links_are_the_largest_weights_ties_to_the_left_and_never_the_end():
    weights = np.array([[0.1, 0.1, 0.8], [0.3, 0.3, 0.4], [0.2, 0.7, 0.1]], np.float32)
    assert aligned_words(weights, (0, 1, None), (0, 1, 1)) == {(0, 0), (0, 1), (1, 1)}
    assert aligned_words(weights, (None, None, None), (0, 1, 1)) == frozenset()
    assert aligned_words(weights, (0, 0, None), (0, None, 1)) == {(0, 0), (0, 1)}


def test_files_of_links_are_read_and_written():
    gold = read_pharaoh("0-0 2-1 1?2", n_source=3, n_target=3)
    assert gold == GoldLinks(frozenset({(0, 0), (2, 1)}), frozenset({(0, 0), (2, 1), (1, 2)}))
    assert pharaoh(gold.possible) == "0-0 2-1 1-2"
    for line, sentence in (
        ("0-0 1:1", "'1:1' is not a link such as 0-0 or 2"),
        ("0-0 3-1", "The link 3-1 does not fit its sentences of 3 and 3 words."),
        ("-1-0", "'-1-0' is not a link"),
    ):
        with pytest.raises(CorpusError) as refused:
            read_pharaoh(line, n_source=3, n_target=3)
        assert str(refused.value).startswith(sentence)


def test_the_error_rate_of_a_corpus_by_hand():
    # |A| = 5, |S| = 4, |A∩S| = 3, |A∩P| = 4: AER = 1 - 7/9
    found = [
        (frozenset({(0, 0), (1, 1), (2, 2)}), read_pharaoh("0-0 1-1 2?2", n_source=3, n_target=3)),
        (frozenset({(0, 0), (1, 0)}), read_pharaoh("0-0 1-1", n_source=2, n_target=2)),
    ]
    scores = alignment_scores(found)
    assert scores.error_rate == pytest.approx(1 - 7 / 9, abs=1e-9)
    assert scores.precision == pytest.approx(4 / 5, abs=1e-9)
    assert scores.recall == pytest.approx(3 / 4, abs=1e-9)
    assert math.isnan(alignment_scores([]).recall)


def test_by_fed_rows_the_last_word_has_no_row_but_counts_and_bad_lines_are_quoted():
    trace = translate(load("reverse"), "a b c d")
    for row, words in (("predicted", (0, 1, 2, 3, None)), ("fed", (None, 0, 1, 2, None))):
        aligned = aligned_trace(trace, row)
        assert (aligned.target, aligned.counts) == (words, (4, 4))
        assert aligned.read_gold("3?3", path="gold", number=1).possible == {(3, 3)}
        with pytest.raises(CorpusError, match=r"^gold, line 7: The link 4-0 does not fit"):
            aligned.read_gold("0-0 4-0", path="gold", number=7)


def test_heads_are_sorted_by_error_rate_with_the_mean_of_each_layer():
    weights = np.zeros((1, 2, 2, 2), np.float32)
    weights[0, 0] = [[0.6, 0.4], [0.4, 0.6]]
    weights[0, 1] = [[0.1, 0.9], [0.9, 0.1]]
    trace = AlignedTrace(weights, (0, 1), (0, 1), (2, 2))
    ranked = head_scores([trace.every_links()], [read_pharaoh("0-0 1-1", n_source=2, n_target=2)])
    assert [(layer, head, scores.error_rate) for layer, head, scores in ranked] == [
        (0, 0, 0.0),
        (0, None, 1.0),
        (0, 1, 1.0),
    ]


@pytest.mark.parametrize(("row", "low", "high"), [("predicted", 0.9, 1), ("fed", 0, 0.1)])
def test_the_row_decides_in_layer_1_of_reverse(row, low, high):
    """Links of the task as this test computes them: word k comes from word n − 1 − k."""
    reverse = load("reverse")
    found = defaultdict(list)
    for pair in task_pairs("reverse", 40, seed=3):
        trace, count = translate(reverse, pair.source), len(pair.source.split())
        links = frozenset((count - 1 - place, place) for place in range(count))
        for (layer, head), made in aligned_trace(trace, row).every_links().items():
            if layer == 0:
                found[head].append((made, GoldLinks(links, links)))
    assert len(found) == 1 + reverse.config.n_heads
    for each in found.values():
        assert low <= alignment_scores(each).recall <= high
