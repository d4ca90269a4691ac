"""Through the real window: decode on from other tokens, walk, name, compare and delete branches."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from model.decoding.greedy import translate, translate_steps
from model.special_tokens import EOS_ID
from tests.viz_app.application import (
    click,
    colour_at,
    press,
    running,
    said,
    type_and_translate,
)
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.timeline.view.branches import COMPARED, LABEL
from viz_app.testing import close
from viz_app.texts.labels import with_p
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
    expected = expected_branch(tiny_model, original, STEP, chosen.token_id)
    trace = application.screen.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert window.timeline.translation.text.text() == expected.translation
    assert tree().original.trace is original
    back_to_the_step(window)
    weight = expected.cross_weights[0, 0, STEP, 1]
    assert f"{weight:.4f}" in window.attention.focus.picture.say(Cell(STEP, 1))


def test_return_on_a_candidate_does_the_same(qtbot, window, tree, idle):
    window.timeline.slider.setValue(STEP)
    bars = window.timeline.candidates
    press(qtbot, bars, Qt.Key.Key_Down)
    press(qtbot, bars, Qt.Key.Key_Return)
    idle()
    original = tree().original.trace
    assert tree().current_branch.token_ids[STEP] == original.steps[STEP].candidates[1].token_id


def number_of(text):
    """``log p −1.39 nats`` as a number."""
    text = text.removeprefix("log p ").removesuffix(" nats")
    return float(text.replace("\N{MINUS SIGN}", "-"))


def test_the_strip_shows_what_was_given_and_where_the_branch_left(branched, tree):
    strip, trace = branched.timeline.tokens, tree().current_branch.trace
    chips = strip.layout_now().lines[0]
    for chip, step in zip(chips, trace.steps, strict=True):
        assert chip.number == with_p(step.probability)
    assert "diverges from its parent" in strip.sentence_at(strip.chip_rect(STEP).center())
    corner = strip.chip_rect(STEP).topLeft()
    corner = corner + type(corner)(2.5, 2.5)
    assert colour_at(strip, corner).name() == branched.timeline.theme.accent.lower()


def test_the_list_appears_with_the_first_branch_and_walks(qtbot, application, branched, tree):
    original = tree().original.trace
    assert branched.timeline.branches.isVisible()
    click_branch(qtbot, branched, ROOT)
    assert application.screen.now.trace is original
    assert branched.timeline.translation.text.text() == original.translation
    click_branch(qtbot, branched, 1)
    assert tree().current == 1


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


def test_the_list_is_reached_and_used_by_keyboard(qtbot, branched, tree):
    press(qtbot, branched.attention.focus, Qt.Key.Key_L, CTRL)
    branches = branched.timeline.branches
    assert branches.hasFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(branches, key)
    assert (tree().current, tree().compared) == (ROOT, 1)
    qtbot.keyClick(branches, Qt.Key.Key_Down)
    qtbot.keyClick(branches, Qt.Key.Key_Delete)
    assert len(tree().branches) == 1


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


def type_token(qtbot, window, text):
    """Another token at the step in view, and Return."""
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL | SHIFT)
    field = window.timeline.token_field
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("again", ["q p", "  q   p "])
def test_typing_the_same_again_walks_to_the_branch_that_is_there(qtbot, window, tree, idle, again):
    window.timeline.slider.setValue(STEP)
    type_token(qtbot, window, "q p")
    idle()
    decoded = tree().current_branch
    click_branch(qtbot, window, ROOT)
    back_to_the_step(window)
    type_token(qtbot, window, again)
    idle()
    assert [branch.id for branch in tree().branches] == [ROOT, decoded.id]
    assert tree().current_branch is decoded
    assert tree().compared == ROOT
    assert window.timeline.slider.value() == STEP + 1
    assert not window.timeline.token_field.text()


@pytest.mark.parametrize("from_branch", [False, True])
def test_a_token_has_one_branch_whether_it_is_typed_or_clicked(
    qtbot, window, tree, idle, from_branch
):
    window.timeline.slider.setValue(STEP)
    rows = tree().original.trace.steps[STEP].candidates
    row = next(row for row, known in enumerate(rows) if row and known.token.isalpha())
    click_candidate(qtbot, window, row)
    idle()
    decoded = tree().current_branch
    click_branch(qtbot, window, ROOT)
    back_to_the_step(window)
    if from_branch:
        type_token(qtbot, window, next(word for word in "pqrst" if word != rows[row].token))
        idle()
        back_to_the_step(window)
    count = len(tree().branches)
    type_token(qtbot, window, rows[row].token)
    idle()
    assert len(tree().branches) == count
    assert tree().current_branch is decoded


def test_typing_the_tokens_on_screen_stays_on_the_branch(qtbot, branched, tree, idle):
    before = tree()
    steps = before.current_branch.trace.steps[STEP : STEP + 2]
    type_token(qtbot, branched, " ".join(step.token for step in steps))
    idle()
    assert tree().branches == before.branches
    assert tree().current == before.current
    assert not branched.notices.isVisible()


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


@pytest.mark.parametrize(("text", "reason"), [("猫", "猫"), ("q 😀", "😀")])
def test_what_the_model_cannot_write_is_one_sentence_and_the_screen_stays(
    qtbot, application, window, tree, idle, text, reason
):
    before = application.screen.now
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


def test_a_target_that_is_too_long_is_one_sentence(qtbot, application, window, tree):
    window.timeline.translation.edit_target()
    window.timeline.translation.text.setText("a " * 100)
    qtbot.keyClick(window.timeline.translation.text, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    assert "The given target has 101 tokens" in said(window)
    assert len(tree().branches) == 1
    assert window.timeline.translation.text.text() == ("a " * 100).strip()


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


def test_a_branch_of_a_branch_goes_with_it(qtbot, branched, tree, idle):
    branched.timeline.slider.setValue(STEP + 1)
    click_candidate(qtbot, branched, 1)
    idle()
    assert [branch.parent for branch in tree().branches] == [None, ROOT, 1]
    click_branch(qtbot, branched, 1)
    branched.menus.branches.action("delete").trigger()
    assert [branch.id for branch in tree().branches] == [ROOT]
    assert not branched.timeline.branches.isVisible()


def test_the_original_cannot_be_deleted(qtbot, branched, tree):
    click_branch(qtbot, branched, ROOT)
    branched.menus.branches.action("delete").trigger()
    press(qtbot, branched.timeline.branches, Qt.Key.Key_Delete)
    assert len(tree().branches) == 2


def test_a_new_translation_begins_anew(qtbot, application, branched, tree, tiny_model):
    type_and_translate(qtbot, application, "e d c")
    assert [branch.id for branch in tree().branches] == [ROOT]
    assert not branched.timeline.branches.isVisible()
    expected = translate(tiny_model, "e d c")
    assert branched.timeline.translation.text.text() == expected.translation


def test_stepping_and_the_heatmap_follow_the_branch_on_screen(qtbot, application, branched, tree):
    trace = tree().current_branch.trace
    for step in range(len(trace.steps)):
        branched.timeline.slider.setValue(step)
        assert branched.timeline.candidates.rows()[0][0] == trace.steps[step].candidates[0].token
        weight = trace.cross_weights[0, 0, step, 0]
        assert f"{weight:.4f}" in branched.attention.focus.picture.say(Cell(step, 0))


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


def test_the_way_of_a_branch_that_grows_is_walked_and_not_decoded_twice(qtbot, endless):
    window, tree = endless.window, lambda: endless.screen.now.branches
    window.timeline.slider.setValue(1)
    click_candidate(qtbot, window, 1)
    qtbot.waitUntil(lambda: len(tree().branch(1).trace.steps) > 3)
    window.timeline.slider.setValue(3)
    own = tree().branch(1).trace.steps[3].token_id
    click_candidate(qtbot, window, 1)
    qtbot.waitUntil(lambda: tree().current == 2 and window.timeline.slider.value() == 4)
    window.timeline.slider.setValue(3)
    rows = tree().current_branch.trace.steps[3].candidates
    click_candidate(qtbot, window, [known.token_id for known in rows].index(own))
    assert 1 in tree().growing
    assert tree().current == 1
    assert len(tree().branches) == 3


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
