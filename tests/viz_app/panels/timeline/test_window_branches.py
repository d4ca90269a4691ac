"""Through the real window: decode on from other tokens, walk, name, compare and delete branches."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from model.decoding.greedy import translate_steps
from model.special_tokens import EOS_ID
from tests.viz_app.application import (
    click,
    press,
    running,
    said,
    type_and_translate,
)
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.timeline.view.branches import COMPARED, LABEL
from viz_app.testing import close
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.snapshots.token_axes import comparison_of
from viz_app.workbench.state import ROOT, Cell

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


def expected_branch(model, trace, step, token_id):
    """What the model says after that token at that step."""
    prefix = (*(done.token_id for done in trace.steps[:step]), token_id)
    *_, expected = translate_steps(model, TEXT, prefix=prefix)
    return expected


def test_a_click_on_a_candidate_decodes_on_from_there(
    qtbot, application, window, tree, idle, tiny_model
):
    original = application.screen.now.trace
    window.timeline.slider.setValue(STEP)
    chosen = original.steps[STEP].candidates[3]
    click_candidate(qtbot, window, 3)
    idle()
    assert window.timeline.branches.isVisibleTo(window.timeline.details)
    expected = expected_branch(tiny_model, original, STEP, chosen.token_id)
    trace = application.screen.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert window.timeline.translation.text.text() == expected.translation
    assert tree().original.trace is original
    back_to_the_step(window)
    weight = expected.cross_weights[0, 0, STEP, 1]
    assert f"{weight:.4f}" in window.attention.focus.picture.say(Cell(STEP, 1))


def number_of(text):
    """``log p −1.39 nats`` as a number."""
    text = text.removeprefix("log p ").removesuffix(" nats")
    return float(text.replace("\N{MINUS SIGN}", "-"))


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


def test_a_typed_token_is_decoded_on_from(qtbot, application, window, tree, idle):
    window.timeline.slider.setValue(1)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL | SHIFT)
    field = window.timeline.token_field
    assert field.hasFocus()
    taken = application.screen.now.trace.steps[1].token
    token = next(letter for letter in "pqr" if letter != taken)
    qtbot.keyClicks(field, token)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    idle()
    assert tree().current_branch.trace.steps[1].token == token
    assert field.text() == ""


def test_a_target_of_ones_own_shows_its_log_probabilities(
    qtbot, application, window, tree, idle, tiny_model
):
    press(qtbot, window.attention.focus, Qt.Key.Key_G, CTRL)
    line = window.timeline.translation.text
    assert line.hasFocus()
    qtbot.keyClicks(line, "e d c b a")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    idle()
    ids = (*tiny_model.tgt_tokenizer.encode("e d c b a").ids, EOS_ID)
    *_, expected = translate_steps(tiny_model, TEXT, prefix=ids)
    trace = application.screen.now.trace
    assert trace.predicted_tokens == ("e", "d", "c", "b", "a", "</s>")
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    numbers = [chip.number for chip in window.timeline.tokens.layout_now().lines[0]]
    shown = [number_of(number) for number in numbers]
    logs = [step.log_probability for step in expected.steps]
    assert shown == pytest.approx(logs, abs=6e-3)
    (total,) = window.timeline.tokens.captions()
    assert number_of(total) == pytest.approx(math.fsum(logs), abs=6e-3)


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


def test_the_step_where_a_branch_left_shows_what_both_could_have_taken(
    qtbot, application, branched, tree
):
    click_branch(qtbot, branched, ROOT, COMPARED)
    one, other = tree().current_branch.trace, tree().original.trace
    for step in (STEP, STEP + 1):
        application.screen.apply(step_chosen, step)
        shown = resolve_timeline(application.screen.now)
        assert shown.others[: len(other.steps[step].candidates)] == other.steps[step].candidates
        assert (shown.chosen_id, shown.other_id) == (
            one.steps[step].token_id,
            other.steps[step].token_id,
        )
        tokens = {token for token, _ in branched.timeline.side.candidates.rows()}
        assert {one.steps[step].token, other.steps[step].token} <= tokens


# ----------------------------------------------------------------- while it is being decoded


@pytest.fixture
def endless(qtbot, tmp_path, endless_checkpoint):
    """A window with a model whose branches take seconds: it never ends a sentence."""
    text = "a b c d e f g h " * 6
    with running(qtbot, tmp_path, model=endless_checkpoint, text=text) as application:
        qtbot.waitUntil(lambda: not application.screen.now.translating)
        yield application


def test_one_walks_elsewhere_while_a_branch_is_decoded_and_it_grows_on(qtbot, endless):
    window, state = endless.window, lambda: endless.screen.now
    original = state().trace
    window.timeline.slider.setValue(1)
    click_candidate(qtbot, window, 1)
    qtbot.waitUntil(lambda: state().branches.current == 1)
    window.menus.branches.action("previous_branch").trigger()
    assert state().trace is original
    grown = len(state().branches.branch(1).trace.steps)
    qtbot.waitUntil(lambda: len(state().branches.branch(1).trace.steps) > grown)
    assert state().trace is original
    click(qtbot, window.header.button) if window.header.button.text() == "Stop" else None
    window.menus.action("stop").trigger()
    assert not state().translating
    assert 0 < len(state().branches.branch(1).trace.steps) <= len(original.steps)


def test_stopping_before_the_first_own_step_leaves_the_original(qtbot, endless):
    window, state = endless.window, lambda: endless.screen.now
    last = len(state().trace.steps) - 1
    window.timeline.slider.setValue(last)
    click_candidate(qtbot, window, 1)
    window.menus.action("stop").trigger()
    assert len(state().branches.branches) == 1
    assert not state().translating
    assert state().selection.step == last


def test_closing_while_a_branch_is_decoded_ends_in_order(qtbot, endless):
    endless.window.timeline.slider.setValue(1)
    click_candidate(qtbot, endless.window, 1)
    close(qtbot, endless)
    assert not endless.window.isVisible()


# --------------------------------------------------------------------------- every size


@pytest.mark.parametrize("size", ["normal", "presentation"])
@pytest.mark.parametrize("extent", [(900, 600), (1280, 800)])
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
