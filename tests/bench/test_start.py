"""How long the window and its first picture take, against an empty window in the same run."""

import os
import statistics
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.bench

ROUNDS = 5

EMPTY_WINDOW = """
import sys
import pyqtgraph
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        print("painted", flush=True)
app = QApplication(sys.argv)
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""

EMPTY_WINDOW_AND_TORCH = EMPTY_WINDOW.replace("import pyqtgraph", "import pyqtgraph, torch")

OUR_WINDOW = """
import sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print("painted", flush=True)
        return False
app = QApplication(sys.argv)
application = Application(WindowOptions())
watch = Watch()
application.window.installEventFilter(watch)
application.start()
app.exec()
"""

OUR_FIRST_PICTURE = """
import sys
from PySide6.QtWidgets import QApplication
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
app = QApplication(sys.argv)
application = Application(WindowOptions())
application.window.first_picture_painted.connect(lambda: print("painted", flush=True))
application.start()
app.exec()
"""


def seconds_until_painted(script: str) -> float:
    """From the process's start to the line that its first paint prints."""
    start = time.perf_counter()
    # as on a user's machine, where modules are compiled once
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=kept
    )
    try:
        line = process.stdout.readline()
        seconds = time.perf_counter() - start
    finally:
        process.kill()
        process.communicate()
    assert line.strip() == "painted"
    return seconds


def ratio(ours: str, baseline: str, record_property) -> float:
    """Median of the ratios of pairs measured in turn, after one pair that is not counted."""
    pairs = [
        (seconds_until_painted(ours), seconds_until_painted(baseline)) for _ in range(ROUNDS + 1)
    ][1:]
    median = statistics.median(our / base for our, base in pairs)
    record_property("ratio", median)
    print(f"\n{median:.2f} ×, pairs {[(round(a, 2), round(b, 2)) for a, b in pairs]}")
    return median


def test_window_is_painted_in_one_and_a_half_times_an_empty_one(record_property):
    assert ratio(OUR_WINDOW, EMPTY_WINDOW, record_property) <= 1.5


def test_first_heatmaps_are_painted_in_1_3_times_an_empty_window_and_torch(record_property):
    assert ratio(OUR_FIRST_PICTURE, EMPTY_WINDOW_AND_TORCH, record_property) <= 1.3
