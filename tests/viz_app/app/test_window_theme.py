"""Another theme, size, language: every tab takes it on, and goes on where it was."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QWidget

from tests.every import every
from tests.viz_app.application import settle
from viz_app.app.panels import PANELS
from viz_app.pictures.figure_files import figure_image
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.printing import figure_of
from viz_app.widgets.themed import pictures_inside

BEHIND = [panel.name for panel in PANELS if panel.place != "look"]
OTHERS = {"theme": ("dark", "light"), "size": ("presentation", "normal")}


def seen(qtbot, application, tab):
    """All of the page, as it is painted on the screen, and its first picture as it is saved."""
    application.window.show_tab(tab)
    settle(qtbot, application)
    page = application.window.tabs.page()
    return page.grab().toImage(), saved(application.window, page)


def saved(window, page):
    picture = next((view for view in pictures_inside(page) if view.isVisible()), None)
    if picture is None:
        return None
    return figure_image(*figure_of(picture, window, window.theme), ratio=1)


@pytest.mark.parametrize("tab", BEHIND)
@every("setting", OTHERS)
def test_a_tab_that_was_behind_looks_like_one_that_was_in_front(qtbot, application, tab, setting):
    other, first = OTHERS[setting]
    for value in (other, first):  # pyqtgraph keeps up to 10 px of room that wider numbers had
        application.preferences.pick(setting, value)
        seen(qtbot, application, tab)
    before = seen(qtbot, application, tab)
    application.preferences.pick(setting, other)
    in_front = seen(qtbot, application, tab)
    assert in_front[0] != before[0]
    for value, expected in ((first, before), (other, in_front)):
        application.window.show_tab("attention")
        application.preferences.pick(setting, value)
        settle(qtbot, application)
        assert seen(qtbot, application, tab) == expected


WAYS = {"theme": OTHERS["theme"], "language": ("zh_CN", "en"), "size": OTHERS["size"]}


def lines(page):
    """Where one can write, in view."""
    found = {line.objectName(): line for line in page.findChildren(QLineEdit) if line.isVisible()}
    return {
        name: line
        for name, line in found.items()
        if name and not name.startswith("qt_") and line.isEnabled() and not line.isReadOnly()
    }


def known(page):
    """What is typed, and where it is scrolled to."""
    places = {area.objectName(): area.verticalScrollBar().value() for area in scrolled(page)}
    typed = {
        name: (line.text(), line.cursorPosition(), line.isModified())
        for name, line in lines(page).items()
    }
    return typed, places


def scrolled(page):
    areas = [area for area in page.findChildren(QAbstractScrollArea) if area.objectName()]
    return [area for area in areas if area.isVisible() and area.verticalScrollBar().maximum()]


def picture(page):
    seen = [view for view in page.findChildren(PictureView) if view.isVisible()]
    return next((view for view in seen if view.isEnabled() and view.objectName()), None)


@pytest.mark.parametrize("tab", [panel.name for panel in PANELS])
def test_a_tab_goes_on_where_it_was(qtbot, application, tab):
    window = application.window
    window.show_tab(tab)
    settle(qtbot, application)
    pages = [window.tabs.page(), *([window.timeline_page] if tab == "attention" else [])]
    for line in [line for page in pages for line in lines(page).values()]:
        line.setFocus()
        line.selectAll()
        qtbot.keyClicks(line, "half")
        line.setCursorPosition(2)
    for bar in (area.verticalScrollBar() for page in pages for area in scrolled(page)):
        bar.setValue(bar.maximum())
    view = picture(pages[0])
    if view is not None:
        view.setFocus()
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            qtbot.keyClick(view, key)
    settle(qtbot, application)
    before = [known(page) for page in pages]
    name, cursor = (view.objectName(), view.cursor_rect()) if view else ("", None)
    for setting, values in WAYS.items():
        for value in values:
            application.preferences.pick(setting, value)
            settle(qtbot, application)
            for page, (typed, _) in zip(pages, before, strict=True):
                now = known(page)[0]
                assert {name: now[name] for name in typed} == typed, value
            view = pages[0].findChild(QWidget, name)
            assert not name or view.hasFocus() or setting == "size", value  # hidden: it had no room
    assert [known(page) for page in pages] == before
    assert not name or view.cursor_rect() == cursor
