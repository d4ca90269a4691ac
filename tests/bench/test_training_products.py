"""How much of a training step is spent on what it cannot do without: its products of matrices.

The peer is ``torch.mm`` on matrices of the same shapes and kind, forward and backward, and nothing
else. Both sides are judged by their own CPU time on one thread, by turns.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

import pytest
import torch
from torch import Tensor

from model.config import Precision
from model.decoding.batches import Batch, bucketed, make_batch
from model.network.device_choice import has_bfloat16
from tests.bench.made_up_pairs import made_up_pairs
from tests.bench.measuring import Figures
from tests.bench.test_training_speed import BATCH_TOKENS, CONFIG, CPU, VOCABULARY, trainers

pytestmark = [pytest.mark.bench, pytest.mark.usefixtures("one_torch_thread")]

BATCHES, ROUNDS = 3, 4
LEAST: dict[Precision, float] = {"float32": 0.9, "bfloat16": 0.6}


class Shape(NamedTuple):
    """Of ``count`` products xWᵀ: so many rows, each as wide as ``read``, become ``written``."""

    rows: int
    read: int
    written: int
    count: int

    @property
    def operations(self) -> int:
        """Forward, and back to x and to W."""
        return 6 * self.rows * self.read * self.written * self.count


def shapes(batch: Batch) -> Iterator[Shape]:
    """Of all products with weights; those of queries and keys are a fiftieth of them."""
    wide, wider, layers = CONFIG.d_model, CONFIG.d_ff, CONFIG.n_layers
    src, tgt = batch.src.numel(), batch.tgt_in.numel()
    yield Shape(src, wide, wide, (4 + 2) * layers)  # the encoder's own, and keys and values
    yield Shape(tgt, wide, wide, (4 + 2) * layers)
    for rows in (src, tgt):
        yield Shape(rows, wide, wider, layers)
        yield Shape(rows, wider, wide, layers)
    yield Shape(batch.n_tokens, wide, VOCABULARY, 1)


def bare_products(batch: Batch, dtype: torch.dtype) -> Callable[[], None]:
    """Those of one step, with matrices made beforehand."""
    made = [
        (
            torch.randn(shape.rows, shape.read, dtype=dtype),
            torch.randn(shape.written, shape.read, dtype=dtype),
            torch.randn(shape.rows, shape.written, dtype=dtype),
            shape.count,
        )
        for shape in shapes(batch)
    ]

    def multiply() -> None:
        for x, weight, gradient, count in made:
            for _ in range(count):
                _both_ways(x, weight, gradient)

    return multiply


def _both_ways(x: Tensor, weight: Tensor, gradient: Tensor) -> None:
    torch.mm(x, weight.t())
    torch.mm(gradient, weight)
    torch.mm(gradient.t(), x)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def of_bare_products(precision: Precision) -> Figures:
    """Medians: our operations a second, those of the products alone, and their ratio."""
    dtype = {"float32": torch.float32, "bfloat16": torch.bfloat16}[precision]
    pairs = made_up_pairs(5000, vocabulary=VOCABULARY)
    groups = bucketed(pairs, batch_tokens=BATCH_TOKENS, random_source=random.Random(1))
    trainer, _ = trainers()
    rates = []
    for group in islice(groups, BATCHES):
        batch = make_batch(group, CPU)
        step, products = partial(trainer.step, batch, precision), bare_products(batch, dtype)
        step(), products()
        operations = sum(shape.operations for shape in shapes(batch)) / 1e9
        for _ in range(ROUNDS):
            rates.append((operations / seconds(step), operations / seconds(products)))
    ratio = statistics.median(ours / bare for ours, bare in rates)
    ours, bare = map(statistics.median, zip(*rates, strict=True))
    return Figures(ratio, f"{ours:.0f} GFLOP/s", f"torch.mm {bare:.0f} GFLOP/s")


@pytest.mark.parametrize("precision", LEAST if has_bfloat16(CPU) else ["float32"])
def test_most_of_a_step_is_its_products(measured, precision):
    what = f"training in {precision}, of its bare products"
    run = partial(of_bare_products, precision)
    measured(what, run, budget=LEAST[precision], at_least=True)
