"""All heads over time: what is said, what is picked, what is drawn."""

import dataclasses
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from tests.viz_app.listening import said_by
from tests.viz_app.painted import lut_colour, svg_texts
from tests.viz_app.probes import hover, marked_language
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.colour_map import kind_lut
from viz_app.design.colours import to_index
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.replay.pictures.heads import history_lut, layout_history
from viz_app.panels.training.replay.room import (
    HeadHistorySnapshot,
    moment_picked,
    number_picked,
    resolve_head_history,
    resolve_moment_mosaic,
)
from viz_app.panels.training.replay.view import HeadHistoryView, MomentMosaic
from viz_app.workbench.state import Cell, Selection

# -------------------------------------------------------------------------- test head history view


def snapshot_of(*runs, number="entropy", index=3, **selection) -> HeadHistorySnapshot:
    room = with_runs(training_room(selection=Selection(**selection)), *runs, compared=len(runs) > 1)
    return resolve_head_history(number_picked(moment_picked(room, index), number))


@pytest.fixture
def run():
    return history()


def view_of(qtbot, handle, theme=None, *, width=520, height=420) -> HeadHistoryView:
    view = HeadHistoryView(theme or light_theme(), handle)
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    return view


@pytest.fixture
def view(qtbot, run, handle):
    view = view_of(qtbot, handle)
    view.set_snapshot(snapshot_of(run))
    view.grab()
    return view


def layout_of(view):
    picture = view.picture
    return layout_history(picture.picture_rect(), picture.picture.snapshot, picture.theme)


def place_of(view, row, column) -> QPointF:
    return view.picture.spots().grid.middle(row, column)


def test_a_click_picks_the_head_of_the_row(view, qtbot, heard):
    qtbot.mouseClick(view.picture, Qt.MouseButton.LeftButton, pos=place_of(view, 2, 5).toPoint())
    assert heard == [("head_picked", "cross", 1, 0)]


def test_hover_says_the_exact_number(view, qtbot, run):
    said = said_by(view.picture)
    hover(qtbot, view.picture, place_of(view, 3, 6).toPoint())
    value = run.moments[6].numbers["cross", "entropy"][1, 1]
    assert said == [f"Cross · layer 2 · head 2: Entropy {value:.2f} bits at update 30, epoch 3."]


def test_keys_go_from_cell_to_cell_and_return_picks(view, qtbot, run, heard):
    said = said_by(view.picture)
    qtbot.keyClick(view.picture, Qt.Key.Key_Right)
    qtbot.keyClick(view.picture, Qt.Key.Key_Down)
    qtbot.keyClick(view.picture, Qt.Key.Key_End)
    value = run.moments[7].numbers["cross", "entropy"][0, 1]
    assert said[0].startswith("Cross · layer 1 · head 1: Entropy")
    assert said[0].endswith("at update 5, epoch 1.")
    assert said[-1] == f"Cross · layer 1 · head 2: Entropy {value:.2f} bits at update 40, epoch 4."
    qtbot.keyClick(view.picture, Qt.Key.Key_Return)
    assert heard[-1] == ("head_picked", "cross", 0, 1)


def test_another_number_or_another_kind_is_asked_for_with_the_same_place(view, run, qtbot, heard):
    qtbot.mouseClick(view.numbers.button("diagonality"), Qt.MouseButton.LeftButton)
    view.set_snapshot(snapshot_of(run, layer=1, head=1))
    view.kinds.setCurrentIndex(view.kinds.findData("encoder"))
    view.kinds.activated.emit(view.kinds.currentIndex())
    assert heard == [("number_picked", "diagonality"), ("head_picked", "encoder", 1, 1)]


def test_a_low_picture_leaves_the_room_to_the_heads(view):
    assert layout_of(view).named
    view.resize(620, 240)
    view.grab()
    layout = layout_of(view)
    assert not layout.named
    assert layout.axes.area.height() > 20
    assert layout.grid.rect.height() >= 40


def test_the_kind_and_the_number_on_show_are_chosen(view, run):
    view.set_snapshot(snapshot_of(run, number="diagonality"))
    assert (view.kinds.currentData(), view.numbers.current()) == ("cross", "diagonality")
    view.set_snapshot(None)
    assert view.title.title() == "No attention is recorded yet."
    assert not (view.kinds.isEnabled() or view.numbers.isEnabled())
    assert not view.grab().isNull()


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_every_cell_has_the_colour_of_its_number(qtbot, run, handle, theme):
    view = view_of(qtbot, handle, theme)
    for number, kind in product(("entropy", "diagonality"), ("encoder", "decoder", "cross")):
        shown = snapshot_of(run, number=number, kind=kind, index=0)
        view.set_snapshot(shown)
        image = view.picture.grab().toImage()
        lut, values = history_lut(shown, theme), shown.values.reshape(4, 8)
        expected = to_index(values, levels=shown.ends, size=len(lut))
        for row, column in product(range(4), range(1, 8)):  # at 0 is the line through the moment
            point = place_of(view, row, column).toPoint()
            assert image.pixelColor(point).name() == lut_colour(lut, expected[row, column])


def test_the_colours_do_not_follow_the_data(run):
    spread = history(updates=(0, 1))
    assert snapshot_of(spread).ends == snapshot_of(run).ends


def test_a_number_that_is_none_is_grey(view, run):
    shown = snapshot_of(run)
    values = shown.values.copy()
    values[1, 1, 6] = np.nan
    view.set_snapshot(None)
    view.set_snapshot(dataclasses.replace(shown, values=values))
    image = view.picture.grab().toImage()
    point = place_of(view, 3, 6).toPoint()
    assert image.pixelColor(point).name() == light_theme().masked.lower()
    assert "Entropy –" in view.picture.picture.say(Cell(3, 6))


def test_the_line_goes_through_the_numbers_of_the_head_in_view(view, run):
    shown = snapshot_of(run, layer=1, head=1, index=0)
    view.set_snapshot(shown)
    image, line = view.picture.grab().toImage(), layout_of(view)
    for index in range(1, 8):
        assert line.axis.x(index) == pytest.approx(line.grid.middle(0, index).x())
        value = float(run.moments[index].numbers["cross", "entropy"][1, 1])
        y = line.axes.area.bottom() - value / shown.ends[1] * line.axes.area.height()
        point = QPointF(line.axis.x(index), y).toPoint()
        assert image.pixelColor(point).name() == light_theme().cross.lower()


def test_the_compared_run_s_line_is_there_at_its_own_updates(view, run):
    other = history("other", updates=(0, 15, 40))
    shown = snapshot_of(run, other, layer=1, head=1, index=0)
    view.set_snapshot(shown)
    image, line = view.picture.grab().toImage(), layout_of(view)
    value = float(other.moments[1].numbers["cross", "entropy"][1, 1])
    x = line.axis.x(4.5)  # between the moments of updates 10 and 20
    y = line.axes.area.bottom() - value / shown.ends[1] * line.axes.area.height()
    found = {
        image.pixelColor(round(x) + dx, round(y) + dy).rgb()
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    }
    wanted = QColor(light_theme().curves[0])
    assert min(distance(QColor(rgb), wanted) for rgb in found) <= 3


def distance(one, other):
    """The largest difference of a channel, 0 … 255: smooth lines are mixed with what they cross."""
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_48_heads_and_100_moments_fit(qtbot, handle):
    many = history(updates=tuple(range(100)), planned=100, layers=6, heads=8)
    view = view_of(qtbot, handle, width=300, height=260)
    view.set_snapshot(snapshot_of(many, index=50))
    view.grab()
    layout, inside = layout_of(view), view.picture.picture_rect()
    assert inside.contains(layout.grid.rect)
    assert layout.axes.area.height() > 20
    assert layout.grid.cell_at(layout.grid.middle(47, 99)) == Cell(47, 99)


def test_who_hears_it_is_told_the_head_and_the_meaning(view, run):
    assert view.picture.accessibleName() == "Every head during training: Cross: Entropy"
    assert view.picture.accessibleDescription().startswith("Cross · layer 1 · head 1: Entropy")
    assert "How widely a row spreads" in view.picture.accessibleDescription()


def test_it_is_made_in_the_language_of_now(qtbot, handle):
    with marked_language():
        view = view_of(qtbot, handle)
        assert view.title.title().startswith("«")
        assert view.numbers.button("entropy").text() == "«Entropy»"


# ------------------------------------------------------------------------------ test moment mosaic
# All heads of a moment in the training tab.


def moment_mosaic_snapshot_of(run, index, **selection):
    room = with_runs(training_room(selection=Selection(**selection)), run)
    return resolve_moment_mosaic(moment_picked(room, index))


@pytest.fixture
def moment_mosaic_view(qtbot, run, handle):
    view = MomentMosaic(light_theme(), handle)
    qtbot.addWidget(view)
    view.resize(620, 420)
    view.show()
    view.set_snapshot(moment_mosaic_snapshot_of(run, 6))
    view.grab()
    return view


def test_it_says_which_moment_it_shows(moment_mosaic_view, run):
    assert moment_mosaic_view.title.title() == "update 30, epoch 3"
    moment_mosaic_view.set_snapshot(moment_mosaic_snapshot_of(run, 0, kind="encoder"))
    assert moment_mosaic_view.title.title() == "before the first update"
    assert moment_mosaic_view.pills.button("encoder").isChecked()
    moment_mosaic_view.set_snapshot(None)
    assert moment_mosaic_view.title.title() == "No attention is recorded yet."
    assert not moment_mosaic_view.pills.isEnabled()
    assert not moment_mosaic_view.grab().isNull()


@pytest.mark.parametrize("index", [0, 3, 7])
@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_the_tiles_are_the_moment_s_weights(moment_mosaic_view, run, kind, index):
    moment_mosaic_view.set_snapshot(moment_mosaic_snapshot_of(run, index, kind=kind))
    image = moment_mosaic_view.mosaic.grab().toImage()
    weights = run.moments[index].traces[0].weights(kind)
    lut = kind_lut(light_theme(), kind)
    for layer, head, row, column in ((0, 1, 1, 2), (1, 0, 2, 2), (1, 1, 0, 3)):
        cell = moment_mosaic_view.mosaic.spots().tile(layer, head).cell_rect(row, column)
        colour = to_index(weights[layer, head, row, column], levels=(0, 1), size=len(lut))
        assert image.pixelColor(cell.center().toPoint()).name() == lut_colour(lut, int(colour))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_tokens_are_on_both_axes_where_a_cell_has_room_for_a_line(moment_mosaic_view, run, kind):
    shown = moment_mosaic_snapshot_of(run, 6, kind=kind)
    moment_mosaic_view.set_snapshot(shown)
    mosaic = moment_mosaic_view.mosaic
    large = svg_texts(mosaic.paint_picture, width=mosaic.width(), height=mosaic.height())
    layers, heads = shown.mosaic.weights.shape[:2]
    for token in shown.mosaic.columns:
        assert sum(token == text for text in large) >= heads
    for row in shown.mosaic.rows:
        assert sum(row.text("both") == text for text in large) >= layers
    small = svg_texts(mosaic.paint_picture, width=240, height=160)
    assert not set(shown.mosaic.columns) & set(small)


def test_kind_and_head_are_asked_for(moment_mosaic_view, qtbot, heard):
    qtbot.mouseClick(moment_mosaic_view.pills.button("decoder"), Qt.MouseButton.LeftButton)
    tile: QPointF = moment_mosaic_view.mosaic.spots().tile(1, 0).rect.center()
    qtbot.mouseClick(moment_mosaic_view.mosaic, Qt.MouseButton.LeftButton, pos=tile.toPoint())
    assert heard == [("kind_picked", "decoder"), ("head_picked", "cross", 1, 0)]


def test_a_narrow_view_shortens_the_title_or_leaves_it_out(moment_mosaic_view):
    title = moment_mosaic_view.title
    moment_mosaic_view.resize(moment_mosaic_view.minimumSizeHint().width(), 420)
    moment_mosaic_view.grab()
    assert title.text() != title.title()
    assert title.toolTip() == "update 30, epoch 3"
    whole = title.fontMetrics().horizontalAdvance(title.title())
    for share, shown in ((1.1, True), (0.7, True), (0.4, False)):
        title.setFixedWidth(round(share * whole))
        moment_mosaic_view.grab()
        assert bool(title.text()) == shown
