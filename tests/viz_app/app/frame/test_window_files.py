from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from tests.viz_app.probes import emissions, marked_language
from tests.viz_app.states import shown
from viz_app.app.frame.window_files import WindowFiles
from viz_app.app.header_snapshot import resolve_header
from viz_app.widgets import file_dialogs
from viz_app.workbench.state import Workbench

PATH = Path("/models/a.safetensors")


@pytest.fixture
def files(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    yield WindowFiles(window)


@pytest.fixture
def asked(monkeypatch):
    """What the dialogs were asked; ``answer`` is what they say."""
    heard: list[tuple] = []
    answers = {"answer": PATH}
    for name in ("ask_open_path", "ask_save_path", "ask_session_path"):

        def ask(*values, name=name, **named):
            heard.append((name, *values, *named.values()))
            return answers["answer"]

        monkeypatch.setattr(file_dialogs, name, ask)
    return heard, answers


def test_the_name_of_the_model_is_suggested_where_it_is_saved(files, asked):
    heard = emissions(files)
    files.ask_and_open()
    files.set_snapshot(resolve_header(shown()))
    files.ask_and_save_model()
    window = files.parent()
    assert asked[0] == [("ask_open_path", window), ("ask_save_path", window, "zh-en")]
    assert heard == [("open_requested", PATH), ("model_save_requested", PATH)]


def test_without_a_model_the_suggestion_is_in_the_language_of_the_window(files, asked):
    files.set_snapshot(resolve_header(Workbench()))
    files.ask_and_save_model()
    with marked_language():
        files.ask_and_save_model()
    assert [suggestion for *_, suggestion in asked[0]] == ["model", "«model»"]


def test_who_changes_their_mind_asks_for_nothing(files, asked):
    heard = emissions(files)
    asked[1]["answer"] = None
    files.ask_and_open()
    files.ask_and_save_model()
    assert heard == []
    assert len(asked[0]) == 2
