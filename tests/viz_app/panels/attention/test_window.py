"""Through the real window: ways to look at attention, by mouse, menu and keyboard."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.traces.trace import KINDS
from tests.viz_app.application import ALT, choose, click, press, said, type_source
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.state import AttentionOptions, Cell

pytestmark = pytest.mark.window


@pytest.fixture
def options(application):
    """Reads what is chosen."""
    return lambda: application.screen.now.attention


@pytest.mark.parametrize(
    ("key", "view"),
    [(Qt.Key.Key_5, "focus"), (Qt.Key.Key_6, "links"), (Qt.Key.Key_7, "text")],
)
def test_alt_and_a_digit_show_a_view_and_the_place_stays(qtbot, application, window, key, view):
    application.window.rooms.attention.does(head_picked)("decoder", 1, 1)
    before = application.screen.now.selection
    press(qtbot, window.attention.mosaic, key, ALT)
    picture = window.attention.pictures.current()
    assert picture is getattr(window.attention.pictures, view)
    assert picture.isVisible()
    assert application.screen.now.selection == before
    press(qtbot, picture, Qt.Key.Key_4, ALT)
    assert window.attention.pictures.current() is window.attention.focus
    assert window.attention.shown().options.view == "grid"


def test_all_kinds_side_by_side_link_a_target_token(qtbot, application, window):
    press(qtbot, window.attention.mosaic, Qt.Key.Key_5, ALT)
    press(qtbot, window.attention.focus, Qt.Key.Key_8, ALT)
    columns = window.attention.columns
    assert all(columns.pictures[kind].focus.isVisible() for kind in KINDS)
    decoder = columns.pictures["decoder"].focus
    decoder.grab()
    click(qtbot, decoder, decoder.spots().grid.cell_rect(1, 0).center())
    assert application.screen.now.selection.kind == "decoder"
    assert application.screen.now.selection.cell == Cell(1, 0)
    shown = {focus.kind: focus for focus in window.attention.shown().focuses}
    assert (shown["decoder"].cell, shown["cross"].linked_row) == (Cell(1, 0), 1)


def test_hidden_special_tokens_have_no_column(qtbot, application, window, options):
    window.menus.attention.action("special_renormalised").trigger()
    assert options() == AttentionOptions(special="renormalised")
    focus = window.attention.shown().focus
    assert "</s>" not in focus.columns
    np.testing.assert_allclose(focus.weights.sum(axis=-1), 1, atol=1e-5)
    assert "renormalised" in window.attention.focus.accessibleDescription()


def test_the_mean_over_heads_is_shown_and_said(qtbot, application, window):
    click(qtbot, window.attention.tools.views.button("focus"))
    choose(qtbot, window.attention.heads.combination, "mean")
    trace = application.screen.now.trace
    shown = window.attention.shown().focus
    np.testing.assert_allclose(shown.weights, trace.cross_weights[0].mean(axis=0), rtol=1e-5)
    window.attention.heads.menu.actions()[1].trigger()
    assert window.attention.shown().focus.heads == (0,)


def test_heads_are_marked_and_sorted_by_a_number(qtbot, window, options):
    window.menus.attention.action("tint_entropy").trigger()
    window.menus.attention.action("sorted_by_tint").trigger()
    mosaic = window.attention.shown().mosaic
    assert mosaic.is_sorted
    best = np.unravel_index(np.argmax(mosaic.measures), mosaic.measures.shape)
    window.attention.mosaic.grab()
    layout = window.attention.mosaic.spots()
    assert layout.tile_at(layout.slots.cell_rect(0, 0).center()) == tuple(best)


def test_the_options_button_has_the_menu_of_the_menu_bar(window):
    assert window.attention.tools.options.menu() is window.menus.attention.menu


def test_weights_are_listed_in_a_table(qtbot, application, window):
    window.menus.attention.action("table").trigger()
    table = window.attention.table_dialog.table
    assert table.isVisible()
    shown = window.attention.shown().focus
    model = table.model()
    assert (model.rowCount(), model.columnCount()) == shown.weights.shape
    first = model.data(model.index(0, 0), Qt.ItemDataRole.DisplayRole)
    assert first == f"{shown.weights[0, 0]:.4f}"
    application.window.rooms.attention.does(head_picked)("cross", 1, 1)
    shown = window.attention.shown().focus
    assert model.data(model.index(0, 0)) == f"{shown.weights[0, 0]:.4f}"


def test_the_focused_head_is_zoomed_and_fitted_from_the_menu(qtbot, window):
    click(qtbot, window.attention.tools.views.button("focus"))
    window.attention.focus.grab()
    for name, zoomed in (("zoom_in", True), ("fit", False), ("zoom_in", True), ("zoom_out", False)):
        window.menus.attention.action(name).trigger()
        assert window.attention.focus.is_zoomed is zoomed, name


def test_beside_other_kinds_the_chosen_one_is_zoomed(qtbot, application, window):
    press(qtbot, window.attention.mosaic, Qt.Key.Key_5, ALT)
    press(qtbot, window.attention.focus, Qt.Key.Key_8, ALT)
    application.window.rooms.attention.does(kind_picked)("encoder")
    columns = window.attention.columns.pictures
    qtbot.waitUntil(lambda: all(columns[kind].focus.painted for kind in KINDS))
    window.menus.attention.action("zoom_in").trigger()
    zoomed = [kind for kind in KINDS if columns[kind].focus.is_zoomed]
    assert zoomed == ["encoder"]


def test_a_sentence_that_would_take_too_much_memory_is_refused_and_the_picture_stays(
    qtbot, application, window, monkeypatch
):
    before = application.screen.now.trace
    monkeypatch.setattr("model.traces.recording.LARGEST_RECORDING", 1000)
    type_source(qtbot, window, "a b c d e")
    click(qtbot, window.header.button)
    qtbot.waitUntil(window.notices.isVisible)
    assert "the limit is" in said(window)
    assert application.screen.now.trace is before
