"""Through the real window: step, jump and play; each step shows what was decoded there."""

import re

import pytest
from PySide6.QtCore import Qt, QTimer

from tests.viz_app.application import CTRL, choose, click, press

pytestmark = pytest.mark.window

HOME, END = Qt.Key.Key_Home, Qt.Key.Key_End
LEFT, RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right


@pytest.fixture
def step(application, window):
    """Reads the step in view, from 0, as the window says it."""

    def read() -> int:
        number = int(re.match(r"step (\d+) of", window.timeline.step_label.text())[1])
        assert application.screen.now.selection.step == number - 1
        return number - 1

    return read


@pytest.fixture
def last(application):
    """The last step."""
    last = len(application.screen.now.trace.steps) - 1
    assert last > 4
    return last


def test_stepping_to_the_end_and_back_by_key(qtbot, window, step, last):
    focus, steps = window.attention.focus, []
    for key, times in ((HOME, 1), (RIGHT, last), (LEFT, last)):
        for _ in range(times):
            press(qtbot, focus, key, CTRL)
            steps.append(step())
    assert steps == [0, *range(1, last + 1), *reversed(range(last))]
    press(qtbot, focus, END, CTRL)
    assert step() == last


@pytest.mark.parametrize(
    ("key", "modifiers"), [(Qt.Key.Key_Space, CTRL), (Qt.Key.Key_F8, Qt.KeyboardModifier(0))]
)
def test_a_key_plays_to_the_end(qtbot, window, step, last, key, modifiers):
    choose(qtbot, window.timeline.player.speed, 4.0)
    window.timeline.slider.setValue(last - 2)
    press(qtbot, window.attention.focus, key, modifiers)
    assert window.timeline.player.play.text() == "Pause"
    qtbot.waitUntil(lambda: step() == last)
    assert window.timeline.player.play.text() == "Play"


def test_buttons_play_and_pause_at_a_speed_and_step(qtbot, application, window, step):
    player = window.timeline.player
    click(qtbot, player.play)
    assert step() == 0
    for speed, interval in ((0.5, 2000), (2.0, 500), (1.0, 1000), (4.0, 250)):
        choose(qtbot, player.speed, speed)
        assert player.speed.currentText() == f"×{speed:g}"
        assert intervals(application) == [interval]
    qtbot.waitUntil(lambda: step() == 1)
    click(qtbot, player.play)
    assert (player.play.text(), intervals(application)) == ("Play", [])
    click(qtbot, player.forward)
    assert step() == 2


def intervals(application):
    """Milliseconds between two steps, of the timers that let the window play."""
    playback = application.playback
    return [timer.interval() for timer in playback.findChildren(QTimer) if timer.isActive()]
