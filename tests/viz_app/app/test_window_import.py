"""Through the real window: another program's model is looked at, asked about and imported."""

import itertools
import threading

import pytest
import torch
from PySide6.QtCore import Qt
from safetensors.torch import load_file, save_file

from model.checkpoint import importing
from model.checkpoint.file import load_checkpoint
from tests.model.checkpoint.readers.small_t5 import t5_folder, t5_tensors
from tests.viz_app.app.importing_by_hand import (
    answer,
    cells,
    imported,
    look_at,
    loop_file,
    press,
    read,
)
from tests.viz_app.application import (
    click,
    running,
    said,
    settle,
    type_and_translate,
    wait_for_translation,
)
from tests.viz_app.application import press as press_key
from tests.viz_app.full_disk import full_disk
from viz_app.texts.isolates import without_isolates

pytestmark = pytest.mark.window

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def folder(tmp_path):
    return t5_folder(tmp_path / "my-t5")


@pytest.fixture
def loop(tmp_path):
    return loop_file(tmp_path / "loop")


def answers_of(loop):
    return {
        "heads": 4,
        "norm": "post-norm",
        "activation": "GELU",
        "scaled": "no",
        "positions": "sinusoidal",
        "src_vocab": loop.parent / "s.txt",
        "tgt_vocab": loop.parent / "t.txt",
        "source_ends": "start and end",
        "src_tokens": "words",
        "tgt_tokens": "words",
    }


# ------------------------------------------------------------------ a model that says everything


def test_a_dropped_folder_is_shown_whole(qtbot, application, folder):
    before = application.bench.now.model
    dialog = look_at(qtbot, application, folder)
    assert dialog.about.family.text().startswith("T5 · ")
    facts = dialog.about.facts()
    assert facts["kind of norm"] == "RMSNorm"
    assert facts["width of a head (d_k)"] == "5"
    assert facts["source vocabulary"] == "51 tokens"
    names = {name for theirs, *_ in cells(dialog) for name in theirs.split(", ")}
    assert names == set(t5_tensors())
    assert ("shared.weight", "tgt_embedding.tokens.weight", "51 × 12", "rows reordered") in cells(
        dialog
    )
    assert dialog.check.text() == "Ready: every tensor has its place."
    assert dialog.name.text() == "my-t5"
    assert application.bench.now.model is before


def test_it_becomes_a_model_of_its_own_heading_and_is_chosen(qtbot, application, folder):
    dialog = look_at(qtbot, application, folder)
    model = imported(qtbot, application)
    path = application.library.imported / "my-t5.safetensors"
    assert (model.task, model.record["source"], model.record["family"]) == (
        "imported",
        "my-t5",
        "T5",
    )
    assert application.bench.now.model_file.path == path
    assert "my-t5 was imported" in said(application.window)
    chooser = application.window.header.models
    entries = [chooser.itemText(row) for row in range(chooser.count())]
    assert entries.index("my-t5") == entries.index("Imported") + 1
    assert "Trained here" not in entries
    type_and_translate(qtbot, application, "the cat")
    assert application.store.state.importing.path is None
    assert dialog.path.text() == ""


def test_the_header_says_where_it_came_from(qtbot, application, folder):
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    info = application.window.header.model_info
    assert info.text().startswith("imported · ")
    assert "imported from my-t5 (T5)" in without_isolates(info.accessibleName())
    assert "imported from my-t5 (T5)" in without_isolates(info.toolTip())


@pytest.mark.parametrize("button", ["folder_button", "file_button"])
def test_it_comes_up_by_its_keys_and_asks_for_a_folder_or_one_of_its_files(
    qtbot, application, file_dialogs, folder, button
):
    press_key(qtbot, application.window.header.source, Qt.Key.Key_O, CTRL_SHIFT)
    dialog = application.work.imports.dialog
    assert dialog.isVisible()
    assert "Choose a model" in dialog.check.text()
    assert not dialog.import_button.isEnabled()
    file_dialogs.append(folder if button == "folder_button" else folder / "model.safetensors")
    click(qtbot, getattr(dialog, button))
    assert read(qtbot, application).path.text() == str(folder)
    assert dialog.import_button.isEnabled()


def test_a_path_that_is_typed_is_read_on_return(qtbot, application, folder):
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    qtbot.keyClicks(dialog.path, str(folder))
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)
    read(qtbot, application)
    assert dialog.isVisible()
    assert dialog.import_button.isEnabled()


def test_who_changes_their_mind_in_a_file_dialog_has_the_page_as_it_was(
    qtbot, application, file_dialogs, folder
):
    dialog = look_at(qtbot, application, folder)
    file_dialogs.extend([None, None])
    click(qtbot, dialog.folder_button)
    click(qtbot, dialog.file_button)
    assert dialog.path.text() == str(folder)
    assert dialog.import_button.isEnabled()


def test_a_foreign_safetensors_file_that_is_opened_comes_to_the_page(
    qtbot, application, file_dialogs, folder
):
    before = application.bench.now.trace
    file_dialogs.append(folder / "model.safetensors")
    application.window.menus.action("open").trigger()
    dialog = read(qtbot, application)
    assert dialog.path.text() == str(folder)
    assert application.bench.now.trace is before
    assert application.bench.now.loading is None
    imported(qtbot, application)


def test_a_folder_with_one_file_of_weights_stands_for_it(qtbot, application, loop):
    assert look_at(qtbot, application, loop.parent).path.text() == str(loop)


def test_a_session_knows_the_imported_model_and_brings_it_along(
    qtbot, application, folder, tmp_path, tiny_checkpoint
):
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    type_and_translate(qtbot, application, "the cat")
    window, path = application.window, tmp_path / "mine.headlight"
    window.files.session_save_requested.emit(path, True)
    settle(qtbot, application)
    window.files.open_requested.emit(tiny_checkpoint)
    qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
    settle(qtbot, application)
    (application.library.imported / "my-t5.safetensors").unlink()
    window.files.open_requested.emit(path)
    wait_for_translation(qtbot, application, "the cat")
    qtbot.waitUntil(lambda: application.bench.now.absent is None)
    file = application.bench.now.model_file.path
    assert file.parent == application.library.imported
    assert file.exists()


def test_the_window_can_be_opened_with_a_foreign_model(qtbot, tmp_path, folder, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, opens=folder) as application:
        assert read(qtbot, application).path.text() == str(folder)
        assert application.bench.now.model.name == "tiny"


# ----------------------------------------------------------------------------- the table


def test_what_has_no_place_comes_first_and_typing_finds_a_tensor(qtbot, application, folder):
    weights = folder / "model.safetensors"
    save_file({**load_file(weights), "lora.a": torch.ones(2, 3)}, weights)
    dialog = look_at(qtbot, application, folder)
    assert cells(dialog)[0] == ("lora.a", "–", "2 × 3", "without a place")
    assert "1 without a place" in dialog.counts.text()
    assert "lora.a" in dialog.check.text()
    assert not dialog.import_button.isEnabled()
    qtbot.keyClicks(dialog.filter, "Encoder.block.0 w_q")
    assert [ours for _, ours, *_ in cells(dialog)] == ["encoder_layers.0.attention.w_q.weight"]
    dialog.filter.clear()
    qtbot.keyClicks(dialog.filter, "place")
    assert [theirs for theirs, *_ in cells(dialog)] == ["lora.a"]


# --------------------------------------------------------------------------- the questions


def test_what_it_does_not_say_is_asked_and_then_it_is_ready(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    assert "Still to be answered: heads, normalisation, activation" in dialog.check.text()
    assert not dialog.import_button.isEnabled()
    fields = dialog.about.questions.fields
    assert fields["norm"].combo.currentIndex() == -1  # nothing is guessed
    assert fields["heads"].spin.text() == "Choose…"
    assert fields["src-table"].combo.currentText() == "src.weight"  # it says so itself
    answer(qtbot, application, **answers_of(loop))
    assert dialog.check.text() == "Ready: every tensor has its place."
    model = imported(qtbot, application)
    assert (model.config.n_heads, model.config.norm, model.config.activation) == (4, "post", "gelu")
    assert not model.config.scaled_embedding
    type_and_translate(qtbot, application, "s1 s2")


def test_an_answer_that_does_not_fit_is_said_at_once_and_mended(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    answer(qtbot, application, heads=5)
    assert dialog.check.text() == "d_model (16) must be divisible by n_heads (5)."
    assert dialog.about.questions.fields["heads"].spin.value() == 5
    answer(qtbot, application, heads=8)
    assert "Still to be answered: normalisation" in dialog.check.text()
    assert dialog.about.facts()["heads"] == "8"


def test_what_the_model_says_can_be_said_otherwise(qtbot, application, loop):
    look_at(qtbot, application, loop)
    dialog = answer(qtbot, application, epsilon="1e-06")
    assert dialog.about.facts()["epsilon of norms"] == "1e-06"


def test_an_answer_that_is_not_asked_for_any_more_stands_in_nobodys_way(qtbot, application, loop):
    look_at(qtbot, application, loop)
    answers = answers_of(loop) | {"source_ends": "start and end"}
    answer(qtbot, application, **answers)
    dialog = answer(qtbot, application, src_start=3, source_ends="none")
    assert "src-start" not in dialog.about.questions.fields
    assert application.store.state.importing.answers["src-start"] == "3"
    assert dialog.import_button.isEnabled()
    answer(qtbot, application, source_ends="start and end")
    assert dialog.about.questions.fields["src-start"].spin.value() == 3  # it was kept


def test_answers_that_follow_each_other_quickly_all_count(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    asked = dialog.about.questions
    for name, value in (("heads", "2"), ("heads", "5"), ("norm", "pre"), ("heads", "4")):
        asked.answered.emit(name, value)
    read(qtbot, application)
    settle(qtbot, application)
    reading = application.store.state.importing.reading
    assert (reading.config.n_heads, reading.config.norm) == (4, "pre")
    assert application.store.state.importing.problem is None


def test_the_keyboard_goes_to_the_first_open_question(qtbot, application, loop):
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClicks(dialog.path, str(loop))
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)
    read(qtbot, application)
    assert dialog.about.questions.fields["heads"].spin.hasFocus()


def test_tab_goes_from_top_to_bottom(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    fields = dialog.about.questions.fields
    qtbot.waitUntil(fields["src-vocab"].button.isVisible)
    ends = (dialog.file_button, fields["heads"].spin, fields["norm"].combo)
    for before, after in itertools.pairwise(ends):
        before.setFocus()
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert after.hasFocus()
    vocabulary = fields["src-vocab"]
    vocabulary.line.setFocus()
    qtbot.keyClick(vocabulary.line, Qt.Key.Key_Tab)
    assert vocabulary.button.hasFocus()
    dialog.filter.setFocus()
    qtbot.keyClick(dialog.filter, Qt.Key.Key_Tab)
    assert dialog.table.hasFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Tab)
    assert dialog.name.hasFocus()


# ------------------------------------------------------------------------------- its name


def test_a_name_that_is_taken_is_refused_and_none_is_too(qtbot, application, folder, tmp_path):
    (application.library.folder).mkdir(parents=True, exist_ok=True)
    dialog = look_at(qtbot, application, folder)
    imported(qtbot, application)
    look_at(qtbot, application, folder)
    assert dialog.name.text() == "my-t5-2"  # nothing is replaced unasked
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "my-t5")
    assert "my-t5, which was imported before, will be replaced" in without_isolates(
        dialog.check.text()
    )
    assert dialog.import_button.isEnabled()
    dialog.name.clear()
    dialog.name.textEdited.emit("")
    assert dialog.check.text() == "The model needs a name."
    qtbot.keyClicks(dialog.name, "a/b")
    assert "'a/b'" in dialog.check.text()
    assert not dialog.import_button.isEnabled()


def test_no_model_that_was_trained_here_gives_way(qtbot, application, folder, tiny_checkpoint):
    application.library.folder.mkdir(parents=True, exist_ok=True)
    application.window.files.model_save_requested.emit(
        application.library.folder / "mine.safetensors"
    )
    settle(qtbot, application)
    dialog = look_at(qtbot, application, folder)
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "Mine")
    assert dialog.check.text() == "The name 'Mine' is taken: choose another one."
    assert not dialog.import_button.isEnabled()


def test_the_model_that_is_replaced_is_another_one_then(qtbot, application, folder, tmp_path):
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "other", d_ff=24))
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "my-t5")
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: application.bench.now.model.config.d_ff == 24)
    assert [path.name for path in application.library.imported.iterdir()] == ["my-t5.safetensors"]


# ----------------------------------------------------------------------- stopping and failing


@pytest.fixture
def endless(monkeypatch):
    """An import that has begun to write, and goes on until it is closed."""
    closed, asleep = [], threading.Event()
    real = importing.import_steps

    def steps(recognised, path):
        try:
            steps = real(recognised, path)
            for step in steps:
                yield step
                if step.done > step.total // 2 + 2:
                    break
            while not asleep.wait(0.02):  # as a slow disk: a report now and then
                yield step
        finally:
            steps.close()
            closed.append(path)

    monkeypatch.setattr(importing, "import_steps", steps)
    return closed


@pytest.mark.parametrize("way", ["button", "escape"])
def test_who_stops_an_import_finds_nothing_of_it(qtbot, application, folder, endless, way):
    before = application.bench.now.model
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.isVisible() and dialog.progress.value() > 40)
    if way == "button":
        click(qtbot, dialog.close_button)
    else:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bool(endless))
    assert not [*application.library.imported.iterdir()]
    assert dialog.isVisible()
    assert dialog.import_button.isEnabled()  # it can be begun again
    assert application.bench.now.model is before


def test_closing_the_page_gives_up_what_is_read(qtbot, application, folder, monkeypatch):
    real, asked = importing.recognise_with, []

    def slow(path, answers):
        asked.append(path)
        return real(path, answers)

    monkeypatch.setattr(importing, "recognise_with", slow)
    dialog = look_at(qtbot, application, folder)
    application.work.imports.look_at(folder)
    click(qtbot, dialog.close_button)
    settle(qtbot, application)
    assert application.store.state.importing.path is None
    assert application.store.state.importing.reading is None
    assert not dialog.isVisible()


def test_a_full_disk_is_said_and_it_can_be_tried_again(qtbot, application, folder):
    dialog = look_at(qtbot, application, folder)
    with full_disk():
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: "No space left on device" in dialog.check.text())
    assert not [*application.library.imported.iterdir()]
    imported(qtbot, application)


def test_weights_that_change_under_the_page_are_said_there(qtbot, application, folder):
    dialog = look_at(qtbot, application, folder)
    weights = folder / "model.safetensors"
    tensors = load_file(weights)
    tensors["shared.weight"][0, 0] = float("nan")
    save_file(tensors, weights)
    trace = application.bench.now.trace
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: "shared.weight" in dialog.check.text())
    assert dialog.isVisible()
    assert application.bench.now.trace is trace
    assert not [*application.library.imported.iterdir()]


def test_translating_goes_on_beside_an_import(qtbot, application, folder, endless):
    dialog = look_at(qtbot, application, folder)
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: dialog.progress.value() > 40)
    type_and_translate(qtbot, application, "c d e")
    assert dialog.isVisible()
    click(qtbot, dialog.close_button)


def test_the_checkpoint_is_the_one_that_the_command_line_writes(
    qtbot, application, folder, tmp_path
):
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    path = tmp_path / "by-hand.safetensors"
    for _ in importing.import_steps(importing.recognise(folder), path):
        pass
    mine = application.library.imported / "my-t5.safetensors"
    assert mine.read_bytes() == path.read_bytes()
    weights = load_checkpoint(mine).network.state_dict()
    assert all(
        torch.equal(one, other)
        for one, other in itertools.zip_longest(
            weights.values(), load_checkpoint(path).network.state_dict().values()
        )
    )
