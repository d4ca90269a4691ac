"""Small models for tests of the application."""

from __future__ import annotations

import pytest

from model.config import ModelConfig
from model.presets import TrainingConfig

TINY = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=24)


@pytest.fixture(scope="session")
def tiny_model(one_torch_thread):
    """A ``reverse`` model, untrained: it runs to its length limit or stops anywhere."""
    from model.new_model import new_model
    from model.tasks import generated

    corpus = generated("reverse", pairs=200, heldout=10)
    return new_model(corpus, TINY, TrainingConfig(seed=3), task="reverse")


@pytest.fixture(scope="session")
def tiny_checkpoint(tiny_model, tmp_path_factory):
    """The same model as a file."""
    from model.checkpoint import save_checkpoint

    path = tmp_path_factory.mktemp("checkpoints") / "tiny.safetensors"
    save_checkpoint(tiny_model, path)
    return path


@pytest.fixture(scope="session")
def tiny_trace(tiny_model):
    """A finished trace of the tiny model."""
    from model.decoding import translate

    return translate(tiny_model, "a b c d e")
