"""The window with the picture for a second display, with one display and with two."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt

from tests.viz_app.application import press, settle, stand_at_the_end
from viz_app.app.second_display import GroupPicture
from viz_app.panels.timeline.room import first_step_chosen
from viz_app.pictures.mosaic import Mosaic
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import option_picked

pytestmark = pytest.mark.window


@pytest.fixture
def display(qtbot, application):
    """Opened by its entry, at the largest picture of the tab."""
    application.window.menus.action("second_display").trigger()
    settle(qtbot, application)
    return application.work.display.dialog


def shown_view(application):
    mosaics = application.window.attention.findChildren(PictureView)
    return next(one for one in mosaics if one.isVisible() and isinstance(one.picture, Mosaic))


def test_with_one_display_it_is_a_window_that_can_have_the_screen(qtbot, application, display):
    entry = application.window.menus.action("second_display")
    assert (display.isVisible(), display.isFullScreen(), entry.isChecked()) == (True, False, True)
    assert display.windowTitle() == "Picture on another display"
    for key, full in (
        (Qt.Key.Key_F11, True),
        (Qt.Key.Key_Escape, False),
        (Qt.Key.Key_F11, True),
        (Qt.Key.Key_F11, False),
    ):
        qtbot.keyClick(display, key)
        assert display.isFullScreen() == full
    assert application.window.isFullScreen() is False
    display.close()
    assert not entry.isChecked()
    entry.trigger()
    assert display.isVisible()
    entry.trigger()
    assert not display.isVisible()


def test_it_follows_step_tab_and_focus_and_has_the_text_of_a_presentation(
    qtbot, application, display
):
    stand_at_the_end(application)
    settle(qtbot, application)
    view = shown_view(application)
    assert display.view.picture is view.picture
    assert display.sentence.text() == application.window.centre.translated.text() != ""
    assert (view.theme.small, display.view.theme.small) == (12, 18)
    application.screen.apply(first_step_chosen)
    settle(qtbot, application)
    assert display.view.picture is view.picture
    focus = application.window.attention.findChildren(PictureView)
    other = next(one for one in focus if one.isVisible() and one is not view and one.picture)
    application.window.activateWindow()
    qtbot.waitUntil(application.window.isActiveWindow)
    other.setFocus()
    settle(qtbot, application)
    assert type(display.view.picture) is type(other.picture)
    for tab, picture in (("masks", "Masks"), ("one_head", "GroupPicture"), ("why", "TermBars")):
        application.window.show_tab(tab)
        settle(qtbot, application)
        settle(qtbot, application)
        assert type(display.view.picture).__name__ == picture, tab
    application.window.show_tab("training")
    settle(qtbot, application)
    assert display.sentence.text() == ""


def test_another_view_shows_its_largest_picture_unless_one_has_the_focus(
    qtbot, application, display
):
    application.window.activateWindow()
    qtbot.waitUntil(application.window.isActiveWindow)
    mosaic = application.window.attention.mosaic
    for focused, kind in ((mosaic, "Mosaic"), (application.window.header.source, "HeatmapPicture")):
        application.screen.apply(option_picked, "view", "grid")
        mosaic.setFocus()
        settle(qtbot, application)
        assert type(display.view.picture).__name__ == "Mosaic"
        focused.setFocus()
        settle(qtbot, application)
        assert type(display.view.picture).__name__ == "Mosaic"
        application.screen.apply(option_picked, "view", "focus")
        settle(qtbot, application)
        assert type(display.view.picture).__name__ == kind


def test_it_takes_on_another_theme_and_another_language(qtbot, application, display):
    for name, value in (("theme", "dark"), ("language", "zh_CN")):
        application.preferences.pick(name, value)
        settle(qtbot, application)
    settle(qtbot, application)
    assert display.view.theme.is_dark
    assert display.view.picture is shown_view(application).picture


def test_what_is_pointed_at_is_framed_and_said_here_too(qtbot, application, display):
    view = shown_view(application)
    layout = view.spots()
    point = layout.tile(0, 1).cell_rect(1, 1).center()
    before = display.view.grab().toImage()
    view.hover(point)
    assert display.said.text() == view.picture.say(layout.at(point)) != ""
    assert display.view.lit_spot() == layout.at(point)
    assert display.view.grab().toImage() != before
    view.rest()
    assert display.said.text() == ""
    assert display.view.grab().toImage() == before


def test_of_a_group_the_part_that_is_pointed_at_is_lit(qtbot, application, display):
    press(qtbot, application.window.attention.mosaic, Qt.Key.Key_F4)
    assert application.store.state.bench.settings.spotlight
    application.window.show_tab("one_head")
    settle(qtbot, application)
    settle(qtbot, application)
    mirror = display.view
    assert isinstance(mirror.picture, GroupPicture)
    view = [one for one in display._views if one.isVisible()][1]
    spots = view.spots()
    cell = spots.at(spots.grid.rect.center())
    before = mirror.grab().toImage()
    view.hover(spots.rect(cell).center())
    assert mirror.lit_spot() == (display._views.index(view), cell)
    after, lit = mirror.grab().toImage(), mirror.spots()
    area, place = lit.around(mirror.lit_spot()), lit.rect(mirror.lit_spot())
    assert area.contains(place)
    ratio = place.width() / spots.rect(cell).width()
    assert place.height() == pytest.approx(ratio * spots.rect(cell).height())
    changed = [
        QPointF(x, y)
        for x in range(mirror.width())
        for y in range(0, mirror.height(), 3)
        if before.pixel(x, y) != after.pixel(x, y)
    ]
    assert changed
    assert all(area.adjusted(-6, -6, 6, 6).contains(point) for point in changed)


def test_keys_of_the_window_work_and_it_closes_with_the_window(qtbot, application, display):
    step = application.screen.now.selection.step
    press(qtbot, display, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert application.screen.now.selection.step == 0 <= step
    with qtbot.waitSignal(application.ended):
        application.window.close()
    assert not display.isVisible()


SCREEN = {"y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
TWO = {"screens": [{"name": n, "x": x, **SCREEN} for n, x in (("first", 0), ("second", 1920))]}

SCRIPT = """
from PySide6.QtWidgets import QApplication
from viz_app.testing import opened, settle

def test_two(qtbot, tmp_path):
    with opened(qtbot, tmp_path) as application:
        window, app = application.window, QApplication.instance()
        window.menus.action("second_display").trigger()
        settle(qtbot, application)
        display, second = application.work.display.dialog, app.screens()[1]
        assert (window.screen().name(), display.screen().name()) == ("first", "second")
        assert display.isFullScreen() and not window.isFullScreen()
        assert display.geometry() == second.geometry()
        assert display.view.theme.small == 24 and window.theme.small == 12
        app.screenRemoved.emit(second)
        settle(qtbot, application)
        assert display.screen().name() == "first" and not display.isFullScreen()
        assert window.screen().geometry().contains(display.geometry())
"""


def test_with_two_it_has_the_second_and_comes_back_when_that_is_unplugged(tmp_path):
    screens, test = tmp_path / "screens.json", tmp_path / "test_two.py"
    screens.write_text(json.dumps(TWO))
    test.write_text(SCRIPT)
    platform = {"QT_QPA_PLATFORM": f"offscreen:configfile={screens}"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", tmp_path, test],
        env={**os.environ, **platform, "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
