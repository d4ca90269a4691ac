"""What the window's own thread has to do with every tab open: another look, a run that begins."""

import dataclasses
from collections.abc import Iterator

import pytest

from model.checkpoint.locations import SHIPPED_FOLDER
from model.runs.presets import PRESETS
from tests.bench.measuring import Figures
from tests.bench.rounds import Rounds
from tests.viz_app.application import running, settle, updates
from viz_app.app.bootstrap import Application
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.panels.training.state import TrainingRequest

pytestmark = pytest.mark.bench

LONGEST_MS, RUN_MS = 250, 50

WAYS = {
    "theme": ("dark", "light"),
    "size": ("presentation", "normal"),
    "language": ("zh_CN", "en"),
}


@pytest.fixture
def application(qtbot, tmp_path) -> Iterator[Application]:
    """Every tab was looked at, the first one is in front."""
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path, text="我昨天在书店买了一本有趣的书。") as application:
        application.window.resize(1280, 800)
        for panel in (*PANELS, ATTENTION):
            application.window.show_tab(panel.name)
            settle(qtbot, application)
        charts = application.window.training.view.curves.charts
        qtbot.waitUntil(lambda: len(charts) == 4)
        yield application


@pytest.mark.parametrize("tab", [ATTENTION, TRAINING], ids=lambda panel: panel.name)
@pytest.mark.parametrize("setting", WAYS)
def test_another_look_with_every_tab_open(qtbot, application, measured, setting, tab):
    application.window.show_tab(tab.name)
    settle(qtbot, application)

    def run() -> Figures:
        rounds = Rounds()
        for value in WAYS[setting]:
            rounds.settle(value, lambda value=value: application.preferences.pick(setting, value))
            settle(qtbot, application)
        return longest(rounds)

    what = f"another {setting} with every tab open, {tab.name} in front"
    measured(what, run, budget=LONGEST_MS, unit="ms")


@pytest.mark.parametrize("setting", ["theme", "size"])
def test_tabs_take_on_another_look_when_they_are_shown(qtbot, application, measured, setting):
    def run() -> Figures:
        rounds = Rounds()
        for value in WAYS[setting]:
            application.window.show_tab(ATTENTION.name)
            application.preferences.pick(setting, value)
            settle(qtbot, application)
            for name in (panel.name for panel in PANELS):
                rounds.settle(name, lambda name=name: application.window.show_tab(name))
        return longest(rounds)

    measured(f"tabs shown after another {setting}", run, budget=LONGEST_MS, unit="ms")


def test_a_run_begins(qtbot, application, measured):
    preset = PRESETS["tiny"]
    training = dataclasses.replace(preset.training, epochs=1)
    request = TrainingRequest(task="reverse", model=preset.model, training=training, device="cpu")
    application.window.show_tab(TRAINING.name)
    begin = application.training_tab.training.start

    def run() -> Figures:
        settle(qtbot, application)
        rounds = Rounds()
        rounds.until("from Start on", lambda: updates(application) > 0, lambda: begin(request))
        rounds.until("to the end", lambda: not application.store.state.training.live)
        return longest(rounds)

    measured("a run begins and ends", run, budget=RUN_MS, unit="ms")


def longest(rounds: Rounds) -> Figures:
    name = max(rounds.longest, key=rounds.longest.__getitem__)
    return Figures(rounds.longest[name], f"longest: {name}")
