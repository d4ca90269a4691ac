from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viz_app.app.frame.window_size import LOW, is_low, smallest_size
from viz_app.design.theme import light_theme


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
