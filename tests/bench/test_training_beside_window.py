"""What a window that nobody touches costs the run that trains behind it."""

import dataclasses
import statistics
import time

import pytest

from model.runs.presets import PRESETS
from tests.bench.measuring import Figures
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.engine.jobs import JobRunner, Progressed
from viz_app.panels.training.jobs import StopAsked, TrainingReported, training_steps
from viz_app.panels.training.state import TrainingRequest
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs import ModelCache

pytestmark = pytest.mark.bench

MOST_SLOWED = 0.15
SECONDS = 8
ROUNDS = 3


def request() -> TrainingRequest:
    preset = PRESETS["tiny"]
    training = dataclasses.replace(preset.training, epochs=500)
    return TrainingRequest(task="reverse", model=preset.model, training=training, device="cpu")


class Updates:
    """Counts updates between two looks at the clock."""

    def __init__(self) -> None:
        self.last = 0

    def hear(self, report: object) -> None:
        item = report.item if isinstance(report, Progressed) else report
        if isinstance(item, TrainingReported):
            self.last = item.curve[-1].update

    def a_second(self, wait) -> float:
        """Updates a second, from the hundredth on: the beginning records many moments."""
        while self.last < 100:
            wait()
        first, start = self.last, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            wait()
        return (self.last - first) / (time.perf_counter() - start)


def alone(folder) -> float:
    """In the worker's thread, with nobody else there."""
    updates = Updates()
    runner = JobRunner(updates.hear)
    runner.start()
    runs = Runs(folder / "runs", models=())
    runner.submit(lambda: training_steps(ModelCache(), runs, request(), stop=StopAsked()))
    try:
        return updates.a_second(lambda: time.sleep(0.05))
    finally:
        runner.close()
        runner.join()


def beside_a_window(qtbot, folder) -> float:
    """In the application, with the training tab in front."""
    application = Application(
        WindowOptions(device="cpu"),
        library=Library(folder / "models"),
        settings_file=folder / "settings.json",
    )
    updates = Updates()
    application.bridge.reported.connect(updates.hear)
    application.start()
    bench = application.bench
    qtbot.waitUntil(lambda: bench.now.trace is not None and bench.now.trace.finished)
    qtbot.waitUntil(lambda: application.training_tab is not None)
    application.window.show_tab("training")
    application.training_tab.training.start(request())
    try:
        return updates.a_second(lambda: qtbot.wait(50))
    finally:
        with qtbot.waitSignal(application.ended, timeout=10_000):
            application.window.close()
        application.window.deleteLater()


def test_an_idle_window_slows_training_by_less_than_a_seventh(qtbot, tmp_path_factory, measured):
    def run() -> Figures:
        folder, pairs = tmp_path_factory.mktemp("beside"), []
        for round_ in range(ROUNDS):
            (one := folder / f"alone-{round_}").mkdir()
            (other := folder / f"window-{round_}").mkdir()
            pairs.append((alone(one), beside_a_window(qtbot, other)))
        ratio = statistics.median(window / without for without, window in pairs)
        without, window = (statistics.median(column) for column in zip(*pairs, strict=True))
        return Figures(ratio, f"{window:.0f} updates/s", f"{without:.0f} without a window")

    measured("training beside the window", run, budget=1 - MOST_SLOWED, at_least=True)
