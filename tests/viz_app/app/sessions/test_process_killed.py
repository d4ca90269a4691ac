"""A window that is killed, and the one after it."""

import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.patience import PATIENCE
from tests.viz_app.application import running, said, settle
from viz_app.storage.session import load_session
from viz_app.storage.settings import load_settings

WINDOW = """
import sys
from functools import partial
from pathlib import Path
from viz_app.app import bootstrap
from viz_app.app import sessions as keeping
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
sys.exit(bootstrap.run_window(WindowOptions(text=sys.argv[2], device="cpu", language="en")))
"""


@pytest.fixture
def home(tmp_path, tiny_checkpoint):
    """Where a window finds its model."""
    (tmp_path / "shipped").mkdir()
    shutil.copy(tiny_checkpoint, tmp_path / "shipped" / "zh-en.safetensors")
    return tmp_path


@contextmanager
def open_window(qtbot, home, text="d e a", number=1):
    """A window in a process of its own of that number that has kept its session."""
    process = subprocess.Popen([sys.executable, "-c", WINDOW, str(home), text])
    try:
        kept = home / "sessions" / f"window-{number}" / "session.headlight"
        qtbot.waitUntil(lambda: kept.exists() or process.poll() is not None)
        qtbot.waitUntil(lambda: load_session(kept).branches[0].trace.finished)
        yield process
    finally:
        process.kill()
        process.wait()


def ended(qtbot, home, number):
    """Run a window until it has kept its session, and send it a signal; its status."""
    with open_window(qtbot, home) as process:
        process.send_signal(number)
        return process.wait(PATIENCE)


def test_of_two_windows_one_is_killed_and_nothing_of_either_is_lost(qtbot, home):
    with open_window(qtbot, home, "a b c") as first, open_window(qtbot, home, "d e", 2) as second:
        second.kill()
        second.wait(PATIENCE)
        with running(qtbot, home, model=None) as third:
            settle(qtbot, third)
            assert "Headlight ended unexpectedly last time" in said(third.window)
            assert third.bench.now.source_text == "d e"
            third.preferences.pick("theme", "dark")
        assert first.poll() is None
        first.terminate()
        assert first.wait(PATIENCE) == 0
    sources = {load_session(path).source_text for path in home.rglob("*.headlight")}
    assert sources == {"a b c", "d e"}
    with running(qtbot, home, model=None) as fourth:
        settle(qtbot, fourth)
        assert said(fourth.window) == ""
        state = fourth.store.state
        there = [load_session(path).source_text for path in state.session.kept]
        assert {state.bench.source_text, *there} == {"a b c", "d e"}
        assert state.bench.settings.theme == "light"  # as this start was asked to be
        assert load_settings(home / "settings.json")[0].theme == "dark"


def test_after_a_kill_the_next_start_says_so_and_brings_all_back(qtbot, home):
    assert ended(qtbot, home, signal.SIGKILL) == -signal.SIGKILL
    with running(qtbot, home, model=None) as application:
        settle(qtbot, application)
        assert "Headlight ended unexpectedly last time" in said(application.window)
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
