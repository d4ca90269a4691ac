import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication

from viz_app.app.header.source_field import LONGEST, SourceField
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views.translation_line import TranslationLine
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.views.training_form import TrainingForm


@pytest.fixture
def field(qtbot):
    field = SourceField()
    qtbot.addWidget(field)
    return field


@pytest.mark.parametrize("broken", ["a\nb", "a\r\nb", "a\u2028b", "a\n\n\tb", "a\x0bb"])
def test_line_breaks_in_what_is_pasted_become_blanks(field, broken):
    QGuiApplication.clipboard().setText(broken)
    field.paste()
    assert field.text() == "a b"


def test_pasting_in_the_middle_leaves_the_cursor_after_it(field):
    field.setText("我。")
    field.setCursorPosition(1)
    QGuiApplication.clipboard().setText("有\n猫")
    field.paste()
    assert field.text() == "我有 猫。"
    assert field.cursorPosition() == 4


def test_pasting_is_undone_and_redone_in_one_go(field):
    field.insert("before")
    QGuiApplication.clipboard().setText(" a\nb")
    field.paste()
    field.undo()
    assert field.text() == "before"
    field.redo()
    assert field.text() == "before a b"


def test_a_set_text_cannot_be_undone_to_its_line_breaks(field):
    field.setText("a\nb")
    field.undo()
    assert field.text() == "a b"


def test_a_set_text_is_one_line_too(field):
    field.setText("a\nb")
    assert field.text() == "a b"


def test_a_long_text_is_left_for_the_model_to_judge(field):
    field.setText("猫" * 10_000)
    assert len(field.text()) == 10_000
    assert field.maxLength() == LONGEST == 20_000


def override(field, key, modifier=Qt.KeyboardModifier.ControlModifier):
    """Whether the field claims a key before the menus see it."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifier)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


STEP_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)


@pytest.mark.parametrize("key", STEP_KEYS)
def test_keys_of_the_steps_are_the_field_s_while_it_is_edited(qtbot, field, key):
    field.setText("我有一只猫。")
    assert not override(field, key)
    assert override(field, key, Qt.KeyboardModifier.NoModifier)
    qtbot.keyClicks(field, "a")
    assert override(field, key)


@pytest.mark.parametrize("key", STEP_KEYS)
def test_other_fields_leave_the_keys_of_the_steps(qtbot, key):
    line, form = TranslationLine(TimelineIntents()), TrainingForm(light_theme(), TrainingIntents())
    for view in (line, form):
        qtbot.addWidget(view)
    assert not override(line.text, key)
    assert not override(form.configuration.epochs, key)
    copy = Qt.Key.Key_C
    assert override(line.text, copy)
