"""A checkpoint whose checksum is right: whatever it holds, it is a model or one sentence."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.checkpoint.header import read_checksum, read_header
from model.config import ModelConfig
from model.decoding.greedy import translate
from model.messages import CheckpointError
from tests.model.builders import untrained_model
from tests.model.checkpoint.parts import forge, parts
from tests.mutations import mutated, outcome, spoiled

MINI = ModelConfig(n_layers=1, n_heads=2, d_model=4, d_ff=4, max_len=12)

Good = tuple[dict[str, Any], dict[str, np.ndarray]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Good:
    """Description and tensors of a very small model."""
    path = tmp_path_factory.mktemp("good") / "m.safetensors"
    save_checkpoint(untrained_model(MINI), path)
    metadata, tensors = parts(path)
    return json.loads(metadata["headlight"]), tensors


def used(path: Path) -> None:
    """Read its header, load it and translate."""
    header = read_header(path)
    f"{header.task} {header.n_parameters:,} {json.dumps(dict(header.record))}".encode()
    translate(load_checkpoint(path), "a b c")


def wrong(outcomes: dict[str, str]) -> dict[str, str]:
    return {name: told for name, told in outcomes.items() if told not in {"read", "refused"}}


def test_every_value_of_any_kind_is_one_sentence_or_a_model(tmp_path: Path, good: Good):
    content, tensors = good
    path, outcomes = tmp_path / "m.safetensors", {}
    for name, forged in mutated(content, 250, seed=15):
        forge(path, forged, tensors)
        outcomes[name] = outcome(lambda: used(path))
    assert wrong(outcomes) == {}
    assert sum(told == "refused" for told in outcomes.values()) > 150


def test_every_tensor_of_any_kind_is_one_sentence_or_a_model(tmp_path: Path, good: Good):
    content, tensors = good
    path, outcomes = tmp_path / "m.safetensors", {}
    for name, forged in spoiled(tensors):
        forge(path, content, forged)
        outcomes[name] = outcome(lambda: used(path))
    assert wrong(outcomes) == {}
    harmless = ("turned", "halves", "huge", "negative")  # other numbers of the right shape
    read = [name for name, told in outcomes.items() if told == "read"]
    assert [name for name in read if not name.endswith(harmless)] == []


def test_every_number_of_the_file_s_own_header(tmp_path: Path, good: Good):
    path, outcomes = tmp_path / "m.safetensors", {}
    forge(path, *good)
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    for name, forged in mutated(json.loads(data[8 : 8 + length]), 200, seed=16):
        header = json.dumps(forged).encode()
        path.write_bytes(len(header).to_bytes(8, "little") + header + data[8 + length :])
        for read in (read_header, read_checksum, load_checkpoint):
            outcomes[f"{read.__name__}: {name}"] = outcome(lambda read=read: read(path))
    assert wrong(outcomes) == {}


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("half", [False, True])
def test_weights_that_are_no_numbers_are_one_sentence(
    tmp_path: Path, good: Good, number: float, half: bool
):
    content, tensors = good
    name = "decoder_layers.0.cross.w_q.weight"
    weights = tensors[name].astype(np.float16 if half else np.float32)
    weights[1, 2] = number
    path = tmp_path / "m.safetensors"
    forge(path, content, {**tensors, name: weights})
    with pytest.raises(CheckpointError) as failure:
        load_checkpoint(path)
    assert str(failure.value) == (
        f"{path} does not describe a model that can be built: "
        f"the tensor {name} contains infinite or NaN values."
    )


def test_a_model_of_another_size_is_refused_before_there_is_one_and_long_values_quoted_in_short(
    tmp_path: Path, good: Good
):
    content, tensors = good
    path = tmp_path / "m.safetensors"
    huge = {"d_model": 65_536, "d_ff": 65_536, "n_layers": 65_536, "max_len": 65_536}
    for config, said in (
        ({**content["config"], **huge}, r"it describes [\d,]{15,} values but contains \d{3}\."),
        (["x" * 100_000], "does not describe a model"),
    ):
        forge(path, {**content, "config": config}, tensors)
        with pytest.raises(CheckpointError, match=said) as failure:
            load_checkpoint(path)
        assert len(str(failure.value)) < len(str(path)) + 300
