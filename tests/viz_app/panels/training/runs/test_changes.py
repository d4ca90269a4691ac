"""What is on show stays on show as long as it is there."""

import dataclasses
from pathlib import Path

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points
from tests.viz_app.states import MODELS, on_bench, summary, training_room
from viz_app.panels.training.runs.changes import (
    history_read,
    run_compared,
    run_deleted,
    run_gone,
    run_picked,
    run_renamed,
    run_restored,
    runs_listed,
    unread,
)
from viz_app.panels.training.state.runs import RunHistory, RunsState
from viz_app.panels.training.state.training import LiveRun, TrainingRequest
from viz_app.storage.library import ModelFile

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


@pytest.mark.parametrize("run_id", ["b", "nothing"])
def test_what_is_on_show_or_not_there_changes_nothing(room, run_id):
    assert run_picked(room, run_id) is room
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


def test_a_history_of_a_run_that_is_gone_or_goes_on_is_dropped(room):
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


def test_a_model_that_is_only_called_like_a_run_keeps_its_name(room):
    file = ModelFile(path=Path("/elsewhere/a.safetensors"), checksum="1")
    room = on_bench(room, model=summary("a"), model_file=file)
    assert run_renamed(room, dataclasses.replace(A, name="mine")).bench.model.name == "a"


def test_after_deleting_the_run_below_is_on_show(room):
    deleted = run_deleted(room, B)
    assert ids(deleted) == ["a", "c"]
    assert (deleted.own.runs.shown, deleted.own.runs.compared) == ("c", None)
    assert deleted.own.runs.deleted == B
    last = run_deleted(deleted, C)
    assert (last.own.runs.shown, last.own.runs.deleted) == ("a", C)
    assert run_deleted(last, A).own.runs.shown is None


def test_deleting_another_run_leaves_the_one_on_show(room):
    deleted = run_deleted(room, C)
    assert (deleted.own.runs.shown, deleted.own.runs.compared) == ("b", None)


def test_a_run_that_came_back_is_on_show(room):
    back = run_restored(run_deleted(room, A), A)
    assert (back.own.runs.shown, back.own.runs.deleted) == ("a", None)
    assert "a" in ids(back)


def test_what_cannot_come_back_is_not_offered(room):
    assert run_gone(run_deleted(room, A)).own.runs.deleted is None
