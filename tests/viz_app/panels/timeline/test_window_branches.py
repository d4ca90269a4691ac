"""Through the real window: decode on from other tokens, walk, name, compare and delete branches."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.viz_app.application import (
    click,
    press,
    running,
    said,
    type_and_translate,
)
from viz_app.panels.timeline.view.branches import COMPARED, LABEL
from viz_app.testing import close
from viz_app.workbench.snapshots.token_axes import comparison_of
from viz_app.workbench.state import ROOT

pytestmark = pytest.mark.window

TEXT = "a b c d e"
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
STEP = 2


@pytest.fixture
def tree(application):
    """Reads the branches."""
    return lambda: application.screen.now.branches


@pytest.fixture
def idle(qtbot, application):
    """Waits until nothing is decoded."""
    return lambda: qtbot.waitUntil(lambda: not application.screen.now.translating)


@pytest.fixture
def branched(qtbot, window, idle):
    """The window with a branch on the second candidate of step 3, at that step, by itself."""
    window.menus.action("timeline").trigger()
    window.timeline.slider.setValue(STEP)
    click_candidate(qtbot, window, 1)
    idle()
    back_to_the_step(window)
    return window


def back_to_the_step(window):
    """Close what was said of a new branch, compare no more, and go back to where it left."""
    window.notices.dismissed.emit()
    window.menus.branches.action("stop_comparing").trigger()
    window.timeline.slider.setValue(STEP)


def click_candidate(qtbot, window, row):
    bars = window.timeline.candidates
    click(qtbot, bars, bars.row_rect(row).center().toPointF())


def click_branch(qtbot, window, branch, column=LABEL):
    branches = window.timeline.branches
    index = branches.indexFromItem(branches._items[branch], column)
    rect = branches.visualRect(index)
    qtbot.mouseClick(branches.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_the_whole_life_of_a_branch_by_keyboard(qtbot, application, window, tree, idle):
    focus = window.attention.focus
    window.timeline.slider.setValue(STEP)
    for _ in range(2):
        press(qtbot, focus, Qt.Key.Key_B, CTRL)
        idle()
        back_to_the_step(window)
    assert [branch.parent for branch in tree().branches] == [None, ROOT, ROOT]
    assert tree().current == 2
    press(qtbot, focus, Qt.Key.Key_Up, CTRL)
    assert tree().current == 1
    press(qtbot, focus, Qt.Key.Key_Down, CTRL)
    assert tree().current == 2
    press(qtbot, focus, Qt.Key.Key_D, CTRL)
    assert tree().compared == ROOT
    press(qtbot, focus, Qt.Key.Key_D, CTRL | SHIFT)
    assert tree().compared is None
    press(qtbot, focus, Qt.Key.Key_F2)
    editor = window.timeline.branches.findChild(QLineEdit)
    qtbot.keyClicks(editor, "mine")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tree().branch(2).name == "mine")
    press(qtbot, focus, Qt.Key.Key_Delete, CTRL)
    assert [branch.id for branch in tree().branches] == [ROOT, 1]
    assert application.screen.now.trace is tree().current_branch.trace


def test_what_the_model_cannot_write_is_one_sentence_and_the_screen_stays(
    qtbot, application, window, tree, idle
):
    before, text, reason = application.screen.now, "q 😀", "😀"
    field = window.timeline.token_field
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    assert reason in said(window)
    assert field.text() == text
    window.notices.close_button.click()
    window.timeline.translation.edit_target()
    window.timeline.translation.text.setText(text)
    qtbot.keyClick(window.timeline.translation.text, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    assert reason in said(window)
    idle()
    assert application.screen.now.trace is before.trace
    assert tree().branches == before.branches.branches
    assert window.timeline.translation.editing
    assert window.timeline.translation.text.text() == text
    for _ in range(2):  # the first is for the message
        qtbot.keyClick(window.timeline.translation.text, Qt.Key.Key_Escape)
    assert not window.timeline.translation.editing
    type_and_translate(qtbot, application, "e d c")


def test_a_refused_target_is_mended_where_the_cursor_was(qtbot, application, window, idle):
    press(qtbot, window.attention.focus, Qt.Key.Key_G, CTRL)
    line = window.timeline.translation.text
    for _ in range(2):  # the second time it is the same that is refused
        line.setText("a ☃ b")
        line.setCursorPosition(3)
        qtbot.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "cannot write: ☃" in said(window))
        assert (line.text(), line.cursorPosition()) == ("a ☃ b", 3)
        assert line.hasFocus()
        assert not line.hasSelectedText()
        window.notices.close_button.click()
        line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    idle()
    assert application.screen.now.trace.predicted_tokens == ("a", "b", "</s>")
    assert not window.timeline.translation.editing


def test_the_keyboard_stays_near_a_list_that_goes_away(qtbot, branched, tree):
    window, branches = branched, branched.timeline.side.branches
    press(qtbot, branches, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(tree().branches) == 1)
    assert not branches.isVisible()
    qtbot.waitUntil(lambda: window.timeline.side.isAncestorOf(QApplication.focusWidget()))
    assert not window.header.source.hasSelectedText()


def test_two_branches_are_compared_in_text_and_weights(qtbot, application, branched, tree):
    click_branch(qtbot, branched, ROOT, COMPARED)
    strip = branched.timeline.tokens
    comparison = comparison_of(application.screen.now.branches)
    one, other = tree().current_branch.trace, tree().original.trace
    tokens = [[chip.token for chip in line] for line in strip.layout_now().lines]
    assert tokens == [list(one.predicted_tokens), list(other.predicted_tokens)]
    for step in range(STEP):
        assert strip.chip_rect(step).left() == strip.compared_rect(step).left()
    assert comparison.current_line.tokens[:STEP] == comparison.compared_line.tokens[:STEP]
    branched.menus.kind_picked.emit("decoder")
    difference = branched.attention.shown().focus
    assert not difference.weights[: STEP + 1].any()
    rows = min(len(one.steps), len(other.steps))
    assert difference.weights.shape == (rows, rows)
    assert difference.compared is other
    mosaic = branched.attention.shown().mosaic
    expected = one.decoder_weights[..., :rows, :rows] - other.decoder_weights[..., :rows, :rows]
    np.testing.assert_array_equal(mosaic.weights, expected)
    assert branched.timeline.translation.isVisible()
    assert branched.timeline.translation.target.isVisible()
    branched.menus.branches.action("stop_comparing").trigger()
    assert len(strip.layout_now().lines) == 1


# ----------------------------------------------------------------- while it is being decoded


@pytest.fixture
def endless(qtbot, tmp_path, endless_checkpoint):
    """A window with a model whose branches take seconds: it never ends a sentence."""
    text = "a b c d e f g h " * 6
    with running(qtbot, tmp_path, model=endless_checkpoint, text=text) as application:
        qtbot.waitUntil(lambda: not application.screen.now.translating)
        yield application


def test_closing_while_a_branch_is_decoded_ends_in_order(qtbot, endless):
    endless.window.timeline.slider.setValue(1)
    click_candidate(qtbot, endless.window, 1)
    close(qtbot, endless)
    assert not endless.window.isVisible()


# --------------------------------------------------------------------------- every size


@pytest.mark.parametrize(("size", "extent"), [("normal", (900, 600)), ("presentation", (900, 600))])
def test_every_branch_can_be_reached_in_every_window(
    qtbot, application, branched, tree, size, extent
):
    application.preferences.pick("size", size)
    branched.resize(*extent)
    QApplication.processEvents()
    press(qtbot, branched.attention.focus, Qt.Key.Key_L, CTRL)
    branches = branched.timeline.branches
    assert branches.isVisible()
    assert branches.hasFocus()
    QApplication.processEvents()
    seen = branches.viewport().visibleRegion().boundingRect()
    rects = [branches.visualItemRect(item) for item in branches._items.values()]
    assert [rect for rect in rects if not seen.contains(rect)] == []
    qtbot.keyClick(branches, Qt.Key.Key_Up)
    qtbot.keyClick(branches, Qt.Key.Key_Return)
    assert tree().current == ROOT
    press(qtbot, branched.attention.focus, Qt.Key.Key_B, CTRL | SHIFT)
    assert branched.timeline.token_field.isVisible()
    assert branched.timeline.candidates.isVisible()
