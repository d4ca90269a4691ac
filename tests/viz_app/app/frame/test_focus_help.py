"""Through the real window: F1 explains what has the keyboard."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.application import CTRL, press, settle
from tests.viz_app.heard_room import heard_timeline
from tests.viz_app.probes import focusable
from viz_app.app.dialogs.glossary import GlossaryDialog
from viz_app.app.dialogs.help import ShortcutsBox, keys_of, name_of, sentences_on
from viz_app.app.panels import PANELS
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.room import TimelineSnapshot
from viz_app.panels.timeline.view.branches import BranchList
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.picture_view import PictureView

pytestmark = pytest.mark.window


def help_on(qtbot, window, widget):
    """Press F1 on a thing; what the glossary says of it below its entry."""
    press(qtbot, widget, Qt.Key.Key_F1)
    (dialog,) = window.findChildren(GlossaryDialog)
    assert dialog.isVisible()
    assert not dialog.isModal()
    return dialog.help


def close(box):
    box.window().close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_control_is_explained_by_its_name_its_tip_and_its_keys(qtbot, window):
    box = help_on(qtbot, window, window.header.source)
    assert box.isVisible()
    assert box.title.text() == "Source sentence"
    assert "Return translates it" in box.text.text()
    assert box.keys.text().startswith("Keys: Return translates")
    assert not box.lesson.isVisible()
    close(box)
    press(qtbot, window.header.source, Qt.Key.Key_F1, CTRL)
    (shortcuts,) = window.findChildren(ShortcutsBox)
    assert not box.isVisible()
    close(shortcuts)


def test_a_picture_says_what_it_shows(qtbot, window):
    focus = window.attention.focus
    box = help_on(qtbot, window, focus)
    assert box.title.text() == focus.accessibleName()
    assert focus.accessibleDescription() in box.text.text()
    assert "exact weight" in box.keys.text()
    close(box)


def test_where_there_is_a_lesson_its_text_is_there_too(qtbot, application, window):
    window.show_tab("scaling")
    settle(qtbot, application)
    page = window.tabs.page().findChild(LessonPage)
    picture = page.findChild(PictureView)
    box = help_on(qtbot, window, picture)
    lesson = page.text.lesson()
    assert box.lesson_title.accessibleName() == lesson.title
    said = box.lesson.accessibleName()
    assert all(paragraph in said for paragraph in (*lesson.body, lesson.source))
    close(box)


@pytest.mark.parametrize("tab", [panel.name for panel in PANELS])
def test_everything_that_takes_the_keyboard_has_a_name_a_sentence_and_keys(
    qtbot, application, window, tab
):
    window.show_tab(tab)
    settle(qtbot, application)
    reached: list[QWidget] = [one for one in focusable(window) if one.isVisible()]
    assert reached
    for widget in reached:
        assert name_of(widget), widget
        assert sentences_on(widget), name_of(widget)
        assert keys_of(widget), name_of(widget)


def test_a_description_is_plain_and_keeps_its_tokens(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setToolTip("<qt>Rows of &lt;s&gt;</qt>")
    widget.setAccessibleDescription("“<s>” → “I” looks at “<b>”")
    assert sentences_on(widget) == ["Rows of <s>", "“<s>” → “I” looks at “<b>”"]


def test_in_a_list_of_runs_the_keys_are_those_of_runs(qtbot):
    listed = BranchList(light_theme(), heard_timeline().handle)
    qtbot.addWidget(listed)
    assert "Del deletes" in keys_of(listed)
    listed.set_snapshot(TimelineSnapshot(recorded=True))
    assert "choose a run" in keys_of(listed)
    assert "branch" not in keys_of(listed)
    assert "Del" not in keys_of(listed)
