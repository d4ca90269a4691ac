"""Through the real window: runs and models that somebody has changed."""

import json

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.config import ModelConfig
from tests.model.checkpoint.parts import forge, forge_run, parts, with_empty_moment
from tests.viz_app.application import (
    click,
    drop,
    live_run,
    press,
    running,
    said,
    settle,
    shown_run,
    start_training,
    training_panel,
    type_and_translate,
    updates,
)
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.storage.runs import Runs


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


def test_a_card_of_another_model_is_one_sentence_before_there_is_a_network(
    qtbot, application, window, stopped, monkeypatch
):
    monkeypatch.setattr("model.network.transformer.Transformer.__init__", not_called)
    card = (stopped / "run.json").read_bytes()
    for name in ("d_model", "d_ff", "n_layers", "max_len"):
        (stopped / "run.json").write_bytes(card)
        forge_card(stopped, name, 65_536)
        click(qtbot, window.training.view.header.go_on)
        qtbot.waitUntil(lambda name=name: f"is a run with {name}" in said(window))
        settle(qtbot, application)  # until then no other can begin


def test_a_saved_run_too_small_for_its_network_is_one_sentence_before_there_is_one(
    qtbot, application, window, stopped, monkeypatch
):
    monkeypatch.setattr("model.network.transformer.Transformer.__init__", not_called)
    forge_card(stopped, "d_model", 65_536)
    metadata, tensors = parts(stopped / "state.safetensors")
    forged = json.loads(metadata["headlight-run"])
    forged["is"]["model"]["d_model"] = 65_536
    forge_run(stopped / "state.safetensors", forged, tensors)
    click(qtbot, window.training.view.header.go_on)
    qtbot.waitUntil(lambda: "is not a saved training run, or it is damaged" in said(window))


def forge_card(folder, name, number):
    """Another number of the model."""
    path = folder / "run.json"
    card = json.loads(path.read_text(encoding="utf-8"))
    card["model"][name] = number
    path.write_text(json.dumps(card), encoding="utf-8")


def not_called(*_args, **_values):
    """In place of what would fill the memory."""
    raise AssertionError("there is a network")


@pytest.fixture
def received(tmp_path):
    """A run that lies among the others before the window is opened."""
    card = card_of(model=ModelConfig(n_layers=2, n_heads=2, d_model=4), status="stopped")
    folder = Runs(tmp_path / "runs", models=()).begin(card)
    folder.write_curve(curve_points(3))
    folder.write_moment(moment_of(1, lengths=(2,), layers=2, heads=2))
    folder.release_lock()
    return folder


def first_run(qtbot, application):
    """Put the first run of the list on show."""
    panel = training_panel(qtbot, application)
    application.window.show_tab("runs")
    qtbot.waitUntil(lambda: panel.runs.panel is not None)
    settle(qtbot, application)
    press(qtbot, panel.runs.panel.list, Qt.Key.Key_Return)
    settle(qtbot, application)


def test_moments_of_several_models_are_one_sentence_and_the_others_are_shown(
    qtbot, tmp_path, tiny_checkpoint, received
):
    for update, heads in ((2, 3), (3, 2)):
        received.write_moment(moment_of(update, lengths=(2,), layers=2, heads=heads))
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        first_run(qtbot, application)
        assert f"{received.moment_path(2)} is damaged" in said(application.window)
        assert [moment.update for moment in shown_run(application).moments] == [1, 3]


def test_a_thousand_damaged_files_are_a_few_sentences(qtbot, tmp_path, tiny_checkpoint, received):
    for update in range(2, 1200):
        received.moment_path(update).touch()
    for number in range(1200):
        folder = tmp_path / "runs" / f"broken-{number}"
        folder.mkdir()
        (folder / "run.json").touch()
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        first_run(qtbot, application)
        assert "And 1193 more." in said(application.window)
        window = application.window
        qtbot.waitUntil(lambda: window.notices.height() < window.height() / 2)
        assert len(shown_run(application).moments) == 1


def test_a_model_of_infinite_weights_is_one_sentence(
    qtbot, application, window, tiny_checkpoint, tmp_path
):
    metadata, tensors = parts(tiny_checkpoint)
    tensors["decoder_layers.0.cross.w_q.bias"][0] = np.inf
    path = tmp_path / "infinite.safetensors"
    forge(path, json.loads(metadata["headlight"]), tensors)
    before = application.screen.now.model
    drop(window, path)
    qtbot.waitUntil(lambda: "contains infinite or NaN values" in said(window))
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
