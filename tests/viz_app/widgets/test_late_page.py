"""A page makes its panel when it is looked at, and not before."""

import pytest
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from tests.viz_app.on_screen import on_screen
from viz_app.design.theme import dark_theme, light_theme
from viz_app.widgets.late_page import LatePage


class Panel(QWidget):
    """Remembers what it was told."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.theme, self.snapshots = theme, []

    def set_snapshot(self, snapshot):
        self.snapshots.append(snapshot)

    def set_theme(self, theme):
        self.theme = theme


@pytest.fixture
def page(qtbot):
    page = LatePage(Panel, light_theme())
    qtbot.addWidget(page)
    return page


def test_nothing_is_made_before_it_is_shown(page):
    page.set_snapshot(1)
    page.set_theme(dark_theme())
    assert page.panel is None


def test_the_panel_gets_the_newest_snapshot_and_theme(page):
    page.set_snapshot(1)
    page.set_snapshot(2)
    page.set_theme(dark_theme())
    page.show()
    assert page.panel.snapshots == [2]
    assert page.panel.theme.is_dark
    assert page.currentWidget() is page.panel


def test_the_panel_is_made_in_the_page(page):
    made = []
    page.made.connect(lambda panel: made.append(panel.parentWidget()))
    page.show()
    assert made == [page]


def test_from_then_on_it_is_told_at_once(page):
    page.show()
    page.set_snapshot(3)
    page.set_theme(dark_theme())
    assert page.panel.snapshots == [None, 3]
    assert page.panel.theme.is_dark


def test_it_is_made_once(page):
    made = []
    page.made.connect(made.append)
    for _ in range(2):
        page.show()
        page.hide()
    assert made == [page.panel]


def test_its_intents_can_be_connected_before_it_is_told_anything(page):
    told = []
    page.made.connect(lambda panel: told.append(list(panel.snapshots)))
    page.show()
    assert told == [[]]


def test_what_a_listener_gives_the_page_is_shown_once(page):
    page.set_snapshot(1)
    page.made.connect(lambda panel: page.set_snapshot(2))
    page.show()
    assert page.panel.snapshots == [2]


def test_a_page_that_waits_is_made_when_it_is_furnished(qtbot):
    page = on_screen(qtbot, LatePage(Panel, light_theme(), waits=True))
    assert page.panel is None
    assert page.currentWidget().text() == "One moment: this page is still being prepared."
    page.furnish()
    assert page.currentWidget() is page.panel


def test_a_hidden_page_that_is_furnished_still_waits_to_be_seen(qtbot):
    page = LatePage(Panel, light_theme(), waits=True)
    qtbot.addWidget(page)
    page.furnish()
    assert page.panel is None
    page.show()
    assert page.panel is not None


def test_a_panel_is_painted_in_a_later_turn_than_it_is_made(qtbot):
    window = QWidget()
    page, place = LatePage(Panel, light_theme()), QStackedWidget(window)
    place.resize(200, 100)
    place.addWidget(QWidget())
    place.addWidget(page)
    on_screen(qtbot, window, size=(200, 100))
    QApplication.processEvents()
    painted = []
    page.made.connect(lambda panel: setattr(panel, "paintEvent", painted.append))
    place.setCurrentWidget(page)
    QApplication.sendPostedEvents()
    assert page.panel is not None
    assert not painted
    qtbot.waitUntil(lambda: bool(painted))
