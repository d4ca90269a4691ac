"""What a window has to make and to paint is done a piece a turn."""

from contextlib import contextmanager

import pytest
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from shiboken6 import delete

from viz_app.engine.turns import PAUSE_MS
from viz_app.widgets.window_turns import WindowTurns, in_turn


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
        in_turn(view, QWidget.update)
    assert told == []
    qtbot.waitUntil(lambda: "b" in told)
    assert told == ["turn", "c", "turn", "a", "turn", "b"]


def test_one_that_is_gone_by_then_is_passed_over(qtbot, views, told):
    in_turn(views[0], QWidget.update)
    in_turn(views[1], QWidget.update)
    delete(views[0])
    qtbot.waitUntil(lambda: "b" in told)
    assert "a" not in told


def test_a_window_has_one_timer_that_rests_when_nothing_waits(qtbot, views, told):
    for _ in range(3):
        in_turn(views[0], QWidget.update)
    qtbot.waitUntil(lambda: "a" in told)
    (turns,) = views[0].window().findChildren(WindowTurns)
    assert (turns.isActive(), views[0].window().findChildren(QTimer)) == (False, [turns])


def test_what_follows_a_long_painting_is_not_in_its_turn(qtbot, views):
    told = []

    def make(view):
        spend_long()
        view.update()

    def paint(event):
        spend_long()
        told.append("painted")

    views[0].paintEvent = paint
    in_turn(views[0], make)
    in_turn(views[0], lambda _: told.append("next"))
    turns = []
    while "next" not in told:
        before = len(told)
        QApplication.processEvents()
        turns.append(told[before:])
    assert [turn for turn in turns if turn] == [["painted"], ["next"]]


def test_a_piece_is_done_within_what_the_window_works_in(qtbot, views):
    told = []

    @contextmanager
    def meanwhile():
        told.append("begun")
        yield
        told.append("ended")

    in_turn(views[0], lambda _: told.append("done"))
    (turns,) = views[0].window().findChildren(WindowTurns)
    turns.meanwhile = meanwhile()
    qtbot.waitUntil(lambda: "ended" in told)
    assert told == ["begun", "done", "ended"]


def spend_long():
    clock = QElapsedTimer()
    clock.start()
    while clock.elapsed() < 10 * PAUSE_MS:
        pass
