"""Through the real window: runs and models that somebody has changed."""

import json

import numpy as np
import pytest
import torch

from model.checkpoint.file import load_checkpoint, save_checkpoint
from tests.model.checkpoint.parts import forge, parts, with_empty_moment
from tests.viz_app.application import (
    click,
    drop,
    live_run,
    running,
    said,
    settle,
    shown_run,
    start_training,
    type_and_translate,
    updates,
)

pytestmark = pytest.mark.window


@pytest.fixture
def stopped(qtbot, application, window):
    """The folder of a run that was stopped after a few updates."""
    start_training(qtbot, application, "copy", epochs=5000)
    qtbot.waitUntil(lambda: updates(application) > 3)
    click(qtbot, window.training.view.header.stop)
    qtbot.waitUntil(lambda: live_run(application) is None)
    settle(qtbot, application)
    return application.library.runs.folder / shown_run(application).card.run_id


def test_a_forged_run_is_one_sentence(qtbot, application, window, stopped):
    with_empty_moment(stopped / "state.safetensors")
    click(qtbot, window.training.view.header.go_on)
    qtbot.waitUntil(lambda: "is not a saved training run, or it is damaged" in said(window))
    type_and_translate(qtbot, application, "b a")


def test_what_the_user_keeps_in_a_run_stays_and_is_in_nobody_s_way(
    qtbot, application, window, stopped
):
    (stopped / ".ipynb_checkpoints").mkdir()
    (stopped / "moments" / ".my-notes").mkdir()
    mine = [
        stopped / ".ipynb_checkpoints" / "a.ipynb",
        stopped / "moments" / ".my-notes" / "b.txt",
        *(stopped / name for name in (".todo", "notes.md", ".notes.md.abcdefgh")),
        *(stopped / "moments" / name for name in ("best.npz", "7.npz", ".hidden")),
    ]
    for file in mine:
        file.write_text("mine")
    before = shown_run(application).card.update
    click(qtbot, window.training.view.header.go_on)
    qtbot.waitUntil(lambda: updates(application) > before)
    click(qtbot, window.training.view.header.stop)
    qtbot.waitUntil(lambda: live_run(application) is None)
    settle(qtbot, application)
    application.library.runs.delete(stopped.name)
    application.library.runs.purge()
    assert application.library.runs.listing().problems == ()
    assert sorted(path for path in stopped.rglob("*") if path.is_file()) == sorted(mine)
    assert {file.read_text() for file in mine} == {"mine"}


def test_a_model_of_infinite_weights_is_one_sentence(
    qtbot, application, window, tiny_checkpoint, tmp_path
):
    metadata, tensors = parts(tiny_checkpoint)
    tensors["decoder_layers.0.cross.w_q.bias"][0] = np.inf
    path = tmp_path / "infinite.safetensors"
    forge(path, json.loads(metadata["headlight"]), tensors)
    before = application.screen.now.model
    drop(window, path)
    qtbot.waitUntil(lambda: "holds infinite numbers, or what is not a number" in said(window))
    assert application.screen.now.model is before


@pytest.fixture
def overflowing(tiny_checkpoint, tmp_path):
    """Every weight is a number, and every score is too large for one."""
    model = load_checkpoint(tiny_checkpoint)
    with torch.no_grad():
        for name, parameter in model.network.named_parameters():
            if ".w_q.weight" in name:
                parameter.fill_(3e38)
    path = tmp_path / "overflowing.safetensors"
    save_checkpoint(model, path)
    return path


@pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:invalid value encountered")
def test_weights_that_are_not_numbers_are_painted_and_said_so(qtbot, tmp_path, overflowing):
    with running(qtbot, tmp_path, model=overflowing, text="a b c") as application:
        trace = application.screen.now.trace
        assert np.isnan(trace.weights("cross")).all()
        for panel in ("attention", "one_head"):
            application.window.show_tab(panel)
            settle(qtbot, application)
            assert not application.window.grab().isNull()
