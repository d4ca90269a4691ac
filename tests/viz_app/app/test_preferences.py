"""Settings that the user changes are kept; what the command line asked for is not."""

from __future__ import annotations

import json

import pytest

from viz_app.app.app_state import AppState
from viz_app.app.preferences import PreferencesController
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.panels.attention.controller import AttentionController
from viz_app.storage.settings import Settings
from viz_app.storage.settings_file import load_settings


@pytest.fixture
def store(qapp):
    """As started with ``--lang zh_CN``."""
    return Store(AppState(settings=Settings(language="zh_CN")))


def test_a_change_is_written_at_once(store, tmp_path):
    path = tmp_path / "settings.json"
    preferences = PreferencesController(store, path, kept=Settings())
    preferences.pick_theme("dark")
    preferences.pick_size("presentation")
    assert load_settings(path) == (Settings(theme="dark", size="presentation"), None)


def test_what_the_command_line_asked_for_is_not_kept(store, tmp_path):
    path = tmp_path / "settings.json"
    PreferencesController(store, path, kept=Settings()).pick_theme("dark")
    assert json.loads(path.read_text())["language"] == "system"
    assert store.state.settings == Settings(language="zh_CN", theme="dark")


def test_the_colour_map_is_kept_and_no_other_option_of_the_attention_tab(store, tmp_path):
    path = tmp_path / "settings.json"
    controllers = (
        PreferencesController(store, path, kept=Settings(theme="dark")),
        AttentionController(store),
    )
    looking = controllers[1]
    looking.pick_option("scale", "log")
    assert not path.exists()
    looking.pick_option("colour_map", "cividis")
    assert load_settings(path) == (Settings(theme="dark", colour_map="cividis"), None)
    looking.pick_option("colour_map", "kind")
    assert load_settings(path) == (Settings(theme="dark"), None)


def test_a_folder_that_cannot_be_written_is_shown_as_one_sentence(store, tmp_path):
    (tmp_path / "file").touch()
    preferences = PreferencesController(store, tmp_path / "file" / "s.json", kept=Settings())
    shown = []
    presenter = Presenter(store)
    presenter.show(lambda state: state.notice, shown.append)
    preferences.pick_theme("dark")
    assert "cannot be made" in str(shown[-1].message)
    assert store.state.settings.theme == "dark"
