"""Runs on disk through the worker: what happened there is in the state, what failed is said."""

import dataclasses
import shutil
import zipfile

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of
from viz_app.panels.training.runs.changes import run_compared, run_picked
from viz_app.panels.training.runs.controller import RunsController
from viz_app.workbench.changes.notices import notice_dismissed
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.controllers.room import on_bench
from viz_app.workbench.jobs.shelf import Shelf


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
        models = ModelController(bench, desk, Shelf(), library=library)
        return RunsController(room, desk, Shelf(), library=library, models=models)

    return begin


@pytest.fixture
def controller(qtbot, room, begun, folders):
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


def test_runs_are_listed_newest_first(controller, room):
    assert names(room) == ["zh-1", "reverse-1", "copy-1"]


def test_a_picked_run_is_read(qtbot, controller, room, ids):
    room.apply(run_picked, ids[1])
    qtbot.waitUntil(lambda: room.now.own.runs.history(ids[1]) is not None)
    history = room.now.own.runs.history(ids[1])
    assert room.now.own.runs.shown == ids[1]
    assert history.curve == curve_points(4)
    assert [moment.update for moment in history.moments] == [4]


def test_a_run_is_read_again_when_it_was_away(qtbot, controller, room, ids):
    for run_id in (ids[0], ids[1], ids[0]):
        room.apply(run_picked, run_id)
        qtbot.waitUntil(lambda run_id=run_id: room.now.own.runs.history(run_id) is not None)
    assert [h.card.run_id for h in room.now.own.runs.histories] == [ids[0]]


def test_a_compared_run_is_read_too(qtbot, controller, room, ids):
    room.apply(run_picked, ids[0])
    room.apply(run_compared, ids[2])
    qtbot.waitUntil(lambda: len(room.now.own.runs.histories) == 2)
    room.apply(run_compared, None)
    assert [h.card.run_id for h in room.now.own.runs.histories] == [ids[0]]


def test_a_damaged_moment_is_said_and_the_rest_is_there(qtbot, controller, room, folders, ids):
    folders[0].moment_path(4).write_bytes(b"no")
    room.apply(run_picked, ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert str(folders[0].moment_path(4)) in said(room)
    assert room.now.own.runs.history(ids[0]).curve == curve_points(4)


def test_of_many_damaged_moments_a_few_are_said(qtbot, controller, room, folders, ids):
    for update in range(1000, 3000):
        folders[0].moment_path(update).write_bytes(b"no")
    room.apply(run_picked, ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert str(folders[0].moment_path(1004)) in said(room)
    assert said(room).endswith("And 1995 more.")


def test_a_run_whose_folder_was_removed_is_said(qtbot, controller, room, folders, ids):
    shutil.rmtree(folders[0].path)
    room.apply(run_picked, ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "There is no run" in said(room)
    controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 2)
    assert room.now.own.runs.shown is None


def test_a_renamed_run_has_its_name_in_the_list_and_among_the_models(
    qtbot, controller, room, runs, ids, tiny_checkpoint
):
    folder = runs.open(ids[0])
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.write_card(dataclasses.replace(folder.card, has_model=True))
    controller.rename(ids[0], "my best")
    qtbot.waitUntil(lambda: bool(room.now.bench.models))
    assert room.now.own.runs.card(ids[0]).name == "my best"
    assert [entry.name for entry in room.now.bench.models] == ["my best"]
    assert runs.open(ids[0]).card.name == "my best"


def test_a_name_that_is_taken_is_said_and_nothing_changes(qtbot, controller, room, ids):
    controller.rename(ids[0], "zh-1")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert (room.now.bench.notice.level, "'zh-1' is taken" in said(room)) == ("error", True)
    assert names(room) == ["zh-1", "reverse-1", "copy-1"]


def test_an_exported_run_is_where_it_is_said_to_be(qtbot, controller, room, ids, tmp_path):
    controller.export(ids[0], tmp_path / "out.zip")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert said(room) == f"copy-1 was exported to {tmp_path / 'out.zip'}."
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert "moments/000004.npz" in archive.namelist()


def test_an_export_that_cannot_be_written_is_said(qtbot, controller, room, ids, readonly_folder):
    controller.export(ids[0], readonly_folder / "out.zip")
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "cannot be written" in said(room)


def test_a_deleted_run_comes_back(qtbot, controller, room, runs, ids):
    room.apply(run_picked, ids[1])
    controller.delete(ids[1])
    qtbot.waitUntil(lambda: room.now.own.runs.deleted is not None)
    assert names(room) == ["zh-1", "copy-1"]
    assert room.now.own.runs.shown == ids[0]
    controller.undo()
    qtbot.waitUntil(lambda: names(room) == ["zh-1", "reverse-1", "copy-1"])
    assert room.now.own.runs.shown == ids[1]
    assert runs.open(ids[1]).moment_updates() == (4,)


def test_what_somebody_else_has_removed_cannot_come_back(qtbot, controller, room, runs, ids):
    controller.delete(ids[1])
    qtbot.waitUntil(lambda: room.now.own.runs.deleted is not None)
    runs.purge()
    controller.undo()
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "There is no run" in said(room)
    assert room.now.own.runs.deleted is None


def test_a_run_that_is_being_trained_elsewhere_is_said(qtbot, controller, room, folders, ids):
    folders[0].take_lock()
    controller.delete(ids[0])
    qtbot.waitUntil(lambda: room.now.bench.notice is not None)
    assert "'copy-1' is being trained: stop it first" in said(room)
    assert len(room.now.own.runs.cards) == 3
    folders[0].release_lock()


def test_a_run_that_cannot_be_read_is_said_once(qtbot, controller, room, runs, folders):
    (folders[0].path / "run.json").write_text("{")
    controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 2)
    assert str(folders[0].path / "run.json") in said(room)
    room.apply(on_bench(notice_dismissed))
    made(runs, "new", 4)
    controller.refresh()
    qtbot.waitUntil(lambda: len(room.now.own.runs.cards) == 3)
    assert room.now.bench.notice is None


def test_what_an_earlier_session_has_deleted_goes_for_good(qtbot, runs, begun, ids):
    runs.delete(ids[0])
    aside = next(runs.folder.glob(".deleted-*"))
    controller = begun()
    qtbot.waitUntil(lambda: not aside.exists())
    del controller
