"""What is on show stays on show as long as it is there."""

import dataclasses
from pathlib import Path

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points
from tests.viz_app.states import MODELS, on_bench, progress_of, summary, training_room
from viz_app.panels.training.runs.room import (
    RunsSnapshot,
    history_read,
    resolve_runs,
    resumable,
    run_compared,
    run_deleted,
    run_gone,
    run_picked,
    run_renamed,
    run_restored,
    runs_listed,
    unread,
    usable,
)
from viz_app.panels.training.state import LiveRun, RunHistory, RunsState, TrainingRequest
from viz_app.storage.library import ModelFile

# ------------------------------------------------------------------------------------ test changes


A, B, C = (card_of(name) for name in "abc")


def live(run_id: str) -> tuple[LiveRun, ...]:
    return (LiveRun(key=1, request=TrainingRequest(), run_id=run_id),)


@pytest.fixture
def room():
    """Three runs, the second on show, compared with the third; both are read."""
    histories = (RunHistory(card=B, curve=curve_points(3)), RunHistory(card=C))
    runs = RunsState(cards=(A, B, C), shown="b", compared="c", histories=histories)
    return training_room(runs=runs)


def ids(room):
    return [card.run_id for card in room.own.runs.cards]


def read_ids(room):
    return {history.card.run_id for history in room.own.runs.histories}


def test_a_picked_run_is_on_show_and_must_be_read(room):
    picked = run_picked(room, "a")
    assert (picked.own.runs.shown, picked.own.runs.compared) == ("a", "c")
    assert unread(picked) == {"a"}
    assert read_ids(picked) == {"c"}


def test_a_run_is_not_compared_with_itself(room):
    assert run_picked(room, "c").own.runs.compared is None
    assert run_compared(room, "b") is room


def test_what_is_on_show_or_not_there_changes_nothing(room):
    assert run_picked(room, "b") is run_picked(room, "nothing") is room
    assert run_compared(room, "nothing") is room


def test_a_comparison_ends(room):
    alone = run_compared(room, None)
    assert alone.own.runs.compared is None
    assert read_ids(alone) == {"b"}


def test_a_live_run_s_history_is_kept_and_not_read(room):
    room = room.changed(live=live("b"))
    picked = run_picked(room, "a")
    assert "b" in read_ids(picked)
    lost = picked.changed(live=live("a"))
    assert unread(lost) == set()


def test_a_history_that_was_read_keeps_the_card_of_now(room):
    renamed = dataclasses.replace(A, name="mine")
    room = run_picked(run_renamed(room, renamed), "a")
    room = history_read(room, RunHistory(card=A, curve=curve_points(2)))
    assert room.own.runs.history("a") == RunHistory(card=renamed, curve=curve_points(2))
    assert unread(room) == set()
    # of a run that is gone or goes on it is dropped
    assert history_read(room, RunHistory(card=card_of("gone"))) is room
    room = room.changed(live=live("a"))
    assert history_read(room, RunHistory(card=A)) is room


def test_a_list_takes_what_is_on_disk(room):
    new = card_of("d")
    stopped = dataclasses.replace(B, status="stopped")
    listed = runs_listed(room, (new, stopped), models=MODELS)
    assert listed.own.runs.cards == (new, stopped)
    assert (listed.own.runs.shown, listed.own.runs.compared) == ("b", None)
    assert listed.own.runs.history("b").card == stopped
    assert read_ids(listed) == {"b"}
    assert listed.bench.models == MODELS


def test_the_newest_run_is_on_show_where_none_was_chosen(room):
    assert runs_listed(room, (A, B, C), models=()).own.runs.shown == "b"
    started = training_room()
    assert runs_listed(started, (A, B), models=()).own.runs.shown == "a"
    assert runs_listed(started, (), models=()).own.runs.shown is None
    assert runs_listed(room, (A, C), models=()).own.runs.shown == "a"


def test_a_list_leaves_a_run_under_way_as_it_has_told_itself(room):
    newer = dataclasses.replace(B, update=500)
    runs = dataclasses.replace(room.own.runs, cards=(A, newer, C))
    room = room.changed(live=live("b"), runs=runs)
    assert runs_listed(room, (A, B), models=()).own.runs.card("b") == newer
    assert ids(runs_listed(room, (A,), models=())) == ["b", "a"]


def test_a_renamed_run_s_model_has_the_new_name(room):
    file = ModelFile(path=Path("/runs/a/model.safetensors"), checksum="1")
    room = on_bench(room, model=summary("a"), model_file=file)
    renamed = run_renamed(room, dataclasses.replace(A, name="mine"))
    assert renamed.own.runs.card("a").name == renamed.bench.model.name == "mine"
    assert run_renamed(room, dataclasses.replace(B, name="other")).bench.model.name == "a"
    file = dataclasses.replace(file, path=Path("/elsewhere/a.safetensors"))
    room = on_bench(room, model_file=file)  # only called like the run
    assert run_renamed(room, dataclasses.replace(A, name="mine")).bench.model.name == "a"


def test_after_deleting_the_run_below_is_on_show(room):
    deleted = run_deleted(room, B)
    assert ids(deleted) == ["a", "c"]
    assert (deleted.own.runs.shown, deleted.own.runs.compared) == ("c", None)
    assert deleted.own.runs.deleted == B
    last = run_deleted(deleted, C)
    assert (last.own.runs.shown, last.own.runs.deleted) == ("a", C)
    assert run_deleted(last, A).own.runs.shown is None

    other = run_deleted(room, C)
    assert (other.own.runs.shown, other.own.runs.compared) == ("b", None)


def test_a_run_that_came_back_is_on_show_and_one_that_cannot_is_not_offered(room):
    back = run_restored(run_deleted(room, A), A)
    assert (back.own.runs.shown, back.own.runs.deleted) == ("a", None)
    assert "a" in ids(back)
    assert run_gone(run_deleted(room, A)).own.runs.deleted is None


# ------------------------------------------------------------------------------------- test usable
# What a run can still be used for.


BEGINNING = LiveRun(key=1, request=TrainingRequest(), run_id="a")
UNDER_WAY = dataclasses.replace(BEGINNING, progress=progress_of(), status="running")


@pytest.mark.parametrize(
    ("fields", "live", "can"),
    [
        ({"has_model": True}, None, True),
        ({"has_model": False}, None, False),
        ({}, BEGINNING, False),
        ({}, UNDER_WAY, True),
        ({"experiment": "heads"}, UNDER_WAY, False),
    ],
)
def test_it_translates_with_its_weights_of_now_or_with_its_model(fields, live, can):
    assert usable(card_of("a", **fields), live) is can


@pytest.mark.parametrize(
    ("fields", "can"),
    [
        ({"status": "stopped", "update": 3}, True),
        ({"status": "running", "update": 3}, True),
        ({"status": "failed", "update": 3}, True),
        ({"status": "finished", "update": 3}, False),
        ({"status": "stopped", "update": 0}, False),
        ({"status": "stopped", "update": 3, "experiment": "heads"}, False),
    ],
)
def test_it_goes_on_where_something_is_left_to_do(fields, can):
    assert resumable(card_of("a", **fields)) is can


# ----------------------------------------------------------------------------------- test snapshot
# What can be done with a run follows from what it is.


def row(card, live=None, **fields):
    runs, live = RunsState(cards=(card,), **fields), () if live is None else (live,)
    return resolve_runs(training_room(live=live, runs=runs)).rows[0]


def live_run(status="running", progress=None, run_id="a"):
    return LiveRun(
        key=1, request=TrainingRequest(), run_id=run_id, status=status, progress=progress
    )


def test_without_runs_there_are_no_rows():
    assert resolve_runs(training_room()) == RunsSnapshot()


def test_what_was_broken_off_without_a_word_is_interrupted_and_can_go_on():
    shown = row(card_of("a", status="running", update=7))
    assert (shown.status, shown.can_go_on, shown.can_change) == ("interrupted", True, True)


def test_nothing_goes_on_while_a_run_is_under_way():
    assert not row(card_of("a", status="stopped", update=7), live_run(run_id="b")).can_go_on


def test_a_run_under_way_keeps_its_name_and_its_folder():
    for status in ("running", "paused", "stopping"):
        shown = row(card_of("a"), live_run(status))
        assert (shown.status, shown.live, shown.can_change) == (status, True, False)


def test_the_rows_on_show_are_marked():
    cards = tuple(card_of(name) for name in "abc")
    runs = RunsState(cards=cards, shown="b", compared="c", deleted=card_of("gone"))
    snapshot = resolve_runs(training_room(runs=runs))
    assert (snapshot.shown.card, snapshot.compared.card) == cards[1:]
    assert [(row.shown, row.compared) for row in snapshot.rows] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert snapshot.deleted == "gone"
    assert dataclasses.replace(snapshot, rows=()).shown is None


def test_a_run_under_way_has_the_epoch_of_now_and_no_report_within_one_changes_it():
    card = card_of("a", epoch=2, validation_loss=1.5)
    shown = row(card, live_run(progress=progress_of(epoch=6))).card
    assert (shown.epoch, shown.validation_loss) == (6, 1.5)
    assert row(card, live_run()).card == card
    first, second = progress_of(), dataclasses.replace(progress_of(), update=999, loss=0.123)
    assert row(card, live_run(progress=first)) == row(card, live_run(progress=second))
