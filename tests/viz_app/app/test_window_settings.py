"""Through the real window: theme, language, size and colours change at once and are kept."""

import json

import pytest
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QStyleHints
from PySide6.QtWidgets import QApplication, QLabel

from tests.viz_app.application import CTRL, click, colour_at, press, running, said, stand_at_the_end
from viz_app.design.colour_map import lut_for
from viz_app.design.theme import dark_theme, light_theme

pytestmark = pytest.mark.window

CORNER = QPointF(2, 2)


@pytest.fixture
def is_kept(qtbot, tmp_path):
    """Waits until another start would read that of a setting."""
    path = tmp_path / "settings.json"

    def wait(name: str, value: str) -> None:
        qtbot.waitUntil(lambda: path.exists() and json.loads(path.read_bytes())[name] == value)

    return wait


def colours(image):
    """All colours on a diagonal."""
    side = min(image.width(), image.height())
    return {image.pixelColor(place, place).name().upper() for place in range(side)}


def assert_theme(window, theme):
    """Window and pictures are in a theme's colours."""
    QCoreApplication.processEvents()
    assert colour_at(window.centralWidget(), CORNER).name().upper() == theme.background
    assert theme.panel.upper() in colours(window.attention.focus.parentWidget().grab().toImage())


def test_dark_and_light_change_the_pixels_and_are_kept(window, is_kept):
    assert_theme(window, light_theme())
    window.menus.action("theme_dark").trigger()
    assert_theme(window, dark_theme())
    is_kept("theme", "dark")
    window.menus.action("theme_light").trigger()
    assert_theme(window, light_theme())
    is_kept("theme", "light")


@pytest.fixture
def desktop(monkeypatch):
    """Makes the desktop dark or light, where Qt's test platforms have no desktop to ask."""

    def become(scheme: Qt.ColorScheme) -> None:
        monkeypatch.setattr(QStyleHints, "colorScheme", lambda _: scheme)
        QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)

    return become


def test_the_systems_theme_follows_the_desktop(window, desktop):
    window.menus.action("theme_system").trigger()
    for scheme, theme in (
        (Qt.ColorScheme.Dark, dark_theme()),
        (Qt.ColorScheme.Light, light_theme()),
        (Qt.ColorScheme.Dark, dark_theme()),
    ):
        desktop(scheme)
        assert_theme(window, theme)
    window.menus.action("theme_light").trigger()
    desktop(Qt.ColorScheme.Dark)
    assert_theme(window, light_theme())  # one's own does not follow it


def test_chinese_changes_the_texts_at_once_and_is_kept(window, is_kept):
    window.menus.action("language_zh_CN").trigger()
    QCoreApplication.processEvents()
    assert window.header.button.text() == "翻译"
    is_kept("language", "zh_CN")
    window.menus.action("language_en").trigger()
    QCoreApplication.processEvents()
    assert window.header.button.text() == "Translate"
    is_kept("language", "en")


def test_presentation_size_enlarges_the_texts_and_is_kept(qtbot, window, is_kept):
    def caption_size():
        return window.attention.strip.findChild(QLabel).font().pixelSize()

    frame = window.header.geometry()
    assert caption_size() == light_theme().small
    press(qtbot, window.attention.focus, Qt.Key.Key_P, CTRL | Qt.KeyboardModifier.ShiftModifier)
    QCoreApplication.processEvents()
    assert caption_size() > light_theme().small
    assert window.attention.focus.theme.body > light_theme().body
    assert window.header.geometry().right() == frame.right()  # no wider than before
    assert frame.height() <= window.header.height() <= 1.25 * frame.height()
    is_kept("size", "presentation")
    press(qtbot, window.attention.focus, Qt.Key.Key_P, CTRL | Qt.KeyboardModifier.ShiftModifier)
    QCoreApplication.processEvents()
    assert caption_size() == light_theme().small
    is_kept("size", "normal")


def test_the_timeline_is_unfolded_by_key_and_button_and_stays_so(
    qtbot, tmp_path, tiny_checkpoint, is_kept
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c") as application:
        window = application.window
        assert not window.timeline.details.isVisible()
        press(qtbot, window.attention.mosaic, Qt.Key.Key_F7)
        assert window.timeline.details.isVisible()
        assert window.menus.action("timeline").isChecked()
        is_kept("timeline", "whole")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c") as application:
        assert application.window.timeline.details.isVisible()
        click(qtbot, application.window.timeline.fold)
        assert not application.window.timeline.details.isVisible()
        is_kept("timeline", "folded")


def test_what_is_folded_away_is_there_when_it_is_asked_for(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.menus.branches.action("type_token").trigger()
    assert QApplication.focusWidget() is window.timeline.token_field


def is_painted_in(window, colour_map):
    """Whether the focused head's cells have this map's colours, not the kind's own darker half."""
    focus = window.attention.focus
    focus.grab()  # painted now, whether its turn has come or not
    seen = colours(focus.grab(focus.spots().viewport.toAlignedRect()).toImage())
    chosen, own = (
        {QColor(*colour).name().upper() for colour in lut_for(light_theme(), "cross", name)[64:]}
        for name in (colour_map, "kind")
    )
    marks = {light_theme().cross}  # of the row in view
    return bool(seen & chosen) and not seen & own - marks


def test_the_colour_map_is_kept_for_the_next_start_and_all_else_begins_afresh(
    qtbot, tmp_path, tiny_checkpoint, is_kept
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        stand_at_the_end(application)
        menu = application.window.menus.attention
        assert not is_painted_in(application.window, "cividis")
        menu.action("scale_sqrt").trigger()
        menu.action("colour_map_cividis").trigger()
        assert is_painted_in(application.window, "cividis")
        is_kept("colour_map", "cividis")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        stand_at_the_end(application)
        menu = application.window.menus.attention
        assert is_painted_in(application.window, "cividis")
        assert menu.action("colour_map_cividis").isChecked()
        assert menu.action("scale_linear").isChecked()


def test_settings_of_many_brackets_are_kept_beside_and_the_window_starts(
    qtbot, tmp_path, tiny_checkpoint
):
    (tmp_path / "settings.json").write_text("[" * 100_000, encoding="utf-8")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        assert "uses default settings" in said(application.window)
        assert (tmp_path / "settings.json.broken").read_text() == "[" * 100_000
