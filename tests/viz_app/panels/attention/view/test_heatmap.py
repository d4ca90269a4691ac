import dataclasses

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QEnterEvent
from PySide6.QtWidgets import QToolTip

from tests.viz_app.listening import said_by
from tests.viz_app.painted import EN, THEMES, ZH, focus, zeros
from tests.viz_app.probes import emissions, hover, marked_language, spoken_name
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.picture import PAGE
from viz_app.workbench.state import Cell

LAST_ROW, LAST_COLUMN = len(EN) - 1, len(ZH) - 1


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.fixture
def view(qtbot):
    view = HeatmapView(THEMES["light"], AttentionIntents())
    qtbot.addWidget(view)
    view.resize(640, 480)
    view.show()
    view.set_snapshot(focus(zeros(len(EN), len(ZH), r4c1=0.54213), marked_row=4))
    view.grab()
    return view


def place_of(view, row, column):
    return view.layout_now().grid.cell_rect(row, column).center().toPoint()


def test_hover_says_the_exact_value(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, 4, 1))
    expected = "0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"
    assert plain(view.picture.say(Cell(4, 1))) == expected
    assert said == [expected]


def test_hover_is_said_once_a_cell(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, 4, 1))
    view.mouseMoveEvent(_move(view, place_of(view, 4, 1)))
    hover(qtbot, view, place_of(view, 4, 2))
    assert [text.split(" ")[0] for text in said] == ["0.5421", "0.0000"]


def _move(view, point):
    return QEnterEvent(QPointF(point), QPointF(point), QPointF(view.mapToGlobal(point)))


def test_leaving_ends_the_hover(view, qtbot):
    hover(qtbot, view, place_of(view, 4, 1))
    said = said_by(view)
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert said == [""]


def test_tool_tip_is_no_html(view, qtbot):
    hover(qtbot, view, place_of(view, 0, 0))
    assert "&lt;s&gt;" in QToolTip.text()


def test_masked_and_missing_cells_say_so(view):
    view.set_snapshot(focus(kind="decoder", decoded_rows=5))
    assert view.picture.say(Cell(1, 3)).startswith("masked: ")
    assert view.picture.say(Cell(7, 0)).endswith("is not decoded yet")


def test_click_picks_a_cell(view, qtbot):
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 2, 3))
    assert ("cell_picked", "cross", Cell(2, 3)) in heard


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Left, Cell(4, 2)),
        (Qt.Key.Key_Right, Cell(4, 4)),
        (Qt.Key.Key_Up, Cell(3, 3)),
        (Qt.Key.Key_Down, Cell(5, 3)),
        (Qt.Key.Key_Home, Cell(4, 0)),
        (Qt.Key.Key_End, Cell(4, LAST_COLUMN)),
        (Qt.Key.Key_PageUp, Cell(0, 3)),
        (Qt.Key.Key_PageDown, Cell(min(4 + PAGE, LAST_ROW), 3)),
        (Qt.Key.Key_Escape, None),
    ],
)
def test_keys_move_the_cursor(view, qtbot, key, cell):
    view.set_snapshot(focus(cell=Cell(4, 3)))
    heard = emissions(view)
    qtbot.keyClick(view, key)
    assert heard == [("cell_picked", "cross", cell)]


def test_first_key_starts_at_the_marked_row(view, qtbot):
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert heard == [("cell_picked", "cross", Cell(4, 0))]


def test_cursor_stays_inside(view, qtbot):
    view.set_snapshot(focus(cell=Cell(0, 0)))
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert {cell for _, _, cell in heard} == {Cell(0, 0)}


def test_keys_without_a_picture_do_nothing(qtbot):
    view = HeatmapView(THEMES["light"], AttentionIntents())
    qtbot.addWidget(view)
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert not heard
    assert view.picture is None


def test_screen_reader_hears_the_sentence(view):
    assert spoken_name(view) == "Focused head"
    assert plain(view.accessibleDescription()) == (
        "head 1 of layer 2, cross: “book” → “in” attends 0.54 to “昨”"
    )
    view.set_snapshot(focus(cell=Cell(2, 3), marked_row=4))
    cell, row, column = plain(view.accessibleDescription()).split("  ·  ")
    assert cell == plain(view.picture.say(Cell(2, 3)))
    assert row.startswith("entropy of “bought” → “a”: ")
    assert column.startswith("mean weight of “在”")


def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    shown = focus(marked_row=4)
    view.set_snapshot(shown)
    view.grab()
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(dataclasses.replace(shown))
    assert not redrawn
    view.set_snapshot(dataclasses.replace(shown, marked_row=5))
    assert redrawn


def test_the_picture_is_kept_until_it_changes(view, monkeypatch):
    painted = []
    paint = view.paint_picture
    monkeypatch.setattr(view, "paint_picture", lambda *args: (painted.append(1), paint(*args)))
    view.redraw()
    for _ in range(3):
        view.grab()
    assert len(painted) == 1
    view.resize(600, 420)
    view.grab()
    assert len(painted) == 2


@pytest.mark.parametrize("name", THEMES)
def test_theme_is_taken(view, name):
    theme = THEMES[name]
    view.set_theme(theme)
    view.set_snapshot(focus(zeros(len(EN), len(ZH), r0c0=1.0)))
    image = view.grab().toImage()
    point = place_of(view, 0, 0) * image.devicePixelRatio()
    assert image.pixelColor(point) == QColor(theme.cross)


def test_focus_ring_is_for_the_keyboard(view, qtbot):
    view.activateWindow()
    view.clearFocus()
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    before = view.grab().toImage()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.hasFocus()
    assert view.grab().toImage() != before


def test_language_change_repaints(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    with marked_language():
        assert redrawn


def test_the_mouse_waits_for_the_picture(view, qtbot):
    """Between a new snapshot and its picture nobody knows where a cell is."""
    point = place_of(view, 9, 9)
    view.set_snapshot(focus(target=EN[:3], source=ZH[:3]))
    heard = emissions(view)
    hover(qtbot, view, point)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point)
    assert not [values for name, *values in heard if name == "cell_picked"]


def test_moving_the_cursor_says_the_exact_value(view):
    said = said_by(view)
    shown = focus(zeros(len(EN), len(ZH), r4c1=0.54213), marked_row=4)
    view.set_snapshot(dataclasses.replace(shown, cell=Cell(4, 1)))
    assert said == ["0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"]
    view.set_snapshot(dataclasses.replace(shown, cell=Cell(4, 2)))
    assert said[-1].startswith("0.0000 · ")
    view.set_snapshot(shown)
    assert said[-1] == ""


def test_another_head_says_its_value_of_the_same_cell(view):
    view.set_snapshot(focus(cell=Cell(4, 1)))
    said = said_by(view)
    view.set_snapshot(focus(cell=Cell(4, 1), layer=0))
    assert len(said) == 1
    assert said[0].endswith("layer 1, head 1")


def test_leaving_goes_back_to_the_cursor_s_cell(view, qtbot):
    view.set_snapshot(focus(zeros(len(EN), len(ZH), r4c1=0.5), cell=Cell(4, 1)))
    view.grab()
    said = said_by(view)
    hover(qtbot, view, place_of(view, 2, 3))
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert [text.split(" ")[0] for text in said] == ["0.0000", "0.5000"]


def test_a_resting_mouse_hears_the_new_value(view, qtbot):
    hover(qtbot, view, place_of(view, 4, 1))
    said = said_by(view)
    view.set_snapshot(focus(zeros(len(EN), len(ZH), r4c1=0.25), marked_row=5))
    view.grab()
    qtbot.waitUntil(lambda: bool(said))
    assert [text.split(" ")[0] for text in said] == ["0.2500"]


def test_without_a_picture_nothing_is_under_the_mouse(view, qtbot):
    hover(qtbot, view, place_of(view, 4, 1))
    said = said_by(view)
    view.set_snapshot(None)
    assert said == [""]


def test_margins_are_said_under_the_mouse(view, qtbot):
    said = said_by(view)
    layout = view.layout_now()
    middle = layout.grid.middle(4, 1)
    hover(qtbot, view, QPointF(layout.row_bars.center().x(), middle.y()).toPoint())
    hover(qtbot, view, QPointF(middle.x(), layout.column_bars.center().y()).toPoint())
    hover(qtbot, view, layout.title.center().toPoint())
    hover(qtbot, view, QPointF(view.width() - 2, view.height() - 2).toPoint())
    assert [text.split(" ")[0] for text in said] == ["entropy", "mean", "Cross", ""]


LONG = 60


@pytest.fixture
def long_view(view):
    view.set_snapshot(long_focus(marked_row=4))
    view.grab()
    return view


def long_focus(**fields):
    tokens = tuple(f"t{index}" for index in range(LONG))
    return focus(kind="encoder", source=tokens, **fields)


def seen(view):
    view.grab()
    return view.layout_now().rows_seen, view.layout_now().columns_seen


def test_a_zoomed_click_picks_the_cell_that_is_there(long_view, qtbot):
    long_view.zoom_in()
    long_view.zoom_by(4, long_view.layout_now().viewport.center())
    rows, columns = seen(long_view)
    at = Cell(rows[3], columns[5])
    heard = emissions(long_view)
    qtbot.mouseClick(
        long_view, Qt.MouseButton.LeftButton, pos=place_of(long_view, at.row, at.column)
    )
    assert heard == [("cell_picked", "encoder", at)]


def test_a_zoomed_hover_says_the_cell_that_is_there(long_view, qtbot):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    rows, columns = seen(long_view)
    said = said_by(long_view)
    hover(qtbot, long_view, place_of(long_view, rows[3], columns[5]))
    assert f"“t{rows[3]}” attends to “t{columns[5]}”" in said[0]


def test_cells_outside_the_view_are_not_under_the_mouse(long_view, qtbot):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    long_view.grab()
    layout = long_view.layout_now()
    beside = QPointF(layout.viewport.left() - 3, layout.viewport.center().y())
    assert layout.grid.rect.contains(beside)
    heard = emissions(long_view)
    qtbot.mouseClick(long_view, Qt.MouseButton.LeftButton, pos=beside.toPoint())
    assert not heard


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(59, 59), Cell(31, 2), Cell(7, 50)])
def test_the_cursor_is_kept_in_view(long_view, cell):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    long_view.set_snapshot(long_focus(marked_row=4, cell=cell))
    long_view.grab()
    layout = long_view.layout_now()
    inside = layout.viewport.adjusted(-1, -1, 1, 1)
    assert inside.contains(layout.grid.cell_rect(cell.row, cell.column))


def test_a_step_is_kept_in_view(long_view):
    long_view.zoom_by(5, long_view.layout_now().viewport.topLeft())
    _, columns = seen(long_view)
    long_view.set_snapshot(long_focus(marked_row=50))
    rows, still = seen(long_view)
    assert 50 in rows
    assert still == columns


def test_the_part_in_view_stays_when_the_cursor_goes(long_view):
    long_view.set_snapshot(long_focus(marked_row=4, cell=Cell(40, 40)))
    long_view.grab()
    long_view.zoom_by(5, long_view.middle())
    before = seen(long_view)
    assert 40 in before[0]
    long_view.set_snapshot(long_focus(marked_row=4))
    assert seen(long_view) == before


def test_the_part_in_view_stays_from_head_to_head(long_view):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    before = seen(long_view)
    long_view.set_snapshot(long_focus(marked_row=4, head=1))
    assert long_view.is_zoomed
    assert seen(long_view) == before


def test_a_picture_of_another_shape_is_shown_whole(long_view):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    assert long_view.is_zoomed
    long_view.set_snapshot(focus(marked_row=4))
    assert not long_view.is_zoomed
    assert seen(long_view) == (range(len(EN)), range(len(ZH)))


def test_the_part_in_view_outlives_a_moment_without_a_picture(long_view):
    long_view.zoom_by(5, long_view.layout_now().viewport.center())
    before = seen(long_view)
    long_view.set_snapshot(None)
    long_view.set_snapshot(long_focus(marked_row=4))
    assert seen(long_view) == before


def test_who_hears_the_picture_hears_which_part_is_in_view(long_view):
    whole = long_view.accessibleDescription()
    long_view.zoom_by(5, long_view.layout_now().viewport.topLeft())
    rows, columns = seen(long_view)
    part = f"rows 1–{rows.stop} of 60 · columns 1–{columns.stop} of 60"
    assert long_view.accessibleDescription() == f"{whole}  ·  {part}"
    long_view.fit()
    assert long_view.accessibleDescription() == whole


def test_a_smaller_window_keeps_what_is_at_the_left_top(long_view):
    long_view.zoom_by(4, long_view.layout_now().viewport.center())
    rows, columns = seen(long_view)
    long_view.resize(560, 420)
    after = seen(long_view)
    assert (after[0].start, after[1].start) == (rows.start, columns.start)


@pytest.mark.parametrize("shown", [None, focus(target=())])
def test_nothing_can_be_zoomed_without_a_picture(view, shown):
    view.set_snapshot(shown)
    view.grab()
    view.zoom_in()
    assert not view.is_zoomed


def test_cells_stay_where_they_are_when_the_next_sentence_is_shorter(view):
    view.resize(680, 480)  # one line has room for the shorter sentence only
    told, heights = [], []
    for weights in ({"r4c1": 1.0}, {"r4c1": 0.4, "r4c2": 0.3, "r4c3": 0.3}, {"r4c1": 1.0}):
        view.set_snapshot(focus(zeros(len(EN), len(ZH), **weights), marked_row=4))
        view.grab()
        told.append(len(view.sentence()))
        heights.append(view.layout_now().viewport.height())
    assert told[0] == told[2] < told[1]
    assert heights[0] > heights[1]
    assert heights[1] == heights[2]
    view.resize(820, 480)
    view.grab()
    assert view.layout_now().sentence.height() < 2 * view.theme.body * 1.4
