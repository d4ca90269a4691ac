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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_window_and_ends_with_status_0(tiny_checkpoint, number):
    process = subprocess.Popen(
        [sys.executable, "-c", ENDS_WHEN_SHOWN, str(tiny_checkpoint)],
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
    assert (told, process.returncode, errors) == ("picture\n", 0, "")
