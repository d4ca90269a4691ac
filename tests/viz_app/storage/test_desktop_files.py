"""What makes Headlight an application of a desktop, as the desktop's own tools see it."""

import shutil
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from viz_app.storage.desktop_files import APPLICATION_ID, ICON_SIZES, SOURCES, desktop_files
from viz_app.storage.session import SUFFIX

ENTRY = f"applications/{APPLICATION_ID}.desktop"
ODD = 'a "b" $HOME `c` \\d ü 猫'


@pytest.fixture
def tool():
    """Runs one of the desktop's tools; what it says. A test without it skips."""

    def run(name: str, *arguments: object) -> str:
        if shutil.which(name) is None:
            pytest.skip(f"no {name}: .ci/system-packages --for-tests")
        done = subprocess.run(
            [name, *map(str, arguments)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def _written(folder: Path, *program: str) -> Path:
    """Everything below the folder, with a dot for each picture; the desktop entry's path."""
    files = desktop_files(folder, program=program, pngs=dict.fromkeys(ICON_SIZES, b"."))
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / ENTRY


@pytest.mark.parametrize("program", [["headlight"], [f"/{ODD}/python", "-m", "viz_app"]])
def test_the_entry_is_valid(tool, tmp_path, program):
    assert tool("desktop-file-validate", _written(tmp_path, *program)) == ""
    assert tool("desktop-file-validate", SOURCES / f"{APPLICATION_ID}.desktop") == ""


def test_what_software_centres_read_is_valid(tool):
    tool("appstreamcli", "validate", "--no-net", SOURCES / f"{APPLICATION_ID}.metainfo.xml")


def test_a_double_click_starts_the_program_with_the_file(tool, tmp_path, monkeypatch):
    folder = tmp_path / ODD
    folder.mkdir()
    program, told = folder / "program", tmp_path / "told"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >"$TOLD.part" && mv "$TOLD.part" "$TOLD"\n')
    program.chmod(0o755)
    monkeypatch.setenv("TOLD", str(told))
    session = tmp_path / "my cat.headlight"
    tool("gio", "launch", _written(tmp_path, str(program), "100 %f"), session)
    _wait_for(told)
    assert told.read_text().splitlines() == ["100 %f", "open", str(session)]


def test_a_session_is_known_by_its_name_and_belongs_to_headlight(tool, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    _written(tmp_path, "/bin/sh")
    tool("update-mime-database", tmp_path / "mime")
    tool("update-desktop-database", tmp_path / "applications")
    session = tmp_path / f"cat{SUFFIX}"
    session.write_bytes(b"PK\x03\x04")
    kind = tool("gio", "info", "-a", "standard::content-type", session)
    assert kind.split()[-1] == "application/x-headlight"
    assert f"{APPLICATION_ID}.desktop" in tool("gio", "mime", "application/x-headlight")


def test_every_file_speaks_of_one_application():
    """Its id, its icon and its file type have one name in all of them."""
    entry = (SOURCES / f"{APPLICATION_ID}.desktop").read_text(encoding="utf-8")
    assert f"\nIcon={APPLICATION_ID}\n" in entry
    kind = ET.parse(SOURCES / f"{APPLICATION_ID}.mime.xml").find("{*}mime-type")
    assert kind.find("{*}glob").get("pattern") == f"*{SUFFIX}"
    assert f"\nMimeType={kind.get('type')};\n" in entry
    about = ET.parse(SOURCES / f"{APPLICATION_ID}.metainfo.xml")
    assert about.findtext("id") == APPLICATION_ID
    assert about.findtext("launchable") == f"{APPLICATION_ID}.desktop"
    assert about.findtext("provides/mediatype") == kind.get("type")


def _wait_for(path: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, "the program was not started"
