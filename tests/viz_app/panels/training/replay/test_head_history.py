"""The heads' numbers over time."""

import dataclasses
import math

import numpy as np
import pytest

from model.traces.head_measures import head_measure
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.panels.training.replay.room import moment_picked, number_picked, resolve_head_history
from viz_app.workbench.state import Selection


@pytest.fixture
def run():
    return history()


def shown(run, *others, number="entropy", **selection):
    room = with_runs(
        training_room(selection=Selection(**selection)), run, *others, compared=bool(others)
    )
    return resolve_head_history(number_picked(room, number))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("number", ["entropy", "diagonality"])
def test_values_are_those_of_the_moments(run, kind, number):
    values = shown(run, number=number, kind=kind).values
    assert values.shape == (2, 2, 8)
    for index, moment in enumerate(run.moments):
        np.testing.assert_array_equal(values[..., index], moment.numbers[kind, number])


def test_a_value_is_the_mean_over_the_probes(run):
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
        shown(run, number="diagonality").values[..., 3], np.mean(each, axis=0), rtol=1e-6
    )


def test_heads_that_were_made_to_specialise_do_so(run):
    entropy = shown(run).values
    diagonality = shown(run, number="diagonality").values
    assert (np.diff(entropy, axis=-1) < 0).all()
    assert (np.diff(diagonality, axis=-1) > 0).all()
    assert entropy[1, 1, -1] < entropy[0, 0, -1]


def test_the_range_is_the_mean_over_the_probes_of_what_their_rows_allow(run):
    assert shown(run).ends == (0.0, pytest.approx((math.log2(4) + math.log2(3)) / 2))
    assert shown(run, number="diagonality").ends == (-1.0, 1.0)
    longer = history(sources=("a b", "a b c d e f g"))
    assert shown(longer).ends == (0.0, pytest.approx((math.log2(3) + math.log2(8)) / 2))


def test_the_head_and_the_moment_on_show_are_told(run):
    room = moment_picked(with_runs(training_room(selection=Selection(layer=1, head=0)), run), 2)
    history_shown = resolve_head_history(room)
    assert (history_shown.layer, history_shown.head, history_shown.index) == (1, 0, 2)
    assert history_shown.updates[2] == 2


def test_the_head_is_within_a_smaller_model(run):
    assert (shown(run, layer=5, head=7).layer, shown(run, layer=5, head=7).head) == (1, 1)


def test_the_same_head_of_the_compared_run_is_beside(run):
    other = history("other", updates=(0, 7, 50))
    both = shown(run, other, layer=1, head=0)
    assert (both.compared, both.compared_updates) == ("other", (0, 7, 50))
    expected = [moment.numbers["cross", "entropy"][1, 0] for moment in other.moments]
    np.testing.assert_array_equal(both.compared_values, expected)


def test_a_compared_run_without_that_head_is_not(run):
    small = history("small", layers=1, heads=1)
    assert shown(run, small, layer=0, head=0).compared == "small"
    assert shown(run, small, layer=0, head=1).compared_values is None
    assert shown(run, history("none", updates=())).compared_values is None


def test_there_is_none_without_moments():
    assert resolve_head_history(training_room()) is None


def test_what_has_not_changed_is_equal(run):
    room = with_runs(training_room(), run)
    assert resolve_head_history(room) == resolve_head_history(dataclasses.replace(room))
