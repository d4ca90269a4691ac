"""All heads of a moment in the training tab."""

import pytest
from PySide6.QtCore import QPointF, Qt

from tests.viz_app.painted import lut_colour
from tests.viz_app.probes import marked_language
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.colour_map import kind_lut
from viz_app.design.oklab import to_index
from viz_app.design.theme import light_theme
from viz_app.panels.training.replay.changes import moment_picked
from viz_app.panels.training.replay.snapshot import resolve_moment_mosaic
from viz_app.panels.training.replay.views.moment_mosaic import MomentMosaic
from viz_app.workbench.state.selection import Selection


def snapshot_of(run, index, **selection):
    room = with_runs(training_room(selection=Selection(**selection)), run)
    return resolve_moment_mosaic(moment_picked(room, index))


@pytest.fixture
def run():
    return history()


@pytest.fixture
def view(qtbot, run, intents):
    view = MomentMosaic(light_theme(), intents)
    qtbot.addWidget(view)
    view.resize(620, 420)
    view.show()
    view.set_snapshot(snapshot_of(run, 6))
    view.grab()
    return view


def test_it_says_which_moment_it_shows(view, run):
    assert view.title.title() == "update 30, epoch 3"
    view.set_snapshot(snapshot_of(run, 0))
    assert view.title.title() == "before the first update"


@pytest.mark.parametrize("index", [0, 3, 7])
@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_the_tiles_are_the_moment_s_weights(view, run, kind, index):
    view.set_snapshot(snapshot_of(run, index, kind=kind))
    image = view.mosaic.grab().toImage()
    weights = run.moments[index].traces[0].weights(kind)
    lut = kind_lut(light_theme(), kind)
    for layer, head, row, column in ((0, 1, 1, 2), (1, 0, 2, 2), (1, 1, 0, 3)):
        cell = view.mosaic.layout_now().tile(layer, head).cell_rect(row, column)
        colour = to_index(weights[layer, head, row, column], levels=(0, 1), size=len(lut))
        assert image.pixelColor(cell.center().toPoint()).name() == lut_colour(lut, int(colour))


def test_kind_and_head_are_asked_for(view, qtbot, heard):
    qtbot.mouseClick(view.pills.button("decoder"), Qt.MouseButton.LeftButton)
    tile: QPointF = view.mosaic.layout_now().tile(1, 0).rect.center()
    qtbot.mouseClick(view.mosaic, Qt.MouseButton.LeftButton, pos=tile.toPoint())
    assert heard == [("kind_picked", "decoder"), ("head_picked", "cross", 1, 0)]


def test_the_kind_on_show_is_pressed(view, run):
    view.set_snapshot(snapshot_of(run, 2, kind="encoder"))
    assert view.pills.button("encoder").isChecked()


def test_without_moments_it_says_so(view):
    view.set_snapshot(None)
    assert view.title.title() == "No attention is recorded yet."
    assert not view.pills.isEnabled()
    assert not view.grab().isNull()


def test_a_narrow_view_shortens_the_title_only(view, qtbot):
    view.resize(view.minimumSizeHint().width(), 420)
    view.grab()
    assert view.title.text() != view.title.title()
    assert view.title.toolTip() == "update 30, epoch 3"


def test_a_title_that_would_say_nothing_is_left_out(view):
    whole = view.title.fontMetrics().horizontalAdvance(view.title.title())
    for share, shown in ((1.1, True), (0.7, True), (0.4, False)):
        view.title.setFixedWidth(round(share * whole))
        view.grab()
        assert bool(view.title.text()) == shown


def test_it_follows_the_language(view):
    with marked_language():
        assert view.title.title() == "«update 30, epoch 3»"
