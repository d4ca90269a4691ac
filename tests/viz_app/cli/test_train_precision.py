"""``headlight train --set precision=…``: what is computed in, and what happens if it goes wrong."""

import pytest

from model.checkpoint.header import read_header
from model.network import device_choice
from model.training import precision, updating
from model.training.loss import BatchLoss, rounded_batch_loss
from tests.viz_app.cli.small_runs import NUMBERS


@pytest.fixture
def letters_file(tmp_path):
    path = tmp_path / "letters.tsv"
    path.write_text("a b\tb a\nc d\td c\nb c\tc b\n")
    return path


@pytest.fixture
def trained(headlight, letters_file, tmp_path):
    """Runs the command with more arguments; its outcome and the record of the model."""

    def _train(*arguments):
        path = tmp_path / "model.safetensors"
        outcome = headlight("train", letters_file, *NUMBERS, "--epochs=8", *arguments, "-o", path)
        assert outcome.status == 0, outcome.err
        return outcome, read_header(path).record

    return _train


@pytest.fixture(autouse=True)
def native(monkeypatch):
    """A processor that computes in bfloat16; where it does not, slowly."""
    for module in (device_choice, precision):
        monkeypatch.setattr(module, "has_bfloat16", lambda device: True)


@pytest.mark.parametrize("asked", ["float32", "bfloat16"])
def test_what_is_asked_for_is_on_the_record(trained, asked):
    outcome, record = trained(f"--set=precision={asked}")
    assert record["precision"] == record["training"]["precision"] == asked
    assert asked not in outcome.err


def test_a_short_run_that_chooses_by_itself_is_in_float32(trained):
    assert trained("--set=precision=auto")[1]["training"]["precision"] == "float32"
    assert trained()[1]["training"]["precision"] == "float32"


def test_a_long_one_is_in_bfloat16(trained, monkeypatch):
    monkeypatch.setattr(precision, "estimated_seconds", lambda *run: 61.0)
    monkeypatch.setattr(precision, "_SMALLEST_WIDTH", 16)
    assert trained()[1]["training"]["precision"] == "bfloat16"


def test_a_run_that_diverges_in_bfloat16_goes_on_in_float32_and_says_so(trained, monkeypatch):
    calls = []

    def diverging(*arguments, **options):
        calls.append(None)
        loss = rounded_batch_loss(*arguments, **options)
        return BatchLoss(*(part * 2.0 ** max(0, len(calls) - 2) for part in loss))

    monkeypatch.setattr(updating, "rounded_batch_loss", diverging)
    outcome, record = trained("--set=precision=bfloat16")
    told = [line for line in outcome.err.splitlines() if "bfloat16" in line]
    assert len(told) == 1
    assert "continuing in float32 from the weights of update 0." in told[0]
    assert (record["training"]["precision"], record["precision"]) == ("bfloat16", "float32")
    assert record["loss"] < 4


def test_another_precision_is_one_sentence(headlight, letters_file):
    outcome = headlight("train", letters_file, "--set=precision=float8", "-o", "x.safetensors")
    assert outcome.status == 1
    assert outcome.err.count("\n") == 1
    assert "precision ('float8')" in outcome.err
    assert "auto, float32, bfloat16" in outcome.err
