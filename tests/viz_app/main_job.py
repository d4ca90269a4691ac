"""What a user does with the window from its start to its close, as a process of its own.

``python -m tests.viz_app.main_job FOLDER FOREIGN`` does all of it once; files go into the folder.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication

from model.config import ModelConfig
from model.runs.presets import PRESETS
from model.text.tasks import generated_steps
from viz_app.app.bootstrap import Application
from viz_app.app.panels import PANELS
from viz_app.app.window_options import WindowOptions
from viz_app.engine.store import Slot
from viz_app.panels.training import jobs
from viz_app.panels.training.state import TrainingRequest
from viz_app.widgets import file_dialogs

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.0, max_len=24)


def until(there: Callable[[], Any]) -> None:
    """Let the window live until something is there; whoever started the process ends a wait."""
    while not there():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


class User:
    """Hands that wait until what they did has happened."""

    def __init__(self, application: Application, folder: Path) -> None:
        self.app, self.window, self.folder = application, application.window, folder
        self.bench: Slot = application.bench
        file_dialogs.ask_report_path = lambda *_: folder / "page.html"

    def start(self) -> None:
        self.app.start()
        until(lambda: self.app.training_tab is not None)
        until(self._translated)
        self.settle()

    def settle(self) -> None:
        """Until window and worker have done what was requested, also because of an answer."""
        for _ in range(3):
            done: list[bool] = []
            self.app.desk.submit(
                lambda: iter(()),
                on_item=print,
                on_failed=print,
                on_finished=lambda done=done: done.append(True),
                priority=-9,
            )
            until(lambda done=done: done)

    def translate(self, text: str) -> None:
        self.window.header.translate_this(text)
        until(lambda: self._translated() and self.bench.now.trace.source_text == text)

    def step(self) -> None:
        self._entry("first_step")
        for _ in self.bench.now.trace.steps[1:]:
            self._entry("step_forward")

    def branch(self) -> None:
        before = len(self.bench.now.branches.branches)
        self._entry("first_step")
        self.window.menus.branches.action("next_candidate").trigger()
        until(lambda: len(self.bench.now.branches.branches) > before)
        until(lambda: not self.bench.now.branches.growing)

    def switch(self) -> None:
        for panel in (*PANELS, PANELS[0]):
            self.window.show_tab(panel.name)
            self.settle()

    def train(self, *, epochs: int = 2) -> None:
        """A small model, to its end; then it is asked to translate."""
        training, room = self.app.training_tab.training, self.app.training_tab.room
        numbers = replace(PRESETS["tiny"].training, epochs=epochs)
        request = TrainingRequest(task="reverse", model=SMALL, training=numbers, device="cpu")
        before = self.bench.now.model_key
        training.start(request)
        until(lambda: not room.now.own.live)
        if self.bench.now.model_key == before:
            self.app.training_tab.runs.use(room.now.own.runs.shown)
        until(lambda: self.bench.now.model_key != before)
        until(self._translated)
        self.settle()

    def delete_run(self) -> None:
        runs = self.app.training_tab.room.now.own.runs
        self.app.training_tab.runs.delete(runs.shown)
        self.settle()

    def save(self) -> Path:
        files, session = self.window.files, self.folder / "a.headlight"
        files.session_save_requested.emit(session, True)
        files.model_save_requested.emit(self.folder / "m.safetensors")
        self.settle()
        return session

    def open(self, path: Path) -> None:
        self.window.files.open_requested.emit(path)
        self.settle()
        until(lambda: self.bench.now.loading is None and self._translated())
        self.settle()

    def import_model(self, path: Path) -> None:
        """Another program's model becomes the one that translates, and replaces one of its name."""
        imports, before = self.app.work.imports, self.bench.now.model_key
        self.app.work.look_at(path)
        until(lambda: self.app.store.state.importing.reading is not None)
        imports.dialog.controller.rename(path.name)
        until(imports.dialog.import_button.isEnabled)
        imports.dialog.controller.begin()
        until(lambda: self.bench.now.model_key != before)
        imports.dialog.close()
        until(self._translated)
        self.settle()

    def report(self) -> None:
        entry = self.window.menus.action("report")
        entry.trigger()
        until(entry.isEnabled)

    def check(self) -> None:
        notice = self.bench.now.notice
        assert notice is None or notice.level != "error", notice

    def close(self) -> None:
        ended: list[bool] = []
        self.app.ended.connect(lambda: ended.append(True))
        self.window.close()
        until(lambda: ended)

    def _entry(self, name: str) -> None:
        self.window.menus.action(name).trigger()
        QCoreApplication.processEvents()

    def _translated(self) -> bool:
        now = self.bench.now
        return now.trace is not None and now.trace.finished and not now.translating


def made_application() -> Application:
    """The window as a user's command opens it, with little to learn and a quick look at speed."""
    jobs.PROBE_SECONDS = 0.01
    generated_steps.__kwdefaults__.update(pairs=100, heldout=10)
    QApplication(sys.argv[:1]).setApplicationName("Headlight")
    return Application(WindowOptions(model="zh-en", theme="light", language="en", device="cpu"))


def main(arguments: Sequence[str]) -> None:
    folder, foreign = map(Path, arguments)
    user = User(made_application(), folder)
    user.start()
    for act in (
        lambda: user.translate("我有一只猫。"),
        *(user.step, user.branch, user.switch, user.train, user.save, user.report),
        lambda: user.import_model(foreign),
        user.close,
    ):
        act()
        user.check()


if __name__ == "__main__":
    main(sys.argv[1:])
