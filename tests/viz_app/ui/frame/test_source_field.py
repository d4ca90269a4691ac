from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from viz_app.ui.frame.source_field import LONGEST, SourceField


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
