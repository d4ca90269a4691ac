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
from tests.every import every
from tests.model.builders import config, untrained_model
from tests.model.checkpoint.parts import forge, parts

Good = tuple[dict[str, Any], dict[str, np.ndarray]]
NO_MODEL = "does not describe a model that can be built"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.safetensors"


@pytest.fixture
def good(path: Path, untrained: TrainedModel) -> Good:
    """Description and tensors of a model that is saved there."""
    save_checkpoint(untrained, path)
    metadata, tensors = parts(path)
    return json.loads(metadata["headlight"]), tensors


def refused(path: Path, content: dict[str, Any], tensors: dict[str, np.ndarray]) -> str:
    forge(path, content, tensors)
    with pytest.raises(CheckpointError) as failure:
        load_checkpoint(path)
    return str(failure.value)


@every(
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
def test_a_description_that_fits_no_model_is_one_sentence(path: Path, good: Good, changes: dict):
    assert NO_MODEL in refused(path, {**good[0], **changes}, good[1])


def test_a_description_with_another_task_is_read_and_one_with_a_part_missing_is_not(
    path: Path, good: Good
):
    content, tensors = good
    forge(path, {**content, "task": "other"}, tensors)
    assert load_checkpoint(path).task == "other"
    for missing in ("version", "task", "config", "src_tokenizer", "record"):
        kept = {name: value for name, value in content.items() if name != missing}
        assert refused(path, kept, tensors).startswith(str(path))


def test_tensors_that_do_not_fit_are_one_sentence(path: Path, good: Good):
    content, tensors = good
    name = "output.weight"
    for changed, sentence in (
        ({name_: array for name_, array in tensors.items() if name_ != name}, NO_MODEL),
        ({**tensors, "extra": np.zeros(3, np.float32)}, NO_MODEL),
        ({**tensors, name: tensors[name].T.copy()}, NO_MODEL),
        ({**tensors, name: tensors[name].astype(np.float64)}, f"{name} is float64, not float32."),
    ):
        assert sentence in refused(path, content, changed)


def test_a_table_of_positions_larger_than_the_weights_is_one_sentence(path: Path):
    save_checkpoint(untrained_model(config(d_model=136)), path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    large = {**content, "config": {**content["config"], "max_len": 65_536}}
    said = refused(path, large, tensors)
    assert "max_len (65536) " in said and "the maximum is 8,388,608" in said


def test_a_file_larger_than_any_model_is_one_sentence(path: Path, good: Good, monkeypatch):
    monkeypatch.setattr(file, "LARGEST_WEIGHTS", path.stat().st_size)
    assert load_checkpoint(path).task == good[0]["task"]
    monkeypatch.setattr(file, "LARGEST_WEIGHTS", path.stat().st_size - 1)
    with pytest.raises(CheckpointError, match="cannot be read: "):
        load_checkpoint(path)
