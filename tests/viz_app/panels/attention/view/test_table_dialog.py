import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.viz_app.painted import EN, THEMES, ZH, focus
from viz_app.panels.attention.pictures.heatmap import picture_summary
from viz_app.panels.attention.view.table import AttentionTableDialog

SHOWN = focus(marked_row=4, special="hidden")


@pytest.fixture
def dialog(qtbot, room):
    dialog = AttentionTableDialog(THEMES["light"], room.handle)
    qtbot.addWidget(dialog)
    dialog.set_snapshot(SHOWN)
    dialog.show()
    return dialog


def test_it_does_not_stop_the_window(dialog):
    assert not dialog.isModal()


def test_the_picture_s_sentence_stands_above_the_table(dialog):
    assert dialog.sentence.text() == picture_summary(SHOWN)
    assert dialog.sentence.geometry().bottom() < dialog.table.geometry().top()
    assert dialog.windowTitle() == "Cross · layer 2 · head 1 – weights as a table"


def test_it_follows_the_picture(dialog):
    other = focus(kind="encoder", head=2)
    dialog.set_snapshot(other)
    assert dialog.table.model().rowCount() == len(ZH)
    assert dialog.sentence.text() == picture_summary(other)
    assert dialog.windowTitle().startswith("Encoder self · layer 2 · head 3")


def test_it_costs_nothing_while_it_is_closed(dialog):
    dialog.close()
    dialog.set_snapshot(focus(kind="encoder"))
    assert dialog.table.model().rowCount() == len(EN)
    dialog.show()
    assert dialog.table.model().rowCount() == len(ZH)


def test_without_a_picture_it_is_empty(dialog):
    dialog.set_snapshot(None)
    assert dialog.sentence.text() == ""
    assert dialog.table.model().rowCount() == 0
    assert not dialog.copy_button.isEnabled()


def test_the_button_copies_everything(dialog, qtbot):
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == len(EN) + 1
    assert lines[0].split("\t") == ["", *ZH]


def test_escape_closes_it(dialog, qtbot):
    qtbot.keyClick(dialog.table, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
