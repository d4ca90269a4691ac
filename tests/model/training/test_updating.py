"""One update: whole or in parts, the same step."""

import math

import pytest
import torch
from torch import nn

from model.decoding.batches import Batch, IdPair
from model.decoding.trained import TrainedModel
from model.messages import TrainingError
from model.network.transformer import Transformer
from model.runs.presets import Schedule, TrainingConfig
from model.special_tokens import BOS_ID, EOS_ID
from model.training import updating
from model.training.loss import BatchLoss, batch_loss
from model.training.replicas import Replicas
from tests.every import every
from tests.model.builders import untrained_model


def rates(schedule: Schedule, *, warmup: int, updates: int) -> list[float]:
    """The rate of every update, with a peak of 0.1."""
    training = TrainingConfig(learning_rate=0.1, warmup=warmup, schedule=schedule)
    return [updating.learning_rate(training, update, updates) for update in range(updates)]


def test_constant_warms_up_in_even_steps_for_at_most_half_of_a_run_and_stays():
    for warmup, expected in (
        (4, [0.025, 0.05, 0.075, *[0.1] * 5]),
        (1000, [0.025, 0.05, 0.075, *[0.1] * 5]),
        (0, [0.1] * 8),
    ):
        assert rates("constant", warmup=warmup, updates=8) == pytest.approx(expected)


def test_inverse_sqrt_halves_when_four_times_as_many_updates_are_done():
    steps = rates("inverse-sqrt", warmup=4, updates=64)
    assert steps[:4] == pytest.approx([0.025, 0.05, 0.075, 0.1])
    assert steps[4] == pytest.approx(0.1 * math.sqrt(4 / 5))
    assert steps[15] == pytest.approx(0.05)
    assert steps[63] == pytest.approx(0.025)


def test_cosine_falls_from_the_peak_to_a_hundredth_of_it():
    steps = rates("cosine", warmup=2, updates=7)
    assert steps[:3] == pytest.approx([0.05, 0.1, 0.1])
    assert steps[4] == pytest.approx(0.1 * (0.01 + 0.99 * 0.5))
    assert steps[3] == pytest.approx(0.1 * (0.01 + 0.99 * (1 + math.sqrt(0.5)) / 2))
    assert steps[6] == pytest.approx(0.001)


@every("schedule", ["constant", "inverse-sqrt", "cosine"])
@every(("warmup", "updates"), [(0, 1), (0, 9), (3, 9), (1000, 9), (5, 10_000)])
def test_a_rate_is_never_above_the_peak_nor_zero(schedule: Schedule, warmup: int, updates: int):
    steps = rates(schedule, warmup=warmup, updates=updates)
    assert all(0 < step <= 0.1 + 1e-12 for step in steps)
    assert warmup or steps[0] == pytest.approx(0.1)


TRAINING = TrainingConfig(learning_rate=1e-2, label_smoothing=0.1)
GROUP = [IdPair((4 + n, EOS_ID), (BOS_ID, *range(4, 5 + n), EOS_ID)) for n in range(7)]


def step(model: TrainedModel, *, pieces: int = 1) -> updating.Updated:
    updater = updating.Updater(model, TRAINING, Replicas())
    updater.pieces = pieces
    return updater.update(GROUP, number=0, rate=1e-2)


def assert_same_gradients(one: TrainedModel, other: TrainedModel) -> None:
    """Of the last update. AdamW would make steps of the rounding in gradients near 0."""
    pairs = zip(one.network.parameters(), other.network.parameters(), strict=True)
    for left, right in pairs:
        torch.testing.assert_close(left.grad, right.grad, atol=1e-6, rtol=1e-4)
    assert any(parameter.grad.abs().max() > 1e-3 for parameter in one.network.parameters())


@pytest.mark.parametrize("pieces", [2, 3, 4, 8])
def test_a_batch_in_pieces_gives_the_same_step(pieces: int):
    whole, parts = untrained_model(), untrained_model()
    one, other = step(whole), step(parts, pieces=pieces)
    assert other.loss == pytest.approx(one.loss, abs=1e-5)
    assert other.gradient_norm == pytest.approx(one.gradient_norm, rel=1e-4)
    assert_same_gradients(whole, parts)


class SmallMemory:
    """Computes the loss of batches of up to ``most`` pairs; of more it is out of memory."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.sizes: list[int] = []

    def __call__(
        self, network: Transformer, batch: Batch, label_smoothing: float, *, r_drop: float
    ) -> BatchLoss:
        self.sizes.append(len(batch.src))
        if len(batch.src) > self.most:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")
        return batch_loss(network, batch, label_smoothing, r_drop=r_drop)


def test_out_of_memory_halves_the_batch_and_says_so(monkeypatch):
    memory = SmallMemory(2)
    monkeypatch.setattr(updating, "batch_loss", memory)
    updater = updating.Updater(untrained_model(), TRAINING, Replicas())
    updated = updater.update(GROUP, number=0, rate=1e-2)
    assert memory.sizes == [7, 4, 2, 2, 2, 1]
    assert str(updated.notice) == (
        "CPU is out of memory: from now on each batch is computed in 4 parts."
    )
    assert updater.update(GROUP, number=1, rate=1e-2).notice is None
    assert max(memory.sizes[6:]) == 2
    monkeypatch.undo()
    assert step(untrained_model()).loss == pytest.approx(updated.loss, abs=1e-5)


def test_out_of_memory_with_a_single_pair_is_an_error(monkeypatch):
    monkeypatch.setattr(updating, "batch_loss", SmallMemory(0))
    with pytest.raises(TrainingError) as failure:
        updating.Updater(untrained_model(), TRAINING, Replicas()).update(GROUP, number=0, rate=1e-2)
    assert str(failure.value) == (
        "CPU is out of memory with a single pair; choose a smaller preset."
    )


def test_a_loss_that_is_no_number_leaves_the_weights_alone():
    model, twin = untrained_model(), untrained_model()
    for one in (model, twin):
        with torch.no_grad():
            one.network.encoder_layers[0].feed_forward.w_1.weight[0, 0] = torch.nan
    assert not step(model).finite
    for left, right in zip(model.network.parameters(), twin.network.parameters(), strict=True):
        assert torch.equal(left.nan_to_num(), right.nan_to_num())


def test_dropout_seeds_differ_in_update_rank_and_seed():
    seeds = {
        updating.dropout_seed(seed, update, rank)
        for seed in (0, 1)
        for update in range(500)
        for rank in range(4)
    }
    assert len(seeds) == 2 * 500 * 4
    assert all(0 <= seed < 2**32 for seed in seeds)


def layer(value: float) -> nn.Linear:
    made = nn.Linear(2, 3)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.fill_(value)
    return made


def test_the_mean_is_over_the_last_copies_only():
    average = updating.WeightAverage(3)
    with pytest.raises(ValueError, match="no copy"):
        average.mean()
    for value in (100.0, 1.0, 2.0, 6.0):
        average.add(layer(value))
    assert {float(v) for weights in average.mean().values() for v in weights.flatten()} == {3.0}


def test_copies_do_not_follow_the_network_go_back_into_one_and_have_a_shared_table_once():
    network = layer(1.0)
    copy = updating.copied_weights(network)
    updating.put_weights(network, updating.copied_weights(layer(7.0)))
    assert network.weight.unique().tolist() == [7.0]
    assert network.weight.requires_grad
    assert copy["weight"].unique().tolist() == [1.0]
    shared = nn.Sequential(nn.Embedding(4, 2), nn.Linear(2, 4, bias=False))
    shared[1].weight = shared[0].weight
    assert [*updating.copied_weights(shared)] == ["0.weight"]
