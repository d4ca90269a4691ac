import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.viz_app.probes import emissions
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views.translation_line import TranslationLine


@pytest.fixture
def line(qtbot):
    line = TranslationLine(TimelineIntents())
    qtbot.addWidget(line)
    line.set_translation("I have a cat.", "end of sentence")
    line.show()
    return line


def given(line):
    return [event for event in emissions(line) if event[0] == "target_given"]


def test_the_text_can_only_be_read_until_a_target_is_given(qtbot, line):
    assert not line.editing
    qtbot.keyClicks(line.text, "x")
    assert line.text.text() == "I have a cat."
    qtbot.mouseClick(line.target, Qt.MouseButton.LeftButton)
    assert line.editing
    assert line.caption.text() == line.text.accessibleName() == "Target"
    assert line.text.selectedText() == "I have a cat."


def test_return_gives_the_target_and_the_translation_is_back(qtbot, line):
    heard = emissions(line)
    line.edit_target()
    qtbot.keyClicks(line.text, " I have a dog. ")
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    assert ("target_given", "I have a dog.") in heard
    assert not line.editing
    assert line.text.text() == "I have a cat."


def test_the_button_gives_it_too(qtbot, line):
    heard = emissions(line)
    line.edit_target()
    assert line.target.text() == line.target.accessibleName() == "Use target"
    line.text.setText("I have a dog.")
    qtbot.mouseClick(line.target, Qt.MouseButton.LeftButton)
    assert ("target_given", "I have a dog.") in heard
    assert line.target.text() == "Own target…"


def test_escape_leaves_it(qtbot, line):
    heard = emissions(line)
    line.edit_target()
    qtbot.keyClicks(line.text, "x")
    qtbot.keyClick(line.text, Qt.Key.Key_Escape)
    assert not line.editing
    assert line.text.text() == "I have a cat."
    assert [event for event in heard if event[0] == "target_given"] == []


@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_is_no_target(qtbot, line, text):
    heard = emissions(line)
    line.edit_target()
    line.text.setText(text)
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    assert [event for event in heard if event[0] == "target_given"] == []


def test_return_in_a_text_that_is_only_read_gives_nothing(qtbot, line):
    heard = emissions(line)
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    assert heard == []


def test_a_refused_target_can_be_mended(qtbot, line):
    line.edit_target()
    line.text.setText("I have a 猫")
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    line.set_translation("I have a cat.", "end of sentence")
    line.edit_target()
    assert line.text.text() == "I have a 猫"
    qtbot.keyClick(line.text, Qt.Key.Key_Escape)
    line.set_translation("I have a dog.", "end of sentence")
    line.edit_target()
    assert line.text.text() == "I have a dog."


def test_what_is_being_typed_stays_while_a_translation_grows(qtbot, line):
    line.edit_target()
    qtbot.keyClicks(line.text, "the dog")
    line.set_translation("I have a cat. And", "running")
    assert line.text.text() == "the dog"
    line.copy_translation()
    assert QGuiApplication.clipboard().text() == "I have a cat. And"
    qtbot.keyClick(line.text, Qt.Key.Key_Escape)
    assert line.text.text() == "I have a cat. And"


def test_without_a_translation_no_target_can_be_given(line):
    line.set_available(available=False)
    line.edit_target()
    assert not line.editing
    assert not line.target.isEnabled()
