"""Through the whole main job nothing goes out and nothing is written but where it belongs.

The window runs once as a process of its own, heard by Python's audit hook and, where strace is
there, by the system too: that also hears what libraries do that are not Python.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="folders are elsewhere on this system"),
]

CALLS = (
    *("socket", "open", "openat", "creat", "truncate", "mkdir", "mkdirat", "rmdir"),
    *("rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat"),
    *("unlink", "unlinkat"),
)
TRACED = f"trace={','.join(CALLS)}"
STRACE = ("strace", "-f", "-y", "--seccomp-bpf", "-e", TRACED, "-e", "signal=none")
OWN = ("config", "data", "state", "cache")
"""The user's folders: in each of them, one of Headlight's."""


@dataclass(frozen=True)
class Heard:
    """What was heard of a process: events of Python, and calls of the system where it was asked."""

    home: Path
    events: list[list[str]]
    calls: list[str] | None

    def outside(self, path: str) -> bool:
        whole = Path(os.path.normpath(ROOT / path))
        own = (self.home / name / "headlight" for name in OWN)
        chosen = (*own, *(self.home / name for name in ("out", "tmp", "events")))
        device = whole.is_relative_to("/dev") or whole.is_relative_to("/proc/self")
        above = any(there.is_relative_to(whole) for there in chosen)  # made where it is missing
        return not (device or above or any(whole.is_relative_to(there) for there in chosen))


ASKS_FOR_CUDA = "['/sbin/ldconfig', '-p']"
"""What comes with torch where that can use CUDA has the system list its libraries."""


@pytest.fixture(scope="module")
def heard(tmp_path_factory) -> Heard:
    home = tmp_path_factory.mktemp("outside")
    for name in ("out", "tmp", "nobody"):
        (home / name).mkdir()
    t5_folder(home / "t5", binary=True)
    places = [str(home / name) for name in ("events", "out", "t5")]
    done = subprocess.run(
        [*_strace(home / "calls"), sys.executable, "-m", "tests.viz_app.audited", *places],
        cwd=ROOT,
        env={
            **{name: value for name, value in os.environ.items() if _is_a_user_s(name)},
            **{f"XDG_{name.upper()}_HOME": str(home / name) for name in OWN},
            "HOME": str(home / "nobody"),  # what belongs to no folder of XDG would be found here
            "TMPDIR": str(home / "tmp"),
            "OMP_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",  # Python's own files beside the code, not ours
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in (home / "events").read_text().splitlines()]
    events = [event for event in events if ASKS_FOR_CUDA not in event]
    calls = (home / "calls").read_text().splitlines() if (home / "calls").exists() else None
    return Heard(home, events, calls)


def _is_a_user_s(name: str) -> bool:
    """Whether a user's environment has it, and not this process alone, where torch compiles."""
    return "XDG" not in name and not name.startswith("TORCHINDUCTOR")


def _strace(log: Path) -> list[str]:
    """The words before a command, none where there is no strace or it may not look."""
    if shutil.which("strace") is None:
        return []
    tried = [*STRACE, "-o", str(log), "true"]
    if subprocess.run(tried, check=False, capture_output=True).returncode:
        log.unlink(missing_ok=True)
        return []
    return [*tried[:-1]]


@pytest.fixture
def calls(heard) -> list[str]:
    if heard.calls is None:
        pytest.skip("no strace, or it may not look at processes")
    return heard.calls


def test_the_job_was_done(heard):
    assert sorted(path.name for path in (heard.home / "out").iterdir()) == [
        *("a.headlight", "m.safetensors", "page.html")
    ]
    imported = heard.home / "data" / "headlight" / "models" / "imported"
    assert [path.name for path in imported.iterdir()] == ["t5.safetensors"]


LOUD = """
import os, pickle, socket, sys
from tests.viz_app.audited import ear
sys.addaudithook(ear(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)))
socket.socket().close()
pickle.loads(pickle.dumps(print))
os.mkdir(sys.argv[2])
"""


def test_what_goes_out_would_be_heard(tmp_path):
    command = [sys.executable, "-c", LOUD, str(tmp_path / "log"), str(tmp_path / "made")]
    subprocess.run(command, cwd=ROOT, check=True)
    events = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [event[0] for event in events] == ["socket.__new__", "pickle.find_class", "os.mkdir"]
    assert Heard(tmp_path / "home", events, None).outside(events[-1][1])


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ('7 openat(AT_FDCWD</a>, "b", O_WRONLY|O_CREAT, 0666) = 3</a/b>', ["/a/b"]),
        ('7 openat(AT_FDCWD</a>, "b", O_RDONLY|O_CLOEXEC) = 3</a/b>', []),
        ('7 mkdir("/x", 0777) = -1 EEXIST (File exists)', []),
        ('7 rename("/x", "/open") = 0', ["/x", "/open"]),
        ("7 socket(AF_UNIX, SOCK_STREAM, 0) = 3<socket:[1]>", []),
    ],
)
def test_a_call_of_the_system_tells_what_it_has_written(call, written):
    assert list(_written(call)) == written


def test_python_leads_to_no_network_unpickles_nothing_and_starts_no_program(heard):
    assert [event for event in heard.events if event[0].startswith("socket.")] == []
    assert [event for event in heard.events if event[0] == "pickle.find_class"] == []
    starts = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")
    assert [event for event in heard.events if event[0].startswith(starts)] == []


def test_nothing_is_written_anywhere_else_and_no_socket_asked_for(calls, heard):
    assert [
        call for call in calls if re.search(r"socket\((AF_INET|AF_INET6|AF_PACKET)\b", call)
    ] == []
    written = [path for call in calls for path in _written(call)]
    assert {str(path) for path in (heard.home / "out").iterdir()} <= {*written}
    assert [path for path in written if heard.outside(path)] == []


def test_python_writes_nowhere_else(heard):
    writes = [event for event in heard.events if event[0] == "open" or event[0].startswith("os.")]
    assert len(writes) > 50
    assert [event for event in writes if any(map(heard.outside, _paths(event)))] == []


def _paths(event: list[str]) -> list[str]:
    count = 2 if event[0] in {"os.rename", "os.link", "os.symlink"} else 1
    return [path for path in event[1 : 1 + count] if not path.isdecimal()]  # of an open file


def _written(call: str) -> Iterator[str]:
    name = re.match(r"\d+ +(\w+)\(", call)
    failed = re.search(r"= -1 E", call)
    if name is None or name[1] == "socket" or failed:
        return
    if name[1].startswith("open") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", call):
        return
    for folder, path in re.findall(r'(?:\w+<([^>]*)>, )?"((?:[^"\\]|\\.)*)"', call):
        yield str(Path(folder, path))
