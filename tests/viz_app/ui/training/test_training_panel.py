from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.ui.probes import emissions
from tests.viz_app.ui.states import run_of, shown, summary
from viz_app.state.training import TrainingRequest, TrainingState
from viz_app.state.training_view import TrainingSnapshot, resolve_training
from viz_app.ui.design.theme import dark_theme, light_theme
from viz_app.ui.training import training_panel
from viz_app.ui.training.training_panel import TrainingPanel

IDLE = TrainingSnapshot(training=TrainingState())


@pytest.fixture
def panel(qtbot):
    panel = TrainingPanel()
    panel.set_theme(light_theme())
    qtbot.addWidget(panel)
    panel.resize(900, 440)
    panel.furnish()
    panel.set_snapshot(IDLE)
    panel.show()
    return panel


def values(panel):
    return {field: label.text() for field, label in panel.readout.values.items()}


def test_it_shows_how_far_the_run_is(panel):
    panel.set_snapshot(TrainingSnapshot(training=run_of(points=12)))
    assert values(panel) == {
        "epoch": "3 of 12",
        "update": "240 of 1140",
        "loss": "0.432",
        "validation": "3.475",
        "speed": "12,346",
        "left": "1:02:05",
    }
    assert (panel.readout.bar.value(), panel.readout.bar.maximum()) == (240, 1140)
    assert panel.status.text() == "Training zh-en, size small."
    assert len(panel.curve.training.getOriginalDataset()[0]) == 12


def test_a_curve_that_comes_late_shows_the_run_so_far(qtbot):
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.set_snapshot(TrainingSnapshot(training=run_of(points=12)))
    panel.set_theme(dark_theme())
    panel.furnish()
    assert len(panel.curve.training.getOriginalDataset()[0]) == 12
    assert panel.curve.plot.backgroundBrush().color().name() == dark_theme().panel.lower()


def test_before_a_run_there_are_dashes(panel):
    assert set(values(panel).values()) == {"–"}
    assert panel.status.text() == "Choose a task and a size, then start."


def test_setters_emit_nothing(panel):
    heard = emissions(panel)
    for status in ("starting", "running", "paused", "finished", "cancelled", "failed", "idle"):
        panel.set_snapshot(TrainingSnapshot(training=run_of(status), can_save=True))
    assert heard == []


@pytest.mark.parametrize(
    ("status", "enabled"),
    [
        ("idle", {"start"}),
        ("starting", {"cancel"}),
        ("running", {"pause", "cancel"}),
        ("paused", {"pause", "cancel"}),
        ("finished", {"start"}),
        ("cancelled", {"start"}),
        ("failed", {"start"}),
    ],
)
def test_buttons_are_enabled_when_they_make_sense(panel, status, enabled):
    panel.set_snapshot(TrainingSnapshot(training=run_of(status)))
    buttons = {"start": panel.start, "pause": panel.pause, "cancel": panel.cancel}
    assert {name for name, button in buttons.items() if button.isEnabled()} == enabled
    assert panel.form.isEnabled() == ("start" in enabled)
    assert panel.open.isEnabled()
    assert panel.status.text()


def test_a_run_that_is_being_saved_is_not_cancelled(panel):
    run = run_of("running")
    done = dataclasses.replace(run.progress, update=run.progress.updates)
    for status, enabled in (("running", []), ("paused", [panel.pause])):
        panel.set_snapshot(TrainingSnapshot(training=run_of(status, progress=done)))
        assert [button for button in (panel.pause, panel.cancel) if button.isEnabled()] == enabled
    panel.set_snapshot(TrainingSnapshot(training=run))
    assert panel.cancel.isEnabled()


def test_start_asks_for_what_the_form_says(qtbot, panel):
    heard = emissions(panel)
    panel.form.choose_corpus("zh-en")
    panel.form.epochs.setValue(2)
    qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)
    assert heard == [
        ("training_requested", TrainingRequest(task="zh-en", preset="small", epochs=2))
    ]


def test_pause_resume_and_cancel_ask(qtbot, panel):
    heard = emissions(panel)
    panel.set_snapshot(TrainingSnapshot(training=run_of("running")))
    qtbot.mouseClick(panel.pause, Qt.MouseButton.LeftButton)
    panel.set_snapshot(TrainingSnapshot(training=run_of("paused")))
    assert panel.pause.text() == panel.pause.accessibleName() == "Resume"
    qtbot.mouseClick(panel.pause, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.cancel, Qt.MouseButton.LeftButton)
    assert heard == [("pause_requested",), ("resume_requested",), ("training_cancelled",)]


def test_a_mistake_is_said_as_it_is_typed_and_nothing_can_start(panel):
    panel.form.epochs.setValue(0)
    assert panel.problem.isVisible()
    assert "epochs (0)" in panel.problem.text()
    assert not panel.start.isEnabled()
    panel.form.epochs.setValue(1)
    assert not panel.problem.isVisible()
    assert panel.start.isEnabled()


def test_the_form_is_not_overwritten_by_progress(panel):
    panel.form.choose_corpus("reverse")
    panel.form.epochs.setValue(5)
    panel.set_snapshot(dataclasses.replace(IDLE, can_save=True))
    assert panel.form.request() == TrainingRequest(task="reverse", preset="tiny", epochs=5)


def test_a_run_started_elsewhere_fills_the_form(panel):
    panel.set_snapshot(TrainingSnapshot(training=run_of()))
    assert panel.form.request() == TrainingRequest(task="zh-en", preset="small")


def test_saving_asks_where(qtbot, panel, monkeypatch):
    asked = []
    path = Path("/models/a.safetensors")

    def ask(_, suggestion):
        asked.append(suggestion)
        return path

    monkeypatch.setattr(training_panel, "ask_save_path", ask)
    heard = emissions(panel)
    state = shown(training=run_of("finished"), model=summary("opened later"))
    panel.set_snapshot(resolve_training(state))
    qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    assert asked == ["opened later.safetensors"]
    assert heard == [("save_requested", path)]


def test_saving_can_be_called_off(panel, monkeypatch):
    monkeypatch.setattr(training_panel, "ask_save_path", lambda *_: None)
    heard = emissions(panel)
    panel.set_snapshot(dataclasses.replace(IDLE, can_save=True))
    panel.save.click()
    assert heard == []


def test_without_a_model_there_is_nothing_to_save(panel):
    assert not panel.save.isEnabled()


def test_opening_asks(qtbot, panel):
    heard = emissions(panel)
    qtbot.mouseClick(panel.open, Qt.MouseButton.LeftButton)
    assert heard == [("open_requested",)]


def test_space_twice_starts_and_does_not_cancel(qtbot, panel):
    panel.activateWindow()
    panel.set_snapshot(resolve_training(shown()))
    panel.start.setFocus()
    heard = emissions(panel)
    panel.training_requested.connect(
        lambda _: panel.set_snapshot(TrainingSnapshot(training=run_of("starting")))
    )
    qtbot.keyClick(panel.start, Qt.Key.Key_Space)
    assert panel.focusWidget() is panel.status
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Space)
    assert [name for name, *_ in heard] == ["training_requested"]
    panel.set_snapshot(TrainingSnapshot(training=run_of("running")))
    assert panel.pause.hasFocus()
    panel.set_snapshot(TrainingSnapshot(training=run_of("finished")))
    assert panel.start.hasFocus()


def test_focus_that_is_elsewhere_stays(panel):
    panel.activateWindow()
    panel.open.setFocus()
    for status in ("starting", "running", "finished"):
        panel.set_snapshot(TrainingSnapshot(training=run_of(status)))
        assert panel.open.hasFocus()


def test_a_small_loss_is_not_nothing(panel):
    run = run_of(points=12)
    progress = dataclasses.replace(run.progress, loss=0.0000312)
    panel.set_snapshot(TrainingSnapshot(training=dataclasses.replace(run, progress=progress)))
    assert values(panel)["loss"] == "3.12e-05"
