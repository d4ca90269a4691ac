"""Rows of a decode are kept once, and nothing that was handed out changes."""

import threading

import numpy as np
import pytest

from model.config import ModelConfig
from model.messages import SourceError
from model.text.tokenizer import Source
from model.traces.recording import (
    LARGEST_RECORDING,
    Recording,
    check_size,
    given_target,
    recorded_bytes,
)

LAYERS, HEADS, SOURCE, STEPS = 2, 3, 5, 7
LARGE = ModelConfig(n_layers=6, n_heads=8, d_model=64, d_ff=64, max_len=4096)


@pytest.fixture(autouse=True)
def _used_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """New memory holds what somebody left there."""
    monkeypatch.setattr(np, "empty", lambda shape, dtype: np.full(shape, np.nan, dtype))


def rows(seed: int, keys: int) -> np.ndarray:
    """``[layers, heads, key]``, none of them 0."""
    noise = np.random.default_rng(seed).random((LAYERS, HEADS, keys), dtype=np.float32)
    return noise + np.float32(0.5)


def decoder_rows(step: int) -> np.ndarray:
    return rows(step, step + 1)


def cross_rows(step: int) -> np.ndarray:
    return rows(1000 + step, SOURCE)


def empty(max_steps: int = STEPS) -> Recording:
    return Recording(n_layers=LAYERS, n_heads=HEADS, n_source=SOURCE, max_steps=max_steps)


def recorded(steps: int, *, max_steps: int = STEPS) -> Recording:
    recording = empty(max_steps)
    for step in range(steps):
        recording.append(decoder_rows(step), cross_rows(step))
    return recording


def matrices(steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Decoder and cross weights, put together cell by cell."""
    decoder = np.zeros((LAYERS, HEADS, steps, steps), np.float32)
    cross = np.zeros((LAYERS, HEADS, steps, SOURCE), np.float32)
    for step in range(steps):
        for layer, head in np.ndindex(LAYERS, HEADS):
            decoder[layer, head, step, : step + 1] = decoder_rows(step)[layer, head]
            cross[layer, head, step] = cross_rows(step)[layer, head]
    return decoder, cross


def source_of(tokens: int) -> Source:
    """So many tokens and ``</s>``."""
    ids = (4,) * tokens + (2,)
    return Source(text="a " * tokens, ids=ids, tokens=("a",) * len(ids), unknown=(), notices=())


@pytest.mark.parametrize("steps", [0, 1, 4, STEPS])
def test_rows_stand_below_one_another_and_are_zero_after_the_diagonal(steps: int):
    recording = recorded(STEPS)
    decoder, cross = matrices(steps)
    np.testing.assert_array_equal(recording.decoder_weights(steps), decoder)
    np.testing.assert_array_equal(recording.cross_weights(steps), cross)


def test_a_step_gets_its_own_rows_back_in_one_read_only_memory_that_stays():
    recording, handed_out = empty(), []
    for step in range(STEPS):
        given = decoder_rows(step), cross_rows(step)
        own = recording.append(*given)
        whole = recording.decoder_weights(step + 1), recording.cross_weights(step + 1)
        for array, expected, matrix in zip(own, given, whole, strict=True):
            np.testing.assert_array_equal(array, expected)
            assert np.shares_memory(array, matrix)
        handed_out += [(array, array.copy()) for array in (*own, *whole)]
        for array in given:  # they are copied in
            array[...] = 9
        assert len(recording) == step + 1
    for array, at_first in handed_out:
        np.testing.assert_array_equal(array, at_first)
        assert array.dtype == np.float32
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_another_thread_may_read_while_steps_are_appended():
    steps = 200
    recording = empty(steps)
    decoder, cross = matrices(steps)

    def append() -> None:
        for step in range(steps):
            recording.append(decoder_rows(step), cross_rows(step))

    thread = threading.Thread(target=append)
    thread.start()
    while thread.is_alive():
        n = len(recording)
        np.testing.assert_array_equal(recording.decoder_weights(n), decoder[:, :, :n, :n])
        np.testing.assert_array_equal(recording.cross_weights(n), cross[:, :, :n])
    thread.join()
    np.testing.assert_array_equal(recording.decoder_weights(steps), decoder)


def test_there_are_no_more_rows_than_were_recorded_or_asked_for():
    recording = recorded(2, max_steps=2)
    for weights in (recording.decoder_weights, recording.cross_weights):
        with pytest.raises(ValueError, match="2 steps are recorded, not 3"):
            weights(3)
    with pytest.raises(IndexError):
        recording.append(decoder_rows(2), cross_rows(2))
    assert len(recording) == 2


def test_the_size_is_that_of_the_three_arrays():
    shapes = [(6, 8, 30, 30), (6, 8, 20, 20), (6, 8, 20, 30)]
    arrays = [np.zeros(shape, np.float32) for shape in shapes]
    assert recorded_bytes(LARGE, n_source=30, n_steps=20) == sum(one.nbytes for one in arrays)


def test_the_largest_recording_is_allowed_and_one_step_more_is_not():
    check_size(source_of(511), LARGE, max_steps=512)  # 512 × 512 tokens of 48 heads
    source = source_of(999)
    fitting = max(
        steps
        for steps in range(4096)
        if recorded_bytes(LARGE, n_source=1000, n_steps=steps) <= LARGEST_RECORDING
    )
    check_size(source, LARGE, max_steps=fitting)
    with pytest.raises(SourceError):
        check_size(source, LARGE, max_steps=fitting + 1)


def test_the_refusal_says_how_many_tokens_how_much_memory_and_the_limit():
    with pytest.raises(SourceError) as refused:
        check_size(source_of(999), LARGE, max_steps=2010)
    # 48 heads × (1000² + 2010² + 2010 × 1000) cells of 4 bytes are 1290.9 MB of 2²⁰
    assert str(refused.value) == (
        "The source “a a a a a a a a a a a a …” has 999 tokens: all heads for up to 2010 "
        "target tokens would need 1291 MB; the limit is 1024 MB. Translate it in parts."
    )


@pytest.mark.parametrize("looks_ahead", [False, True])
def test_a_given_target_is_what_its_matrices_were(looks_ahead):
    noise = np.random.default_rng(2)
    decoder = noise.random((LAYERS, HEADS, STEPS, STEPS), dtype=np.float32)
    cross = noise.random((LAYERS, HEADS, STEPS, SOURCE), dtype=np.float32)
    given = given_target(decoder, cross, looks_ahead=looks_ahead)
    seen = np.ones((STEPS, STEPS)) if looks_ahead else np.tri(STEPS)
    assert len(given.recording) == len(given.rows) == STEPS
    np.testing.assert_array_equal(given.recording.decoder_weights(STEPS), decoder * seen)
    np.testing.assert_array_equal(given.recording.cross_weights(STEPS), cross)
    for row, (own, read) in enumerate(given.rows):
        keys = STEPS if looks_ahead else row + 1
        np.testing.assert_array_equal(own, decoder[:, :, row, :keys])
        np.testing.assert_array_equal(read, cross[:, :, row])
        assert not own.flags.writeable
        assert not read.flags.writeable
