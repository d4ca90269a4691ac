"""The entries that take steps back and do them again."""

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from model.messages import Message
from viz_app.app.menus.edit_menu import EditMenu

STEP = Message("branch “{branch}” deleted", {"branch": "salt & pepper"})


@pytest.fixture
def menu(qtbot):
    above = QMenu()
    qtbot.addWidget(above)
    return EditMenu(above)


def test_the_keys_are_those_of_every_desktop(menu):
    assert QKeySequence("Ctrl+Z") in menu.action("undo").shortcuts()
    assert QKeySequence("Ctrl+Shift+Z") in menu.action("redo").shortcuts()


def test_without_a_step_there_is_nothing_to_take_back(menu):
    for name, text in (("undo", "&Undo"), ("redo", "&Redo")):
        assert menu.action(name).text() == text
        assert not menu.action(name).isEnabled()


def test_each_entry_names_its_step_as_plain_text(menu):
    menu.set_steps(undo=STEP, redo=None)
    assert menu.action("undo").text() == "&Undo: branch “salt && pepper” deleted"
    assert menu.action("undo").isEnabled()
    assert menu.action("redo").text() == "&Redo"
    menu.set_steps(undo=None, redo=STEP)
    assert menu.action("undo").text() == "&Undo"
    assert menu.action("redo").text() == "&Redo: branch “salt && pepper” deleted"
