"""What is on show stays on show as long as it is there."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points
from tests.viz_app.states import MODELS, summary
from viz_app.app.app_state import AppState
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
from viz_app.panels.training.state.training import LiveRun, TrainingRequest, TrainingState

A, B, C = (card_of(name) for name in "abc")


def live(run_id: str) -> TrainingState:
    return TrainingState(live=(LiveRun(key=1, request=TrainingRequest(), run_id=run_id),))


@pytest.fixture
def state():
    """Three runs, the second on show, compared with the third; both are read."""
    histories = (RunHistory(card=B, curve=curve_points(3)), RunHistory(card=C))
    runs = RunsState(cards=(A, B, C), shown="b", compared="c", histories=histories)
    return AppState(runs=runs)


def ids(state):
    return [card.run_id for card in state.runs.cards]


def read_ids(state):
    return {history.card.run_id for history in state.runs.histories}


def test_a_picked_run_is_on_show_and_must_be_read(state):
    picked = run_picked(state, "a")
    assert (picked.runs.shown, picked.runs.compared) == ("a", "c")
    assert unread(picked) == {"a"}
    assert read_ids(picked) == {"c"}


def test_a_run_is_not_compared_with_itself(state):
    assert run_picked(state, "c").runs.compared is None
    assert run_compared(state, "b") is state


@pytest.mark.parametrize("run_id", ["b", "nothing"])
def test_what_is_on_show_or_not_there_changes_nothing(state, run_id):
    assert run_picked(state, run_id) is state
    assert run_compared(state, "nothing") is state


def test_a_comparison_ends(state):
    alone = run_compared(state, None)
    assert alone.runs.compared is None
    assert read_ids(alone) == {"b"}


def test_a_live_run_s_history_is_kept_and_not_read(state):
    state = dataclasses.replace(state, training=live("b"))
    picked = run_picked(state, "a")
    assert "b" in read_ids(picked)
    lost = dataclasses.replace(picked, training=live("a"))
    assert unread(lost) == set()


def test_a_history_that_was_read_keeps_the_card_of_now(state):
    renamed = dataclasses.replace(A, name="mine")
    state = run_picked(run_renamed(state, renamed), "a")
    state = history_read(state, RunHistory(card=A, curve=curve_points(2)))
    assert state.runs.history("a") == RunHistory(card=renamed, curve=curve_points(2))
    assert unread(state) == set()


def test_a_history_of_a_run_that_is_gone_or_goes_on_is_dropped(state):
    assert history_read(state, RunHistory(card=card_of("gone"))) is state
    state = dataclasses.replace(state, training=live("a"))
    assert history_read(state, RunHistory(card=A)) is state


def test_a_list_takes_what_is_on_disk(state):
    new = card_of("d")
    stopped = dataclasses.replace(B, status="stopped")
    listed = runs_listed(state, (new, stopped), models=MODELS)
    assert listed.runs.cards == (new, stopped)
    assert (listed.runs.shown, listed.runs.compared) == ("b", None)
    assert listed.runs.history("b").card == stopped
    assert read_ids(listed) == {"b"}
    assert listed.models == MODELS


def test_a_list_leaves_a_run_under_way_as_it_has_told_itself(state):
    newer = dataclasses.replace(B, update=500)
    state = dataclasses.replace(
        state, training=live("b"), runs=dataclasses.replace(state.runs, cards=(A, newer, C))
    )
    assert runs_listed(state, (A, B), models=()).runs.card("b") == newer
    assert ids(runs_listed(state, (A,), models=())) == ["b", "a"]


def test_a_renamed_run_s_model_has_the_new_name(state):
    state = dataclasses.replace(state, model=summary("a"))
    renamed = run_renamed(state, dataclasses.replace(A, name="mine"))
    assert renamed.runs.card("a").name == renamed.model.name == "mine"
    assert run_renamed(state, dataclasses.replace(B, name="other")).model.name == "a"


def test_after_deleting_the_run_below_is_on_show(state):
    deleted = run_deleted(state, B)
    assert ids(deleted) == ["a", "c"]
    assert (deleted.runs.shown, deleted.runs.compared) == ("c", None)
    assert deleted.runs.deleted == B
    last = run_deleted(deleted, C)
    assert (last.runs.shown, last.runs.deleted) == ("a", C)
    assert run_deleted(last, A).runs.shown is None


def test_deleting_another_run_leaves_the_one_on_show(state):
    deleted = run_deleted(state, C)
    assert (deleted.runs.shown, deleted.runs.compared) == ("b", None)


def test_a_run_that_came_back_is_on_show(state):
    back = run_restored(run_deleted(state, A), A)
    assert (back.runs.shown, back.runs.deleted) == ("a", None)
    assert "a" in ids(back)


def test_what_cannot_come_back_is_not_offered(state):
    assert run_gone(run_deleted(state, A)).runs.deleted is None
