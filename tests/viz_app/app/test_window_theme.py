"""Another theme while a tab is behind: when it comes to the front, it has it on like any other."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from tests.every import every
from tests.viz_app.application import settle
from viz_app.app.panels import PANELS
from viz_app.widgets.printing import figure_steps
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
    steps = figure_steps(picture, window, window.theme)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            size, paint = done.value
            break
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        paint(painter, QRectF(image.rect()))
    return image


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
