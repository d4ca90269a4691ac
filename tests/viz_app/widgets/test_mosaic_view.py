"""The mosaic as a widget: heads by mouse and keys, their values, their measures."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES, mosaic, words
from tests.viz_app.probes import emissions, hover, spoken_name
from viz_app.pictures.cell_image import peaks
from viz_app.widgets.mosaic_view import MosaicView


@pytest.fixture
def view(qtbot):
    view = on_screen(qtbot, MosaicView(THEMES["light"]), size=(640, 400))
    view.set_snapshot(mosaic(kind="decoder", layer=1, head=1, decoded_rows=6))
    view.grab()
    return view


def place_of(view, layer, head, row=0, column=0):
    return view.spots().tile(layer, head).cell_rect(row, column).center()


def sentence_at(view, point):
    spot = view.spots().at(point)
    return "" if spot is None else view.picture.say(spot)


def snapshot_of(view):
    return view.picture.snapshot


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
    said = said_by(view)
    hover(qtbot, view, place_of(view, 1, 2, row=3, column=1).toPoint())
    value = snapshot_of(view).weights[1, 2, 3, 1]
    assert said[0].startswith(f"{value:.4f} · ")
    assert said[0].endswith("decoder self, layer 2, head 3")


@pytest.mark.parametrize(
    ("row_labels", "row"), [("both", "“book” → “in”"), ("fed", "“book”"), ("predicted", "“in”")]
)
def test_hover_names_rows_as_the_switch_says(view, row_labels, row):
    view.set_snapshot(mosaic(kind="decoder", decoded_rows=6, row_labels=row_labels))
    view.grab()
    sentence = sentence_at(view, place_of(view, 1, 2, row=4, column=1))
    assert f" · {row} attends to " in sentence.replace("\u2068", "").replace("\u2069", "")


def test_hover_between_cells(view):
    assert sentence_at(view, place_of(view, 0, 0, row=0, column=4)).startswith("masked: ")
    assert sentence_at(view, place_of(view, 0, 0, row=8)).endswith("not decoded yet")
    slot = view.spots().slots.cell_rect(0, 2)
    assert sentence_at(view, slot.topLeft() + QPointF(1, 1)) == "Decoder self · layer 1 · head 3"
    assert sentence_at(view, QPointF(0, 0)) == ""


def test_screen_reader_hears_which_head(view):
    assert spoken_name(view) == "All heads"
    assert view.accessibleDescription().startswith("Decoder self · layer 2 · head 2: ")


def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(dataclasses.replace(snapshot_of(view)))
    assert not redrawn


def test_nothing_to_show(qtbot):
    view = MosaicView(THEMES["dark"])
    qtbot.addWidget(view)
    view.grab()
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
    assert not heard
    assert sentence_at(view, QPointF(5, 5)) == ""


def test_a_resting_mouse_hears_the_new_value(view, qtbot):
    hover(qtbot, view, place_of(view, 1, 2, row=4, column=2).toPoint())
    said = said_by(view)
    other = 1 - snapshot_of(view).weights
    view.set_snapshot(dataclasses.replace(snapshot_of(view), decoded_rows=7, weights=other))
    view.grab()
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith(f"{other[1, 2, 4, 2]:.4f} · ")


# -------------------------------------------------------------------------------- measures

VALUES = np.array([[0.5, 2.0, 1.0], [3.0, np.nan, 2.5]], dtype=np.float32)
LARGEST_FIRST = [(1, 0), (1, 2), (0, 1), (0, 2), (0, 0), (1, 1)]


def measured(**fields):
    values = {"measure": "entropy", "measures": VALUES, "is_sorted": True}
    return mosaic(kind="decoder", **{**values, **fields})


@pytest.fixture
def sorted_view(view):
    view.set_snapshot(measured(layer=0, head=1))
    view.grab()
    return view


def walk(view, qtbot, key, times):
    """Press a key again and again, as a controller answers; the heads that were picked."""
    heads = []
    view.head_picked.connect(lambda kind, layer, head: heads.append((layer, head)))
    for _ in range(times):
        qtbot.keyClick(view, key)
        layer, head = heads[-1]
        view.set_snapshot(dataclasses.replace(snapshot_of(view), layer=layer, head=head))
    return heads


def test_arrows_follow_the_order_of_the_measure_from_row_to_row(sorted_view, qtbot):
    view = sorted_view
    view.set_snapshot(dataclasses.replace(snapshot_of(view), layer=1, head=0))
    assert walk(view, qtbot, Qt.Key.Key_Right, 6) == [*LARGEST_FIRST[1:], (1, 1)]


def test_arrows_go_back_in_the_order_of_the_measure(sorted_view, qtbot):
    view = sorted_view
    view.set_snapshot(dataclasses.replace(snapshot_of(view), layer=1, head=1))
    assert walk(view, qtbot, Qt.Key.Key_Left, 6) == [*LARGEST_FIRST[-2::-1], (1, 0)]


@pytest.mark.parametrize(
    ("key", "step"), [(Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, -1)], ids=["down", "up"]
)
def test_up_and_down_lead_to_the_head_that_is_seen_there(sorted_view, qtbot, key, step):
    """Before anything is painted too: keys may come faster than pictures."""
    view = sorted_view
    columns = view.spots().slots.columns
    start, end = (0, columns) if step > 0 else (columns, 0)
    layer, head = LARGEST_FIRST[start]
    view.set_snapshot(dataclasses.replace(snapshot_of(view), layer=layer, head=head))
    assert walk(view, qtbot, key, 1) == [LARGEST_FIRST[end]]


def test_a_click_picks_the_head_that_stands_there(sorted_view, qtbot):
    heard = emissions(sorted_view)
    slots = sorted_view.spots().slots
    for place in range(len(LARGEST_FIRST)):
        middle = slots.cell_rect(*divmod(place, slots.columns)).center().toPoint()
        qtbot.mouseClick(sorted_view, Qt.MouseButton.LeftButton, pos=middle)
    assert [tuple(heads) for _, _, *heads in heard] == LARGEST_FIRST


def test_hover_says_a_head_s_measure_under_its_tile(sorted_view):
    caption = sorted_view.spots().caption_place(0, 2)
    assert sentence_at(sorted_view, caption.center()) == (
        "Decoder self · layer 1 · head 3: Entropy 1.00 bits"
    )


def test_hover_over_the_header_explains_the_measure(sorted_view, qtbot):
    header = sorted_view.spots().header
    assert sentence_at(sorted_view, header.center()).startswith("Entropy: How widely a row")
    hover(qtbot, sorted_view, header.center().toPoint())
    assert sorted_view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_screen_reader_hears_the_measure(sorted_view):
    assert sorted_view.accessibleDescription() == (
        "Decoder self · layer 1 · head 2: Entropy 2.00 bits,"
        " on a scale from 0 to 2.30 bits; 3 of 6, largest first"
    )


def test_a_title_says_which_kind_is_shown(qtbot, view):
    tiles, bare = view.spots().tile(0, 0).top, view.picture
    view.set_picture(dataclasses.replace(bare, titled=True))
    assert view.spots().tile(0, 0).top > tiles
    header = view.spots().header
    said = "Decoder self: Target tokens attend to themselves and earlier target tokens"
    assert sentence_at(view, header.center()) == said
    view.set_picture(bare)
    assert view.spots().tile(0, 0).top == tiles


def test_stepping_through_a_long_trace_pools_no_weights_anew(view, monkeypatch):
    tokens = words(300)
    weights = np.zeros((2, 3, 300, 300), dtype=np.float32)
    shown = mosaic(weights, target=tokens, source=tokens, decoded_rows=300)
    view.set_snapshot(shown)
    view.grab()
    pooled = []

    def counted(weights, mask, **size):
        pooled.append(size["height"])
        return peaks(weights, mask, **size)

    monkeypatch.setattr("viz_app.pictures.cell_image.peaks", counted)
    for step in (10, 150, 299):
        view.set_snapshot(dataclasses.replace(shown, decoded_rows=step, marked_row=step - 1))
        view.grab()
    assert set(pooled) <= {1}
    view.set_snapshot(dataclasses.replace(shown, weights=weights.copy(), decoded_rows=300, head=1))
    view.grab()
    assert max(pooled) > 1
