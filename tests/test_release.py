"""What leaves the house: one version, a wheel with what is needed, a workflow that is one."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from viz_app.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]

WORKFLOW = ROOT / ".github" / "workflows" / "systems.yml"
FOR_README = "resources/readme/"
NOTEBOOK = "viz_app/notebook/src/"


@pytest.fixture
def wheel():
    path = os.environ.get("WHEEL")
    if not path:
        pytest.skip("no wheel: make wheel, then WHEEL=dist/….whl")
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def test_the_version_stands_once():
    """Everybody else asks for what is installed."""
    suffixes = {".cfg", ".desktop", ".html", ".md", ".py", ".spec", ".toml", ".ts", ".xml", ".yml"}
    files = [ROOT / name for name in ("Makefile", "pyproject.toml", "README.md")]
    for top in (".ci", ".github", "model", "resources", "viz_app"):
        files += [path for path in (ROOT / top).rglob("*") if path.suffix in suffixes]
    number = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    places = [path for path in files if number.search(path.read_text(encoding="utf-8"))]
    assert places == [ROOT / "pyproject.toml"]


def test_command_line_changelog_and_window_say_the_version(capsys, qtbot):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"headlight {VERSION}\n"
    versions = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert versions[0] == VERSION
    numbers = [[int(part) for part in version.split(".")] for version in versions]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(versions)) == len(versions)
    from PySide6.QtWidgets import QWidget

    from viz_app.app.dialogs.help import show_about

    parent = QWidget()
    qtbot.addWidget(parent)
    assert show_about(parent).text() == f"Headlight {VERSION}"


def test_what_the_lock_names_is_for_the_oldest_python_too():
    """Debian 12 has 3.11.2: what asks for 3.11.5 would leave it without ``make run``."""
    oldest = f"{PROJECT['requires-python'].removeprefix('>=')}.0"
    locks = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]
    lines = "".join(lock.read_text(encoding="utf-8") for lock in locks).splitlines()
    packages = [line.split("==")[0] for line in lines if "==" in line]
    asked = {name: SpecifierSet(metadata(name).get("Requires-Python") or "") for name in packages}
    assert len(asked) > 100
    assert not {name: python for name, python in asked.items() if oldest not in python}


def test_the_wheel_has_what_the_checkout_runs_with_and_nothing_else(wheel):
    expected = {
        path.relative_to(ROOT).as_posix()
        for top in ("model", "resources", "viz_app")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected = {name for name in expected if not name.startswith(FOR_README)}
    expected |= {name.removeprefix(NOTEBOOK) for name in expected if name.startswith(NOTEBOOK)}
    expected = {name for name in expected if not name.startswith(NOTEBOOK)}
    assert {name for name in wheel if ".dist-info/" not in name} == expected


def test_every_folder_of_resources_is_read_by_somebody():
    """What is in the wheel is needed there."""
    folders = {path.name for path in (ROOT / "resources").iterdir() if path.is_dir()}
    sources = "".join(
        path.read_text(encoding="utf-8")
        for top in ("model", "viz_app")
        for path in (ROOT / top).rglob("*.py")
    )
    unread = {name for name in folders if f'"{name}"' not in sources}
    assert unread - {"__pycache__"} == {"readme"}


def test_the_workflow_is_one():
    """By the schema of GitHub's workflows, which the checker has with it."""
    tool = [sys.executable, "-m", "check_jsonschema"]
    schema = ["--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run(
        [*tool, *schema, str(WORKFLOW)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflow_tries_every_system_and_python_and_is_said_to_have_never_run():
    text = WORKFLOW.read_text(encoding="utf-8")
    systems = re.findall(r"system: \[(.*)\]", text)
    assert len(systems) == 2
    for line in systems:
        assert [name.partition("-")[0] for name in line.split(", ")] == [
            "ubuntu",
            "windows",
            "macos",
        ]
    pythons = re.findall(r'"(3\.\d+)"', re.search(r"python: \[(.*)\]", text)[1])
    assert pythons == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "has never run" in " ".join((ROOT / name).read_text(encoding="utf-8").split())
