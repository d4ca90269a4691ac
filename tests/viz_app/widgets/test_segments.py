import pytest
from PySide6.QtCore import Qt

from tests.viz_app.on_screen import on_screen
from tests.viz_app.probes import emissions
from viz_app.design.theme import light_theme
from viz_app.widgets.segments import Segments


@pytest.fixture
def segments(qtbot):
    names = ("table", "rotation")
    texts = {name: (name.title(), f"Show the {name}") for name in names}
    return on_screen(qtbot, Segments(light_theme(), names=names, texts=lambda: texts))


def test_the_first_is_pressed(segments):
    assert segments.current() == "table"
    assert segments.button("table").text() == "Table"
    assert segments.button("table").toolTip() == "Show the table"


def test_pressing_another_is_an_intent(qtbot, segments):
    heard = emissions(segments)
    qtbot.mouseClick(segments.button("rotation"), Qt.MouseButton.LeftButton)
    assert heard == [("picked", "rotation")]
    assert segments.current() == "rotation"


def test_showing_another_is_none(segments):
    heard = emissions(segments)
    segments.set_current("rotation")
    assert segments.current() == "rotation"
    assert heard == []


def test_the_keyboard_presses_too(qtbot, segments):
    heard = emissions(segments)
    segments.button("table").setFocus()
    qtbot.keyClick(segments.button("table"), Qt.Key.Key_Right)
    qtbot.keyClick(segments.button("rotation"), Qt.Key.Key_Space)
    assert ("picked", "rotation") in heard
