"""Models of somebody's own training loop, and what torch computes with them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from model.checkpoint.file import load_checkpoint
from model.checkpoint.importing import import_steps, recognise
from model.decoding.greedy import translate
from model.decoding.reading import read_source, read_target
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID
from model.text.source import Source
from tests.model.checkpoint.readers.hub import sources
from tests.model.decoding.together import translate_all

PAD, START, END, UNKNOWN = 1, 2, 3, 0
"""Ids as PyTorch's own tutorial has them."""
SPECIAL = ["<unk>", "<pad>", "<bos>", "<eos>"]
ROWS = (PAD, START, END, UNKNOWN)


class Own(nn.Module):
    """A loop's model."""

    def logits(self, src: Tensor, tgt: Tensor) -> Tensor:
        """``[1, source]``, ``[1, target]`` → ``[1, target, vocabulary]``."""
        raise NotImplementedError

    def weights(self, src: Tensor, tgt: Tensor) -> Mapping[str, list[Tensor]]:
        """Of each kind and layer, ``[heads, query, key]``."""
        raise NotImplementedError


@dataclass
class Loop:
    """The same model twice.

    Attributes:
        ours: imported, saved and loaded again.
        theirs: as it was trained.
        rows: foreign id of each of our target's ids.
        src_rows: of our source's.
    """

    ours: TrainedModel
    theirs: Own
    rows: Sequence[int]
    src_rows: Sequence[int]
    texts: Sequence[str] = field(default_factory=list)


def vocabulary(path: Path, name: str, size: int) -> Path:
    """A list of words, one a line."""
    words = [*SPECIAL, *(f"{name}{index}" for index in range(size - len(SPECIAL)))]
    (path / f"{name}.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return path / f"{name}.txt"


def random_texts(name: str, count: int, size: int, *, seed: int = 5) -> list[str]:
    """Of words of a vocabulary."""
    noise = np.random.default_rng(seed)
    lengths = noise.integers(1, 9, size=count)
    return [
        " ".join(f"{name}{i}" for i in noise.integers(0, size - len(SPECIAL), size=length))
        for length in lengths
    ]


def import_file(path: Path, out: Path, answers: Mapping[str, str]) -> TrainedModel:
    """A file, by way of a checkpoint."""
    for _ in import_steps(recognise(path, answers), out):
        pass
    return load_checkpoint(out)


def rows_of(size: int) -> list[int]:
    """Of a vocabulary with these special tokens."""
    return [*ROWS, *range(len(SPECIAL), size)]


def assert_equal_passes(loop: Loop, count: int = 20) -> None:
    """Logits and every weight of teacher-forced passes."""
    size, src_size = len(loop.rows), len(loop.src_rows)
    for seed, src in enumerate(sources(count, rows=src_size)):
        (tgt,) = sources(1, rows=size, seed=100 + seed)
        fed = (BOS_ID, *tgt[:-1])
        source = Source("", tuple(src), loop.ours.src_tokenizer.tokens(src), (), ())
        reading = read_source(loop.ours, source)
        ours = read_target(loop.ours, reading, fed)
        given = torch.tensor([[loop.src_rows[i] for i in src]])
        with torch.no_grad():
            theirs = loop.theirs.logits(given, torch.tensor([[loop.rows[i] for i in fed]]))
            weights = loop.theirs.weights(given, torch.tensor([[loop.rows[i] for i in fed]]))
        expected = theirs[0][:, list(loop.rows)]
        scale = max(1.0, float(expected.abs().max()))
        torch.testing.assert_close(ours.logits / scale, expected / scale, atol=1e-5, rtol=0)
        found = {"encoder": reading.weights, "decoder": ours.decoder, "cross": ours.cross}
        for kind, each in found.items():
            np.testing.assert_allclose(each, torch.stack(weights[kind]).numpy(), atol=1e-5)


def assert_equal_translations(loop: Loop) -> None:
    """Greedy: theirs without a cache; ours one by one with it, and side by side with padding."""
    for text in loop.texts:
        trace = translate(loop.ours, text)
        given = torch.tensor([[loop.src_rows[i] for i in trace.source_ids]])
        fed = [START]
        with torch.no_grad():
            for _ in trace.steps:
                fed.append(int(loop.theirs.logits(given, torch.tensor([fed]))[0, -1].argmax()))
        assert [loop.rows[i] for i in trace.predicted_ids] == fed[1:]
    alone = [translate(loop.ours, text).translation for text in loop.texts]
    assert translate_all(loop.ours, loop.texts) == alone


def sinusoids(length: int, d_model: int) -> Tensor:
    """Element by element, sines and cosines by turns."""
    table = torch.empty(length, d_model)
    for row in range(length):
        for column in range(d_model):
            angle = row / 10_000 ** (2 * (column // 2) / d_model)
            table[row, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table
