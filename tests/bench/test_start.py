"""How long the window and its first picture take, against an empty window in the same run."""

import os
import shutil
import subprocess
import sys
import time
from functools import partial

import pytest

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.bench.measuring import Figures, paired

pytestmark = pytest.mark.bench

ROUNDS = 5

EMPTY_WINDOW = """
import sys, time
import pyqtgraph
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        print("painted", time.thread_time(), flush=True)
app = QApplication(sys.argv)
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""

OURS = """
import sys, time
from viz_app.cli import window
from viz_app.cli.parser import parse
options = parse(["--device", "cpu"])
from viz_app.engine.collection import many_lasting_objects
with many_lasting_objects():  # as the command line imports it
    from viz_app.app import bootstrap
from PySide6.QtCore import QEvent, QObject
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            tell()
        return False
def tell():
    print("painted", time.thread_time(), flush=True)
class Watched(bootstrap.Application):
    def start(self):
        self.watch = Watch()
        WATCHED
        super().start()
bootstrap.Application = Watched
window.open_window(options)
"""
OUR_WINDOW = OURS.replace("WATCHED", "self.window.installEventFilter(self.watch)")
OUR_FIRST_PICTURE = OURS.replace("WATCHED", "self.window.first_picture_painted.connect(tell)")


@pytest.fixture
def user(tmp_path):
    """The environment of a user who has never opened Headlight, and whose folders are here."""
    # as on a user's machine, where modules are compiled once
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {f"XDG_{name}_HOME": str(tmp_path) for name in ("DATA", "CONFIG", "STATE")}


def until_painted(script: str, user: dict[str, str]) -> tuple[float, float]:
    """Seconds from the process's start to its first paint, and of its own thread's computing."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=user
    )
    try:
        line = process.stdout.readline()
        seconds = time.perf_counter() - start
    finally:
        process.kill()
        process.communicate()
    painted, computing = line.split()
    assert painted == "painted"
    return seconds, float(computing)


def of_an_empty_window(ours: str, user: dict[str, str]) -> Figures:
    """Pairs measured in turn, after one that is not counted."""
    turns = range(ROUNDS + 1)
    pairs = [(until_painted(ours, user), until_painted(EMPTY_WINDOW, user)) for _ in turns][1:]
    clock, computing = ([(our[part], base[part]) for our, base in pairs] for part in (0, 1))
    print(f"\n{paired(computing, peer='empty', unit='s')} computing, pairs {pairs}")
    return paired(clock, peer="empty window", unit="s")


def test_window_is_painted_in_one_and_a_half_times_an_empty_one(user, measured):
    measured("the window", lambda: of_an_empty_window(OUR_WINDOW, user), budget=1.5)


def test_first_heatmaps_are_painted_in_1_4_times_an_empty_window(user, measured):
    first = partial(of_an_empty_window, OUR_FIRST_PICTURE, user)
    measured("first heatmaps of the first start", first, budget=1.4)


def test_those_of_the_last_session_do_not_wait_for_torch(user, tmp_path, measured):
    folder = tmp_path / "headlight" / "sessions" / "window-1"
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED_FOLDER / "zh-en.headlight", folder / "session.headlight")
    first = partial(of_an_empty_window, OUR_FIRST_PICTURE, user)
    measured("first heatmaps of the last session", first, budget=1.4)
