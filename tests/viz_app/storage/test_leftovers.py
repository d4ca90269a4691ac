"""What killed processes have left in Headlight's own folders goes at the next start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.atomic import filled_beside
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.storage.card_files import CARD
from viz_app.storage.leftovers import sweep_steps
from viz_app.storage.library import Library
from viz_app.storage.run_import import COMING, import_steps
from viz_app.storage.run_lock import LOCK
from viz_app.storage.runs import Listing, Runs

ROOT = Path(__file__).resolve().parents[3]
PART = ".0123456789abcdef.headlight-part"

posix = pytest.mark.skipif(os.name == "nt", reason="there, a killed process cannot be told so fast")


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def library(home):
    return Library(home / "models", shipped=home / "shipped")


def swept(library, home):
    """What is there after the next start."""
    list(sweep_steps(library, settings=home / "settings" / "s.json", sessions=home / "sessions"))
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())


def test_before_anything_was_written_there_is_nothing_to_do(library, home):
    assert swept(library, home) == []


@pytest.mark.parametrize(
    "folder",
    [
        *("models", "models/imported", "settings", "sessions", "sessions/window-1"),
        *("sessions/kept", "runs", "runs/one", "runs/one/moments"),
    ],
)
def test_what_was_being_written_goes_and_what_was_written_stays(library, home, folder):
    (home / folder).mkdir(parents=True)
    (home / folder / PART).write_bytes(b"half")
    (home / folder / "notes.txt").write_bytes(b"mine")
    assert swept(library, home) == [f"{folder}/notes.txt"]


@posix
def test_what_is_being_written_now_stays(library, home):
    (home / "models").mkdir(parents=True)
    with filled_beside(home / "models" / "a.safetensors") as file:
        file.write(b"new")
        assert len(swept(library, home)) == 1
    assert swept(library, home) == ["models/a.safetensors"]


@posix
def test_what_lies_behind_a_link_is_not_touched(library, home, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / PART).write_bytes(b"")
    (home / "runs").mkdir(parents=True)
    (home / "runs" / "linked").symlink_to(tmp_path / "elsewhere")
    swept(library, home)
    assert (tmp_path / "elsewhere" / PART).exists()


@pytest.fixture
def elsewhere(tmp_path):
    """A run that is taken in."""
    folder = Runs(tmp_path / "there", models=()).begin(card_of("a"))
    folder.write_curve(curve_points(3))
    folder.write_moment(moment_of(0, lengths=(3,)))
    folder.release_lock()
    return folder.path


COPIES = """
import os, sys
from pathlib import Path
from viz_app.storage.run_import import import_steps
from viz_app.storage.runs import Runs
steps = import_steps(Runs(Path(sys.argv[1]), models=()), Path(sys.argv[2]))
next(steps), next(steps)
os.kill(os.getpid(), 9)
"""


@posix
def test_a_run_whose_copying_was_killed_goes_and_can_come_again(library, home, elsewhere):
    command = [sys.executable, "-c", COPIES, str(library.runs.folder), str(elsewhere)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9
    assert [path.name for path in library.runs.folder.iterdir()] == [f"{COMING}{elsewhere.name}"]
    assert library.runs.cards() == ()
    assert swept(library, home) == []
    *_, card = import_steps(library.runs, elsewhere)
    assert library.runs.cards() == (card,)


BEGINS = """
import os, sys
from pathlib import Path
from tests.viz_app.runs_on_disk import card_of
from viz_app.storage import run_folder
from viz_app.storage.runs import Runs
if sys.argv[2] == "before":
    run_folder.write_atomically = lambda *_: os.kill(os.getpid(), 9)
else:
    os.fsync = lambda _: os.kill(os.getpid(), 9)
Runs(Path(sys.argv[1]), models=()).begin(card_of("a"))
"""


@posix
@pytest.mark.parametrize(("moment", "files"), [("before", 1), ("within", 2)])
def test_a_run_that_was_killed_before_its_card_was_there_goes(library, home, moment, files):
    command = [sys.executable, "-c", BEGINS, str(library.runs.folder), moment]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9
    (folder,) = library.runs.folder.iterdir()
    assert len(list(folder.iterdir())) == files
    assert library.runs.listing() == Listing((), ())
    swept(library, home)
    assert list(library.runs.folder.iterdir()) == []


def test_a_run_that_begins_now_is_left_alone(library, home):
    folder = library.runs.begin(card_of("a"))
    (folder.path / CARD).unlink()
    assert swept(library, home) == [f"runs/{folder.path.name}/{LOCK}"]
    folder.write_card(folder.card)
    folder.release_lock()
    swept(library, home)
    assert library.runs.cards() == (folder.card,)


def test_a_folder_in_which_no_run_has_begun_is_none_of_ours(library, home):
    (home / "runs" / "mine").mkdir(parents=True)
    swept(library, home)
    assert (home / "runs" / "mine").is_dir()


def test_a_run_that_is_being_copied_now_is_left_alone(library, home, elsewhere):
    steps = import_steps(library.runs, elsewhere)
    next(steps)
    swept(library, home)
    *_, card = steps
    assert library.runs.open(card.run_id).read_curve() == curve_points(3)
    assert swept(library, home) == [
        f"runs/{card.run_id}/{name}" for name in ("curve.npz", "moments/000000.npz", "run.json")
    ]
