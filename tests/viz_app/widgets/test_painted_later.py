"""What is put off is painted in the next turn of the event loop, once."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from viz_app.widgets.painted_later import PaintLater


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
    later, before = PaintLater(place), place.times
    later.begin()
    place.repaint()
    assert (place.times, place.updatesEnabled()) == (before, False)
    qtbot.waitUntil(lambda: place.times > before)
    assert place.updatesEnabled()


def test_however_often_it_is_put_off_there_is_one_timer(qtbot, place):
    later = PaintLater(place)
    for _ in range(100):
        later.begin()
    qtbot.waitUntil(place.updatesEnabled)
    assert len(place.findChildren(QTimer)) == 1
