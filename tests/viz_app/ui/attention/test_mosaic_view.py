from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QPointF, Qt

from tests.viz_app.ui.pictures import THEMES, mosaic
from tests.viz_app.ui.probes import emissions, hover, spoken_name
from viz_app.ui.attention.mosaic_view import MosaicView


@pytest.fixture
def view(qtbot):
    view = MosaicView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(640, 400)
    view.show()
    view.set_snapshot(mosaic(kind="decoder", layer=1, head=1, decoded_rows=6))
    view.grab()
    return view


def place_of(view, layer, head, row=0, column=0):
    return view.layout_now().tile(layer, head).cell_rect(row, column).center()


def test_click_picks_a_head(view, qtbot):
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 0, 2).toPoint())
    assert heard == [("head_picked", "decoder", 0, 2)]


@pytest.mark.parametrize(
    ("key", "head"),
    [
        (Qt.Key.Key_Left, (1, 0)),
        (Qt.Key.Key_Right, (1, 2)),
        (Qt.Key.Key_Up, (0, 1)),
        (Qt.Key.Key_Down, (1, 1)),
        (Qt.Key.Key_Home, (1, 0)),
        (Qt.Key.Key_End, (1, 2)),
        (Qt.Key.Key_PageUp, (0, 1)),
        (Qt.Key.Key_PageDown, (1, 1)),
    ],
)
def test_keys_move_from_head_to_head(view, qtbot, key, head):
    heard = emissions(view)
    qtbot.keyClick(view, key)
    assert heard == [("head_picked", "decoder", *head)]


def test_hover_says_a_cell_s_value(view, qtbot):
    said = []
    view.sentence_changed.connect(said.append)
    hover(qtbot, view, place_of(view, 1, 2, row=3, column=1).toPoint())
    value = view._snapshot.weights[1, 2, 3, 1]
    assert said[0].startswith(f"{value:.4f} · ")
    assert said[0].endswith("decoder self, layer 2, head 3")


@pytest.mark.parametrize(
    ("row_labels", "row"), [("both", "“book” → “in”"), ("fed", "“book”"), ("predicted", "“in”")]
)
def test_hover_names_rows_as_the_switch_says(view, row_labels, row):
    view.set_snapshot(mosaic(kind="decoder", decoded_rows=6, row_labels=row_labels))
    view.grab()
    sentence = view.sentence_at(place_of(view, 1, 2, row=4, column=1))
    assert f" · {row} attends to " in sentence.replace("\u2068", "").replace("\u2069", "")


def test_hover_between_cells(view):
    assert view.sentence_at(place_of(view, 0, 0, row=0, column=4)).startswith("masked: ")
    assert view.sentence_at(place_of(view, 0, 0, row=8)).endswith("not decoded yet")
    slot = view.layout_now().slots.cell_rect(0, 2)
    assert view.sentence_at(slot.topLeft() + QPointF(1, 1)) == "Decoder self · layer 1 · head 3"
    assert view.sentence_at(QPointF(0, 0)) == ""


def test_screen_reader_hears_which_head(view):
    assert spoken_name(view) == "All heads"
    assert view.accessibleDescription().startswith("Decoder self · layer 2 · head 2: ")


def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(dataclasses.replace(view._snapshot))
    assert not redrawn


def test_nothing_to_show(qtbot):
    view = MosaicView(THEMES["dark"])
    qtbot.addWidget(view)
    view.grab()
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
    assert not heard
    assert view.sentence_at(QPointF(5, 5)) == ""


def test_a_resting_mouse_hears_the_new_value(view, qtbot):
    hover(qtbot, view, place_of(view, 1, 2, row=4, column=2).toPoint())
    said = []
    view.sentence_changed.connect(said.append)
    other = 1 - view._snapshot.weights
    view.set_snapshot(dataclasses.replace(view._snapshot, decoded_rows=7, weights=other))
    view.grab()
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith(f"{other[1, 2, 4, 2]:.4f} · ")
