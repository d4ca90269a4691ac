"""The time-lapse in the workbench: what is on screen, what is put aside, what comes back."""

import dataclasses

import numpy as np
import pytest

from model.messages import Message
from model.traces.head_measures import first_content_step
from tests.viz_app.branch_traces import ORIGINAL, decoded, growing
from tests.viz_app.recorded_runs import history, moment, probe_trace, with_runs
from tests.viz_app.states import on_bench, trace_of, training_room
from viz_app.panels.attention.pictures.captions import picture_notes
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.training.replay.room import (
    arranged,
    cursor,
    looked_at,
    looked_elsewhere,
    moment_arrived,
    moment_picked,
    moment_tree,
    number_picked,
    probe_picked,
    replay_advanced,
    replay_closed,
    replay_opened,
    replay_toggled,
    replaying,
)
from viz_app.panels.training.state import RunsState, TrainingRoom, with_history
from viz_app.texts.measures import header_sentence, mosaic_sentence
from viz_app.texts.picture_caption import heads_shown
from viz_app.workbench.changes.models import notice_dismissed, told
from viz_app.workbench.changes.selection import (
    cell_picked,
    head_picked,
    kind_picked,
    option_picked,
    row_labels_picked,
    step_chosen,
)
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_compared,
    branch_deleted,
    branch_ended,
    branch_renamed,
    branch_walked_to,
    branchable,
    trace_arrived,
    trace_gone,
    translation_asked,
    translation_ended,
)
from viz_app.workbench.state import BranchTree, Cell

UPDATES = (0, 1, 2, 5, 10, 20, 30, 40)


@pytest.fixture
def own():
    """A finished translation of the user's, at its step 2."""
    return training_room().on_bench(trace_arrived, decoded(ORIGINAL)).on_bench(step_chosen, 2)


@pytest.fixture
def run():
    return history()


@pytest.fixture
def room(own, run):
    """The same with a run on show."""
    return arranged(with_runs(own, run))


@pytest.fixture
def opened(room):
    return replay_opened(room)


def beside(own: TrainingRoom, *runs) -> TrainingRoom:
    """The replay of the first run in the workbench, beside the second."""
    return replay_opened(with_runs(own, *runs, compared=True))


def done(room: TrainingRoom, change, *args) -> TrainingRoom:
    """What the user does with what is on screen."""
    return looked_elsewhere(room, change(looked_at(room), *args))


def trace_in(room: TrainingRoom):
    """The trace on screen."""
    return looked_at(room).trace


def tree_in(room: TrainingRoom) -> BranchTree:
    """The branches on screen."""
    return looked_at(room).branches


def head_in(bench):
    """Which head is chosen."""
    return bench.selection.kind, bench.selection.layer, bench.selection.head


class TestTheMoment:
    def test_the_newest_is_on_screen_at_first(self, opened, run):
        screen = looked_at(opened)
        assert screen.trace is run.moments[-1].traces[0]
        assert screen.branches.current_branch.trace is screen.trace
        assert screen.recorded
        assert replaying(opened)
        assert screen.selection.step == len(screen.trace.steps) - 1

    def test_every_view_shows_it_as_any_other_trace(self, opened, run):
        for index, here in enumerate(run.moments):
            trace = here.traces[0]
            shown = looked_at(moment_picked(opened, index))
            plain = dataclasses.replace(shown, recorded=False, trace=trace, branches=None)
            attention = resolve_attention(shown)
            assert attention == resolve_attention(plain)
            np.testing.assert_array_equal(attention.mosaic.weights, trace.cross_weights)

    def test_beyond_the_ends_it_is_the_end(self, opened, run):
        assert trace_in(moment_picked(opened, 99)) is run.moments[-1].traces[0]
        assert trace_in(moment_picked(opened, -1)) is run.moments[0].traces[0]

    def test_the_selection_stays_from_moment_to_moment(self, opened):
        opened = done(opened, head_picked, "encoder", 1, 1)
        opened = done(opened, cell_picked, "encoder", Cell(2, 0))
        opened = done(opened, step_chosen, 1)
        chosen = looked_at(opened).selection
        assert (*head_in(looked_at(opened)), chosen.step) == ("encoder", 1, 1, 1)
        assert chosen.cell == Cell(2, 0)
        for index in (3, 0, 7):
            opened = moment_picked(opened, index)
            assert looked_at(opened).selection == chosen

    def test_another_sentence_is_shown_at_the_same_moment(self, opened, run):
        shown = probe_picked(moment_picked(opened, 2), 1)
        assert trace_in(shown) is run.moments[2].traces[1]

    def test_in_another_sentence_the_end_is_its_end_and_a_step_in_the_middle_stays(self, opened):
        short = probe_picked(opened, 1)
        assert looked_at(short).selection.step == len(trace_in(short).steps) - 1
        assert looked_at(probe_picked(short, 0)).selection.step == len(trace_in(opened).steps) - 1
        assert looked_at(probe_picked(done(opened, step_chosen, 1), 1)).selection.step == 1

    def test_a_step_that_a_shorter_sentence_has_not_stays_for_the_longer_one(self, own):
        run = history(sources=("a b c d e", "d e"))
        opened = done(replay_opened(with_runs(own, run)), step_chosen, 3)
        short = done(probe_picked(opened, 1), option_picked, "colour_map", "grey")
        assert looked_at(short).selection.step == 2
        assert looked_at(probe_picked(short, 0)).selection.step == 3

    def test_what_changes_nothing_is_the_same_state(self, own, opened):
        assert moment_picked(opened, 99) is arranged(opened) is opened
        assert arranged(own) is replay_closed(own) is own

    def test_without_moments_the_own_picture_stays(self, own):
        room = replay_opened(with_runs(own, history(updates=())))
        assert looked_at(room) is own.bench
        assert not replaying(room)


class TestTheOwnPicture:
    def test_comes_back(self, opened, own):
        closed = replay_closed(done(moment_picked(opened, 1), step_chosen, 0))
        assert looked_at(closed) == own.bench
        assert not replaying(closed)
        assert trace_in(replay_closed(replay_opened(opened))) is own.bench.trace

    def test_comes_back_with_its_cursor(self, own, run):
        own = own.on_bench(cell_picked, "cross", Cell(2, 3))
        opened = replay_opened(with_runs(own, run))
        assert looked_at(opened).selection.cell is None
        opened = done(opened, cell_picked, "cross", Cell(3, 0))
        assert looked_at(opened).selection.cell == Cell(3, 0)
        assert looked_at(replay_closed(opened)).selection == own.bench.selection

    def test_stays_whole_while_a_moment_is_walked(self, own, run):
        own = on_bench(own, whole=True, picked=frozenset())
        walked = done(replay_opened(with_runs(own, run)), step_chosen, 0)
        assert not looked_at(walked).whole
        assert (walked.bench.whole, "step" in walked.bench.picked) == (True, False)

    def test_comes_back_without_a_cursor_of_another_kind(self, own, run):
        own = own.on_bench(cell_picked, "cross", Cell(2, 3))
        opened = done(replay_opened(with_runs(own, run)), cell_picked, "encoder", Cell(0, 1))
        selection = looked_at(replay_closed(opened)).selection
        assert (selection.kind, selection.step, selection.cell) == ("encoder", 2, None)

    def test_comes_back_with_the_head_that_was_picked_since(self, opened, own):
        closed = looked_at(replay_closed(done(opened, head_picked, "decoder", 1, 1)))
        assert head_in(closed) == ("decoder", 1, 1)
        assert closed.selection.step == own.bench.selection.step

    def test_has_the_same_head_while_another_tab_shows_it(self, opened):
        away = on_bench(done(opened, head_picked, "decoder", 1, 1), tab="one_head")
        assert head_in(looked_at(away)) == ("decoder", 1, 1)
        back = on_bench(away.on_bench(head_picked, "cross", 0, 1), tab="attention")
        assert head_in(looked_at(back)) == ("cross", 0, 1)

    def test_keeps_its_head_when_the_run_has_fewer(self, own):
        own = own.on_bench(head_picked, "cross", 1, 1)
        opened = replay_opened(with_runs(own, history(layers=1, heads=1)))
        assert head_in(looked_at(opened)) == ("cross", 0, 0)
        assert head_in(looked_at(replay_closed(opened))) == ("cross", 1, 1)
        opened = done(opened, kind_picked, "encoder")
        assert head_in(looked_at(opened)) == ("encoder", 0, 0)
        assert head_in(looked_at(replay_closed(opened))) == ("encoder", 1, 1)

    def test_has_the_nearest_head_when_the_run_has_more(self, run):
        small = training_room().on_bench(trace_arrived, trace_of(layers=1, heads=1))
        opened = done(replay_opened(with_runs(small, run)), head_picked, "cross", 1, 0)
        assert head_in(looked_at(opened)) == ("cross", 1, 0)
        assert head_in(opened.bench) == ("cross", 0, 0)
        opened = done(moment_picked(opened, 2), step_chosen, 1)
        assert head_in(looked_at(opened)) == ("cross", 1, 0)
        away = on_bench(opened, tab="one_head")
        assert head_in(looked_at(away)) == ("cross", 0, 0)
        assert head_in(looked_at(on_bench(away, tab="attention"))) == ("cross", 1, 0)

    def test_is_back_while_another_tab_computes_with_the_model(self, opened, own):
        opened = done(moment_picked(opened, 3), step_chosen, 1)
        opened = done(opened, cell_picked, "cross", Cell(1, 2))
        away = arranged(on_bench(opened, tab="one_head"))
        assert looked_at(away).trace is own.bench.trace
        assert looked_at(away).selection == own.bench.selection
        back = arranged(on_bench(away, tab="attention"))
        assert looked_at(back) == looked_at(opened)

    def test_may_be_none(self, own, run):
        opened = done(replay_opened(with_runs(training_room(), run)), step_chosen, 1)
        assert replaying(opened)
        closed = looked_at(replay_closed(opened))
        assert (closed.trace, closed.branches) == (None, None)
        gone = replay_opened(with_runs(own, run)).on_bench(trace_gone)
        assert trace_in(gone) is trace_in(opened)
        assert trace_in(replay_closed(gone)) is None

    def test_grows_where_it_was_put(self, run):
        first, *others = growing(ORIGINAL)
        opened = replay_opened(with_runs(training_room().on_bench(trace_arrived, first), run))
        for trace in others:
            opened = done(opened.on_bench(trace_arrived, trace), step_chosen, 0)
            assert trace_in(opened) is run.moments[-1].traces[0]
        assert not looked_at(opened).translating
        closed = looked_at(replay_closed(opened))
        assert closed.trace is others[-1]
        assert closed.selection.step == first_content_step(others[-1].predicted_tokens)

    def test_is_on_screen_until_a_new_translation_has_begun(self, opened, own):
        asked = replay_closed(opened).on_bench(translation_asked, "another")
        assert not cursor(asked.own).in_workbench
        assert trace_in(asked) is own.bench.trace
        assert looked_at(asked).translating
        first = growing(ORIGINAL)[1]
        assert trace_in(asked.on_bench(trace_arrived, first)) is first

    def test_a_translation_that_is_stopped_behind_it_stays_as_far_as_it_came(self, run):
        some = growing(ORIGINAL)[:3]
        room = training_room()
        for trace in some:
            room = room.on_bench(trace_arrived, trace)
        ended = replay_opened(with_runs(room, run)).on_bench(translation_ended)
        assert trace_in(ended) is run.moments[-1].traces[0]
        closed = looked_at(replay_closed(ended))
        assert closed.trace is some[-1]
        assert not closed.branches.growing

    def test_a_branch_grows_where_it_was_put(self, own, run):
        asked = own.on_bench(branch_asked, step=3, parent=0)
        opened = beside(asked, run, history("other"))
        dog = decoded("I have a dog . </s>", given=4)
        grown = opened.on_bench(branch_arrived, 1, dog)
        assert tree_in(grown) == tree_in(opened)
        assert grown.bench.branches.branch(1).trace is dog
        ended = grown.on_bench(branch_ended, 1)
        assert tree_in(ended) == tree_in(opened)
        assert trace_in(replay_closed(ended)) is dog
        walked = done(beside(own, run, history("other")), branch_walked_to, 1)
        assert tree_in(replay_closed(walked)) == own.bench.branches


class TestWhatElseIsDoneOnScreen:
    def test_is_done_to_the_one_workbench(self, opened):
        message = Message("Done.")
        for change, *args in (
            (option_picked, "colour_map", "grey"),
            (row_labels_picked, "fed"),
            (told, message),
        ):
            opened = done(opened, change, *args)
        for bench in (looked_at(opened), looked_at(replay_closed(opened))):
            assert bench.attention.colour_map == "grey"
            assert bench.selection.row_labels == "fed"
            assert bench.notice.message == message

    def test_leaves_where_the_user_is_alone(self, opened):
        there = done(opened, step_chosen, 1)
        told_there = done(there, told, Message("Done."))
        assert told_there.own is there.own
        assert looked_at(done(told_there, notice_dismissed)) == looked_at(there)

    def test_is_done_to_the_own_translation_where_no_moment_is(self, room):
        assert done(room, step_chosen, 3) == room.on_bench(step_chosen, 3)
        assert done(room, head_picked, "decoder", 1, 1).own is room.own

    def test_another_replay_begins_at_the_end_again(self, opened):
        closed = replay_closed(done(opened, step_chosen, 0))
        assert looked_at(replay_opened(closed)).selection == looked_at(opened).selection


class TestNothingIsDecodedFromAMoment:
    def test_there_is_no_tree_that_can_grow_and_the_timeline_says_so(self, opened, own):
        assert branchable(looked_at(opened)) is None
        assert isinstance(branchable(looked_at(replay_closed(opened))), BranchTree)
        assert not resolve_timeline(looked_at(opened)).can_branch
        assert resolve_timeline(looked_at(opened)).next_candidate is None
        assert resolve_timeline(own.bench).can_branch

    def test_recorded_branches_are_neither_renamed_nor_deleted(self, own, run):
        opened = beside(own, run, history("other"))
        assert done(opened, branch_renamed, 1, "mine") == opened
        assert done(opened, branch_deleted, 1) == opened


class TestFollowing:
    def test_the_newest_moment_comes_on_screen(self, opened, run):
        new = moment(50)
        shown = moment_arrived(opened, run.card.run_id, new)
        assert trace_in(shown) is new.traces[0]
        assert shown.own.runs.history(run.card.run_id).moments == (*run.moments, new)

    def test_who_looks_at_an_earlier_one_stays_there_until_going_to_the_last(self, opened, run):
        earlier, new = moment_picked(opened, 2), moment(50)
        shown = moment_arrived(earlier, run.card.run_id, new)
        assert trace_in(shown) is run.moments[2].traces[0]
        assert cursor(shown.own).index == 2
        last = moment_picked(earlier, len(UPDATES) - 1)
        assert trace_in(moment_arrived(last, run.card.run_id, new)) is new.traces[0]

    def test_the_first_moment_of_a_run_begins_its_history(self, own, run):
        runs = RunsState(cards=(run.card,), shown=run.card.run_id)
        room = moment_arrived(own.changed(runs=runs), run.card.run_id, moment(0))
        assert [m.update for m in room.own.runs.history(run.card.run_id).moments] == [0]

    def test_a_run_that_went_back_has_its_moments_once(self, room, run):
        room = moment_arrived(room, run.card.run_id, moment(20))
        updates = [m.update for m in room.own.runs.history(run.card.run_id).moments]
        assert updates == [0, 1, 2, 5, 10, 20]

    def test_a_run_that_nobody_knows_is_left_alone(self, room):
        assert moment_arrived(room, "gone", moment(0)) is room

    def test_another_run_begins_at_its_newest(self, opened):
        other = history("other", updates=(0, 7))
        room = moment_picked(opened, 1)
        room = arranged(with_runs(room, other))
        assert trace_in(room) is other.moments[-1].traces[0]

    def test_a_run_that_is_gone_ends_the_replay(self, opened, own):
        room = arranged(opened.changed(runs=RunsState()))
        assert looked_at(room) == own.bench
        assert not cursor(room.own).in_workbench


class TestPlaying:
    def test_from_the_last_it_starts_at_the_first_and_from_the_middle_it_goes_on(self, opened):
        playing = replay_toggled(opened)
        assert (cursor(playing.own).playing, cursor(playing.own).index) == (True, 0)
        playing = replay_toggled(moment_picked(opened, 3))
        assert cursor(playing.own).index == 3
        assert cursor(replay_advanced(playing).own).index == 4

    def test_it_ends_at_the_last(self, opened):
        playing = replay_toggled(opened)
        for _ in range(len(UPDATES) - 1):
            assert cursor(playing.own).playing
            playing = replay_advanced(playing)
        assert not cursor(playing.own).playing
        assert cursor(playing.own).follows

    def test_toggling_again_stops_and_one_moment_cannot_be_played(self, own, opened):
        stopped = replay_toggled(replay_toggled(opened))
        assert not cursor(stopped.own).playing
        assert cursor(replay_advanced(stopped).own).index == 0
        room = replay_toggled(replay_opened(with_runs(own, history(updates=(0,)))))
        assert not cursor(room.own).playing

    def test_nothing_plays_where_nobody_sees_it(self, opened):
        playing = replay_toggled(opened)
        assert not cursor(arranged(on_bench(playing, tab="masks")).own).playing
        assert cursor(arranged(on_bench(playing, tab="training")).own).playing
        assert not cursor(replay_closed(playing).own).playing


class TestTwoRuns:
    def test_the_other_is_a_branch_of_its_name(self, own, run):
        opened = beside(own, run, history("other"))
        assert [branch.name for branch in tree_in(opened).branches] == ["reverse-1", "other"]
        assert tree_in(opened).compared == 1
        rows = resolve_timeline(looked_at(opened)).branches
        assert [row.name for row in rows] == ["reverse-1", "other"]

    def test_it_is_at_the_nearest_update(self, own, run):
        other = history("other", updates=(0, 4, 12, 19, 60))
        nearest = {0: 0, 1: 0, 2: 0, 5: 4, 10: 12, 20: 19, 30: 19, 40: 60}
        opened = beside(own, run, other)
        for index, update in enumerate(UPDATES):
            shown = tree_in(moment_picked(opened, index)).branch(1).trace
            expected = next(m for m in other.moments if m.update == nearest[update])
            assert shown is expected.traces[0]

    def test_the_difference_is_that_of_their_weights(self, own, run):
        other = history("other", updates=(0, 3))
        opened = beside(own, run, other)
        focus = resolve_attention(looked_at(opened)).focus
        expected = (
            run.moments[-1].traces[0].cross_weights[0, 0]
            - other.moments[-1].traces[0].cross_weights[0, 0]
        )
        assert focus.compared is other.moments[-1].traces[0]
        np.testing.assert_allclose(focus.weights, expected)
        assert np.abs(focus.weights).max() > 0.1

    def test_beside_is_the_same_sentence_else_the_probe_in_its_place_else_nothing(self, own, run):
        other = history("other", sources=("x y", "a b c"))
        opened = beside(own, run, other)
        assert tree_in(opened).branch(1).trace is other.moments[-1].traces[1]
        other = history("other", sources=("x y", "p q r"))
        opened = probe_picked(beside(own, run, other), 1)
        assert tree_in(opened).branch(1).trace is other.moments[-1].traces[1]
        assert resolve_attention(looked_at(opened)).focus.columns[0] == "d / p"
        alone = probe_picked(beside(own, run, history("other", sources=("x y",))), 1)
        assert tree_in(alone).compared is None

    def test_a_head_that_the_other_has_not_is_shown_alone(self, own, run):
        small = history("small", layers=1, heads=1)
        opened = beside(own, run, small)
        assert resolve_attention(looked_at(opened)).focus.compared is not None
        there = done(opened, head_picked, "cross", 1, 1)
        focus = resolve_attention(looked_at(there)).focus
        assert focus.compared is None
        np.testing.assert_array_equal(focus.weights, run.moments[-1].traces[0].cross_weights[1, 1])

    def test_where_no_difference_can_be_shown_it_is_said_why(self, own, run):
        opened = beside(own, run, history("small", layers=1, heads=1))
        said = "no difference shown: the comparison has 1 × 1 heads"
        shown = resolve_attention(looked_at(opened))
        assert mosaic_sentence(shown.mosaic).endswith(said)
        assert header_sentence(shown.mosaic).endswith(said)
        assert said in heads_shown(shown.mosaic)
        assert said not in picture_notes(shown.focus)  # that head both have
        there = looked_at(done(opened, head_picked, "cross", 1, 1))
        assert said in picture_notes(resolve_attention(there).focus)

    def test_a_kind_that_the_other_has_not_is_shown_alone(self, own, run):
        bare = history("bare")
        *before, last = bare.moments
        traces = tuple(dataclasses.replace(trace, kinds=("decoder",)) for trace in last.traces)
        moments = (*before, dataclasses.replace(last, traces=traces))
        opened = beside(own, run, dataclasses.replace(bare, moments=moments))
        shown = resolve_attention(looked_at(opened))
        assert (shown.mosaic.compared, shown.focus.compared) == (None, None)
        said = "no difference shown: the comparison has no attention of this kind"
        assert mosaic_sentence(shown.mosaic).endswith(said)
        assert said in picture_notes(shown.focus)
        there = looked_at(done(opened, kind_picked, "decoder"))
        assert resolve_attention(there).mosaic.compared is not None

    @pytest.mark.parametrize("compared", [True, False])
    def test_where_one_is_shown_or_nothing_is_compared_no_reason_is(self, own, run, compared):
        opened = replay_opened(with_runs(own, run, history("other"), compared=compared))
        shown = resolve_attention(looked_at(opened))
        assert (shown.mosaic.compared is not None) == compared
        assert (shown.mosaic.unlike, shown.focus.unlike) == (None, None)

    def test_who_looks_at_the_other_run_or_stops_comparing_goes_on_so(self, own, run):
        other = history("other")
        opened = moment_picked(done(beside(own, run, other), branch_walked_to, 1), 3)
        assert trace_in(opened) is other.moments[3].traces[0]
        assert tree_in(opened).compared == 0
        alone = done(beside(own, run, history("other")), branch_compared, None)
        opened = moment_picked(alone, 3)
        assert tree_in(opened).compared is None

    def test_a_run_picked_to_compare_with_comes_beside(self, own, run):
        room = with_runs(own, run, history("other"))
        opened = replay_opened(room)
        assert tree_in(opened).compared is None
        runs = dataclasses.replace(opened.own.runs, compared="other")
        opened = arranged(opened.changed(runs=runs))
        assert tree_in(opened).compared == 1

    def test_a_run_that_is_read_later_comes_beside_whatever_was_done_before(self, own, run):
        other = history("other")
        room = with_runs(own, run, dataclasses.replace(other, moments=()), compared=True)
        alone = done(replay_opened(room), step_chosen, 1)
        assert tree_in(alone).compared is None
        read = alone.changed(runs=with_history(alone.own.runs, other))
        assert tree_in(read).compared == 1
        assert looked_at(read).selection.step == 1

    def test_it_is_beside_again_after_a_sentence_that_it_does_not_have(self, own, run):
        both = beside(own, run, history("other", sources=("x y",)))
        alone = done(probe_picked(both, 1), step_chosen, 1)
        assert tree_in(probe_picked(alone, 0)).compared == 1

    def test_other_runs_are_looked_at_anew(self, own, run):
        other = history("other")
        walked = done(beside(own, run, other), branch_walked_to, 1)
        anew = with_runs(walked, other, run, compared=True)
        assert trace_in(arranged(anew)) is other.moments[-1].traces[0]
        assert tree_in(arranged(anew)).compared == 1


def test_the_number_of_the_heads_is_kept_from_run_to_run(room):
    room = number_picked(room, "diagonality")
    assert cursor(with_runs(room, history("other")).own).number == "diagonality"


def test_there_is_no_tree_without_a_moment():
    assert moment_tree(training_room().own) is None


def test_made_up_traces_sum_to_one():
    trace = probe_trace(sharpness=2.0)
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_allclose(trace.weights(kind).sum(axis=-1), 1.0, atol=1e-6)
