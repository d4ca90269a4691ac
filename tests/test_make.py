"""What the commands of the Makefile run and install: layers of tests, locks, system packages."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import LAYERS, ROOT, layer_tests

FILES = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}


def test_layers_name_tests_that_there_are_and_none_twice():
    for entry in [*LAYERS["quick"], *LAYERS["nightly"]]:
        path, _, name = entry.partition("::")
        assert path in FILES, entry
        assert not name or f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8"), entry
    assert not [entry for entry in LAYERS["quick"] if "::" in entry]
    entries = [*LAYERS["quick"], *LAYERS["nightly"]]
    assert len({*entries}) == len(entries)
    assert not {*LAYERS["quick"]} & {entry.partition("::")[0] for entry in LAYERS["nightly"]}


def test_check_has_all_but_the_nightly_files_and_begins_with_the_largest():
    checked = layer_tests("check")
    assert {*checked} == FILES - {*LAYERS["nightly"]}
    assert {*LAYERS["quick"]} < {*checked}
    sizes = [(ROOT / path).stat().st_size for path in checked]
    assert sizes == sorted(sizes, reverse=True)


def test_a_path_is_what_is_run_whatever_the_layer():
    path = "tests/test_make.py"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--layer=quick", path], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = [line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line]
    assert {*found} == {path}


def test_a_layer_is_chosen_before_anything_is_collected(pytester, monkeypatch):
    """Of a file that is in no layer, not even the imports are run."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(
        "from pathlib import Path\n"
        "import tests.conftest as ours\n"
        "from tests.conftest import pytest_addoption, pytest_configure\n"
        "ours.ROOT = Path(__file__).parent\n"
        "ours.LAYERS = {'quick': ['tests/test_a.py'], 'nightly': ['tests/test_c.py::test_one']}\n"
    )
    (folder := pytester.path / "tests").mkdir()
    (folder / "test_a.py").write_text("def test_one(): pass")
    (folder / "test_b.py").write_text("import gone")
    (folder / "test_c.py").write_text("def test_one(): assert 0\ndef test_two(): pass")
    plugins = ("-p", "no:cacheprovider", "-p", "no:xdist")
    pytester.runpytest_subprocess("--layer=quick", *plugins).assert_outcomes(passed=1)
    (folder / "test_b.py").unlink()
    checked = pytester.runpytest_subprocess("--layer=check", *plugins)
    checked.assert_outcomes(passed=2, deselected=1)
    pytester.runpytest_subprocess("--layer=nightly", *plugins).assert_outcomes(failed=1)


def _pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(package): version for package, version in pins}


def test_the_lock_of_the_application_has_what_it_imports_and_nothing_else():
    """As the installed packages themselves name what they need."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        asked = [*map(Requirement, tomllib.load(file)["project"]["dependencies"])]
    needed: set[tuple[str, str]] = set()
    while asked:
        one = asked.pop()
        for extra in one.extras or {""}:
            name = canonicalize_name(one.name)
            if (name, extra) not in needed:
                needed.add((name, extra))
                below = map(Requirement, requires(one.name) or ())
                asked += [
                    two
                    for two in below
                    if two.marker is None or two.marker.evaluate({"extra": extra})
                ]
    assert {name for name, _ in needed} == {*_pins("requirements.lock")}


def test_the_locks_share_no_package_and_one_names_the_setuptools_of_the_build():
    ours, tools = _pins("requirements.lock"), _pins("requirements-dev.lock")
    assert not {*ours} & {*tools}
    assert {"pytest", "transformers", "ctranslate2", "nbconvert"} < {*tools}
    with (ROOT / "pyproject.toml").open("rb") as file:
        built_with = tomllib.load(file)["build-system"]["requires"]
    assert built_with == [f"setuptools=={_pins('requirements.lock')['setuptools']}"]


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A Debian on which all system packages are missing; a log has what its programs are asked."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    for name, body in {
        "dpkg-query": "exit 1",
        "fc-list": "echo a font",
        "id": "echo ${USER_ID:-1000}",
        "sudo": 'echo "sudo $*" >>"$LOG"',
        "apt-get": 'echo "apt-get $*" >>"$LOG"',
    }.items():
        (program := tmp_path / "bin" / name).parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    (log := tmp_path / "log").touch()
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=os.pathsep)
    monkeypatch.setenv("LOG", str(log))
    return log


MISSING = re.compile(r"To install the missing system packages: sudo apt-get install libegl1 .*\n")


def _make(*arguments: str, **options) -> str:
    make = ["make", "--no-print-directory", "system", *arguments]
    options = {"stdin": subprocess.DEVNULL, **options}
    return subprocess.run(
        make, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, **options
    ).stdout


def test_root_installs_at_once(machine, monkeypatch):
    monkeypatch.setenv("USER_ID", "0")
    assert _make().startswith("Installing system packages: libegl1 ")
    update, install = machine.read_text().splitlines()
    assert update == "apt-get update -qq"
    assert install.startswith("apt-get install -qq -y ")


def test_a_user_without_a_terminal_is_told_one_line_unless_system_is_no(machine):
    assert MISSING.fullmatch(_make())
    assert machine.read_text() == ""
    assert _make("SYSTEM=no") == ""
    assert machine.read_text() == ""


def _answered(answer: str) -> str:
    """All that ``make`` shows on a terminal where its question is answered so."""
    pty = pytest.importorskip("pty")
    own, its = pty.openpty()
    os.write(own, answer.encode())
    process = subprocess.Popen(
        ["make", "--no-print-directory", "system"], cwd=ROOT, stdin=its, stdout=its, stderr=its
    )
    os.close(its)
    shown = b""
    while chunk := _read(own):
        shown += chunk
    os.close(own)
    assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    """What was written there; nothing when all who could write have ended."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


def test_sudo_is_used_after_a_yes_on_a_terminal(machine):
    shown = _answered("y\n")
    assert "Install them with sudo? [y/N] " in shown
    assert [line.split()[:2] for line in machine.read_text().splitlines()] == [
        ["sudo", "apt-get"],
        ["sudo", "env"],
    ]
    assert "Installing system packages: libegl1 " in shown


@pytest.mark.parametrize("answer", ["n\n", "\n", "\x04"])
def test_sudo_is_not_used_after_anything_else(machine, answer):
    assert MISSING.search(_answered(answer))
    assert machine.read_text() == ""
