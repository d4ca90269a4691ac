"""Through the real window: what the page that imports says to who sees it for the first time."""

import json
import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

import model.checkpoint.readers
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import answer, imported, look_at, loop_file
from tests.viz_app.application import settle, type_and_translate
from viz_app.app.dialogs.import_texts import question_texts
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window

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


def test_a_path_that_is_cut_off_is_there_to_be_read(qtbot, application, tmp_path):
    folder = tmp_path / ("a long name " * 9).strip() / ("and more " * 9).strip()
    folder.parent.mkdir()
    dialog = look_at(qtbot, application, t5_folder(folder))
    assert str(folder) in dialog.path.toolTip()


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
