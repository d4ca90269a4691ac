"""Small models for tests of the application, and the application itself."""

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from tests.patience import PATIENCE
from tests.viz_app.application import running, stand_at_the_end
from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from tests.viz_app.dressed import changing_clothes
from viz_app.app.app_state import AppState, bench_slot, screen_slot
from viz_app.engine.jobs import JobBridge, JobClient
from viz_app.engine.store import Store
from viz_app.storage.library import Library
from viz_app.workbench.changes.translation import branched, grown, rooted
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import ROOT

TINY = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=24)
DEEP = ModelConfig(n_layers=8, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=2000)


@pytest.fixture(scope="session")
def tiny_model(one_torch_thread):
    """A ``reverse`` model, untrained: it runs to its length limit or stops anywhere."""
    return untrained(TINY)


@pytest.fixture(scope="session")
def tiny_checkpoint(tiny_model, tmp_path_factory):
    from model.checkpoint.file import save_checkpoint

    path = tmp_path_factory.mktemp("checkpoints") / "tiny.safetensors"
    save_checkpoint(tiny_model, path)
    return path


@pytest.fixture(scope="session")
def endless_checkpoint(one_torch_thread, tmp_path_factory):
    """A model that never says ``</s>``: a long source keeps it at work for seconds."""
    import torch

    from model.checkpoint.file import save_checkpoint
    from model.special_tokens import EOS_ID

    model = untrained(DEEP)
    with torch.no_grad():
        model.network.output.weight[EOS_ID] = 0.0
    path = tmp_path_factory.mktemp("checkpoints") / "endless.safetensors"
    save_checkpoint(model, path)
    return path


@pytest.fixture(scope="session")
def tiny_trace(tiny_model):
    from model.decoding.greedy import translate

    return translate(tiny_model, "a b c d e")


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        stand_at_the_end(application)
        yield application


@pytest.fixture
def same_clothes(qapp):
    """For who makes an application: colours, font and style sheet are as before afterwards."""
    with changing_clothes(qapp):
        yield


@pytest.fixture
def window(application):
    return application.window


@pytest.fixture(autouse=True)
def can_paint(qapp):
    """Who asks for a font before there is an application ends the process, whichever test it is."""


@pytest.fixture(autouse=True)
def no_file_dialog(monkeypatch):
    """A file dialog that no test answers would show the files of whoever runs the tests."""

    def asked(dialog: QFileDialog) -> bool:
        raise AssertionError(f"nobody answers the file dialog {dialog.windowTitle()!r}")

    monkeypatch.setattr(QFileDialog, "exec", asked)


@pytest.fixture
def file_dialogs(monkeypatch, no_file_dialog):
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
    from model.text.tasks import generated
    from model.training.new_model import new_model

    corpus = generated("reverse", pairs=200, heldout=10)
    return new_model(corpus, config, TrainingConfig(seed=3), task="reverse")


# A desk with a real worker thread, and no window.


@pytest.fixture
def store(qapp):
    return Store(AppState())


@pytest.fixture
def bridge(qapp):
    bridge = JobBridge()
    bridge.runner.start()
    yield bridge
    bridge.runner.close()
    assert bridge.runner.join(PATIENCE)


@pytest.fixture
def desk(bridge):
    return JobClient(bridge)


@pytest.fixture
def bench(store):
    return bench_slot(store)


@pytest.fixture
def screen(store):
    return screen_slot(store)


@pytest.fixture
def model_cache(bench, tiny_model):
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    bench.apply(lambda now: dataclasses.replace(now, model_key=key))
    return model_cache


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "models", shipped=tmp_path / "shipped")


# Trees of branches.


@pytest.fixture
def original():
    return rooted(decoded(ORIGINAL))


@pytest.fixture
def tree(original):
    return grown(branched(original, step=3), decoded(DOG, given=4), branch=1)


@pytest.fixture
def family(tree):
    """The same with a branch of the branch (2), and another one of the original (3)."""
    tree = grown(
        branched(tree, step=4, parent=1), decoded("I have a dog the . </s>", given=5), branch=2
    )
    tree = branched(tree, step=2, parent=ROOT)
    return grown(tree, decoded("I have the cat . </s>", given=3), branch=3)
