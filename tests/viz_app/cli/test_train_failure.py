"""``headlight train``: a loss that explodes, a disk that fills up; what was learned is kept."""

import math
import re

import pytest
from safetensors.numpy import load_file

from model.checkpoint.file import load_checkpoint
from model.checkpoint.header import read_header
from model.files import WriteError
from model.training import updating
from model.training.loss import batch_loss
from tests.viz_app.cli.commands import noise
from viz_app.storage.library import Library

# Steps far too long, on sentences that nothing can be learned from.
EXPLOSIVE = ("learning_rate=0.99", "warmup=100", "d_ff=32", "n_heads=2", "n_layers=1")
EPOCHS_OF_24 = ("--epochs=8", "--set=batch_tokens=128", *(f"--set={one}" for one in EXPLOSIVE))
STEADY = ("--set=batch_tokens=900", "--set=schedule=constant", "--set=warmup=0")


@pytest.fixture
def noise_file(tmp_path):
    path = tmp_path / "noise.tsv"
    path.write_text(noise(200))
    return path


@pytest.mark.slow
def test_an_exploding_loss_leaves_the_last_good_model(train, noise_file, tmp_path, headlight):
    path = tmp_path / "new.safetensors"
    outcome = train(noise_file, *EPOCHS_OF_24, "--save-every=0.1")
    assert (outcome.status, outcome.out) == (1, "")
    sentence, kept = outcome.err.splitlines()[-2:]
    pattern = r"headlight: The loss has grown to (\S+) at update (\d+); try a learning rate below "
    loss, update = re.fullmatch(pattern + r"0\.99\.", sentence).groups()
    model = load_checkpoint(path)
    curve = dict(model.record["curve"])
    bound = 3 * max(curve[1], math.log(len(model.tgt_tokenizer)))
    assert float(loss) > bound
    ends = range(updates_of_an_epoch(outcome.err), int(update), updates_of_an_epoch(outcome.err))
    epoch = max(number for number, end in enumerate(ends, start=1) if curve[end] <= bound)
    assert kept == f"headlight: {path} contains the model from the end of epoch {epoch}."
    assert all(math.isfinite(weights.sum()) for weights in load_file(path).values())
    assert headlight("translate", "a b", "--model", path).status == 0
    assert {file.name for file in tmp_path.iterdir()} == {"noise.tsv", "new.safetensors"}


def test_an_explosion_in_the_first_epoch_writes_nothing(train, noise_file, tmp_path):
    outcome = train(noise_file, *EPOCHS_OF_24, "--set=warmup=0", "--set=batch_tokens=50")
    assert (outcome.status, outcome.out) == (1, "")
    assert "The loss has grown to " in outcome.err
    assert outcome.err.endswith("headlight: Nothing was written: no epoch finished successfully.\n")
    assert [file.name for file in tmp_path.iterdir()] == ["noise.tsv"]


@pytest.mark.parametrize(("good", "epoch"), [(5, 1), (8, 2)])
def test_a_loss_that_is_no_number_leaves_the_model_of_the_epoch_before(
    train, noise_file, monkeypatch, tmp_path, good, epoch
):
    ends = train(noise_file, "--epochs", epoch, *STEADY)
    assert updates_of_an_epoch(ends.err) == 3
    before = load_file(tmp_path / "new.safetensors")
    spoil_losses_after(good, monkeypatch)
    outcome = train(noise_file, "--epochs=3", *STEADY)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.splitlines()[-2:] == [
        f"headlight: The loss became nan at update {good + 1}; try a learning rate below 0.002.",
        f"headlight: {tmp_path / 'new.safetensors'} contains the model from the end of epoch "
        f"{epoch}.",
    ]
    kept = load_file(tmp_path / "new.safetensors")
    assert all((kept[name] == before[name]).all() for name in before)


@pytest.fixture
def full_disk(monkeypatch, tmp_path):
    import model.checkpoint.file

    save = model.checkpoint.file.save_checkpoint

    def full(trained, path, *, half=False):
        if path.parent == tmp_path:
            raise WriteError("{path} cannot be written: the disk is full.", path=path)
        save(trained, path, half=half)

    monkeypatch.setattr(model.checkpoint.file, "save_checkpoint", full)


@pytest.mark.usefixtures("full_disk")
def test_a_disk_that_fills_up_loses_neither_the_model_nor_the_last_good_one(
    train, pairs_file, noise_file, monkeypatch
):
    outcome = train(pairs_file, "--half")
    kept = Library().find("pairs.tsv-1")
    assert outcome.status == 1
    assert "the disk is full" in outcome.err
    assert outcome.out.splitlines()[-1] == str(kept)
    assert read_header(kept).record["training"]["epochs"] == 1
    spoil_losses_after(5, monkeypatch)
    outcome = train(noise_file, "--epochs=3", *STEADY)
    kept = Library().find("noise.tsv-1")
    assert outcome.status == 1
    assert "the disk is full" in outcome.err
    assert outcome.err.endswith(f"{kept} contains the model from the end of epoch 1.\n")


def test_a_finished_run_that_cannot_be_removed_is_told(train, pairs_file, tmp_path, monkeypatch):
    def refused(path, missing_ok=False):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("viz_app.cli.train.Path.unlink", refused)
    outcome = train(pairs_file)
    path = tmp_path / "new.safetensors"
    assert (outcome.status, outcome.out.splitlines()[-1]) == (0, str(path))
    assert f"headlight: {path}.run cannot be removed: Permission denied.\n" in outcome.err


def spoil_losses_after(good: int, monkeypatch) -> None:
    """Make every loss after so many good ones not a number."""
    calls = []

    def spoiled(network, batch, *numbers, **options):
        calls.append(batch)
        loss = batch_loss(network, batch, *numbers, **options)
        factor = 1.0 if len(calls) <= good else math.nan
        return loss._replace(smoothed=loss.smoothed * factor, plain=loss.plain * factor)

    monkeypatch.setattr(updating, "batch_loss", spoiled)


def updates_of_an_epoch(lines: str) -> int:
    """From the first report's ``epoch 1/8, 1/192``."""
    epochs, updates = re.search(r"^epoch \d+/(\d+), \d+/(\d+),", lines, re.MULTILINE).groups()
    return int(updates) // int(epochs)
