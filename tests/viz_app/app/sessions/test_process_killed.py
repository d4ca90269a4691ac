"""A window that is killed, and the one after it."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from tests.patience import PATIENCE
from tests.viz_app.application import running, said, settle
from viz_app.storage.session.files import load_session

WINDOW = """
import sys
from functools import partial
from pathlib import Path
from viz_app.app import bootstrap
from viz_app.app.sessions import keeping
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library
keeping.KEEPING_MS = 50
bootstrap.warm_up_steps = lambda: iter(())
folder = Path(sys.argv[1])
bootstrap.Application = partial(
    bootstrap.Application,
    library=Library(folder / "models", shipped=folder / "shipped"),
    settings_file=folder / "settings.json",
)
sys.exit(bootstrap.run_window(WindowOptions(text="d e a", device="cpu", language="en")))
"""


@pytest.fixture
def home(tmp_path, tiny_checkpoint):
    """Where a window finds its model."""
    (tmp_path / "shipped").mkdir()
    shutil.copy(tiny_checkpoint, tmp_path / "shipped" / "zh-en.safetensors")
    return tmp_path


def ended(qtbot, home, number):
    """Run a window until it has kept its session, and send it a signal; its status."""
    process = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(home)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    try:
        kept = home / "sessions" / "window-1" / "session.headlight"
        qtbot.waitUntil(lambda: kept.exists() or process.poll() is not None)
        qtbot.waitUntil(lambda: load_session(kept).branches[0].trace.finished)
        process.send_signal(number)
        return process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()


def test_after_a_kill_the_next_start_says_so_and_brings_all_back(qtbot, home):
    assert ended(qtbot, home, signal.SIGKILL) == -signal.SIGKILL
    with running(qtbot, home, model=None) as application:
        settle(qtbot, application)
        assert "Headlight ended unexpectedly the last time" in said(application.window)
        assert application.window.header.source.text() == "d e a"
        assert application.bench.now.trace.source_text == "d e a"
        assert application.bench.now.model_key is not None
    with running(qtbot, home, model=None) as application:
        settle(qtbot, application)
        assert "unexpectedly" not in said(application.window)
        assert application.window.header.source.text() == "d e a"


def test_after_a_polite_end_the_next_start_says_nothing(qtbot, home):
    assert ended(qtbot, home, signal.SIGTERM) == 0
    with running(qtbot, home, model=None) as application:
        settle(qtbot, application)
        assert "unexpectedly" not in said(application.window)
        assert application.window.header.source.text() == "d e a"


def test_of_a_session_that_two_windows_died_of_the_third_start_only_tells(qtbot, home):
    assert ended(qtbot, home, signal.SIGKILL) == -signal.SIGKILL
    (home / "sessions" / "window-1" / "open").write_text("2")
    with running(qtbot, home, model=None) as application:
        settle(qtbot, application)
        assert "is under File › Open recent" in said(application.window)
        assert application.bench.now.source_text == application.bench.now.model.samples[0]
        (kept,) = application.store.state.session.kept
        assert load_session(kept).source_text == "d e a"
