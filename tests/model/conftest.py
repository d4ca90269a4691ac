"""Models for the tests of the model: one with random weights, one that has learned to copy."""

import dataclasses

import pytest

from model.decoding.trained import TrainedModel
from model.runs.presets import TrainingConfig
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from tests.model.builders import TINY, letters, untrained_model


@pytest.fixture(scope="session", autouse=True)
def _one_thread(one_torch_thread: None) -> None:
    """Every test of the model computes in one thread."""


@pytest.fixture(scope="session")
def untrained() -> TrainedModel:
    """Random weights, in eval mode. Not to be changed by a test."""
    return untrained_model()


@pytest.fixture(scope="session")
def copying_run() -> TrainingRun:
    """A finished run of a few hundred updates on ``copy``."""
    corpus = letters("copy", pairs=3000, heldout=50)
    training = TrainingConfig(epochs=10, batch_tokens=1024, learning_rate=5e-3, warmup=40)
    model = new_model(corpus, dataclasses.replace(TINY, n_layers=1), training, task="copy")
    run = TrainingRun(corpus, model, training)
    for _ in run.reports():
        pass
    return run


@pytest.fixture(scope="session")
def copying(copying_run: TrainingRun) -> TrainedModel:
    """A small model that copies. Not to be changed by a test."""
    return result_of(copying_run)


@pytest.fixture(params=["untrained", "copying"])
def model(request: pytest.FixtureRequest) -> TrainedModel:
    """A model with random weights, and one that copies."""
    return request.getfixturevalue(request.param)
