"""What the bar of a time-lapse, the mosaic of a moment and the heads over time show."""

import dataclasses
import math
from itertools import product

import numpy as np
import pytest

from model.traces.head_measures import head_measure
from tests.viz_app.branch_traces import ORIGINAL, decoded
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import on_bench, training_room
from viz_app.panels.training.replay.room import (
    moment_picked,
    number_picked,
    point_at,
    probe_picked,
    replay_closed,
    replay_opened,
    replay_toggled,
    resolve_head_history,
    resolve_moment_mosaic,
    resolve_replay,
    resolve_workbench_replay,
)
from viz_app.panels.training.state import LiveRun, TrainingRequest, TrainingRoom
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state import AttentionOptions, Selection

UPDATES = (0, 1, 2, 5, 10, 20, 30, 40)


@pytest.fixture
def run():
    return history()


@pytest.fixture
def room(run):
    return with_runs(training_room(), run)


def live(room: TrainingRoom, run_id: str) -> TrainingRoom:
    run = LiveRun(key=1, request=TrainingRequest(), run_id=run_id, status="running")
    return room.changed(live=(run,))


class TestTheBar:
    def test_has_every_moment_of_the_run_on_show(self, room, run):
        shown = resolve_replay(room)
        assert shown.run == "reverse-1"
        assert shown.updates == UPDATES
        assert shown.epochs == (0, 1, 1, 1, 1, 2, 3, 4)
        assert shown.planned == 40
        assert shown.sources == ("a b c", "d e")
        assert shown.curve is run.curve
        assert (shown.compared, shown.compared_update, shown.compared_curve) == ("", None, ())

    def test_is_at_the_newest_until_the_user_moves(self, room):
        assert (resolve_replay(room).index, resolve_replay(room).follows) == (7, True)
        moved = resolve_replay(probe_picked(moment_picked(room, 3), 1))
        assert (moved.index, moved.follows, moved.probe) == (3, False, 1)

    def test_the_loss_of_a_moment_is_that_of_its_update_or_the_last_one_until_then(self, room, run):
        shown = resolve_replay(room)
        assert shown.loss_at(0) is None  # an untrained model
        for index in range(1, len(UPDATES)):
            point = next(known for known in run.curve if known.update == UPDATES[index])
            assert shown.loss_at(index) is point
        thin = run.curve[::7]  # updates 1, 8, 15, …
        assert point_at(thin, 14).update == 8
        assert point_at(thin, 15).update == 15

    def test_says_whether_it_plays_and_whether_the_run_is_under_way(self, room):
        room = on_bench(room, tab="training")
        assert resolve_replay(replay_toggled(room)).playing
        assert not resolve_replay(room).live
        assert resolve_replay(live(room, "reverse-1")).live
        assert not resolve_replay(live(room, "another")).live

    def test_names_the_compared_run_and_the_moment_of_it_if_there_is_one(self, run):
        other = history("other", updates=(0, 12, 33))
        shown = resolve_replay(
            moment_picked(with_runs(training_room(), run, other, compared=True), 4)
        )
        assert (shown.compared, shown.compared_update) == ("other", 12)
        assert shown.compared_curve is other.curve
        other = history("other", updates=())
        shown = resolve_replay(with_runs(training_room(), run, other, compared=True))
        assert (shown.compared, shown.compared_update) == ("other", None)

    def test_is_not_there_without_moments(self):
        for room in (training_room(), with_runs(training_room(), history(updates=()))):
            assert resolve_replay(room) is resolve_moment_mosaic(room) is None
            assert resolve_head_history(room) is None

    def test_is_over_the_timeline_only_while_the_workbench_shows_a_moment(self, room):
        assert resolve_workbench_replay(room) is None
        opened = replay_opened(room)
        assert resolve_workbench_replay(opened) == resolve_replay(opened)
        assert resolve_workbench_replay(on_bench(opened, tab="masks")) is None
        assert resolve_workbench_replay(replay_closed(opened)) is None


class TestTheMosaic:
    def test_shows_the_moment_whatever_is_in_the_workbench(self, run):
        room = with_runs(training_room().on_bench(trace_arrived, decoded(ORIGINAL)), run)
        shown = resolve_moment_mosaic(moment_picked(room, 2))
        assert (shown.update, shown.epoch) == (2, 1)
        np.testing.assert_array_equal(
            shown.mosaic.weights, run.moments[2].traces[0].weights("cross")
        )

    def test_shows_every_row_and_marks_none(self, room):
        mosaic = resolve_moment_mosaic(room).mosaic
        assert mosaic.decoded_rows == len(mosaic.rows) == 4
        assert mosaic.marked_row is None

    def test_has_kind_head_and_colours_of_the_workbench(self, room):
        room = on_bench(
            room,
            selection=Selection(kind="encoder", layer=1, head=1),
            attention=AttentionOptions(colour_map="grey", special="hidden", words=True),
        )
        shown = resolve_moment_mosaic(room)
        assert (shown.mosaic.kind, shown.mosaic.layer, shown.mosaic.head) == ("encoder", 1, 1)
        assert shown.mosaic.colour_map == "grey"
        assert shown.mosaic.columns == ("a", "b", "c", "</s>")
        beyond = with_runs(training_room(selection=Selection(layer=5, head=7)), history())
        mosaic = resolve_moment_mosaic(beyond).mosaic
        assert (mosaic.layer, mosaic.head) == (1, 1)


# ------------------------------------------------------------------------------------ head history


def history_of(run, *others, number="entropy", **selection):
    room = with_runs(
        training_room(selection=Selection(**selection)), run, *others, compared=bool(others)
    )
    return resolve_head_history(number_picked(room, number))


def test_values_are_those_of_the_moments_each_the_mean_over_the_probes(run):
    for kind, number in product(("encoder", "decoder", "cross"), ("entropy", "diagonality")):
        values = history_of(run, number=number, kind=kind).values
        assert values.shape == (2, 2, 8)
        for index, moment in enumerate(run.moments):
            np.testing.assert_array_equal(values[..., index], moment.numbers[kind, number])
    moment = run.moments[3]
    each = [
        head_measure(
            trace.cross_weights,
            trace.mask("cross"),
            measure="diagonality",
            kind="cross",
            special_keys=np.zeros(len(trace.source_tokens), dtype=np.bool_),
        )
        for trace in moment.traces
    ]
    np.testing.assert_allclose(
        history_of(run, number="diagonality").values[..., 3], np.mean(each, axis=0), rtol=1e-6
    )


def test_heads_that_were_made_to_specialise_do_so(run):
    entropy = history_of(run).values
    diagonality = history_of(run, number="diagonality").values
    assert (np.diff(entropy, axis=-1) < 0).all()
    assert (np.diff(diagonality, axis=-1) > 0).all()
    assert entropy[1, 1, -1] < entropy[0, 0, -1]


def test_the_range_is_the_mean_over_the_probes_of_what_their_rows_allow(run):
    assert history_of(run).ends == (0.0, pytest.approx((math.log2(4) + math.log2(3)) / 2))
    assert history_of(run, number="diagonality").ends == (-1.0, 1.0)
    longer = history(sources=("a b", "a b c d e f g"))
    assert history_of(longer).ends == (0.0, pytest.approx((math.log2(3) + math.log2(8)) / 2))


def test_the_head_and_the_moment_on_show_are_told(run):
    room = moment_picked(with_runs(training_room(selection=Selection(layer=1, head=0)), run), 2)
    history_shown = resolve_head_history(room)
    assert (history_shown.layer, history_shown.head, history_shown.index) == (1, 0, 2)
    assert history_shown.updates[2] == 2
    assert (history_of(run, layer=5, head=7).layer, history_of(run, layer=5, head=7).head) == (1, 1)


def test_the_same_head_of_the_compared_run_is_beside_if_it_has_that_head(run):
    other = history("other", updates=(0, 7, 50))
    both = history_of(run, other, layer=1, head=0)
    assert (both.compared, both.compared_updates) == ("other", (0, 7, 50))
    expected = [moment.numbers["cross", "entropy"][1, 0] for moment in other.moments]
    np.testing.assert_array_equal(both.compared_values, expected)

    small = history("small", layers=1, heads=1)
    assert history_of(run, small, layer=0, head=0).compared == "small"
    assert history_of(run, small, layer=0, head=1).compared_values is None
    assert history_of(run, history("none", updates=())).compared_values is None


def test_what_has_not_changed_is_equal(run):
    room = with_runs(training_room(), run)
    assert resolve_head_history(room) == resolve_head_history(dataclasses.replace(room))
