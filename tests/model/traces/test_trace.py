"""A trace holds the right rows under the right tokens."""

import dataclasses
import math

import numpy as np
import pytest

from model.arrays import frozen
from model.special_tokens import BOS_ID
from model.traces.trace import KINDS, Candidate, DecodeStep, Trace

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


def test_a_step_makes_a_new_trace_and_a_stopped_one_is_finished_and_says_why():
    old = trace_of(1)
    new = old.with_step(step(1), translation="I have")
    assert (len(old.steps), len(new.steps), new.translation) == (1, 2, "I have")
    stopped = new.stopped("length limit")
    assert (stopped.finished, stopped.stop) == (True, "length limit")
    assert step(0).probability == step(0).candidates[0].probability == pytest.approx(0.5)
    assert not step(0).given


def test_rows_are_queries_and_columns_are_keys_of_that_kind():
    trace, fed = trace_of(3), ("<s>", "I", "have")
    axes = {kind: (trace.query_tokens(kind), trace.key_tokens(kind)) for kind in KINDS}
    source = trace.source_tokens
    assert axes == {"encoder": (source, source), "decoder": (fed, fed), "cross": (fed, source)}
    assert (trace.fed_tokens, trace.predicted_tokens) == (fed, TOKENS)
    assert (trace.fed_ids, trace.predicted_ids) == ((BOS_ID, 4, 5), (4, 5, 6))
    assert (trace_of(0).fed_ids, trace_of(0).predicted_ids) == ((), ())


def test_rows_stand_below_one_another_and_are_zero_after_the_diagonal():
    trace = trace_of(3)
    for layer, head, row, key in np.ndindex(trace.weights("cross").shape):
        place = 1000 * layer + 100 * head + 10 * row + key
        assert trace.weights("cross")[layer, head, row, key] == place + 0.5
        if key < 3:
            expected = place if key <= row else 0
            assert trace.weights("decoder")[layer, head, row, key] == expected


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_weights_masks_and_tokens_have_the_same_shape_and_their_size_is_known(steps: int):
    trace = trace_of(steps)
    for kind in KINDS:
        rows, columns = len(trace.query_tokens(kind)), len(trace.key_tokens(kind))
        assert trace.weights(kind).shape == (LAYERS, HEADS, rows, columns)
        assert trace.mask(kind).shape == (rows, columns)
    numbers = SOURCE * SOURCE + SOURCE * steps + np.tri(steps).sum()
    assert trace.nbytes == 4 * LAYERS * HEADS * numbers
    assert trace.log_probability == pytest.approx(math.log(0.5**steps))


def test_weights_are_float32_built_once_and_read_only_and_only_the_decoder_masks_the_future():
    trace = trace_of(3)
    for kind in KINDS:
        assert trace.weights(kind).dtype == np.float32
        assert trace.weights(kind) is trace.weights(kind)
        assert not trace.weights(kind).flags.writeable
        assert not trace.mask(kind).flags.writeable
        expected = np.tri(3, dtype=bool) if kind == "decoder" else True
        assert (trace.mask(kind) == expected).all()


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
