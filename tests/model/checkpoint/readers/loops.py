"""Models of somebody's own training loop, and what torch computes with them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model.traces.trace import KINDS

PAD, START, END, UNKNOWN = 1, 2, 3, 0
"""Ids as PyTorch's own tutorial has them."""
SPECIAL = ["<unk>", "<pad>", "<bos>", "<eos>"]
ROWS = (PAD, START, END, UNKNOWN)


class Own:
    """A loop's model; called as those of the hub are."""

    def __call__(self, input_ids: Tensor, decoder_input_ids: Tensor, **_: bool) -> SimpleNamespace:
        """One sentence, ``[1, length]``."""
        weights = self.weights(input_ids, decoder_input_ids)
        return SimpleNamespace(
            logits=self.logits(input_ids, decoder_input_ids),
            **{f"{kind}_attentions": [w[None] for w in weights[kind]] for kind in KINDS},
        )

    def generate(
        self, given: Tensor, *, max_new_tokens: int, bad_words_ids: Any, **_: object
    ) -> Tensor:
        """The best token again and again; ``bad_words_ids`` are never chosen."""
        fed = [START]
        with torch.no_grad():
            for _step in range(max_new_tokens):
                logits = self.logits(given, torch.tensor([fed]))[0, -1]
                logits[[bad for (bad,) in bad_words_ids or []]] = -math.inf
                fed.append(int(logits.argmax()))
        return torch.tensor([fed])

    def logits(self, src: Tensor, tgt: Tensor) -> Tensor:
        """``[1, source]``, ``[1, target]`` → ``[1, target, vocabulary]``."""
        raise NotImplementedError

    def weights(self, src: Tensor, tgt: Tensor) -> Mapping[str, list[Tensor]]:
        """Of each kind and layer, ``[heads, query, key]``."""
        raise NotImplementedError


def vocabulary(path: Path, name: str, size: int) -> Path:
    """A list of words, one a line."""
    words = [*SPECIAL, *(f"{name}{index}" for index in range(size - len(SPECIAL)))]
    (path / f"{name}.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return path / f"{name}.txt"


def random_texts(name: str, count: int, size: int, *, seed: int = 5) -> list[str]:
    noise = np.random.default_rng(seed)
    lengths = noise.integers(1, 9, size=count)
    return [
        " ".join(f"{name}{i}" for i in noise.integers(0, size - len(SPECIAL), size=length))
        for length in lengths
    ]


def rows_of(size: int) -> list[int]:
    return [*ROWS, *range(len(SPECIAL), size)]
