"""What a session tells of its model, and where on this machine that model is looked for."""

import dataclasses
import json
import shutil

import numpy as np
import pytest

from model.arrays import frozen
from model.checkpoint.header import read_checksum
from model.traces.summary import bias_shape
from tests.viz_app.storage.session.built import model_of as built_model
from tests.viz_app.storage.session.built import same
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.storage.session.models import MODEL, find_model, model_of, stored_model


@pytest.fixture
def library(tmp_path):
    """One without a model."""
    return Library(
        tmp_path / "models",
        shipped=tmp_path / "shipped",
        runs=Runs(tmp_path / "runs", models=()),
    )


def relative():
    """A model with biases for distances."""
    model = built_model(positions="relative")
    config = model.summary.config
    biases = {
        stack: frozen(np.ones(bias_shape(config, stack), np.float32)) for stack in config.stacks
    }
    return dataclasses.replace(model, summary=dataclasses.replace(model.summary, biases=biases))


def read(told, arrays):
    """The model of a file."""
    checked = MODEL("model", json.loads(json.dumps(told)))
    return model_of(checked, lambda name, shape: arrays[name], embedded=False)


@pytest.mark.parametrize("number", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["model/positions", "model/biases/encoder"])
def test_tables_of_positions_are_numbers(name, number):
    told, arrays = stored_model(relative())
    assert same(read(told, arrays), relative())
    spoiled = arrays[name].copy()
    spoiled.flat[1] = number
    with pytest.raises(ValueError, match=r"model/(positions|biases)"):
        read(told, {**arrays, name: spoiled})


def test_the_very_model_is_found_beside_the_session_or_among_the_recent(
    tmp_path, library, tiny_checkpoint
):
    model = built_model(checksum=read_checksum(tiny_checkpoint))
    beside = tmp_path / "beside"
    beside.mkdir()
    assert find_model(model, beside=beside, library=library) is None
    recent = (str(tmp_path / "gone.safetensors"), str(tiny_checkpoint))
    assert find_model(model, beside=beside, library=library, recent=recent) == tiny_checkpoint
    copied = shutil.copy(tiny_checkpoint, beside / "zh-en.safetensors")
    assert find_model(model, beside=beside, library=library) == copied


def test_a_model_without_a_checksum_is_nowhere(tmp_path, library):
    model = built_model(checksum="")
    recent = (str(tmp_path / "gone.safetensors"),)
    assert find_model(model, beside=tmp_path, library=library, recent=recent) is None
