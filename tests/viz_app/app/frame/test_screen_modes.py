"""Full screen and the picture alone, by the keys of a user."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication

from model.messages import Message
from tests.viz_app.states import shown
from viz_app.app.main_window import MainWindow
from viz_app.design.theme import light_theme
from viz_app.panels.attention.room import resolve_attention
from viz_app.workbench.state import AttentionOptions, Notice

pytestmark = pytest.mark.window

F11, ESCAPE = Qt.Key.Key_F11, Qt.Key.Key_Escape
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot):
    window = MainWindow(light_theme())
    qtbot.addWidget(window, before_close_func=MainWindow.allow_close)
    window.attention.set_snapshot(resolve_attention(shown()))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.fixture
def press(qtbot, window):
    """Presses a key wherever the focus is."""

    def press_key(key, modifiers=NONE):
        qtbot.keyClick(window.focusWidget() or window, key, modifiers)
        QApplication.processEvents()

    return press_key


def marks(window):
    return [window.menus.action(name).isChecked() for name in ("full_screen", "picture_only")]


def around(window):
    """What stands around the pictures."""
    bar = window.menuBar()
    return [bar, window.tabs.places, window.header, window.attention.tools, window.timeline]


def test_f11_gives_the_window_the_screen_and_escape_takes_it_back(window, press):
    press(F11)
    assert window.isFullScreen()
    assert marks(window) == [True, False]
    assert all(part.isVisible() for part in around(window))
    press(ESCAPE)
    assert not window.isFullScreen()
    assert marks(window) == [False, False]
    press(F11)
    press(F11)
    assert not window.isFullScreen()


def test_the_picture_alone_fills_the_screen(window, press):
    press(F11, SHIFT)
    assert window.isFullScreen()
    assert marks(window) == [True, True]
    assert not any(part.isVisible() for part in around(window))
    assert window.attention.pictures.isVisible()
    assert window.attention.mosaic.isVisible()
    assert window.centre.translated.isVisible()
    assert window.sentence.isVisible()
    assert window.attention.pictures.height() > 0.8 * window.height()
    press(ESCAPE)
    assert not window.isFullScreen()
    assert all(part.isVisible() for part in around(window))
    assert not window.centre.translated.isVisible()


def test_one_head_alone_has_all_of_the_screen(window, press):
    window.attention.set_snapshot(
        resolve_attention(shown(attention=AttentionOptions(view="focus")))
    )
    press(F11, SHIFT)
    assert not window.attention.mosaic.isVisible()
    assert window.attention.focus.width() > 0.9 * window.width()
    press(ESCAPE)
    assert window.attention.mosaic.isVisible()


def test_its_keys_live_on_without_the_menus(window, press):
    press(F11, SHIFT)
    press(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.current_place() == "understand"
    press(F11, SHIFT)
    assert marks(window) == [False, False]
    assert window.menuBar().isVisible()
    assert not window.timeline.isVisible()


def test_who_had_the_screen_before_keeps_it(window, press):
    press(F11)
    press(F11, SHIFT)
    press(ESCAPE)
    assert window.isFullScreen()
    assert all(part.isVisible() for part in around(window))
    press(ESCAPE)
    assert not window.isFullScreen()


def test_the_desktop_can_end_it(window, press):
    press(F11, SHIFT)
    window.showNormal()
    QApplication.processEvents()
    assert marks(window) == [False, False]
    assert all(part.isVisible() for part in around(window))


def test_escape_closes_a_notice_first(window, press):
    dismissed = []
    window.notices.dismissed.connect(lambda: dismissed.append(True))
    press(F11)
    window.notices.set_notice(Notice("info", Message("x")))
    press(ESCAPE)
    assert dismissed == [True]
    assert window.isFullScreen()
    window.notices.set_notice(None)
    press(ESCAPE)
    assert dismissed == [True]
    assert not window.isFullScreen()


def test_the_window_comes_back_in_its_size(window, press):
    window.resize(1000, 700)
    press(F11, SHIFT)
    press(ESCAPE)
    assert window.size() == QSize(1000, 700)
