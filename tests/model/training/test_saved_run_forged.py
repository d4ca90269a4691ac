"""A saved run whose checksum is right: whatever it holds, it goes on or is one sentence."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model.messages import CheckpointError
from model.runs.presets import TrainingConfig
from model.training.new_model import new_model
from model.training.run import TrainingRun
from model.training.saved_run import restore_run, save_run
from tests.model.builders import config, letters
from tests.model.checkpoint.parts import forge_run, parts
from tests.mutations import mutated, outcome, spoiled

TRAINING = TrainingConfig(epochs=4, batch_tokens=512, warmup=5, averaged=2, patience=3)


def new_run() -> TrainingRun:
    corpus = letters(pairs=40, heldout=4)
    small = config(n_layers=1, n_heads=2, d_model=8, d_ff=8)
    return TrainingRun(corpus, new_model(corpus, small, TRAINING, task="copy"), TRAINING)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Values and tensors of a run saved in its third epoch."""
    run = new_run()
    assert len([*islice(run.reports(), 2 * run.per_epoch + 1)]) > 2
    path = tmp_path_factory.mktemp("good") / "a.run"
    save_run(run, path)
    metadata, tensors = parts(path)
    return json.loads(metadata["headlight-run"]), tensors


def goes_on(path: Path) -> None:
    """Restore it and make one update, which is where moments of another shape are read."""
    run = new_run()
    restore_run(run, path)
    torch.manual_seed(0)
    next(run.reports())
    assert all(parameter.isfinite().all() for parameter in run.model.network.parameters())


def test_what_is_forged_here_goes_on(tmp_path: Path, good):
    forge_run(tmp_path / "a.run", *good)
    goes_on(tmp_path / "a.run")


@pytest.mark.parametrize("moment", ["step", "exp_avg", "exp_avg_sq"])
@pytest.mark.parametrize("shape", [(0,), (1,), (3, 5, 7)])
def test_moments_of_another_shape_are_one_sentence(tmp_path: Path, good, moment: str, shape):
    values, tensors = good
    name = next(name for name in tensors if name.startswith(f"{moment}/"))
    path = tmp_path / "a.run"
    forge_run(path, values, {**tensors, name: np.zeros(shape, np.float32)})
    with pytest.raises(CheckpointError, match="is not a saved training run, or it is damaged"):
        goes_on(path)


def test_every_value_of_any_kind_is_one_sentence_or_goes_on(tmp_path: Path, good):
    values, tensors = good
    path, outcomes = tmp_path / "a.run", {}
    for name, forged in mutated(values, 250, seed=15):
        forge_run(path, forged, tensors)
        outcomes[name] = outcome(lambda: goes_on(path))
    assert {name: told for name, told in outcomes.items() if told not in {"read", "refused"}} == {}
    assert sum(told == "refused" for told in outcomes.values()) > 150


def test_every_tensor_of_any_kind_is_refused(tmp_path: Path, good):
    values, tensors = good
    path, outcomes = tmp_path / "a.run", {}
    some = ("curve", "encoder_layers.0.attention.w_q.weight")
    for name, forged in spoiled(tensors):
        if name.split()[0].endswith(some) or "too many" in name:
            forge_run(path, values, forged)
            outcomes[name] = outcome(lambda: goes_on(path))
    harmless = {"negative", "huge", "turned"}  # other numbers of the right shape
    wrong = {
        name: told
        for name, told in outcomes.items()
        if told != "refused" and not (told == "read" and name.rpartition(" ")[2] in harmless)
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "cut", [slice(0), slice(-1), slice(1, None), slice(None, None, -1)], ids=str
)
def test_a_curve_that_ends_or_begins_elsewhere_is_one_sentence(tmp_path: Path, good, cut: slice):
    values, tensors = good
    path = tmp_path / "a.run"
    forge_run(path, values, {**tensors, "curve": np.ascontiguousarray(tensors["curve"][cut])})
    with pytest.raises(CheckpointError, match="is not a saved training run, or it is damaged"):
        goes_on(path)
