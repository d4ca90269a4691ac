"""Through the real window, with keys: every kind of step is taken back and done again."""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from model.decoding.greedy import translate
from model.messages import UserError
from tests.viz_app.application import (
    CTRL,
    click,
    press,
    running,
    settle,
    start_training,
    training_panel,
    type_and_translate,
    type_source,
    wait_for_translation,
)
from tests.viz_app.listening import plain
from viz_app.app.app_state import room_slot
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.room import cell_flipped, key_flipped, row_picked
from viz_app.workbench.changes.translation import branch_renamed
from viz_app.workbench.room import sets
from viz_app.workbench.state import ROOT, Cell

pytestmark = pytest.mark.window

SHIFT = Qt.KeyboardModifier.ShiftModifier
TEXT, OTHER = "a b c d e", "e d c"
STEP = 2


@pytest.fixture
def idle(qtbot, application):
    """Waits until nothing is decoded."""
    return lambda: qtbot.waitUntil(lambda: not application.bench.now.translating)


@pytest.fixture
def undo(qtbot, window, idle):
    """Presses the keys of the entry, and waits."""
    return lambda: _press_and_wait(qtbot, window, idle, CTRL)


@pytest.fixture
def redo(qtbot, window, idle):
    """Presses the keys of the entry, and waits."""
    return lambda: _press_and_wait(qtbot, window, idle, CTRL | SHIFT)


@pytest.fixture
def branched(qtbot, window, idle):
    """The window with a branch on the next candidate of step 3 on screen."""
    window.menus.action("timeline").trigger()
    window.timeline.slider.setValue(STEP)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL)
    idle()
    return window


def _press_and_wait(qtbot, window, idle, modifiers):
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, modifiers)
    idle()


def named(window):
    """The two entries as they stand in the menu; without a step they cannot be chosen."""
    actions = [window.menus.edit.action(name) for name in ("undo", "redo")]
    for action in actions:
        assert action.isEnabled() == (action.text() not in {"&Undo", "&Redo"})
    return [plain(action.text()).replace("&", "") for action in actions]


def rename(qtbot, window, name):
    press(qtbot, window.attention.focus, Qt.Key.Key_F2)
    editor = window.timeline.branches.findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, name)
    qtbot.keyClick(editor, Qt.Key.Key_Return)


def tokens(application):
    return application.screen.now.trace.predicted_tokens


def branch_names(application):
    return [branch.name for branch in application.bench.now.branches.branches]


def test_a_translation_is_taken_back_with_sentence_trace_and_place(
    qtbot, application, window, undo, redo
):
    first, place = application.screen.now.trace, application.screen.now.selection
    type_and_translate(qtbot, application, OTHER)
    second = application.screen.now.trace
    assert named(window) == [f"Undo: sentence “{OTHER}”", "Redo"]
    undo()
    assert application.screen.now.trace is first
    assert application.screen.now.selection == place
    assert window.header.source.text() == TEXT
    assert named(window) == ["Undo", f"Redo: sentence “{OTHER}”"]
    redo()
    assert application.screen.now.trace is second
    assert window.header.source.text() == OTHER
    assert named(window) == [f"Undo: sentence “{OTHER}”", "Redo"]


def test_what_was_typed_and_not_sent_stays_in_the_field(qtbot, application, window, idle, undo):
    window.header.translate_this(OTHER)  # as from the list of examples
    wait_for_translation(qtbot, application, OTHER)
    press(qtbot, window.header.source, Qt.Key.Key_Z, CTRL)  # nothing was typed: it is the window's
    idle()
    assert application.screen.now.trace.source_text == TEXT
    type_and_translate(qtbot, application, OTHER)
    type_source(qtbot, window, "c c c")
    undo()
    assert application.screen.now.trace.source_text == TEXT
    assert window.header.source.text() == "c c c"


def test_a_refused_sentence_or_target_is_no_step(qtbot, application, window, idle):
    assert named(window) == ["Undo", "Redo"]
    window.header.source.setText("猫")
    for _ in range(2):  # the first time it is doubted
        qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
        settle(qtbot, application)
    assert named(window) == ["Undo", "Redo"]
    window.notices.close_button.click()
    press(qtbot, window.attention.focus, Qt.Key.Key_G, CTRL)
    line = window.timeline.translation.text
    line.setText("猫")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    idle()
    assert named(window) == ["Undo", "Redo"]


def test_a_branch_is_taken_back_and_made_again(application, branched, undo, redo):
    tree = application.bench.now.branches
    taken, put = (branch.trace.steps[STEP].token for branch in tree.branches)
    name = f"“{put}” in place of “{taken}”"
    assert named(branched) == [f"Undo: {name}", "Redo"]
    undo()
    assert len(application.bench.now.branches.branches) == 1
    assert application.screen.now.trace is tree.original.trace
    assert named(branched) == ["Undo", f"Redo: {name}"]
    redo()
    assert application.bench.now.branches.branches == tree.branches
    assert application.screen.now.trace is tree.current_branch.trace


def test_a_typed_token_and_an_own_target_are_taken_back(qtbot, application, window, idle, undo):
    window.timeline.slider.setValue(1)
    before = application.screen.now.trace.steps[1].token
    typed = next(letter for letter in "pqr" if letter != before)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL | SHIFT)
    qtbot.keyClicks(window.timeline.token_field, typed)
    qtbot.keyClick(window.timeline.token_field, Qt.Key.Key_Return)
    idle()
    assert named(window)[0] == f"Undo: “{typed}” in place of “{before}”"
    press(qtbot, window.attention.focus, Qt.Key.Key_G, CTRL)
    line = window.timeline.translation.text
    line.selectAll()
    qtbot.keyClicks(line, "e d c b a")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    idle()
    assert named(window)[0] == "Undo: own target “e d c b a”"
    undo()
    assert tokens(application)[1] == typed
    undo()
    assert len(application.bench.now.branches.branches) == 1


def test_a_name_and_a_deletion_are_taken_back_in_turn(qtbot, application, branched, undo, redo):
    window = branched
    rename(qtbot, window, "dog & co")
    qtbot.waitUntil(lambda: branch_names(application) == ["", "dog & co"])
    assert window.menus.edit.action("undo").text().endswith("renamed to “dog && co”")
    window.timeline.room.apply(branch_renamed, 1, "dog")
    press(qtbot, window.attention.focus, Qt.Key.Key_Delete, CTRL)
    assert named(window)[0] == "Undo: branch “dog” deleted"
    steps = [branch_names(application)]
    for _ in range(4):
        undo()
        steps.append(branch_names(application))
    assert steps == [[""], ["", "dog"], ["", "dog & co"], ["", ""], [""]]
    for expected in reversed(steps[:-1]):
        redo()
        assert branch_names(application) == expected
    assert named(window) == ["Undo: branch “dog” deleted", "Redo"]


def test_mask_edits_are_taken_back_where_they_are_seen(qtbot, application, window, undo, redo):
    window.show_tab("masks")
    settle(qtbot, application)
    tab = window.pages["masks"].panel
    click(qtbot, tab.views.button("change"))
    settle(qtbot, application)
    part = tab.part("change")
    part.tiles.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(part.tiles, key)
    settle(qtbot, application)
    edits = lambda: application.store.state.slices["masks"].edits  # noqa: E731
    flipped = edits()
    assert flipped
    assert named(window)[0] == "Undo: “b” masked for “<s>”"
    click(qtbot, part.back)
    assert not edits()
    assert named(window)[0] == "Undo: back to the model's own masks"
    window.show_tab("attention")
    undo()
    assert edits() == flipped
    assert window.tabs.current_name() == "masks"
    undo()
    assert not edits()
    redo()
    assert edits() == flipped


def test_other_sentences_of_a_batch_are_a_step(qtbot, application, window, undo, redo):
    window.show_tab("masks")
    settle(qtbot, application)
    tab = window.pages["masks"].panel
    click(qtbot, tab.views.button("batch"))
    settle(qtbot, application)
    batch = lambda: application.store.state.slices["masks"].batch.texts  # noqa: E731
    first, field = batch(), tab.part("batch").editor.rows[1].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "p q")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, application)
    assert batch() == (TEXT, "p q")
    assert named(window)[0] == "Undo: other sentences in the batch of masks"
    undo()
    settle(qtbot, application)
    assert (batch(), field.text()) == (first, first[1])
    assert window.tabs.current_name() == "masks"
    redo()
    settle(qtbot, application)
    assert (batch(), field.text()) == ((TEXT, "p q"), "p q")


def test_mask_edits_go_along_to_another_device(qtbot, application, window, undo):
    window.show_tab("masks")
    settle(qtbot, application)
    room = room_slot(application.store, MASKS)
    room.apply(sets("view"), "change")
    room.apply(cell_flipped, "cross", Cell(0, 1))
    room.apply(row_picked, 1)
    room.apply(key_flipped, 0)
    settle(qtbot, application)
    masks = lambda: application.store.state.slices["masks"]  # noqa: E731
    before, altered = masks(), masks().altered.result
    window.menus.device_picked.emit("cpu")
    qtbot.waitUntil(lambda: application.bench.now.model_key != before.batch.question.model_key)
    settle(qtbot, application)
    now = masks()
    assert now.batch.question.model_key == application.bench.now.model_key
    for name in ("edits", "edits_of", "row", "allowed", "view"):
        assert getattr(now, name) == getattr(before, name), name
    assert now.altered.question.model_key == application.bench.now.model_key
    assert now.altered.result.predicted_tokens == altered.predicted_tokens
    undo()  # the move
    assert (masks().edits, masks().allowed) == (before.edits, before.allowed)
    undo()
    assert masks().edits == before.edits
    assert not masks().allowed


def test_a_field_with_the_keyboard_takes_back_what_was_typed_in_it(
    qtbot, application, window, undo
):
    type_and_translate(qtbot, application, OTHER)
    source = window.header.source
    source.setFocus()
    qtbot.keyClicks(source, " a")
    typed = source.text()
    press(qtbot, source, Qt.Key.Key_Z, CTRL)
    assert source.text() != typed
    for _ in range(9):  # also when nothing typed is left
        press(qtbot, source, Qt.Key.Key_Z, CTRL)
    assert application.screen.now.trace.source_text == OTHER
    press(qtbot, source, Qt.Key.Key_Z, CTRL | SHIFT)
    assert source.isUndoAvailable()
    undo()
    assert application.screen.now.trace.source_text == TEXT


def test_deleted_runs_come_back_and_the_line_in_the_tab_agrees(qtbot, application, window, undo):
    runs = lambda: application.store.state.training.runs  # noqa: E731
    names = lambda: [card.name for card in runs().cards]  # noqa: E731
    for _ in range(2):
        start_training(qtbot, application, "report", epochs=1)
        qtbot.waitUntil(lambda: runs().shown is not None)
        qtbot.waitUntil(lambda: not application.store.state.training.active)
        settle(qtbot, application)
    panel = training_panel(qtbot, application)
    window.show_tab("runs")
    qtbot.waitUntil(lambda: panel.runs.panel is not None)
    page = panel.runs.panel
    for _ in range(2):
        click(qtbot, page.buttons.buttons["delete"])
        settle(qtbot, application)
    assert names() == ["reverse"]  # the recorded one is shown again
    assert named(window)[0] == "Undo: run “report-1” deleted"
    undo()
    settle(qtbot, application)
    assert window.tabs.current_name() == "runs"
    assert names() == ["report-1"]
    assert not page.undo.isVisible()
    assert named(window) == ["Undo: run “report-2” deleted", "Redo: run “report-1” deleted"]
    window.menus.edit.action("redo").trigger()
    settle(qtbot, application)
    assert names() == ["reverse"]
    assert named(window)[0] == "Undo: run “report-1” deleted"
    click(qtbot, page.undo.button)
    settle(qtbot, application)
    assert names() == ["report-1"]
    assert named(window)[0] == "Undo: run “report-2” deleted"
    window.menus.edit.action("undo").trigger()
    settle(qtbot, application)
    assert sorted(names()) == ["report-1", "report-2"]


@pytest.fixture
def other_model(tiny_checkpoint, tmp_path):
    """Another file with a model."""
    path = tmp_path / "elsewhere" / "other.safetensors"
    path.parent.mkdir()
    shutil.copy(tiny_checkpoint, path)
    return path


def test_another_model_is_a_step_and_its_work_is_its_own(
    qtbot, application, window, branched, other_model, undo, redo
):
    before = application.bench.now
    application.models.open(other_model)
    qtbot.waitUntil(lambda: application.bench.now.model.name == "other")
    wait_for_translation(qtbot, application, TEXT)
    settle(qtbot, application)
    other_model.unlink()  # it is not read again
    type_and_translate(qtbot, application, OTHER)
    assert [step.step.name.values for step in application.store.state.history.past][1:] == [
        {"model": "other"},
        {"text": OTHER},
    ]
    undo()
    assert application.bench.now.model.name == "other"
    assert named(window)[0] == "Undo: change to model “other”"
    undo()
    now = application.bench.now
    assert (now.model, now.model_key, now.model_file) == (
        before.model,
        before.model_key,
        before.model_file,
    )
    assert now.branches == before.branches
    assert window.header.models.currentText() == before.model.name
    window.timeline.slider.setValue(1)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: len(application.bench.now.branches.branches) == 3)
    assert not window.notices.isVisible()
    undo()
    undo()  # the branch of before
    for _ in range(2):
        redo()
    assert len(application.bench.now.branches.branches) == 3


def test_a_model_that_nothing_leads_back_to_is_let_go(
    qtbot, application, window, tiny_model, other_model, undo
):
    first = application.bench.now.model_key
    application.models.open(other_model)
    qtbot.waitUntil(lambda: application.bench.now.model.name == "other")
    wait_for_translation(qtbot, application, TEXT)
    second = application.bench.now.model_key
    undo()
    settle(qtbot, application)
    assert application.services.model_cache.take(second)  # it can be done again
    type_and_translate(qtbot, application, OTHER)
    settle(qtbot, application)
    assert tokens(application) == translate(tiny_model, OTHER).predicted_tokens
    assert application.services.model_cache.take(first)
    with pytest.raises(UserError):
        application.services.model_cache.take(second)


def test_while_a_moment_is_on_screen_the_own_translation_is_put_back(
    qtbot, application, window, undo
):
    type_and_translate(qtbot, application, OTHER)
    start_training(qtbot, application, "report", epochs=2)
    qtbot.waitUntil(lambda: application.store.state.training.runs.shown is not None)
    qtbot.waitUntil(lambda: not application.store.state.training.active)
    window.show_tab("attention")
    settle(qtbot, application)
    if application.bench.now.model.name != "tiny":
        undo()  # the run's model took over
    window.menus.training.action("watch").trigger()
    qtbot.waitUntil(lambda: application.screen.now.recorded)
    moments = application.store.state.training.runs.histories
    undo()
    assert not application.screen.now.recorded
    assert application.screen.now.trace.source_text == TEXT
    assert application.store.state.training.runs.histories == moments


def test_the_entries_follow_the_language(qtbot, window, branched):
    english = named(branched)[0]
    action = window.menus.edit.action("undo")
    window.menus.action("language_zh_CN").trigger()
    qtbot.waitUntil(lambda: plain(action.text()).startswith("撤销(&U)：用“"))
    window.menus.action("language_en").trigger()
    qtbot.waitUntil(lambda: named(branched)[0] == english)


# -------------------------------------------------------------- while something is decoded


LONG = " ".join("abcde" * 60)


@pytest.fixture
def busy(qtbot, tmp_path, endless_checkpoint):
    """The application with a model that takes seconds for a long sentence."""
    with running(qtbot, tmp_path, model=endless_checkpoint, text="a b") as application:
        yield application


def begin_long(qtbot, application):
    type_source(qtbot, application.window, LONG)
    qtbot.keyClick(application.window.header.source, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: application.bench.now.trace.source_text == LONG)
    qtbot.waitUntil(lambda: len(application.bench.now.trace.steps) > 3)
    assert application.bench.now.translating


def test_undo_ends_the_decode_and_redo_goes_on_with_it(qtbot, busy):
    window, before = busy.window, busy.bench.now.branches
    begin_long(qtbot, busy)
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL)
    assert busy.bench.now.branches is before
    assert not busy.bench.now.translating
    settle(qtbot, busy)
    assert busy.bench.now.branches is before  # nothing of the other comes after
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL | SHIFT)
    steps = len(busy.bench.now.trace.steps)
    assert busy.bench.now.trace.source_text == LONG
    assert busy.bench.now.translating
    assert steps > 3
    qtbot.waitUntil(lambda: len(busy.bench.now.trace.steps) > steps)
    press(qtbot, window.attention.focus, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: not busy.bench.now.translating)


def test_a_branch_under_way_goes_with_its_step_and_comes_back_growing(qtbot, busy):
    window = busy.window
    type_source(qtbot, window, LONG)
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: busy.bench.now.trace.source_text == LONG)
    qtbot.waitUntil(lambda: len(busy.bench.now.trace.steps) > 3)
    press(qtbot, window.attention.focus, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: not busy.bench.now.translating)
    stopped = busy.bench.now.trace
    window.timeline.slider.setValue(1)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: busy.bench.now.branches.current == 1)
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL)
    settle(qtbot, busy)
    assert busy.bench.now.trace is stopped  # and is not decoded on: the user had stopped it
    assert not busy.bench.now.translating
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL | SHIFT)
    steps = len(busy.bench.now.branches.branch(1).trace.steps)
    assert busy.bench.now.branches.current == 1
    qtbot.waitUntil(lambda: len(busy.bench.now.branches.branch(1).trace.steps) > steps)
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL)
    assert [branch.id for branch in busy.bench.now.branches.branches] == [ROOT]


def test_a_name_given_meanwhile_is_taken_back_and_the_decode_goes_on(qtbot, busy):
    window = busy.window
    begin_long(qtbot, busy)
    window.timeline.slider.setValue(1)
    press(qtbot, window.attention.focus, Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: busy.bench.now.branches.current == 1)
    window.timeline.room.apply(branch_renamed, 1, "mine")
    steps = len(busy.bench.now.branches.branch(1).trace.steps)
    press(qtbot, window.attention.focus, Qt.Key.Key_Z, CTRL)
    branch = busy.bench.now.branches.branch(1)
    assert branch.name == ""
    assert len(branch.trace.steps) >= steps
    assert busy.bench.now.branches.growing == {ROOT, 1}
    qtbot.waitUntil(lambda: len(busy.bench.now.branches.branch(1).trace.steps) > steps)
    press(qtbot, window.attention.focus, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: not busy.bench.now.translating)
