"""Through the real window: on a full screen, Esc is first for whoever has a use of its own."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.viz_app.application import CTRL, click, press, settle
from tests.viz_app.panels.one_head.equations import view_of
from viz_app.app.panels import PANELS
from viz_app.workbench.changes.selection import option_picked

pytestmark = pytest.mark.window

ESCAPE = Qt.Key.Key_Escape


@pytest.fixture
def full(qtbot, application, window):
    """The same on the whole screen."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    return window


def leaves(qtbot, window, widget=None):
    """Whether one more Esc ends full screen."""
    qtbot.keyClick(widget or window.focusWidget() or window, ESCAPE)
    return not window.isFullScreen()


@pytest.mark.parametrize("name", ["focus", "links", "text"])
def test_a_chosen_cell_is_let_go_first(qtbot, application, full, name):
    full.rooms.attention.does(option_picked)("view", name)
    view = getattr(full.attention.pictures, name)
    press(qtbot, view, Qt.Key.Key_Down)
    assert application.screen.now.selection.cell is not None
    assert not leaves(qtbot, full, view)
    assert application.screen.now.selection.cell is None
    assert leaves(qtbot, full, view)


def test_an_opened_cell_is_left_first(qtbot, application, full):
    full.show_tab("one_head")
    settle(qtbot, application)
    panel = full.pages["one_head"].panel
    click(qtbot, panel.bar.buttons["product"])
    settle(qtbot, application)
    view = view_of(panel.equation, "products")
    press(qtbot, view, Qt.Key.Key_Down)
    press(qtbot, view, Qt.Key.Key_Return)
    assert panel.zoom.isVisible()
    assert not leaves(qtbot, full, view)
    assert not panel.zoom.isVisible()
    assert leaves(qtbot, full, view)


def test_an_own_target_is_left_first(qtbot, full):
    press(qtbot, full.attention.focus, Qt.Key.Key_G, CTRL)
    line = full.timeline.translation
    assert line.editing
    assert not leaves(qtbot, full, line.text)
    assert not line.editing
    assert leaves(qtbot, full)


def test_a_list_is_closed_first(qtbot, full):
    models = full.header.models
    models.showPopup()
    assert not leaves(qtbot, full, models.view())
    assert not models.view().isVisible()
    full.header.source.show_choices()
    assert not leaves(qtbot, full, full.header.source.choices)
    assert full.header.source.choices is None
    assert leaves(qtbot, full, full.header.source)


@pytest.mark.parametrize("tab", [panel.name for panel in PANELS])
def test_wherever_the_keyboard_is_esc_leaves_when_nobody_else_needs_it(
    qtbot, application, full, tab
):
    full.show_tab(tab)
    settle(qtbot, application)
    for widget in full.findChildren(QWidget):
        if not (widget.isVisible() and widget.isEnabled() and widget.focusPolicy()):
            continue
        full.modes.show_full_screen(True)
        widget.setFocus()
        for _ in range(2):
            qtbot.keyClick(full.focusWidget(), ESCAPE)
        assert not full.isFullScreen(), f"{type(widget).__name__} {widget.objectName()}"
