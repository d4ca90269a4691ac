"""A trace holds the right rows under the right tokens."""

import dataclasses
import math

import numpy as np
import pytest

from model.arrays import frozen
from model.special_tokens import BOS_ID
from model.traces.trace import KINDS, Candidate, DecodeStep, Kind, Trace

LAYERS, HEADS, SOURCE = 2, 3, 4
TOKENS = ("I", "have", "</s>")


def step(index: int) -> DecodeStep:
    """A step whose rows tell their own place: layer, head, row and key as digits."""
    layer, head, key = np.ogrid[:LAYERS, :HEADS, : index + 1]
    _, _, place = np.ogrid[:LAYERS, :HEADS, :SOURCE]
    number = 1000 * layer + 100 * head + 10 * index
    return DecodeStep(
        index=index,
        fed=("<s>", *TOKENS)[index],
        token=TOKENS[index],
        token_id=index + 4,
        log_probability=math.log(0.5),
        candidates=(Candidate(TOKENS[index], index + 4, math.log(0.5)),),
        entropy=1.0,
        decoder_rows=frozen((number + key).astype(np.float32)),
        cross_rows=frozen((number + place + 0.5).astype(np.float32)),
    )


def trace_of(steps: int) -> Trace:
    """A trace after so many steps."""
    trace = Trace(
        source_text="我有",
        source_tokens=("我", "有", "。", "</s>"),
        source_ids=(4, 5, 6, 2),
        encoder_weights=frozen(np.full((LAYERS, HEADS, SOURCE, SOURCE), 0.25, np.float32)),
    )
    for index in range(steps):
        trace = trace.with_step(step(index), translation=" ".join(TOKENS[: index + 1]))
    return trace


def test_a_new_trace_has_no_steps_and_is_running():
    trace = trace_of(0)
    assert trace.steps == ()
    assert not trace.finished
    assert ({trace.depth(kind) for kind in KINDS}, trace.n_heads) == ({2}, 3)
    assert trace.weights("decoder").shape == (2, 3, 0, 0)
    assert trace.weights("cross").shape == (2, 3, 0, 4)


def test_a_step_makes_a_new_trace_and_leaves_the_old_one():
    old = trace_of(1)
    new = old.with_step(step(1), translation="I have")
    assert len(old.steps) == 1
    assert len(new.steps) == 2
    assert new.translation == "I have"


def test_a_stopped_trace_is_finished_and_says_why():
    trace = trace_of(2).stopped("length limit")
    assert trace.finished
    assert trace.stop == "length limit"


def test_rows_are_queries_and_columns_are_keys_of_that_kind():
    trace = trace_of(3)
    fed = ("<s>", "I", "have")
    assert (trace.query_tokens("encoder"), trace.key_tokens("encoder")) == (
        trace.source_tokens,
        trace.source_tokens,
    )
    assert (trace.query_tokens("decoder"), trace.key_tokens("decoder")) == (fed, fed)
    assert (trace.query_tokens("cross"), trace.key_tokens("cross")) == (fed, trace.source_tokens)


def test_a_row_is_labelled_by_what_was_fed_and_what_it_predicted():
    trace = trace_of(3)
    assert trace.fed_tokens == ("<s>", "I", "have")
    assert trace.predicted_tokens == TOKENS
    assert trace.fed_ids == (BOS_ID, 4, 5)
    assert trace.predicted_ids == (4, 5, 6)
    assert (trace_of(0).fed_ids, trace_of(0).predicted_ids) == ((), ())


def test_decoder_rows_stand_below_one_another_and_are_zero_after_the_diagonal():
    weights = trace_of(3).weights("decoder")
    for layer, head, row, key in np.ndindex(weights.shape):
        expected = 1000 * layer + 100 * head + 10 * row + key if key <= row else 0
        assert weights[layer, head, row, key] == expected


def test_cross_rows_stand_below_one_another():
    weights = trace_of(3).weights("cross")
    for layer, head, row, key in np.ndindex(weights.shape):
        assert weights[layer, head, row, key] == 1000 * layer + 100 * head + 10 * row + key + 0.5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_weights_masks_and_tokens_have_the_same_shape(kind: Kind, steps: int):
    trace = trace_of(steps)
    rows, columns = len(trace.query_tokens(kind)), len(trace.key_tokens(kind))
    assert trace.weights(kind).shape == (LAYERS, HEADS, rows, columns)
    assert trace.mask(kind).shape == (rows, columns)


def test_only_the_decoder_masks_the_future():
    trace = trace_of(3)
    np.testing.assert_array_equal(trace.mask("decoder"), np.tri(3, dtype=bool))
    assert trace.mask("encoder").all()
    assert trace.mask("cross").all()


@pytest.mark.parametrize("kind", KINDS)
def test_weights_and_masks_are_read_only(kind: Kind):
    trace = trace_of(3)
    with pytest.raises(ValueError, match="read-only"):
        trace.weights(kind)[0, 0, 0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        trace.mask(kind)[0, 0] = False


@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_float32_and_built_once(kind: Kind):
    trace = trace_of(3)
    assert trace.weights(kind).dtype == np.float32
    assert trace.weights(kind) is trace.weights(kind)


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_the_targets_log_probability_is_the_sum_of_its_steps(steps: int):
    assert trace_of(steps).log_probability == pytest.approx(math.log(0.5**steps))


def test_a_step_is_the_models_choice_unless_it_is_said_to_be_given():
    assert not step(0).given
    assert dataclasses.replace(step(0), given=True).given


def test_a_probability_is_the_exponential_of_its_logarithm():
    assert step(0).probability == pytest.approx(0.5)
    assert step(0).candidates[0].probability == pytest.approx(0.5)


def test_a_trace_that_looks_ahead_has_the_whole_square():
    """Rows of all keys, put together from the steps."""
    square = np.random.default_rng(3).random((LAYERS, HEADS, 3, 3), dtype=np.float32)
    trace = trace_of(3)
    steps = tuple(
        dataclasses.replace(one, decoder_rows=frozen(square[:, :, one.index].copy()))
        for one in trace.steps
    )
    trace = dataclasses.replace(trace, steps=steps, looks_ahead=True)
    np.testing.assert_array_equal(trace.weights("decoder"), square)
    assert trace.mask("decoder").shape == (3, 3)
    assert all(trace.mask(kind).all() for kind in KINDS)
    assert not trace_of(3).looks_ahead


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_its_size_is_that_of_the_weights_that_there_are(steps: int):
    heads, kept = LAYERS * HEADS, np.tri(steps).sum()
    numbers = heads * (SOURCE * SOURCE + SOURCE * steps + kept)
    assert trace_of(steps).nbytes == 4 * numbers
