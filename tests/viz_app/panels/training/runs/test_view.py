"""The page of runs shows what there is and asks for what the user wants."""

import dataclasses

import pytest
import torch
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit

import model.runs.presets
import model.text.tasks
from tests.viz_app.dressed import dressed
from tests.viz_app.listening import plain
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import progress_of, training_room
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.runs.pictures import (
    PRESETS,
    TASKS,
    field_texts,
    preset_text,
    result_text,
    task_text,
)
from viz_app.panels.training.runs.room import RunsSnapshot, resolve_runs
from viz_app.panels.training.runs.view import ROW_ROLE, RunsPage
from viz_app.panels.training.state import LiveRun, RunsState, TrainingRequest
from viz_app.texts.labels import NO_NUMBER

CARDS = (
    card_of("live", update=9),
    card_of("done", status="finished", update=9, exact=0.996, seconds=64, has_model=True),
    card_of("half", task="zh-en", status="stopped", update=3, bleu=31.24),
    card_of("bad", status="failed", update=2, reason="The loss is no number."),
)
WIDTH = 336


def snapshot(**fields) -> RunsSnapshot:
    """Four runs, the first being trained, the second on show."""
    live = LiveRun(key=1, request=TrainingRequest(), run_id="live", status="running")
    runs = RunsState(**{"cards": CARDS, "shown": "done", **fields})
    return resolve_runs(training_room(live=(live,), runs=runs))


def idle(**fields) -> RunsSnapshot:
    """The same with nothing under way."""
    return resolve_runs(
        training_room(runs=RunsState(**{"cards": CARDS, "shown": "done", **fields}))
    )


def page_of(qtbot, handle, theme, **fields):
    page = RunsPage(theme, handle)
    qtbot.addWidget(page)
    page.resize(WIDTH, 640)
    page.set_snapshot(snapshot(**fields))
    page.show()
    return page


@pytest.fixture
def page(qtbot, handle):
    page = page_of(qtbot, handle, light_theme())
    page.activateWindow()
    page.list.setFocus()
    qtbot.waitUntil(page.list.hasFocus)
    return page


def button(page, name):
    return page.buttons.buttons[name]


def enabled(page):
    return {name for name, found in page.buttons.buttons.items() if found.isEnabled()}


def details(page):
    table = page.details
    return {
        table.item(line, 0).text(): [
            table.item(line, column).text()
            for column in range(1, table.columnCount())
            if table.item(line, column)
        ]
        for line in range(table.rowCount())
    }


def place(page, run_id) -> QPoint:
    rows = page.list.model()
    ids = [rows.index(row).data(ROW_ROLE).card.run_id for row in range(rows.rowCount())]
    return page.list.visualRect(rows.index(ids.index(run_id))).center()


def click(qtbot, page, run_id, keys=Qt.KeyboardModifier.NoModifier):
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, keys, pos=place(page, run_id))


def finish(qtbot, page, line):
    """End the editing of a name; Qt takes what was typed when the keys are through."""
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.list.state() != QAbstractItemView.State.EditingState)


# ------------------------------------------------------------------------------------ showing


def test_without_runs_there_is_one_sentence(page):
    page.set_snapshot(RunsSnapshot())
    assert page.empty.isVisible()
    assert "No runs yet" in page.empty.text()
    assert not page.list.isVisible()


def test_without_a_chosen_run_it_is_said_what_choosing_is_for_below_the_list(page):
    page.set_snapshot(idle(shown=None))
    assert page.choose.isVisible()
    assert "Select a run" in page.choose.text()
    assert not (page.details.isVisible() or page.buttons.isVisible())
    assert page.list.mapTo(page, QPoint()).y() < page.height() / 10
    page.set_snapshot(idle(shown="done"))
    assert not page.choose.isVisible()
    assert page.details.isVisible()


def test_each_row_says_all_of_its_run(page):
    rows = page.list.model()
    sentences = [
        rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(len(CARDS))
    ]
    assert sentences[0].startswith("live · reverse · 3 × 8 × 128 · ")
    assert "being trained" in sentences[0]
    assert sentences[1].endswith("finished · 99% exact")
    assert sentences[2].endswith("stopped · BLEU 31.2")
    assert sentences[3].endswith("failed · – · The loss is no number.")


THEMES = pytest.mark.parametrize(
    "theme", [light_theme(), dark_theme(), light_theme("presentation")]
)


@THEMES
def test_the_run_on_show_has_a_bar_and_the_compared_one_a_broken_bar(qtbot, handle, theme):
    page = page_of(qtbot, handle, theme, compared="half")
    QCoreApplication.processEvents()
    image = page.list.viewport().grab().toImage()
    rows = page.list.model()
    seen = {}
    for row in range(rows.rowCount()):
        index = rows.index(row)
        rect = page.list.visualRect(index)
        inside = range(rect.top(), min(rect.bottom(), image.height()))
        seen[index.data(ROW_ROLE).card.run_id] = {image.pixelColor(1, y).name() for y in inside}
    assert seen["live"] == {theme.panel.lower()}
    assert seen["done"] == {theme.accent.lower()}
    assert seen["half"] == {theme.curves[0].lower(), theme.panel.lower()}


def test_a_run_under_way_says_what_is_known_of_now(page):
    progress, card = progress_of(epoch=7), dataclasses.replace(CARDS[0], exact=0.25)
    live = LiveRun(
        key=1, request=TrainingRequest(), run_id="live", status="running", progress=progress
    )
    runs = RunsState(cards=(card,), shown="live")
    page.set_snapshot(resolve_runs(training_room(live=(live,), runs=runs)))
    shown = details(page)
    assert shown["epoch"] == [f"7 of {CARDS[0].training.epochs}"]
    assert shown["exact match"] == ["25.0%"]
    assert [shown[name] for name in ("time", "update", "training loss")] == [[NO_NUMBER]] * 3


def test_the_list_is_no_higher_than_its_runs_and_leaves_the_room_to_the_details(qtbot, page):
    qtbot.waitUntil(lambda: page.details.height() > page.list.height())
    last = page.list.visualRect(page.list.model().index(len(CARDS) - 1))
    assert 0 <= page.list.viewport().height() - last.bottom() <= 8


def test_the_details_are_all_numbers_of_the_run_on_show(page):
    shown = details(page)
    assert shown["status"] == ["finished"]
    assert shown["exact match"] == ["99.6%"]
    assert shown["layers"] == ["3"]
    assert shown["learning rate"] == ["0.001"]
    assert shown["normalisation"] == ["pre-norm"]
    assert shown["tied embeddings"] == ["no"]
    card = CARDS[1]
    fields = len(card.model.to_json()) + len(card.training.to_json())
    lines = [values for values in shown.values() if values]
    results = 13
    assert len(lines) == fields + results


def test_two_runs_stand_beside_each_other_and_what_differs_is_bold(page):
    page.set_snapshot(snapshot(compared="half"))
    assert details(page)["status"] == ["finished", "stopped"]
    table = page.details
    bold = {
        table.item(line, 0).text()
        for line in range(table.rowCount())
        if table.item(line, 1) and table.item(line, 1).font().bold()
    }
    assert {"status", "BLEU", "exact match"} <= bold
    assert "layers" not in bold


def test_the_page_is_as_narrow_as_its_place(qapp, qtbot, handle):
    with dressed(qapp, light_theme()):
        page = page_of(qtbot, handle, light_theme())
        assert page.minimumSizeHint().width() <= WIDTH - 32


def test_only_what_can_be_done_can_be_pressed(page):
    assert enabled(page) == {"use", "compare", "rename", "export", "delete"}
    page.set_snapshot(snapshot(shown="live"))
    assert enabled(page) == {"compare", "export"}
    page.set_snapshot(idle(shown="half"))
    assert enabled(page) == {"go on", "compare", "rename", "export", "delete"}
    page.set_snapshot(idle(cards=CARDS[1:2]))
    assert "compare" not in enabled(page)


# ------------------------------------------------------------------------------------- asking


def test_a_click_and_the_arrow_keys_pick_a_run(qtbot, page, heard):
    click(qtbot, page, "half")
    page.set_snapshot(snapshot(shown="half"))
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    page.set_snapshot(snapshot(shown="bad"))
    assert heard == [("run_picked", "half"), ("run_picked", "bad")]


def test_the_run_on_show_is_not_picked_again_nor_any_by_the_focus(qtbot, page, heard):
    click(qtbot, page, "done")
    page.set_snapshot(snapshot(deleted=card_of("x")))
    page.set_snapshot(snapshot(shown=None))
    button(page, "use").setFocus()
    page.list.clearFocus()
    page.list.setFocus(Qt.FocusReason.TabFocusReason)
    assert heard == []


def test_control_and_a_click_compare_and_stop_comparing(qtbot, page, heard):
    keys = Qt.KeyboardModifier.ControlModifier
    click(qtbot, page, "half", keys)
    page.set_snapshot(snapshot(compared="half"))
    click(qtbot, page, "half", keys)
    click(qtbot, page, "done", keys)
    assert heard == [("run_compared", "half"), ("run_compared", None)]


def test_the_menu_has_every_other_run(page, heard):
    page.set_snapshot(snapshot(compared="half"))
    page.buttons.menu.aboutToShow.emit()
    none, separator, *others = page.buttons.menu.actions()
    assert separator.isSeparator()
    assert [(action.text(), action.isChecked()) for action in others] == [
        ("live", False),
        ("half", True),
        ("bad", False),
    ]
    others[2].trigger()
    none.trigger()
    assert heard == [("run_compared", "bad"), ("run_compared", None)]


def test_buttons_ask_for_the_run_on_show(qtbot, page, heard):
    for name in ("use", "delete"):
        qtbot.mouseClick(button(page, name), Qt.MouseButton.LeftButton)
    page.set_snapshot(idle(shown="half"))
    qtbot.mouseClick(button(page, "go on"), Qt.MouseButton.LeftButton)
    assert heard == [
        ("use", "done"),
        ("delete", "done"),
        ("go_on", "half"),
    ]


def test_a_name_is_edited_where_it_stands(qtbot, page, heard):
    qtbot.keyClick(page.list, Qt.Key.Key_F2)
    line = page.list.findChild(QLineEdit)
    assert line.text() == "done"
    line.setText("  best  ")
    finish(qtbot, page, line)
    assert heard == [("rename", "done", "best")]


def test_no_name_and_the_same_name_ask_for_nothing(qtbot, page, heard):
    for text in ("", "  ", "done"):
        qtbot.mouseClick(button(page, "rename"), Qt.MouseButton.LeftButton)
        line = page.list.findChildren(QLineEdit)[-1]
        line.setText(text)
        finish(qtbot, page, line)
    assert heard == []


def test_a_run_under_way_is_not_renamed_or_deleted_by_a_key(qtbot, page, heard):
    page.set_snapshot(snapshot(shown="live"))
    for key in (Qt.Key.Key_F2, Qt.Key.Key_Delete):
        qtbot.keyClick(page.list, key)
    assert page.list.findChild(QLineEdit) is None
    assert heard == []


def test_keys_use_and_delete(qtbot, page, heard):
    """What brings back is the window's: see the menu Edit."""
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    assert heard == [("use", "done"), ("delete", "done")]


def test_a_deleted_run_can_be_brought_back(qtbot, page, heard):
    assert not page.undo.isVisible()
    page.set_snapshot(snapshot(deleted=card_of("old")))
    assert plain(page.undo.sentence.text()) == "old was deleted."
    page.undo.button.setFocus()
    qtbot.mouseClick(page.undo.button, Qt.MouseButton.LeftButton)
    page.set_snapshot(snapshot())
    assert heard == [("restore",)]
    assert not page.undo.isVisible()
    assert page.list.hasFocus()


def test_a_run_is_exported_to_where_the_user_wants(qtbot, page, heard, file_dialogs, tmp_path):
    file_dialogs.extend([tmp_path / "my.zip", None])
    for _ in range(2):
        qtbot.mouseClick(button(page, "export"), Qt.MouseButton.LeftButton)
    assert heard == [("export", "done", tmp_path / "my.zip")]


# -------------------------------------------------------------------------------- for everyone


def test_everything_that_the_keyboard_reaches_has_a_name(page):
    page.set_snapshot(snapshot(deleted=card_of("old")))
    reached = focusable(page)
    assert {page.list, page.details, page.undo.button} <= set(reached)
    assert all(spoken_name(widget) for widget in reached)


def test_all_words_are_translated(qtbot, handle):
    with marked_language():
        page = page_of(qtbot, handle, light_theme(), deleted=card_of("old"))
        texts = [found.text() for found in page.buttons.buttons.values()]
        texts += [page.undo.button.text(), page.empty.text(), page.undo.sentence.text()]
        texts += [page.details.item(0, 0).text()]
        assert all(text.startswith("«") for text in texts)


def test_a_share_of_pairs_is_whole_per_cents_and_100_for_all_alone():
    for exact, said in ((0.57, "57%"), (0.29, "29%"), (0.9999, "99%"), (1, "100%")):
        assert result_text(card_of("one", update=9, exact=exact)) == f"{said} exact"


# ------------------------------------------------------------------------------ test configuration


def test_label_smoothing_gives_its_share_to_the_right_token_too():
    """As the tip says: the target's distribution is read from the loss's gradient at 0."""
    _, tip = field_texts()["label_smoothing"]
    assert "all tokens, including the correct one" in tip
    logits = torch.zeros(1, 5, requires_grad=True)
    torch.nn.functional.cross_entropy(logits, torch.tensor([2]), label_smoothing=0.1).backward()
    asked = torch.softmax(logits.detach(), -1) - logits.grad
    assert torch.allclose(asked, torch.tensor([[0.02, 0.02, 0.92, 0.02, 0.02]]), atol=1e-6)
    assert "at most half" in field_texts()["warmup"][1]


# -------------------------------------------------------------------------------- test known names


def test_every_task_and_preset_has_a_name_to_translate():
    assert (*model.text.tasks.TASKS, model.text.tasks.MIRROR) == TASKS
    assert tuple(model.runs.presets.PRESETS) == PRESETS


def test_known_names_are_translated_and_others_are_not(qapp):
    assert [task_text("copy"), preset_text("tiny")] == ["copy", "tiny"]
    with marked_language():
        assert [task_text("copy"), preset_text("tiny")] == ["«copy»", "«tiny»"]
        assert [task_text("mine"), preset_text("mine")] == ["mine", "mine"]
