"""Settings that the user changes are kept; what the command line asked for is not."""

import os
import threading
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from viz_app.app.app_state import AppState, bench_slot
from viz_app.app.appearance import PreferencesController
from viz_app.engine.store import Store
from viz_app.storage.settings import MOST_RECENT, Settings, load_settings
from viz_app.workbench.changes.models import file_gone, file_used
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.state import Workbench


@pytest.fixture
def store(qapp):
    """As started with ``--lang zh_CN``."""
    return Store(AppState(bench=Workbench(settings=Settings(language="zh_CN"))))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


@pytest.fixture
def written(qtbot, bridge, path):
    """The settings in the file, when the worker has written them all."""

    def read() -> Settings:
        qtbot.waitUntil(lambda: not bridge.runner.saving)
        settings, problem = load_settings(path)
        assert problem is None
        return settings

    return read


def test_a_change_is_written_at_once(bench, desk, path, written):
    preferences = PreferencesController(bench, desk, path=path, kept=Settings())
    preferences.pick("theme", "dark")
    preferences.pick("size", "presentation")
    assert written() == Settings(theme="dark", size="presentation")


def test_the_window_waits_for_no_disk(bench, desk, path, written, monkeypatch):
    PreferencesController(bench, desk, path=path, kept=Settings()).pick("theme", "dark")
    written()
    synced = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(threading.current_thread()))
    PreferencesController(bench, desk, path=path, kept=Settings()).pick("theme", "light")
    written()
    assert synced
    assert threading.main_thread() not in synced


def test_what_is_changed_last_is_kept_also_when_the_window_ends(bench, bridge, desk, path):
    preferences = PreferencesController(bench, desk, path=path, kept=Settings())
    for size in ("presentation", "normal", "presentation"):
        preferences.pick("size", size)
    desk.close()
    assert bridge.runner.join(PATIENCE)
    assert load_settings(path) == (Settings(size="presentation"), None)


def test_what_the_command_line_asked_for_is_not_kept(bench, desk, path, written):
    PreferencesController(bench, desk, path=path, kept=Settings()).pick("theme", "dark")
    assert written().language == "system"
    assert bench.now.settings == Settings(language="zh_CN", theme="dark")


def test_the_colour_map_is_kept_and_no_other_option_of_the_attention_tab(
    bench, bridge, desk, path, written
):
    preferences = PreferencesController(bench, desk, path=path, kept=Settings(theme="dark"))
    bench.apply(option_picked, "scale", "log")
    assert not bridge.runner.saving
    bench.apply(option_picked, "colour_map", "cividis")
    assert written() == Settings(theme="dark", colour_map="cividis")
    bench.apply(option_picked, "colour_map", "kind")
    assert written() == Settings(theme="dark")
    del preferences


@pytest.fixture
def windows(desk, path):
    """Two that are open at once: what picks a setting there, and their workbenches."""
    stores = [Store(AppState()) for _ in range(2)]
    benches = [bench_slot(store) for store in stores]
    preferences = [
        PreferencesController(bench, desk, path=path, kept=Settings()) for bench in benches
    ]
    return preferences, benches


def test_two_windows_keep_what_was_changed_in_either(windows, written):
    (first, second), _ = windows
    first.pick("theme", "dark")
    second.pick("size", "presentation")
    first.pick("language", "en")
    assert written() == Settings(theme="dark", size="presentation", language="en")


def test_two_windows_keep_what_was_opened_in_either(windows, written):
    _, (first, second) = windows
    first.apply(file_used, Path("a"))
    second.apply(file_used, Path("b"))
    first.apply(file_used, Path("c"))
    assert written().recent_models == ("c", "a", "b")
    first.apply(file_gone, Path("a"))
    assert written().recent_models == ("c", "b")
    for number in range(MOST_RECENT):
        second.apply(file_used, Path(str(number)))
    assert len(written().recent_models) == MOST_RECENT


def test_a_folder_that_cannot_be_written_is_shown_as_one_sentence(qtbot, bench, desk, tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "s.json"
    preferences = PreferencesController(bench, desk, path=path, kept=Settings())
    preferences.pick("theme", "dark")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "cannot be created" in str(bench.now.notice.message)
    assert bench.now.settings.theme == "dark"
