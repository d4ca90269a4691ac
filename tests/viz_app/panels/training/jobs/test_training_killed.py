"""A training process that is killed: what was saved last goes on, as if nothing had happened."""

import signal
import subprocess
import sys
import threading

import pytest

from tests.patience import PATIENCE
from viz_app.panels.training.jobs import (
    SAVE_SECONDS,
    StopAsked,
    TrainingBegun,
    TrainingEnded,
    TrainingReported,
    resumed_steps,
)
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs import ModelCache

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TRAINS = """
import sys
from pathlib import Path
import torch
from tests.viz_app.panels.training.jobs.small_training import request
from viz_app.panels.training.jobs import RunKeeper
from viz_app.workbench.jobs import ModelCache
from viz_app.panels.training.jobs import StopAsked, training_steps
from viz_app.panels.training.jobs import TrainingReported
from viz_app.storage.runs import Runs
torch.set_num_threads(1)
RunKeeper.due = lambda self: len(self._run.curve) % 5 == 0
runs = Runs(Path(sys.argv[1]), models=())
for item in training_steps(ModelCache(), runs, request(sys.argv[2], epochs=300), stop=StopAsked()):
    if isinstance(item, TrainingReported):
        print(item.curve[-1].update, flush=True)
"""


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("a b\tb a\nc d e\te d c\n", encoding="utf-8")
    return path


def killed_after(folder, corpus, update):
    """The update that a process had told of when it was killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", TRAINS, str(folder), str(corpus)], stdout=subprocess.PIPE, text=True
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    told = 0
    try:
        while told < update:
            told = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
    finally:
        watchdog.cancel()
        watchdog.join()
    return told


def test_a_run_is_saved_at_least_twice_a_minute():
    assert SAVE_SECONDS <= 30


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL on Windows")
def test_a_killed_run_goes_on_from_where_it_was_saved_last(tmp_path, corpus):
    told = killed_after(tmp_path / "runs", corpus, 12)
    runs = Runs(tmp_path / "runs", models=())
    (card,) = runs.unfinished()
    assert card.update >= told - 10
    stop = StopAsked()
    steps = resumed_steps(ModelCache(), runs, card.run_id, stop=stop)
    begun = next(item for item in steps if isinstance(item, TrainingBegun))
    assert [point.update for point in begun.history.curve] == list(range(1, card.update + 1))
    first = next(item for item in steps if isinstance(item, TrainingReported))
    assert first.curve[card.update].update == card.update + 1
    stop.set()
    *_, ended = steps
    assert isinstance(ended, TrainingEnded)
    assert ended.card.status == "stopped"
