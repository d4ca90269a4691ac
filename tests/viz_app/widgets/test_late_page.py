"""A page makes its panel after it was looked at first, in turns of its own."""

from itertools import groupby

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from tests.viz_app.on_screen import on_screen
from viz_app.design.theme import dark_theme, light_theme
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.window_turns import WindowTurns


class Panel(QWidget):
    """Remembers what it was told."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.theme, self.snapshots = theme, []

    def set_snapshot(self, snapshot):
        self.snapshots.append(snapshot)

    def set_theme(self, theme):
        self.theme = theme


class Typed(Panel):
    """Has a line for the keyboard."""

    def __init__(self, theme, parent):
        super().__init__(theme, parent)
        self.line = QLineEdit(self)
        self.setFocusProxy(self.line)


@pytest.fixture
def page(qtbot):
    page = LatePage(Panel, light_theme())
    qtbot.addWidget(page)
    return page


def shown(qtbot, page):
    page.show()
    qtbot.waitUntil(lambda: page.panel is not None)


def test_nothing_is_made_before_it_is_shown(page):
    page.set_snapshot(1)
    page.set_theme(dark_theme())
    assert page.panel is None


def test_the_panel_gets_the_newest_snapshot_and_theme(qtbot, page):
    page.set_snapshot(1)
    page.set_snapshot(2)
    page.set_theme(dark_theme())
    shown(qtbot, page)
    assert page.panel.snapshots == [2]
    assert page.panel.theme.is_dark
    assert page.currentWidget() is page.panel


def test_it_is_made_in_one_turn_told_in_another_and_shown_in_a_third(qtbot, page):
    page.show()
    page.set_snapshot(0)
    page.set_theme(dark_theme())
    found = []
    while page.panel is None:
        found.append([list(panel.snapshots) for panel in page.findChildren(Panel)])
        QApplication.processEvents()
    assert [seen for seen, _ in groupby(found)] == [[], [[]], [[0]]]
    assert page.panel.theme.is_dark


def test_what_comes_while_it_is_made_is_shown_to_it(qtbot, page):
    page.show()
    told = []
    while page.panel is None:
        told.append(len(told))
        page.set_snapshot(told[-1])
        QApplication.processEvents()
    first = page.panel.snapshots[0]
    assert page.panel.snapshots == told[first:]


def test_who_cannot_wait_makes_it_at_once_and_once(qtbot, page):
    made = []
    page.made.connect(made.append)
    page.set_snapshot(1)
    page.show()
    panel = page.make()
    assert panel.snapshots == [1]
    assert page.currentWidget() is panel
    assert page.make() is panel
    (turns,) = page.findChildren(WindowTurns)
    qtbot.waitUntil(lambda: not turns.isActive())
    assert made == [panel]


def test_a_page_that_is_left_before_its_turn_waits_to_be_seen_again(qtbot, page):
    page.show()
    page.hide()
    (turns,) = page.findChildren(WindowTurns)
    qtbot.waitUntil(lambda: not turns.isActive())
    assert page.findChild(Panel) is None
    shown(qtbot, page)


def test_the_panel_is_made_in_the_page(qtbot, page):
    made = []
    page.made.connect(lambda panel: made.append(panel.parentWidget()))
    shown(qtbot, page)
    assert made == [page]


def test_from_then_on_it_is_told_at_once(qtbot, page):
    shown(qtbot, page)
    page.set_snapshot(3)
    page.set_theme(dark_theme())
    assert page.panel.snapshots == [3]
    assert page.panel.theme.is_dark


def test_it_is_made_once(qtbot, page):
    made = []
    page.made.connect(made.append)
    for _ in range(2):
        shown(qtbot, page)
        page.hide()
    assert made == [page.panel]


def test_its_intents_can_be_connected_before_it_is_told_anything(qtbot, page):
    told = []
    page.made.connect(lambda panel: told.append(list(panel.snapshots)))
    shown(qtbot, page)
    assert told == [[]]


def test_what_a_listener_gives_the_page_is_shown_once(qtbot, page):
    page.set_snapshot(1)
    page.made.connect(lambda panel: page.set_snapshot(2))
    shown(qtbot, page)
    assert page.panel.snapshots == [2]


def test_a_page_that_waits_is_made_after_it_is_furnished(qtbot):
    page = on_screen(qtbot, LatePage(Panel, light_theme(), waits=True))
    QApplication.processEvents()
    assert page.panel is None
    assert page.currentWidget().text() == "One moment: this page is still being prepared."
    page.furnish()
    qtbot.waitUntil(lambda: page.panel is not None)
    assert page.currentWidget() is page.panel


def test_a_hidden_page_that_is_furnished_still_waits_to_be_seen(qtbot):
    page = LatePage(Panel, light_theme(), waits=True)
    qtbot.addWidget(page)
    page.furnish()
    assert page.findChildren(WindowTurns) == []
    shown(qtbot, page)


def test_the_keyboard_that_the_page_has_got_is_the_panel_s(qtbot):
    page = LatePage(Typed, light_theme())
    on_screen(qtbot, page)
    page.setFocus()
    qtbot.keyClicks(page, "lost")
    qtbot.waitUntil(lambda: page.panel is not None)
    qtbot.waitUntil(page.panel.line.hasFocus)
    qtbot.keyClicks(QApplication.focusWidget(), "typed")
    assert page.panel.line.text() == "typed"
