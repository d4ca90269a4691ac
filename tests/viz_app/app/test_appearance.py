"""The theme follows the settings, and the system where they say so."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QGuiApplication, QStyleHints
from PySide6.QtWidgets import QLabel, QMainWindow

from viz_app.app.appearance import Appearance, Languages
from viz_app.storage.settings import Settings

translate = QCoreApplication.translate

pytestmark = pytest.mark.usefixtures("same_clothes")


def appearance_of(**settings):
    return Appearance(Settings(**settings), Languages())


def test_the_application_is_dressed_at_once(qapp):
    theme = appearance_of(theme="dark").theme
    assert theme.is_dark
    assert qapp.palette().window().color().name() == theme.background.lower()


def test_other_settings_change_the_theme_once(qtbot):
    appearance = appearance_of(theme="light")
    themes = []
    appearance.changed.connect(themes.append)
    appearance.use(Settings(theme="dark"))
    appearance.use(Settings(theme="dark", language="zh_CN"))
    qtbot.waitUntil(lambda: themes != [])
    qtbot.wait(0)
    assert [theme.is_dark for theme in themes] == [True]


def test_the_system_is_followed_where_the_settings_say_so(qtbot, monkeypatch):
    appearance = appearance_of(theme="system")
    fixed = appearance_of(theme="light")
    monkeypatch.setattr(QStyleHints, "colorScheme", lambda hints: Qt.ColorScheme.Dark)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    qtbot.waitUntil(lambda: appearance.theme.is_dark)
    assert not fixed.theme.is_dark


def test_nothing_is_painted_between_two_themes_and_what_is_made_anew_goes_before(qtbot):
    window = QMainWindow()
    label = QLabel("soft", window)
    label.setProperty("role", "soft")
    appearance, told = appearance_of(theme="light"), []
    qtbot.addWidget(window)
    window.show()
    appearance.changing.connect(lambda: told.append((window.updatesEnabled(), ink(label))))
    appearance.changed.connect(lambda _: told.append((window.updatesEnabled(), ink(label))))
    before = appearance.theme
    appearance.use(Settings(theme="dark", size="presentation"))
    qtbot.waitUntil(lambda: len(told) == 2)
    soft = [theme.soft_text.lower() for theme in (before, appearance.theme)]
    assert told == [(False, soft[0]), (False, soft[1])]
    assert window.updatesEnabled()


def test_a_language_comes_in_the_same_turn_and_is_missing_where_there_are_no_texts(
    qtbot, monkeypatch
):
    appearance, said = appearance_of(language="en"), []
    appearance.changed.connect(lambda _: said.append(translate("FormFoot", "Start")))
    for count, language in enumerate(("zh_CN", "en"), 1):
        appearance.use(Settings(language=language))
        qtbot.waitUntil(lambda count=count: len(said) == count)
    assert said == ["开始", "Start"]
    assert appearance.is_translated
    monkeypatch.setattr(QTranslator, "load", lambda *_: False)
    appearance.use(Settings(language="zh_CN"))
    qtbot.waitUntil(lambda: not appearance.is_translated)
    appearance.use(Settings(language="en"))
    qtbot.waitUntil(lambda: appearance.is_translated)


def ink(label):
    return label.palette().text().color().name()
