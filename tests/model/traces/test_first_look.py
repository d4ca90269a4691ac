"""Where a translation is looked at first."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

from model.special_tokens import SPECIAL_TOKENS
from model.traces.head_measures import (
    FUNCTION_WORDS,
    agreement,
    aligned_head,
    first_content_step,
    most_changed_head,
)
from model.traces.trace import DecodeStep, Trace


@pytest.mark.parametrize(
    ("target", "word"),
    [
        ("I have a cat . </s>", "cat"),
        ("The weather is good . </s>", "weather"),
        ("Yesterday he came . </s>", "Yesterday"),
        ("I don't know . </s>", "know"),
        ("It isn't him . </s>", "It"),  # nothing but function words: the first of them
        ("“ , hello . </s>", "hello"),
        ("a un ##likely end </s>", "un"),
        ("a b c </s>", "a"),  # letters of a toy task are no words
        ("a b long </s>", "b"),
        (". ! </s>", "."),  # no word at all
        ("</s>", "</s>"),
    ],
)
def test_the_first_content_step_has_the_first_word_that_means_something(target, word):
    tokens = target.split()
    assert tokens[first_content_step(tokens)] == word


def test_function_words_are_lower_case_words_that_the_reader_is_shown():
    assert first_content_step(()) == 0
    assert {word.lower() for word in FUNCTION_WORDS} == FUNCTION_WORDS
    assert all(word.isalpha() and word not in SPECIAL_TOKENS for word in FUNCTION_WORDS)
    for page in (Path(__file__).parents[3] / "resources" / "guide").glob("window.*.md"):
        (listed,) = re.findall(r"```\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        assert set(listed.split()) == FUNCTION_WORDS, page.name


def trace_with(cross, target, source):
    """``cross`` is ``[layers, heads, query, key]``."""
    layers, heads, _, keys = cross.shape
    steps = tuple(
        DecodeStep(
            index=index,
            fed="x",
            token=token,
            token_id=9,
            log_probability=0.0,
            candidates=(),
            entropy=0.0,
            decoder_rows=np.zeros((layers, heads, index + 1), np.float32),
            cross_rows=cross[:, :, index],
        )
        for index, token in enumerate(target)
    )
    return Trace(
        source_text="x",
        source_tokens=tuple(source),
        source_ids=(9,) * keys,
        encoder_weights=np.zeros((layers, heads, keys, keys), np.float32),
        steps=steps,
    )


def random_trace(seed):
    weights = np.random.default_rng(seed).random((2, 3, 4, 5), dtype=np.float32) ** 4
    weights /= weights.sum(-1, keepdims=True)
    return trace_with(weights, ["My", "friend", ".", "</s>"], ["我", "朋", "友", "。", "</s>"])


@pytest.mark.parametrize("seed", range(5))
def test_agreement_is_the_weight_on_what_all_heads_together_look_at_most(seed):
    trace = random_trace(seed)
    expected = np.zeros((2, 3))
    for row in (0, 1):  # the two words of the target
        mean = trace.cross_weights[:, :, row, :3].mean(axis=(0, 1))
        favourite = max(range(3), key=lambda key, mean=mean: mean[key])
        expected += trace.cross_weights[:, :, row, favourite] / 2
    assert np.allclose(agreement(trace), expected)
    layer, head = aligned_head(trace)
    assert expected[layer, head] == pytest.approx(expected.max())


def test_a_head_that_always_looks_at_the_end_is_not_aligned():
    """However peaked it is."""
    cross = np.zeros((1, 3, 3, 3), np.float32)
    cross[0, 0, :, 2] = 1.0
    cross[0, 1] = np.eye(3) * 0.7 + 0.1
    cross[0, 2] = 1 / 3
    assert aligned_head(trace_with(cross, ["big", "cat", "</s>"], ["大", "猫", "</s>"])) == (0, 1)
    assert aligned_head(dataclasses.replace(random_trace(0), steps=())) == (0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_head_that_changed_most_has_the_largest_part_of_its_row_on_other_keys(seed):
    one, other = random_trace(seed), random_trace(seed + 9)
    gained = one.cross_weights[:, :, 2] - other.cross_weights[:, :, 2]
    moved = np.maximum(gained, 0).sum(axis=-1)
    kind, layer, head, share = most_changed_head(one, other, 2)
    assert kind == "cross"
    assert share == pytest.approx(moved.max(), abs=1e-6)
    assert moved[layer, head] == pytest.approx(share, abs=1e-6)


def test_a_key_that_only_one_of_both_rows_has_counts_and_what_is_no_number_does_not():
    one, other = random_trace(0), random_trace(1)
    rows = np.zeros((2, 3, 3), np.float32)
    rows[1, 2] = 0.0, 0.0, 1.0  # all on a key that the other one, which is shorter, has not
    rows[0, 0] = np.nan
    first = dataclasses.replace(one.steps[0], decoder_rows=rows)
    second = dataclasses.replace(
        other.steps[0], decoder_rows=np.zeros((2, 3, 1), np.float32), cross_rows=first.cross_rows
    )
    both = (
        dataclasses.replace(trace, steps=(step,)) for trace, step in ((one, first), (other, second))
    )
    assert most_changed_head(*both, 0) == ("decoder", 1, 2, 0.5)
