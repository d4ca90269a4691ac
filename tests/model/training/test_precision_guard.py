"""A run that diverges in bfloat16 goes back to where it was well, and on in float32."""

import dataclasses
import math
from itertools import islice
from pathlib import Path

import pytest
import torch

from model.network import device_choice
from model.runs.presets import TrainingConfig
from model.training import saved_run, updating
from model.training.loss import PATIENCE, BatchLoss, rounded_batch_loss
from model.training.new_model import new_model
from model.training.precision import KEPT_EVERY
from model.training.run import TrainingRun, run_record
from model.training.saved_run import restore_run, save_run
from tests.model.builders import config, letters

TRAINING = TrainingConfig(epochs=40, batch_tokens=512, learning_rate=1e-3, precision="bfloat16")


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CPU that computes in bfloat16; where it does not, slowly."""
    monkeypatch.setattr(device_choice, "has_bfloat16", lambda device: True)


@pytest.fixture
def spoil(monkeypatch: pytest.MonkeyPatch):
    """Adds so much to every loss in bfloat16 after so many good ones."""

    def spoiled_after(good: int, more: float) -> None:
        calls = []

        def spoiled(*arguments, **options) -> BatchLoss:
            calls.append(None)
            loss = rounded_batch_loss(*arguments, **options)
            return BatchLoss(*(sum + more for sum in loss)) if len(calls) > good else loss

        monkeypatch.setattr(updating, "rounded_batch_loss", spoiled)

    return spoiled_after


def new_run(training: TrainingConfig = TRAINING) -> TrainingRun:
    corpus = letters()
    return TrainingRun(corpus, new_model(corpus, config(), training, task="copy"), training)


@pytest.mark.parametrize("more", [math.nan, math.inf])
def test_a_loss_that_is_no_number_is_computed_again_in_float32(spoil, more: float):
    spoil(3, more)
    run = new_run()
    curve = [*islice(run.reports(), 6)]
    assert run.updater.precision == "float32"
    assert all(math.isfinite(point.loss) for point in curve)
    assert [point.update for point in curve] == [1, 2, 3, 4, 5, 6]
    assert [point.notice is not None for point in curve] == [False] * 3 + [True] + [False] * 2
    assert str(curve[3].notice) == (
        f"In bfloat16 the loss became {more} at update 4: continuing in float32 from the weights "
        "of update 0."
    )


def test_a_loss_far_above_its_mean_goes_back_too(spoil):
    spoil(KEPT_EVERY + 7, 1e5)
    run = new_run()
    curve = [*islice(run.reports(), KEPT_EVERY + 20)]
    told = [point for point in curve if point.notice is not None]
    assert [point.update for point in told] == [KEPT_EVERY + 7 + PATIENCE]
    assert str(told[0].notice).endswith(
        f"continuing in float32 from the weights of update {KEPT_EVERY}."
    )
    assert told[0].loss < curve[0].loss


def test_it_goes_back_to_weights_and_momenta_of_that_update(spoil):
    spoil(2, math.nan)
    diverged, exact = new_run(), new_run(dataclasses.replace(TRAINING, precision="float32"))
    assert len([*islice(diverged.reports(), 3)]) == 3
    batch = diverged.batches(1)[2]
    number = {"number": 2, "rate": diverged.curve[2].learning_rate}
    assert exact.updater.update(batch, **number).loss == diverged.curve[2].loss
    both = zip(exact.model.network.parameters(), diverged.model.network.parameters(), strict=True)
    assert all(torch.equal(left, right) for left, right in both)


def test_a_run_saved_after_that_goes_on_in_float32(spoil, tmp_path: Path):
    spoil(1, math.nan)
    run, path = new_run(), tmp_path / "run"
    assert len([*islice(run.reports(), 3)]) == 3
    save_run(run, path)
    again = new_run()
    restore_run(again, path)
    assert again.updater.precision == "float32"
    assert run_record(again)["precision"] == "float32"
    assert run_record(again)["training"]["precision"] == "bfloat16"


def test_what_was_left_to_the_machine_goes_on_in_what_it_chose(tmp_path: Path):
    run, path = new_run(), tmp_path / "run"
    assert len([*islice(run.reports(), 3)]) == 3
    save_run(run, path)
    again = new_run(dataclasses.replace(TRAINING, precision="auto"))
    assert again.training.precision == "float32"
    restore_run(again, path)
    assert again.training == run.training
    assert again.updater.precision == "bfloat16"


def test_a_run_saved_before_precision_was_written_reads_on(monkeypatch, tmp_path: Path):
    run, path = new_run(), tmp_path / "run"
    assert len([*islice(run.reports(), 3)]) == 3
    now = saved_run._values
    monkeypatch.setattr(
        saved_run, "_values", lambda run: {n: v for n, v in now(run).items() if n != "precision"}
    )
    save_run(run, path)
    again = new_run()
    restore_run(again, path)
    assert again.updater.precision == "bfloat16"
    assert [p.loss for p in again.curve] == [p.loss for p in run.curve]
