"""A checksum that is right does not make a model: what it describes is checked as well."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint import file
from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.decoding.trained import TrainedModel
from model.messages import CheckpointError
from tests.model.builders import config, untrained_model
from tests.model.checkpoint.parts import forge, parts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test saves."""
    return tmp_path / "mine.safetensors"


def test_a_newer_checkpoint_names_both_versions(path: Path, untrained: TrainedModel):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    forge(path, {**content, "version": 9}, tensors)
    with pytest.raises(CheckpointError, match=r"\(format 9; this one reads up to 1\)"):
        load_checkpoint(path)


def test_a_forged_checkpoint_with_the_right_checksum_loads(path: Path, untrained: TrainedModel):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    forge(path, {**json.loads(metadata["headlight"]), "task": "other"}, tensors)
    assert load_checkpoint(path).task == "other"


@pytest.mark.parametrize(
    "changes",
    [
        {"config": {"d_model": 100, "n_heads": 8}},
        {"config": {**config().to_json(), "d_model": 64}},
        {"config": {**config().to_json(), "n_layers": 3}},
        {"config": {**config().to_json(), "n_layers": 1}},
        {"config": {**config().to_json(), "colour": 1}},
        {"config": None},
        {"config": [["d_model", 64]]},
        {"config": 5},
        {"src_tokenizer": {}},
        {"src_tokenizer": None},
        {"tgt_tokenizer": {"level": "word", "vocabulary": ["a"], "merges": []}},
        {"record": "text"},
        {"record": None},
        {"record": 3},
    ],
)
def test_a_description_that_fits_no_model_is_one_sentence(
    path: Path, untrained: TrainedModel, changes: dict[str, Any]
):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    forge(path, {**json.loads(metadata["headlight"]), **changes}, tensors)
    with pytest.raises(CheckpointError, match="does not describe a model that can be built"):
        load_checkpoint(path)


@pytest.mark.parametrize("missing", ["version", "task", "config", "src_tokenizer", "record"])
def test_a_description_with_a_part_missing_is_one_sentence(
    path: Path, untrained: TrainedModel, missing: str
):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    del content[missing]
    forge(path, content, tensors)
    with pytest.raises(CheckpointError):
        load_checkpoint(path)


def test_a_missing_or_a_foreign_tensor_is_one_sentence(path: Path, untrained: TrainedModel):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    for changed in (
        {name: array for name, array in tensors.items() if name != "output.weight"},
        {**tensors, "extra": np.zeros(3, np.float32)},
        {**tensors, "output.weight": tensors["output.weight"].T.copy()},
    ):
        forge(path, content, changed)
        with pytest.raises(CheckpointError, match="does not describe a model"):
            load_checkpoint(path)


def test_a_table_of_positions_larger_than_the_weights_is_one_sentence(path: Path):
    save_checkpoint(untrained_model(config(d_model=136)), path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    forge(path, {**content, "config": {**content["config"], "max_len": 65_536}}, tensors)
    with pytest.raises(CheckpointError, match=r"max_len \(65536\) .* the maximum is 8,388,608"):
        load_checkpoint(path)


def test_weights_of_another_width_are_one_sentence(path: Path, untrained: TrainedModel):
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    doubled = {**tensors, "output.weight": tensors["output.weight"].astype(np.float64)}
    forge(path, json.loads(metadata["headlight"]), doubled)
    with pytest.raises(
        CheckpointError, match=r"the tensor output\.weight is float64, not float32\."
    ):
        load_checkpoint(path)


def test_a_file_larger_than_any_model_is_one_sentence(
    path: Path, untrained: TrainedModel, monkeypatch: pytest.MonkeyPatch
):
    save_checkpoint(untrained, path)
    monkeypatch.setattr(file, "LARGEST_WEIGHTS", path.stat().st_size)
    assert load_checkpoint(path).config == untrained.config
    monkeypatch.setattr(file, "LARGEST_WEIGHTS", path.stat().st_size - 1)
    with pytest.raises(CheckpointError, match="cannot be read: "):
        load_checkpoint(path)
