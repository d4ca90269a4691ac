"""The heatmap as a widget: zoomed by wheel, keys and menu, dragged, and kept on what is chosen."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import EN, THEMES, ZH, focus, zeros
from tests.viz_app.probes import hover
from viz_app.panels.attention.view.heatmap import CLOSER, SCROLLED, HeatmapView
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.workbench.state import Cell

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NO_KEY = Qt.KeyboardModifier.NoModifier
LONG = 60


def long_focus(**fields):
    tokens = tuple(f"t{index}" for index in range(LONG))
    return focus(kind="encoder", source=tokens, **{"marked_row": 4, **fields})


@pytest.fixture
def view(qtbot, room):
    view = HeatmapView(THEMES["light"], room.handle)
    return on_screen(qtbot, view, long_focus(), size=(640, 480))


def middle(view):
    return view.seen().viewport.center()


def seen(view):
    view.grab()
    return view.spots().rows_seen, view.spots().columns_seen


def place_of(view, cell):
    return view.spots().grid.cell_rect(cell.row, cell.column).center().toPoint()


def wheel(view, point, notches=1.0, keys=NO_KEY, *, aside=0.0):
    event = QWheelEvent(
        QPointF(point),
        QPointF(view.mapToGlobal(QPointF(point))),
        QPoint(),
        QPoint(round(aside * 120), round(notches * 120)),
        NO_BUTTON,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.ignore()
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def mouse(view, kind, point, buttons=LEFT, button=LEFT):
    where, place = QPointF(point), QPointF(view.mapToGlobal(QPointF(point)))
    QApplication.sendEvent(view, QMouseEvent(kind, where, place, button, buttons, NO_KEY))


def drag(view, start, by):
    end = QPointF(start) + by
    mouse(view, QEvent.Type.MouseButtonPress, start)
    mouse(view, QEvent.Type.MouseMove, end, button=NO_BUTTON)
    mouse(view, QEvent.Type.MouseButtonRelease, end, buttons=NO_BUTTON)


def stored(room):
    return [values for name, *values in room.heard if name == "zoom"]


def picked(room):
    return [values[-1] for name, *values in room.heard if name == "picture_cell_picked"]


@pytest.mark.parametrize("share", [(0.05, 0.05), (0.5, 0.55), (0.95, 0.03)])
def test_the_wheel_with_control_zooms_around_the_mouse(view, room, share):
    view.zoom_by(4, middle(view))  # so that no end of the matrix is in view
    view.show_zoom(view.seen().zoom)
    room.heard.clear()
    told, area = view.seen().zoom, view.seen().viewport
    point = area.topLeft() + QPointF(share[0] * area.width(), share[1] * area.height())
    before = view.seen().grid.cell_at(point)
    for _ in range(4):
        assert wheel(view, point, keys=CONTROL)
    assert view.seen().zoom.factor > 2 * told.factor
    assert view.seen().grid.cell_at(point) == before
    assert [now for _, _, now in stored(room)][-1] == view.seen().zoom
    assert {tuple(of) for *of, _ in stored(room)} == {("one", told)}
    for _ in range(20):
        wheel(view, point, -1, CONTROL)
    assert not view.is_zoomed
    assert view.seen().zoom == FITTED


def test_the_wheel_moves_what_is_zoomed_and_is_for_others_otherwise(view):
    assert not wheel(view, middle(view), -1)
    view.zoom_by(6, middle(view))
    before = view.seen().grid
    assert wheel(view, middle(view), -1)
    assert (view.seen().grid.left, view.seen().grid.top) == (before.left, before.top - SCROLLED)
    assert wheel(view, middle(view), -1, SHIFT)
    assert view.seen().grid.left == before.left - SCROLLED
    assert wheel(view, middle(view), 0, aside=1)
    assert view.seen().grid.left == before.left


@pytest.mark.parametrize("keys", [NO_KEY, CONTROL])
@pytest.mark.parametrize(
    ("closer", "away"),
    [(Qt.Key.Key_Plus, Qt.Key.Key_Minus), (Qt.Key.Key_Equal, Qt.Key.Key_Underscore)],
)
def test_keys_zoom_around_the_middle_and_0_shows_everything(view, qtbot, closer, away, keys):
    for _ in range(4):
        qtbot.keyClick(view, closer, keys)
    factor = view.seen().zoom.factor
    assert factor == pytest.approx(CLOSER**4)
    rows, _ = seen(view)
    assert (rows.start + rows.stop) / 2 == pytest.approx(LONG / 2, abs=3)
    for _ in range(4):
        qtbot.keyClick(view, away, keys)
    assert view.seen().zoom == FITTED
    qtbot.keyClick(view, closer, keys)
    qtbot.keyClick(view, Qt.Key.Key_0, keys)
    assert view.seen().zoom == FITTED


def test_there_is_an_end_to_zooming_in(view):
    for _ in range(60):
        view.zoom_in()
    assert view.seen().grid.cell_height == 96
    view.zoom_out()
    assert view.seen().grid.cell_height < 96


def test_a_double_click_shows_everything_and_picks_nothing(view, room):
    view.zoom_by(4, middle(view))
    mouse(view, QEvent.Type.MouseButtonDblClick, middle(view))
    mouse(view, QEvent.Type.MouseButtonRelease, middle(view), NO_BUTTON)
    assert view.seen().zoom == FITTED
    assert not picked(room)


def test_dragging_moves_what_is_zoomed_and_is_no_click(view, room):
    drag(view, middle(view), QPointF(30, -40))
    assert view.seen().zoom == FITTED  # nothing is hidden
    room.heard.clear()
    view.zoom_by(6, middle(view))
    before = view.seen().grid
    drag(view, middle(view), QPointF(30, -40))
    after = view.seen().grid
    assert (after.left, after.top) == (before.left + 30, before.top - 40)
    assert not picked(room)
    drag(view, middle(view), QPointF(1, 2))  # a click may tremble
    assert view.seen().grid == after
    assert len(picked(room)) == 1


def test_the_hand_is_closed_only_while_it_drags(view):
    view.zoom_by(4, middle(view))
    mouse(view, QEvent.Type.MouseButtonPress, middle(view))
    mouse(view, QEvent.Type.MouseMove, middle(view) + QPointF(60, 0), button=NO_BUTTON)
    assert view.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    mouse(view, QEvent.Type.MouseButtonRelease, middle(view), NO_BUTTON)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_other_buttons_do_nothing(view, room):
    view.zoom_by(4, middle(view))
    before, right = view.seen(), Qt.MouseButton.RightButton
    for kind in (
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.MouseButtonRelease,
    ):
        mouse(view, kind, middle(view), right, right)
    assert view.seen() == before
    assert not picked(room)


def test_what_is_stored_is_shown_and_not_stored_again(view, room):
    zoom = Zoom(factor=3.0, row=10, column=20)
    view.show_zoom(zoom)
    assert view.seen().zoom == zoom
    assert room.heard == []
    view.zoom_in()
    assert stored(room) == [["one", zoom, view.seen().zoom]]


def test_a_zoomed_click_and_hover_meet_the_cell_that_is_there(view, qtbot, room):
    view.zoom_by(5, middle(view))
    rows, columns = seen(view)
    at = Cell(rows[3], columns[5])
    said = said_by(view)
    hover(qtbot, view, place_of(view, at))
    assert f"“t{at.row}” attends to “t{at.column}”" in said[0]
    qtbot.mouseClick(view, LEFT, pos=place_of(view, at))
    assert picked(room) == [at]
    beside = QPointF(view.spots().viewport.left() - 3, view.spots().viewport.center().y())
    assert view.spots().grid.rect.contains(beside)
    qtbot.mouseClick(view, LEFT, pos=beside.toPoint())
    assert picked(room) == [at]


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(59, 59), Cell(31, 2), Cell(7, 50)])
def test_the_cursor_is_kept_in_view(view, cell):
    view.zoom_by(5, middle(view))
    view.set_snapshot(long_focus(cell=cell))
    view.grab()
    inside = view.spots().viewport.adjusted(-1, -1, 1, 1)
    assert inside.contains(view.spots().grid.cell_rect(cell.row, cell.column))


def test_a_step_is_kept_in_view(view):
    view.zoom_by(5, view.seen().viewport.topLeft())
    _, columns = seen(view)
    view.set_snapshot(long_focus(marked_row=50))
    rows, still = seen(view)
    assert 50 in rows
    assert still == columns


@pytest.mark.parametrize(
    "then",
    [
        [long_focus(cell=Cell(40, 40)), long_focus()],  # the cursor goes
        [long_focus(head=1)],
        [None, long_focus()],
    ],
)
def test_the_part_in_view_stays(view, then):
    view.set_snapshot(long_focus(cell=Cell(40, 40)))
    view.grab()
    for _ in range(7):
        view.zoom_in()
    before = seen(view)
    assert 40 in before[0]
    for snapshot in then:
        view.set_snapshot(snapshot)
    assert seen(view) == before


def test_a_picture_of_another_shape_is_shown_whole(view):
    view.zoom_by(5, middle(view))
    view.set_snapshot(focus(marked_row=4))
    assert not view.is_zoomed
    assert seen(view) == (range(len(EN)), range(len(ZH)))


def test_who_hears_the_picture_hears_which_part_is_in_view(view):
    whole = view.accessibleDescription()
    view.zoom_by(5, view.seen().viewport.topLeft())
    rows, columns = seen(view)
    part = f"rows 1–{rows.stop} of 60 · columns 1–{columns.stop} of 60"
    assert view.accessibleDescription() == f"{whole}  ·  {part}"
    view.fit()
    assert view.accessibleDescription() == whole


def test_a_smaller_window_keeps_what_is_at_the_left_top(view):
    view.zoom_by(4, middle(view))
    rows, columns = seen(view)
    view.resize(560, 420)
    after = seen(view)
    assert (after[0].start, after[1].start) == (rows.start, columns.start)


def test_cells_stay_where_they_are_when_the_next_sentence_is_shorter(view):
    view.resize(680, 480)  # one line has room for the shorter sentence only
    told, heights = [], []
    for weights in ({"r4c1": 1.0}, {"r4c1": 0.4, "r4c2": 0.3, "r4c3": 0.3}, {"r4c1": 1.0}):
        view.set_snapshot(focus(zeros(len(EN), len(ZH), **weights), marked_row=4))
        view.grab()
        told.append(len(view.sentence()))
        heights.append(view.spots().viewport.height())
    assert told[0] == told[2] < told[1]
    assert heights[0] > heights[1]
    assert heights[1] == heights[2]
    view.resize(820, 480)
    view.grab()
    assert view.spots().sentence.height() < 2 * view.theme.body * 1.4
