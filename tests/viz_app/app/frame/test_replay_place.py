import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.viz_app.probes import emissions
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.app.frame.replay_place import ReplayRow
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.replay.snapshot import resolve_replay

SNAPSHOT = resolve_replay(with_runs(training_room(), history()))


@pytest.fixture
def place(qtbot):
    """In a window, as it lives."""
    window = QWidget()
    qtbot.addWidget(window)
    place = ReplayRow(light_theme())
    QVBoxLayout(window).addWidget(place)
    window.resize(700, 200)
    window.show()
    yield place


def test_there_is_nothing_until_a_time_lapse_comes(place):
    place.set_snapshot(None)
    assert place.bar is None
    assert not place.isVisible()
    place.set_snapshot(SNAPSHOT)
    assert place.bar.isVisible()
    assert place.bar.strip.value() == SNAPSHOT.index


def test_it_goes_with_the_time_lapse_and_its_bar_comes_back(place):
    place.set_snapshot(SNAPSHOT)
    bar = place.bar
    place.set_snapshot(None)
    assert not place.isVisible()
    place.set_snapshot(dataclasses.replace(SNAPSHOT, index=2))
    assert place.bar is bar
    assert bar.isVisible()
    assert bar.strip.value() == 2


def test_showing_asks_for_nothing(place):
    heard = emissions(place.intents)
    for snapshot in (SNAPSHOT, dataclasses.replace(SNAPSHOT, index=1, probe=1), None, SNAPSHOT):
        place.set_snapshot(snapshot)
    assert heard == []


def test_what_the_bar_asks_for_is_passed_on(qtbot, place):
    place.set_snapshot(SNAPSHOT)
    heard, bar = emissions(place.intents), place.bar
    bar.strip.setFocus()
    qtbot.keyClick(bar.strip, Qt.Key.Key_Home)
    bar.probes.activated.emit(1)
    for button in (bar.play, bar.close_button):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == [
        ("moment_picked", 0),
        ("probe_picked", 1),
        ("play_toggled",),
        ("replay_closed",),
    ]


@pytest.mark.parametrize("before", [True, False])
def test_theme_and_room_reach_the_bar_whenever_they_come(place, before):
    if before:
        place.set_snapshot(SNAPSHOT)
    place.set_compact(compact=True)
    low = ReplayRow(dark_theme())
    place.set_theme(dark_theme())
    place.set_snapshot(SNAPSHOT)
    low.set_compact(compact=True)
    low.set_snapshot(SNAPSHOT)
    tall = ReplayRow(dark_theme())
    tall.set_snapshot(SNAPSHOT)
    heights = [view.bar.sizeHint().height() for view in (place, low, tall)]
    assert heights[0] == heights[1] < heights[2]
    for other in (low, tall):
        other.deleteLater()
