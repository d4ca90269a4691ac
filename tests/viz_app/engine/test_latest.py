"""Of values that come faster than they can be shown, the newest is."""

from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from tests.patience import PATIENCE
from viz_app.engine.latest import Latest


@pytest.fixture
def taken():
    return []


@pytest.fixture
def latest(qapp, taken):
    parent = QObject()
    yield Latest(taken.append, parent)


def test_only_the_newest_of_those_that_wait_is_passed_on(latest, taken):
    for value in range(5):
        latest.offer(value)
    assert taken == []
    QApplication.processEvents()
    assert taken == [4]


def test_each_is_passed_on_when_there_is_time(qtbot, latest, taken):
    for value in range(3):
        latest.offer(value)
        qtbot.waitUntil(partial(taken.__contains__, value))
    assert taken == [0, 1, 2]


def test_after_one_the_window_has_time_to_paint_it(monkeypatch, latest, taken):
    monkeypatch.setattr("viz_app.engine.latest.PAUSE_SECONDS", PATIENCE)
    for value in "abc":
        latest.offer(value)
        QApplication.processEvents()
    assert taken == ["a"], "the others wait, and only the newest of them"
    latest.flush()
    assert taken == ["a", "c"]


def test_what_waits_can_be_had_at_once_and_only_once(latest, taken):
    latest.offer("step")
    latest.flush()
    assert taken == ["step"]
    QApplication.processEvents()
    latest.flush()
    assert taken == ["step"]


def test_what_waits_can_be_forgotten(latest, taken):
    latest.offer("step")
    latest.drop()
    QApplication.processEvents()
    assert taken == []


def test_of_one_that_has_ended_nothing_stays_with_its_parent(qapp, taken):
    parent = QObject()
    latest = Latest(taken.append, parent)
    latest.offer("last")
    latest.end()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert (taken, parent.findChildren(QTimer)) == (["last"], [])
