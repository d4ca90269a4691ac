"""Through the real window: another program's model is looked at, asked about and imported."""

import json
import re
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from safetensors.torch import load_file, save_file

import model.checkpoint.readers
from model.checkpoint import importing
from model.checkpoint.file import load_checkpoint
from tests.model.checkpoint.readers.small_t5 import t5_folder, t5_tensors
from tests.viz_app.app.importing_by_hand import (
    answer,
    cells,
    imported,
    left_in,
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
from viz_app.app.dialogs.import_texts import question_texts
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window

ADDED = "reordered, 1 added"
"""T5 begins to write with its padding: the start is a copy of that row."""
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def folder(tmp_path):
    return t5_folder(tmp_path / "my-t5")


@pytest.fixture
def loop(tmp_path):
    return loop_file(tmp_path / "loop")


# ------------------------------------------------------------------ a model that says everything


def test_a_dropped_folder_is_shown_whole(qtbot, application, folder):
    before = application.bench.now.model
    dialog = look_at(qtbot, application, folder)
    assert dialog.about.family.text().startswith("T5 · ")
    facts = dialog.about.facts()
    assert facts["kind of norm"] == "RMSNorm"
    assert facts["width of a head (d_k)"] == "5"
    assert facts["source vocabulary"] == "51 tokens"
    assert facts["added to a source"] == "… </s>"
    assert facts["added to a target"] == "<s> …"
    names = {name for theirs, *_ in cells(dialog) for name in theirs.split(", ")}
    assert names == set(t5_tensors())
    assert ("shared.weight", "tgt_embedding.tokens.weight", "51 × 12", ADDED) in cells(dialog)
    vocabulary = next(
        part for part in dialog.about.findChildren(QLabel) if part.text() == "51 tokens"
    )
    assert "Ids differ from the original" in vocabulary.toolTip()
    assert dialog.check.text() == "Ready: every tensor is mapped."
    assert dialog.name.text() == "my-t5"
    assert application.bench.now.model is before


def test_it_becomes_a_model_of_its_own_heading_and_is_chosen(qtbot, application, folder, tmp_path):
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
    info = application.window.header.model_info
    assert info.text().startswith("imported · ")
    for told in (info.accessibleName(), info.toolTip()):
        assert "imported from my-t5 (T5)" in without_isolates(told)
    chooser = application.window.header.models
    entries = [chooser.itemText(row) for row in range(chooser.count())]
    assert entries.index("my-t5") == entries.index("Imported") + 1
    assert "Trained here" not in entries
    type_and_translate(qtbot, application, "the cat")
    assert application.store.state.importing.path is None
    assert dialog.path.text() == ""
    by_hand = tmp_path / "by-hand.safetensors"  # as the command line writes it
    for _ in importing.import_steps(importing.recognise(folder), by_hand):
        pass
    assert path.read_bytes() == by_hand.read_bytes()
    assert load_checkpoint(path).task == "imported"


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
    file_dialogs.extend([None, None])  # who changes their mind has the page as it was
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
    assert cells(dialog)[0] == ("lora.a", "–", "2 × 3", "unmapped")
    assert "1 unmapped" in dialog.counts.text()
    assert "lora.a" in dialog.check.text()
    assert not dialog.import_button.isEnabled()
    qtbot.keyClicks(dialog.filter, "Encoder.block.0 w_q")
    assert [ours for _, ours, *_ in cells(dialog)] == ["encoder_layers.0.attention.w_q.weight"]
    dialog.filter.clear()
    qtbot.keyClicks(dialog.filter, "unmapped")
    assert [theirs for theirs, *_ in cells(dialog)] == ["lora.a"]


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
    for wrong in ("a/b", "con", "a:b", "x."):
        dialog.name.selectAll()
        qtbot.keyClicks(dialog.name, wrong)
        assert f"'{wrong}'" in dialog.check.text()
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


def retype(qtbot, dialog, name):
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, name)


def test_what_a_killed_import_left_is_gone_after_a_start(qtbot, tmp_path, tiny_checkpoint):
    left = tmp_path / "models" / "imported" / ".0123456789abcdef.headlight-part"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        qtbot.waitUntil(lambda: left_in(application.library.imported) == [])


def test_a_folder_that_takes_no_files_is_said(qtbot, tmp_path, readonly_folder, tiny_checkpoint):
    models = readonly_folder / "models"
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b", models=models) as application:
        before = application.bench.now.model
        dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
        press(qtbot, dialog, dialog.import_button)
        qtbot.waitUntil(lambda: str(models) in without_isolates(dialog.check.text()))
        assert "cannot be created" in dialog.check.text()
        assert dialog.check.text().count(".") == 1 + str(models).count(".")
        assert dialog.import_button.isEnabled()  # it can be tried again
        assert application.bench.now.model is before


def test_a_model_that_was_renamed_by_hand_is_known_by_that_name(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "my-t5")
    look_at(qtbot, application, folder)
    imported(qtbot, application)
    (application.library.imported / "my-t5.safetensors").rename(
        application.library.imported / "old.safetensors"
    )
    dialog = look_at(qtbot, application, folder)
    retype(qtbot, dialog, "old")
    assert "old, which was imported before" in without_isolates(dialog.check.text())
    retype(qtbot, dialog, "my-t5")
    imported(qtbot, application)
    assert sorted(left_in(application.library.imported)) == ["my-t5.safetensors", "old.safetensors"]


def test_what_was_put_there_meanwhile_is_not_written_over(qtbot, application, tmp_path):
    dialog = look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    other = application.library.imported / "my-t5.safetensors"
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_bytes(b"somebody's")
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: "is taken" in dialog.check.text())
    assert other.read_bytes() == b"somebody's"
    retype(qtbot, dialog, "mine")
    assert imported(qtbot, application).name == "mine"


ASKS = re.compile(r"""answers\.(?:choice|number|path)\(\s*["']([\w-]+)["']""")


def words(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_an_empty_page_says_what_can_be_imported(qtbot, application, tmp_path):
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    assert dialog.about.family.text() == "What can be imported"
    assert all(name in dialog.about.hint.text() for name in ("Hugging Face", "PyTorch", "fairseq"))
    look_at(qtbot, application, loop_file(tmp_path / "loop"))
    assert not dialog.about.hint.isVisible()
    assert dialog.about.family.text().startswith("torch.nn.Transformer")
    assert str(tmp_path / "loop") in dialog.path.toolTip(), "also where it is cut off"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_question_is_called_by_its_option(qtbot, application, tmp_path, language):
    application.window.menus.action(f"language_{language}").trigger()
    form = look_at(qtbot, application, loop_file(tmp_path / "loop")).about.questions
    assert {"encoder-norms", "stack-norms", "scores", "deviation"} <= set(form.fields)
    shown = words(form)
    assert not [text for text in shown if re.fullmatch(r"[a-z]+-[a-z]+(-[a-z]+)*", text)] or (
        "cross-attention" in shown and language == "en"
    )
    assert all(field.toolTip() for field in form.fields.values())
    assert form.fields["deviation"].combo.currentText() == "n"
    assert form.fields["scores"].combo.itemText(0) == "√d_k"


def test_every_question_of_every_reader_has_words(qtbot):
    (folder,) = map(Path, model.checkpoint.readers.__path__)
    names = {name for path in folder.glob("*.py") for name in ASKS.findall(path.read_text("utf-8"))}
    assert len(names) > 15
    assert not [name for name in names if not question_texts(name)[1]]


def test_open_questions_come_first_and_stay_where_they_are(qtbot, application, tmp_path):
    form = look_at(qtbot, application, loop_file(tmp_path / "loop")).about.questions

    def order():
        """From top to bottom."""
        return sorted(form.fields, key=lambda name: form.fields[name].y())

    settle(qtbot, application)
    before = order()
    assert before[:2] == ["heads", "norm"]
    assert before.index("src-vocab") < before.index("encoder-norms")
    answer(qtbot, application, heads=4)
    settle(qtbot, application)
    assert order() == before


def test_settings_of_the_original_that_are_not_followed_are_told(qtbot, application, tmp_path):
    folder = t5_folder(tmp_path / "t5")
    settings = json.dumps({"num_beams": 4, "repetition_penalty": 1.5})
    (folder / "generation_config.json").write_text(settings, "utf-8")
    dialog = look_at(qtbot, application, folder)
    said = without_isolates(dialog.check.text())
    assert said.startswith("Ready: every tensor is mapped. Headlight takes the most probable token")
    assert "num_beams = 4, repetition_penalty = 1.5" in said
    assert dialog.import_button.isEnabled()


def test_an_import_is_taken_back_and_done_again(qtbot, application, tmp_path):
    first = application.bench.now.model
    look_at(qtbot, application, t5_folder(tmp_path / "my-t5"))
    imported(qtbot, application)
    type_and_translate(qtbot, application, "a cat")
    actions = application.window.menus.edit
    while application.bench.now.model != first:
        assert actions.action("undo").isEnabled()
        actions.action("undo").trigger()
        settle(qtbot, application)
    assert "my-t5" in {entry.name for entry in application.bench.now.models}  # its file stays
    while actions.action("redo").isEnabled():
        actions.action("redo").trigger()
        settle(qtbot, application)
    assert application.bench.now.model.name == "my-t5"
    assert application.bench.now.trace.source_text == "a cat"
