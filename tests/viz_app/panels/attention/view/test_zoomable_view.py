import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from viz_app.panels.attention.view.heatmap import CLOSER, SCROLLED, ZoomableView
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.matrix import FITTED, zoomed_cell, zoomed_grid

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Picture(ZoomableView):
    """60 × 60 cells of 5 px when all fit."""

    room = QRectF(50, 50, 300, 300)

    def __init__(self, theme):
        super().__init__(theme)
        self.clicks = []
        self.become(FITTED)

    def paint_picture(self, painter, rect):
        pass

    def seen(self):
        return self.shown

    def become(self, zoom):
        cell, zoom = zoomed_cell(zoom, fitted=(5.0, 5.0), scale=1.0)
        grid = CellGrid(
            left=50, top=50, cell_width=cell[0], cell_height=cell[1], rows=60, columns=60
        )
        self.shown = zoomed_grid(self.room, grid, zoom)
        return self.shown

    def clicked(self, point):
        self.clicks.append(point)


@pytest.fixture
def view(qtbot):
    return on_screen(qtbot, Picture(THEMES["light"]), size=(400, 400))


def wheel(view, point, notches=1.0, keys=Qt.KeyboardModifier.NoModifier, *, aside=0.0):
    event = QWheelEvent(
        QPointF(point),
        QPointF(view.mapToGlobal(point)),
        QPoint(),
        QPoint(round(aside * 120), round(notches * 120)),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.ignore()
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def mouse(view, kind, point, buttons=LEFT, button=LEFT):
    where = QPointF(point)
    event = QMouseEvent(
        kind,
        where,
        QPointF(view.mapToGlobal(point)),
        button,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, event)


def drag(view, start, end):
    mouse(view, QEvent.Type.MouseButtonPress, start)
    mouse(view, QEvent.Type.MouseMove, end, button=Qt.MouseButton.NoButton)
    mouse(view, QEvent.Type.MouseButtonRelease, end, buttons=Qt.MouseButton.NoButton)


def cell_at(view, point):
    return view.seen().grid.cell_at(QPointF(point))


@pytest.mark.parametrize("point", [QPoint(62, 62), QPoint(202, 217), QPoint(342, 57)])
def test_the_wheel_with_control_zooms_around_the_mouse(view, point):
    before = cell_at(view, point)
    for _ in range(6):
        assert wheel(view, point, keys=CONTROL)
    assert view.is_zoomed
    assert view.seen().grid.cell_width > 15
    assert cell_at(view, point) == before
    for _ in range(9):
        wheel(view, point, -1, CONTROL)
    assert not view.is_zoomed
    assert view.seen().zoom == FITTED


def test_the_wheel_moves_what_is_zoomed(view):
    view.zoom_by(4, QPointF(200, 200))
    before = view.seen().grid
    assert wheel(view, QPoint(200, 200), -1)
    assert (view.seen().grid.left, view.seen().grid.top) == (before.left, before.top - SCROLLED)
    assert wheel(view, QPoint(200, 200), -1, SHIFT)
    assert view.seen().grid.left == before.left - SCROLLED
    assert wheel(view, QPoint(200, 200), 0, aside=1)
    assert view.seen().grid.left == before.left


def test_the_wheel_is_for_others_when_all_is_in_view(view):
    assert not wheel(view, QPoint(200, 200), -1)
    assert view.seen().zoom == FITTED


@pytest.mark.parametrize("keys", [Qt.KeyboardModifier.NoModifier, CONTROL])
@pytest.mark.parametrize(
    ("closer", "away"),
    [(Qt.Key.Key_Plus, Qt.Key.Key_Minus), (Qt.Key.Key_Equal, Qt.Key.Key_Underscore)],
)
def test_keys_zoom_around_the_middle(view, qtbot, closer, away, keys):
    for _ in range(4):
        qtbot.keyClick(view, closer, keys)
    seen = view.seen()
    assert seen.zoom.factor == pytest.approx(CLOSER**4)
    assert seen.zoom.row + 15 == pytest.approx(30, abs=3)
    for _ in range(4):
        qtbot.keyClick(view, away, keys)
    assert view.seen().zoom == FITTED


@pytest.mark.parametrize("keys", [Qt.KeyboardModifier.NoModifier, CONTROL])
def test_0_shows_everything(view, qtbot, keys):
    view.zoom_by(4, QPointF(200, 200))
    qtbot.keyClick(view, Qt.Key.Key_0, keys)
    assert view.seen().zoom == FITTED


def test_a_double_click_shows_everything_and_picks_nothing(view, qtbot):
    view.zoom_by(4, QPointF(200, 200))
    mouse(view, QEvent.Type.MouseButtonDblClick, QPoint(200, 200))
    mouse(view, QEvent.Type.MouseButtonRelease, QPoint(200, 200), Qt.MouseButton.NoButton)
    assert view.seen().zoom == FITTED
    assert not view.clicks


def test_dragging_moves_what_is_zoomed_and_is_no_click(view):
    view.zoom_by(4, QPointF(200, 200))
    before = view.seen().grid
    drag(view, QPoint(200, 200), QPoint(230, 160))
    after = view.seen().grid
    assert (after.left, after.top) == (before.left + 30, before.top - 40)
    assert not view.clicks


def test_a_click_may_tremble(view):
    view.zoom_by(4, QPointF(200, 200))
    before = view.seen()
    drag(view, QPoint(200, 200), QPoint(201, 202))
    assert view.clicks == [QPointF(201, 202)]
    assert view.seen() == before


def test_what_is_wholly_in_view_cannot_be_dragged(view):
    drag(view, QPoint(200, 200), QPoint(230, 160))
    assert view.seen().zoom == FITTED


def test_the_hand_is_closed_only_while_it_drags(view):
    view.zoom_by(4, QPointF(200, 200))
    mouse(view, QEvent.Type.MouseButtonPress, QPoint(200, 200))
    mouse(view, QEvent.Type.MouseMove, QPoint(260, 200), button=Qt.MouseButton.NoButton)
    assert view.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    mouse(view, QEvent.Type.MouseButtonRelease, QPoint(260, 200), Qt.MouseButton.NoButton)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_other_buttons_do_nothing(view):
    view.zoom_by(4, QPointF(200, 200))
    before = view.seen()
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
        mouse(view, kind, QPoint(200, 200), Qt.MouseButton.RightButton, Qt.MouseButton.RightButton)
    assert view.seen() == before
    assert not view.clicks


def test_there_is_an_end_to_zooming_in(view):
    for _ in range(60):
        view.zoom_in()
    largest = view.seen()
    view.zoom_in()
    assert view.seen().grid.cell_width == largest.grid.cell_width == 96
    view.zoom_out()
    assert view.seen().grid.cell_width < 96
