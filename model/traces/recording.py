"""The attention of one decode, its rows written one by one or all at once. Numpy only."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from model.arrays import FloatArray, frozen
from model.config import ModelConfig
from model.messages import SourceError
from model.text.tokenizer import Source, opening

LARGEST_RECORDING = 2**30
"""Maximum size of a trace's weights in bytes."""

_MEGABYTE = 2**20


class Recording:
    """Decoder and cross rows of one decode; append-only.

    Returned arrays are read-only and never change: one thread may read them while another appends.
    The step is the first axis, and rows are not initialised in advance, so that memory is allocated
    only for steps that happen.
    """

    def __init__(self, *, n_layers: int, n_heads: int, n_source: int, max_steps: int) -> None:
        rows = (max_steps, n_layers, n_heads)
        self._decoder = np.empty((*rows, max_steps), np.float32)  # [step, layers, heads, key]
        self._cross = np.empty((*rows, n_source), np.float32)  # [step, layers, heads, source]
        self._steps = 0

    def __len__(self) -> int:
        return self._steps

    @property
    def n_layers(self) -> int:
        return int(self._cross.shape[1])

    def append(
        self, decoder_rows: FloatArray, cross_rows: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Copy one step's rows and return read-only views of them, in the same shapes.

        Args:
            decoder_rows: ``[layers, heads, key]``, one key more than there were steps.
            cross_rows: ``[layers, heads, source]``.

        Raises:
            IndexError: there is no room for another step.
        """
        row, keys = self._steps, self._steps + 1
        self._decoder[row, :, :, :keys] = decoder_rows
        self._decoder[row, :, :, keys:] = 0  # the traces to come show these keys as well
        self._cross[row] = cross_rows
        self._steps = keys
        return frozen(self._decoder[row, :, :, :keys]), frozen(self._cross[row])

    def decoder_weights(self, steps: int) -> FloatArray:
        """Of the first steps, ``[layers, heads, query, key]``; 0 after the diagonal; read-only.

        Raises:
            ValueError: fewer steps are recorded.
        """
        self._check(steps)
        return frozen(self._decoder[:steps, :, :, :steps].transpose(1, 2, 0, 3))

    def cross_weights(self, steps: int) -> FloatArray:
        """Of the first steps, ``[layers, heads, query, source]``; read-only.

        Raises:
            ValueError: fewer steps are recorded.
        """
        self._check(steps)
        return frozen(self._cross[:steps].transpose(1, 2, 0, 3))

    def _check(self, steps: int) -> None:
        if steps > self._steps:
            raise ValueError(f"{self._steps} steps are recorded, not {steps}")


class WholePass(Recording):
    """The matrices of one pass over the whole target, the cells after the diagonal included.

    Rows that may look ahead change when more comes: this is how they are after the newest step.
    """

    def __init__(self, decoder: FloatArray, cross: FloatArray) -> None:
        """``[layers, heads, target, target]`` and ``[layers, heads, target, source]``."""
        layers, heads, _, n_source = cross.shape
        super().__init__(n_layers=layers, n_heads=heads, n_source=n_source, max_steps=0)
        self._whole_decoder, self._whole_cross = decoder, cross

    def __len__(self) -> int:
        return int(self._whole_cross.shape[2])

    def decoder_weights(self, steps: int) -> FloatArray:
        """Of the first steps, ``[layers, heads, query, key]``; read-only."""
        return frozen(self._whole_decoder[:, :, :steps, :steps])

    def cross_weights(self, steps: int) -> FloatArray:
        """Of the first steps, ``[layers, heads, query, source]``; read-only."""
        return frozen(self._whole_cross[:, :, :steps])


class GivenTarget(NamedTuple):
    """The attention over a target that was given: a recording, and what is new with each step.

    ``rows`` are ``[layers, heads, key]`` of decoder and of cross attention, read-only.
    """

    recording: Recording
    rows: tuple[tuple[FloatArray, FloatArray], ...]


def given_target(decoder: FloatArray, cross: FloatArray, *, looks_ahead: bool) -> GivenTarget:
    """The matrices of one pass over a target as those of single steps.

    ``decoder`` is ``[layers, heads, target, target]``, ``cross`` ``[layers, heads, target,
    source]``; unless one ``looks_ahead``, keys after the diagonal are dropped.
    """
    layers, heads, steps, n_source = cross.shape
    if looks_ahead:
        rows = ((decoder[:, :, row], cross[:, :, row]) for row in range(steps))
        return GivenTarget(
            WholePass(decoder, cross), tuple((frozen(own), frozen(read)) for own, read in rows)
        )
    recording = Recording(n_layers=layers, n_heads=heads, n_source=n_source, max_steps=steps)
    return GivenTarget(
        recording,
        tuple(
            recording.append(decoder[:, :, row, : row + 1], cross[:, :, row])
            for row in range(steps)
        ),
    )


def recorded_bytes(config: ModelConfig, *, n_source: int, n_steps: int) -> int:
    """Bytes of the float32 weights of all three kinds after ``n_steps`` steps."""
    encoder = config.depth("encoder") * n_source * n_source
    decoder = config.depth("decoder") * n_steps * (n_steps + n_source)
    return (encoder + decoder) * config.n_heads * np.dtype(np.float32).itemsize


def check_size(source: Source, config: ModelConfig, *, max_steps: int) -> None:
    """Raise SourceError if the weights could take more than :data:`LARGEST_RECORDING`."""
    needed = recorded_bytes(config, n_source=len(source.ids), n_steps=max_steps)
    if needed > LARGEST_RECORDING:
        raise SourceError(
            "The source “{start}” has {tokens} tokens: all heads for up to {steps} target "
            "tokens would need {needed} MB; the limit is {limit} MB. Translate it in parts.",
            start=opening(source.text),
            tokens=len(source.prompt) or len(source.ids) - 1,
            steps=max_steps,
            needed=math.ceil(needed / _MEGABYTE),
            limit=LARGEST_RECORDING // _MEGABYTE,
        )
