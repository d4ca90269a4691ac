"""The real window at work on everything that it writes, killed over and over, and started again."""

import dataclasses
import os
import random
import sys
import traceback
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QTimer, Slot

from model.checkpoint.file import load_checkpoint
from model.config import ModelConfig
from model.runs.presets import PRESETS
from model.text.tasks import generated
from model.training.saved_run import check_saved
from tests.viz_app.killed.killing import begun, ended_well, killed, leftovers, slow_disk
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.app import bootstrap
from viz_app.app.bootstrap import Application, run_window
from viz_app.app.sessions import keeping
from viz_app.app.window_options import WindowOptions
from viz_app.panels.training.jobs import run_keeper
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.storage.leftovers import sweep_steps
from viz_app.storage.library import Library
from viz_app.storage.run_import import card_in
from viz_app.storage.runs import Runs
from viz_app.storage.session.files import load_session
from viz_app.storage.settings_file import load_settings
from viz_app.storage.window_place import read_place
from viz_app.widgets import file_dialogs

TOLD, SWEPT = Path("told"), "swept"
OUT, THERE = Path("out"), Path("there")
OWN = (Path("models"), Path("runs"), Path("sessions"), Path("settings"))
ROUNDS = 3
SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.0, max_len=24)


def tell(what: str) -> None:
    """Say it so that it is there also when this process is killed now."""
    with TOLD.open("a") as file:
        file.write(f"{what}\n")


class BusyWindow(Application):
    """Does one thing after the other that writes, and closes itself at last."""

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
        self._timer = QTimer(self, interval=40)
        self._timer.timeout.connect(self._act)
        self._timer.start()

    def _listen(self, old, new) -> None:
        if new.notice is not None and new.notice != old.notice and new.notice.level == "error":
            tell(f"error: {new.notice.message} {new.notice.details}")

    @Slot()
    def _act(self) -> None:
        act = next(self._acts, None)
        if act is not None:
            act()
        else:
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
        self.work.imports.look_at(Path("t5"))

    def _import(self) -> None:
        self.work.imports.dialog.import_requested.emit()


def telling_sweep(library: Library, *, settings: Path, sessions: Path) -> Iterator[None]:
    """Say when all was swept."""
    yield from sweep_steps(library, settings=settings, sessions=sessions)
    tell(SWEPT)


def live() -> int:
    """One window, from its start until it has done everything."""
    sys.excepthook = lambda *error: tell("".join(traceback.format_exception(*error)))
    keeping.KEEPING_MS = 60
    keeping.REST = 0
    run_keeper.SAVE_SECONDS = 0.1
    run_keeper.RunKeeper.__init__.__kwdefaults__["seconds"] = 0.1
    bootstrap.warm_up_steps = lambda: iter(())
    bootstrap.sweep_steps = telling_sweep
    file_dialogs.ask_report_path = lambda *_: OUT / "page.html"
    bootstrap.Application = partial(
        BusyWindow,
        library=Library(Path("models"), shipped=Path("shipped")),
        settings_file=Path("settings") / "settings.json",
    )
    return run_window(WindowOptions(theme="light", language="en", device="cpu"))


def check() -> None:
    """Everything that has its name is whole."""
    for path in Path().rglob("*.headlight"):
        load_session(path)
    for folder in (Path("models"), OUT, Path("runs")):
        for path in folder.rglob("*m*.safetensors"):
            load_checkpoint(path)
    runs = Runs(Path("runs"), models=())
    assert runs.listing().problems == ()
    for card in runs.cards():
        folder = runs.open(card.run_id)
        folder.read_curve()
        folder.read_samples()
        for update in folder.moment_updates():
            folder.read_moment(update)
        if folder.state_path.exists():
            check_saved(folder.state_path, model=card.model, training=card.training)
    assert load_settings(Path("settings") / "settings.json")[1] is None
    assert read_place(Path("sessions")) is not None or not Path("sessions", "window.json").exists()
    if (OUT / "page.html").exists():
        assert (OUT / "page.html").read_text().rstrip().endswith("</html>")
    if (OUT / "run.zip").exists():
        card_in(OUT / "run.zip")
        assert zipfile.ZipFile(OUT / "run.zip").testzip() is None
    assert not list(Path().rglob("*.broken"))


def prepare() -> None:
    """The model that every window opens first, and one that is imported."""
    from model.checkpoint.file import save_checkpoint
    from tests.model.checkpoint.readers.small_t5 import t5_folder
    from tests.viz_app.conftest import TINY, untrained

    for folder in ("shipped", OUT):
        Path(folder).mkdir()
    save_checkpoint(untrained(TINY), Path("shipped", "zh-en.safetensors"))
    t5_folder(Path("t5"))


def errors() -> list[str]:
    """What a window has said that went wrong."""
    return [line for line in TOLD.read_text().splitlines() if line != SWEPT]


def kill_windows(kills: int) -> None:
    """In the folder that this process is in."""
    import viz_app.app.training_tab
    import viz_app.panels.training.views.panel  # noqa: F401 - imported once, not in each child

    generated.__kwdefaults__.update(pairs=100, heldout=10)
    assert ended_well(prepare)
    slow_disk()
    source = random.Random(kills)
    seconds = ended_well(live)
    assert errors() == []
    assert not leftovers(OWN)  # elsewhere, what a worker that was too slow left waits for a writer
    half, swept, seen = 0, 0, set()
    for number in range(kills):
        TOLD.write_text("")
        killed(begun(live), source, seconds=seconds, folders=[*OWN, OUT])
        check()
        assert errors() == [], f"window {number}"
        if SWEPT in TOLD.read_text():
            swept += 1
            assert not seen & leftovers(OWN), f"window {number} has left what others have left"
        half += bool(leftovers([*OWN, OUT]) - seen)
        seen = leftovers(OWN)
        print(f"{number + 1} killed", file=sys.stderr, flush=True)
    TOLD.write_text("")
    ended_well(live)
    assert errors() == []
    assert not leftovers(OWN)
    told = f"{half} times with a file half-written; {swept} of them had swept before"
    print(f"a window ({seconds:.1f} s): killed {kills} times, {told}", flush=True)


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    kill_windows(int(sys.argv[2]))
