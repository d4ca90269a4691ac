"""Windows at work, killed over and over, and started again.

``python -m tests.viz_app.killed.windows FOLDER 200 7`` kills so many, at moments of that seed.
"""

import os
import random
import sys
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from model.checkpoint.file import load_checkpoint
from model.text.tasks import generated_steps
from model.training.saved_run import check_saved
from tests.viz_app.killed.busy_window import DOING, OUT, SWEPT, TOLD, live
from tests.viz_app.killed.killing import begun, ended_well, killed, leftovers, slow_disk
from viz_app.storage.runs import Runs, card_in
from viz_app.storage.session import load_session
from viz_app.storage.settings import load_settings, read_place

OWN = (Path("models"), Path("runs"), Path("sessions"), Path("settings"))
EACH = 20
"""Windows that are killed in one folder."""


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


def whole_life() -> float:
    """Of a window that nobody kills: what the killed have left is gone. Its seconds."""
    TOLD.write_text("")
    seconds = ended_well(live)
    assert errors() == []
    assert not leftovers(OWN)  # elsewhere, what a worker that was too slow left waits for a writer
    assert not Runs(Path("runs"), models=()).beginnings()
    check()
    return seconds


@dataclass
class Kills:
    """How many there were, of how many windows, and what for."""

    source: random.Random
    windows: int = 0
    dead: int = 0
    half: int = 0
    swept: int = 0
    during: Counter[str] = field(default_factory=Counter)

    def more(self, kills: int) -> None:
        """In the folder that this process is in, between two windows that nobody kills."""
        seconds, most = whole_life(), self.dead + kills
        while self.dead < most:
            before = leftovers(OWN)
            self._one(seconds)
            self._look(before)
        whole_life()

    def _one(self, seconds: float) -> None:
        """A window; it counts when it was killed before its end."""
        self.windows += 1
        for said in (TOLD, DOING):
            said.write_text("")
        window = partial(live, patient=self.source.random() < 0.5)
        if killed(begun(window), self.source, seconds=seconds, folders=[*OWN, OUT]):
            self.dead += 1
            acts = ["start", *DOING.read_text().split()]
            self.during[acts[-1]] += 1
            print(f"{self.dead} killed, after {len(acts) - 1} acts: {acts[-1]}", flush=True)

    def _look(self, before: set[Path]) -> None:
        """At what a killed window has left, where some had left something before."""
        check()
        assert errors() == [], f"window {self.windows}"
        if SWEPT in TOLD.read_text():
            self.swept += 1
            assert not before & leftovers(OWN), f"window {self.windows} has left what others left"
        self.half += bool(leftovers([*OWN, OUT]) - before)

    def __str__(self) -> str:
        told = f"{self.half} times with a file half-written; {self.swept} windows had swept before"
        during = ", ".join(f"{count} {name}" for name, count in self.during.most_common())
        return f"killed {self.dead} times, {told}\n{during}"


def kill_windows(kills: int, seed: int) -> None:
    """Some, and others in a new folder: in one that is ever fuller, every window is slower."""
    import viz_app.app.training_tab
    import viz_app.panels.training.view.panel  # noqa: F401 - imported once, not in each child

    generated_steps.__kwdefaults__.update(pairs=100, heldout=10)
    slow_disk()
    done, home = Kills(random.Random(seed)), Path.cwd()
    while done.dead < kills:
        place = home / f"from-{done.dead}"
        place.mkdir()
        os.chdir(place)
        assert ended_well(prepare)
        done.more(min(EACH, kills - done.dead))
    print(done, flush=True)


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    kill_windows(int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else 1)
