"""Sessions and undo with much on the workbench: the window goes on, whatever the worker does."""

import dataclasses
import gc
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from model.traces.trace import Trace
from tests.bench.rounds import Rounds
from tests.bench.wordy_model import WORDS, words, wordy_model
from tests.viz_app.application import running, settle, wait_for_translation
from viz_app.app.bootstrap import Application
from viz_app.storage.branches import MOST_BRANCHES
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import (
    branch_compared,
    branch_renamed,
    branch_walked_to,
    with_tree,
)
from viz_app.workbench.state import ROOT, Branch, Workbench

pytestmark = pytest.mark.bench

LONGEST_MS = 50
OTHER = "aa ab"
"""A sentence that takes the place of the session."""

MUCH = {"many branches": (3, 16, MOST_BRANCHES), "large": (8, 128, 1)}
"""Layers of eight heads, tokens and branches."""


@pytest.fixture(params=MUCH)
def application(request, qtbot, tmp_path, one_torch_thread) -> Iterator[Application]:
    """With much on the workbench."""
    layers, tokens, branches = MUCH[request.param]
    config = ModelConfig(n_layers=layers, n_heads=8, d_model=64, d_ff=64, dropout=0.0, max_len=128)
    path = tmp_path / "wordy.safetensors"
    save_checkpoint(wordy_model(config), path)
    with running(qtbot, tmp_path, model=path, text=words(tokens)) as application:
        application.window.resize(1280, 800)
        application.window.show_tab("attention")
        application.preferences.pick("timeline", "whole")
        application.bench.apply(with_branches, branches)
        settle(qtbot, application)
        yield application


def with_branches(bench: Workbench, branches: int) -> Workbench:
    """So many that left the original, at any of its first steps."""
    tree = bench.branches
    made = (branch_of(tree.original.trace, number) for number in range(1, branches))
    return with_tree(
        bench, dataclasses.replace(tree, branches=(*tree.branches, *made), next_id=branches)
    )


def branch_of(original: Trace, number: int) -> Branch:
    steps, at = list(original.steps), number % (len(original.steps) - 1)
    steps[at] = dataclasses.replace(
        steps[at], token=WORDS[number], token_id=number % 600 + 8, given=True
    )
    trace = dataclasses.replace(original, steps=tuple(steps))
    return Branch(id=number, parent=ROOT, step=at, name=f"branch {number}", trace=trace)


@contextmanager
def walks() -> Iterator[list[float]]:
    """Milliseconds of each walk of the garbage collector: no other thread runs meanwhile."""
    taken, begun = [], [0.0]

    def told(phase: str, _: object) -> None:
        if phase == "start":
            begun[0] = time.thread_time()
        else:
            taken.append((time.thread_time() - begun[0]) * 1000)

    gc.callbacks.append(told)
    try:
        yield taken
    finally:
        gc.callbacks.remove(told)


def test_a_session_is_saved_kept_and_opened_in_short_rounds(application, qtbot, tmp_path, measured):
    rounds, bench, path = Rounds(), application.bench, tmp_path / "much.headlight"
    much, files, keeping = bench.now, application.window.files, application.sessions.keeping
    with walks() as taken:
        rounds.until("saving", path.exists, lambda: files.session_save_requested.emit(path, False))
        settle(qtbot, application)
        rounds.until("keeping", kept(application), keeping.keep)
        application.translation.translate(OTHER)
        wait_for_translation(qtbot, application, OTHER)
        rounds.until("opening", shows(application, much), lambda: application.sessions.open(path))
        rounds.until("opened", no_work(application))
    assert len(bench.now.branches.branches) == len(much.branches.branches)
    rounds.longest["walk"] = max(taken, default=0.0)
    rounds.judge(measured, "a session saved, kept, opened", budget=LONGEST_MS)


def test_what_takes_the_place_of_much_is_taken_back_in_short_rounds(application, qtbot, measured):
    rounds, bench, menu = Rounds(), application.bench, application.window.menus.edit
    much = bench.now
    with walks() as taken:
        application.window.header.intents.translate_requested.emit(OTHER)
        wait_for_translation(qtbot, application, OTHER)
        settle(qtbot, application)
        other = bench.now
        rounds.until("undo", shows(application, much), menu.action("undo").trigger)
        rounds.until("undone", no_work(application))
        rounds.until("redo", shows(application, other), menu.action("redo").trigger)
        rounds.until("redone", no_work(application))
    rounds.longest["walk"] = max(taken, default=0.0)
    rounds.judge(measured, "undo of a translation among much", budget=LONGEST_MS)


def test_looking_around_among_much_is_done_in_short_rounds(application, measured):
    rounds, bench = Rounds(), application.bench
    room, tree = application.window.timeline.room, bench.now.branches
    rounds.settle("a step", lambda: room.apply(step_chosen, 3))
    for branch in tree.branches[-3:]:
        rounds.settle("a branch", lambda branch=branch: room.apply(branch_walked_to, branch.id))
    rounds.settle("compared", lambda: room.apply(branch_compared, ROOT))
    if len(tree.branches) > 1:
        rounds.settle("a name", lambda: room.apply(branch_renamed, tree.branches[-1].id, "own"))
        rounds.settle("one less", lambda: room.delete_branch(tree.branches[1].id))
        assert len(bench.now.branches.branches) == len(tree.branches) - 1
    rounds.judge(measured, "looking around among much", budget=LONGEST_MS)


@pytest.mark.parametrize("application", ["large"], indirect=True)
def test_much_is_taken_along_in_short_rounds(application, qtbot, tmp_path, monkeypatch, measured):
    """Values, numbers and a report of all heads of 128 tokens; the picture has the keyboard."""
    rounds, menus = Rounds(), application.window.menus
    numbers, page = tmp_path / "numbers.npz", tmp_path / "page.html"
    monkeypatch.setattr("viz_app.widgets.file_dialogs.ask_output_path", lambda *_: numbers)
    monkeypatch.setattr("viz_app.widgets.file_dialogs.ask_report_path", lambda *_: page)
    said, clipboard = application.window.sentence, QApplication.clipboard()
    take = menus.edit.action
    application.window.attention.mosaic.setFocus()
    clipboard.clear()
    rounds.until("copy", lambda: "Values copied" in said.text(), take("copy_values").trigger)
    assert clipboard.text().count("\n") > 64 * 128
    rounds.until("numbers", numbers.exists, take("save_numbers").trigger)
    settle(qtbot, application)
    rounds.until("report", page.exists, menus.action("report").trigger)
    rounds.until("reported", no_work(application))
    rounds.judge(measured, "values, numbers, report of much", budget=LONGEST_MS)


@pytest.mark.parametrize("application", ["large"], indirect=True)
def test_another_model_is_taken_back_in_short_rounds(application, qtbot, tmp_path, measured):
    rounds, menu, much = Rounds(), application.window.menus.edit, application.bench.now
    other = tmp_path / "other.safetensors"
    shutil.copy(tmp_path / "wordy.safetensors", other)
    application.sessions.open_model(other)
    qtbot.waitUntil(lambda: application.bench.now.model_key != much.model_key)
    qtbot.waitUntil(lambda: not application.bench.now.translating)
    settle(qtbot, application)
    back = lambda: application.bench.now.model_key == much.model_key  # noqa: E731
    rounds.until("undo", back, menu.action("undo").trigger)
    rounds.until("undone", no_work(application))
    rounds.until("redo", lambda: not back(), menu.action("redo").trigger)
    rounds.until("redone", no_work(application))
    rounds.judge(measured, "undo of another model", budget=LONGEST_MS)


def kept(application: Application):
    """Whether an autosave has come to its end."""
    path = application.sessions.autosaves.path
    before = path.stat().st_mtime_ns if path.exists() else 0
    return lambda: path.exists() and path.stat().st_mtime_ns != before


def shows(application: Application, bench: Workbench):
    """Whether a translation is on screen that was there before."""
    return lambda: application.bench.now.source_text == bench.source_text


def no_work(application: Application):
    """Whether the worker has done all that was asked before."""
    done: list[bool] = []
    application.desk.submit(
        lambda: iter(()),
        on_item=print,
        on_failed=print,
        on_finished=lambda: done.append(True),
        priority=-9,
    )
    return lambda: bool(done)
