"""What can be done with a run follows from what it is."""

import dataclasses

import pytest

from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import progress_of, training_room
from viz_app.panels.training.runs.snapshot import resolve_runs
from viz_app.panels.training.state.runs import RunsState
from viz_app.panels.training.state.training import LiveRun, TrainingRequest


def row(card, live=None, **fields):
    runs, live = RunsState(cards=(card,), **fields), () if live is None else (live,)
    return resolve_runs(training_room(live=live, runs=runs)).rows[0]


def live_run(status="running", progress=None, run_id="a"):
    return LiveRun(
        key=1, request=TrainingRequest(), run_id=run_id, status=status, progress=progress
    )


def test_without_runs_there_are_no_rows():
    snapshot = resolve_runs(training_room())
    assert (snapshot.rows, snapshot.shown, snapshot.compared, snapshot.deleted) == (
        (),
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("status", "said"),
    [("running", "interrupted"), ("stopped", "stopped"), ("failed", "failed")],
)
def test_what_was_broken_off_can_go_on(status, said):
    shown = row(card_of("a", status=status, update=7))
    assert (shown.status, shown.can_go_on, shown.can_change) == (said, True, True)


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "finished", "update": 7},
        {"status": "stopped", "update": 0},
        {"status": "stopped", "update": 7, "experiment": "positions", "arm": "with"},
    ],
)
def test_what_is_complete_or_has_not_begun_cannot_go_on(fields):
    assert not row(card_of("a", **fields)).can_go_on


def test_nothing_goes_on_while_a_run_is_under_way():
    assert not row(card_of("a", status="stopped", update=7), live_run(run_id="b")).can_go_on


@pytest.mark.parametrize("status", ["running", "paused", "stopping"])
def test_a_run_under_way_keeps_its_name_and_its_folder(status):
    shown = row(card_of("a"), live_run(status))
    assert (shown.status, shown.live, shown.can_change) == (status, True, False)


def test_a_model_can_be_used_once_there_is_one():
    assert not row(card_of("a")).can_use
    assert row(card_of("a", has_model=True)).can_use
    assert not row(card_of("a", has_model=True), live_run()).can_use
    assert row(card_of("a"), live_run(progress=progress_of())).can_use


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


def test_a_run_under_way_has_the_epoch_of_now_and_the_scores_of_its_card():
    card = card_of("a", epoch=2, validation_loss=1.5)
    shown = row(card, live_run(progress=progress_of(epoch=6))).card
    assert (shown.epoch, shown.validation_loss) == (6, 1.5)
    assert row(card, live_run()).card == card


def test_a_report_within_an_epoch_changes_no_row():
    first, second = progress_of(), dataclasses.replace(progress_of(), update=999, loss=0.123)
    card = card_of("a")
    assert row(card, live_run(progress=first)) == row(card, live_run(progress=second))
