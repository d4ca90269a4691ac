"""Traces of any size without a model: random weights whose rows sum to 1."""

import numpy as np

from model.arrays import frozen
from model.traces.trace import DecodeStep, Trace
from tests.bench.wordy_model import WORDS


def random_trace(tokens: int, *, layers: int = 6, heads: int = 8, seed: int = 0) -> Trace:
    """A finished trace, ``tokens × tokens`` in all three kinds."""
    noise = np.random.default_rng(seed)
    names = tuple(WORDS[index % len(WORDS)] for index in range(tokens))
    encoder, cross, decoder = (
        noise.random((layers, heads, tokens, tokens), dtype=np.float32) for _ in range(3)
    )
    decoder *= np.tri(tokens, dtype=np.float32)
    for weights in (encoder, cross, decoder):
        np.power(weights, 8, out=weights)
        np.divide(weights, weights.sum(axis=-1, keepdims=True), out=weights)
        frozen(weights)
    trace = Trace(
        source_text=" ".join(names),
        source_tokens=names,
        source_ids=tuple(range(tokens)),
        encoder_weights=encoder,
        steps=tuple(_step(names, index, decoder, cross) for index in range(tokens)),
        stop="length limit",
    )
    # as a recording has them; put together from the steps they would be copies
    vars(trace).update(decoder_weights=decoder, cross_weights=cross)
    return trace


def _step(names: tuple[str, ...], index: int, decoder: np.ndarray, cross: np.ndarray) -> DecodeStep:
    return DecodeStep(
        index=index,
        fed="<s>" if index == 0 else names[index - 1],
        token=names[index],
        token_id=index,
        log_probability=-1.0,
        candidates=(),
        entropy=1.0,
        decoder_rows=decoder[:, :, index, : index + 1],
        cross_rows=cross[:, :, index],
    )
