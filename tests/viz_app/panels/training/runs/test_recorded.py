"""The shipped run is on show until the user has one; what is damaged is said once."""

import dataclasses
import shutil

import pytest

from model.runs.experiments import experiment_named
from tests.viz_app.recorded_runs import history
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import training_room
from viz_app.panels.training.changes import offered, run_begun
from viz_app.panels.training.experiments.room import recorded_arms, resolve_experiments
from viz_app.panels.training.replay.room import arranged, resolve_replay
from viz_app.panels.training.runs.jobs import recorded_steps
from viz_app.panels.training.runs.room import (
    recorded_question,
    recorded_read,
    resolve_runs,
    run_deleted,
    run_restored,
    runs_listed,
    unread,
)
from viz_app.panels.training.state import (
    LiveRun,
    RecordedRuns,
    ReplayState,
    RunHistory,
    TrainingRequest,
)
from viz_app.storage import runs

SHIPPED = history("recorded/reverse")
READ = RecordedRuns(run=SHIPPED)
OWN = card_of("mine")


def listed(room, *cards):
    return runs_listed(room, cards, models=())


@pytest.fixture(scope="module")
def shipped():
    """All that the job tells that reads what is shipped."""
    return [*recorded_steps()]


@pytest.fixture
def room():
    """It is read, and the user has no run."""
    return recorded_read(listed(training_room()), READ)


def on_show(room):
    return room.own.runs.shown, [card.run_id for card in room.own.runs.cards]


SHOWN = "recorded/reverse", ["recorded/reverse"]


def test_it_is_read_once_one_of_the_tabs_is_in_front():
    for tab in ("attention", "masks"):
        assert recorded_question(training_room(tab=tab)) is None
    for tab in ("training", "runs", "time_lapse", "experiments"):
        assert recorded_question(training_room(tab=tab)) is not None
        assert recorded_question(training_room(tab=tab, recorded=READ)) is None


def test_without_own_runs_it_is_on_show_and_need_not_be_read_again(room):
    assert on_show(room) == SHOWN
    assert room.own.runs.history("recorded/reverse") == SHIPPED
    assert not unread(room)
    assert on_show(listed(room)) == SHOWN


def test_it_waits_until_the_users_runs_are_known():
    room = recorded_read(training_room(), READ)
    assert on_show(room) == (None, [])
    assert on_show(listed(room)) == SHOWN
    assert on_show(listed(room, OWN)) == ("mine", ["mine"])


def test_it_can_be_looked_at_and_nothing_else(room):
    (row,) = resolve_runs(room).rows
    assert row.shown
    assert (row.can_use, row.can_go_on, row.can_change) == (False, False, False)


def test_it_gives_way_to_the_first_run_of_the_user(room):
    live = LiveRun(key=1, request=TrainingRequest())
    begun = run_begun(room.changed(live=(live,)), 1, RunHistory(card=OWN))
    for own in (begun, listed(room, OWN), offered(room, (OWN,)), run_restored(room, OWN)):
        assert on_show(own) == ("mine", ["mine"])
        assert own.own.runs.history("recorded/reverse") is None


def test_it_is_there_again_when_the_last_own_run_is_deleted(room):
    gone = run_deleted(listed(room, OWN), OWN)
    assert on_show(gone) == SHOWN
    assert gone.own.runs.deleted == OWN
    assert on_show(run_restored(gone, OWN)) == ("mine", ["mine"])


def test_what_cannot_be_read_is_said_and_the_page_stays_empty(monkeypatch, tmp_path):
    copied = shutil.copytree(runs.RECORDED_FOLDER, tmp_path / "recorded")
    monkeypatch.setitem(runs.recorded_folder.__kwdefaults__, "folder", copied)
    (copied / "reverse" / "run.json").write_bytes(b"{")
    (copied / "experiments" / "norm" / "pre" / "curve.npz").unlink()
    *_, read = recorded_steps()
    room = recorded_read(listed(training_room()), read)
    assert on_show(room) == (None, [])
    assert str(room.bench.notice.message).endswith("did not write it.")
    told = {line.name: line.recorded for line in resolve_experiments(room).lines}
    assert told.pop("norm") is False
    assert all(told.values())


def test_everything_shipped_is_read_in_turns(shipped):
    *waited, read = shipped
    assert set(waited) == {None}
    assert len(waited) > len(read.run.moments) >= 20
    assert read.problem is None
    assert len(read.arms) == 12


def test_arms_of_other_numbers_are_not_shown_for_those_of_this_version(shipped):
    room = training_room(recorded=shipped[-1])
    experiment = experiment_named("heads")
    assert [arm.card.arm for arm in recorded_arms(room, experiment)] == ["four", "one"]
    other = dataclasses.replace(
        experiment.arms[1], training=dataclasses.replace(experiment.arms[1].training, epochs=3)
    )
    changed = dataclasses.replace(experiment, arms=(experiment.arms[0], other))
    assert recorded_arms(room, changed) == ()


def test_a_sentence_that_was_chosen_waits_for_the_moments(room):
    kept = ReplayState(probe=1)
    opened = arranged(training_room(replay=kept))
    assert opened.own.replay.probe == 1
    shown = recorded_read(listed(opened), READ)
    assert resolve_replay(shown).probe == 1
    beyond = recorded_read(listed(training_room(replay=ReplayState(probe=9))), READ)
    assert resolve_replay(beyond).probe == 1
