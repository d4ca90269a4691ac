"""The application as a process: started by its command, ended from outside."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from tests.patience import PATIENCE

ENDS_WHEN_SHOWN = """
import sys
from viz_app.app import bootstrap
from viz_app.app.window_options import WindowOptions
bootstrap.warm_up_steps = lambda: iter(())  # here nothing is trained
show = bootstrap.Application.start
def start(application):
    application.window.first_picture_painted.connect(lambda: print("picture", flush=True))
    show(application)
bootstrap.Application.start = start
sys.exit(bootstrap.run_window(WindowOptions(model=sys.argv[1], text="a b c", device="cpu")))
"""

GETS_STUCK = """
import sys, threading
from viz_app.app import bootstrap; from viz_app.app import wiring as shutdown
from viz_app.app.window_options import WindowOptions
from viz_app.panels.training.runs import jobs as run_files
from viz_app.workbench import jobs as models
def stuck(*_):
    print("stuck", flush=True)
    threading.Event().wait()  # as reading a file does where the network is gone
shutdown.SAVING_SECONDS = 1e9  # nothing is being saved here
WHERE = stuck
sys.exit(bootstrap.run_window(WindowOptions(model=sys.argv[1], text="a b c", device="cpu")))
"""


def ended(code: str, model: object, number: int) -> tuple[str, int, str]:
    """What a window's process said before it was sent a signal, its status, and its errors."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(model)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        told = process.stdout.readline()
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        watchdog.cancel()
        watchdog.join()
    return told, process.returncode, errors


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_window_and_ends_with_status_0(tiny_checkpoint, number):
    assert ended(ENDS_WHEN_SHOWN, tiny_checkpoint, number) == ("picture\n", 0, "")


@pytest.mark.parametrize(
    "where", ["models.import_torch", "run_files.purge_steps", "run_files.listing_steps"]
)
def test_closing_the_window_ends_the_process_also_when_the_worker_is_stuck(tiny_checkpoint, where):
    code = GETS_STUCK.replace("WHERE", where)
    assert ended(code, tiny_checkpoint, signal.SIGTERM) == ("stuck\n", 0, "")


BEFORE_THE_WINDOW = """
import sys
from PySide6.QtGui import QGuiApplication as Qt
from PySide6.QtWidgets import QApplication
from viz_app.app import bootstrap
from viz_app.app.window_options import WindowOptions
def told(options):
    drawn = Qt.windowIcon().pixmap(48, 48)
    sys.exit(f"{Qt.desktopFileName()} {drawn.width()} {QApplication.style().name()}")
bootstrap.Application = told
bootstrap.run_window(WindowOptions())
"""


def test_every_window_has_the_icon_of_the_application_in_the_menu_and_one_style_everywhere():
    """The desktop knows by the name which entry a window belongs to."""
    done = subprocess.run(
        [sys.executable, "-c", BEFORE_THE_WINDOW],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_STYLE_OVERRIDE": "windows"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.split() == ["local.headlight.headlight", "48", "fusion"]
