"""A control goes away under the keyboard: its neighbour gets it."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete

from tests.viz_app.on_screen import on_screen
from viz_app.app.frame.focus import FocusKeeper


class _Window(QWidget):
    """A field above, and below it two groups of buttons beside each other."""

    def __init__(self) -> None:
        super().__init__()
        rows, self.below = QVBoxLayout(self), QHBoxLayout()
        self.field = QLineEdit("some words")
        rows.addWidget(self.field)
        rows.addLayout(self.below)
        self.left, self.right = self._group("abc"), self._group("xyz")
        self.keeper = FocusKeeper(self)

    def _group(self, names: str) -> dict[str, QPushButton]:
        group = QWidget()
        row = QHBoxLayout(group)
        buttons = {name: QPushButton(name) for name in names}
        for button in buttons.values():
            row.addWidget(button)
        self.below.addWidget(group)
        return buttons


@pytest.fixture
def window(qtbot):
    window = on_screen(qtbot, _Window())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def has_the_keyboard(qtbot, widget):
    qtbot.waitUntil(lambda: QApplication.focusWidget() is widget)


@pytest.mark.parametrize("lose", [QWidget.hide, lambda button: button.setEnabled(False)])
@pytest.mark.parametrize(("gone", "heir"), [("z", "y"), ("x", "y")])
def test_the_nearest_of_its_group_gets_the_keyboard(qtbot, window, lose, gone, heir):
    window.right[gone].setFocus()
    lose(window.right[gone])
    has_the_keyboard(qtbot, window.right[heir])
    assert not window.field.hasSelectedText()


def test_a_group_that_goes_one_by_one_is_left_from_where_the_keyboard_was(qtbot, window):
    window.right["z"].setFocus()
    for name in "zyx":
        window.right[name].setEnabled(False)
    has_the_keyboard(qtbot, window.left["c"])
    window.right["x"].setEnabled(True)
    window.left["c"].parentWidget().hide()
    has_the_keyboard(qtbot, window.right["x"])


def test_what_is_there_again_gets_it_back(qtbot, window):
    window.right["z"].setFocus()
    window.right["z"].hide()
    window.right["z"].show()
    has_the_keyboard(qtbot, window.right["z"])
    window.right["z"].hide()
    window.left["a"].setFocus()  # who gives it elsewhere has decided
    QApplication.processEvents()  # until the keeper has had its turn
    assert QApplication.focusWidget() is window.left["a"]


def test_one_that_is_deleted_harms_nobody(qtbot, window):
    window.right["z"].setFocus()
    delete(window.right["z"])
    window.right["y"].setFocus()
    has_the_keyboard(qtbot, window.right["y"])
