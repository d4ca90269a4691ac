"""On a graphics card everything is as on the CPU, up to rounding."""

import dataclasses
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.decoding.greedy import translate
from model.decoding.samples import summary_of
from model.decoding.trained import TrainedModel
from model.runs.presets import TrainingConfig
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from tests.model.builders import config, letters, untrained_model

pytestmark = pytest.mark.gpu

TEXTS = ("a b c d e", "q r s t", "h e l l o")


def cuda() -> torch.device:
    return torch.device("cuda")


def run_on(device: torch.device, **architecture) -> TrainingRun:
    training = TrainingConfig(epochs=10, batch_tokens=512, learning_rate=1e-3, warmup=10)
    corpus = letters(pairs=400)
    model = new_model(corpus, config(**architecture), training, task="copy").on(device)
    return TrainingRun(corpus, model, training)


def assert_same_translations(ours: TrainedModel, theirs: TrainedModel) -> None:
    """Equal tokens, weights equal up to rounding."""
    for text in TEXTS:
        one, other = translate(ours, text), translate(theirs, text)
        assert one.predicted_tokens == other.predicted_tokens
        for kind in ("encoder", "decoder", "cross"):
            np.testing.assert_allclose(one.weights(kind), other.weights(kind), atol=1e-4)
        for left, right in zip(one.steps, other.steps, strict=True):
            assert left.log_probability == pytest.approx(right.log_probability, abs=1e-3)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_fifty_updates_give_the_same_losses(norm):
    curves = [
        [progress.loss for progress in islice(run_on(device, norm=norm).reports(), 50)]
        for device in (torch.device("cpu"), cuda())
    ]
    assert len(curves[0]) == 50
    np.testing.assert_allclose(curves[1], curves[0], atol=1e-3)
    assert curves[0][-1] < curves[0][0]


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_translations_are_the_same(norm):
    model = untrained_model(config(norm=norm))
    twin = untrained_model(config(norm=norm)).on(cuda())
    assert twin.device.type == "cuda"
    assert_same_translations(model, twin)


def test_a_checkpoint_of_a_card_can_be_used_without_one(tmp_path: Path):
    run = run_on(cuda())
    assert len([*islice(run.reports(), 5)]) == 5
    model = result_of(run)
    path = tmp_path / "m.safetensors"
    save_checkpoint(model, path)
    at_home = load_checkpoint(path)
    assert at_home.device.type == "cpu"
    assert_same_translations(at_home, model)
    assert load_checkpoint(path, device=cuda()).device.type == "cuda"


def test_dropout_on_a_card_is_drawn_from_the_seed_too():
    curves = [
        [progress.loss for progress in islice(run_on(cuda(), dropout=0.2).reports(), 10)]
        for _ in range(2)
    ]
    np.testing.assert_allclose(curves[1], curves[0], atol=1e-5)


def test_a_summary_of_a_model_on_a_card_holds_plain_arrays():
    model = dataclasses.replace(untrained_model()).on(cuda())
    assert summary_of(model).device == "cuda"
    assert summary_of(model).positions.shape == (32, 32)


def test_bfloat16_learns_as_float32_does():
    training = TrainingConfig(epochs=30, batch_tokens=512, learning_rate=2e-3, warmup=10)
    losses = {}
    for precision in ("float32", "bfloat16"):
        numbers = dataclasses.replace(training, precision=precision)
        corpus = letters(pairs=400)
        model = new_model(corpus, config(), numbers, task="copy").on(cuda())
        *_, last = TrainingRun(corpus, model, numbers).reports()
        losses[precision] = last.loss
        assert all(weight.dtype == torch.float32 for weight in model.network.parameters())
    assert losses["bfloat16"] == pytest.approx(losses["float32"], abs=0.05)


def test_out_of_memory_halves_the_batch_and_goes_on():
    """A card that may use little more than the model itself."""
    training = TrainingConfig(epochs=1, batch_tokens=1_000_000, learning_rate=1e-3, warmup=0)
    corpus = letters(pairs=20_000)
    model = new_model(corpus, config(d_model=64, d_ff=4096), training, task="copy").on(cuda())
    run = TrainingRun(corpus, model, training)
    torch.cuda.empty_cache()
    total = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.set_per_process_memory_fraction(1.5 * 2**30 / total)
    try:
        reports = [*run.reports()]
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    notices = [str(report.notice) for report in reports if report.notice is not None]
    assert notices
    assert notices[0].startswith("CUDA is out of memory: from now on each batch is computed in")
    assert run.updater.pieces > 1
    assert run.finished
