"""Small models for tests of the application, and the application itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from model.config import ModelConfig
from model.presets import TrainingConfig
from tests.viz_app.application import running

TINY = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=24)
DEEP = ModelConfig(n_layers=8, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=2000)


@pytest.fixture(scope="session")
def tiny_model(one_torch_thread):
    """A ``reverse`` model, untrained: it runs to its length limit or stops anywhere."""
    return untrained(TINY)


@pytest.fixture(scope="session")
def tiny_checkpoint(tiny_model, tmp_path_factory):
    """The same model as a file."""
    from model.checkpoint import save_checkpoint

    path = tmp_path_factory.mktemp("checkpoints") / "tiny.safetensors"
    save_checkpoint(tiny_model, path)
    return path


@pytest.fixture(scope="session")
def endless_checkpoint(one_torch_thread, tmp_path_factory):
    """A model that never says ``</s>``: a long source keeps it at work for seconds."""
    import torch

    from model.checkpoint import save_checkpoint
    from model.special_tokens import EOS_ID

    model = untrained(DEEP)
    with torch.no_grad():
        model.network.output.weight[EOS_ID] = 0.0
    path = tmp_path_factory.mktemp("checkpoints") / "endless.safetensors"
    save_checkpoint(model, path)
    return path


@pytest.fixture(scope="session")
def tiny_trace(tiny_model):
    """A finished trace of the tiny model."""
    from model.decoding import translate

    return translate(tiny_model, "a b c d e")


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    """The application with the tiny model, its first sentence translated."""
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        yield application


@pytest.fixture
def window(application):
    """Its window."""
    return application.window


@pytest.fixture
def file_dialogs(monkeypatch):
    """Answers to the file dialogs that will open, first to last; None = cancel."""
    answers: list[Path | None] = []

    def answered(dialog: QFileDialog) -> bool:
        answer = answers.pop(0)
        if answer is not None:
            dialog.setDirectory(str(answer.parent))
            dialog.selectFile(str(answer))
        return answer is not None

    monkeypatch.setattr(QFileDialog, "exec", answered)
    return answers


def untrained(config: ModelConfig):
    """A ``reverse`` model as it was born."""
    from model.new_model import new_model
    from model.tasks import generated

    corpus = generated("reverse", pairs=200, heldout=10)
    return new_model(corpus, config, TrainingConfig(seed=3), task="reverse")
