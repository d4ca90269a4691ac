"""Gaps in the window's event loop: at the start, while translating, while training."""

import dataclasses
import sys
import time
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from model.runs.presets import PRESETS
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.panels.training.replay.changes import moment_picked, replay_toggled
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.storage.library import Library
from viz_app.workbench.changes.playback import step_chosen

pytestmark = pytest.mark.bench

LONGEST_GAP_MS = 100
P99_GAP_MS, LONGEST_TRAINING_GAP_MS = 16, 50
TRAINING_SECONDS = 8
SENTENCE = "我昨天在书店买了一本有趣的书。"


class Gaps:
    """Milliseconds between two rounds of the event loop."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(1)

    def until(self, done: Callable[[], bool], name: str) -> tuple[float, float]:
        """Run the loop until ``done``; the 99th percentile and the longest gap."""
        self.gaps, self._last = [], time.perf_counter()
        while not done():
            QApplication.processEvents()
        QApplication.processEvents()
        ordered = sorted(self.gaps)
        p99 = ordered[int(len(ordered) * 0.99)]
        print(f"\n{name}: p99 {p99:.0f} ms, max {ordered[-1]:.0f} ms, {len(ordered)} rounds")
        return p99, ordered[-1]

    def stop(self) -> None:
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


@pytest.fixture
def application(qapp, qtbot, tmp_path):
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.001)  # as the application itself does
    application = Application(
        WindowOptions(device="cpu"),
        library=Library(tmp_path / "models"),
        settings_file=tmp_path / "settings.json",
    )
    application.start()
    yield application
    with qtbot.waitSignal(application.ended, timeout=10_000):
        application.window.close()
    application.window.deleteLater()
    sys.setswitchinterval(before)


@pytest.fixture
def gaps():
    gaps = Gaps()
    yield gaps
    gaps.stop()


def translated(application) -> bool:
    state = application.bench.now
    return state.trace is not None and state.trace.finished and not state.translating


def test_no_gap_is_longer_than_100_ms(application, gaps, measured):
    bench = application.bench
    longest = [gaps.until(lambda: translated(application), "start")[1]]
    application.translation.translate(SENTENCE)
    longest.append(gaps.until(lambda: not bench.now.translating, "translation")[1])
    for step in range(len(bench.now.trace.steps)):
        application.screen.apply(step_chosen, step)
        longest.append(gaps.until(lambda: len(gaps.gaps) > 1, f"step {step + 1}")[1])
    what = "start, translation and steps: gap"
    measured(what, lambda: max(longest), budget=LONGEST_GAP_MS, unit="ms")


def test_training_leaves_the_window_alive(application, gaps, measured):
    """With the curves in front, then with its attention, while it and another model translate."""
    store = application.store
    gaps.until(lambda: translated(application) and application.training_tab is not None, "start")
    tab = application.training_tab
    application.window.show_tab("training")
    opened = gaps.until(after(3), "the tab is made and the machine measured")
    preset = PRESETS["tiny"]
    training = dataclasses.replace(preset.training, epochs=500)
    request = TrainingRequest(task="reverse", model=preset.model, training=training, device="cpu")
    tab.training.start(request)
    begun = gaps.until(lambda: bool(curve(store)), "the run begins")
    found = {"curves": gaps.until(after(TRAINING_SECONDS), "curves")}
    application.translation.translate(SENTENCE)
    found["another model"] = gaps.until(after(TRAINING_SECONDS), "another model translates")
    tab.runs.use(store.state.training.runs.shown)
    found["current weights"] = gaps.until(after(TRAINING_SECONDS), "it translates itself")
    tab.replay.open()
    application.window.show_tab("attention")
    tab.room.apply(moment_picked, 0)
    tab.room.apply(replay_toggled)
    found["time-lapse"] = gaps.until(after(TRAINING_SECONDS), "its time-lapse plays")
    for what, (_, longest) in {"tab opened": opened, "run begins": begun}.items():
        told = partial(float, longest)
        measured(f"training: {what}, gap", told, budget=LONGEST_GAP_MS, unit="ms")
    for what, (p99, longest) in found.items():
        for name, ms, most in (
            ("p99", p99, P99_GAP_MS),
            ("longest gap", longest, LONGEST_TRAINING_GAP_MS),
        ):
            measured(f"training: {what}, {name}", partial(float, ms), budget=most, unit="ms")


def test_a_report_of_a_long_translation_leaves_the_window_alive(
    application, gaps, measured, monkeypatch, tmp_path
):
    """Of 128 steps, which is some megabytes of pictures and numbers."""
    path = tmp_path / "page.html"
    monkeypatch.setattr("viz_app.widgets.file_dialogs.ask_report_path", lambda *_: path)
    gaps.until(lambda: translated(application) and application.training_tab is not None, "start")
    application.translation.translate("我有一只猫，" * 18)
    gaps.until(lambda: translated(application), "translation")
    gaps.until(after(1), "nothing")
    application.window.menus.action("report").trigger()
    _, longest = gaps.until(path.exists, "report")
    what = "a report of 128 steps: gap"
    measured(what, lambda: longest, budget=LONGEST_TRAINING_GAP_MS, unit="ms")


def curve(store) -> tuple:
    runs = store.state.training.runs
    history = runs.history(runs.shown)
    return history.curve if history else ()


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
