"""What the state makes of what a run under way tells."""

from __future__ import annotations

import dataclasses

import pytest

from model.messages import Message
from model.runs.curve import MOST_POINTS, curve_point
from model.traces.probe import SampleTranslations
from tests.viz_app.recorded_runs import history
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import progress_of
from viz_app.app.app_state import AppState, told
from viz_app.panels.training.changes.run_events import (
    live_status,
    offered,
    reported,
    run_begun,
    run_ended,
    run_lost,
    sampled,
)
from viz_app.panels.training.state.runs import RunHistory, RunsState
from viz_app.panels.training.state.training import (
    LiveRun,
    TrainingRequest,
    TrainingState,
    with_live,
)

CARD = card_of("copy-1", status="running")
KEY = 7


def asked(*keys: int, **fields) -> AppState:
    """Runs that were asked for; the state of before in ``fields``."""
    training = TrainingState()
    for key in keys or (KEY,):
        training = with_live(training, LiveRun(key=key, request=TrainingRequest()))
    return AppState(training=training, **fields)


def begun(**fields) -> AppState:
    return run_begun(asked(**fields), KEY, RunHistory(card=CARD))


def live(state: AppState) -> LiveRun:
    (run,) = state.training.live
    return run


def reports(*updates: int, **fields):
    return [progress_of(update=update, **fields) for update in updates]


def told_by(state: AppState) -> RunHistory:
    return state.runs.history("copy-1")


# ------------------------------------------------------------------------------ it begins


def test_a_run_with_a_folder_is_on_show():
    old = history("old-1")
    state = begun(runs=RunsState(cards=(old.card,), shown="old-1", compared="older-1"))
    assert (live(state).run_id, live(state).status) == ("copy-1", "running")
    assert (state.runs.shown, state.runs.compared) == ("copy-1", None)
    assert state.runs.cards == (CARD, old.card)


def test_a_run_that_goes_on_has_told_something_already():
    known = history("copy-1", updates=(0, 1))
    state = run_begun(asked(), KEY, known)
    assert told_by(state) is known


def test_a_run_that_was_paused_before_it_began_stays_so():
    state = run_begun(live_status(asked(), KEY, "paused"), KEY, RunHistory(card=CARD))
    assert live(state).status == "paused"


def arms(first: dict, second: dict) -> AppState:
    """The first of two runs has begun, then the second."""
    cards = [card_of(name, **fields) for name, fields in (("a-1", first), ("a-2", second))]
    state = run_begun(asked(1, 2), 1, RunHistory(card=cards[0]))
    return run_begun(state, 2, RunHistory(card=cards[1]))


def test_the_second_arm_of_an_experiment_is_beside_the_first():
    state = arms({"experiment": "heads"}, {"experiment": "heads"})
    assert (state.runs.shown, state.runs.compared) == ("a-1", "a-2")


@pytest.mark.parametrize(
    ("first", "second"),
    [({}, {}), ({"experiment": "heads"}, {"experiment": "norm"}), ({"experiment": "heads"}, {})],
)
def test_any_other_run_is_on_show_alone(first, second):
    state = arms(first, second)
    assert (state.runs.shown, state.runs.compared) == ("a-2", None)


def test_an_arm_is_not_put_beside_one_of_an_earlier_time():
    old = card_of("a-1", experiment="heads", status="finished")
    before = asked(runs=RunsState(cards=(old,), shown="a-1"))
    state = run_begun(before, KEY, RunHistory(card=card_of("a-2", experiment="heads")))
    assert (state.runs.shown, state.runs.compared) == ("a-2", None)


# -------------------------------------------------------------------------------- it tells


def test_reports_make_the_curve():
    first, second = reports(1, 2)
    state = reported(reported(begun(), KEY, [first]), KEY, [second])
    assert told_by(state).curve == (curve_point(first), curve_point(second))
    assert live(state).progress is second


def test_no_reports_change_nothing():
    state = begun()
    assert reported(state, KEY, []) is state


@pytest.mark.parametrize("status", ["paused", "stopping"])
def test_a_late_report_does_not_change_what_was_asked_for(status):
    state = reported(live_status(begun(), KEY, status), KEY, reports(1))
    assert live(state).status == status
    assert len(told_by(state).curve) == 1


def test_a_long_curve_is_thinned():
    state = reported(begun(), KEY, reports(*range(1, MOST_POINTS + 1)))
    state = reported(state, KEY, reports(MOST_POINTS + 1))
    curve = told_by(state).curve
    assert len(curve) < 0.6 * MOST_POINTS
    assert (curve[0].update, curve[-1].update) == (1, MOST_POINTS + 1)


def test_the_list_of_runs_changes_only_where_something_was_measured():
    state = begun()
    assert reported(state, KEY, reports(1, 2)).runs.cards == state.runs.cards
    measured = progress_of(update=3, epoch=2, loss=0.5, validation_loss=0.75, exact=0.25)
    state = reported(state, KEY, [*reports(1, 2), measured, *reports(4)])
    card = state.runs.card("copy-1")
    assert (card.update, card.epoch, card.loss) == (3, 2, 0.5)
    assert (card.validation_loss, card.exact, card.bleu) == (0.75, 0.25, None)


def test_a_score_that_is_not_measured_again_stays():
    state = reported(begun(), KEY, reports(1, bleu=31.0))
    state = reported(state, KEY, reports(2, validation_loss=0.5))
    assert state.runs.card("copy-1").bleu == 31.0


def test_translations_are_kept_in_turn():
    one, other = (SampleTranslations(update=n, epoch=1, translations=("a",)) for n in (1, 2))
    state = sampled(sampled(begun(), KEY, one), KEY, other)
    assert told_by(state).samples == (one, other)


def test_two_runs_do_not_mix_what_they_tell():
    state = arms({"experiment": "heads"}, {"experiment": "heads"})
    state = reported(state, 2, reports(1))
    assert state.runs.history("a-1").curve == ()
    assert len(state.runs.history("a-2").curve) == 1
    assert [run.progress is None for run in state.training.live] == [True, False]


def test_a_run_that_is_not_under_way_tells_nothing():
    state = begun()
    assert reported(state, 99, reports(1)).runs is state.runs
    assert reported(asked(), KEY, reports(1)).runs == RunsState()


# --------------------------------------------------------------------------------- it ends


def test_what_an_ended_run_has_told_stays_on_show():
    end = dataclasses.replace(CARD, status="finished", has_model=True)
    state = run_ended(reported(begun(), KEY, reports(1)), KEY, end)
    assert not state.training.active
    assert (state.runs.shown, state.runs.card("copy-1")) == ("copy-1", end)
    assert told_by(state).card == end
    assert len(told_by(state).curve) == 1


def test_a_lost_run_has_failed_and_says_why():
    state = run_lost(reported(begun(), KEY, reports(1)), KEY, "a bug")
    card = state.runs.card("copy-1")
    assert (card.status, card.reason) == ("failed", "a bug")
    assert not state.training.active


def test_a_run_that_is_lost_before_it_has_a_folder_leaves_nothing():
    state = run_lost(asked(), KEY, "no such file")
    assert (state.training.live, state.runs) == ((), RunsState())


# ------------------------------------------------------------------------ it was interrupted


def test_the_newest_interrupted_run_is_offered_and_all_are_listed():
    new = card_of("b-1", update=80, updates=120)
    state = offered(AppState(), [new, card_of("a-1")])
    assert [card.run_id for card in state.runs.cards] == ["b-1", "a-1"]
    assert state.notice.go_on == "b-1"
    assert str(state.notice.message) == (
        "b-1 was interrupted; it is kept as it was at update 80 of 120."
    )


def test_an_offer_does_not_hide_what_was_said_before():
    state = offered(told(AppState(), Message("Broken."), "warning"), [card_of("a-1")])
    assert str(state.notice.message).startswith("Broken. a-1 was interrupted")
    assert (state.notice.level, state.notice.go_on) == ("warning", "a-1")


def test_nothing_is_offered_beside_a_run_or_without_one():
    state = offered(begun(), [card_of("a-1")])
    assert state.notice is None
    assert state.runs.card("a-1") is not None
    assert offered(AppState(), []).notice is None
