"""Playing a time-lapse and opening the workbench."""

import dataclasses
import shutil
import zipfile
from functools import partial

import pytest

from tests.viz_app.recorded_runs import history, moment, with_runs
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.app.app_state import tab_opened
from viz_app.panels.training.controller import ReplayController, RunsController
from viz_app.panels.training.replay.room import (
    cursor,
    moment_arrived,
    moment_passed,
    moment_picked,
    replay_closed,
    replay_toggled,
)
from viz_app.panels.training.runs.room import run_compared, run_picked
from viz_app.panels.training.state import RunsState
from viz_app.workbench.changes.models import notice_dismissed
from viz_app.workbench.changes.selection import play_toggled
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Room, on_bench

# --------------------------------------------------------------------------------- test controller


@pytest.fixture
def run():
    return history()


@pytest.fixture
def controller(room, run):
    controller = ReplayController(room, interval_ms=1)
    room.apply(with_runs, run)
    yield controller
    if cursor(room.now.own).playing:
        room.apply(replay_toggled)


def test_playing_goes_through_every_moment_and_stops_by_itself(
    qtbot, controller, room, screen, run
):
    controller.open()
    seen = []
    screen.follow(lambda old, new: seen.append(new.trace))
    room.apply(replay_toggled)
    qtbot.waitUntil(lambda: not cursor(room.now.own).playing)
    assert list(dict.fromkeys(seen)) == [known.traces[0] for known in run.moments]
    assert not controller._timer.isActive()


@pytest.mark.parametrize("end", ["toggled", "other tab", "run gone"])
def test_playing_stops_where_it_is_left(controller, store, room, screen, end):
    controller.open()
    room.apply(replay_toggled)
    assert controller._timer.isActive()
    if end == "toggled":
        room.apply(replay_toggled)
    elif end == "other tab":
        store.apply(lambda state: tab_opened(state, "masks"))
    else:
        room.apply(Room.changed, runs=RunsState())
        assert screen.now.trace is None
    assert not cursor(room.now.own).playing
    assert not controller._timer.isActive()


def test_opening_asks_for_the_tab_and_closing_brings_the_own_picture_back(
    qtbot, controller, room, bench, screen, run, tiny_trace
):
    bench.apply(trace_arrived, tiny_trace)
    with qtbot.waitSignal(controller.tab_wanted) as wanted:
        controller.open()
    assert wanted.args == ["attention"]
    assert screen.now.trace is run.moments[-1].traces[0]
    room.apply(replay_closed)
    assert screen.now.trace is tiny_trace
    controller.open_or_close()
    assert cursor(room.now.own).in_workbench
    controller.open_or_close()
    assert not cursor(room.now.own).in_workbench


def test_moments_pass(controller, room, screen, run):
    controller.open()
    room.apply(moment_picked, 2)
    room.apply(moment_passed, -1)
    assert screen.now.trace is run.moments[1].traces[0]
    room.apply(moment_passed, 2)
    assert screen.now.trace is run.moments[3].traces[0]


def test_a_history_that_is_read_later_comes_on_screen(controller, room, screen):
    room.apply(with_runs, history("late", updates=()))
    controller.open()
    assert screen.now.trace is None
    new = moment(0)
    room.apply(moment_arrived, "late", new)
    assert screen.now.trace is new.traces[0]


def test_a_run_to_compare_with_comes_beside(controller, room, screen, run):
    controller.open()
    room.apply(partial(with_runs, compared=True), run, history("other"))
    assert screen.now.branches.compared == 1


@pytest.mark.parametrize("opened", [False, True])
def test_steps_do_not_play_on_in_another_picture(controller, bench, screen, tiny_trace, opened):
    bench.apply(trace_arrived, tiny_trace)
    if opened:
        controller.open()
    screen.apply(play_toggled)
    assert screen.now.playback.playing
    controller.open_or_close()
    assert not screen.now.playback.playing


def test_steps_play_on_while_moments_pass_and_not_in_another_tab(
    controller, store, room, screen, tiny_trace, bench
):
    bench.apply(trace_arrived, tiny_trace)
    controller.open()
    screen.apply(play_toggled)
    room.apply(moment_passed, -1)
    assert screen.now.playback.playing
    store.apply(lambda state: tab_opened(state, "one_head"))
    assert screen.now.trace is tiny_trace
    assert not screen.now.playback.playing


# --------------------------------------------------------------------------------- test controller
# Runs on disk through the worker: what happened there is in the state, what failed is said.


@pytest.fixture
def runs(library):
    return library.runs


@pytest.fixture
def folders(runs):
    """Three runs that have ended, with a curve and a moment each; oldest first."""
    return [made(runs, name, day) for day, name in enumerate(("copy", "reverse", "zh"), start=1)]


def made(runs, name, day=1):
    folder = runs.begin(card_of(name, begun=f"2025-01-0{day}T00:00:00+00:00", status="stopped"))
    folder.write_curve(curve_points(4))
    folder.write_moment(moment_of(4, lengths=(3,)))
    folder.release_lock()
    return folder


@pytest.fixture
def begun(room, bench, desk, runs, library):
    """Makes the controller."""

    def begin():
        models = ModelController(bench, desk, ModelCache(), library=library)
        return RunsController(room, desk, ModelCache(), library=library, models=models)

    return begin


@pytest.fixture
def runs_controller(qtbot, room, begun, folders):
    controller = begun()
    controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 3)
    return controller


@pytest.fixture
def ids(folders):
    return [folder.card.run_id for folder in folders]


def names(room):
    return [card.name for card in room.now.own.runs.cards]


def said(room):
    return "" if room.now.bench.notice is None else str(room.now.bench.notice.message)


def test_runs_are_listed_newest_first_and_read_when_they_are_shown(
    qtbot, runs_controller, room, ids
):
    def read(*wanted):
        qtbot.waitUntil(lambda: {h.card.run_id for h in room.now.own.runs.histories} == {*wanted})

    assert names(room) == ["zh-1", "reverse-1", "copy-1"]
    for run_id in (ids[0], ids[1], ids[0]):  # again, when it was away
        room.apply(run_picked, run_id)
        read(run_id)
        assert room.now.own.runs.shown == run_id
    history = room.now.own.runs.history(ids[0])
    assert history.curve == curve_points(4)
    assert [moment.update for moment in history.moments] == [4]
    room.apply(run_compared, ids[2])
    read(ids[0], ids[2])
    room.apply(run_compared, None)
    assert [h.card.run_id for h in room.now.own.runs.histories] == [ids[0]]


def test_a_damaged_moment_is_said_and_the_rest_is_there(qtbot, runs_controller, room, folders, ids):
    folders[0].moment_path(4).write_bytes(b"no")
    room.apply(run_picked, ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert str(folders[0].moment_path(4)) in said(room)
    assert room.now.own.runs.history(ids[0]).curve == curve_points(4)


def test_a_run_whose_folder_was_removed_is_said(qtbot, runs_controller, room, folders, ids):
    shutil.rmtree(folders[0].path)
    room.apply(run_picked, ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "no longer exists" in said(room)
    runs_controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 2)
    assert room.now.own.runs.shown == room.now.own.runs.cards[0].run_id


def test_a_renamed_run_has_its_name_in_the_list_and_among_the_models(
    qtbot, runs_controller, room, runs, ids, tiny_checkpoint
):
    folder = runs.open(ids[0])
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.write_card(dataclasses.replace(folder.card, has_model=True))
    runs_controller.rename(ids[0], "my best")
    qtbot.waitUntil(lambda: bool(room.now.bench.models))
    assert room.now.own.runs.card(ids[0]).name == "my best"
    assert [entry.name for entry in room.now.bench.models] == ["my best"]
    assert runs.open(ids[0]).card.name == "my best"


def test_a_name_that_is_taken_is_said_and_nothing_changes(qtbot, runs_controller, room, ids):
    runs_controller.rename(ids[0], "zh-1")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert (room.now.bench.notice.level, "'zh-1' is taken" in said(room)) == ("error", True)
    assert names(room) == ["zh-1", "reverse-1", "copy-1"]


def test_an_exported_run_is_where_it_is_said_to_be(qtbot, runs_controller, room, ids, tmp_path):
    runs_controller.export(ids[0], tmp_path / "out.zip")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert said(room) == f"copy-1 was exported to {tmp_path / 'out.zip'}."
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert "moments/000004.npz" in archive.namelist()


def test_an_export_that_cannot_be_written_is_said(
    qtbot, runs_controller, room, ids, readonly_folder
):
    runs_controller.export(ids[0], readonly_folder / "out.zip")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "cannot be written" in said(room)


def test_a_deleted_run_comes_back(qtbot, runs_controller, room, runs, ids):
    room.apply(run_picked, ids[1])
    runs_controller.delete(ids[1])
    qtbot.waitUntil(lambda: room.now.own.runs.deleted is not None)
    assert names(room) == ["zh-1", "copy-1"]
    assert room.now.own.runs.shown == ids[0]
    runs_controller.undo()
    qtbot.waitUntil(lambda: names(room) == ["zh-1", "reverse-1", "copy-1"])
    assert room.now.own.runs.shown == ids[1]
    assert runs.open(ids[1]).moment_updates() == (4,)


def test_what_somebody_else_has_removed_cannot_come_back(qtbot, runs_controller, room, runs, ids):
    runs_controller.delete(ids[1])
    qtbot.waitUntil(lambda: room.now.own.runs.deleted is not None)
    runs.purge()
    runs_controller.undo()
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "no longer exists" in said(room)
    assert room.now.own.runs.deleted is None


def test_a_run_that_is_being_trained_elsewhere_is_said(qtbot, runs_controller, room, folders, ids):
    folders[0].take_lock()
    runs_controller.delete(ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "'copy-1' is being trained: stop it first" in said(room)
    assert len(room.now.own.runs.cards) == 3
    folders[0].release_lock()


def test_a_run_that_cannot_be_read_is_said_once(qtbot, runs_controller, room, runs, folders):
    (folders[0].path / "run.json").write_text("{")
    runs_controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 2)
    assert str(folders[0].path / "run.json") in said(room)
    room.apply(on_bench(notice_dismissed))
    made(runs, "new", 4)
    runs_controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 3)
    assert room.now.bench.notice is None


def test_what_an_earlier_session_has_deleted_goes_for_good(qtbot, runs, begun, ids):
    runs.delete(ids[0])
    aside = next(runs.folder.glob(".deleted-*"))
    controller = begun()
    qtbot.waitUntil(lambda: not aside.exists())
    del controller
