"""What is put off is painted when that is done which has had to wait for its turn too."""

import pytest
from PySide6.QtWidgets import QWidget

from viz_app.widgets.painted_later import PaintLater, paint_later
from viz_app.widgets.window_turns import in_turn


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
