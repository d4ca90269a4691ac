"""What a window goes through, in a process of its own: ``python -m tests.bench.situations NAME``.

Prints what was found, ``{situation: [p99, longest, longest by the clock]}``, as its last line.
"""

import dataclasses
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from viz_app.engine.collection import many_lasting_objects

with many_lasting_objects():  # as the command does
    from viz_app.app.bootstrap import SWITCH_SECONDS, Application

from model.runs.progress import CurvePoint
from tests.bench.gaps import Found, Gaps
from viz_app.app.app_state import AppState
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.app.window_options import WindowOptions
from viz_app.engine.store import Store
from viz_app.storage.library import Library
from viz_app.widgets import file_dialogs
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.snapshots.attention import known_sweep

TRAINING_SECONDS, TAB_SECONDS, STEP_MS = 5, 0.7, 50
LONG = "我有一只猫，" * 18
SENTENCES = (
    "我昨天在书店买了一本有趣的书。",
    "我有一只猫。",
    "他每天早上六点起床。",
    "你今天晚上想吃什么？",
    "我们明天一起去公园吧。",
)


class Walk:
    """A window, and what was found in it."""

    def __init__(self, application: Application, folder: Path) -> None:
        self.application, self.folder, self.gaps = application, folder, Gaps()
        self.found: dict[str, Found] = {}

    def look(
        self, name: str, done: Callable[[], bool], begin: Callable[[], object] = lambda: None
    ) -> None:
        """Find the gaps until something is ``done``."""
        self.found[name] = self.gaps.until(done, name, begin)

    def start(self) -> None:
        """From the window on until all is there that it is made of."""
        self.look("start", lambda: self.translated() and self.furnished())
        self.gaps.until(after(1))

    def furnished(self) -> bool:
        """Whether all that pages are made of is imported."""
        imported = not self.application.imports.isActive()
        return imported and self.application.training_tab is not None

    def translated(self) -> bool:
        """Whether the sentence is translated, by the model itself."""
        bench = self.application.bench.now
        live = bench.trace is not None and bench.trace.finished and not bench.prerecorded
        return live and not bench.translating

    def tabs(self, when: str) -> None:
        """Look at one after the other, twice."""
        window = self.application.window
        for turn in ("first", "again"):
            for name in (panel.name for panel in PANELS):
                show = partial(window.show_tab, name)
                self.look(f"{when}: {name} {turn}", after(TAB_SECONDS), show)


def use(walk: Walk) -> None:
    """Start, translations, steps, tabs."""
    walk.start()
    application = walk.application
    walk.look("translations", each_in_turn(walk, SENTENCES))
    walk.look("128 steps", walk.translated, lambda: application.translation.translate(LONG))
    walk.gaps.until(walk.translated, begin=lambda: application.translation.translate(SENTENCES[0]))
    steps = 2 * list(range(len(application.bench.now.trace.steps)))
    timer = QTimer(interval=STEP_MS)
    timer.timeout.connect(lambda: application.screen.apply(step_chosen, steps.pop()))
    walk.look("stepping", lambda: not steps, timer.start)
    timer.stop()
    walk.tabs("tabs")


def train(walk: Walk) -> None:
    """A run with its curves in front, while it and another translate, as a time-lapse; tabs."""
    from model.runs.presets import PRESETS
    from viz_app.panels.training.replay.room import moment_picked, replay_toggled
    from viz_app.panels.training.state import TrainingRequest

    walk.start()
    application, store, window = walk.application, walk.application.store, walk.application.window
    walk.look(
        "Train opened beside its probe",
        lambda: store.state.training.estimate.estimate is not None,
        lambda: window.show_tab(TRAINING.name),
    )
    preset = PRESETS["tiny"]
    training = dataclasses.replace(preset.training, epochs=500)
    request = TrainingRequest(task="reverse", model=preset.model, training=training, device="cpu")
    tab = application.training_tab
    walk.look("a run begins", lambda: bool(curve(store)), lambda: tab.training.start(request))
    walk.look("its curves", after(TRAINING_SECONDS))
    translate = partial(application.translation.translate, SENTENCES[0])
    walk.look("another model translates", after(TRAINING_SECONDS), translate)
    own = partial(tab.runs.use, store.state.training.runs.shown)
    walk.look("it translates itself", after(TRAINING_SECONDS), own)
    tab.replay.open()
    window.show_tab(ATTENTION.name)
    tab.room.apply(moment_picked, 0)
    walk.look(
        "its time-lapse plays", after(TRAINING_SECONDS), lambda: tab.room.apply(replay_toggled)
    )
    tab.room.apply(replay_toggled)
    walk.tabs("tabs beside it")


def report(walk: Walk) -> None:
    """Write a report of 128 steps, some megabytes of pictures and numbers."""
    walk.start()
    application, folder = walk.application, walk.folder
    walk.gaps.until(walk.translated, begin=lambda: application.translation.translate(LONG))
    walk.gaps.until(after(1))
    path = folder / "page.html"
    file_dialogs.ask_report_path = lambda *_: path  # nobody is here to answer
    write = application.window.menus.action("report").trigger
    walk.look("a report of 128 steps", path.exists, write)


def sweep(walk: Walk) -> None:
    """The effect of every head over 50 pairs, as its marks arrive."""
    walk.start()
    application = walk.application
    mark = application.window.menus.attention.action("tint_effect").trigger

    def measured() -> bool:
        found = known_sweep(application.bench.now)
        return found is not None and found.finished

    walk.look("heads are measured", measured, mark)


def each_in_turn(walk: Walk, texts: Sequence[str]) -> Callable[[], bool]:
    """Ask for a translation when the one before is there; whether all are."""
    left = list(texts)

    def done() -> bool:
        if walk.translated() and left:
            walk.application.translation.translate(left.pop())
        return walk.translated() and not left

    return done


def curve(store: Store[AppState]) -> tuple[CurvePoint, ...]:
    """Of the run on show."""
    runs = store.state.training.runs
    history = runs.history(runs.shown)
    return history.curve if history else ()


def after(seconds: float) -> Callable[[], bool]:
    """Whether so much time has passed since the first time that somebody asks."""
    ends: list[float] = []

    def done() -> bool:
        ends.append(time.monotonic() + seconds)
        return time.monotonic() > ends[0]

    return done


@contextmanager
def walking(folder: Path) -> Iterator[Walk]:
    """A window of its own, closed at the end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    qt = QApplication(sys.argv[:1])
    application = Application(
        WindowOptions(model="zh-en", theme="light", language="en", device="cpu"),
        library=Library(folder / "models"),
        settings_file=folder / "settings.json",
    )
    application.start()
    application.window.resize(1280, 800)
    walk = Walk(application, folder)
    yield walk
    walk.gaps.stop()
    ended: list[bool] = []
    application.ended.connect(lambda: ended.append(True))
    application.window.close()
    while not ended:
        qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


if __name__ == "__main__":
    with TemporaryDirectory() as folder, walking(Path(folder)) as walk:
        {"use": use, "train": train, "report": report, "sweep": sweep}[sys.argv[1]](walk)
    print(json.dumps(walk.found))
