"""What is put off is painted when that is done which has had to wait for its turn too."""

import pytest
from PySide6.QtWidgets import QWidget

from viz_app.widgets.painted_later import PaintLater
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


def test_a_place_put_off_twice_is_painted_again(qtbot, place):
    later, before = PaintLater(place), place.times
    for _ in range(2):
        with later:
            place.update()
    qtbot.waitUntil(place.updatesEnabled)
    qtbot.waitUntil(lambda: place.times > before)
