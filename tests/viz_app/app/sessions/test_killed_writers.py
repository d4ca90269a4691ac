"""Processes that are killed at any moment of writing: what was there, or what was to be, is."""

import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.viz_app.storage.session.built import three_branches
from viz_app.app.sessions import Aside, Keepsake, aside_steps, begin_steps, keep_steps
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.library import Library
from viz_app.storage.session import Session, load_session, save_session

KILLS = 30

TEXTS = ("cat", "dog")


def sessions() -> list[Session]:
    import dataclasses

    return [dataclasses.replace(three_branches(), source_text=text) for text in TEXTS]


def saves(home: Path) -> None:
    """Save by hand, time and again."""
    while True:
        for session in sessions():
            save_session(home / "a.headlight", session)


def keeps(home: Path) -> None:
    """A window that keeps what is on screen, and puts it aside for something else."""
    autosaves = Autosaves(home / "sessions")
    autosaves.begin()
    while True:
        for session in sessions():
            list(keep_steps(autosaves, Keepsake(session), Keepsake()))
        list(aside_steps(autosaves, Aside(sessions()[0], "a cat")))


def restores(home: Path) -> None:
    """A window that brings back what the one before has left, then closes."""
    library = Library(home / "models", shipped=home / "shipped")
    while True:
        autosaves = Autosaves(home / "sessions")
        list(begin_steps(autosaves, library=library, recent=(), restores=True))
        list(keep_steps(autosaves, Keepsake(sessions()[1]), Keepsake()))
        autosaves.end()


def killed(work, home: Path, seconds: float) -> None:
    """Let another process do it, and end it after so many seconds."""
    child = os.fork()
    if child == 0:
        try:
            work(home)
        finally:
            os._exit(3)  # it ended by itself: an error
    select.select([], [], [], seconds)
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL


def check(home: Path) -> None:
    """Every session that has a name is whole, and there is one as soon as there was one."""
    found = sorted(home.rglob("*.headlight"))
    assert found
    for path in found:
        session = load_session(path)
        assert session.source_text in TEXTS
        assert len(session.branches) == len(three_branches().branches)
    assert not list(home.rglob("*.broken"))


def main(name: str, home: Path) -> None:
    source = random.Random(name)
    save_session(home / "a.headlight", sessions()[0])
    autosaves = Autosaves(home / "sessions")
    autosaves.begin()
    list(keep_steps(autosaves, Keepsake(sessions()[0]), Keepsake()))
    autosaves.end()
    for _ in range(KILLS):
        killed(globals()[name], home, source.uniform(0.002, 0.06))
        check(home)
        kept = [path for path in (home / "sessions").rglob("*.headlight") if path.is_file()]
        assert kept, "of what was kept there is one"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system ends processes in other ways")
@pytest.mark.parametrize("name", ["saves", "keeps", "restores"])
def test_whenever_it_is_killed_a_whole_session_is_there(tmp_path, name):
    """In a process of its own, which has no threads that a fork would lose."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from {__name__} import *; main({name!r}, Path({str(tmp_path)!r}))",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
