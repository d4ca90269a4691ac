from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.trace import KINDS
from tests.viz_app.ui.pictures import THEMES
from tests.viz_app.ui.probes import emissions, focusable, hover, marked_language, spoken_name
from tests.viz_app.ui.states import shown, trace_of
from viz_app.state.attention_view import resolve_focus, resolve_mosaic
from viz_app.state.selection import Cell
from viz_app.ui.attention.attention_panel import AttentionPanel
from viz_app.ui.design.theme import dark_theme


@pytest.fixture
def panel(qtbot):
    panel = AttentionPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.resize(1200, 560)
    panel.show()
    return panel


def show(panel, trace=None, **selection):
    state = shown() if trace is None else shown(trace=trace)
    chosen = dataclasses.replace(state.selection, **selection)
    state = dataclasses.replace(state, selection=chosen)
    panel.show_mosaic(resolve_mosaic(state))
    panel.show_focus(resolve_focus(state))
    panel.grab()


def test_before_the_first_trace(panel):
    panel.show_mosaic(None)
    panel.show_focus(None)
    assert isinstance(panel.currentWidget(), QLabel)
    assert panel.currentWidget().text() == "Translate a sentence to see its attention."


@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_shown_when_a_row_is_decoded(panel, kind):
    panel.show_mosaic(None)
    panel.show_focus(None)
    assert not panel.shows_weights
    show(panel, trace_of(()), kind=kind, step=0)
    assert panel.shows_weights == (kind == "encoder")
    show(panel, kind=kind)
    assert panel.shows_weights
    panel.hide()
    assert not panel.shows_weights


def test_a_compact_panel_has_no_strip(panel):
    show(panel)
    for compact in (True, False):
        panel.set_compact(compact=compact)
        assert panel.strip.isVisible() != compact


@pytest.mark.parametrize("kind", KINDS)
def test_pills_show_and_pick_a_kind(panel, qtbot, kind):
    show(panel, kind=kind)
    assert panel.pills.button(kind).isChecked()
    heard = emissions(panel)
    qtbot.mouseClick(panel.pills.button("encoder"), Qt.MouseButton.LeftButton)
    assert heard == [("kind_picked", "encoder")]


def test_showing_a_kind_is_no_intent(panel):
    show(panel, kind="encoder")
    heard = emissions(panel)
    show(panel, kind="cross", row_labels="fed")
    assert not heard


def test_row_labels(panel, qtbot):
    show(panel, row_labels="fed")
    assert panel.row_labels.currentData() == "fed"
    heard = emissions(panel)
    qtbot.keyClick(panel.row_labels, Qt.Key.Key_Down)
    assert heard == [("row_labels_picked", "predicted")]
    show(panel, kind="encoder")
    assert not panel.row_labels.isEnabled()


def test_heads_cells_and_sentences_are_passed_on(panel, qtbot):
    show(panel)
    heard = emissions(panel)
    tile = panel.mosaic.layout_now().tile(1, 1).rect.center().toPoint()
    qtbot.mouseClick(panel.mosaic, Qt.MouseButton.LeftButton, pos=tile)
    qtbot.keyClick(panel.focus, Qt.Key.Key_Down)
    strip = panel.strip.strip()
    place = strip.places(strip.width())[2].center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    picked = [item for item in heard if item[0] != "sentence_changed"]
    assert picked == [
        ("head_picked", "cross", 1, 1),
        ("cell_picked", Cell(3, 0)),
        ("cell_picked", Cell(3, 2)),
    ]
    hover(qtbot, strip, place)
    assert heard[-1][0] == "sentence_changed"


def test_everything_has_a_name(panel):
    show(panel)
    for widget in focusable(panel):
        assert spoken_name(widget), widget
    for button in (panel.pills.button(kind) for kind in KINDS):
        assert button.toolTip()
    assert panel.row_labels.toolTip()


def test_theme_reaches_every_view(panel):
    show(panel)
    theme = dark_theme("presentation")
    panel.set_theme(theme)
    assert panel.mosaic.theme == panel.focus.theme == panel.strip.strip().theme == theme


def test_language_changes_while_running(panel):
    show(panel)
    with marked_language():
        assert panel.pills.button("cross").text() == "«Cross»"
        assert panel.row_labels.itemText(1).startswith("«")
    assert panel.pills.button("cross").text() == "Cross"


def test_it_fits_into_a_small_window(panel):
    show(panel)
    hint = panel.minimumSizeHint()
    assert hint.width() <= 868
    assert hint.height() <= 330
