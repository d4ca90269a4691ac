"""The cross-attention beside the curves: weights, tokens, moment, and when it is there."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import colour_in
from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.panels.training.snapshots import history_of, view_of
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.theme import light_theme
from viz_app.panels.training.pictures import CrossAttention, cross_picture
from viz_app.panels.training.replay.room import moment_picked, probe_picked, resolve_moment_cross
from viz_app.panels.training.view.run import RunView
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state import Cell

THEME = light_theme()


@pytest.fixture
def room():
    """A run of two layers of two heads, with eight moments of two sentences."""
    return with_runs(training_room(), history())


@pytest.fixture
def view(qtbot):
    return on_screen(qtbot, PictureView(THEME, of=CrossAttention), size=(360, 340))


@pytest.fixture
def run_view(qtbot, handle):
    return on_screen(qtbot, RunView(THEME, handle))


def mean_of_the_last_layer(trace):
    rows = [step.cross_rows[-1] for step in trace.steps]  # each [heads, key]
    return np.stack([np.mean(row, axis=0) for row in rows])


def test_it_is_the_mean_over_the_heads_of_the_last_layer_at_the_moment_on_show(room):
    moments = room.own.runs.histories[0].moments
    for place in (0, 3, len(moments) - 1):
        for probe in (0, 1):
            shown = resolve_moment_cross(probe_picked(moment_picked(room, place), probe))
            expected = mean_of_the_last_layer(moments[place].traces[probe])
            np.testing.assert_allclose(shown.focus.weights, expected, atol=1e-6)
            assert (shown.update, shown.epoch) == (moments[place].update, moments[place].epoch)
            assert len(shown.focus.rows) == len(moments[place].traces[probe].steps)


def test_the_newest_moment_of_a_run_under_way_is_followed(room):
    assert resolve_moment_cross(room).update == 40


def test_without_moments_there_is_none():
    assert resolve_moment_cross(training_room()) is None
    assert resolve_moment_cross(with_runs(training_room(), history(updates=()))) is None


def test_each_cell_has_its_colour_its_tokens_and_its_exact_weight(qtbot, view, room):
    view.set_picture(cross_picture(resolve_moment_cross(room)))
    weights = mean_of_the_last_layer(room.own.runs.histories[0].moments[-1].traces[0])
    image = view.grab().toImage()
    places = [view.spots().rect(Cell(*place)).center() for place in np.ndindex(weights.shape)]
    darkness = [255 - colour_in(image, place).red() for place in places]
    order = np.argsort(weights, axis=None, kind="stable")
    assert (np.diff(np.array(darkness)[order]) >= -2).all()  # the heavier, the darker
    said = plain(view.picture.say(Cell(1, 2)))
    for part in (f"{weights[1, 2]:.4f}", "“c” → “b”", "attends to “c”"):
        assert part in said
    (table,) = view.shown_values()
    np.testing.assert_allclose(table.values, weights, atol=1e-6)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.resting_sentence() == view.picture.say(Cell(0, 1))


def test_the_caption_says_the_update_and_what_rows_are(view, room):
    view.set_picture(cross_picture(resolve_moment_cross(moment_picked(room, 5))))
    assert view.accessibleName() == "Cross-attention during training"
    for part in ("update 20, epoch 2", "row attends to column", "layer 2, head mean"):
        assert part in view.accessibleDescription()
    assert view.caption_parts()[0] == "update 20, epoch 2"


def test_it_stands_beside_the_curves_where_both_have_room(qtbot, run_view):
    run_view.resize(1000, 700)
    run_view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    assert run_view.cross.isVisible()
    assert run_view.cross.x() >= run_view.curves.width()
    run_view.resize(600, 700)
    assert not run_view.cross.isVisible()
    run_view.resize(1000, 700)
    run_view.show_moments(shown=True)  # the time-lapse has all heads
    assert not run_view.cross.isVisible()
    run_view.show_moments(shown=False)
    run_view.set_snapshot(dataclasses.replace(view_of(history_of()), cross=None))
    assert not run_view.cross.isVisible()
