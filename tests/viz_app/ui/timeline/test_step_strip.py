from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.viz_app.ui.probes import emissions
from tests.viz_app.ui.states import TARGET
from viz_app.ui.design.theme import dark_theme, light_theme
from viz_app.ui.timeline.step_strip import WIDEST, StepStrip


@pytest.fixture
def strip(qtbot):
    strip = StepStrip()
    qtbot.addWidget(strip)
    strip.set_tokens(TARGET, 2)
    strip.show()
    return strip


def centre(strip, step):
    return strip.chip_rect(step).center().toPoint()


def test_chips_stand_side_by_side_in_the_order_of_steps(strip):
    rects = [strip.chip_rect(step) for step in range(len(TARGET))]
    assert all(left.right() < right.left() for left, right in pairwise(rects))
    assert rects[-1].right() <= strip.width()
    assert [strip.chip_at(rect.center().x()) for rect in rects] == list(range(len(TARGET)))


def test_a_click_picks_the_step_under_it(qtbot, strip):
    heard = emissions(strip)
    for step in (0, 5):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=centre(strip, step))
    qtbot.mouseClick(strip, Qt.MouseButton.RightButton, pos=centre(strip, 1))
    assert heard == [("step_picked", 0), ("step_picked", 5)]


def test_arrow_keys_home_and_end_pick(qtbot, strip):
    heard = emissions(strip)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(strip, key)
    assert heard == [("step_picked", step) for step in (1, 3, 0, 5)]


def test_keys_stop_at_the_ends_and_leave_other_keys_alone(qtbot, strip):
    heard = emissions(strip)
    strip.set_tokens(TARGET, 0)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(strip, Qt.Key.Key_A)
    strip.set_tokens((), 0)
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert heard == []


def test_the_step_is_said_to_who_cannot_see_it(strip):
    assert strip.accessibleDescription() == "step 3 of 6: “\u2068a\u2069”"
    strip.set_tokens((), 0)
    assert strip.accessibleDescription() == ""


def test_the_tool_tip_names_step_and_token(strip):
    QApplication.sendEvent(strip, QHelpEvent(QHelpEvent.Type.ToolTip, centre(strip, 5), QPoint()))
    assert "step 6 of 6" in QToolTip.text()
    assert "&lt;/s&gt;" in QToolTip.text()
    QToolTip.hideText()


def test_a_long_token_gets_a_chip_of_limited_width(strip):
    strip.set_tokens(("x" * 500, "y"), 0)
    assert strip.chip_rect(0).width() <= WIDEST * light_theme().unit


def test_the_current_chip_is_tinted_and_the_others_are_not(strip):
    def ground(step):
        rect = strip.chip_rect(step)
        pixel = strip.grab().toImage().pixelColor(int(rect.left()) + 5, int(rect.center().y()))
        return pixel.name()

    assert ground(2) != ground(1) == ground(3)
    strip.set_tokens(TARGET, 3)
    assert ground(3) != ground(2)


@pytest.mark.parametrize(
    "tokens", [("我", "有"), ("שלום", "مرحبا"), ("\u202e", "", "\n"), ("👩‍👩‍👧",)]
)
def test_any_token_can_be_painted_in_any_size(strip, tokens):
    for theme in (light_theme(), dark_theme("presentation")):
        strip.set_theme(theme)
        strip.set_tokens(tokens, 0)
        assert not strip.grab().isNull()
        assert all(strip.chip_rect(step).width() > 0 for step in range(len(tokens)))
