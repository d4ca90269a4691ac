"""Pages that are made when they are first shown, and anew for another theme or language."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.messages import Message
from tests.viz_app.on_screen import on_screen
from tests.viz_app.probes import marked_language
from viz_app.design.theme import dark_theme, light_theme
from viz_app.widgets.kept_state import same_widget
from viz_app.widgets.layout import filled
from viz_app.widgets.pages import LatePage


class Panel(QWidget):
    """Has a line for the keyboard; remembers what it was told."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.theme, self.snapshots, self.settings = theme, [], []
        self.line, self.choice = QLineEdit(self), QComboBox(self)
        self.setFocusProxy(self.line)
        self.choice.addItems([self.tr("one"), self.tr("two")])

    def set_snapshot(self, snapshot):
        self.snapshots.append(snapshot)

    def set_setting(self, setting):
        self.settings.append(setting)


@pytest.fixture
def page(qtbot):
    page = LatePage(Panel, light_theme())
    page.setObjectName("tab")
    qtbot.addWidget(page)
    return page


def shown(qtbot, page):
    page.show()
    qtbot.waitUntil(lambda: page.panel is not None)


def test_nothing_is_made_before_it_is_shown(page):
    page.set_snapshot(1)
    page.renew(dark_theme())
    assert page.panel is None


def test_the_panel_gets_the_newest_snapshot_theme_and_settings(qtbot, page):
    for number in (1, 2):
        page.set_snapshot(number)
        page.always(Panel.set_setting, number)
    page.renew(dark_theme())
    shown(qtbot, page)
    page.set_snapshot(3)
    page.always(Panel.set_setting, 3)
    assert page.panel.snapshots == page.panel.settings == [2, 3]
    assert page.panel.theme.is_dark
    assert page.currentWidget() is page.panel
    assert (page.objectName(), page.panel.objectName()) == ("tab-page", "tab")


def test_who_cannot_wait_makes_it_at_once_and_once_in_the_page(qtbot, page):
    made = []
    page.made.connect(lambda panel: made.append((panel, panel.parentWidget())))
    page.set_snapshot(1)
    page.show()
    panel = page.make()
    assert panel.snapshots == [1]
    assert page.currentWidget() is panel
    assert page.make() is panel
    page.hide()
    page.show()
    assert made == [(panel, page)]


def test_a_page_that_is_left_at_once_waits_to_be_seen_again(qtbot, page):
    page.show()
    page.hide()
    QApplication.processEvents()
    assert page.panel is None
    shown(qtbot, page)


def test_its_intents_can_be_connected_before_it_is_told_anything(qtbot, page):
    told = []
    page.for_each(lambda panel: told.append(list(panel.snapshots)))
    page.set_snapshot(1)
    page.made.connect(lambda panel: page.set_snapshot(2))
    shown(qtbot, page)
    assert told == [[]]
    assert page.panel.snapshots == [2], "what a listener gives the page is shown once"
    page.for_each(lambda panel: told.append(list(panel.snapshots)))
    assert told == [[], [2]], "who comes later gets the panel that is there"


def test_a_page_that_waits_is_made_after_it_is_furnished(qtbot):
    page = on_screen(qtbot, LatePage(Panel, light_theme(), waits=True))
    QApplication.processEvents()
    assert page.panel is None
    assert page.currentWidget().text() == "This page is still loading."
    page.furnish()
    qtbot.waitUntil(lambda: page.panel is not None)
    assert page.currentWidget() is page.panel


def test_a_hidden_page_that_is_furnished_still_waits_to_be_seen(qtbot):
    page = LatePage(Panel, light_theme(), waits=True)
    qtbot.addWidget(page)
    page.furnish()
    assert page.panel is None
    shown(qtbot, page)


def test_the_keyboard_that_the_page_has_got_is_the_panel_s(qtbot, page):
    on_screen(qtbot, page)
    page.setFocus()
    qtbot.keyClicks(page, "lost")
    qtbot.waitUntil(lambda: page.panel is not None)
    qtbot.waitUntil(page.panel.line.hasFocus)
    qtbot.keyClicks(QApplication.focusWidget(), "typed")
    assert page.panel.line.text() == "typed"


def test_while_there_is_a_reason_not_to_it_shows_no_panel(qtbot, page):
    shown(qtbot, page)
    page.set_absence(Message("This model has none."))
    assert page.currentWidget().text() == "This model has none."
    assert not page.panel.isVisible()
    page.set_absence(None)
    assert page.currentWidget() is page.panel


def test_in_front_it_is_made_anew_at_once_and_goes_on_where_it_was(qtbot, page):
    committed, made = [], []
    page.for_each(lambda panel: panel.line.editingFinished.connect(lambda: committed.append(1)))
    page.for_each(made.append)
    on_screen(qtbot, page)
    page.set_snapshot(1)
    page.always(Panel.set_setting, 1)
    shown(qtbot, page)
    page.panel.line.setFocus()
    qtbot.keyClicks(page.panel.line, "half a word")
    with marked_language():
        page.renew(dark_theme())
        assert page.panel is made[1]
        assert page.panel.choice.itemText(0) == "«one»"
    assert page.panel.theme.is_dark
    assert page.panel.snapshots == page.panel.settings == [1]
    assert page.panel.line.text() == "half a word"
    assert page.window().focusWidget() is page.panel.line
    assert not committed


def test_behind_it_is_made_anew_when_it_is_shown(qtbot, page):
    shown(qtbot, page)
    page.set_snapshot(1)
    page.panel.line.setText("typed")
    page.hide()
    for theme in (dark_theme(), light_theme()):
        page.renew(theme)
        assert page.panel is None
    shown(qtbot, page)
    assert page.panel.line.text() == "typed"


@pytest.mark.parametrize(("now", "text"), [(1, "typed"), (2, "")])
def test_what_was_typed_belongs_to_what_was_shown_then(qtbot, page, now, text):
    page.set_snapshot(1)
    shown(qtbot, page)
    page.panel.line.setText("typed")
    page.hide()
    page.renew(dark_theme())
    page.set_snapshot(now)
    shown(qtbot, page)
    assert page.panel.line.text() == text


class Around(QWidget):
    """Has two pages of its own."""

    def __init__(self, theme, parent):
        super().__init__(parent)
        self.first, self.second = (LatePage(Panel, theme) for _ in range(2))
        for page in (self.first, self.second):
            page.set_snapshot(page is self.first)
        self.stack = QStackedWidget()
        filled(QVBoxLayout(self), self.stack)
        self.stack.addWidget(self.first)
        self.stack.addWidget(self.second)

    def set_snapshot(self, snapshot):
        self.stack.setCurrentIndex(snapshot)


def test_the_pages_inside_are_made_anew_each_in_its_time(qtbot):
    page = LatePage(Around, light_theme())
    page.setObjectName("tab")
    on_screen(qtbot, page)
    shown(qtbot, page)
    for index in (1, 0):
        page.set_snapshot(index)
        inner = (page.panel.first, page.panel.second)[index]
        qtbot.waitUntil(lambda inner=inner: inner.panel is not None)
        inner.panel.line.setText(f"typed {index}")
    page.renew(dark_theme())
    assert page.panel.first.panel.line.text() == "typed 0"
    assert page.panel.second.panel is None
    page.set_snapshot(1)
    qtbot.waitUntil(lambda: page.panel.second.panel is not None)
    assert page.panel.second.panel.line.text() == "typed 1"


def test_one_like_it_in_another_theme_is_made_for_a_figure(qtbot, page):
    made = []
    page.made.connect(made.append)
    page.set_snapshot(1)
    shown(qtbot, page)
    page.panel.line.setText("typed")
    panel = page.panel
    with page.like_it(dark_theme()) as like:
        assert (like.theme, like.line.text(), like.size()) == (
            dark_theme(),
            "typed",
            panel.size(),
        )
        assert same_widget(panel.line, panel, like) is like.line
    assert page.panel is panel
    assert made == [panel]
