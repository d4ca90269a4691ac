from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt, qVersion
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QTreeWidget, QWidget

from viz_app.ui.frame.about_box import show_about
from viz_app.ui.frame.shortcuts_box import IN_VIEWS, show_shortcuts


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def close(box):
    """Close a box and let it go."""
    box.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_about_names_version_and_licence_and_lets_work_go_on(window):
    box = show_about(window)
    assert box.isVisible()
    assert not box.isModal()
    assert "Headlight" in box.text()
    assert "MIT" in box.informativeText()
    assert "Tatoeba (tatoeba.org)" in box.informativeText()
    assert "CC BY 2.0 FR" in box.informativeText()
    assert qVersion() in box.informativeText()
    close(box)


def test_keys_are_listed_with_their_actions(qtbot, window):
    with_keys, without = QAction("&Play…", window), QAction("None", window)
    with_keys.setShortcuts(["Ctrl+Space", "F8"])
    box = show_shortcuts(window, [with_keys, without])
    assert box.isVisible()
    assert not box.isModal()
    table = box.findChild(QTreeWidget)
    assert table.topLevelItemCount() == 1 + len(IN_VIEWS)
    assert [table.topLevelItem(0).text(column) for column in (0, 1)] == ["Play…", "Ctrl+Space   F8"]
    button = box.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not box.isVisible()
    close(box)
