"""What a training step costs and brings, against ``torch.nn.Transformer`` of the same sizes.

Times are the process's own (one thread), so that others' work on the same cores does not count;
both sides take turns, round by round, and only ratios are judged.
"""

import dataclasses
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pytest
import torch
from torch import Tensor, nn
from torch.profiler import ProfilerActivity, profile

from model.config import ModelConfig, Precision
from model.decoding.batches import Batch, IdPair, _groups, bucketed, make_batch
from model.network.device_choice import autocast_for, available_devices, has_bfloat16
from model.network.transformer import Transformer
from model.special_tokens import PAD_ID
from model.training.loss import batch_loss, rounded_batch_loss
from tests.bench.made_up_pairs import made_up_pairs
from tests.bench.measuring import Figures
from tests.bench.torch_translator import TorchTranslator, twin_of

pytestmark = [pytest.mark.bench, pytest.mark.usefixtures("one_torch_thread")]

CPU = torch.device("cpu")
VOCABULARY, BATCH_TOKENS, SMOOTHING = 6000, 4096, 0.1
CONFIG = ModelConfig(
    n_layers=3, n_heads=8, d_model=256, d_ff=512, dropout=0.2, max_len=128, tie_embeddings=True
)
ROUNDS, BATCHES_A_ROUND = 5, 3


class Trainer(NamedTuple):
    """One side: its network, its optimizer and its loss, a mean over target tokens."""

    network: nn.Module
    optimizer: torch.optim.Optimizer
    loss: Callable[[Batch, Precision], Tensor]

    def step(self, batch: Batch, precision: Precision = "float32") -> float:
        """One update; the loss before it."""
        loss = self.loss(batch, precision)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return float(loss.detach())

    def tokens_per_second(self, batches: Sequence[Batch], precision: Precision) -> float:
        start = time.process_time()
        for batch in batches:
            self.step(batch, precision)
        return sum(map(real_tokens, batches)) / (time.process_time() - start)


def trainers(
    config: ModelConfig = CONFIG, *, seed: int = 0, device: torch.device = CPU
) -> tuple[Trainer, Trainer]:
    """Ours and torch's, from the same initial weights."""
    torch.manual_seed(seed)
    ours = Transformer(config, src_vocab=VOCABULARY, tgt_vocab=VOCABULARY).train()
    theirs = twin_of(ours).train().to(device)
    ours.to(device)
    return (
        Trainer(ours, optimizer_of(ours), partial(our_loss, ours)),
        Trainer(theirs, optimizer_of(theirs), partial(their_loss, theirs)),
    )


def our_loss(network: Transformer, batch: Batch, precision: Precision) -> Tensor:
    if precision == "bfloat16" and batch.src.is_cpu:
        return rounded_batch_loss(network, batch, SMOOTHING).smoothed / batch.n_tokens
    with autocast_for(batch.src.device, precision):
        return batch_loss(network, batch, SMOOTHING).smoothed / batch.n_tokens


def their_loss(network: TorchTranslator, batch: Batch, precision: Precision) -> Tensor:
    with autocast_for(batch.src.device, precision):
        return network.loss(batch, SMOOTHING)


def optimizer_of(network: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.AdamW(
        network.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9, weight_decay=0, fused=True
    )


def real_tokens(batch: Batch) -> int:
    return int((batch.src != PAD_ID).sum()) + batch.n_tokens


def by_length(pairs: Sequence[IdPair], device: torch.device = CPU) -> list[Batch]:
    groups = bucketed(pairs, batch_tokens=BATCH_TOKENS, random_source=random.Random(1))
    return [make_batch(group, device) for group in groups]


def at_random(pairs: Sequence[IdPair], device: torch.device = CPU) -> list[Batch]:
    """As many padded tokens a batch, whatever the lengths."""
    shuffled = random.Random(1).sample(pairs, len(pairs))
    return [make_batch(group, device) for group in _groups(shuffled, BATCH_TOKENS)]


def compared(ours: Sequence[Batch], theirs: Sequence[Batch], precision: Precision) -> Figures:
    """Medians over rounds: our tokens/s, torch's, and their ratio. The first round warms up."""
    our_trainer, their_trainer = trainers(device=ours[0].src.device)
    rounds = []
    for number in range(ROUNDS + 1):
        part = slice(number * BATCHES_A_ROUND, (number + 1) * BATCHES_A_ROUND)
        left = our_trainer.tokens_per_second(ours[part], precision)
        right = their_trainer.tokens_per_second(theirs[part], precision)
        rounds.append((left, right, left / right))
    columns = zip(*rounds[1:], strict=True)
    ours_speed, theirs_speed, ratio = map(statistics.median, columns)
    return Figures(ratio, f"{ours_speed:.0f} tokens/s", f"torch {theirs_speed:.0f} tokens/s")


def cases() -> list[tuple[str, Precision]]:
    """Devices that are here, and what they compute in."""
    both: list[Precision] = ["float32", "bfloat16"]
    return [
        (device, precision)
        for device in available_devices()
        for precision in both[: 1 + has_bfloat16(torch.device(device))]
    ]


def on(device: str) -> str:
    """Said of what is no CPU."""
    return "" if device == "cpu" else f" on {device}"


@pytest.fixture(scope="module")
def corpus() -> list[IdPair]:
    """More than the rounds need, so that no batch comes twice."""
    return made_up_pairs(5000, vocabulary=VOCABULARY)


@pytest.mark.parametrize(("device", "precision"), cases())
def test_a_corpus_is_trained_on_faster_than_torch_does(corpus, measured, device, precision):
    place = torch.device(device)
    run = partial(compared, by_length(corpus, place), at_random(corpus, place), precision)
    least = 1.5 if (device, precision) == ("cpu", "float32") else 1.0
    measured(f"training on a corpus{on(device)}, {precision}", run, budget=least, at_least=True)


@pytest.mark.parametrize(("device", "precision"), cases())
def test_the_same_batches_are_trained_on_faster_than_torch_does(
    corpus, measured, device, precision
):
    batches = by_length(corpus, torch.device(device))
    least = {"cpu": 1.15 if precision == "float32" else 1.0}.get(device, 0.9)
    run = partial(compared, batches, batches, precision)
    what = f"training on the same batches{on(device)}, {precision}"
    measured(what, run, budget=least, at_least=True)


SMALL = dataclasses.replace(CONFIG, n_layers=2, d_model=64, d_ff=128)
UPDATES, LAST, SEEDS = 60, 20, 4
STUDENT_T = 5.84  # 99 % of the distribution with SEEDS - 1 degrees of freedom lie within


def curves(config: ModelConfig, batches: Sequence[Batch], *, seed: int) -> list[list[float]]:
    """Losses of both sides, update by update, from the same weights on the same batches."""
    both = trainers(config, seed=seed)
    result = []
    for trainer in both:
        torch.manual_seed(seed + 100)
        result.append([trainer.step(batch) for batch in batches])
    return result


def test_without_dropout_both_learn_the_same_update_by_update(corpus, measured):
    config = dataclasses.replace(SMALL, dropout=0.0)
    ours, theirs = curves(config, by_length(corpus)[:UPDATES], seed=0)
    apart = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
    assert ours[-1] < ours[0] - 1
    found = Figures(apart, f"{ours[0]:.3f} → {ours[-1]:.3f}")
    measured("losses apart without dropout", lambda: found, budget=1e-2, unit="nats")


def test_with_dropout_both_learn_the_same_to_within_the_noise_of_seeds(corpus, measured):
    """Runs that share weights and batches differ by what dropout draws, and by nothing else.

    So the mean of their differences must be 0, as far as its standard error over seeds can tell.
    """
    batches = by_length(corpus)[:UPDATES]
    differences, ends = [], []
    for seed in range(SEEDS):
        ours, theirs = (statistics.mean(c[-LAST:]) for c in curves(SMALL, batches, seed=seed))
        differences.append(ours - theirs)
        ends.append((round(ours, 4), round(theirs, 4)))
    error = statistics.stdev(differences) / SEEDS**0.5
    print(f"\nmean of the last {LAST} losses (ours, torch): {ends}")
    found = Figures(abs(statistics.mean(differences)), peer=f"standard error {error:.4f}")
    measured("losses apart with dropout", lambda: found, budget=STUDENT_T * error, unit="nats")


def test_a_step_allocates_no_more_memory_than_torch_s(corpus, measured):
    """Tensors are counted, not the process: its size keeps what the allocator hoards."""
    batch = by_length(corpus)[0]
    peaks = []
    for trainer in trainers():
        trainer.step(batch)
        peaks.append(allocated_peak(trainer, batch))
    ours, theirs = peaks
    found = Figures(ours / theirs, f"{ours:.0f} MiB", f"torch {theirs:.0f} MiB")
    measured("tensors of a training step", lambda: found, budget=1)


def allocated_peak(trainer: Trainer, batch: Batch) -> float:
    """MiB of tensors alive at once in a step, beyond those that were there before it."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        trainer.step(batch)
    alive = most = 0
    for event in profiler.profiler.kineto_results.events():
        if event.name() == "[memory]":
            alive += event.nbytes()
            most = max(most, alive)
    return most / 2**20
