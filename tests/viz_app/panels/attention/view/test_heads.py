"""Heatmap, links and text: what they say under the mouse, by keys, and when something changes."""

import dataclasses

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QToolTip

from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import EN, THEMES, ZH, focus, zeros
from tests.viz_app.probes import hover, spoken_name
from viz_app.panels.attention.pictures.link_set import LinkEnd
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.panels.attention.view.tokens import LinksView, TextView
from viz_app.pictures.picture import PAGE
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
CONTROL = Qt.KeyboardModifier.ControlModifier
NO_KEY = Qt.KeyboardModifier.NoModifier

CELL = "0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"
QUERY = "Head 1 of layer 2, cross: “book” → “in” attends 0.54 to “昨”"
KEY = "Head 1 of layer 2, cross: “昨” receives 0.54 from “book” → “in”"

each_view = pytest.mark.parametrize("make", [HeatmapView, LinksView, TextView])


def peaked(**fields):
    return focus(zeros(ROWS, COLUMNS, r4c1=0.54213), **{"marked_row": 4, **fields})


@pytest.fixture
def view(qtbot, room, make):
    return on_screen(qtbot, make(THEMES["light"], room.handle), peaked(), size=(640, 520))


BOOK_IN = Cell(4, 1)


def place_of(view, cell=BOOK_IN, *, key=True):
    """Where a view has a cell, or one of its two tokens."""
    spots = view.spots()
    if isinstance(view, HeatmapView):
        place = spots.rect(cell)
    elif isinstance(view, LinksView):
        place = spots.rect(LinkEnd("key", cell.column) if key else LinkEnd("query", cell.row))
    else:
        number, placed = spots.find(**({"column": cell.column} if key else {"row": cell.row}))
        place = spots.sentences[number].rect_of(placed)
    return place.center().toPoint()


def picked(room):
    return [values[-1] for name, *values in room.heard if name == "picture_cell_picked"]


def shown(view, snapshot):
    view.set_snapshot(snapshot)
    view.grab()


@pytest.mark.parametrize(
    ("make", "key", "said", "tip"),
    [
        (HeatmapView, True, CELL, "0.5421"),
        (LinksView, False, QUERY, ""),  # the picture says the weights, and no tool tip hides it
        (LinksView, True, KEY, ""),
        (TextView, True, CELL, "0.5421"),
        (TextView, False, QUERY, "0.54"),
    ],
)
def test_what_is_under_the_mouse_is_said_once_until_it_leaves(view, qtbot, key, said, tip):
    heard, place = said_by(view), place_of(view, key=key)
    for x in (0, 2, -2):
        hover(qtbot, view, place + QPoint(x, 0))
    assert heard == [said]
    assert tip in QToolTip.text()
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert heard == [said, ""]


@pytest.mark.parametrize(
    ("make", "key", "of", "cell", "now"),
    [
        (HeatmapView, True, Cell(2, 3), Cell(2, 3), None),
        (LinksView, False, Cell(4, 0), Cell(4, 1), None),
        (LinksView, False, Cell(2, 0), Cell(2, 0), None),
        (LinksView, True, Cell(0, 7), Cell(4, 7), None),
        (LinksView, False, Cell(2, 0), Cell(2, 3), Cell(5, 3)),
        (LinksView, True, Cell(0, 2), Cell(5, 2), Cell(5, 3)),
        (TextView, False, Cell(4, 0), Cell(4, 1), None),
        (TextView, False, Cell(2, 0), Cell(2, 0), None),
        (TextView, True, Cell(0, 7), Cell(4, 7), None),
        (TextView, False, Cell(2, 0), Cell(2, 3), Cell(4, 3)),
    ],
)
def test_a_click_picks_a_cell_and_keeps_the_cursors_other_token(
    view, qtbot, room, key, of, cell, now
):
    shown(view, peaked(cell=now))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, of, key=key))
    assert room.heard == [("picture_cell_picked", "cross", cell)]


ALONG_CELLS = [
    (Qt.Key.Key_Left, NO_KEY, Cell(4, 2)),
    (Qt.Key.Key_Right, NO_KEY, Cell(4, 4)),
    (Qt.Key.Key_Up, NO_KEY, Cell(3, 3)),
    (Qt.Key.Key_Down, NO_KEY, Cell(5, 3)),
    (Qt.Key.Key_Home, NO_KEY, Cell(4, 0)),
    (Qt.Key.Key_End, NO_KEY, Cell(4, COLUMNS - 1)),
    (Qt.Key.Key_PageUp, NO_KEY, Cell(0, 3)),
    (Qt.Key.Key_PageDown, NO_KEY, Cell(min(4 + PAGE, ROWS - 1), 3)),
    (Qt.Key.Key_Escape, NO_KEY, None),
]
WITH_CONTROL = [
    (Qt.Key.Key_Left, CONTROL, Cell(3, 3)),
    (Qt.Key.Key_Right, CONTROL, Cell(5, 3)),
]
ALONG_QUERIES = [
    (Qt.Key.Key_Up, NO_KEY, Cell(3, 3)),
    (Qt.Key.Key_Down, NO_KEY, Cell(5, 3)),
    (Qt.Key.Key_Home, NO_KEY, Cell(0, 3)),
    (Qt.Key.Key_End, NO_KEY, Cell(ROWS - 1, 3)),
    (Qt.Key.Key_PageUp, NO_KEY, Cell(0, 3)),
    (Qt.Key.Key_PageDown, NO_KEY, Cell(min(4 + PAGE, ROWS - 1), 3)),
    (Qt.Key.Key_Escape, NO_KEY, None),
]


@pytest.mark.parametrize(
    ("make", "keys"),
    [
        (HeatmapView, ALONG_CELLS),
        (LinksView, ALONG_QUERIES),
        (TextView, [*ALONG_CELLS, *WITH_CONTROL]),
    ],
)
def test_keys_move_the_cursor(view, qtbot, room, keys):
    view.set_snapshot(peaked(cell=Cell(4, 3)))
    for key, modifier, _ in keys:
        qtbot.keyClick(view, key, modifier)
    assert picked(room) == [cell for _, _, cell in keys]


@pytest.mark.parametrize(
    ("make", "cell"),
    [(HeatmapView, Cell(4, 0)), (LinksView, Cell(4, 1)), (TextView, Cell(4, 1))],
)
def test_the_first_key_starts_at_the_row_in_view(view, qtbot, room, cell):
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
        qtbot.keyClick(view, key)
    assert picked(room) == [cell] * 3


@each_view
@pytest.mark.parametrize("nothing", [None, focus(target=()), focus(source=())])
def test_without_tokens_nothing_happens(view, qtbot, room, nothing):
    shown(view, nothing)
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Escape, Qt.Key.Key_Plus)
    for key in keys:
        qtbot.keyClick(view, key)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 120))
    hover(qtbot, view, QPoint(60, 121))
    assert room.heard == []
    assert view.resting_sentence() == ""


@each_view
def test_between_a_snapshot_and_its_picture_the_mouse_waits(view, qtbot, room):
    key = not isinstance(view, LinksView)
    point = place_of(view, Cell(9, 9), key=key)
    view.set_snapshot(focus(target=EN[:3], source=ZH[:3]))
    hover(qtbot, view, point)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point)
    assert room.heard == []


@pytest.mark.parametrize(
    ("make", "name", "begins", "ends", "chosen"),
    [
        (
            HeatmapView,
            "Focused head",
            "head 1 of layer 2, cross: “book” → “in” attends 0.54 to “昨”",
            "",
            "0.5421 · “book”",
        ),
        (LinksView, "Links", QUERY, "Escape shows all links again.", QUERY),
        (
            TextView,
            "Text",
            "Where head 1 of layer 2 looks when predicting “in” after “book”: ",
            "Escape clears the selection.",
            "0.5421 · “book”",
        ),
    ],
)
def test_screen_readers_hear_what_is_shown_and_how_to_choose(view, name, begins, ends, chosen):
    assert spoken_name(view) == name
    described = plain(view.accessibleDescription())
    assert described.startswith(begins)
    assert described.endswith(ends)
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    assert plain(view.accessibleDescription()).startswith(chosen)
    view.set_snapshot(None)
    assert view.accessibleDescription() == ""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (HeatmapView, [CELL, CELL.replace("0.5421", "0.0000").replace("昨", "天"), ""]),
        (LinksView, [QUERY, ""]),  # the other cell of the row has the same links
        (TextView, [CELL, CELL.replace("0.5421", "0.0000").replace("昨", "天"), ""]),
    ],
)
def test_moving_the_cursor_is_said(view, said):
    heard = said_by(view)
    for cell in (Cell(4, 1), Cell(4, 2), None):
        view.set_snapshot(peaked(cell=cell))
    assert list(dict.fromkeys(heard)) == said


@each_view
def test_a_resting_mouse_and_the_cursor_hear_the_new_value(view, qtbot):
    hover(qtbot, view, place_of(view))
    heard = said_by(view)
    shown(view, focus(zeros(ROWS, COLUMNS, r4c1=0.25), marked_row=4))
    qtbot.waitUntil(lambda: bool(heard))
    assert "0.25" in heard[0]
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    view.set_snapshot(focus(cell=Cell(4, 1)))
    before = len(heard)
    view.set_snapshot(focus(cell=Cell(4, 1), layer=0))
    assert len(heard) == before + 1
    assert "layer 1" in heard[-1]


@each_view
def test_leaving_goes_back_to_the_cursor(view, qtbot):
    shown(view, peaked(cell=Cell(4, 1)))
    heard = said_by(view)
    hover(qtbot, view, place_of(view, Cell(2, 3)))
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert "0.54" in heard[-1]


@each_view
def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(peaked())
    view.set_snapshot(dataclasses.replace(view._snapshot))
    redrawn.clear()
    view.set_snapshot(dataclasses.replace(view._snapshot))
    assert not redrawn
    view.set_snapshot(dataclasses.replace(view._snapshot, marked_row=5))
    assert redrawn


@each_view
def test_the_theme_is_taken(qtbot, room, make):
    grounds = {
        name: on_screen(qtbot, make(theme, room.handle), peaked(), size=(640, 480)).grab().toImage()
        for name, theme in THEMES.items()
    }
    assert grounds["light"] != grounds["dark"]


def test_margins_are_said_under_the_mouse(qtbot, room):
    view = on_screen(qtbot, HeatmapView(THEMES["light"], room.handle), peaked(), size=(640, 480))
    said, layout = said_by(view), view.spots()
    middle = layout.grid.middle(4, 1)
    for point in (
        QPointF(layout.row_bars.center().x(), middle.y()),
        QPointF(middle.x(), layout.column_bars.center().y()),
        layout.bar.center(),
        layout.titles.title.center(),
        layout.sentence.center(),
        QPointF(view.width() - 2, view.height() - 2),
    ):
        hover(qtbot, view, point.toPoint())
    words = ["entropy", "mean", "colours:", "Cross", "Having", ""]
    assert [text.split(" ")[0].strip("“”") for text in said] == words
    view.set_snapshot(focus(kind="decoder", decoded_rows=5))
    assert view.picture.say(Cell(1, 3)).startswith("masked: ")
    assert view.picture.say(Cell(7, 0)).endswith("is not decoded yet")


def test_a_tool_tip_is_no_html(qtbot, room):
    view = on_screen(qtbot, HeatmapView(THEMES["light"], room.handle), peaked(), size=(640, 480))
    hover(qtbot, view, place_of(view, Cell(0, 0)))
    assert "&lt;s&gt;" in QToolTip.text()
