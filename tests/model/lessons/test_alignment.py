"""Alignments and error rates by hand, and shipped models against known alignments."""

import math
from collections import defaultdict
from itertools import islice, product

import numpy as np
import pytest

from model.checkpoint.file import load
from model.decoding.greedy import translate
from model.lessons.alignment import (
    GoldLinks,
    aligned_trace,
    aligned_words,
    alignment_scores,
    pharaoh,
    read_pharaoh,
    words_of,
)
from model.messages import CorpusError
from model.text.passive import aligned_pairs
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


@pytest.mark.parametrize(("row", "low", "high"), [("predicted", 0.9, 1), ("fed", 0, 0.1)])
def test_the_row_decides_in_layer_1_of_reverse(row, low, high):
    reverse = load("reverse")
    found = defaultdict(list)
    for pair in task_pairs("reverse", 40, seed=3):
        trace, count = translate(reverse, pair.source), len(pair.source.split())
        links = frozenset((count - 1 - place, place) for place in range(count))
        aligned = aligned_trace(trace, row)
        for head in (None, *range(reverse.config.n_heads)):
            found[head].append((aligned.links(0, head), GoldLinks(links, links)))
    for each in found.values():
        assert low <= alignment_scores(each).recall <= high


def test_the_best_head_of_passive_aligns_nearly_all_words(one_torch_thread):
    model = load("passive")
    found = {}
    for made in islice(aligned_pairs(seed=11), 30):
        trace = translate(model, made.pair.source)
        if trace.translation != made.pair.target:
            continue
        aligned = aligned_trace(trace)
        gold = GoldLinks(frozenset(made.links), frozenset(made.links))
        for place in product(range(model.config.n_layers), range(model.config.n_heads)):
            found.setdefault(place, []).append((aligned.links(*place), gold))
    precision = {place: alignment_scores(each).precision for place, each in found.items()}
    assert max(precision.values()) > 0.8
