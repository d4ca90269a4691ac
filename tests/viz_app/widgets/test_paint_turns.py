"""Pictures of a window are painted one a turn."""

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from shiboken6 import delete

from viz_app.widgets.paint_turns import PaintTurns, paint_in_turn


class Painted(QWidget):
    """Tells its name when it is painted."""

    def __init__(self, name, told):
        super().__init__()
        self.name, self.told = name, told
        self.setMinimumSize(20, 20)

    def paintEvent(self, event):
        super().paintEvent(event)
        self.told.append(self.name)


class UpdateRequests(QObject):
    """Tells when a window has been asked to paint what has changed."""

    def __init__(self, told):
        super().__init__()
        self.told = told

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.UpdateRequest:
            self.told.append("turn")
        return False


@pytest.fixture
def told():
    return []


@pytest.fixture
def views(qtbot, told):
    """Three in one window, which has been painted."""
    window = QWidget()
    qtbot.addWidget(window)
    views = [Painted(name, told) for name in "abc"]
    row = QHBoxLayout(window)
    for view in views:
        row.addWidget(view)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: {*told} == {*"abc"})
    QApplication.processEvents()
    told.clear()
    window.requests = UpdateRequests(told)
    window.installEventFilter(window.requests)
    yield views


def test_each_has_a_turn_of_its_own_in_the_order_in_which_they_asked(qtbot, views, told):
    for view in (views[2], views[0], views[1], views[0]):
        paint_in_turn(view)
    assert told == []
    qtbot.waitUntil(lambda: "b" in told)
    assert told == ["turn", "c", "turn", "a", "turn", "b"]


def test_one_that_is_gone_by_then_is_passed_over(qtbot, views, told):
    paint_in_turn(views[0])
    paint_in_turn(views[1])
    delete(views[0])
    qtbot.waitUntil(lambda: "b" in told)
    assert "a" not in told


def test_a_window_has_one_timer_that_rests_when_nothing_waits(qtbot, views, told):
    for _ in range(3):
        paint_in_turn(views[0])
    qtbot.waitUntil(lambda: "a" in told)
    (turns,) = views[0].window().findChildren(PaintTurns)
    assert (turns.isActive(), views[0].window().findChildren(QTimer)) == (False, [turns])
