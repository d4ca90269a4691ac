"""What there is to say of a model without its weights. Numpy only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model.arrays import FloatArray
from model.config import ModelConfig


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelSummary:
    """A loaded model as a window shows it.

    Attributes:
        samples: sentences that it can read, the best first.
        scripts: those of its source vocabulary, see :func:`model.text.scripts.scripts_of`.
        positions: the source's positional encodings, or the target's where there is no source,
            ``[max_len, d_model]``; read-only.
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
