"""``headlight`` alone: the window gets its options, or figures take its place."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QImage

from model.steps import run_through
from tests.viz_app.cli.commands import ROOT, assert_refused
from tests.viz_app.runs_on_disk import card_of
from viz_app.app.window_options import WindowOptions
from viz_app.cli import window
from viz_app.cli.window import starting_command
from viz_app.storage.desktop_files import APPLICATION_ID, ICON_SIZES, user_data_folder
from viz_app.storage.runs import Runs, export_steps
from viz_app.storage.session import Session, save_session

FIGURES = {f"{view}.png" for view in ("encoder", "decoder", "cross", "masks", "positions")}


@pytest.fixture
def opened(monkeypatch):
    """Options of the windows that were opened instead of showing any; they end with status 7."""
    options: list[WindowOptions] = []

    def run_window(given: WindowOptions) -> int:
        options.append(given)
        return 7

    monkeypatch.setattr(window, "has_display", lambda: True)
    monkeypatch.setitem(
        sys.modules, "viz_app.app.bootstrap", SimpleNamespace(run_window=run_window)
    )
    return options


@pytest.fixture
def without_display(monkeypatch, tmp_path):
    monkeypatch.setattr(window, "has_display", lambda: False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "headlight-output"


def test_options_reach_the_window_and_the_others_are_as_the_settings_say(
    headlight, opened, phrases
):
    assert headlight().status == 7
    assert opened.pop() == WindowOptions(greets=True)  # who asks for nothing is new here
    headlight("--text", " the  cat\t")
    assert opened.pop() == WindowOptions(text=" the  cat\t")
    # a menu's entry is one for both: started by itself it has no file
    assert headlight("--text", "你好。", "open").status == 7
    assert opened.pop() == WindowOptions(text="你好。")
    headlight(
        *("--model", phrases, "--text", "你好。", "--lang", "zh_CN", "--theme", "dark"),
        *("--device", "cpu", "--quit-after-first-picture"),
    )
    assert opened.pop() == WindowOptions(
        model=str(phrases),
        text="你好。",
        language="zh_CN",
        theme="dark",
        device="cpu",
        quit_after_first_picture=True,
    )


def test_an_unknown_model_is_said_before_the_window_opens(headlight, opened):
    outcome = headlight("--model", "dog")
    assert (outcome.status, opened) == (1, [])
    assert "Model or file not found: 'dog'" in outcome.err


def test_without_a_display_figures_are_drawn(headlight, qapp, without_display, phrases):
    outcome = headlight("--model", phrases)
    assert outcome.status == 0
    assert outcome.err.startswith("headlight: No display: saving the figures of a sample sentence")
    assert {path.name for path in without_display.iterdir()} == FIGURES
    assert outcome.out.splitlines() == [
        f"headlight-output/{view}.png"
        for view in ("encoder", "decoder", "cross", "masks", "positions")
    ]


def test_without_a_display_nothing_is_opened_and_a_bad_sentence_draws_nothing(
    headlight, without_display, phrases, openable
):
    outcome = headlight("--model", phrases, "--text", "☃")
    assert outcome.status == 1
    assert "knows no token in “☃”" in outcome.err
    assert not without_display.exists()
    outcome = headlight("open", openable["session"])
    assert outcome.status == 1
    assert "No display: " in outcome.err
    assert not without_display.exists()


def test_without_a_display_a_folder_that_cannot_be_is_told_before_the_work(
    headlight, without_display
):
    without_display.write_text("in the way")
    outcome = headlight("--model", "dog")
    assert outcome.status == 1
    assert "The folder headlight-output cannot be created: Not a directory." in outcome.err
    assert "dog" not in outcome.err


@pytest.fixture
def openable(tmp_path, phrases):
    folder = Runs(tmp_path / "runs", models=()).begin(card_of())
    folder.release_lock()
    run_through(export_steps(folder, tmp_path / "run.zip"))
    save_session(tmp_path / "cat.headlight", Session(source_text="我有一只猫。"))
    return {
        "session": tmp_path / "cat.headlight",
        "model": phrases,
        "archive": tmp_path / "run.zip",
        "folder": folder.path,
    }


@pytest.mark.parametrize("kind", ["session", "model", "archive", "folder"])
def test_what_can_be_opened_is_opened_in_the_window(headlight, opened, openable, kind):
    path = openable[kind]
    assert headlight("--theme", "dark", "--lang", "en", "open", path, "--device", "cpu").status == 7
    assert opened == [WindowOptions(opens=path, theme="dark", language="en", device="cpu")]


def test_a_path_is_the_one_of_the_folder_where_it_was_typed(
    headlight, opened, openable, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    headlight("open", "cat.headlight")
    assert opened[0].opens == tmp_path / "cat.headlight"


@pytest.mark.parametrize(
    ("option", "kind", "why"),
    [
        ("text", "session", "contains its own sentence: open it without --text"),
        ("model", "session", "names the model: open it without --model."),
        ("model", "model", "names the model: open it without --model."),
    ],
)
def test_what_is_opened_is_not_asked_for_otherwise(headlight, opened, openable, option, kind, why):
    outcome = headlight(f"--{option}", "reverse", "open", openable[kind])
    assert (outcome.status, opened, outcome.out) == (1, [], "")
    assert outcome.err.startswith(f"headlight: {openable[kind]} {why}")


@pytest.mark.parametrize("kind", ["archive", "folder"])
def test_beside_a_run_there_is_a_sentence_and_a_model(headlight, opened, openable, kind):
    assert headlight("--text", "a b", "--model", "reverse", "open", openable[kind]).status == 7
    assert opened == [WindowOptions(opens=openable[kind], text="a b", model="reverse")]


def test_a_sentence_is_for_the_model_that_is_opened(headlight, opened, openable):
    assert headlight("--text", "你好。", "open", openable["model"]).status == 7
    assert opened == [WindowOptions(opens=openable["model"], text="你好。")]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gone.headlight", "File not found:"),
        ("paper.pdf", "cannot be opened. Supported: a session (.headlight), a model"),
        ("empty", "is a folder without a run: it has no run.json."),
        ("bad.headlight", "bad.headlight"),
        ("bad.safetensors", "bad.safetensors"),
        ("bad.zip", "bad.zip"),
    ],
)
def test_anything_else_is_one_sentence_and_no_window(headlight, opened, tmp_path, name, why):
    (tmp_path / "empty").mkdir()
    for file in ("paper.pdf", "bad.headlight", "bad.safetensors", "bad.zip"):
        (tmp_path / file).write_bytes(b"x" * 100)
    outcome = headlight("open", tmp_path / name)
    assert (outcome.status, opened, outcome.out) == (1, [], "")
    assert why in outcome.err
    assert outcome.err.count("\n") == 1


IMPORTED = """
import gc, sys
from viz_app.cli import window
from viz_app.cli.parser import StartOptions

gc.collect()  # so that none is due before the import begins
walks = []
gc.callbacks.append(lambda phase, info: walks.append(phase))
window.has_display = lambda: True
window.WindowOptions = lambda **_: sys.exit(f"{len(walks)} {gc.isenabled()}")
window.open_window(StartOptions())
"""


def test_nothing_looks_for_garbage_while_the_window_is_imported():
    """A hundred walks over objects that all stay; afterwards they are looked for as ever."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stderr.split() == ["0", "True"]


@pytest.fixture
def no_tools(monkeypatch):
    """A machine without the programs that make desktops read their folders again."""
    monkeypatch.setattr(shutil, "which", lambda _: None)


def _files() -> set[str]:
    folder = user_data_folder()
    return {str(path) for path in folder.rglob("*") if path.is_file()}


def test_what_is_printed_is_what_was_written(headlight, no_tools):
    outcome = headlight("install-desktop")
    lines = outcome.out.splitlines()
    assert (outcome.status, set(lines), len(lines)) == (0, _files(), 4 + len(ICON_SIZES))
    folder = user_data_folder()
    assert f"{folder}/applications/{APPLICATION_ID}.desktop" in lines
    for edge in ICON_SIZES:
        path = folder / f"icons/hicolor/{edge}x{edge}/apps/{APPLICATION_ID}.png"
        assert QImage(str(path)).width() == edge


def test_nothing_of_it_stays_when_it_is_taken_out(headlight, no_tools):
    user_data_folder().mkdir(parents=True)
    (other := user_data_folder() / "mine").write_text("kept")
    written = headlight("install-desktop").out
    assert headlight("install-desktop", "--remove").out == written
    assert _files() == {str(other)}
    again = headlight("install-desktop", "--remove")
    assert (again.status, again.out) == (0, "")
    assert again.err == "headlight: Headlight is not in the desktop menu.\n"


def test_a_second_time_replaces_the_first(headlight, no_tools):
    first = headlight("install-desktop").out
    (path := Path(first.splitlines()[0])).write_text("damaged")
    assert headlight("install-desktop").out == first
    assert path.read_text().startswith("[Desktop Entry]")


def test_what_the_desktop_will_not_know_is_said_but_not_when_it_is_taken_out(headlight, no_tools):
    told = headlight("install-desktop").err.splitlines()
    assert [line.split()[1] for line in told] == ["update-mime-database", "update-desktop-database"]
    outcome = headlight("install-desktop", "--remove")
    assert (outcome.status, outcome.err) == (0, "")


def test_a_tool_that_fails_is_quoted_in_one_sentence(headlight, tmp_path, monkeypatch):
    program = tmp_path / "fails"
    program.write_text("#!/bin/sh\necho no space >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(program))
    outcome = headlight("install-desktop")
    assert outcome.status == 0
    assert outcome.err.count("no space") == 2
    removed = headlight("install-desktop", "--remove")
    assert removed.status == 0
    assert removed.err.count("the desktop may still list Headlight. no space") == 2
    assert "will not open" not in removed.err


def test_a_folder_that_takes_no_files_is_said(headlight, monkeypatch, readonly_folder):
    monkeypatch.setenv("XDG_DATA_HOME", str(readonly_folder))
    assert_refused(
        headlight("install-desktop"), f"{readonly_folder}/applications cannot be created"
    )


@pytest.mark.parametrize(("platform", "name"), [("win32", "Windows"), ("darwin", "macOS")])
def test_other_systems_refuse_in_one_sentence(headlight, monkeypatch, platform, name):
    monkeypatch.setattr("viz_app.cli.window.sys.platform", platform)
    outcome = headlight("install-desktop")
    monkeypatch.undo()
    assert_refused(outcome, ": Desktop entries exist only on Linux and BSD")


def test_what_the_entry_starts_is_this_headlight(tmp_path):
    """From any folder, also where another ``viz_app`` lies."""
    (tmp_path / "viz_app.py").write_text("raise SystemExit('another one')")
    done = subprocess.run(
        [*starting_command(), "install-desktop", "--help"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("usage: headlight install-desktop"), done.stderr


def test_in_a_bundle_it_starts_the_bundle(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert starting_command() == [sys.executable]
