"""In bfloat16 a network learns what it learns in float32, and its weights stay exact."""

import dataclasses

import pytest
import torch
import torch.nn.functional as F

from model.decoding.batching import Batch, make_batch
from model.network import precision
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.training.loss import batch_loss
from model.training.new_model import new_model
from model.training.rounded_loss import rounded_batch_loss
from model.training.run import TrainingRun
from tests.model.builders import config, letters

CPU = torch.device("cpu")
WIDE = {"d_model": 64, "d_ff": 128, "n_heads": 4}
TRAINING = TrainingConfig(epochs=60, batch_tokens=4096, learning_rate=2e-3, warmup=10)
ARCHITECTURES = [
    {},
    {"dropout": 0.3},
    {"norm": "post", "tie_embeddings": True},
    {"positions": "relative", "relative_buckets": 8, "norm_type": "rms", "gated": True},
    {"embedding_norm": True, "output_bias": True},
]


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CPU that computes in bfloat16; where it does not, slowly."""
    monkeypatch.setattr(precision, "has_bfloat16", lambda device: True)


def made(training: TrainingConfig = TRAINING, **architecture) -> TrainingRun:
    corpus = letters(pairs=40)
    model = new_model(corpus, config(**{**WIDE, **architecture}), training, task="copy")
    return TrainingRun(corpus, model, training)


def whole_batch(run: TrainingRun) -> Batch:
    return make_batch(run.pairs, CPU)


def gradients(network: Transformer, loss: torch.Tensor) -> dict[str, torch.Tensor]:
    network.zero_grad()
    loss.backward()
    named = network.named_parameters()
    return {name: weight.grad for name, weight in named if weight.grad is not None}


@pytest.mark.parametrize("architecture", [ARCHITECTURES[0], *ARCHITECTURES[2:]])
@pytest.mark.parametrize("r_drop", [0.0, 1.0])
def test_every_gradient_points_where_float32_s_does(architecture: dict, r_drop: float):
    run = made(dataclasses.replace(TRAINING, epochs=3), **architecture)
    assert [*run.reports()]  # at the start some gradients are 0
    network, batch = run.model.network.train(), whole_batch(run)
    exact = gradients(network, batch_loss(network, batch, 0.1, r_drop=r_drop).smoothed)
    ours = gradients(network, rounded_batch_loss(network, batch, 0.1, r_drop=r_drop).smoothed)
    assert exact.keys() == ours.keys()
    flat = [torch.cat([grad.flatten() for grad in each.values()]) for each in (exact, ours)]
    assert F.cosine_similarity(*flat, dim=0) > 0.999
    for name, grad in exact.items():
        assert ours[name].dtype == torch.float32
        if grad.norm() > 1e-2 * flat[0].norm():
            assert F.cosine_similarity(grad.flatten(), ours[name].flatten(), dim=0) > 0.99, name


@pytest.mark.usefixtures("native")
def test_sixty_updates_are_float32_s_to_a_fiftieth_of_a_nat():
    curves = [
        [report.loss for report in made(dataclasses.replace(TRAINING, precision=name)).reports()]
        for name in ("float32", "bfloat16")
    ]
    exact, ours = curves
    assert len(exact) == len(ours) == 60
    assert exact[-1] < exact[0] - 1
    assert exact != ours
    assert max(abs(a - b) for a, b in zip(exact, ours, strict=True)) < 0.02


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_weights_stay_float32_and_the_seed_decides(architecture: dict):
    numbers = dataclasses.replace(TRAINING, epochs=2, precision="bfloat16")
    one, other = made(numbers, **architecture), made(numbers, **architecture)
    assert [p.loss for p in one.reports()] == [p.loss for p in other.reports()]
    both = zip(one.model.network.parameters(), other.model.network.parameters(), strict=True)
    for left, right in both:
        assert left.dtype == torch.float32
        assert torch.equal(left, right)


def test_the_network_is_left_as_it_was():
    run = made(dropout=0.3)
    network, batch = run.model.network.eval(), whole_batch(run)
    before, names = (
        batch_loss(network, batch).plain,
        [set(vars(part)) for part in network.modules()],
    )
    rounded_batch_loss(network.train(), batch).smoothed.backward()
    network.eval()
    assert [set(vars(part)) for part in network.modules()] == names
    assert torch.equal(batch_loss(network, batch).plain, before)
    assert not any(module._forward_hooks for module in network.modules())


def test_unless_asked_for_more_nothing_is_smoothed_and_no_divergence_added():
    run = made(dropout=0.3)
    loss = rounded_batch_loss(run.model.network.train(), whole_batch(run))
    assert loss.smoothed.item() == pytest.approx(loss.plain.item())


def test_the_divergence_of_two_passes_counts_as_much_as_asked_for():
    run, apart = made(dropout=0.3), []
    for r_drop in (0.5, 1.0):
        torch.manual_seed(4)
        loss = rounded_batch_loss(run.model.network.train(), whole_batch(run), r_drop=r_drop)
        apart.append(loss.smoothed.item() - loss.plain.item())
    assert apart[0] > 0.1
    assert apart[1] == pytest.approx(2 * apart[0], rel=1e-3)
