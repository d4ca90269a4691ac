import dataclasses
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.app.frame.window_modes import (
    LOW,
    TITLE_BAR,
    fit_to_screen,
    is_low,
    place_of,
    put_back,
    smallest_size,
)
from viz_app.app.main_window import MainWindow
from viz_app.design.theme import light_theme
from viz_app.storage.settings import WindowPlace


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


def on_screen(monkeypatch, window, free):
    """Put a window on a screen whose panels leave the rectangle ``free``."""
    screen = SimpleNamespace(availableSize=free.size, availableGeometry=lambda: free)
    monkeypatch.setattr(window, "screen", lambda: screen)
    monkeypatch.setattr(window, "setScreen", lambda screen: None)
    monkeypatch.setattr(QGuiApplication, "screenAt", lambda point: screen)


@pytest.mark.parametrize(("size", "limit"), [("normal", LOW), ("presentation", LOW * 3 // 2)])
def test_a_window_is_low_below_a_limit_that_grows_with_the_text(monkeypatch, window, size, limit):
    for height, low in ((limit - 1, True), (limit, False)):
        window.resize(900, height)
        assert is_low(window, light_theme(size)) == low
    on_screen(monkeypatch, window, QRect(0, 0, 1000, 700))  # which no window may exceed
    least = {"normal": QSize(900, 600), "presentation": QSize(1000, 700 - TITLE_BAR)}
    assert smallest_size(window, light_theme(size)) == least[size]
    on_screen(monkeypatch, window, QRect(0, 0, 1920, 1080))
    beside = smallest_size(window, light_theme(size), beside=272)
    assert beside == {"normal": QSize(1172, 600), "presentation": QSize(1280, 800)}[size]


def test_a_window_goes_back_to_where_it_was(window):
    place = WindowPlace(x=40, y=60, width=700, height=500)
    put_back(window, place)
    assert place_of(window) == place
    put_back(window, WindowPlace(x=20_000, y=0, width=700, height=500))
    assert (window.x(), window.y(), window.width()) == (40, 60, 700), "there is no screen any more"
    put_back(window, dataclasses.replace(place, maximised=True))
    assert window.isMaximized()
    assert place_of(window).maximised


def test_on_a_smaller_screen_it_is_smaller_and_all_of_it_is_visible(window, monkeypatch):
    free = QRect(0, 28, 1366, 740)  # below a panel
    on_screen(monkeypatch, window, free)
    for x, y, width, height in [(0, 0, 1280, 800), (600, 400, 1280, 800), (-300, 90, 3000, 2000)]:
        put_back(window, WindowPlace(x=x, y=y, width=width, height=height))
        assert window.size() == QSize(min(width, 1366), 740 - TITLE_BAR)
        with_title_bar = window.geometry().adjusted(0, 0, 0, TITLE_BAR)
        assert free.contains(with_title_bar)
    put_back(window, WindowPlace(x=40, y=60, width=700, height=500))
    assert window.geometry() == QRect(40, 60, 700, 500)
    on_screen(monkeypatch, window, QRect(0, 0, 800, 480))  # smaller than any window: no limit
    put_back(window, WindowPlace(x=0, y=0, width=30_000, height=20_000))
    assert window.size() == QSize(1280, 800)


def test_a_window_that_is_opened_for_the_first_time_fits_its_screen(window, monkeypatch):
    window.resize(1280, 800)
    on_screen(monkeypatch, window, QRect(0, 0, 1920, 1080))
    fit_to_screen(window)
    assert window.size() == QSize(1280, 800)
    on_screen(monkeypatch, window, QRect(0, 0, 1366, 740))
    fit_to_screen(window)
    assert window.size() == QSize(1280, 700)


def test_moved_to_a_smaller_screen_it_becomes_smaller(qtbot, monkeypatch):
    window = MainWindow(light_theme("presentation"))
    qtbot.addWidget(window)
    window.allow_close()
    on_screen(monkeypatch, window, QRect(0, 0, 1366, 740))
    QApplication.sendEvent(window, QEvent(QEvent.Type.ScreenChangeInternal))
    assert window.minimumHeight() <= window.height() == 700
