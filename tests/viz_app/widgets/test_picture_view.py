"""A picture waits for its turn to be painted, but not when a hand meets it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.design.theme import light_theme
from viz_app.widgets.pages import WindowTurns, in_turn
from viz_app.widgets.picture_view import PaintLater, PictureView, paint_later

# ------------------------------------------------------------------------------ test painted later
# What is put off is painted when that is done which has had to wait for its turn too.


class Painted(QWidget):
    """Counts how often it is painted."""

    times = 0

    def paintEvent(self, event):
        super().paintEvent(event)
        self.times += 1


@pytest.fixture
def place(qtbot):
    place = Painted()
    qtbot.addWidget(place)
    place.show()
    qtbot.waitUntil(lambda: place.times > 0)
    return place


def test_nothing_is_painted_in_the_turn_that_puts_it_off(qtbot, place):
    before = place.times
    with PaintLater(place):
        place.update()
    place.repaint()
    assert (place.times, place.updatesEnabled()) == (before, False)
    qtbot.waitUntil(lambda: place.times > before)
    assert place.updatesEnabled()


def test_what_waits_for_its_turn_inside_is_painted_with_it(qtbot, place):
    painted = []
    with PaintLater(place):
        for piece in (lambda _: painted.append(place.times), QWidget.update):
            in_turn(place, piece)
    before = place.times
    qtbot.waitUntil(lambda: place.times > before)
    assert painted == [before]


def test_what_is_inside_of_what_waits_has_a_turn_after_it(qtbot, place):
    inside, told = Painted(place), []
    inside.setGeometry(0, 0, 20, 20)
    inside.show()
    place.paintEvent = lambda _: told.append("place")
    inside.paintEvent = lambda _: told.append("inside")
    with PaintLater(place):
        paint_later(inside)
    in_turn(place, lambda _: told.append("turn"))
    qtbot.waitUntil(lambda: "inside" in told)
    assert told == ["place", "turn", "place", "inside"]  # with the ground that it stands on


def test_a_place_put_off_twice_is_painted_again(qtbot, place):
    later, before = PaintLater(place), place.times
    for _ in range(2):
        with later:
            place.update()
    qtbot.waitUntil(place.updatesEnabled)
    qtbot.waitUntil(lambda: place.times > before)


# ------------------------------------------------------------------------------- test picture view


class Rows(PictureView):
    """So many rows, and where they were painted last."""

    def __init__(self):
        super().__init__(light_theme())
        self.rows, self.places, self.met = (), (), []
        self.resize(200, 200)

    def show_rows(self, *rows):
        self.rows = rows
        self.redraw()

    def paint_picture(self, painter, rect):
        self.places = tuple(enumerate(self.rows))

    def hover(self, point):
        """As pictures do: a place that was painted is looked up among what is shown."""
        self.met.append([self.rows[place] for place, _ in self.places])
        self.show_sentence("there", point.toPoint(), self.picture_rect())

    def mousePressEvent(self, event):
        self.hover(event.position())

    def keyPressEvent(self, event):
        super().keyPressEvent(event)
        self.met.append([self.rows[place] for place, _ in self.places])


@pytest.fixture
def view(qtbot):
    view = Rows()
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    view.show_rows("a", "b", "c")
    qtbot.waitUntil(lambda: len(view.places) == 3)
    return view


def test_it_is_painted_when_its_turn_has_come(qtbot, view):
    view.show_rows("d")
    assert (view.painted, len(view.places)) == (False, 3)
    qtbot.waitUntil(lambda: view.painted)
    assert len(view.places) == 1


def in_window(window, number):
    """So many on a page of a window that come on screen now, if that is."""
    page = QWidget(window)
    views = [Rows() for _ in range(number)]
    for view in views:
        view.setParent(page)
    page.show()
    return views


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


def test_those_that_come_on_screen_together_are_painted_one_after_the_other(qtbot, window):
    with qtbot.waitExposed(window):
        window.show()
    views, painted = in_window(window, 3), [0]
    while painted[-1] < 3:
        QApplication.processEvents()
        painted.append(sum(view.painted for view in views))
    assert sorted({*painted}) == [0, 1, 2, 3]


def test_those_in_a_window_that_comes_on_screen_are_painted_with_it(qtbot, window):
    views = in_window(window, 2)
    with qtbot.waitExposed(window):
        window.show()
    assert all(view.updatesEnabled() for view in views)


def test_a_hand_does_not_wait_for_one_that_comes_on_screen(qtbot, window):
    with qtbot.waitExposed(window):
        window.show()
    (view,) = in_window(window, 1)
    view.show_rows("d")
    assert not view.updatesEnabled()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.met == [["d"]]


@pytest.mark.parametrize(
    "meet",
    [
        lambda view: QTest.mouseMove(view, QPoint(50, 50)),
        lambda view: QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 60)),
        lambda view: QTest.keyClick(view, Qt.Key.Key_Down),
    ],
    ids=["mouse", "click", "key"],
)
def test_what_a_hand_meets_has_been_painted(qtbot, view, meet):
    view.show_rows("d")
    meet(view)
    qtbot.waitUntil(lambda: bool(view.met))
    assert view.met[0] == ["d"]


def test_a_key_may_come_before_a_window_that_comes_back(view):
    view.hide()
    view.show_rows("d")
    view.show()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.met == [["d"]]


def test_under_a_mouse_that_rests_nothing_is_said_of_what_waits(qtbot, view):
    QTest.mouseMove(view, QPoint(71, 33))
    qtbot.waitUntil(lambda: view.hovering)
    view.met.clear()
    view.repaint()  # as it is, or with what has changed meanwhile:
    view.show_rows("d", "e", "f")
    view.repaint()  # it is to say anew what is under the mouse,
    view.show_rows("g")  # and by then there is something else, with fewer places
    qtbot.waitUntil(lambda: bool(view.met))
    assert view.met == [["g"]]


def test_a_view_that_nobody_sees_asks_for_no_turn(view):
    view.hide()
    for turns in view.findChildren(WindowTurns):
        turns.stop()
    view.show_rows("d")
    assert [turns.isActive() for turns in view.findChildren(WindowTurns)] == [False]
