"""The theme follows the settings, and the system where they say so."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QStyleHints

from viz_app.app.appearance import Appearance
from viz_app.storage.settings import Settings

pytestmark = pytest.mark.usefixtures("same_clothes")


def test_the_application_is_dressed_at_once(qapp):
    theme = Appearance(Settings(theme="dark")).theme
    assert theme.is_dark
    assert qapp.palette().window().color().name() == theme.background.lower()


def test_other_settings_change_the_theme_once(qapp):
    appearance = Appearance(Settings(theme="light"))
    themes = []
    appearance.changed.connect(themes.append)
    appearance.use(Settings(theme="dark"))
    appearance.use(Settings(theme="dark", language="zh_CN"))
    assert [theme.is_dark for theme in themes] == [True]


def test_the_system_is_followed_where_the_settings_say_so(qapp, monkeypatch):
    appearance = Appearance(Settings(theme="system"))
    fixed = Appearance(Settings(theme="light"))
    monkeypatch.setattr(QStyleHints, "colorScheme", lambda hints: Qt.ColorScheme.Dark)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert appearance.theme.is_dark
    assert not fixed.theme.is_dark
