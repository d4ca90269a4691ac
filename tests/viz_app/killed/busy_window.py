"""The real window at work on everything that it writes, as fast as a hand could be."""

import dataclasses
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QTimer, Slot

from model.config import ModelConfig
from model.runs.presets import PRESETS
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.app import bootstrap
from viz_app.app import sessions as app_sessions
from viz_app.app.bootstrap import Application, run_window
from viz_app.app.window_options import WindowOptions
from viz_app.panels.training import jobs
from viz_app.panels.training.state import TrainingRequest
from viz_app.storage.autosaves import sweep_steps
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.widgets import file_dialogs

TOLD, SWEPT = Path("told"), "swept"
DOING = Path("doing")
"""The names of what a window has begun to do, one a line."""
OUT, THERE = Path("out"), Path("there")
ROUNDS = 3
SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.0, max_len=24)


def tell(what: str, *, to: Path = TOLD) -> None:
    """Say it so that it is there also when this process is killed now."""
    with to.open("a") as file:
        file.write(f"{what}\n")


class BusyWindow(Application):
    """Does one thing after the other that writes, and closes itself at last.

    A ``patient`` one does nothing before what others have left is swept; no one is closed before.
    """

    patient = False

    def _furnish(self) -> None:
        super()._furnish()
        self.bench.follow(self._listen)
        acts = (
            self._train,
            self._save_session,
            self._translate,
            self._save_model,
            self._report,
            self._pick_theme,
            self._export_run,
            self._take_in,
            self._look_at_foreign,
            self._save_session_and_model,
            self._import,
        )
        self._acts = iter([*acts] * ROUNDS)
        self._themes, self._texts = cycle(("dark", "light")), cycle(("a b", "c d e", "a"))
        self._swept = not self.patient
        self._timer = QTimer(self, interval=40)
        self._timer.timeout.connect(self._act)
        self._timer.start()

    def _listen(self, old, new) -> None:
        if new.notice is not None and new.notice != old.notice and new.notice.level == "error":
            tell(f"error: {new.notice.message} {new.notice.details}")

    @Slot()
    def _act(self) -> None:
        self._swept = self._swept or SWEPT in TOLD.read_text()
        act = next(self._acts, None) if self._swept else None
        if act is not None:
            tell(act.__name__.strip("_"), to=DOING)
            act()
        elif SWEPT in TOLD.read_text():
            tell("close", to=DOING)
            self._timer.stop()
            self.window.close()

    def _train(self) -> None:
        """Go on with what was killed, or begin."""
        training = self.training_tab.training
        unfinished = self.library.runs.unfinished()
        known = [
            card for card in unfinished if self.training_tab.room.now.own.runs.card(card.run_id)
        ]
        if known:
            training.go_on(known[0].run_id)
        elif not unfinished:
            numbers = dataclasses.replace(PRESETS["tiny"].training, epochs=10**4)
            training.start(
                TrainingRequest(task="reverse", model=SMALL, training=numbers, device="cpu")
            )

    def _save_session(self) -> None:
        self.window.files.session_save_requested.emit(OUT / "a.headlight", False)

    def _save_session_and_model(self) -> None:
        if self.bench.now.model_key is not None:
            self.window.files.session_save_requested.emit(OUT / "a.headlight", True)

    def _save_model(self) -> None:
        if self.bench.now.model_key is not None:  # that of the session may still come
            self.window.files.model_save_requested.emit(OUT / "m.safetensors")

    def _translate(self) -> None:
        self.window.header.intents.translate_requested.emit(next(self._texts))

    def _report(self) -> None:
        self.window.menus.action("report").trigger()

    def _pick_theme(self) -> None:
        self.preferences.pick("theme", next(self._themes))

    def _export_run(self) -> None:
        for run in self.training_tab.room.now.own.live:
            if run.run_id:
                self.training_tab.runs.export(run.run_id, OUT / "run.zip")

    def _take_in(self) -> None:
        folder = Runs(THERE, models=()).begin(card_of("there", begun=datetime.now(UTC).isoformat()))
        folder.write_curve(curve_points(5))
        folder.write_moment(moment_of(0, lengths=(3,)))
        folder.write_moment(moment_of(4, lengths=(3,)))
        folder.release_lock()
        self.training_tab.runs.take_in(folder.path)

    def _look_at_foreign(self) -> None:
        self.work.look_at(Path("t5"))

    def _import(self) -> None:
        self.work.imports.dialog.controller.begin()


def telling_sweep(library: Library, *, settings: Path, sessions: Path) -> Iterator[None]:
    """Say when all was swept."""
    yield from sweep_steps(library, settings=settings, sessions=sessions)
    tell(SWEPT)


def live(*, patient: bool = False) -> int:
    """One window, from its start until it has done everything."""
    BusyWindow.patient = patient
    sys.excepthook = lambda *error: tell("".join(traceback.format_exception(*error)))
    app_sessions.KEEPING_MS = 60
    app_sessions.REST = 0
    jobs.SAVE_SECONDS = 0.1
    jobs.RunKeeper.__init__.__kwdefaults__["seconds"] = 0.1
    bootstrap.warm_up_steps = lambda: iter(())
    bootstrap.sweep_steps = telling_sweep
    file_dialogs.ask_report_path = lambda *_: OUT / "page.html"
    bootstrap.Application = partial(
        BusyWindow,
        library=Library(Path("models"), shipped=Path("shipped")),
        settings_file=Path("settings") / "settings.json",
    )
    return run_window(WindowOptions(theme="light", language="en", device="cpu"))
