"""Windows take their folders; what they leave is brought back once, and never lost."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from model.files import WriteError, filled_beside
from tests.patience import PATIENCE
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.storage.autosaves import MOST_KEPT, Autosaves, sweep_steps
from viz_app.storage.library import Library
from viz_app.storage.run_folder import CARD, LOCK
from viz_app.storage.runs import COMING, Listing, Runs, import_steps

# ---------------------------------------------------------------------------------- test leftovers
# What killed processes have left in Headlight's own folders goes at the next start.


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


def test_what_was_being_written_goes_and_what_was_written_stays(library, home):
    assert swept(library, home) == []
    folders = (
        *("models", "models/imported", "settings", "sessions", "sessions/window-1"),
        *("sessions/kept", "runs", "runs/one", "runs/one/moments"),
    )
    for folder in folders:
        (home / folder).mkdir(parents=True, exist_ok=True)
        (home / folder / PART).write_bytes(b"half")
        (home / folder / "notes.txt").write_bytes(b"mine")
    assert swept(library, home) == sorted(f"{folder}/notes.txt" for folder in folders)


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
from viz_app.storage.runs import import_steps
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


def test_a_run_that_begins_now_and_a_folder_that_is_none_of_ours_are_left_alone(library, home):
    (home / "runs" / "mine").mkdir(parents=True)
    folder = library.runs.begin(card_of("a"))
    (folder.path / CARD).unlink()
    assert swept(library, home) == [f"runs/{folder.path.name}/{LOCK}"]
    folder.write_card(folder.card)
    folder.release_lock()
    swept(library, home)
    assert library.runs.cards() == (folder.card,)
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


# ---------------------------------------------------------------------------------- test autosaves


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "sessions"


def window(folder, text=None, *, age=0):
    """A window that has begun, with a session of its own that was written some seconds ago."""
    own = Autosaves(folder)
    earlier = own.begin()
    if text is not None:
        own.path.write_text(text)
        then = time.time() - age
        os.utime(own.path, (then, then))
    return own, earlier


def dead(own):
    """The window's process is gone, and the lock with it; the mark stays."""
    own._lock.release()


def read(path):
    return path.read_text()


def test_the_first_window_finds_nothing_and_when_closed_is_brought_back(folder):
    assert not Autosaves(folder).any_left()
    own, earlier = window(folder, "cat")
    assert (earlier, own.kept()) == (None, ())
    own.end()
    assert Autosaves(folder).any_left()
    again, earlier = window(folder)
    assert (earlier.left, earlier.path, read(earlier.path)) == ("closed", again.path, "cat")


def test_a_window_that_died_is_brought_back_and_known_as_dead(folder):
    own, _ = window(folder, "cat", age=3600)
    own.opened()
    dead(own)
    _, earlier = window(folder)
    assert (earlier.left, read(earlier.path)) == ("died", "cat")
    assert earlier.saved == time.strftime("%Y-%m-%d %H:%M", time.localtime(time.time() - 3600))


def test_a_killed_process_leaves_its_mark_and_no_lock(folder):
    code = (
        "import sys, pathlib; from viz_app.storage.autosaves import Autosaves;"
        "own = Autosaves(pathlib.Path(sys.argv[1])); own.begin(); own.path.write_text('cat');"
        "print('there', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout.readline() == b"there\n"
        beside, nothing = window(folder, "dog")
        assert nothing is None
        process.kill()
        process.wait(PATIENCE)
    third, earlier = window(folder)
    assert (earlier.left, read(earlier.path)) == ("died", "cat")
    assert third.path != beside.path


def test_of_two_closed_windows_the_last_is_brought_back_and_the_other_kept(folder):
    one, _ = window(folder, "cat", age=60)
    two, nothing = window(folder, "dog")
    assert nothing is None
    assert (read(one.path), read(two.path)) == ("cat", "dog")
    two.end()
    one.end()
    own, earlier = window(folder)
    assert read(earlier.path) == "dog"
    assert [read(path) for path in own.kept()] == ["cat"]


def test_of_two_dead_windows_each_is_brought_back_by_one_start(folder):
    one, _ = window(folder, "cat", age=60)
    two, _ = window(folder, "dog")
    dead(one)
    dead(two)
    _, first = window(folder)
    _, second = window(folder)
    assert [(it.left, read(it.path)) for it in (first, second)] == [
        ("died", "dog"),
        ("died", "cat"),
    ]


def test_a_dead_window_comes_before_one_that_was_closed_later(folder):
    one, _ = window(folder, "cat", age=60)
    two, _ = window(folder, "dog")
    dead(one)
    two.end()
    own, earlier = window(folder)
    assert (earlier.left, read(earlier.path)) == ("died", "cat")
    assert [read(path) for path in own.kept()] == ["dog"]


def test_one_that_died_without_a_session_hides_no_other(folder):
    one, _ = window(folder, "cat")
    two, _ = window(folder)
    dead(two)
    one.end()
    _, earlier = window(folder)
    assert (earlier.left, read(earlier.path)) == ("closed", "cat")


def test_a_session_that_two_windows_died_of_is_not_opened_a_third_time(folder):
    own, _ = window(folder, "cat")
    seen = []
    for _ in range(3):
        dead(own)
        own, earlier = window(folder)
        seen.append(earlier.left)
        if earlier.left == "died opening":
            break
    assert seen == ["died", "died opening"]
    assert own.kept() == (earlier.path,)
    assert read(earlier.path) == "cat"
    dead(own)
    _, earlier = window(folder)
    assert (earlier.left, earlier.path) == ("died", None)


def test_one_that_died_before_it_had_kept_anything_is_said_once_also_beside_another(folder):
    own, _ = window(folder)
    dead(own)
    running, earlier = window(folder)
    assert (earlier.left, earlier.path, running.path.parent.name) == ("died", None, "window-1")
    running.path.write_text("cat")
    own, _ = window(folder)
    dead(own)
    third, earlier = window(folder)
    assert (earlier.left, earlier.path) == ("died", None)
    third.end()
    assert window(folder)[1] is None
    assert read(running.path) == "cat"


def test_beside_a_window_that_runs_a_closed_one_is_kept_and_not_brought_back(folder):
    running, _ = window(folder, "cat")
    closed, _ = window(folder, "dog")
    closed.end()
    own, earlier = window(folder)
    assert earlier is None
    assert not own.path.exists()
    assert [read(path) for path in own.kept()] == ["dog"]
    assert read(running.path) == "cat"


def test_windows_that_come_and_go_beside_another_take_no_more_folders(folder):
    running, _ = window(folder, "cat")
    for number in range(5):
        own, _ = window(folder, str(number))
        own.end()
    assert len(list(folder.glob("window-*"))) == 2
    assert read(running.path) == "cat"


def test_one_that_has_run_for_a_while_died_of_something_else(folder):
    own, _ = window(folder, "cat")
    for _ in range(4):
        own.opened()
        written = (own.path.parent / "open").stat().st_ino
        own.opened()
        assert (own.path.parent / "open").stat().st_ino == written  # it says so already
        dead(own)
        own, earlier = window(folder)
        assert earlier.left == "died"


def test_what_is_put_aside_has_a_name_and_comes_back(folder):
    own, _ = window(folder, "cat")
    own.put_aside("我有一只猫。")
    own.path.write_text("dog")
    own.put_aside("我有一只猫。")
    assert {path.name for path in own.kept()} == {
        "我有一只猫。.headlight",
        "我有一只猫。 (2).headlight",
    }
    cat = next(path for path in own.kept() if read(path) == "cat")
    assert own.is_kept(cat)
    own.take_back(cat)
    assert read(own.path) == "cat"
    assert len(own.kept()) == 1


def test_any_sentence_is_a_name_in_the_folder(folder):
    names = ("", "/../../a", "a" * 500, "...", 'x:"<>|?*\n', "\udcff", "\ud800")
    own, _ = window(folder)
    for name in (*names, "😀" * 80, "\u202e\u2028\x7f"):
        own.path.write_text("cat")
        own.put_aside(name)
        (kept,) = own.kept()
        assert kept.parent == folder / "kept"
        assert read(kept) == "cat"
        kept.unlink()


def test_only_so_many_are_kept(folder):
    own, _ = window(folder)
    for number in range(MOST_KEPT + 3):
        own.path.write_text(str(number))
        os.utime(own.path, (number, number))
        own.put_aside("cat")
    assert [int(read(path)) for path in own.kept()] == [8, 7, 6, 5, 4, 3]


def test_what_is_not_kept_here_stays_where_it_is_and_a_broken_one_beside(folder, tmp_path):
    own, _ = window(folder, "?")
    mine = tmp_path / "mine.headlight"
    mine.write_text("cat")
    own.take_back(mine)
    assert mine.exists()
    assert not own.is_kept(mine)
    own.set_broken()
    assert [path.name for path in own.path.parent.glob("session*")] == ["session.headlight.broken"]
    own.end()
    assert window(folder)[1] is None


def test_a_mark_that_says_nothing_is_a_mark(folder):
    own, _ = window(folder, "cat")
    dead(own)
    (own.path.parent / "open").write_bytes(b"\xff")
    assert window(folder)[1].left == "died"


def test_a_session_that_is_gone_cannot_be_moved_and_that_is_said(folder):
    own, _ = window(folder, "cat")
    own.put_aside("a")
    (kept,) = own.kept()
    kept.unlink()
    with pytest.raises(WriteError, match=r"a\.headlight cannot be moved: .*No such file"):
        own.take_back(kept)
    with pytest.raises(WriteError, match=r"session\.headlight cannot be moved"):
        own.put_aside("a")


def test_before_it_has_begun_nothing_ends_and_a_folder_that_takes_nothing_is_said(
    folder, readonly_folder
):
    with pytest.raises(WriteError):
        Autosaves(readonly_folder / "sessions").begin()
    own = Autosaves(folder)
    own.opened()
    own.end()
    assert not folder.exists()
