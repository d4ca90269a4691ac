"""The loss is the cross-entropy of the target tokens, smoothed as the paper says."""

import dataclasses

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

import model.training.loss
from model.decoding.batches import Batch, IdPair, make_batch
from model.network import device_choice
from model.network.linear import linear
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.training.loss import BatchLoss, batch_loss, projected_cross_entropy, rounded_batch_loss
from model.training.new_model import new_model
from model.training.run import TrainingRun
from tests.model.builders import config, letters

CPU = torch.device("cpu")


def padded_batch() -> Batch:
    """Three pairs of different lengths."""
    pairs = [
        IdPair((5, 6, EOS_ID), (BOS_ID, 7, 8, 9, EOS_ID)),
        IdPair((6, EOS_ID), (BOS_ID, 9, EOS_ID)),
        IdPair((7, 8, 9, EOS_ID), (BOS_ID, 5, 5, EOS_ID)),
    ]
    return make_batch(pairs, CPU)


def new_network(*, output_bias: bool = False) -> Transformer:
    """Untrained, without dropout; a bias of the logits is not that of a beginning."""
    torch.manual_seed(3)
    network = Transformer(config(dropout=0.0, output_bias=output_bias), src_vocab=12, tgt_vocab=13)
    if output_bias:
        torch.nn.init.normal_(network.output.bias)
    return network


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("output_bias", [False, True])
def test_both_losses_are_sums_over_real_tokens(smoothing: float, output_bias: bool):
    network, batch = new_network(output_bias=output_bias), padded_batch()
    loss = batch_loss(network, batch, smoothing)
    log_probabilities = network(batch.src, batch.tgt_in).log_softmax(-1)
    real = batch.tgt_out != PAD_ID
    plain = -log_probabilities.gather(-1, batch.tgt_out[..., None])[..., 0][real].sum()
    even = -log_probabilities.mean(-1)[real].sum()
    assert loss.plain.item() == pytest.approx(plain.item(), abs=1e-4)
    expected = (1 - smoothing) * plain + smoothing * even
    assert loss.smoothed.item() == pytest.approx(expected.item(), abs=1e-4)
    assert loss.smoothed.requires_grad
    assert not loss.plain.requires_grad


def inputs(dtype: torch.dtype, *, tokens: int = 11) -> tuple[Tensor, Tensor, Tensor]:
    """Hidden states and weights that want gradients, and targets, a few of them the same."""
    noise = torch.Generator().manual_seed(5)
    hidden = torch.randn(tokens, 6, generator=noise).to(dtype).requires_grad_()
    weight = torch.randn(17, 6, generator=noise).to(dtype).requires_grad_()
    return hidden, weight, torch.randint(4, 9, (tokens,), generator=noise)


@pytest.fixture(params=[17, 17 * 4, 2**21], ids=["row by row", "uneven chunks", "at once"])
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many logits are held at once."""
    monkeypatch.setattr(model.training.loss, "_CHUNK", request.param)
    return request.param


@pytest.mark.usefixtures("chunk")
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
@pytest.mark.parametrize(
    ("dtype", "closeness"), [(torch.float64, 1e-12), (torch.float32, 1e-5)], ids=str
)
def test_value_and_gradients_equal_the_library_s(
    dtype: torch.dtype, closeness: float, smoothing: float
):
    hidden, weight, targets = inputs(dtype)
    loss = projected_cross_entropy(hidden[None], weight, targets, label_smoothing=smoothing)
    ours = torch.autograd.grad(0.3 * loss.smoothed, (hidden, weight))
    logits = F.linear(hidden, weight)
    expected = F.cross_entropy(logits, targets, label_smoothing=smoothing, reduction="sum")
    theirs = torch.autograd.grad(0.3 * expected, (hidden, weight))
    plain = F.cross_entropy(logits, targets, reduction="sum")
    for left, right in zip((*loss, *ours), (expected, plain, *theirs), strict=True):
        assert left.dtype == dtype
        torch.testing.assert_close(left, right, atol=closeness * 10, rtol=closeness)


def test_nothing_is_smoothed_unless_asked_for():
    hidden, weight, targets = inputs(torch.float64)
    loss = projected_cross_entropy(hidden[None], weight, targets)
    expected = F.cross_entropy(F.linear(hidden, weight), targets, reduction="sum")
    assert [value.item() for value in loss] == pytest.approx([expected.item()] * 2)


def library_loss(network: Transformer, batch: Batch, smoothing: float) -> Tensor:
    """Of the whole network, by the library, padding left out by its id."""
    return F.cross_entropy(
        network(batch.src, batch.tgt_in).flatten(0, 1),
        batch.tgt_out.flatten(),
        ignore_index=PAD_ID,
        label_smoothing=smoothing,
        reduction="sum",
    )


@pytest.mark.usefixtures("chunk")
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("output_bias", [False, True])
def test_every_parameter_gets_the_gradient_that_the_library_gives_it(tied: bool, output_bias: bool):
    torch.manual_seed(3)
    architecture = config(dropout=0.0, tie_embeddings=tied, output_bias=output_bias)
    network = Transformer(architecture, src_vocab=12, tgt_vocab=13).double()
    batch, gradients = padded_batch(), []
    for loss in (batch_loss(network, batch, 0.1).smoothed, library_loss(network, batch, 0.1)):
        network.zero_grad()
        loss.backward()
        gradients.append([parameter.grad.clone() for parameter in network.parameters()])
    for ours, theirs in zip(*gradients, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=1e-8)


@pytest.mark.parametrize("context", [torch.no_grad, torch.inference_mode])
def test_without_gradients_the_values_are_the_same(context):
    network, batch = new_network(), padded_batch()
    expected = batch_loss(network, batch, 0.1)
    with context():
        loss = batch_loss(network, batch, 0.1)
    assert not loss.smoothed.requires_grad
    assert [value.item() for value in loss] == [value.item() for value in expected]


@pytest.mark.parametrize("passes", [1, 2])
def test_no_more_logits_are_held_at_once_than_a_chunk_has(
    monkeypatch: pytest.MonkeyPatch, passes: int
):
    held = []

    def measured(rows: Tensor, *shared: Tensor) -> Tensor:
        held.append((logits := linear(rows, *shared)).numel())
        return logits

    monkeypatch.setattr(model.training.loss, "_CHUNK", 17 * 4)
    monkeypatch.setattr(model.training.loss, "linear", measured)
    hidden, weight, targets = inputs(torch.float32)
    projected_cross_entropy(hidden.repeat(passes, 1, 1), weight, targets)
    assert held == ([17 * 4, 17 * 4, 17 * 3] if passes == 1 else [17 * 4] * 5 + [17 * 2])


def test_no_target_at_all_costs_nothing():
    hidden, weight, targets = inputs(torch.float32, tokens=0)
    loss = projected_cross_entropy(hidden[None], weight, targets, label_smoothing=0.1)
    loss.smoothed.backward()
    assert [value.item() for value in loss] == [0, 0]
    assert not weight.grad.any()


def test_in_bfloat16_products_are_coarse_but_sums_and_gradients_are_float32():
    hidden, weight, _ = inputs(torch.float32, tokens=4000)
    targets = torch.full((4000,), 7)
    exact = projected_cross_entropy(hidden[None], weight, targets, label_smoothing=0.1)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        coarse: BatchLoss = projected_cross_entropy(
            hidden[None], weight, targets, label_smoothing=0.1
        )
    coarse.smoothed.backward()
    assert {value.dtype for value in coarse} == {torch.float32}
    assert hidden.grad.dtype == weight.grad.dtype == torch.float32
    # a sum of 4,000 losses in bfloat16 itself would be off by more than this
    assert coarse.plain.item() == pytest.approx(exact.plain.item(), rel=1e-3)
    assert coarse.plain.item() != exact.plain.item()


@pytest.mark.usefixtures("chunk")
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_two_passes_add_their_divergence(smoothing: float):
    hidden, weight, targets = inputs(torch.float64, tokens=22)
    targets = targets[:11]
    passes = hidden.unflatten(0, (2, 11))
    loss = projected_cross_entropy(passes, weight, targets, label_smoothing=smoothing, r_drop=0.7)
    ours = torch.autograd.grad(loss.smoothed, (hidden, weight), retain_graph=True)
    p, q = F.linear(passes, weight).log_softmax(-1)
    cross = [
        F.cross_entropy(one, targets, label_smoothing=smoothing, reduction="sum") for one in (p, q)
    ]
    there = F.kl_div(p, q, log_target=True, reduction="sum")
    back = F.kl_div(q, p, log_target=True, reduction="sum")
    expected = sum(cross) / 2 + 0.7 * (there + back) / 2
    theirs = torch.autograd.grad(expected, (hidden, weight))
    plain = -(p + q).gather(-1, targets[:, None]).sum() / 2
    for left, right in zip((*loss, *ours), (expected, plain, *theirs), strict=True):
        torch.testing.assert_close(left, right, atol=1e-10, rtol=1e-10)


def test_two_passes_without_dropout_agree():
    network, batch = new_network(), padded_batch()
    once, twice = batch_loss(network, batch, 0.1), batch_loss(network, batch, 0.1, r_drop=3.0)
    assert twice.smoothed.item() == pytest.approx(once.smoothed.item(), abs=1e-4)
    assert twice.plain.item() == pytest.approx(once.plain.item(), abs=1e-4)


def test_two_passes_with_dropout_differ():
    torch.manual_seed(3)
    network = Transformer(config(dropout=0.3), src_vocab=12, tgt_vocab=13).train()
    losses = []
    for r_drop in (1e-6, 1.0):
        torch.manual_seed(4)
        losses.append(batch_loss(network, padded_batch(), r_drop=r_drop).smoothed.item())
    assert losses[1] > losses[0] + 0.01


def test_unless_asked_for_more_a_batch_passes_once_and_nothing_is_smoothed():
    torch.manual_seed(3)
    network = Transformer(config(dropout=0.3), src_vocab=12, tgt_vocab=13).train()
    torch.manual_seed(4)
    loss = batch_loss(network, padded_batch())
    torch.manual_seed(4)
    expected = library_loss(network, padded_batch(), 0.0).item()
    assert loss.smoothed.item() == pytest.approx(expected, abs=1e-4)
    assert loss.plain.item() == pytest.approx(expected, abs=1e-4)


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
    monkeypatch.setattr(device_choice, "has_bfloat16", lambda device: True)


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
