"""One update: whole or in parts, the same step."""

import pytest
import torch

from model.decoding.batching import Batch, IdPair
from model.decoding.trained import TrainedModel
from model.messages import TrainingError
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.special_tokens import BOS_ID, EOS_ID
from model.training import updating
from model.training.loss import BatchLoss, batch_loss
from model.training.replicas import Replicas
from model.training.updating import Updater, dropout_seed
from tests.model.builders import untrained_model

TRAINING = TrainingConfig(learning_rate=1e-2, label_smoothing=0.1)
GROUP = [IdPair((4 + n, EOS_ID), (BOS_ID, *range(4, 5 + n), EOS_ID)) for n in range(7)]


def step(model: TrainedModel, *, pieces: int = 1) -> updating.Updated:
    """One update of a model."""
    updater = Updater(model, TRAINING, Replicas())
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
    updater = Updater(untrained_model(), TRAINING, Replicas())
    updated = updater.update(GROUP, number=0, rate=1e-2)
    assert memory.sizes == [7, 4, 2, 2, 2, 1]
    assert str(updated.notice) == (
        "CPU is out of memory: from here on each batch is computed in 4 parts."
    )
    assert updater.update(GROUP, number=1, rate=1e-2).notice is None
    assert max(memory.sizes[6:]) == 2
    monkeypatch.undo()
    assert step(untrained_model()).loss == pytest.approx(updated.loss, abs=1e-5)


def test_out_of_memory_with_a_single_pair_is_an_error(monkeypatch):
    monkeypatch.setattr(updating, "batch_loss", SmallMemory(0))
    with pytest.raises(TrainingError) as failure:
        Updater(untrained_model(), TRAINING, Replicas()).update(GROUP, number=0, rate=1e-2)
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
        dropout_seed(seed, update, rank)
        for seed in (0, 1)
        for update in range(500)
        for rank in range(4)
    }
    assert len(seeds) == 2 * 500 * 4
    assert all(0 <= seed < 2**32 for seed in seeds)
