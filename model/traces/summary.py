"""What there is to say of a model without its weights. Numpy only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model.arrays import FloatArray
from model.config import ModelConfig, Stack


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelSummary:
    """A loaded model as a window shows it.

    Attributes:
        samples: sentences that it can read, the best first.
        scripts: those of its source vocabulary, see :func:`model.text.scripts.scripts_of`.
        positions: the source's positional encodings, or the target's where there is no source,
            ``[max_len, d_model]``; read-only.
        biases: of relative positions, for each stack ``[heads, distance]`` as
            :func:`bias_shape` says; read-only.
        record: how it was trained, plain values.
        lengths: of the strings that it has learned from, in letters; None of sentences.
    """

    name: str
    task: str
    config: ModelConfig
    n_parameters: int
    device: str
    src_vocabulary: int
    tgt_vocabulary: int
    samples: tuple[str, ...]
    positions: FloatArray
    record: Mapping[str, Any]
    scripts: tuple[str, ...] = ()
    lengths: range | None = None
    biases: Mapping[Stack, FloatArray] = field(default_factory=dict)

    @property
    def largest_bias(self) -> float:
        """The farthest from 0 of any head and distance; 0 where there are none."""
        return max((float(np.abs(heads).max()) for heads in self.biases.values()), default=0.0)


def bias_shape(config: ModelConfig, stack: Stack) -> tuple[int, int]:
    """Heads, and distances from the farthest key before a query to the farthest one after it.

    In the decoder the last is the query itself. Keys farther away have the bias of the farthest.
    """
    reach = min(config.relative_distance, config.max_len - 1)
    return config.n_heads, (2 * reach if stack == "encoder" else reach) + 1
