"""Where Tab lands in a group of buttons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from tests.viz_app.on_screen import on_screen
from viz_app.design.theme import light_theme
from viz_app.widgets.kind_pills import KindPills


@pytest.fixture
def window(qtbot):
    """Pills between two fields, with the keyboard in the first."""
    window = QWidget()
    rows = QVBoxLayout(window)
    window.before, window.pills, window.after = QLineEdit(), KindPills(light_theme()), QLineEdit()
    for part in (window.before, window.pills, window.after):
        rows.addWidget(part)
    on_screen(qtbot, window).activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.before.setFocus()
    return window


def tab(qtbot, *, back=False):
    key = Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab
    qtbot.keyClick(QApplication.focusWidget(), key)
    return QApplication.focusWidget()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_tab_lands_on_the_checked_one_and_leaves_the_group(qtbot, window, kind):
    window.pills.show_kind(kind)
    assert tab(qtbot) is window.pills.button(kind)
    assert tab(qtbot) is window.after
    assert tab(qtbot, back=True) is window.pills.button(kind)
    assert tab(qtbot, back=True) is window.before


def test_it_does_when_another_was_checked_from_elsewhere(qtbot, window):
    window.pills.show_kind("encoder")
    tab(qtbot)
    window.pills.show_kind("cross")
    window.after.setFocus()
    assert tab(qtbot, back=True) is window.pills.button("cross")


def test_the_arrows_go_on_through_the_group(qtbot, window):
    window.pills.show_kind("encoder")
    first = tab(qtbot)
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert QApplication.focusWidget() is window.pills.button("decoder")
    assert tab(qtbot) is window.after
