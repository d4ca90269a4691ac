import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from model.traces.trace import KINDS
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import focusable, hover, spoken_name
from tests.viz_app.states import shown, trace_of
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.widgets.layout import tell
from viz_app.workbench.state import VIEWS, AttentionOptions, Cell

PLAIN = AttentionOptions()


@pytest.fixture
def panel(qtbot, room):
    return on_screen(qtbot, AttentionPanel(THEMES["light"], room.handle), size=(1200, 560))


def show(panel, trace=None, options=None, **selection):
    state = shown() if trace is None else shown(trace=trace)
    chosen = dataclasses.replace(state.selection, **selection)
    state = dataclasses.replace(state, selection=chosen, attention=options or PLAIN)
    panel.set_snapshot(resolve_attention(state))
    grabbed(panel)


def test_before_the_first_trace(panel):
    panel.set_snapshot(None)
    assert isinstance(panel.currentWidget(), QLabel)
    assert panel.currentWidget().text() == "Type a sentence to see its attention."


@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_shown_when_a_row_is_decoded(panel, kind):
    panel.set_snapshot(None)
    assert not panel.weights_painted
    show(panel, trace_of(()), kind=kind, step=0)
    assert panel.weights_painted == (kind == "encoder")
    show(panel, kind=kind)
    assert panel.weights_painted
    panel.hide()
    assert not panel.weights_painted


def test_a_compact_panel_has_no_strip(panel):
    show(panel)
    for compact in (True, False):
        panel.set_compact(compact=compact)
        assert panel.strip.isVisible() != compact


@pytest.mark.parametrize("kind", KINDS)
def test_pills_show_and_pick_a_kind(panel, qtbot, kind, room):
    show(panel, kind=kind)
    assert panel.pills.button(kind).isChecked()
    assert not room.heard
    qtbot.mouseClick(panel.pills.button("encoder"), Qt.MouseButton.LeftButton)
    assert room.heard == [("kind_picked", "encoder")]


def test_row_labels(panel, qtbot, room):
    show(panel, row_labels="fed")
    assert panel.row_labels.currentData() == "fed"
    qtbot.keyClick(panel.row_labels, Qt.Key.Key_Down)
    assert room.heard == [("row_labels_picked", "predicted")]
    show(panel, kind="encoder")
    assert not panel.row_labels.isEnabled()


def test_heads_cells_and_sentences_are_passed_on(panel, qtbot, room):
    show(panel)
    tile = panel.mosaic.spots().tile(1, 1).rect.center().toPoint()
    qtbot.mouseClick(panel.mosaic, Qt.MouseButton.LeftButton, pos=tile)
    qtbot.keyClick(panel.focus, Qt.Key.Key_Down)
    strip = panel.strip.strip()
    place = strip.spots().rect(2).center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    assert room.heard == [
        ("head_picked", "cross", 1, 1),
        ("picture_cell_picked", "cross", Cell(3, 0)),
        ("picture_cell_picked", "cross", Cell(3, 2)),
    ]
    said = said_by(panel)
    hover(qtbot, strip, place)
    assert said


def test_what_a_picture_says_that_is_not_in_view_does_not_count(panel):
    show(panel)
    said = said_by(panel)
    tell(panel.pictures.links, "0.54")
    assert said == []
    tell(panel.pictures.current(), "0.71")
    assert said == ["0.71"]


def test_everything_has_a_name(panel):
    show(panel)
    for widget in focusable(panel):
        assert spoken_name(widget), widget
    for button in (panel.pills.button(kind) for kind in KINDS):
        assert button.toolTip()
    assert panel.row_labels.toolTip()


def test_it_fits_into_a_small_window(panel):
    show(panel)
    hint = panel.minimumSizeHint()
    assert hint.width() <= 868
    assert hint.height() <= 330


@pytest.mark.parametrize("view", VIEWS)
def test_the_switch_shows_and_picks_a_view(panel, qtbot, view, room):
    show(panel, options=AttentionOptions(view=view))
    assert panel.tools.views.button(view).isChecked()
    shown_picture = {"links": panel.pictures.links, "text": panel.pictures.text}
    assert panel.pictures.current() is shown_picture.get(view, panel.focus)
    assert panel.mosaic.isVisible()  # the overview stays
    qtbot.mouseClick(panel.tools.views.button("links"), Qt.MouseButton.LeftButton)
    assert room.heard == [("option_picked", "view", "links")]


def test_the_picture_is_larger_when_it_is_not_the_grid_s(panel):
    show(panel)
    beside = panel.pictures.width()
    show(panel, options=AttentionOptions(view="focus"))
    assert panel.pictures.width() > 1.3 * beside
    show(panel)
    assert panel.pictures.width() == pytest.approx(beside, abs=2)


def test_heads_are_chosen_where_the_grid_is_not(panel):
    show(panel)
    heads = panel.heads.combination
    assert (heads.isVisible(), panel.strip.isVisible()) == (False, True)
    show(panel, options=AttentionOptions(view="text"))
    assert (heads.isVisible(), panel.strip.isVisible()) == (True, False)


@pytest.mark.parametrize("view", VIEWS)
def test_all_kinds_stand_side_by_side(panel, view):
    show(panel, options=AttentionOptions(view=view, side_by_side=True))
    for kind in KINDS:
        assert panel.columns.mosaics[kind].isVisible() == (view == "grid")
        assert panel.columns.pictures[kind].isVisible() == (view != "grid")
    assert panel.columns.note.isVisible()
    assert panel.columns.note.text().startswith("Head 1 of layer 1 is a different module in each")
    alone = dataclasses.replace(trace_of(), kinds=("decoder",))
    show(panel, alone, options=AttentionOptions(view=view, side_by_side=True), kind="decoder")
    assert not panel.columns.note.isVisible()
    show(panel, options=AttentionOptions(view=view))
    assert not panel.columns.isVisible()


def test_a_cell_beside_others_says_its_kind(panel, qtbot, room):
    show(panel, options=AttentionOptions(view="focus", side_by_side=True), kind="cross")
    decoder = panel.columns.pictures["decoder"].focus
    qtbot.keyClick(decoder, Qt.Key.Key_Down)
    assert room.heard == [("picture_cell_picked", "decoder", Cell(3, 0))]


def test_tokens_side_by_side_have_one_size_in_all_kinds(panel):
    def sizes():
        grabbed(panel)
        texts = [pictures.text for pictures in panel.columns.pictures.values()]
        return {text.size for view in texts for text in view.spots().sentences}

    panel.resize(1200, 420)
    show(panel, options=AttentionOptions(view="text", side_by_side=True))
    (size,) = sizes()
    own = {pictures.text.own_size() for pictures in panel.columns.pictures.values()}
    assert size == min(own) < max(own)
    panel.resize(1800, 900)
    assert len(sizes()) == 1


def settle():
    """Let all layouts follow each other."""
    for _ in range(4):
        QApplication.processEvents()


def test_a_compact_panel_leaves_the_pictures_more_room(panel):
    show(panel)
    heights = []
    for compact in (False, True, False, True):
        panel.set_compact(compact=compact)
        settle()
        heights.append(panel.pictures.height())
    assert heights[0] + 15 <= heights[1]
    assert heights[:2] == heights[2:]


def test_all_tools_are_there_again_when_the_panel_is_wide_again(panel):
    tools = (panel.row_labels, panel.tools.options, panel.tools.side_by_side)
    show(panel)
    panel.resize(1200, 560)
    settle()
    usual = [tool.geometry() for tool in tools]
    panel.resize(2 * panel.pills.sizeHint().width(), 560)
    settle()
    assert [tool.geometry() for tool in tools] != usual
    panel.resize(1200, 560)
    settle()
    assert [tool.geometry() for tool in tools] == usual
    assert panel.row_labels.isVisible()
