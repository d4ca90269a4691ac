"""``headlight install-desktop``: into the user's folders, and out of them again."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.viz_app.cli.commands import ROOT
from viz_app.cli.install_desktop import starting_command
from viz_app.storage.desktop_files import APPLICATION_ID, ICON_SIZES, user_data_folder


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
    assert again.err == "headlight: Headlight is not installed in this desktop.\n"


def test_a_second_time_replaces_the_first(headlight, no_tools):
    first = headlight("install-desktop").out
    (path := Path(first.splitlines()[0])).write_text("damaged")
    assert headlight("install-desktop").out == first
    assert path.read_text().startswith("[Desktop Entry]")


def test_what_the_desktop_will_not_know_is_said(headlight, no_tools):
    told = headlight("install-desktop").err.splitlines()
    assert [line.split()[1] for line in told] == ["update-mime-database", "update-desktop-database"]


def test_a_tool_that_fails_is_quoted_in_one_sentence(headlight, tmp_path, monkeypatch):
    program = tmp_path / "fails"
    program.write_text("#!/bin/sh\necho no space >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(program))
    outcome = headlight("install-desktop")
    assert outcome.status == 0
    assert outcome.err.count("no space") == 2


def test_a_folder_that_takes_no_files_is_said(headlight, monkeypatch, readonly_folder):
    monkeypatch.setenv("XDG_DATA_HOME", str(readonly_folder))
    outcome = headlight("install-desktop")
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{readonly_folder}/applications cannot be made" in outcome.err


@pytest.mark.parametrize(("platform", "name"), [("win32", "Windows"), ("darwin", "macOS")])
def test_other_systems_refuse_in_one_sentence(headlight, monkeypatch, platform, name):
    monkeypatch.setattr("viz_app.cli.install_desktop.sys.platform", platform)
    outcome = headlight("install-desktop")
    monkeypatch.undo()
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"headlight: {name} has no folders for desktop entries")


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
