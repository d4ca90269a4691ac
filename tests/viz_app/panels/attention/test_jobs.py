"""Scores of alignments and names of heads over a sample, against own loops over its pairs."""

import copy
from collections import Counter
from itertools import islice

import numpy as np
import pytest
import torch

from model.checkpoint.file import load
from model.decoding.greedy import translate_steps
from model.lessons.alignment import words_of
from model.text.tasks import aligned_pairs
from model.text.tokenizer import whole_target_ids
from model.traces.head_names import NAMED_FROM
from model.traces.trace import KINDS
from viz_app.panels.attention.jobs import aligned_sample_steps, name_steps
from viz_app.workbench.jobs import ModelCache


@pytest.mark.parametrize("task", ["reverse", "passive"])
def test_a_sample_has_the_scores_of_an_own_loop(task, one_torch_thread):
    cache, model = ModelCache(), load(task)
    key = cache.put(model)
    reports = [*filter(None, aligned_sample_steps(cache, key))]
    assert {of for of, _ in reports} == {key}
    samples = [sample for _, sample in reports]
    assert [sample.n for sample in samples] == [10, 20, 30, 40, 50]
    sample = samples[-1]
    assert (sample.total, sample.task) == (50, task)
    best = sample.by_row["predicted"][0]
    counts = Counter()
    for pair, links in islice(aligned_pairs(task, seed=17), 50):
        ids = whole_target_ids(pair.target, model.tgt_tokenizer)
        *_, trace = translate_steps(model, pair.source, prefix=ids)
        weights, gold = trace.cross_weights[best.layer], set(links)
        weights = weights.mean(axis=0) if best.head is None else weights[best.head]
        sides = (words_of(tokens) for tokens in (trace.source_tokens, trace.predicted_tokens))
        source, target = sides
        made = {
            (source[int(row[: source.index(None)].argmax())], word)
            for row, word in zip(weights, target, strict=True)
            if word is not None
        }
        counts.update(made=len(made), right=len(made & gold), gold=len(gold))
    error = 1 - 2 * counts["right"] / (counts["made"] + counts["gold"])
    assert best.scores.error_rate == pytest.approx(error, abs=1e-9)
    assert best.scores.precision == pytest.approx(counts["right"] / counts["made"], abs=1e-9)
    assert best.scores.error_rate < 0.2 < sample.by_row["fed"][0].scores.error_rate
    assert [each.scores.error_rate for each in sample.by_row["fed"]] == (
        sorted(each.scores.error_rate for each in sample.by_row["fed"])
    )


def test_heads_of_reverse_are_alignments_and_those_of_random_weights_have_no_name(
    one_torch_thread,
):
    cache, model = ModelCache(), load("reverse")
    *_, names = filter(None, name_steps(cache, cache.put(model)))
    assert names.finished
    assert names.sample.values == {"count": 50, "task": "reverse"}
    total, rows = 0.0, 0
    for pair, _ in islice(aligned_pairs("reverse", seed=17), 50):
        ids = whole_target_ids(pair.target, model.tgt_tokenizer)
        *_, trace = translate_steps(model, pair.source, prefix=ids)
        n = len(pair.source.split())
        total += sum(trace.cross_weights[:, :, row, n - 1 - row] for row in range(n))
        rows += n
    expected = total / rows  # [layers, heads]
    assert names.scores["cross", "alignment"] == pytest.approx(expected, abs=1e-5)
    for place in np.ndindex(*expected.shape):
        found = [name for name, _ in names.of("cross", *place)]
        assert found == ["alignment"] * bool(expected[place] >= NAMED_FROM)
    assert (expected >= NAMED_FROM).any()
    random = copy.deepcopy(model)
    with torch.no_grad():
        for weights in random.network.parameters():
            weights.normal_(std=0.1, generator=torch.Generator().manual_seed(weights.numel()))
    *_, names = filter(None, name_steps(cache, cache.put(random)))
    for kind in KINDS:
        assert not any(names.of(kind, *place) for place in np.ndindex(*expected.shape))
