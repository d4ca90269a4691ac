"""A notice lies over the pictures: nothing moves, and the sentence stays in view."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from model.messages import Message
from tests.viz_app.states import shown
from viz_app.app.lesson_state import LessonSnapshot, LessonState
from viz_app.app.main_window import MainWindow
from viz_app.app.scene_state import ScenesSnapshot
from viz_app.design.theme import light_theme
from viz_app.panels.attention.room import resolve_attention
from viz_app.testing import all_made
from viz_app.workbench.state import Notice

pytestmark = pytest.mark.window

NOTICE = Notice("error", Message("x " * 200), "details\n" * 20)


@pytest.fixture
def window(qtbot):
    window = MainWindow(light_theme())
    qtbot.addWidget(window, before_close_func=MainWindow.allow_close)
    window.attention.set_snapshot(resolve_attention(shown()))
    window.furnish()
    window.show()
    settle()
    return window


def settle():
    """Let all layouts follow each other."""
    for _ in range(4):
        QApplication.processEvents()


def place(window, widget):
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def places(window):
    """Where everything that is in view stands, but the notice."""
    inside = [view for view in window.findChildren(QWidget) if view.isVisible()]
    own = {window.notices, *window.notices.findChildren(QWidget)}
    return {view: place(window, view) for view in inside if view not in own}


@pytest.mark.parametrize("tab", ["attention", "masks", "training", "time_lapse"])
def test_a_notice_moves_nothing(qtbot, window, tab):
    window.show_tab(tab)
    all_made(qtbot, window)
    before = places(window)
    window.notices.set_notice(NOTICE)
    settle()
    assert window.notices.isVisible()
    assert places(window) == before
    window.notices.details_button.click()
    settle()
    assert places(window) == before
    window.notices.set_notice(None)
    settle()
    assert places(window) == before


@pytest.mark.parametrize("extent", [(900, 600), (1280, 800)])
def test_it_lies_at_the_bottom_of_the_pictures_below_titles_and_heads(window, extent):
    window.resize(*extent)
    window.notices.set_notice(NOTICE)
    for tab in ("attention", "masks", "runs"):
        window.show_tab(tab)
        settle()
        bar, page = place(window, window.notices), place(window, window.tabs.page())
        assert page.contains(bar)
        for other in (window.header, window.tabs.places, *window.tabs.bars.values()):
            assert not other.isVisible() or not bar.intersects(place(window, other))
    window.show_tab("attention")
    settle()
    pictures = place(window, window.attention.pictures)
    bar = place(window, window.notices)
    assert bar.bottom() == pictures.bottom()
    assert bar.right() == pictures.right()
    mosaic = window.attention.mosaic
    assert bar.top() > place(window, mosaic).top() + mosaic.spots().tile(0, 0).rect.top()
    assert bar.top() > pictures.top() + 4 * window.theme.body  # the title of the head's picture


def test_it_is_as_high_as_what_it_says(window):
    window.notices.set_notice(Notice("info", Message("x")))
    settle()
    low = window.notices.height()
    window.notices.set_notice(NOTICE)
    settle()
    longer = window.notices.height()
    window.notices.details_button.click()
    settle()
    assert low < longer < window.notices.height()
    sentence = window.notices.sentence
    assert sentence.height() >= sentence.heightForWidth(sentence.width())


def test_in_a_narrow_window_a_lesson_has_the_room_of_the_scenes(qtbot, window):
    window.scenes.set_snapshot(ScenesSnapshot(shown=True))
    for lesson, width, scenes in (
        (False, 1190, True),
        (True, 1190, False),
        (True, 1300, True),
        (True, 1190, False),
        (False, 1190, True),
    ):
        window.lesson.set_snapshot(LessonSnapshot(own=LessonState()) if lesson else None)
        window.area.resize(width, 700)
        settle()
        assert window.lesson.isVisible() == lesson
        assert window.scenes.isVisible() == scenes, (lesson, width)
