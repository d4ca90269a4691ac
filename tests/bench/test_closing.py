"""How long the process lives after the window was told to close while a large model trains."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.bench

MOST_SECONDS = 2.0

TRAINING = """
import dataclasses, os, sys
from PySide6.QtCore import QTimer
from viz_app.app import bootstrap
from viz_app.app.window_options import WindowOptions
shown = bootstrap.Application.start
def start(application):
    shown(application)
    begin(application)
def begin(application):
    if application.training_tab is None:
        return QTimer.singleShot(100, lambda: begin(application))
    from viz_app.panels.training.state import TrainingRequest
    request = TrainingRequest(device="cpu")
    sizes = dict(d_model=1024, n_heads=16, n_layers=int(sys.argv[1]), d_ff=4096)
    model = dataclasses.replace(request.model, **sizes)
    tab = application.training_tab
    tab.training.start(dataclasses.replace(request, model=model, preset=""))
    tell(tab)
def tell(tab):
    if any(run.progress is not None for run in tab.room.now.own.live):
        return print("trains", flush=True)
    QTimer.singleShot(50, lambda: tell(tab))
bootstrap.Application.start = start
os._exit(bootstrap.run_window(WindowOptions(model="reverse", text="a b c", device="cpu")))
"""


@pytest.mark.parametrize("n_layers", [1, 2, 5])
@pytest.mark.parametrize("later", [0.0, 0.5, 1.0, 1.5])
def test_the_process_ends_within_two_seconds_also_in_a_run_s_first_save(
    tmp_path, measured, n_layers, later
):
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG", "CACHE")}
    process = subprocess.Popen(
        [sys.executable, "-c", TRAINING, str(n_layers)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **folders},
    )
    try:
        assert process.stdout.readline().strip() == "trains"
        time.sleep(later)  # so that it falls into another part of the save
        begun = time.perf_counter()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    seconds = time.perf_counter() - begun
    assert process.returncode == 0
    what = f"closing {later} s after the first update, {n_layers} layers"
    measured(what, lambda: seconds, budget=MOST_SECONDS, unit="s")
