from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viz_app.app.frame.window_modes import LOW, is_low, place_of, put_back, smallest_size
from viz_app.design.theme import light_theme
from viz_app.storage.settings import WindowPlace


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.mark.parametrize(("size", "limit"), [("normal", LOW), ("presentation", LOW * 3 // 2)])
def test_a_window_is_low_below_a_limit_that_grows_with_the_text(window, size, limit):
    for height, low in ((limit - 1, True), (limit, False)):
        window.resize(900, height)
        assert is_low(window, light_theme(size)) == low


def test_the_smallest_size_is_no_larger_than_the_screen(window, monkeypatch):
    screen = SimpleNamespace(availableSize=lambda: QSize(1000, 700))
    monkeypatch.setattr(window, "screen", lambda: screen)
    assert smallest_size(window, light_theme()) == QSize(900, 600)
    assert smallest_size(window, light_theme("presentation")) == QSize(1000, 700)


def test_a_window_goes_back_to_where_it_was(window):
    place = WindowPlace(x=40, y=60, width=700, height=500)
    put_back(window, place)
    assert place_of(window) == place


def test_on_a_smaller_screen_it_is_smaller(window):
    screen = window.screen().availableSize()
    put_back(window, WindowPlace(x=0, y=0, width=30_000, height=20_000))
    largest = screen.expandedTo(QSize(1280, 800))
    assert window.size() == largest


def test_where_there_is_no_screen_any_more_it_does_not_go(window):
    window.move(30, 40)
    put_back(window, WindowPlace(x=20_000, y=0, width=700, height=500))
    assert (window.x(), window.y(), window.width()) == (30, 40, 700)


def test_a_maximised_window_is_maximised_again(window):
    put_back(window, WindowPlace(x=40, y=60, width=700, height=500, maximised=True))
    assert window.isMaximized()
    assert place_of(window).maximised
