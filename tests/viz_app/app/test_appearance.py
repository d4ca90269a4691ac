"""The theme follows the settings, and the system where they say so."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QStyleHints
from PySide6.QtWidgets import QDialog, QLabel, QMainWindow, QVBoxLayout, QWidget

from viz_app.app.appearance import Appearance
from viz_app.storage.settings import Settings

pytestmark = pytest.mark.usefixtures("same_clothes")


def test_the_application_is_dressed_at_once(qapp):
    theme = Appearance(Settings(theme="dark")).theme
    assert theme.is_dark
    assert qapp.palette().window().color().name() == theme.background.lower()


def test_other_settings_change_the_theme_once(qtbot):
    appearance = Appearance(Settings(theme="light"))
    themes = []
    appearance.changed.connect(themes.append)
    appearance.use(Settings(theme="dark"))
    appearance.use(Settings(theme="dark", language="zh_CN"))
    qtbot.waitUntil(lambda: themes != [])
    qtbot.wait(0)
    assert [theme.is_dark for theme in themes] == [True]


def test_the_system_is_followed_where_the_settings_say_so(qapp, monkeypatch):
    appearance = Appearance(Settings(theme="system"))
    fixed = Appearance(Settings(theme="light"))
    monkeypatch.setattr(QStyleHints, "colorScheme", lambda hints: Qt.ColorScheme.Dark)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert appearance.theme.is_dark
    assert not fixed.theme.is_dark


@pytest.fixture
def labels(qtbot):
    """Seen in the main window, hidden there, and in a box."""
    window, page, box = QMainWindow(), QWidget(), QDialog()
    labels = [QLabel("seen"), QLabel("hidden"), QLabel("in a box")]
    rows = QVBoxLayout(page)
    for label in labels[:2]:
        rows.addWidget(label)
    window.setCentralWidget(page)
    QVBoxLayout(box).addWidget(labels[2])
    for shown in (window, box):
        qtbot.addWidget(shown)
        shown.show()
    for label in labels:
        label.setProperty("role", "soft")
        label.style().polish(label)
    labels[1].hide()
    yield labels


def wear(labels, theme):
    return [label.palette().text().color().name() == theme.soft_text.lower() for label in labels]


def test_what_is_seen_of_the_window_comes_first_and_the_rest_follows(qtbot, labels):
    appearance = Appearance(Settings(theme="light"))
    qtbot.waitUntil(lambda: all(wear(labels, appearance.theme)))
    appearance.use(Settings(theme="dark"))
    assert wear(labels, appearance.theme) == [True, False, False]
    qtbot.waitUntil(lambda: all(wear(labels, appearance.theme)))


def test_of_another_size_what_is_hidden_in_the_window_knows_at_once(qtbot, labels):
    appearance = Appearance(Settings(theme="light"))
    labels[1].setProperty("role", "small")
    appearance.use(Settings(theme="dark"))
    appearance.use(Settings(theme="dark", size="presentation"))
    assert labels[1].font().pixelSize() == appearance.theme.small
    qtbot.waitUntil(lambda: all(wear(labels, appearance.theme)))


def test_nothing_is_painted_between_the_windows_and_its_pictures_theme(qtbot, labels):
    appearance = Appearance(Settings(theme="light"))
    still = []
    appearance.changed.connect(lambda _: still.append(labels[0].updatesEnabled()))
    appearance.use(Settings(theme="dark"))
    appearance.use(Settings(theme="dark", size="presentation"))
    assert not labels[0].updatesEnabled()
    qtbot.waitUntil(lambda: still != [])
    assert still == [False]
    assert labels[0].updatesEnabled()


def test_what_is_deleted_meanwhile_is_left_out(qtbot, labels):
    appearance = Appearance(Settings(theme="light"))
    appearance.use(Settings(theme="dark"))
    shiboken6.delete(labels.pop(1))
    appearance.use(Settings(theme="light"))
    qtbot.waitUntil(lambda: all(wear(labels, appearance.theme)))
