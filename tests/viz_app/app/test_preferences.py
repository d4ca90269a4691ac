"""Settings that the user changes are kept; what the command line asked for is not."""

import json
from pathlib import Path

import pytest

from viz_app.app.app_state import AppState, bench_slot
from viz_app.app.preferences import PreferencesController
from viz_app.engine.store import Store
from viz_app.storage.settings import MOST_RECENT, Settings
from viz_app.storage.settings_file import load_settings
from viz_app.workbench.changes.models import file_gone, file_used
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.state.workbench import Workbench


@pytest.fixture
def store(qapp):
    """As started with ``--lang zh_CN``."""
    return Store(AppState(bench=Workbench(settings=Settings(language="zh_CN"))))


def test_a_change_is_written_at_once(bench, tmp_path):
    path = tmp_path / "settings.json"
    preferences = PreferencesController(bench, path, kept=Settings())
    preferences.pick("theme", "dark")
    preferences.pick("size", "presentation")
    assert load_settings(path) == (Settings(theme="dark", size="presentation"), None)


def test_what_the_command_line_asked_for_is_not_kept(bench, tmp_path):
    path = tmp_path / "settings.json"
    PreferencesController(bench, path, kept=Settings()).pick("theme", "dark")
    assert json.loads(path.read_text())["language"] == "system"
    assert bench.now.settings == Settings(language="zh_CN", theme="dark")


def test_the_colour_map_is_kept_and_no_other_option_of_the_attention_tab(bench, tmp_path):
    path = tmp_path / "settings.json"
    preferences = PreferencesController(bench, path, kept=Settings(theme="dark"))
    bench.apply(option_picked, "scale", "log")
    assert not path.exists()
    bench.apply(option_picked, "colour_map", "cividis")
    assert load_settings(path) == (Settings(theme="dark", colour_map="cividis"), None)
    bench.apply(option_picked, "colour_map", "kind")
    assert load_settings(path) == (Settings(theme="dark"), None)
    del preferences


@pytest.fixture
def windows(qapp, tmp_path):
    """Two that are open at once: what picks a setting there, and their workbenches."""
    stores = [Store(AppState()) for _ in range(2)]
    benches = [bench_slot(store) for store in stores]
    path = tmp_path / "settings.json"
    preferences = [PreferencesController(bench, path, kept=Settings()) for bench in benches]
    return path, preferences, benches


def test_two_windows_keep_what_was_changed_in_either(windows):
    path, (first, second), _ = windows
    first.pick("theme", "dark")
    second.pick("size", "presentation")
    first.pick("language", "en")
    kept = Settings(theme="dark", size="presentation", language="en")
    assert load_settings(path) == (kept, None)


def test_two_windows_keep_what_was_opened_in_either(windows):
    path, _, (first, second) = windows
    first.apply(file_used, Path("a"))
    second.apply(file_used, Path("b"))
    first.apply(file_used, Path("c"))
    assert load_settings(path)[0].recent_models == ("c", "a", "b")
    first.apply(file_gone, Path("a"))
    assert load_settings(path)[0].recent_models == ("c", "b")
    for number in range(MOST_RECENT):
        second.apply(file_used, Path(str(number)))
    assert len(load_settings(path)[0].recent_models) == MOST_RECENT


def test_a_folder_that_cannot_be_written_is_shown_as_one_sentence(bench, tmp_path):
    (tmp_path / "file").touch()
    preferences = PreferencesController(bench, tmp_path / "file" / "s.json", kept=Settings())
    shown = []
    bench.follow(lambda _, new: shown.append(new.notice))
    preferences.pick("theme", "dark")
    assert "cannot be made" in str(shown[-1].message)
    assert bench.now.settings.theme == "dark"
