"""The time-lapse in the workbench: what is on screen, what is put aside, what comes back."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests.viz_app.branch_traces import ORIGINAL, decoded, growing
from tests.viz_app.recorded_runs import history, moment, probe_trace, with_runs
from viz_app.app.app_state import (
    AppState,
    play_toggled,
    step_chosen,
    tab_opened,
    trace_arrived,
    trace_gone,
    translation_asked,
    translation_ended,
)
from viz_app.panels.attention.snapshot.panel import resolve_attention
from viz_app.panels.timeline.snapshot import resolve_timeline
from viz_app.panels.training.replay.changes import (
    arranged,
    moment_arrived,
    moment_picked,
    number_picked,
    on_own,
    own_branches,
    probe_picked,
    replay_advanced,
    replay_closed,
    replay_opened,
    replay_toggled,
    replaying,
)
from viz_app.panels.training.replay.moments import cursor, moment_tree
from viz_app.panels.training.state.runs import RunsState
from viz_app.workbench.changes.branching import (
    branch_arrived,
    branch_asked,
    branch_compared,
    branch_deleted,
    branch_ended,
    branch_renamed,
    branch_walked_to,
    branchable,
)
from viz_app.workbench.state.branches import BranchTree
from viz_app.workbench.state.selection import Cell, with_head

UPDATES = (0, 1, 2, 5, 10, 20, 30, 40)


@pytest.fixture
def own():
    """A finished translation of the user's, at its step 2."""
    return step_chosen(trace_arrived(AppState(), decoded(ORIGINAL)), 2)


@pytest.fixture
def run():
    return history()


@pytest.fixture
def state(own, run):
    """The same with a run on show."""
    return arranged(with_runs(own, run))


@pytest.fixture
def opened(state):
    return replay_opened(state)


def beside(own: AppState, *runs) -> AppState:
    """The replay of the first run in the workbench, beside the second."""
    return replay_opened(with_runs(own, *runs, compared=True))


class TestTheMoment:
    def test_the_newest_is_on_screen_at_first(self, opened, run):
        assert opened.trace is run.moments[-1].traces[0]
        assert opened.branches.current_branch.trace is opened.trace
        assert replaying(opened)

    @pytest.mark.parametrize("index", range(len(UPDATES)))
    def test_every_view_shows_it_as_any_other_trace(self, opened, run, index):
        shown = moment_picked(opened, index)
        plain = dataclasses.replace(
            shown, replay=None, trace=run.moments[index].traces[0], branches=None
        )
        assert resolve_attention(shown) == resolve_attention(plain)
        np.testing.assert_array_equal(
            resolve_attention(shown).mosaic.weights, run.moments[index].traces[0].cross_weights
        )

    def test_all_rows_are_there_at_first(self, opened):
        assert opened.selection.step == len(opened.trace.steps) - 1

    def test_beyond_the_ends_it_is_the_end(self, opened, run):
        assert moment_picked(opened, 99).trace is run.moments[-1].traces[0]
        assert moment_picked(opened, -1).trace is run.moments[0].traces[0]

    def test_the_selection_stays_from_moment_to_moment(self, opened):
        chosen = dataclasses.replace(
            opened.selection, kind="encoder", layer=1, head=1, step=1, cell=Cell(2, 0)
        )
        opened = dataclasses.replace(opened, selection=chosen)
        for index in (3, 0, 7):
            opened = moment_picked(opened, index)
            assert opened.selection == chosen

    def test_another_sentence_is_shown_at_the_same_moment(self, opened, run):
        shown = probe_picked(moment_picked(opened, 2), 1)
        assert shown.trace is run.moments[2].traces[1]

    def test_at_the_end_of_a_sentence_is_at_the_end_of_the_next(self, opened):
        short = probe_picked(opened, 1)
        assert short.selection.step == len(short.trace.steps) - 1
        assert probe_picked(short, 0).selection.step == len(opened.trace.steps) - 1

    def test_a_step_in_the_middle_stays(self, opened):
        short = probe_picked(step_chosen(opened, 1), 1)
        assert short.selection.step == 1

    def test_the_same_moment_again_is_the_same_state(self, opened):
        assert moment_picked(opened, 99) is opened
        assert arranged(opened) is opened

    def test_a_state_without_runs_is_left_alone(self, own):
        assert arranged(own) is own
        assert replay_closed(own) is own

    def test_without_moments_the_own_picture_stays(self, own):
        state = replay_opened(with_runs(own, history(updates=())))
        assert state.trace is own.trace
        assert not replaying(state)


class TestTheOwnPicture:
    def test_comes_back(self, opened, own):
        closed = replay_closed(moment_picked(opened, 1))
        assert (closed.trace, closed.branches) == (own.trace, own.branches)
        assert closed.selection == own.selection
        assert not replaying(closed)

    def test_comes_back_with_the_head_that_was_picked_since(self, opened, own):
        picked = dataclasses.replace(opened, selection=with_head(opened.selection, "decoder", 1, 1))
        closed = replay_closed(picked)
        assert (closed.selection.kind, closed.selection.layer, closed.selection.head) == (
            "decoder",
            1,
            1,
        )
        assert closed.selection.step == own.selection.step

    def test_keeps_its_head_when_the_run_has_fewer(self, own):
        own = dataclasses.replace(own, selection=with_head(own.selection, "cross", 1, 1))
        opened = replay_opened(with_runs(own, history(layers=1, heads=1)))
        assert (opened.selection.layer, opened.selection.head) == (0, 0)
        closed = replay_closed(opened)
        assert (closed.selection.layer, closed.selection.head) == (1, 1)

    def test_is_back_while_another_tab_computes_with_the_model(self, opened, own):
        opened = step_chosen(moment_picked(opened, 3), 1)
        away = tab_opened(opened, "one_head")
        assert away.trace is own.trace
        assert away.selection.step == own.selection.step
        back = tab_opened(away, "attention")
        assert back.trace is opened.trace
        assert back.selection == opened.selection

    def test_cannot_be_lost_by_opening_twice(self, opened, own):
        assert replay_closed(replay_opened(opened)).trace is own.trace

    def test_may_be_none(self, run):
        opened = replay_opened(with_runs(AppState(), run))
        closed = replay_closed(opened)
        assert replaying(opened)
        assert closed.trace is None
        assert closed.branches is None

    def test_grows_where_it_was_put(self, run):
        first, *others = growing(ORIGINAL)
        state = trace_arrived(AppState(), first)
        opened = replay_opened(with_runs(state, run))
        for trace in others:
            opened = trace_arrived(opened, trace)
            assert opened.trace is run.moments[-1].traces[0]
        assert not opened.translating
        closed = replay_closed(opened)
        assert closed.trace is others[-1]
        assert closed.selection.step == len(others[-1].steps) - 1

    def test_a_new_translation_ends_the_replay(self, opened, own):
        asked = translation_asked(opened, "another")
        assert not replaying(asked)
        assert not cursor(asked).in_workbench
        assert asked.trace is own.trace
        assert asked.translating
        first = growing(ORIGINAL)[1]
        assert trace_arrived(asked, first).trace is first

    def test_a_translation_that_is_stopped_behind_it_stays_as_far_as_it_came(self, run):
        some = growing(ORIGINAL)[:3]
        state = AppState()
        for trace in some:
            state = trace_arrived(state, trace)
        ended = translation_ended(replay_opened(with_runs(state, run)))
        assert ended.trace is run.moments[-1].traces[0]
        closed = replay_closed(ended)
        assert closed.trace is some[-1]
        assert not closed.branches.growing

    def test_another_change_of_it_leaves_the_screen_alone(self, opened):
        changed = on_own(opened, trace_gone)
        assert changed.trace is opened.trace
        assert replay_closed(changed).trace is None

    def test_a_branch_grows_where_it_was_put(self, own, run):
        asked = branch_asked(own, step=3, parent=0)
        opened = beside(asked, run, history("other"))
        dog = decoded("I have a dog . </s>", given=4)
        grown = branch_arrived(opened, 1, dog)
        assert grown.branches == opened.branches
        assert own_branches(grown).branch(1).trace is dog
        ended = branch_ended(grown, 1)
        assert ended.branches == opened.branches
        assert replay_closed(ended).trace is dog

    def test_a_recorded_run_is_not_its_branch(self, own, run):
        opened = beside(own, run, history("other"))
        assert replay_closed(branch_walked_to(opened, 1)).branches == own.branches


class TestNothingIsDecodedFromAMoment:
    def test_there_is_no_tree_that_can_grow(self, opened):
        assert branchable(opened) is None
        assert isinstance(branchable(replay_closed(opened)), BranchTree)

    def test_the_timeline_says_so(self, opened, own):
        assert not resolve_timeline(opened).can_branch
        assert resolve_timeline(opened).next_candidate is None
        assert resolve_timeline(own).can_branch

    def test_recorded_branches_are_neither_renamed_nor_deleted(self, own, run):
        opened = beside(own, run, history("other"))
        assert branch_renamed(opened, 1, "mine") is opened
        assert branch_deleted(opened, 1) is opened


class TestFollowing:
    def test_the_newest_moment_comes_on_screen(self, opened, run):
        new = moment(50)
        shown = moment_arrived(opened, run.card.run_id, new)
        assert shown.trace is new.traces[0]
        assert shown.runs.history(run.card.run_id).moments == (*run.moments, new)

    def test_who_looks_at_an_earlier_one_stays_there(self, opened, run):
        shown = moment_arrived(moment_picked(opened, 2), run.card.run_id, moment(50))
        assert shown.trace is run.moments[2].traces[0]
        assert cursor(shown).index == 2

    def test_who_goes_to_the_last_follows_again(self, opened, run):
        state = moment_picked(moment_picked(opened, 2), len(UPDATES) - 1)
        new = moment(50)
        assert moment_arrived(state, run.card.run_id, new).trace is new.traces[0]

    def test_the_first_moment_of_a_run_begins_its_history(self, own, run):
        runs = RunsState(cards=(run.card,), shown=run.card.run_id)
        state = moment_arrived(dataclasses.replace(own, runs=runs), run.card.run_id, moment(0))
        assert [m.update for m in state.runs.history(run.card.run_id).moments] == [0]

    def test_a_run_that_went_back_has_its_moments_once(self, state, run):
        state = moment_arrived(state, run.card.run_id, moment(20))
        updates = [m.update for m in state.runs.history(run.card.run_id).moments]
        assert updates == [0, 1, 2, 5, 10, 20]

    def test_a_run_that_nobody_knows_is_left_alone(self, state):
        assert moment_arrived(state, "gone", moment(0)) is state

    def test_another_run_begins_at_its_newest(self, opened):
        other = history("other", updates=(0, 7))
        state = moment_picked(opened, 1)
        runs = with_runs(state, other).runs
        state = arranged(dataclasses.replace(state, runs=runs))
        assert state.trace is other.moments[-1].traces[0]

    def test_a_run_that_is_gone_ends_the_replay(self, opened, own):
        state = arranged(dataclasses.replace(opened, runs=RunsState()))
        assert state.trace is own.trace
        assert not cursor(state).in_workbench


class TestPlaying:
    def test_from_the_last_it_starts_at_the_first(self, opened):
        playing = replay_toggled(opened)
        assert (cursor(playing).playing, cursor(playing).index) == (True, 0)

    def test_from_the_middle_it_goes_on(self, opened):
        playing = replay_toggled(moment_picked(opened, 3))
        assert cursor(playing).index == 3
        assert cursor(replay_advanced(playing)).index == 4

    def test_it_ends_at_the_last(self, opened):
        playing = replay_toggled(opened)
        for _ in range(len(UPDATES) - 1):
            assert cursor(playing).playing
            playing = replay_advanced(playing)
        assert not cursor(playing).playing
        assert cursor(playing).follows

    def test_toggling_again_stops(self, opened):
        stopped = replay_toggled(replay_toggled(opened))
        assert not cursor(stopped).playing
        assert cursor(replay_advanced(stopped)).index == 0

    def test_one_moment_cannot_be_played(self, own):
        state = replay_toggled(replay_opened(with_runs(own, history(updates=(0,)))))
        assert not cursor(state).playing

    def test_nothing_plays_where_nobody_sees_it(self, opened):
        playing = replay_toggled(opened)
        assert not cursor(tab_opened(playing, "masks")).playing
        assert cursor(tab_opened(playing, "training")).playing
        assert not cursor(replay_closed(playing)).playing

    def test_steps_do_not_play_on_in_another_picture(self, state):
        playing = play_toggled(state)
        assert playing.playback.playing
        assert not replay_opened(playing).playback.playing


class TestTwoRuns:
    def test_the_other_is_a_branch_of_its_name(self, own, run):
        opened = beside(own, run, history("other"))
        assert [branch.name for branch in opened.branches.branches] == ["reverse-1", "other"]
        assert opened.branches.compared == 1
        rows = resolve_timeline(opened).branches
        assert [row.name for row in rows] == ["reverse-1", "other"]

    def test_it_is_at_the_nearest_update(self, own, run):
        other = history("other", updates=(0, 4, 12, 19, 60))
        nearest = {0: 0, 1: 0, 2: 0, 5: 4, 10: 12, 20: 19, 30: 19, 40: 60}
        opened = beside(own, run, other)
        for index, update in enumerate(UPDATES):
            shown = moment_picked(opened, index).branches.branch(1).trace
            expected = next(m for m in other.moments if m.update == nearest[update])
            assert shown is expected.traces[0]

    def test_the_difference_is_that_of_their_weights(self, own, run):
        other = history("other", updates=(0, 3))
        opened = beside(own, run, other)
        focus = resolve_attention(opened).focus
        expected = (
            run.moments[-1].traces[0].cross_weights[0, 0]
            - other.moments[-1].traces[0].cross_weights[0, 0]
        )
        assert focus.compared is other.moments[-1].traces[0]
        np.testing.assert_allclose(focus.weights, expected)
        assert np.abs(focus.weights).max() > 0.1

    def test_the_same_sentence_is_found_in_another_place(self, own, run):
        other = history("other", sources=("x y", "a b c"))
        opened = beside(own, run, other)
        assert opened.branches.branch(1).trace is other.moments[-1].traces[1]

    def test_without_the_same_sentence_it_is_the_probe_in_the_same_place(self, own, run):
        other = history("other", sources=("x y", "p q r"))
        opened = probe_picked(beside(own, run, other), 1)
        assert opened.branches.branch(1).trace is other.moments[-1].traces[1]
        assert resolve_attention(opened).focus.columns[0] == "d / p"

    def test_without_any_such_probe_nothing_is_beside(self, own, run):
        opened = probe_picked(beside(own, run, history("other", sources=("x y",))), 1)
        assert opened.branches.compared is None

    def test_a_head_that_the_other_has_not_is_shown_alone(self, own, run):
        small = history("small", layers=1, heads=1)
        opened = beside(own, run, small)
        assert resolve_attention(opened).focus.compared is not None
        there = dataclasses.replace(opened, selection=with_head(opened.selection, "cross", 1, 1))
        focus = resolve_attention(there).focus
        assert focus.compared is None
        np.testing.assert_array_equal(focus.weights, run.moments[-1].traces[0].cross_weights[1, 1])

    def test_who_looks_at_the_other_run_goes_on_so(self, own, run):
        other = history("other")
        opened = moment_picked(branch_walked_to(beside(own, run, other), 1), 3)
        assert opened.trace is other.moments[3].traces[0]
        assert opened.branches.compared == 0

    def test_who_stops_comparing_goes_on_so(self, own, run):
        opened = moment_picked(branch_compared(beside(own, run, history("other")), None), 3)
        assert opened.branches.compared is None

    def test_a_run_picked_to_compare_with_comes_beside(self, own, run):
        state = with_runs(own, run, history("other"))
        opened = replay_opened(state)
        assert opened.branches.compared is None
        runs = dataclasses.replace(opened.runs, compared="other")
        opened = arranged(dataclasses.replace(opened, runs=runs))
        assert opened.branches.compared == 1


def test_the_number_of_the_heads_is_kept_from_run_to_run(state):
    state = number_picked(state, "diagonality")
    runs = with_runs(state, history("other")).runs
    assert cursor(dataclasses.replace(state, runs=runs)).number == "diagonality"


def test_there_is_no_tree_without_a_moment():
    assert moment_tree(AppState()) is None


def test_made_up_traces_sum_to_one():
    trace = probe_trace(sharpness=2.0)
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_allclose(trace.weights(kind).sum(axis=-1), 1.0, atol=1e-6)
